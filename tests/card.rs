//! The dataset card as a user has it: `README.md` beside the tables, which says what they are and is the same for the same input.

#![allow(clippy::unwrap_used, reason = "a test that can't go on fails")]

mod program;

use std::fs::{self, File};

use parquet::file::reader::{FileReader, SerializedFileReader};

use program::{Folder, MATE, python};

const SAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data/games");
const SPECIMENS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/specimens");

fn audit(folder: &Folder, inputs: &[&str], more: &[&str]) -> String {
    let ran = folder.run(&[&["audit", "-o", "out", "-f"], inputs, more].concat());
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    card(folder)
}

fn card(folder: &Folder) -> String {
    fs::read_to_string(folder.path("out/README.md")).unwrap()
}

/// The names in the first column of the table below a heading.
fn named<'t>(card: &'t str, heading: &str) -> Vec<&'t str> {
    let below = card.split_once(&format!("\n{heading}\n")).unwrap().1;
    let table = below.lines().skip_while(|line| !line.starts_with('|'));
    let rows = table.skip(2).take_while(|line| line.starts_with('|'));
    rows.map(|row| row.split('`').nth(1).unwrap()).collect()
}

/// A card without its code spans, which hold what comes from outside: a span ends at a run of backticks as long as the one it begins with.
fn without_code(card: &str) -> String {
    let mut text = String::new();
    for line in card.lines() {
        let mut rest = line;
        while let Some(at) = rest.find('`') {
            let fence = rest[at..].len() - rest[at..].trim_start_matches('`').len();
            let (before, behind) = (&rest[..at], &rest[at + fence..]);
            let mut runs = behind.match_indices('`').map(|(place, _)| place).filter(|place| {
                let run = behind[*place..].len() - behind[*place..].trim_start_matches('`').len();
                run == fence && !behind[..*place].ends_with('`')
            });
            text.push_str(before);
            match runs.next() {
                Some(end) => rest = &behind[end + fence..],
                None => {
                    text.push_str(&rest[at..at + fence]);
                    rest = behind;
                }
            }
        }
        text.push_str(rest);
        text.push('\n');
    }
    text
}

#[test]
fn the_columns_of_the_card_are_those_that_were_written() {
    let folder = Folder::new();
    for columns in ["core", "default", "all", "White,ruling"] {
        let card = audit(&folder, &[SPECIMENS], &["--columns", columns]);
        let part = File::open(folder.path("out/games/part-00000.parquet")).unwrap();
        let reader = SerializedFileReader::new(part).unwrap();
        let schema = reader.metadata().file_metadata().schema();
        let written: Vec<_> = schema.get_fields().iter().map(|field| field.name()).collect();
        assert_eq!(named(&card, "### `games`"), written, "{columns}");
        let summary: Vec<_> = arbitro::table::SUMMARY.iter().map(|column| column.name).collect();
        assert_eq!(named(&card, "### `summary`"), summary);
        let findings: Vec<_> = arbitro::finding::FINDINGS.iter().map(|info| info.code).collect();
        assert_eq!(named(&card, "## The findings"), findings);
    }
}

