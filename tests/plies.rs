//! `audit --plies` as a user has it: a second table, one row a half-move, that belongs to the rows of the games.
//!
//! Its values are computed a second time on shakmaty's boards, and once more by python-chess, which reads the files itself. `make test`
//! names the Python interpreter that has it in `ARBITRO_PYTHON`; without that name those tests say so and pass.

#![allow(clippy::unwrap_used, reason = "a test that can't go on fails")]

mod program;

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::Path;

use arbitro::table::PLIES;
use parquet::file::reader::{FileReader, SerializedFileReader};
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _};

use program::{Folder, MATE, assert_balanced, report_of, script};

const SAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data/games");
const SPECIMENS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/specimens");

/// A row: every column as text, by its name.
type Row = BTreeMap<String, String>;

fn reader(file: &Path) -> SerializedFileReader<File> {
    SerializedFileReader::new(File::open(file).unwrap()).unwrap()
}

fn read(file: &Path) -> Vec<Row> {
    let rows = reader(file);
    let rows = rows.get_row_iter(None).unwrap().map(|row| row.unwrap().into_columns());
    rows.map(|row| row.into_iter().map(|(name, value)| (name, bare(&value.to_string()))).collect()).collect()
}

/// A text without the quotes that it is printed in.
fn bare(value: &str) -> String {
    value.trim_matches('"').to_owned()
}

fn games(folder: &Folder) -> Vec<Row> {
    read(&folder.path("out/games/part-00000.parquet"))
}

fn plies(folder: &Folder) -> Vec<Row> {
    read(&folder.path("out/plies/part-00000.parquet"))
}

fn audit(folder: &Folder, arguments: &[&str]) -> String {
    let ran = folder.run(&[&["audit", "-f", "-o", "out"], arguments].concat());
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    ran.stdout
}

/// The values of some columns, row by row.
fn values(rows: &[Row], names: &[&str]) -> Vec<String> {
    rows.iter().map(|row| names.iter().map(|name| row[*name].clone()).collect::<Vec<_>>().join(" ")).collect()
}

#[test]
fn every_half_move_is_a_row_with_what_it_was_and_where_it_led() {
    let folder = Folder::new();
    folder.write(
        "a.pgn",
        "[FEN \"r3k2r/1P6/8/3pP3/8/8/8/R3K2R w KQkq d6 98 40\"]\n\n\
         40. exd6 Kf7 41. bxa8=Q Rxh1+ 42. Kd2 Rxa1 *\n\n1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 4. O-O *\n",
    );
    audit(&folder, &["a.pgn", "--plies=fen"]);
    let rows = plies(&folder);
    assert_eq!(rows[0].len(), PLIES.len());
    assert_eq!(
        values(
            &rows,
            &[
                "game_index",
                "ply",
                "san",
                "uci",
                "piece",
                "from_square",
                "to_square",
                "captured",
                "promotion"
            ]
        ),
        [
            "0 1 exd6 e5d6 pawn e5 d6 pawn null",
            "0 2 Kf7 e8f7 king e8 f7 null null",
            "0 3 bxa8=Q b7a8q pawn b7 a8 rook queen",
            "0 4 Rxh1+ h8h1 rook h8 h1 rook null",
            "0 5 Kd2 e1d2 king e1 d2 null null",
            "0 6 Rxa1 h1a1 rook h1 a1 rook null",
            "1 1 e4 e2e4 pawn e2 e4 null null",
            "1 2 e5 e7e5 pawn e7 e5 null null",
            "1 3 Nf3 g1f3 knight g1 f3 null null",
            "1 4 Nf6 g8f6 knight g8 f6 null null",
            "1 5 Be2 f1e2 bishop f1 e2 null null",
            "1 6 Be7 f8e7 bishop f8 e7 null null",
            "1 7 O-O e1g1 king e1 g1 null null",
        ]
    );
    assert_eq!(
        values(&rows[..6], &["is_check", "is_mate", "halfmove_clock", "fen"]),
        [
            "false false 0 r3k2r/1P6/3P4/8/8/8/8/R3K2R b KQkq - 0 40",
            "false false 1 r6r/1P3k2/3P4/8/8/8/8/R3K2R w KQ - 1 41",
            "false false 0 Q6r/5k2/3P4/8/8/8/8/R3K2R b KQ - 0 41",
            "true false 0 Q7/5k2/3P4/8/8/8/8/R3K2r w Q - 0 42",
            "false false 1 Q7/5k2/3P4/8/8/8/3K4/R6r b - - 1 42",
            "false false 0 Q7/5k2/3P4/8/8/8/3K4/r7 w - - 0 43",
        ]
    );
}

