//! `--columns` as a user has it: what is asked for is written as ever, and nothing else is.

#![allow(clippy::unwrap_used, reason = "a test that can't go on fails")]

mod program;

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::Path;

use arbitro::table::COLUMNS;
use parquet::file::reader::{FileReader, SerializedFileReader};

use program::{Folder, MATE};

const SAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data/games/lichess_chess960.pgn");
const SPECIMENS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/specimens");

/// The values of every column of a dataset, as text, by its name; and the names in the order of the file.
fn read(dataset: &Path) -> (BTreeMap<String, Vec<String>>, Vec<String>) {
    let reader =
        SerializedFileReader::new(File::open(dataset.join("games/part-00000.parquet")).unwrap()).unwrap();
    let schema = reader.metadata().file_metadata().schema();
    let names: Vec<_> = schema.get_fields().iter().map(|field| field.name().to_owned()).collect();
    let mut values: BTreeMap<_, Vec<_>> = names.iter().map(|name| (name.clone(), Vec::new())).collect();
    for row in reader.get_row_iter(None).unwrap() {
        for (name, value) in row.unwrap().into_columns() {
            values.get_mut(&name).unwrap().push(value.to_string());
        }
    }
    (values, names)
}

fn audit(folder: &Folder, output: &str, columns: &str) {
    let ran = folder.run(&["audit", SAMPLE, SPECIMENS, "-o", output, "-f", "--columns", columns]);
    assert_eq!(ran.code, 0, "{columns}: {}", ran.stderr);
}

