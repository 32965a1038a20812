//! The commands as a user gives them: what is printed where, the exit codes, and what a run leaves behind.

#![allow(clippy::unwrap_used, reason = "a test that can't go on fails")]

mod program;

use std::fmt::Write as _;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use program::{Folder, MATE, assert_balanced, ran, rows};

const SAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data/games");
const ILLEGAL: &str = "[Event \"x\"]\n\n1. e4 e5 2. Ke3 *\n\n";

fn json_of(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// The files of a dataset's games, name and bytes.
fn parts(dataset: &Path) -> Vec<(String, Vec<u8>)> {
    let mut parts: Vec<_> = fs::read_dir(dataset.join("games"))
        .unwrap()
        .map(|item| {
            let path = item.unwrap().path();
            (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read(path).unwrap())
        })
        .collect();
    parts.sort();
    parts
}

/// Many games in files of every size, one of them compressed.
fn collection(folder: &Folder) {
    let game = |number: usize| {
        let moves = ["1. e4 e5 2. Nf3 Nc6", "1. d4 d5", "1. f3 e5 2. g4 Qh4#", "1. e4 e5 2. Ke3", ""];
        format!(
            "[Event \"game {number}\"]\n[Extra{} \"x\"]\n\n{} *\n\n",
            number % 7,
            moves[number % moves.len()]
        )
    };
    let games = |from: usize, to: usize| (from..to).map(game).collect::<String>();
    folder.write("in/a.pgn", games(0, 9_000));
    for number in 0..100 {
        folder.write(&format!("in/b/{number:03}.pgn"), games(number, number + number % 3));
    }
    folder.write("in/c.pgn.zst", zstd::bulk::compress(games(0, 9_000).as_bytes(), 1).unwrap());
    folder.write("in/d.PGN", games(0, 3));
}

#[test]
fn an_audit_leaves_one_row_a_game_and_a_balanced_manifest() {
    let folder = Folder::new();
    collection(&folder);
    let (ran, manifest) = folder.audit(&["in"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert_balanced(&manifest);
    assert_eq!(manifest["ledger"]["games"], 9_000 + 99 + 9_000 + 3);
    assert_eq!(rows(&folder.path("out")), 18_102);
    let names: Vec<_> =
        manifest["inputs"].as_array().unwrap().iter().map(|input| &input["source_file"]).collect();
    assert_eq!(
        (names[0], names[1], names[101]),
        (&json!("in/a.pgn"), &json!("in/b/000.pgn"), &json!("in/c.pgn.zst"))
    );
    assert_eq!(names.len(), 103);
    assert_eq!(folder.names(), ["in", "out"], "nothing is left beside the output");
}

#[test]
fn neither_threads_nor_chunks_show_in_the_dataset() {
    let folder = Folder::new();
    collection(&folder);
    let mut manifests = Vec::new();
    for (dataset, threads, chunk) in
        [("a", "1", "1048576"), ("b", "2", "1048576"), ("c", "3", "4096"), ("d", "2", "1")]
    {
        let ran = folder.run(&["audit", "in", "-o", dataset, "-j", threads, "--chunk-size", chunk]);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        let mut manifest = folder.manifest(dataset);
        manifest["run"].take();
        manifests.push(manifest);
    }
    let first = parts(&folder.path("a"));
    for (dataset, manifest) in ["b", "c", "d"].iter().zip(&manifests[1..]) {
        assert!(parts(&folder.path(dataset)) == first, "{dataset}");
        assert_eq!(manifest, &manifests[0], "{dataset}");
    }
}

#[test]
fn the_summary_is_the_same_for_people_and_programs_with_or_without_output() {
    let folder = Folder::new();
    folder.write("games.pgn", format!("{MATE}{ILLEGAL}"));
    let text = folder.run(&["audit", "games.pgn", "--no-output"]);
    assert_eq!(text.code, 0);
    assert!(text.stdout.starts_with("2 games with 6 plies in 1 file, "), "{}", text.stdout);
    let lines: Vec<_> = text.stdout.lines().map(|line| line.split_whitespace().collect::<Vec<_>>()).collect();
    assert!(lines.contains(&vec!["illegal_move", "1", "50.00%"]), "{}", text.stdout);
    let written = json_of(&folder.run(&["audit", "games.pgn", "-o", "out", "--json"]).stdout);
    let counted = json_of(&folder.run(&["audit", "games.pgn", "--no-output", "--json"]).stdout);
    assert_eq!(counted["counts"], written["counts"]);
    assert_eq!(counted["ledger"], written["ledger"]);
    assert_eq!(counted["counts"]["legality"]["illegal_move"], 1);
    assert_eq!(counted["counts"]["ruling"]["checkmate"], 1);
    assert_eq!(folder.names(), ["games.pgn", "out"]);
}

#[test]
fn an_existing_output_is_refused_without_force_and_stays_untouched() {
    let folder = Folder::new();
    folder.write("games.pgn", MATE);
    assert_eq!(folder.run(&["audit", "games.pgn", "-o", "out"]).code, 0);
    let before = (folder.manifest("out"), parts(&folder.path("out")));
    let refused = folder.run(&["audit", "games.pgn", "-o", "out"]);
    assert_eq!((refused.code, refused.stdout.as_str()), (2, ""));
    assert!(refused.stderr.contains("out: exists already; --force replaces it"), "{}", refused.stderr);
    assert_eq!(before, (folder.manifest("out"), parts(&folder.path("out"))));
    folder.write("games.pgn", format!("{MATE}{MATE}"));
    assert_eq!(folder.run(&["audit", "games.pgn", "-o", "out", "--force"]).code, 0);
    assert_eq!(rows(&folder.path("out")), 2);
}

#[test]
fn force_replaces_nothing_that_is_not_a_dataset() {
    let folder = Folder::new();
    folder.write("games.pgn", MATE);
    folder.write("precious/letter.txt", "dear");
    folder.write("file", "dear");
    for output in ["precious", "file"] {
        let refused = folder.run(&["audit", "games.pgn", "-o", output, "--force"]);
        assert_eq!(refused.code, 2, "{}", refused.stderr);
    }
    assert_eq!(folder.names(), ["file", "games.pgn", "precious"]);
    fs::create_dir(folder.path("empty")).unwrap();
    assert_eq!(folder.run(&["audit", "games.pgn", "-o", "empty/", "--force"]).code, 0);
    assert_eq!(rows(&folder.path("empty")), 1);
}

#[test]
fn a_dataset_with_something_else_in_it_is_not_replaced_and_that_is_named() {
    let folder = Folder::new();
    folder.write("games.pgn", MATE);
    for foreign in ["letter.txt", "games/letter.txt", "games/deep/part.parquet", "more/part.parquet"] {
        assert_eq!(folder.run(&["audit", "games.pgn", "-o", "out"]).code, 0);
        folder.write(&format!("out/{foreign}"), "dear");
        let refused = folder.run(&["audit", "games.pgn", "-o", "out", "--force"]);
        assert_eq!(refused.code, 2, "{foreign}");
        assert!(refused.stderr.contains("which is not of a dataset"), "{}", refused.stderr);
        let first = foreign.trim_end_matches("/part.parquet");
        assert!(refused.stderr.contains(&format!("out: holds {first}, ")), "{}", refused.stderr);
        assert_eq!(fs::read_to_string(folder.path("out").join(foreign)).unwrap(), "dear");
        fs::remove_dir_all(folder.path("out")).unwrap();
    }
    assert_eq!(folder.run(&["audit", "games.pgn", "-o", "out"]).code, 0);
    for known in ["README.md", "report.html", "summary.parquet", "plies/part-00000.parquet"] {
        folder.write(&format!("out/{known}"), "ours");
    }
    assert_eq!(folder.run(&["audit", "games.pgn", "-o", "out", "--force"]).code, 0);
    fs::remove_file(folder.path("out/manifest.json")).unwrap();
    let refused = folder.run(&["audit", "games.pgn", "-o", "out", "--force"]);
    assert_eq!(refused.code, 2);
    assert!(refused.stderr.contains("out: has no manifest.json of a dataset"), "{}", refused.stderr);
}

#[test]
fn an_output_that_holds_an_input_is_refused_whatever_way_leads_to_it() {
    let folder = Folder::new();
    folder.write("games.pgn", MATE);
    assert_eq!(folder.run(&["audit", "games.pgn", "-o", "out"]).code, 0);
    folder.write("out/in.pgn", MATE);
    fs::create_dir(folder.path("empty")).unwrap();
    symlink("out/in.pgn", folder.path("file-link.pgn")).unwrap();
    symlink("out", folder.path("link")).unwrap();
    let absolute = folder.path("out/in.pgn");
    for (input, output) in [
        ("out/in.pgn", "out"),
        ("out", "out"),
        (".", "out"),
        ("file-link.pgn", "out"),
        ("out/in.pgn", "link"),
        ("link/in.pgn", "./empty/../out/"),
        (absolute.to_str().unwrap(), "out"),
        ("games.pgn", "."),
        ("empty", "empty"),
    ] {
        for force in [&[][..], &["--force"]] {
            let arguments: Vec<_> = ["audit", input, "-o", output].iter().chain(force).copied().collect();
            let refused = folder.run(&arguments);
            assert_eq!((refused.code, refused.stdout.as_str()), (2, ""), "{arguments:?}");
            assert!(refused.stderr.contains(": holds the input "), "{arguments:?}: {}", refused.stderr);
            assert_eq!(fs::read_to_string(&absolute).unwrap(), MATE, "{arguments:?}");
        }
    }
    assert_eq!(folder.names(), ["empty", "file-link.pgn", "games.pgn", "link", "out"]);
}

#[test]
fn text_without_tags_gives_the_same_dataset_from_a_file_and_a_stream_in_pieces_of_any_size() {
    let folder = Folder::new();
    let text =
        "1. e4 e5 2. Nf3 Nc6 1-0 {the [end]}\n\n1. d4 d5 1/2-1/2 1. f3 e5 2. g4 Qh4# *\n".repeat(3_000);
    folder.write("games.pgn", &text);
    let dataset = |chunk: &str, stored: &[u8]| {
        let arguments = ["audit", "-", "-o", "out", "--force", "--chunk-size", chunk];
        let ran = folder.run_with_input(&arguments, stored);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        assert_balanced(&folder.manifest("out"));
        (parts(&folder.path("out")), folder.manifest("out")["ledger"].clone())
    };
    let whole = dataset("100000000", text.as_bytes());
    assert_eq!(whole.1["games"], 9_000);
    let frame = zstd::bulk::compress(text.as_bytes(), 1).unwrap();
    for chunk in ["1", "50", "1000", "10007"] {
        assert!(dataset(chunk, text.as_bytes()) == whole, "{chunk}");
        assert!(dataset(chunk, &frame) == whole, "{chunk}, compressed");
    }
    // The name stands in every row, so a file's rows are compared with a file's.
    let mapped = |chunk: &str| {
        let ran = folder.run(&["audit", "games.pgn", "-o", "out", "--force", "--chunk-size", chunk]);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        (parts(&folder.path("out")), folder.manifest("out")["ledger"].clone())
    };
    let file = mapped("100000000");
    assert_eq!(file.1, whole.1);
    for chunk in ["50", "1000", "10007"] {
        assert!(mapped(chunk) == file, "{chunk}");
    }
}

#[test]
fn without_the_solver_material_alone_decides_who_can_mate() {
    let locked = "[Result \"1/2-1/2\"]\n[SetUp \"1\"]\n[FEN \"8/8/1k6/1p1p1p1p/1P1P1P1P/8/1K6/8 w - - 0 1\"]\n\n1. Kc3 1/2-1/2\n\n";
    let folder = Folder::new();
    folder.write("games.pgn", locked);
    let dead = |options: &[&str]| {
        let ran = folder.run(&[&["audit", "--no-output", "--json", "games.pgn"], options].concat());
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        let audit: Value = serde_json::from_str(&ran.stdout).unwrap();
        (
            audit["counts"]["ruling"]["dead_position"].as_u64().unwrap_or_default(),
            audit["run"]["solver"]["queries"].as_u64().unwrap() > 0,
        )
    };
    assert_eq!(dead(&[]), (1, true));
    assert_eq!(dead(&["--no-solver"]), (0, false));
    assert_eq!(folder.run(&["audit", "--no-output", "games.pgn", "--no-solver", "--exact"]).code, 2);
}

#[test]
fn the_manifest_tells_what_was_asked_for() {
    let folder = Folder::new();
    folder.write("in/games.pgn", MATE);
    let (_, manifest) = folder.audit(&["in"]);
    let usual = json!({
        "inputs": ["in"], "columns": "default", "lists": false, "plies": null, "partition": [], "laws": "auto", "site": null, "exact": false, "no_solver": false, "cross_check": null, "fail_on": [], "expect_games": null,
    });
    assert_eq!(manifest["options"], usual);
    let (ran, manifest) = folder.audit(&[
        "in",
        "--cross-check=50%",
        "--fail-on",
        "invalid,bad_fen",
        "--expect-games",
        "1",
        "--columns",
        "core,eco",
        "--lists",
        "--plies",
    ]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let asked = json!({
        "inputs": ["in"], "columns": "core,eco", "lists": true, "plies": "plain", "partition": [], "laws": "auto", "site": null, "exact": false, "no_solver": false, "cross_check": 0.5, "fail_on": ["invalid", "bad_fen"],
        "expect_games": 1,
    });
    assert_eq!(manifest["options"], asked);
}

#[test]
fn standard_input_named_twice_is_refused() {
    let folder = Folder::new();
    let refused = folder.run_with_input(&["audit", "-", "-", "-o", "out"], MATE.as_bytes());
    assert_eq!((refused.code, refused.stdout.as_str()), (2, ""));
    assert_eq!(refused.stderr, "arbitro: error: standard input (-) can be read once only\n");
    assert!(folder.names().is_empty());
}

#[test]
fn an_audit_without_a_place_for_its_output_names_both_ways() {
    let folder = Folder::new();
    folder.write("games.pgn", MATE);
    let ran = folder.run(&["audit", "games.pgn"]);
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("-o DIR") && ran.stderr.contains("--no-output"), "{}", ran.stderr);
    assert_eq!(folder.run(&["audit", "games.pgn", "-o", "x", "--no-output"]).code, 2);
    assert_eq!(folder.run(&["audit", "--no-output"]).code, 2);
}

#[test]
fn standard_input_is_an_input() {
    let folder = Folder::new();
    for bytes in [MATE.as_bytes().to_vec(), zstd::bulk::compress(MATE.as_bytes(), 1).unwrap()] {
        let ran = folder.run_with_input(&["audit", "-", "-o", "out", "--force", "--json"], &bytes);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        let summary = json_of(&ran.stdout);
        assert_eq!(
            (&summary["inputs"][0]["source_file"], &summary["ledger"]["games"]),
            (&json!("-"), &json!(1))
        );
    }
}

#[test]
fn checks_that_fail_make_the_exit_code_three_and_the_output_stands() {
    let folder = Folder::new();
    folder.write("games.pgn", format!("{MATE}{ILLEGAL}"));
    for (arguments, code) in [
        (&["--expect-games", "2"][..], 0),
        (&["--expect-games", "3"], 3),
        (&["--fail-on", "invalid"], 3),
        (&["--fail-on", "bad_fen,illegal_move"], 3),
        (&["--fail-on", "bad_fen"], 0),
        (&["--fail-on", "unfinished"], 3),
        (&["--fail-on", "no_such_thing"], 2),
        (&["missing.pgn", "--fail-on", "invalid"], 1),
    ] {
        let arguments: Vec<_> =
            ["audit", "games.pgn", "-o", "out", "--force"].iter().chain(arguments).copied().collect();
        let ran = folder.run(&arguments);
        assert_eq!(ran.code, code, "{arguments:?}: {}", ran.stderr);
        if code != 2 {
            assert_eq!(rows(&folder.path("out")), 2);
        }
    }
}

#[test]
fn a_cross_check_replays_its_share_and_agrees() {
    let folder = Folder::new();
    folder.write("games.pgn", format!("{MATE}{ILLEGAL}"));
    let all = json_of(
        &folder.run(&["audit", "games.pgn", "--no-output", "--json", "--cross-check", "100%"]).stdout,
    );
    assert_eq!(all["cross_check"], json!({ "games": 2, "disagreements": [] }));
    let none =
        json_of(&folder.run(&["audit", "--cross-check=0", "games.pgn", "--no-output", "--json"]).stdout);
    assert_eq!(none["cross_check"]["games"], 0);
    let usual = folder.run(&["audit", "--no-output", "--cross-check", SAMPLES]);
    assert_eq!(usual.code, 0, "{}", usual.stderr);
    assert!(
        usual.stdout.contains("replayed by pgn-reader and shakmaty, 0 disagreements"),
        "{}",
        usual.stdout
    );
}

#[test]
fn a_quiet_audit_says_nothing_but_errors() {
    let folder = Folder::new();
    folder.write("games.pgn", MATE);
    folder.write("empty.pgn", "");
    let quiet = folder.run(&["audit", "-q", "games.pgn", "empty.pgn", "--no-output"]);
    assert_eq!((quiet.code, quiet.stdout.as_str(), quiet.stderr.as_str()), (0, "", ""));
    let quiet = folder.run(&["audit", "-q", "missing.pgn", "--no-output"]);
    assert_eq!(
        (quiet.code, quiet.stderr.as_str()),
        (1, "arbitro: error: missing.pgn: no such file or folder\n")
    );
}

#[test]
fn a_signal_publishes_nothing_and_leaves_nothing() {
    for (signal, code) in [("-INT", 130), ("-TERM", 143)] {
        let folder = Folder::new();
        // The program waits for an input that never comes to its end.
        let mut child = folder
            .command(&["audit", "-", "-o", "out"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let stdin = child.stdin.take();
        while folder.names().is_empty() {
            std::thread::yield_now();
        }
        assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
        let ran = ran(child.wait_with_output().unwrap());
        drop(stdin);
        assert_eq!((ran.code, ran.stdout.as_str()), (code, ""));
        assert_eq!(ran.stderr, "arbitro: error: interrupted; nothing is published\n");
        assert!(folder.names().is_empty(), "{:?}", folder.names());
    }
}

#[test]
fn rule_says_what_the_laws_say() {
    let folder = Folder::new();
    let words = folder.run(&["rule", "8/8/8/8/8/4k3/4p3/4K3", "w"]);
    assert_eq!(words.code, 0);
    assert!(words.stdout.contains("stalemate"), "{}", words.stdout);
    let verdict = json_of(
        &folder.run(&["rule", "--json", "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq -"]).stdout,
    );
    assert_eq!((&verdict["is_checkmate"], &verdict["legal_move_count"]), (&json!(true), &json!(0)));
    let start = json_of(&folder.run(&["rule", "--json", "startpos"]).stdout);
    assert_eq!(start["legal_moves"].as_array().unwrap().len(), 20);
    assert_eq!(start["polyglot_key"], "463b96181691fc9c");
    let bad = folder.run(&["rule", "no such board"]);
    assert_eq!((bad.code, bad.stdout.as_str()), (2, ""));
    assert!(bad.stderr.contains("placement at byte"), "{}", bad.stderr);
}

#[test]
fn perft_prints_the_total_in_plain_digits() {
    let folder = Folder::new();
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    assert_eq!(folder.run(&["perft", kiwipete, "3"]).stdout, "97862\n");
    let words: Vec<_> = ["perft"].into_iter().chain(kiwipete.split(' ')).chain(["2"]).collect();
    assert_eq!(folder.run(&words).stdout, "2039\n");
    let divide = folder.run(&["perft", "--divide", "startpos", "3"]).stdout;
    let lines: Vec<_> = divide.lines().collect();
    assert_eq!((lines.len(), lines[21], lines[20]), (22, "8902", ""));
    assert!(lines.contains(&"e2e4: 600"), "{divide}");
    for bad in [&["perft", "startpos"][..], &["perft", "startpos", "x"], &["perft", "8/8/8/8/8/8/8/8 w", "1"]]
    {
        assert_eq!(folder.run(bad).code, 2, "{bad:?}");
    }
}

#[test]
fn the_schema_lists_the_same_columns_in_every_format() {
    let folder = Folder::new();
    let json = json_of(&folder.run(&["schema", "--format", "json"]).stdout);
    let table = folder.run(&["schema"]).stdout;
    let markdown = folder.run(&["schema", "--format", "markdown"]).stdout;
    let columns = json["columns"].as_array().unwrap();
    assert_eq!((table.lines().count(), markdown.lines().count()), (columns.len() + 1, columns.len() + 2));
    for (index, column) in columns.iter().enumerate() {
        let name = column["name"].as_str().unwrap();
        assert!(table.lines().nth(index + 1).unwrap().starts_with(&format!("{name} ")), "{name}");
        assert!(markdown.lines().nth(index + 2).unwrap().starts_with(&format!("| `{name}` |")), "{name}");
    }
}

#[test]
fn a_reader_that_has_had_enough_is_no_fault() {
    let folder = Folder::new();
    let mut child =
        folder.command(&["schema"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let ran = ran(child.wait_with_output().unwrap());
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
}

#[test]
fn help_and_version_are_results() {
    let folder = Folder::new();
    let version = folder.run(&["--version"]);
    assert_eq!(
        (version.code, version.stdout.as_str()),
        (0, concat!("arbitro ", env!("CARGO_PKG_VERSION"), "\n"))
    );
    let mut help = String::new();
    for command in ["", "audit", "rule", "perft", "schema"] {
        let arguments: Vec<_> = [command, "--help"].into_iter().filter(|word| !word.is_empty()).collect();
        let ran = folder.run(&arguments);
        assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
        let _ = write!(help, "{}", ran.stdout);
    }
    assert!(!help.contains('\u{1b}'), "no colours where there is no terminal");
    assert_eq!(folder.run(&["no-such-command"]).code, 2);
}

#[test]
fn what_appears_at_the_outputs_place_during_the_run_stays() {
    for force in [&[][..], &["--force"]] {
        let folder = Folder::new();
        let arguments: Vec<_> = ["audit", "-", "-o", "out"].iter().chain(force).copied().collect();
        let mut child = folder
            .command(&arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let stdin = child.stdin.take();
        while folder.names().is_empty() {
            std::thread::yield_now();
        }
        fs::create_dir(folder.path("out")).unwrap();
        folder.write("out/letter.txt", "dear");
        drop(stdin);
        let ran = ran(child.wait_with_output().unwrap());
        assert_eq!((ran.code, ran.stdout.as_str()), (1, ""), "{}", ran.stderr);
        assert!(ran.stderr.contains("out: changed during the run; "), "{}", ran.stderr);
        assert_eq!(fs::read_to_string(folder.path("out/letter.txt")).unwrap(), "dear");
        assert_eq!(folder.names(), ["out"]);
    }
}

#[test]
fn the_working_directory_and_what_is_above_it_are_no_outputs() {
    let folder = Folder::new();
    folder.write("games.pgn", MATE);
    fs::create_dir_all(folder.path("empty/deep")).unwrap();
    for output in [".", ".."] {
        let mut command = folder.command(&["audit", "../../games.pgn", "-f", "-o", output]);
        let refused = ran(command.current_dir(folder.path("empty/deep")).output().unwrap());
        assert_eq!(refused.code, 2, "{}", refused.stderr);
        assert!(refused.stderr.contains(": is the working directory or above it; "), "{}", refused.stderr);
    }
    assert_eq!(folder.names(), ["empty", "games.pgn"]);
}

#[test]
fn a_disk_that_takes_no_more_is_named_with_the_folder() {
    let folder = Folder::new();
    folder.write("games.pgn", MATE);
    // A limit of one block stands for a full disk; who ignores the signal gets an error.
    let script = "trap '' XFSZ; ulimit -f 1; exec \"$0\" audit games.pgn -o out";
    let ran = ran(Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_arbitro")])
        .current_dir(folder.path("."))
        .output()
        .unwrap());
    assert_eq!((ran.code, ran.stdout.as_str()), (1, ""));
    assert!(ran.stderr.contains("/games: can't be written: file too large\n"), "{}", ran.stderr);
    assert_eq!(folder.names(), ["games.pgn"]);
}

#[test]
fn names_and_arguments_do_not_steer_the_terminal() {
    let folder = Folder::new();
    folder.write("a\x1b[2J\n.pgn", ILLEGAL);
    let ran = folder.run(&["audit", "a\x1b[2J\n.pgn", "b\x1b\n.pgn", "-v", "-o", "out\x1b"]);
    assert_eq!(ran.stderr, "arbitro: error: b\\u{1b}\\n.pgn: no such file or folder\n");
    assert!(ran.stdout.contains("a\\u{1b}[2J\\n.pgn: game 0") && ran.stdout.contains("\nout\\u{1b}: 1 row"));
    for arguments in [&["rule", "x\x1b\ny"][..], &["audit", "--no\x1b[2J"], &["\x1b\x07"]] {
        let refused = folder.run(arguments);
        assert_eq!(refused.code, 2);
        assert!(!refused.stderr.contains(|c: char| c.is_control() && c != '\n'), "{:?}", refused.stderr);
    }
}