#[test]
fn what_the_file_says_of_a_half_move_stands_beside_it() {
    let folder = Folder::new();
    folder.write(
        "a.pgn",
        "[TimeControl \"60+2\"]\n\n\
         1. e4 {[%clk 0:01:00.5] [%eval 0.5]} e5?! {[%clk 0:01:00]} 2. Nf3! $14 {[%clk 0:00:52] [%eval #-3,22]} \
         Nf6 {[%clk 0:00:32.5] [%eval 12.0]} 3. Ng1 Ng8 4. Nf3 Nf6 *\n\n\
         1. d4 {[%emt 0:00:03]} d5 *\n",
    );
    audit(&folder, &["a.pgn", "--plies"]);
    let rows = plies(&folder);
    assert!(rows.iter().all(|row| row.len() == PLIES.len() - 1 && !row.contains_key("fen")));
    assert_eq!(
        values(
            &rows,
            &[
                "game_index",
                "ply",
                "clock",
                "time_spent",
                "eval_centipawns",
                "eval_mate",
                "eval_depth",
                "nag",
                "repetition_count"
            ]
        ),
        [
            "0 1 60.5 null 50 null null null 1",
            "0 2 60.0 null null null null 6 1",
            "0 3 52.0 10.5 null -3 22 1 1",
            "0 4 32.5 29.5 1200 null null null 1",
            "0 5 null null null null null null 1",
            "0 6 null null null null null null 2",
            "0 7 null null null null null null 2",
            "0 8 null null null null null null 2",
            "1 1 null 3.0 null null null null 1",
            "1 2 null null null null null null 1",
        ]
    );
    let chances: Vec<f64> = rows.iter().filter_map(|row| row["winning_chances"].parse().ok()).collect();
    let expected =
        [50.0, -1000.0, 1000.0].map(|centipawns: f64| 2.0 / (1.0 + (-0.003_682_08 * centipawns).exp()) - 1.0);
    assert_eq!(chances.len(), 3);
    assert!(
        chances.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 1e-6),
        "{chances:?}"
    );
}

/// Replays the plies of a game on shakmaty's boards and holds every row to them.
fn shakmaty_agrees(game: &Row, plies: &[Row]) {
    let start: Fen = if game["FEN"] == "null" { Fen::default() } else { game["FEN"].parse().unwrap() };
    let mut position: Chess = start.into_position(CastlingMode::Chess960).unwrap();
    let mut seen = vec![position.zobrist_hash::<Zobrist64>(EnPassantMode::Legal)];
    for row in plies {
        let mv = row["uci"].parse::<UciMove>().unwrap().to_move(&position).unwrap();
        let castling = mv.castling_side().map(|side| side.king_to(position.turn()));
        let role = |role: Option<shakmaty::Role>| {
            role.map_or("null".to_owned(), |role| format!("{role:?}").to_lowercase())
        };
        let expected = [
            ("san", SanPlus::from_move(position.clone(), mv).to_string()),
            ("piece", role(Some(mv.role()))),
            ("from_square", mv.from().unwrap().to_string()),
            ("to_square", castling.unwrap_or(mv.to()).to_string()),
            ("captured", role(mv.capture())),
            ("promotion", role(mv.promotion())),
        ];
        for (name, value) in expected {
            assert_eq!(row[name], value, "{name} of {row:?}");
        }
        position.play_unchecked(mv);
        let key = position.zobrist_hash::<Zobrist64>(EnPassantMode::Legal);
        seen.push(key);
        let polyglot = position.zobrist_hash::<Zobrist64>(EnPassantMode::PseudoLegal).0;
        let expected = [
            ("is_check", position.is_check().to_string()),
            ("is_mate", position.is_checkmate().to_string()),
            ("repetition_count", seen.iter().filter(|other| **other == key).count().to_string()),
            ("halfmove_clock", position.halfmoves().to_string()),
            ("legal_moves", position.legal_moves().len().to_string()),
            ("key", i64::from_ne_bytes(polyglot.to_ne_bytes()).to_string()),
            ("fen", Fen::from_position(&position, EnPassantMode::Legal).to_string()),
        ];
        for (name, value) in expected {
            assert_eq!(row[name], value, "{name} of {row:?}");
        }
    }
}

