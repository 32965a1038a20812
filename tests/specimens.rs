//! Specimens: one small file an oddity, named after it, with the rows that the Laws and the format ask for beside it.
//!
//! `NAME.expected` has a line a game: `column=value`, `column=null`, or `column~=[a,b]` where a list must hold at least
//! those. Values with blanks stand in double quotes. Lines that begin with `#` say why. Columns that are not named are
//! not looked at.

#![allow(clippy::unwrap_used, reason = "a test that can't go on fails")]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;

/// A row as text, by column.
type Row = BTreeMap<String, String>;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/specimens")
}

/// The names of the files with this extension, without it.
fn names(extension: &str) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|found| found == extension))
        .map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned())
        .collect();
    names.sort();
    names
}

fn text(field: &Field) -> String {
    match field {
        Field::Null => "null".to_owned(),
        Field::Str(text) => text.clone(),
        Field::Bool(flag) => flag.to_string(),
        Field::Short(number) => number.to_string(),
        Field::Int(number) => number.to_string(),
        Field::Float(number) => number.to_string(),
        Field::Long(number) | Field::TimestampMillis(number) => number.to_string(),
        Field::Date(_) => field.to_string().split(' ').next().unwrap().to_owned(),
        Field::ListInternal(list) => {
            let items: Vec<String> = list.elements().iter().map(text).collect();
            format!("[{}]", items.join(","))
        }
        Field::MapInternal(map) => {
            let entries: Vec<String> =
                map.entries().iter().map(|(key, value)| format!("{}: {}", text(key), text(value))).collect();
            format!("{{{}}}", entries.join(", "))
        }
        other => panic!("a type that no column has: {other:?}"),
    }
}

/// Every row of a dataset.
fn rows(dataset: &Path) -> Vec<Row> {
    let mut parts: Vec<PathBuf> =
        fs::read_dir(dataset.join("games")).unwrap().map(|entry| entry.unwrap().path()).collect();
    parts.sort();
    let mut rows = Vec::new();
    for part in parts {
        let reader = SerializedFileReader::new(File::open(part).unwrap()).unwrap();
        for row in reader.get_row_iter(None).unwrap() {
            let row = row.unwrap();
            rows.push(row.get_column_iter().map(|(name, field)| (name.clone(), text(field))).collect());
        }
    }
    rows
}

/// What is asked of a column.
enum Wanted {
    Equal(String),
    Holds(Vec<String>),
}

/// Reads one line of expectations.
fn wanted(line: &str) -> Vec<(String, Wanted)> {
    let mut all = Vec::new();
    let mut rest = line.trim();
    while !rest.is_empty() {
        let (name, tail) = rest.split_once('=').unwrap_or_else(|| panic!("no `=` in {rest:?}"));
        let (value, tail) = value(tail);
        let one = match name.strip_suffix('~') {
            Some(name) => (name.to_owned(), Wanted::Holds(list(&value))),
            None => (name.to_owned(), Wanted::Equal(value)),
        };
        all.push(one);
        rest = tail.trim_start();
    }
    all
}

/// The value at the start of `text`, and what follows it.
fn value(text: &str) -> (String, &str) {
    let Some(quoted) = text.strip_prefix('"') else {
        let end = text.find(char::is_whitespace).unwrap_or(text.len());
        return (text[..end].to_owned(), &text[end..]);
    };
    let mut value = String::new();
    let mut characters = quoted.char_indices();
    while let Some((at, character)) = characters.next() {
        match character {
            '"' => return (value, &quoted[at + 1..]),
            '\\' => value.push(characters.next().expect("something after the backslash").1),
            other => value.push(other),
        }
    }
    panic!("no closing quote in {text:?}");
}

fn list(text: &str) -> Vec<String> {
    let inner = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).expect("a list in brackets");
    let mut items: Vec<String> =
        inner.split(',').filter(|item| !item.is_empty()).map(str::to_owned).collect();
    items.sort();
    items
}

/// What is wrong with one column of one row, if anything.
fn complaint(row: &Row, name: &str, wanted: &Wanted) -> Option<String> {
    let Some(found) = row.get(name) else { return Some(format!("{name}: no such column")) };
    match wanted {
        Wanted::Equal(wanted) if wanted.starts_with('[') => {
            (list(wanted) != list(found)).then(|| format!("{name}: wanted {wanted}, found {found}"))
        }
        Wanted::Equal(wanted) => {
            (wanted != found).then(|| format!("{name}: wanted {wanted:?}, found {found:?}"))
        }
        Wanted::Holds(wanted) => {
            let found = list(found);
            let missing: Vec<_> = wanted.iter().filter(|item| !found.contains(item)).collect();
            (!missing.is_empty()).then(|| format!("{name}: {missing:?} missing in {found:?}"))
        }
    }
}

/// What is wrong with the rows of one specimen.
fn complaints(name: &str) -> String {
    let scratch = tempfile::tempdir().unwrap();
    let dataset = scratch.path().join("dataset");
    let run = Command::new(env!("CARGO_BIN_EXE_arbitro"))
        .arg("audit")
        .arg(folder().join(format!("{name}.pgn")))
        .args(["--columns", "all", "-o"])
        .arg(&dataset)
        .output()
        .unwrap();
    if !run.status.success() {
        return format!("{name}: {}\n{}", run.status, String::from_utf8_lossy(&run.stderr));
    }
    let rows = rows(&dataset);
    let expected = fs::read_to_string(folder().join(format!("{name}.expected"))).unwrap();
    let games: Vec<_> =
        expected.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).map(wanted).collect();
    let mut report = String::new();
    if rows.len() != games.len() {
        let _ = writeln!(report, "{name}: wanted {} games, found {}", games.len(), rows.len());
    }
    for (index, (row, game)) in rows.iter().zip(&games).enumerate() {
        for (column, wanted) in game {
            if let Some(complaint) = complaint(row, column, wanted) {
                let _ = writeln!(report, "{name}, game {index}: {complaint}");
            }
        }
    }
    report
}

#[test]
fn every_specimen_gets_the_rows_that_stand_beside_it() {
    let report: String = names("pgn").iter().map(|name| complaints(name)).collect();
    assert!(report.is_empty(), "\n{report}");
}

#[test]
fn every_specimen_has_an_expectation_and_every_expectation_a_specimen() {
    assert_eq!(names("pgn"), names("expected"));
}

#[test]
fn every_expectation_says_why() {
    for name in names("expected") {
        let text = fs::read_to_string(folder().join(format!("{name}.expected"))).unwrap();
        assert!(text.starts_with("# "), "{name}: the first line says what the specimen is about");
    }
}

#[test]
fn no_two_specimens_are_the_same() {
    let mut seen: BTreeMap<Vec<u8>, String> = BTreeMap::new();
    for name in names("pgn") {
        let bytes = fs::read(folder().join(format!("{name}.pgn"))).unwrap();
        if let Some(other) = seen.insert(bytes, name.clone()) {
            panic!("{name} and {other} are the same");
        }
    }
}