fn audit_with_lists(folder: &Folder, output: &str) {
    let ran = folder.run(&["audit", SAMPLE, SPECIMENS, "-o", output, "--columns", "all", "--lists"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert_eq!(folder.manifest(output)["options"]["lists"], true);
}

#[test]
fn a_column_by_itself_holds_what_it_holds_among_all() {
    let folder = Folder::new();
    audit_with_lists(&folder, "all");
    let (all, names) = read(&folder.path("all"));
    assert_eq!(names, COLUMNS.iter().map(|column| column.name).collect::<Vec<_>>());
    for name in &names {
        audit(&folder, "one", name);
        let (one, names) = read(&folder.path("one"));
        assert_eq!(&names, std::slice::from_ref(name));
        assert!(one[name] == all[name], "{name}");
    }
}

#[test]
fn a_choice_of_columns_holds_what_all_hold_in_the_order_of_the_list() {
    let folder = Folder::new();
    audit(&folder, "all", "all");
    let (all, listed) = read(&folder.path("all"));
    let lacking =
        |without: &[&str]| listed.iter().filter(|name| !without.contains(&name.as_str())).cloned().collect();
    let core =
        COLUMNS.iter().filter(|column| column.tier_name() == "core").map(|column| column.name.to_owned());
    let choices: [(&str, Vec<String>); 5] = [
        ("core", core.collect()),
        (
            "default",
            COLUMNS
                .iter()
                .filter(|column| ["core", "default"].contains(&column.tier_name()))
                .map(|column| column.name.to_owned())
                .collect(),
        ),
        ("all,-final_fen,-Event,-Round,-findings", lacking(&["final_fen", "Event", "Round", "findings"])),
        (
            "FINDINGS,White,black_CAN_win,Opening",
            ["White", "Opening", "findings", "black_can_win"].map(String::from).into(),
        ),
        ("WhiteElo,UTCDate,ExtraTags", ["WhiteElo", "UTCDate", "ExtraTags"].map(String::from).into()),
    ];
    for (choice, expected) in choices {
        audit(&folder, "some", choice);
        let (some, names) = read(&folder.path("some"));
        assert_eq!(names, expected, "{choice}");
        assert!(some.iter().all(|(name, values)| *values == all[name]), "{choice}");
        assert_eq!(folder.manifest("some")["options"]["columns"], choice);
    }
}

#[test]
fn a_choice_of_columns_is_the_same_bytes_on_any_number_of_threads() {
    let folder = Folder::new();
    let part = |threads: &str| {
        let options = ["--columns", "core,final_fen", "-j", threads, "--chunk-size", "3000", "-f"];
        let ran = folder.run(&[&["audit", SAMPLE, SPECIMENS, "-o", "out"], &options[..]].concat());
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        fs::read(folder.path("out/games/part-00000.parquet")).unwrap()
    };
    let one = part("1");
    assert!(part("2") == one && part("3") == one);
}

#[test]
fn a_misspelt_column_is_told_and_nothing_is_written() {
    let folder = Folder::new();
    folder.write("a.pgn", MATE);
    for (columns, message) in [
        ("core,white_captrues", "there is no column white_captrues; did you mean white_captures?"),
        ("White,-White", "no column is left"),
    ] {
        let ran = folder.run(&["audit", "a.pgn", "-o", "out", "--columns", columns]);
        assert_eq!(ran.code, 2, "{}", ran.stderr);
        assert!(ran.stderr.contains(message), "{}", ran.stderr);
        assert_eq!(folder.names(), ["a.pgn"]);
    }
}

#[test]
fn without_an_output_what_would_stand_in_it_is_refused() {
    let folder = Folder::new();
    folder.write("a.pgn", MATE);
    for option in [
        &["--columns", "White"][..],
        &["--columns", "default"],
        &["--lists"],
        &["--partition", "year"],
        &["--plies"],
        &["--report"],
    ] {
        let ran = folder.run(&[&["audit", "a.pgn", "--no-output"], option].concat());
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{option:?}");
        assert!(ran.stderr.contains(option[0]) && ran.stderr.contains("'--no-output'"), "{}", ran.stderr);
    }
    assert_eq!(folder.run(&["audit", "a.pgn", "--no-output"]).code, 0);
}

#[test]
fn extract_names_the_column_that_a_dataset_was_made_without() {
    let folder = Folder::new();
    folder.write("a.pgn", MATE);
    for (columns, predicate, missing) in
        [("core", "white_captures > 2", "white_captures"), ("core,-byte_offset", "plies > 2", "byte_offset")]
    {
        assert_eq!(folder.run(&["audit", "a.pgn", "-o", "out", "-f", "--columns", columns]).code, 0);
        let ran = folder.run(&["extract", "out", "--where", predicate]);
        assert_eq!((ran.code, ran.stdout.as_str()), (1, ""), "{}", ran.stderr);
        let message = format!(
            "there is no column {missing} in it; an audit with --columns default,{missing} writes it"
        );
        assert!(ran.stderr.contains(&message), "{}", ran.stderr);
    }
    assert_eq!(folder.run(&["audit", "a.pgn", "-o", "out", "-f", "--columns", "core"]).code, 0);
    let ran = folder.run(&["extract", "out", "--where", "ruling = 'checkmate'"]);
    assert_eq!((ran.code, ran.stdout.trim()), (0, MATE.trim()), "{}", ran.stderr);
}

#[test]
fn sizes_are_those_of_the_columns_that_are_there() {
    let folder = Folder::new();
    folder.write("a.pgn", MATE);
    assert_eq!(folder.run(&["audit", "a.pgn", "-o", "out", "--columns", "White,ruling"]).code, 0);
    let sizes = arbitro::table::sizes(&folder.path("out/games")).unwrap();
    let sizes: Vec<_> = sizes.iter().map(|size| (size.name.as_str(), size.bytes > 0, size.rows)).collect();
    assert_eq!(sizes, [("White", true, 1), ("ruling", true, 1)]);
}

#[test]
fn sizes_are_told_of_every_table_parted_or_not() {
    let folder = Folder::new();
    folder.write("a.pgn", format!("{MATE}[Event \"x\"]\n[Date \"2020.01.01\"]\n\n1. e4 *\n"));
    let tables = |more: &[&str]| {
        let ran = folder.run(&[&["audit", "a.pgn", "-o", "out", "-f"], more].concat());
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        let ran = folder.run(&["sizes", "out"]);
        assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
        let sections = ran.stdout.split("\n\n").map(|section| {
            let (heading, lines) = section.split_once('\n').unwrap();
            let names = lines.lines().skip(1).map(|line| line.split(' ').next().unwrap().to_owned());
            (heading.to_owned(), names.collect::<Vec<_>>())
        });
        sections.collect::<Vec<_>>()
    };
    let has = |names: &[String], column: &str| names.iter().any(|name| name == column);
    for partition in [&[][..], &["--partition", "year,month"]] {
        let found = tables(&[&["--plies=fen"], partition].concat());
        let [(games, in_games), (plies, in_plies), (summary, in_summary)] = &found[..] else {
            panic!("{found:?}")
        };
        assert_eq!([games, plies], ["games, 2 rows", "plies, 5 rows"]);
        assert!(summary.starts_with("summary, "), "{summary}");
        assert!(has(in_games, "ruling") && has(in_games, "all") && !has(in_games, "san"));
        assert!(has(in_plies, "san") && has(in_plies, "fen") && has(in_plies, "all"));
        assert!(has(in_summary, "games") && has(in_summary, "all"));
    }
    let found = tables(&[]);
    assert_eq!(found.len(), 2, "{found:?}");
}
