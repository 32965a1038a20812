//! `summary.parquet` against the rows that it sums up.

#![allow(clippy::unwrap_used, reason = "a test that can't go on fails")]

mod program;

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::Path;

use arbitro::table::SUMMARY;
use parquet::file::reader::{FileReader, SerializedFileReader};

use program::Folder;

const SAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data/games");
const SPECIMENS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/specimens");

type Row = BTreeMap<String, String>;

fn rows(file: &Path) -> Vec<Row> {
    let reader = SerializedFileReader::new(File::open(file).unwrap()).unwrap();
    let row = |row: parquet::record::Row| {
        row.into_columns().into_iter().map(|(name, value)| (name, value.to_string()))
    };
    reader.get_row_iter(None).unwrap().map(|read| row(read.unwrap()).collect()).collect()
}

/// What a game has in common with others, the slow way; speed is for the readers in Python.
fn shared(game: &Row) -> [String; 5] {
    let number = |name: &str| game[name].parse::<i64>().ok();
    let digits = |text: &str| text.parse::<u32>().ok().filter(|number| *number > 0);
    let utc = game["UTCDate"].get(..7).and_then(|date| Some((digits(&date[..4])?, digits(&date[5..7]))));
    let local = || {
        let date = game["Date"].trim_matches('"');
        Some((digits(date.get(..4)?)?, date.get(5..7).and_then(digits).filter(|month| *month <= 12)))
    };
    let date = utc.or_else(local);
    let or_null = |number: Option<u32>| number.map_or("null".to_owned(), |number| number.to_string());
    let bin =
        number("WhiteElo").zip(number("BlackElo")).map(|(white, black)| (white + black) / 2 / 100 * 100);
    [
        or_null(date.map(|(year, _)| year)),
        or_null(date.and_then(|(_, month)| month)),
        bin.map_or("null".to_owned(), |bin| bin.to_string()),
        game["ruling"].clone(),
        game["ruled_result"].clone(),
    ]
}

#[test]
fn the_summary_counts_what_the_rows_hold() {
    let folder = Folder::new();
    let (ran, manifest) = folder.audit(&[SAMPLES, SPECIMENS]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let mut expected = BTreeMap::<_, (i64, i64)>::new();
    for game in rows(&folder.path("out/games/part-00000.parquet")) {
        let sums = expected.entry(shared(&game)).or_default();
        sums.0 += 1;
        sums.1 += game["plies"].parse().unwrap_or(0);
    }
    let summary = rows(&folder.path("out/summary.parquet"));
    let mut found = BTreeMap::<_, (i64, i64)>::new();
    for row in &summary {
        let names = ["year", "month", "rating_bin", "ruling", "ruled_result"];
        let sums = found.entry(names.map(|name| row[name].clone())).or_default();
        sums.0 += row["games"].parse::<i64>().unwrap();
        sums.1 += row["plies"].parse::<i64>().unwrap();
    }
    assert_eq!(found, expected);
    assert!(found.len() > 100 && summary.len() > found.len());
    let file = &manifest["summary"];
    assert_eq!(
        (&file["file"], file["rows"].as_u64()),
        (&"summary.parquet".into(), Some(summary.len() as u64))
    );
    assert_eq!(file["bytes"].as_u64(), Some(fs::metadata(folder.path("out/summary.parquet")).unwrap().len()));
}

#[test]
fn the_summary_is_the_same_bytes_on_any_number_of_threads() {
    let folder = Folder::new();
    let summary = |threads: &str, chunk: &str| {
        let options = ["-o", "out", "-f", "-j", threads, "--chunk-size", chunk, "--columns", "White"];
        let ran = folder.run(&[&["audit", SAMPLES, SPECIMENS], &options[..]].concat());
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        fs::read(folder.path("out/summary.parquet")).unwrap()
    };
    let one = summary("1", "1000000");
    for (threads, chunk) in [("2", "1000000"), ("3", "2000"), ("1", "10007")] {
        assert!(summary(threads, chunk) == one, "{threads} threads, chunks of {chunk}");
    }
}

#[test]
fn a_dataset_without_a_game_has_a_summary_without_a_row() {
    let folder = Folder::new();
    folder.write("empty.pgn", "");
    let (ran, manifest) = folder.audit(&["empty.pgn"]);
    assert_eq!((ran.code, manifest["summary"]["rows"].as_u64()), (0, Some(0)), "{}", ran.stderr);
    let reader = SerializedFileReader::new(File::open(folder.path("out/summary.parquet")).unwrap()).unwrap();
    let names =
        reader.metadata().file_metadata().schema().get_fields().iter().map(|field| field.name().to_owned());
    assert!(names.eq(SUMMARY.iter().map(|column| column.name.to_owned())));
}
