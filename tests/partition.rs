//! `--partition` as a user has it: folders that are named after years and months, and hold the games of them.

#![allow(clippy::unwrap_used, reason = "a test that can't go on fails")]

mod program;

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::Path;

use parquet::file::reader::{FileReader, SerializedFileReader};

use program::{Folder, MATE, assert_balanced, rows};

const SAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data/games");
const SPECIMENS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/specimens");
const NULL: &str = "__HIVE_DEFAULT_PARTITION__";

/// The bytes of all files of a folder, by their paths in it.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut left = vec![folder.to_owned()];
    while let Some(path) = left.pop() {
        if path.is_dir() {
            left.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
        } else {
            let name = path.strip_prefix(folder).unwrap().to_str().unwrap().to_owned();
            files.insert(name, fs::read(path).unwrap());
        }
    }
    files
}

/// The values of some columns of a file, as text.
fn values(file: &Path, names: &[&str]) -> Vec<Vec<String>> {
    let reader = SerializedFileReader::new(File::open(file).unwrap()).unwrap();
    let row = |row: parquet::record::Row| row.into_columns().into_iter().collect::<BTreeMap<_, _>>();
    let rows = reader.get_row_iter(None).unwrap().map(|read| row(read.unwrap()));
    rows.map(|row| names.iter().map(|name| row[*name].to_string()).collect()).collect()
}

fn audit(folder: &Folder, inputs: &[&str], more: &[&str]) {
    let ran = folder.run(&[&["audit", "-o", "out", "-f"], inputs, more].concat());
    assert_eq!(ran.code, 0, "{}", ran.stderr);
}

/// One short game a day, of whatever dates.
fn games(dates: impl Iterator<Item = (u32, u32, u32)>) -> String {
    let game = |(number, (year, month, day))| {
        format!(
            "[Event \"game {number}\"]\n[Date \"{year:04}.{month:02}.{day:02}\"]\n[Result \"*\"]\n\n1. e4 e5 *\n\n"
        )
    };
    dates.enumerate().map(game).collect()
}

#[test]
fn a_game_stands_in_the_folder_of_its_month() {
    let folder = Folder::new();
    let dated = |tags: &str| format!("{tags}[Result \"*\"]\n\n1. e4 *\n\n");
    let dates = [
        (
            "[Event \"utc\"]\n[UTCDate \"2024.01.31\"]\n[Date \"2024.02.01\"]\n",
            "year=2024/month=01".to_owned(),
        ),
        ("[Event \"local\"]\n[Date \"2024.12.??\"]\n", "year=2024/month=12".to_owned()),
        ("[Event \"year\"]\n[Date \"1895.??.??\"]\n", format!("year=1895/month={NULL}")),
        ("[Event \"none\"]\n[Date \"????.??.??\"]\n", format!("year={NULL}/month={NULL}")),
        (
            "[Event \"no such day\"]\n[UTCDate \"2023.02.30\"]\n[Date \"2023.02.30\"]\n",
            "year=2023/month=02".to_owned(),
        ),
    ];
    folder.write("a.pgn", dates.iter().map(|(tags, _)| dated(tags)).collect::<String>());
    audit(&folder, &["a.pgn"], &["--partition", "year,month"]);
    let found = files(&folder.path("out/games"));
    let mut expected: Vec<_> = dates.iter().map(|(_, path)| format!("{path}/part-00000.parquet")).collect();
    expected.sort();
    assert_eq!(found.keys().cloned().collect::<Vec<_>>(), expected);
    for (tags, path) in &dates {
        let part = folder.path("out/games").join(path).join("part-00000.parquet");
        let event = tags.split('"').nth(1).unwrap();
        assert_eq!(values(&part, &["Event"]), [[format!("\"{event}\"")]]);
    }
    let manifest = folder.manifest("out");
    assert_balanced(&manifest);
    assert_eq!(manifest["options"]["partition"], serde_json::json!(["year", "month"]));
    audit(&folder, &["a.pgn"], &["--partition", "year"]);
    let found: Vec<_> = files(&folder.path("out/games")).into_keys().collect();
    let years = ["1895", "2023", "2024", NULL].map(|year| format!("year={year}/part-00000.parquet"));
    assert_eq!(found, years, "the folders of the months are gone with the dataset that they were of");
}

