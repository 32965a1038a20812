//! The README says what the program says: the help, the columns and the output that it shows are real.
//!
//! `ARBITRO_BLESS=1 cargo test --test readme` writes them anew.

#![allow(clippy::unwrap_used, reason = "a test that can't go on fails")]

use std::fs;
use std::ops::Range;
use std::path::Path;
use std::process::Command;
use std::sync::{Mutex, PoisonError};

/// The tests of this file read and write one file.
static README: Mutex<()> = Mutex::new(());

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn readme() -> String {
    fs::read_to_string(root().join("README.md")).unwrap()
}

/// What the program prints.
fn printed(arguments: &[&str]) -> String {
    let run = Command::new(env!("CARGO_BIN_EXE_arbitro"))
        .args(arguments)
        .env_remove("COLUMNS")
        .current_dir(root())
        .output()
        .unwrap();
    assert!(run.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&run.stderr));
    String::from_utf8(run.stdout).unwrap()
}

/// Whether the README is to be written, not tested.
fn is_blessed() -> bool {
    std::env::var_os("ARBITRO_BLESS").is_some()
}

/// Where the text between two marks stands.
fn between(text: &str, from: &str, to: &str) -> Range<usize> {
    let start = text.find(from).unwrap_or_else(|| panic!("no {from}")) + from.len();
    let length = text[start..].find(to).unwrap_or_else(|| panic!("no {to}"));
    start..start + length
}

/// Holds the text between two marks to what is `printed`; `facts` leaves out what another run prints otherwise.
fn hold(from: &str, to: &str, printed: &str, facts: fn(&str) -> String) {
    let _alone = README.lock().unwrap_or_else(PoisonError::into_inner);
    let mut readme = readme();
    let range = between(&readme, from, to);
    if is_blessed() {
        readme.replace_range(range, &format!("{}\n", printed.trim()));
        fs::write(root().join("README.md"), readme).unwrap();
    } else {
        assert_eq!(facts(&readme[range]), facts(printed));
    }
}

fn all(text: &str) -> String {
    text.trim().to_owned()
}

/// All but the last two lines: the rate and the place.
fn without_rate(text: &str) -> String {
    let lines: Vec<&str> = text.trim().lines().collect();
    lines[..lines.len().saturating_sub(2)].join("\n")
}

#[test]
fn the_table_of_columns_is_that_of_the_schema() {
    let columns = printed(&["schema", "--format", "markdown"]);
    hold("<!-- columns -->\n", "<!-- /columns -->", &columns, all);
    let columns = printed(&["schema", "--table", "plies", "--format", "markdown"]);
    hold("<!-- plies -->\n", "<!-- /plies -->", &columns, all);
    let columns = printed(&["schema", "--table", "summary", "--format", "markdown"]);
    hold("<!-- summary -->\n", "<!-- /summary -->", &columns, all);
}

#[test]
fn the_help_is_that_of_the_program() {
    hold("<!-- help -->\n```text\n", "```\n<!-- /help -->", &printed(&["audit", "--help"]), all);
}

#[test]
fn the_first_command_prints_what_is_shown() {
    let scratch = tempfile::tempdir().unwrap();
    let dataset = scratch.path().join("out");
    let dataset = dataset.to_str().unwrap();
    let printed = printed(&["audit", "data/games", "-o", dataset]).replace(dataset, "out");
    hold("$ make run\n", "```", &printed, without_rate);
}

/// Games a second of a program on a file, as the benchmark wrote them; a name is known by its beginning, without the asterisks of bold print.
fn rate(results: &str, name: &str, file: &str) -> u64 {
    let cells = |line: &str| line.split('|').map(|cell| cell.trim().replace('*', "")).collect::<Vec<_>>();
    let row = results
        .lines()
        .map(cells)
        .find(|cells| cells.len() > 4 && cells[1].starts_with(name) && cells[2] == file);
    let row = row.unwrap_or_else(|| panic!("no {name} on {file}"));
    row[4].replace(',', "").parse().unwrap()
}

/// To three digits or thousands, with commas.
fn rounded(rate: u64) -> String {
    let unit = if rate < 1_000 { 10 } else { 1_000 };
    let number = (rate + unit / 2) / unit * unit;
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev().map(|group| String::from_utf8_lossy(group).into_owned());
    groups.collect::<Vec<_>>().join(",")
}

#[test]
fn the_rates_are_those_of_the_benchmark() {
    let results = fs::read_to_string(root().join("benches/RESULTS.md")).unwrap();
    let rows: [(&str, &[&str]); 7] = [
        (
            "`arbitro audit --no-output`, 1 thread / 2 threads",
            &["arbitro, check, 1 thread", "arbitro, check, 2 threads"],
        ),
        (
            "`arbitro audit -o`, 1 thread / 2 threads",
            &["arbitro, dataset, 1 thread", "arbitro, dataset, 2 threads"],
        ),
        ("pgn-reader + shakmaty, legality alone, 1 thread", &["pgn-reader + shakmaty"]),
        (
            "Python binding of pgn-reader, arrays of moves, 1 thread",
            &["rust_pgn_reader_python_binding 4.1.0, 1 thread"],
        ),
        ("pgn-extract `-r`", &["pgn-extract"]),
        ("python-chess", &["python-chess"]),
        ("`grep -c` for the Event tag, the ceiling", &["ceiling: `grep"]),
    ];
    let rates = |names: &[&str], file| {
        names.iter().map(|name| rounded(rate(&results, name, file))).collect::<Vec<_>>().join(" / ")
    };
    let lines = rows
        .map(|(what, names)| format!("| {what} | {} | {} |", rates(names, "Lichess"), rates(names, "OTB")));
    let table = format!("| what | Lichess | over the board |\n|---|--:|--:|\n{}", lines.join("\n"));
    hold("<!-- rates -->\n", "<!-- /rates -->", &table, all);
}