#[test]
fn neither_threads_nor_the_output_nor_the_time_show_in_a_card() {
    let folder = Folder::new();
    let one = audit(&folder, &[SAMPLES, SPECIMENS], &["-j", "1"]);
    let ran = folder.run(&[
        "audit",
        SAMPLES,
        SPECIMENS,
        "-o",
        "deep/other",
        "-j",
        "3",
        "--chunk-size",
        "5000",
        "--report",
        "--cross-check",
    ]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(fs::read_to_string(folder.path("deep/other/README.md")).unwrap() == one);
}

#[test]
fn the_figures_of_a_card_are_those_of_the_manifest() {
    let folder = Folder::new();
    folder.write("a.pgn", format!("prose\n\n{MATE}"));
    folder.write("none.pgn", "prose");
    let card = audit(&folder, &["a.pgn", "none.pgn"], &["--laws", "fide", "--columns", "core,-White"]);
    let manifest = folder.manifest("out");
    for line in [
        format!("| bytes of games | {} |", manifest["ledger"]["game_bytes"]),
        format!("| bytes between games | {} |", manifest["ledger"]["between_bytes"]),
        "| games found | 1 |".to_owned(),
        "| rows written | 1 |".to_owned(),
        "| half-moves replayed | 4 |".to_owned(),
        format!("* `a.pgn`: 1 game, {} bytes", manifest["inputs"][0]["bytes"]),
        "* `none.pgn`: 0 games, 5 bytes".to_owned(),
        "* Laws: `fide`".to_owned(),
        "* columns: `core,-White`".to_owned(),
        "| `checkmate` | 1 | 100.00% |".to_owned(),
        "# 1 audited chess game".to_owned(),
    ] {
        assert!(card.lines().any(|found| found == line), "{line}\n{card}");
    }
    assert!(!card.contains("## Contradictions"));
}

#[test]
fn what_comes_from_outside_is_shown_and_does_nothing() {
    let folder = Folder::new();
    let game = "[Event \"<script>alert(1)</script>\"]\n[GameId \"`]<img | x\"]\n[Result \"1-0\"]\n\n1. f3 e5 2. g4 Qh4# 1-0\n";
    let names = ["<script>|a`b``c.pgn", "two\nlines.pgn", "[x](http:y)---\u{202e}.pgn", "--- `.pgn"];
    for name in names {
        folder.write(&format!("in/{name}"), game);
    }
    let ran = folder.run(&["audit", "in", "in/<script>|a`b``c.pgn", "missing`<b>", "-o", "out"]);
    assert_eq!(ran.code, 1, "{}", ran.stderr);
    let card = card(&folder);
    let bare = without_code(&card);
    for outside in ["<script", "<img", "<b>", "](http:y)", "two\u{fffd}lines", "a`b``c"] {
        assert!(card.contains(outside), "{outside}\n{card}");
        assert!(!bare.contains(outside), "{outside}\n{bare}");
    }
    // What is left of them are the fences of the one block of code.
    assert!(!card.contains(['\u{202e}', '\r']) && bare.matches('`').count() == 6, "{bare}");
    assert!(card.contains("* ```in/<script>|a`b``c.pgn```: 1 game"), "{card}");
    assert!(card.contains("`in/two\u{fffd}lines.pgn`"));
    assert!(card.contains("**1 input could not be read to the end:**"));
    assert!(card.contains("## Contradictions") && card.contains("arbitro explain"));
    // Nothing but the header's own lines looks like its end.
    assert_eq!(card.lines().filter(|line| line.trim() == "---").count(), 2);
}

#[test]
fn a_card_stands_where_a_dataset_does_and_nowhere_else() {
    let folder = Folder::new();
    folder.write("a.pgn", MATE);
    assert_eq!(folder.run(&["audit", "a.pgn", "--no-output"]).code, 0);
    assert_eq!(folder.names(), ["a.pgn"]);
    let first = audit(&folder, &["a.pgn"], &[]);
    // The card of another dataset is replaced with it, whatever was written into it.
    folder.write("out/README.md", "mine");
    assert_eq!(folder.run(&["audit", "a.pgn", "-o", "out"]).code, 2);
    assert_eq!(card(&folder), "mine");
    assert_eq!(audit(&folder, &["a.pgn"], &[]), first);
}

#[test]
fn a_dataset_without_games_has_a_card_that_says_so() {
    let folder = Folder::new();
    folder.write("none.pgn", "prose");
    let card = audit(&folder, &["none.pgn"], &[]);
    assert!(card.contains("# 0 audited chess games") && card.contains("- n<1K"), "{card}");
}

#[test]
fn the_header_is_read_as_yaml_and_the_lines_to_open_the_dataset_run() {
    let folder = Folder::new();
    for options in [
        vec![SAMPLES, SPECIMENS, "--columns", "all"],
        vec![SAMPLES, SPECIMENS, "--partition", "year,month"],
        vec![SAMPLES, "--partition", "year", "--columns", "core"],
        vec![SPECIMENS, "--columns", "White,ruling"],
        vec![SAMPLES, SPECIMENS, "--plies", "--lists"],
        vec![SAMPLES, "--plies=fen", "--lists", "--columns", "all", "--partition", "year,month"],
    ] {
        audit(&folder, &options, &[]);
        python("card.py", &[folder.path("out").to_str().unwrap()]);
    }
}

#[test]
fn the_command_of_a_card_makes_the_dataset_again() {
    let folder = Folder::new();
    folder.write(
        "my games.pgn",
        format!("{MATE}[Event \"x\"]\n[Date \"2020.01.01\"]\n\n1. e4 {{[%clk 0:01:00]}} *\n"),
    );
    for options in [
        &[][..],
        &["--lists"],
        &["--plies"],
        &["--plies=fen", "--partition", "year,month"],
        &["--columns", "all,-White", "--laws", "fide", "--site", "icc", "--exact", "--lists"],
        &["--columns=-White,default"],
        &["--columns", "-final_fen"],
    ] {
        let card = audit(&folder, &["my games.pgn"], options);
        let command =
            card.lines().find_map(|line| line.strip_prefix("This makes it again, in the folder `out`: `"));
        let command = command.unwrap().strip_suffix('`').unwrap();
        let (program, arguments) = command.split_once(' ').unwrap();
        assert_eq!(program, "arbitro");
        let arguments: Vec<_> = arguments
            .replace("'my games.pgn'", "my\0games.pgn")
            .split(' ')
            .map(|word| word.replace('\0', " "))
            .collect();
        let files = |of: &str| {
            let mut left = vec![folder.path(of)];
            let mut files = std::collections::BTreeMap::new();
            while let Some(path) = left.pop() {
                if path.is_dir() {
                    left.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
                } else if path.file_name().unwrap() != "manifest.json" {
                    files.insert(
                        path.strip_prefix(folder.path(of)).unwrap().to_owned(),
                        fs::read(&path).unwrap(),
                    );
                }
            }
            files
        };
        let before = files("out");
        fs::rename(folder.path("out"), folder.path("first")).unwrap();
        let ran = folder.run(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(ran.code, 0, "{command}: {}", ran.stderr);
        assert!(files("out") == before, "{command}");
        fs::remove_dir_all(folder.path("first")).unwrap();
    }
}