#[test]
fn the_rows_are_those_of_the_whole_in_the_order_of_the_input() {
    let folder = Folder::new();
    let names = ["source_file", "game_index", "Event", "ruling", "final_fen", "ExtraTags", "findings"];
    audit(&folder, &[SAMPLES, SPECIMENS], &[]);
    let whole = values(&folder.path("out/games/part-00000.parquet"), &names);
    audit(&folder, &[SAMPLES, SPECIMENS], &["--partition", "year,month"]);
    let parts = files(&folder.path("out/games"));
    assert!(parts.len() > 10, "{:?}", parts.keys());
    assert_eq!(rows(&folder.path("out")), whole.len() as u64);
    let place = |row: &Vec<String>| whole.iter().position(|other| other == row).unwrap();
    let mut all = Vec::new();
    for part in parts.keys() {
        let rows = values(&folder.path("out/games").join(part), &names);
        let places: Vec<_> = rows.iter().map(place).collect();
        assert!(places.is_sorted(), "{part}");
        all.extend(rows);
    }
    let mut sorted = whole.clone();
    all.sort();
    sorted.sort();
    assert!(all == sorted);
    // A game is found again in whatever folder its row stands.
    let ran = folder.run(&["extract", "out", "--where", "ruling = 'time_forfeit_drawn'"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let drawn = whole.iter().filter(|row| row[3] == "\"time_forfeit_drawn\"").count();
    assert!(ran.stderr.starts_with(&format!("{drawn} of ")) && drawn > 0, "{}", ran.stderr);
}

#[test]
fn parted_games_are_the_same_bytes_on_any_number_of_threads_and_in_any_memory() {
    let folder = Folder::new();
    // Months in no order: each game is of another one than that before it.
    folder.write(
        "mixed.pgn",
        games((0..1_000).map(|number| (1900 + number * 7 % 100, 1 + number * 5 % 12, 1 + number % 28))),
    );
    for open_bytes in ["1000000000", "2000000"] {
        let parted = |threads: &str, chunk: &str| {
            let options = ["--partition", "year,month", "--open-bytes", open_bytes];
            audit(&folder, &["mixed.pgn"], &[&options[..], &["-j", threads, "--chunk-size", chunk]].concat());
            assert_balanced(&folder.manifest("out"));
            (files(&folder.path("out/games")), folder.manifest("out")["parts"].clone())
        };
        let one = parted("1", "1000000");
        for (threads, chunk) in [("2", "1000000"), ("3", "3000"), ("1", "10007")] {
            assert!(
                parted(threads, chunk) == one,
                "{open_bytes} bytes, {threads} threads, chunks of {chunk}"
            );
        }
        assert_eq!(rows(&folder.path("out")), 1_000);
        let months: std::collections::BTreeSet<_> =
            one.0.keys().map(|path| path.rsplit_once('/').unwrap().0).collect();
        assert_eq!(months.len(), 300);
        // Where memory is short, row groups are closed before their month is at its end.
        assert_eq!(one.0.len() > months.len(), open_bytes == "2000000", "{} files", one.0.len());
        let indexes = |path: &String| values(&folder.path("out/games").join(path), &["game_index"]);
        let mut found: Vec<u32> = one.0.keys().flat_map(indexes).map(|row| row[0].parse().unwrap()).collect();
        found.sort_unstable();
        assert!(found.into_iter().eq(0..1_000));
    }
}

#[test]
fn games_in_the_order_of_their_months_make_one_part_each() {
    let folder = Folder::new();
    folder.write(
        "sorted.pgn",
        games((0..2_000).map(|number| (2000 + number / 1_200, 1 + number / 100 % 12, 1))),
    );
    audit(
        &folder,
        &["sorted.pgn"],
        &["--partition", "year,month", "--open-bytes", "1", "--chunk-size", "5000"],
    );
    let parts = files(&folder.path("out/games"));
    assert_eq!(parts.len(), 20);
    assert!(parts.keys().all(|part| part.ends_with("/part-00000.parquet")));
}

#[test]
fn games_of_one_month_are_the_bytes_that_they_are_without_folders() {
    let folder = Folder::new();
    // More than a row group.
    folder.write("month.pgn", games((0..125_000).map(|number| (2020, 2, 1 + number % 28))));
    audit(&folder, &["month.pgn"], &["--columns", "core,final_fen,ExtraTags"]);
    let whole = fs::read(folder.path("out/games/part-00000.parquet")).unwrap();
    for partition in ["year", "year,month"] {
        audit(&folder, &["month.pgn"], &["--columns", "core,final_fen,ExtraTags", "--partition", partition]);
        let parts = files(&folder.path("out/games"));
        assert_eq!(parts.len(), 1);
        assert!(parts.into_values().all(|part| part == whole), "{partition}");
    }
    let reader = SerializedFileReader::new(bytes::Bytes::from(whole)).unwrap();
    let groups: Vec<_> = reader.metadata().row_groups().iter().map(|group| group.num_rows()).collect();
    assert_eq!(groups, [122_880, 125_000 - 122_880]);
}

#[test]
fn other_keys_are_refused_and_so_is_a_choice_of_nothing_but_keys() {
    let folder = Folder::new();
    folder.write("a.pgn", MATE);
    for keys in ["month", "month,year", "day", ""] {
        let ran = folder.run(&["audit", "a.pgn", "-o", "out", "--partition", keys]);
        assert_eq!(ran.code, 2, "{keys}: {}", ran.stderr);
        assert!(ran.stderr.contains("by year, or by year,month"), "{}", ran.stderr);
    }
    assert_eq!(folder.names(), ["a.pgn"]);
}

#[test]
fn only_the_folders_of_partitions_are_replaced() {
    let folder = Folder::new();
    folder.write("a.pgn", MATE);
    audit(&folder, &["a.pgn"], &["--partition", "year,month"]);
    for foreign in [
        "year=2024/notes.txt",
        "month=01/part-00000.parquet",
        "year=2024/month=01/day=01/part-00000.parquet",
        "years/x.parquet",
    ] {
        let path = format!("out/games/{foreign}");
        folder.write(&path, "dear");
        let ran = folder.run(&["audit", "a.pgn", "-o", "out", "-f"]);
        assert_eq!(ran.code, 2, "{foreign}: {}", ran.stderr);
        assert_eq!(fs::read(folder.path(&path)).unwrap(), b"dear");
        fs::remove_dir_all(folder.path("out/games").join(foreign.split('/').next().unwrap())).unwrap();
    }
    audit(&folder, &["a.pgn"], &[]);
    assert_eq!(files(&folder.path("out/games")).into_keys().collect::<Vec<_>>(), ["part-00000.parquet"]);
}

#[test]
fn a_predicate_asks_of_the_keys_as_of_columns() {
    let folder = Folder::new();
    let dates = [(2017, 5, 1), (2018, 1, 2), (2018, 2, 3), (2018, 2, 4), (2019, 2, 5)];
    let undated = "[Event \"undated\"]\n[Result \"*\"]\n\n1. e4 *\n\n";
    let year_alone = "[Event \"year alone\"]\n[Date \"2018.??.??\"]\n[Result \"*\"]\n\n1. e4 e5 2. Nf3 *\n\n";
    folder.write("a.pgn", games(dates.into_iter()) + undated + year_alone);
    for keys in ["year,month", "year"] {
        audit(&folder, &["a.pgn"], &["--partition", keys, "--columns", "default,month"]);
        for (predicate, expected) in [
            ("year = 2018", &["game 1", "game 2", "game 3", "year alone"][..]),
            ("year = 2018 and month = 2", &["game 2", "game 3"]),
            ("month = 2 and Date >= '2018.02.04'", &["game 3", "game 4"]),
            ("year is null", &["undated"]),
            ("month is null and year is not null", &["year alone"]),
            ("year in (2017, 2019) or plies = 3", &["game 0", "game 4", "year alone"]),
            ("not (year > 2017)", &["game 0"]),
            ("year < plies", &[]),
            ("year = 1900", &[]),
        ] {
            let ran = folder.run(&["extract", "out", "--where", predicate]);
            assert_eq!(ran.code, 0, "{keys}: {predicate}: {}", ran.stderr);
            let events =
                ran.stdout.lines().filter_map(|line| line.strip_prefix("[Event \"")?.strip_suffix("\"]"));
            let mut events: Vec<_> = events.collect();
            events.sort_unstable();
            assert_eq!(events, expected, "{keys}: {predicate}");
            assert!(ran.stderr.contains("of 7 games"), "{}", ran.stderr);
        }
    }
}

#[test]
fn a_parted_dataset_without_a_game_answers_with_none() {
    let folder = Folder::new();
    folder.write("a.pgn", "no game\n");
    audit(&folder, &["a.pgn"], &["--partition", "year,month"]);
    for predicate in ["year = 2018", "year is null", "month is not null and plies > 1"] {
        let ran = folder.run(&["extract", "out", "--where", predicate]);
        assert_eq!((ran.code, ran.stdout.as_str()), (0, ""), "{predicate}: {}", ran.stderr);
    }
}
