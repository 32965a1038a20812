//! `audit --lists` as a user has it: moves, clocks and evaluations of a game as lists, one item a half-move replayed.

#![allow(clippy::unwrap_used, reason = "a test that can't go on fails")]

mod program;

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::Path;

use parquet::file::reader::{FileReader, SerializedFileReader};

use program::Folder;

const SAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data/games");
const LISTS: [&str; 4] = ["moves_uci", "clocks", "evals", "mates"];

/// The games' rows of a dataset: every column as text, by its name.
fn read(dataset: &Path) -> Vec<BTreeMap<String, String>> {
    let file = File::open(dataset.join("games/part-00000.parquet")).unwrap();
    let reader = SerializedFileReader::new(file).unwrap();
    let rows = reader.get_row_iter(None).unwrap().map(|row| row.unwrap().into_columns());
    rows.map(|row| row.into_iter().map(|(name, value)| (name, value.to_string())).collect()).collect()
}

/// The lists of the only game in `text`.
fn lists(text: &str) -> [String; 4] {
    let folder = Folder::new();
    folder.write("a.pgn", text);
    let ran = folder.run(&["audit", "a.pgn", "-o", "out", "--columns", "plies", "--lists"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let rows = read(&folder.path("out"));
    assert_eq!((rows.len(), rows[0].len()), (1, 5), "{rows:?}");
    LISTS.map(|name| rows[0][name].clone())
}

#[test]
fn every_half_move_has_its_item_and_a_list_without_any_is_null() {
    let [moves, clocks, evals, mates] = lists(
        "[Result \"1-0\"]\n\n1. e4 {[%clk 0:03:00.5] [%eval 0.31]} e5 2. Nf3 {[%eval #12] [%clk 1:00:00]} (2. d4 {[%clk 0:00:01]}) \
         d6 {[%eval -2.5]} 3. Be2 a6 4. O-O {[%eval #-3]} 1-0",
    );
    assert_eq!(moves, r#"["e2e4", "e7e5", "g1f3", "d7d6", "f1e2", "a7a6", "e1g1"]"#);
    assert_eq!(clocks, "[180.5, null, 3600.0, null, null, null, null]");
    assert_eq!(evals, "[31, null, null, -250, null, null, null]");
    assert_eq!(mates, "[null, null, 12, null, null, null, -3]");
    assert_eq!(lists("1. e4 {[%clk 0:00:01]} e5 1-0").map(|list| list == "null"), [false, false, true, true]);
    assert_eq!(lists("1. e4 {[%eval 0.2]} e5 1-0").map(|list| list == "null"), [false, true, false, false]);
    assert_eq!(lists("[White \"nobody\"]\n\n*"), ["[]", "null", "null", "null"]);
}

#[test]
fn lists_end_where_the_replay_does() {
    let text = "1. e4 {[%eval 0.2]} e5 2. Ke3 {[%clk 0:01:00] [%eval 0.5]} Nc6 {[%eval 0.6]} *";
    assert_eq!(lists(text), [r#"["e2e4", "e7e5"]"#, "null", "[20, null]", "[null, null]"]);
    let variant = "[Variant \"Atomic\"]\n\n1. e4 {[%clk 0:01:00] [%eval 0.2]} *";
    assert_eq!(lists(variant), ["null", "null", "null", "null"]);
}

#[test]
fn in_chess960_the_king_takes_the_rook() {
    let game = |tags: &str| format!("{tags}\n1. O-O O-O-O *");
    let start = |squares: &str| {
        format!(
            "[SetUp \"1\"]\n[FEN \"{squares}/pppppppp/8/8/8/8/PPPPPPPP/{} w KQkq - 0 1\"]\n",
            squares.to_uppercase()
        )
    };
    let usual = start("r3k2r");
    for (tags, expected) in [
        (usual.clone(), r#"["e1g1", "e8c8"]"#),
        (format!("{usual}[Variant \"From Position\"]\n"), r#"["e1g1", "e8c8"]"#),
        (format!("{usual}[Variant \"Chess960\"]\n"), r#"["e1h1", "e8a8"]"#),
        (start("1r3k1r"), r#"["f1h1", "f8b8"]"#),
    ] {
        assert_eq!(lists(&game(&tags))[0], expected, "{tags}");
    }
}

#[test]
fn without_a_flag_no_tier_has_lists_and_a_list_can_be_named() {
    let folder = Folder::new();
    folder.write("a.pgn", "1. e4 {[%clk 0:00:01]} e5 1-0");
    for (columns, flag, expected) in [
        ("all", None, 0),
        ("all", Some("--lists"), 4),
        ("White,clocks", None, 1),
        ("White,clocks", Some("--lists"), 4),
    ] {
        let options = ["audit", "a.pgn", "-f", "-o", "out", "--columns", columns];
        let ran = folder.run(&options.into_iter().chain(flag).collect::<Vec<_>>());
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        let row = &read(&folder.path("out"))[0];
        assert_eq!(LISTS.iter().filter(|name| row.contains_key(**name)).count(), expected, "{columns}");
    }
}

#[test]
fn lists_of_real_games_are_as_long_as_they_and_the_same_on_any_number_of_threads() {
    let folder = Folder::new();
    let part = |threads: &str| {
        let ran = folder.run(&[
            "audit",
            SAMPLES,
            "-f",
            "-o",
            "out",
            "--lists",
            "-j",
            threads,
            "--chunk-size",
            "9000",
        ]);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        fs::read(folder.path("out/games/part-00000.parquet")).unwrap()
    };
    let one = part("1");
    assert!(part("2") == one && part("3") == one);
    let rows = read(&folder.path("out"));
    let items = |list: &str| if list == "[]" { 0 } else { list.split(", ").count() };
    let mut seen = [0; 4];
    for row in &rows {
        for (name, seen) in LISTS.iter().zip(&mut seen) {
            if row[*name] != "null" {
                assert_eq!(items(&row[*name]).to_string(), row["plies"], "{name}");
                *seen += 1;
            }
        }
        let clocks = row["clocks"].trim_matches(['[', ']']).split(", ");
        let read = clocks.filter(|clock| *clock != "null" && !clock.is_empty()).count();
        assert_eq!(read.to_string(), row["clock_plies"]);
    }
    assert!(seen.iter().all(|seen| *seen > 20) && seen[0] == rows.len(), "{seen:?}");
}

#[test]
fn of_lists_of_numbers_a_predicate_cant_ask() {
    let folder = Folder::new();
    folder.write("a.pgn", "[Event \"a\"]\n\n1. e4 e5 *\n\n[Event \"b\"]\n\n1. d4 *\n");
    assert_eq!(folder.run(&["audit", "a.pgn", "-o", "out", "--lists"]).code, 0);
    let ran = folder.run(&["extract", "out", "--where", "has(moves_uci, 'd2d4')"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (0, "[Event \"b\"]\n\n1. d4 *\n"), "{}", ran.stderr);
    let ran = folder.run(&["extract", "out", "--where", "clocks > 3"]);
    assert_eq!(ran.code, 2);
    assert!(
        ran.stderr.contains("clocks is a list of numbers, of which a predicate can't ask"),
        "{}",
        ran.stderr
    );
    assert_eq!(folder.run(&["extract", "out", "--where", "evals is null"]).code, 0);
}