#[test]
fn the_plies_of_every_game_stand_together_in_the_games_order_and_are_what_shakmaty_makes_of_them() {
    let folder = Folder::new();
    audit(&folder, &[SAMPLES, SPECIMENS, "--plies=fen", "--lists", "--chunk-size", "9000"]);
    let (games, plies) = (games(&folder), plies(&folder));
    let mut rest = plies.as_slice();
    let mut replayed = 0;
    for game in &games {
        let count: usize = if game["plies"] == "null" { 0 } else { game["plies"].parse().unwrap() };
        let (own, behind) = rest.split_at(count);
        rest = behind;
        for (ply, row) in (1..).zip(own) {
            assert_eq!(
                (&row["source_file"], &row["game_index"]),
                (&game["source_file"], &game["game_index"])
            );
            assert_eq!(row["ply"], ply.to_string());
        }
        if let Some(last) = own.last() {
            assert_eq!((&last["key"], &last["fen"]), (&game["final_key"], &game["final_fen"]));
            assert_eq!(last["is_mate"], game["is_checkmate"]);
            assert_eq!(
                last["legal_moves"] == "0" && last["is_check"] == "false",
                game["is_stalemate"] == "true"
            );
            let moves = own.iter().map(|row| format!("\"{}\"", row["uci"])).collect::<Vec<_>>().join(", ");
            assert_eq!(format!("[{moves}]"), game["moves_uci"]);
            for (list, column) in [("clocks", "clock"), ("evals", "eval_centipawns"), ("mates", "eval_mate")]
            {
                let items = own.iter().map(|row| row[column].clone()).collect::<Vec<_>>().join(", ");
                assert!(game[list] == "null" || game[list] == format!("[{items}]"), "{list} of {game:?}");
            }
        }
        // shakmaty refuses some starts of the specimens.
        if game["source_file"].starts_with(SAMPLES) {
            shakmaty_agrees(game, own);
            replayed += 1;
        }
    }
    assert!(rest.is_empty() && replayed == 1340, "{} left, {replayed}", rest.len());
    let manifest = folder.manifest("out");
    assert_balanced(&manifest);
    assert_eq!(manifest["ledger"]["ply_rows"], plies.len());
    assert_eq!(manifest["counts"]["plies"], plies.len());
    assert_eq!(manifest["plies"][0]["file"], "plies/part-00000.parquet");
    assert_eq!(manifest["plies"][0]["rows"], plies.len());
    assert_eq!(manifest["options"]["plies"], "fen");
}

#[test]
fn the_times_of_plies_are_those_that_the_games_rows_sum_up() {
    let folder = Folder::new();
    audit(&folder, &[SAMPLES, SPECIMENS, "--plies", "--columns", "all"]);
    let (games, plies) = (games(&folder), plies(&folder));
    let mut of_game: BTreeMap<(String, String), Vec<&Row>> = BTreeMap::new();
    for ply in &plies {
        of_game.entry((ply["source_file"].clone(), ply["game_index"].clone())).or_default().push(ply);
    }
    let mut known = 0;
    for game in games.iter().filter(|game| game["legality"] == "legal") {
        let own =
            of_game.remove(&(game["source_file"].clone(), game["game_index"].clone())).unwrap_or_default();
        let white_first = !game["FEN"].contains(" b ");
        for (side, used) in [("white", &game["white_time_used"]), ("black", &game["black_time_used"])] {
            let is_own = |ply: &&&Row| {
                let is_odd = ply["ply"].parse::<u32>().unwrap() % 2 == 1;
                (is_odd == white_first) == (side == "white")
            };
            let times: Vec<f64> =
                own.iter().filter(is_own).filter_map(|ply| ply["time_spent"].parse().ok()).collect();
            let sum: f64 = times.iter().sum();
            match used.parse::<f64>() {
                Ok(used) => {
                    assert!((sum - used).abs() <= 1e-4 * used.max(1.0), "{side}: {sum}, {used} in {game:?}");
                    known += 1;
                }
                Err(_) => assert!(times.is_empty(), "{side}: {sum} in {game:?}"),
            }
        }
    }
    assert!(known > 500, "{known}");
}

#[test]
fn plies_are_the_same_bytes_however_many_threads_and_jobs_there_are() {
    let folder = Folder::new();
    let endless = format!("[Event \"to and fro\"]\n\n{} *\n\n", "Nf3 Nf6 Ng1 Ng8 ".repeat(10_000));
    folder.write("endless.pgn", endless);
    folder.write("short.pgn", MATE.repeat(3_000));
    let part = |options: [&str; 4]| {
        audit(&folder, &[&["endless.pgn", SAMPLES, "short.pgn", "--plies=fen"], &options[..]].concat());
        fs::read(folder.path("out/plies/part-00000.parquet")).unwrap()
    };
    let one = part(["-j", "1", "--chunk-size", "1000000"]);
    for (threads, bytes) in [("1", "5000"), ("2", "30000"), ("3", "200000")] {
        assert!(
            part(["-j", threads, "--chunk-size", bytes]) == one,
            "{threads} threads, jobs of {bytes} bytes"
        );
    }
    let file = reader(&folder.path("out/plies/part-00000.parquet"));
    let rows: Vec<_> = file.metadata().row_groups().iter().map(|group| group.num_rows()).collect();
    assert_eq!(rows, [122_880, 40_000 + 93_996 + 12_000 - 122_880]);
}

