//! The dataset as others see it: opened by DuckDB, pyarrow, Polars and pandas, whose answers must agree.
//!
//! `make test` names the Python interpreter that has them in `ARBITRO_PYTHON`; without that name the tests say so and pass.

#![allow(clippy::unwrap_used, reason = "a test that can't go on fails")]

mod program;

use std::path::PathBuf;

use arbitro::table::ROWS_PER_ROW_GROUP;
use program::{Folder, report_of, script};

const SAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data/games");
const DAMAGED: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/data/damaged/illegal_move_in_the_second_game.pgn");

/// A game with tags that have no column, a claim that doesn't fit its own, and two names beyond ASCII; then a game of
/// another variant, of which nothing is replayed.
const ODD: &str = "[Event \"Tag zoo\"]
[White \"Żółć\"]
[Black \"李\"]
[WhiteElo \"about 2000\"]
[Annotator \"Nobody\"]
[Annotator \"Somebody\"]
[Result \"*\"]

1. e4 e5 2. 0-0 *

[Event \"Atomic\"]
[Variant \"Atomic\"]

1. e4 e5 2. Nf3 *
";

/// Audits everything, whole and parted, and lets one reader open it.
fn reader_agrees(reader: &str) {
    let run = |name: &str, files: &[PathBuf]| {
        if let Some(mut command) = script(name) {
            report_of(command.arg(reader).args(files));
        }
    };
    if script("readers.py").is_none() {
        return;
    }
    let folder = Folder::new();
    folder.write("odd.pgn", ODD);
    let (ran, _) = folder.audit(&["--columns", "all", "odd.pgn", DAMAGED, SAMPLES]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let schema = folder.run(&["schema", "--format", "json"]);
    assert_eq!(schema.code, 0, "{}", schema.stderr);
    folder.write("schema.json", schema.stdout);
    run("readers.py", ["out", "schema.json"].map(|name| folder.path(name)).as_slice());
    let parted = [
        "audit",
        "odd.pgn",
        DAMAGED,
        SAMPLES,
        "-o",
        "parted",
        "--partition",
        "year,month",
        "--columns",
        "core",
    ];
    let ran = folder.run(&parted);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let schema = folder.run(&["schema", "--table", "summary", "--format", "json"]);
    folder.write("summary.json", schema.stdout);
    let files = ["parted", "schema.json", "summary.json"].map(|name| folder.path(name));
    run("tables.py", &files);
    // Everything that a game's row can have, whole and in folders.
    let everything = ["--columns", "all", "--lists"];
    for more in [&["-o", "lists"][..], &["-o", "parted_lists", "--partition", "year,month"]] {
        let ran = folder.run(&[&["audit", "odd.pgn", DAMAGED, SAMPLES], &everything[..], more].concat());
        assert_eq!(ran.code, 0, "{}", ran.stderr);
    }
    run("parted.py", &["parted_lists", "lists", "schema.json"].map(|name| folder.path(name)));
    folder.write("many.pgn", many_games());
    let columns = "game_index,white_last_clock,black_last_clock";
    let ran = folder.run(&["audit", "many.pgn", "-o", "many", "--columns", columns]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    run("floats.py", &[folder.path("many")]);
}

/// Games for four row groups, by White's clock: all at zero; below zero and above; without any; at an hour and a half.
fn many_games() -> String {
    let mut games = String::new();
    for index in 0..3 * ROWS_PER_ROW_GROUP + 1_000 {
        let comment = match index / ROWS_PER_ROW_GROUP {
            0 => "{[%clk 0:00:00]} ".to_owned(),
            1 if index % 7 == 0 => "{[%clk -0:00:01.5]} ".to_owned(),
            1 => format!("{{[%clk 0:01:{:02}.{}]}} ", index % 60, index % 10),
            2 => String::new(),
            _ => format!("{{[%clk 1:30:{:02}]}} ", index % 60),
        };
        games.extend(["[TimeControl \"60+0\"]\n\n1. e4 ", &comment, "*\n\n"]);
    }
    games
}

#[test]
fn pyarrow_reads_what_was_written() {
    reader_agrees("pyarrow");
}

#[test]
fn duckdb_reads_what_was_written() {
    reader_agrees("duckdb");
}

#[test]
fn polars_reads_what_was_written() {
    reader_agrees("polars");
}

#[test]
fn pandas_reads_what_was_written() {
    reader_agrees("pandas");
}
