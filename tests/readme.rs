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