#[test]
fn plies_need_no_column_of_the_games_and_are_not_parted_with_them() {
    let folder = Folder::new();
    folder.write("a.pgn", "[Date \"2020.01.01\"]\n\n1. e4 e5 *\n\n[Date \"2021.01.01\"]\n\n1. d4 *\n");
    let said = audit(&folder, &["a.pgn", "--plies", "--columns", "White", "--partition", "year"]);
    assert!(said.lines().last().unwrap().starts_with("out/plies: 3 rows in 1 part, "), "{said}");
    assert_eq!(
        values(&plies(&folder), &["source_file", "game_index", "san"]),
        ["a.pgn 0 e4", "a.pgn 0 e5", "a.pgn 1 d4"]
    );
    assert!(folder.path("out/games/year=2021/part-00000.parquet").exists());
    audit(&folder, &["a.pgn"]);
    assert!(!folder.path("out/plies").exists());
    let manifest = folder.manifest("out");
    assert!(manifest["plies"].is_null() && manifest["ledger"]["ply_rows"].is_null());
}

#[test]
fn without_a_ply_the_table_opens_all_the_same() {
    let folder = Folder::new();
    folder.write("a.pgn", "[Variant \"Atomic\"]\n\n1. e4 e5 *\n\n[Event \"none\"]\n\n*\n");
    audit(&folder, &["a.pgn", "--plies"]);
    assert_eq!((games(&folder).len(), plies(&folder).len()), (2, 0));
}

#[test]
fn where_nothing_is_written_or_nothing_fits_plies_are_a_mistake() {
    let folder = Folder::new();
    folder.write("a.pgn", MATE);
    for arguments in [&["a.pgn", "--no-output", "--plies"][..], &["a.pgn", "-o", "out", "--plies=sans"]] {
        let ran = folder.run(&[&["audit"], arguments].concat());
        assert_eq!(ran.code, 2, "{}", ran.stderr);
        assert_eq!(folder.names(), ["a.pgn"]);
    }
    // What follows is an input, and no value.
    audit(&folder, &["--plies", "a.pgn"]);
    assert_eq!(plies(&folder).len(), 4);
}

/// What no sample has: evaluations with their depths as python-chess writes them, and moves with several glyphs.
const DEPTHS: &str = "1. e4 {[%eval 0.3,18]} e5?! $14 {[%eval #-3,22]} 2. Nf3 $10 $2 {[%eval 0.2]} Nc6 {[%eval -1.25,0] [%clk 0:00:09]} *\n";

/// Runs a script on a dataset with both layouts, if there is an interpreter.
fn agrees(name: &str, arguments: &[&str]) {
    let Some(mut command) = script(name) else { return };
    let folder = Folder::new();
    folder.write("depths.pgn", DEPTHS);
    audit(&folder, &["depths.pgn", SAMPLES, SPECIMENS, "--plies=fen", "--lists", "--columns", "all"]);
    folder.write("plies.json", folder.run(&["schema", "--table", "plies", "--format", "json"]).stdout);
    report_of(command.args(arguments).args(["out", "plies.json"]).current_dir(folder.path(".")));
}

#[test]
fn duckdb_reads_plies_and_lists() {
    agrees("plies.py", &["duckdb"]);
}

#[test]
fn pyarrow_reads_plies_and_lists() {
    agrees("plies.py", &["pyarrow"]);
}

#[test]
fn polars_reads_plies_and_lists() {
    agrees("plies.py", &["polars"]);
}

#[test]
fn pandas_reads_plies_and_lists() {
    agrees("plies.py", &["pandas"]);
}

#[test]
fn python_chess_agrees_on_every_ply() {
    agrees("ply_by_ply.py", &[]);
}

#[test]
fn who_asks_for_the_plies_of_one_file_reads_no_others() {
    let Some(mut command) = script("skips.py") else { return };
    let folder = Folder::new();
    // Each but the last fills a row group of plies to its last row.
    for (name, games) in [("a.pgn", 30_720), ("b.pgn", 30_720), ("c.pgn", 10)] {
        folder.write(name, MATE.repeat(games));
    }
    audit(&folder, &["a.pgn", "b.pgn", "c.pgn", "--plies"]);
    let ran =
        folder.run(&["audit", SAMPLES, SPECIMENS, "-o", "all", "--plies=fen", "--lists", "--columns", "all"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    report_of(command.args(["out", "b.pgn", "all"]).current_dir(folder.path(".")));
}
