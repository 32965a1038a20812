//! What bad input gets: the exit code, what is said, what the manifest says, and the rows of everything else.

#![allow(clippy::unwrap_used, reason = "a test that can't go on fails")]

mod program;

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;

use serde_json::{Value, json};

use program::{Folder, MATE, Ran, assert_balanced, rows};

/// Audits `bad` between two good files, whose games must be there whatever becomes of it; gives its line in the manifest.
fn between_good_ones(folder: &Folder, bad: &str) -> (Ran, Value) {
    folder.write("first.pgn", MATE);
    folder.write("last.pgn", MATE);
    let (ran, manifest) = folder.audit(&["first.pgn", bad, "last.pgn"]);
    assert_balanced(&manifest);
    let inputs = manifest["inputs"].as_array().unwrap();
    assert_eq!(inputs.len(), 3);
    assert_eq!((&inputs[0]["games"], &inputs[2]["games"]), (&json!(1), &json!(1)));
    assert_eq!(rows(&folder.path("out")), manifest["ledger"]["rows"].as_u64().unwrap());
    (ran, inputs[1].clone())
}

/// A good file that gave so many games.
fn assert_fine(ran: &Ran, input: &Value, games: u64) {
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    assert_eq!((&input["games"], &input["error"]), (&json!(games), &Value::Null));
}

/// Lines on standard error, each of which begins with who speaks.
fn said(ran: &Ran) -> Vec<&str> {
    ran.stderr.lines().inspect(|line| assert!(line.starts_with("arbitro: "), "{line}")).collect()
}

#[test]
fn a_missing_file_is_named_and_the_others_are_audited() {
    let folder = Folder::new();
    let (ran, input) = between_good_ones(&folder, "missing.pgn");
    assert_eq!(ran.code, 1);
    assert_eq!(said(&ran), ["arbitro: error: missing.pgn: no such file or folder"]);
    assert_eq!((&input["kind"], &input["error"]["code"]), (&json!("unopened"), &json!("not_found")));
}

#[test]
fn a_folder_without_pgn_is_a_warning() {
    let folder = Folder::new();
    folder.write("notes/readme.txt", MATE);
    let (ran, input) = between_good_ones(&folder, "notes");
    assert_eq!(ran.code, 0);
    assert_eq!(said(&ran), ["arbitro: warning: notes: no *.pgn or *.pgn.zst in this folder"]);
    assert_eq!((&input["source_file"], &input["kind"]), (&json!("notes"), &json!("folder_without_pgn")));
}

#[test]
fn an_unreadable_file_is_named_and_the_others_are_audited() {
    let folder = Folder::new();
    // A link to itself can't be opened by anybody, root included.
    symlink("loop.pgn", folder.path("loop.pgn")).unwrap();
    let (ran, input) = between_good_ones(&folder, "loop.pgn");
    assert_eq!(ran.code, 1);
    assert_eq!(said(&ran), ["arbitro: error: loop.pgn: can't be read: too many levels of symbolic links"]);
    assert_eq!(input["error"]["code"], "unreadable");
}

#[test]
fn a_truncated_zst_gives_its_games_up_to_the_cut_and_both_offsets() {
    let folder = Folder::new();
    let text = (0..4_000).map(|number| format!("[Event \"{number}\"]\n\n1. e4 e5 *\n\n")).collect::<String>();
    let whole = zstd::bulk::compress(text.as_bytes(), 1).unwrap();
    let cut = whole.len() * 9 / 10;
    folder.write("cut.pgn.zst", &whole[..cut]);
    let (ran, input) = between_good_ones(&folder, "cut.pgn.zst");
    assert_eq!(ran.code, 1);
    let lines = said(&ran);
    assert_eq!(lines.len(), 1);
    assert!(
        lines[0].contains(&format!("cut.pgn.zst: compressed data ends within a frame at byte {cut} (byte ")),
        "{}",
        lines[0]
    );
    assert_eq!((&input["error"]["code"], &input["error"]["offset"]), (&json!("truncated"), &json!(cut)));
    assert_eq!(input["stored_bytes"], cut);
}

#[test]
fn a_corrupt_zst_gives_its_games_up_to_the_fault() {
    let folder = Folder::new();
    let mut file = zstd::bulk::compress(MATE.as_bytes(), 1).unwrap();
    let length = file.len();
    file.extend(b"no frame begins like this");
    folder.write("bad.pgn.zst", file);
    let (ran, input) = between_good_ones(&folder, "bad.pgn.zst");
    assert_eq!(ran.code, 1);
    assert!(
        said(&ran)[0].contains("bad.pgn.zst: compressed data can't be decoded near byte"),
        "{}",
        ran.stderr
    );
    assert_eq!((&input["games"], &input["error"]["code"]), (&json!(1), &json!("corrupt")));
    assert!(ran.stderr.contains("; what came before is audited\n"), "{}", ran.stderr);
    assert!(input["error"]["offset"].as_u64().unwrap() >= length as u64);
}

#[test]
fn a_zst_that_gives_nothing_has_its_size_and_no_word_of_what_came_before() {
    for bytes in
        [&b"x"[..], b"this is no frame at all", &zstd::bulk::compress(MATE.as_bytes(), 1).unwrap()[..5]]
    {
        let folder = Folder::new();
        folder.write("bad.pgn.zst", bytes);
        let (ran, input) = between_good_ones(&folder, "bad.pgn.zst");
        assert_eq!((ran.code, &input["stored_bytes"], &input["bytes"]), (1, &json!(bytes.len()), &json!(0)));
        assert!(!ran.stderr.contains("what came before"), "{}", ran.stderr);
        assert!(!input["error"]["message"].as_str().unwrap().contains("what came before"), "{input}");
    }
}

