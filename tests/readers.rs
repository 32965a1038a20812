//! The dataset as others see it: opened by DuckDB, pyarrow, Polars and pandas, whose answers must agree.
//!
//! `make test` names the Python interpreter that has them in `ARBITRO_PYTHON`; without that name the tests say so and pass.

#![allow(clippy::unwrap_used, reason = "a test that can't go on fails")]

mod program;

use std::ffi::OsStr;
use std::io::Write;
use std::path::PathBuf;
use std::process::Command;

use program::Folder;

const SAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data/games");
const DAMAGED: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/data/damaged/illegal_move_in_the_second_game.pgn");
const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/python/readers.py");

const TABLES_SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/python/tables.py");

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
    let Some(python) = std::env::var_os("ARBITRO_PYTHON") else {
        // Written past the harness, which shows what `eprintln` says of failed tests only.
        let _ = writeln!(
            std::io::stderr(),
            "skipped: ARBITRO_PYTHON names no interpreter; `make test` makes one and names it"
        );
        return;
    };
    let folder = Folder::new();
    folder.write("odd.pgn", ODD);
    let (ran, _) = folder.audit(&["odd.pgn", DAMAGED, SAMPLES, "--columns", "all"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let schema = folder.run(&["schema", "--format", "json"]);
    assert_eq!(schema.code, 0, "{}", schema.stderr);
    folder.write("schema.json", schema.stdout);
    run(&python, SCRIPT, reader, ["out", "schema.json"].map(|name| folder.path(name)).as_slice());
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
    run(&python, TABLES_SCRIPT, reader, &files);
}

/// Runs a script, which fails with what it found.
fn run(python: &OsStr, script: &str, reader: &str, files: &[PathBuf]) {
    let output = Command::new(python)
        .arg(script)
        .arg(reader)
        .args(files)
        .output()
        .unwrap_or_else(|error| panic!("{} can't be run: {error}", python.display()));
    assert!(
        output.status.success(),
        "{reader} reads something else:\n{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
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