#[test]
fn a_text_that_is_named_zst_is_an_error_and_not_a_text_without_games() {
    let folder = Folder::new();
    folder.write("plain.pgn.zst", MATE);
    let (ran, input) = between_good_ones(&folder, "plain.pgn.zst");
    assert_eq!((ran.code, &input["error"]["code"]), (1, &json!("corrupt")));
}

#[test]
fn a_zst_without_its_name_is_known_by_its_first_bytes() {
    let folder = Folder::new();
    folder.write("games.pgn", zstd::bulk::compress(MATE.as_bytes(), 1).unwrap());
    let (ran, input) = between_good_ones(&folder, "games.pgn");
    assert_fine(&ran, &input, 1);
    assert_eq!(input["compression"], "zstd");
}

#[test]
fn binary_junk_without_a_move_is_a_warning() {
    let folder = Folder::new();
    folder.write("junk.pgn", (0..100_000u32).map(|n| 128 + (n % 127 * n % 127) as u8).collect::<Vec<_>>());
    let (ran, input) = between_good_ones(&folder, "junk.pgn");
    assert_eq!(ran.code, 0);
    assert_eq!(said(&ran), ["arbitro: warning: junk.pgn: no game in 100000 bytes"]);
    assert_eq!((&input["games"], &input["between_bytes"]), (&json!(0), &json!(100_000)));
}

#[test]
fn random_bytes_do_no_harm() {
    let folder = Folder::new();
    let mut state = 1u64;
    let bytes: Vec<u8> = (0..300_000)
        .map(|_| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 40) as u8
        })
        .collect();
    folder.write("random.pgn", bytes);
    let (ran, input) = between_good_ones(&folder, "random.pgn");
    assert_eq!((ran.code, &input["bytes"]), (0, &json!(300_000)));
}

#[test]
fn an_empty_file_is_a_warning() {
    let folder = Folder::new();
    folder.write("empty.pgn", "");
    let (ran, input) = between_good_ones(&folder, "empty.pgn");
    assert_eq!(ran.code, 0);
    assert_eq!(said(&ran), ["arbitro: warning: empty.pgn: no game in 0 bytes"]);
    assert_eq!((&input["kind"], &input["bytes"]), (&json!("file"), &json!(0)));
}

#[test]
fn an_empty_dataset_is_published_where_nothing_can_be_read() {
    let folder = Folder::new();
    let (ran, manifest) = folder.audit(&["missing.pgn"]);
    assert_eq!((ran.code, &manifest["ledger"]["rows"]), (1, &json!(0)));
    assert_eq!(rows(&folder.path("out")), 0);
}

#[test]
fn a_game_cut_at_the_end_of_the_file_is_a_row() {
    let folder = Folder::new();
    folder.write("cut.pgn", format!("{MATE}[Event \"cut\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 N"));
    let (ran, input) = between_good_ones(&folder, "cut.pgn");
    assert_fine(&ran, &input, 2);
    assert_eq!(input["plies"], 4 + 3);
}

#[test]
fn nul_bytes_cost_at_most_their_own_game() {
    let folder = Folder::new();
    let nul = "[Event \"a\0b\"]\n\n1. e4 \0 e5 *\n\n";
    folder.write("nul.pgn", format!("{}{MATE}{nul}{MATE}", "\0".repeat(5_000)));
    let (ran, input) = between_good_ones(&folder, "nul.pgn");
    assert_fine(&ran, &input, 3);
}

#[test]
fn a_line_of_ten_megabytes_is_read_wherever_it_stands() {
    let folder = Folder::new();
    let long = "x".repeat(10_000_000);
    let comment = format!("[Event \"a\"]\n\n1. e4 {{{long}}} e5 *\n\n");
    let tag = format!("[Event \"{long}\"]\n\n1. e4 e5 *\n\n");
    folder.write("long.pgn", format!("{comment}{MATE}{tag}{long}\n{MATE}"));
    let (ran, input) = between_good_ones(&folder, "long.pgn");
    assert_fine(&ran, &input, 4);
    assert_eq!(input["plies"], 2 + 4 + 2 + 4);
}

#[test]
fn a_game_of_a_hundred_thousand_plies_is_replayed_to_its_end() {
    let folder = Folder::new();
    let knights = ["Nf3 Nf6", "Ng1 Ng8"];
    let moves: String = (0..50_000).map(|n| format!("{}. {}\n", n + 1, knights[n % 2])).collect();
    folder.write("long.pgn", format!("[Event \"long\"]\n[Result \"1/2-1/2\"]\n\n{moves}1/2-1/2\n\n{MATE}"));
    let (ran, input) = between_good_ones(&folder, "long.pgn");
    assert_fine(&ran, &input, 2);
    assert_eq!(input["plies"], 100_000 + 4);
}

#[test]
fn names_that_are_not_text_stay_apart() {
    let folder = Folder::new();
    fs::create_dir(folder.path("in")).unwrap();
    for name in [&b"in/\xff.pgn"[..], b"in/\xfe.pgn"] {
        let path = folder.path("").join(OsStr::from_bytes(name));
        if let Err(error) = fs::write(path, MATE) {
            eprintln!("skipped: this file system takes no such names: {error}");
            return;
        }
    }
    let (ran, manifest) = folder.audit(&["in"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    let name = |at: usize| manifest["inputs"][at]["source_file"].as_str().unwrap();
    assert_eq!((name(0), name(1)), ("in/\\xfe.pgn", "in/\\xff.pgn"));
}
