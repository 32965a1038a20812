//! `arbitro extract` as a user runs it: the games are those of the source, byte for byte, and an audit of them finds what
//! was found before.

#![allow(clippy::unwrap_used, reason = "a test that can't go on fails")]

mod program;

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::os::unix::fs::symlink;
use std::path::Path;

use arbitro::table::{Predicate, Selection};
use parquet::file::reader::{FileReader, SerializedFileReader};

use program::{Folder, MATE, Ran, assert_balanced};

const SAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data/games");
const SPECIMENS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/specimens");

const ILLEGAL: &str = "[Event \"x\"]\n\n1. e4 e5 2. Ke3 *\n\n";

/// Columns that say where a game is: all others are of the game itself.
const OF_PLACE: [&str; 4] = ["source_file", "game_index", "byte_offset", "error_offset"];

/// Every row of a dataset as text, by its column's name, without its place.
fn rows(dataset: &Path) -> Vec<BTreeMap<String, String>> {
    let part = File::open(dataset.join("games/part-00000.parquet")).unwrap();
    let reader = SerializedFileReader::new(part).unwrap();
    let rows = reader.get_row_iter(None).unwrap().map(|row| {
        let columns = row.unwrap().into_columns().into_iter();
        columns.map(|(name, value)| (name, value.to_string())).collect::<BTreeMap<_, _>>()
    });
    rows.collect()
}

fn without_place(mut row: BTreeMap<String, String>) -> BTreeMap<String, String> {
    row.retain(|name, _| !OF_PLACE.contains(&name.as_str()));
    row
}

/// The games that a predicate is true of, cut from the files themselves.
fn cut(dataset: &Path, predicate: &str) -> Vec<Vec<u8>> {
    let part = dataset.join("games/part-00000.parquet");
    let mut selection = Selection::new(vec![part], Predicate::read(predicate).unwrap());
    let (mut games, mut texts) = (Vec::new(), BTreeMap::new());
    while let Some(places) = selection.next_places().unwrap() {
        for place in places.iter() {
            let text = texts.entry(place.source_file.to_owned()).or_insert_with(|| {
                let stored = fs::read(place.source_file).unwrap();
                let is_plain = !place.source_file.ends_with(".zst");
                if is_plain { stored } else { zstd::decode_all(&*stored).unwrap() }
            });
            let start = place.byte_offset as usize;
            games.push(text[start..start + place.byte_length as usize].to_vec());
        }
    }
    games
}

fn extract(folder: &Folder, predicate: &str, more: &[&str]) -> Ran {
    folder.run(&[&["extract", "out", "--where", predicate], more].concat())
}

/// Says why it failed, in one line, and leaves nothing.
fn assert_refused(ran: &Ran, code: i32, message: &str) {
    assert_eq!((ran.code, ran.stdout.as_str()), (code, ""), "{}", ran.stderr);
    assert!(ran.stderr.contains(message), "{}", ran.stderr);
}

#[test]
fn an_audit_of_an_extract_finds_what_was_found_before() {
    let folder = Folder::new();
    let (ran, _) = folder.audit(&[SAMPLES]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let all = rows(&folder.path("out"));
    for (predicate, is_meant) in [
        ("legality = 'legal'", (|_| true) as fn(&BTreeMap<String, String>) -> bool),
        ("ruling = 'time_forfeit_drawn'", |row| row["ruling"] == "\"time_forfeit_drawn\""),
        ("plies > 150", |row| row["plies"].parse::<i64>().unwrap() > 150),
        ("Variant is not null", |row| row["Variant"] != "null"),
    ] {
        let ran = extract(&folder, predicate, &["-o", "some.pgn", "--force"]);
        assert_eq!((ran.code, ran.stdout.as_str()), (0, ""), "{}", ran.stderr);
        let expected: Vec<_> = all.iter().filter(|row| is_meant(row)).cloned().map(without_place).collect();
        assert!(!expected.is_empty());
        assert!(
            ran.stderr.starts_with(&format!("{} of 1,340 games, ", grouped(expected.len()))),
            "{}",
            ran.stderr
        );
        let again = folder.run(&["audit", "some.pgn", "-o", "again", "--force"]);
        assert_eq!(again.code, 0, "{}", again.stderr);
        assert_balanced(&folder.manifest("again"));
        let found: Vec<_> = rows(&folder.path("again")).into_iter().map(without_place).collect();
        assert!(found == expected, "{predicate}");
    }
    assert_eq!(folder.names(), ["again", "out", "some.pgn"]);
}

fn grouped(number: usize) -> String {
    if number < 1_000 { number.to_string() } else { format!("{},{:03}", number / 1_000, number % 1_000) }
}

#[test]
fn games_are_the_bytes_of_the_source_with_a_blank_line_between() {
    let folder = Folder::new();
    assert_eq!(folder.audit(&[SAMPLES]).0.code, 0);
    for predicate in ["game_index >= 0", "plies < 20", "ECO < 'B01'"] {
        let games = cut(&folder.path("out"), predicate);
        let ran = extract(&folder, predicate, &["-o", "some.pgn", "-f"]);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        let text = fs::read(folder.path("some.pgn")).unwrap();
        let mut rest = text.as_slice();
        for game in &games {
            assert!(rest.starts_with(game), "{}", String::from_utf8_lossy(game));
            rest = &rest[game.len()..];
            let blanks = rest.iter().take_while(|byte| b"\r\n".contains(byte)).count();
            assert!(matches!(&rest[..blanks], b"\n\n" | b"\r\n\r\n") || blanks == rest.len());
            rest = &rest[blanks..];
        }
        assert!(rest.is_empty());
        let printed = extract(&folder, predicate, &["-o", "-"]);
        assert_eq!(printed.stderr, ran.stderr);
    }
    let printed = extract(&folder, "game_index = 3", &["-q"]);
    let games: Vec<_> = cut(&folder.path("out"), "game_index = 3")
        .into_iter()
        .map(|game| String::from_utf8(game).unwrap())
        .collect();
    assert_eq!(games.len(), 6);
    let found: Vec<_> = games.iter().map(|game| printed.stdout.find(game.as_str())).collect();
    assert!(found.is_sorted() && found[0] == Some(0));
    assert_eq!(printed.stderr, "");
}

#[test]
fn a_compressed_source_gives_the_same_games_as_its_text() {
    let folder = Folder::new();
    let game = |number: usize| {
        let comment = "x".repeat(number * 31 % 900);
        format!("[Event \"{number}\"]\n\n1. e4 {{{comment}}} e5 {}*\n\n", ["", "2. Ke3 "][number % 2])
    };
    let text: String = (0..6_000).map(game).collect();
    let frame = |text: &[u8]| zstd::bulk::compress(text, 1).unwrap();
    let frames: Vec<u8> = text.as_bytes().chunks(70_001).flat_map(frame).collect();
    for (name, stored) in [
        ("plain.pgn", text.clone().into_bytes()),
        ("one.pgn.zst", frame(text.as_bytes())),
        ("many.zst", frames),
    ] {
        folder.write(name, stored);
        assert_eq!(folder.audit(&[name]).0.code, 0);
        let ran = extract(&folder, "legality = 'illegal_move' and plies = 2", &[]);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        let expected: String = (0..6_000).filter(|number| number % 2 == 1).map(game).collect();
        assert!(ran.stdout == expected[..expected.len() - 1], "{name}");
    }
    // The same file named twice is read twice, from its beginning.
    assert_eq!(folder.audit(&["one.pgn.zst", "one.pgn.zst"]).0.code, 0);
    let ran = extract(&folder, "game_index in (1, 5999)", &[]);
    let expected = [1, 5_999, 1, 5_999].map(game).concat();
    assert_eq!(ran.stdout, expected[..expected.len() - 1]);
}

#[test]
fn what_stands_before_a_fault_of_the_source_is_extracted() {
    let folder = Folder::new();
    let mut stored = zstd::bulk::compress(MATE.repeat(3).as_bytes(), 1).unwrap();
    stored.extend(b"no frame");
    folder.write("games.pgn.zst", stored);
    assert_eq!(folder.audit(&["games.pgn.zst"]).0.code, 1);
    let ran = extract(&folder, "is_checkmate", &[]);
    assert_eq!((ran.code, ran.stdout), (0, MATE.repeat(3).trim_end().to_owned() + "\n"), "{}", ran.stderr);
}

#[test]
fn every_specimen_is_a_game_and_what_runs_together_is_told() {
    let folder = Folder::new();
    let (ran, manifest) = folder.audit(&[SPECIMENS]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let ran = extract(&folder, "byte_length > 0", &["-o", "all.pgn"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let again = folder.run(&["audit", "all.pgn", "-o", "again"]);
    assert_eq!(again.code, 0, "{}", again.stderr);
    let (games, found) = (&manifest["ledger"]["games"], &folder.manifest("again")["ledger"]["games"]);
    let told = ran.stderr.lines().find_map(|line| line.strip_prefix("arbitro: warning: "));
    let together: u64 = told.map_or(0, |line| line.split(' ').next().unwrap().parse().unwrap());
    assert_eq!(games.as_u64().unwrap(), found.as_u64().unwrap() + together, "{}", ran.stderr);
}

#[test]
fn no_game_is_no_fault() {
    let folder = Folder::new();
    folder.write("games.pgn", MATE);
    assert_eq!(folder.audit(&["games.pgn"]).0.code, 0);
    let ran = extract(&folder, "plies > 1000", &["-o", "none.pgn"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (0, ""));
    assert_eq!(ran.stderr, "0 of 1 game: the predicate is true of none\n");
    assert_eq!(fs::read(folder.path("none.pgn")).unwrap(), b"");
}

#[test]
fn a_source_that_has_moved_is_looked_for_where_it_is_now() {
    let folder = Folder::new();
    folder.write("in/a/games.pgn", MATE);
    folder.write("in/b/games.pgn", MATE.replace("fool's", "another"));
    assert_eq!(folder.audit(&["in"]).0.code, 0);
    fs::create_dir(folder.path("new")).unwrap();
    fs::rename(folder.path("in/a"), folder.path("new/a")).unwrap();
    assert_refused(
        &extract(&folder, "is_checkmate", &[]),
        1,
        "in/a/games.pgn: game 0 at byte 0: there is no such file any more; if it has moved, name the folder with --source DIR; \
         no game was written",
    );
    fs::rename(folder.path("in/b"), folder.path("new/b")).unwrap();
    let ran = extract(&folder, "is_checkmate", &["--source", "new"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(ran.stdout.find("fool's mate") < ran.stdout.find("another mate"), "{}", ran.stdout);
    assert_eq!(ran.stderr, "2 of 2 games, 123 B from 2 files\n");
}

#[test]
fn a_source_that_has_changed_is_refused_and_nothing_is_left() {
    let folder = Folder::new();
    let games = format!("{MATE}{ILLEGAL}");
    let moved = format!("{ILLEGAL}{MATE}");
    let junk = "x".repeat(games.len());
    folder.write("games.pgn", &games);
    assert_eq!(folder.audit(&["games.pgn"]).0.code, 0);
    for (text, message) in [
        (
            games.clone() + " ",
            "games.pgn: game 1 at byte 63: the file has changed since the audit: it had 95 bytes and has 96",
        ),
        (
            MATE.to_owned(),
            "games.pgn: game 1 at byte 63: the file has changed since the audit: it had 95 bytes and has 63",
        ),
        (
            moved,
            "games.pgn: game 1 at byte 63: the file has changed since the audit: there is no such game any more",
        ),
        (
            junk,
            "games.pgn: game 1 at byte 63: the file has changed since the audit: there is no such game any more",
        ),
        (String::new(), "games.pgn: game 1 at byte 63: the file has changed since the audit: "),
    ] {
        folder.write("games.pgn", text);
        let before = folder.names();
        assert_refused(&extract(&folder, "not is_checkmate", &["-o", "some.pgn"]), 1, message);
        assert_eq!(folder.names(), before);
    }
}

#[test]
fn a_fault_halfway_says_what_was_written_before_it() {
    let folder = Folder::new();
    folder.write("a.pgn", MATE.repeat(2));
    folder.write("b.pgn", MATE);
    assert_eq!(folder.audit(&["a.pgn", "b.pgn"]).0.code, 0);
    fs::remove_file(folder.path("b.pgn")).unwrap();
    let printed = extract(&folder, "is_checkmate", &[]);
    assert_eq!((printed.code, printed.stdout), (1, MATE.repeat(2).trim_end().to_owned() + "\n"));
    assert!(
        printed.stderr.contains("b.pgn: game 0 at byte 0: there is no such file any more"),
        "{}",
        printed.stderr
    );
    assert!(printed.stderr.ends_with("; 2 games were written before\n"), "{}", printed.stderr);
    let written = extract(&folder, "is_checkmate", &["-o", "some.pgn"]);
    assert_refused(&written, 1, "; no game was written");
    assert_eq!(folder.names(), ["a.pgn", "out"]);
}

#[test]
fn standard_input_is_not_kept() {
    let folder = Folder::new();
    let ran = folder.run_with_input(&["audit", "-", "-o", "out"], MATE.as_bytes());
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert_refused(
        &extract(&folder, "is_checkmate", &[]),
        1,
        "-: game 0 at byte 0: came from standard input, which nothing has kept; no game was written",
    );
    assert_eq!(extract(&folder, "is_stalemate", &[]).code, 0);
}

#[test]
fn what_is_no_dataset_is_named() {
    let folder = Folder::new();
    folder.write("games.pgn", MATE);
    assert_refused(
        &extract(&folder, "plies = 1", &[]),
        1,
        "out: is no dataset: there is no manifest.json in it",
    );
    folder.write("out/manifest.json", "{}");
    assert_refused(
        &extract(&folder, "plies = 1", &[]),
        1,
        "out: is no dataset: its manifest.json is not of an audit",
    );
    fs::remove_dir_all(folder.path("out")).unwrap();
    assert_eq!(folder.audit(&["games.pgn"]).0.code, 0);
    fs::write(folder.path("out/games/part-00000.parquet"), "junk").unwrap();
    assert_refused(&extract(&folder, "plies = 1", &[]), 1, "out/games/part-00000.parquet: can't be read: ");
    fs::remove_file(folder.path("out/games/part-00000.parquet")).unwrap();
    assert_refused(&extract(&folder, "plies = 1", &[]), 1, "out/games/part-00000.parquet: can't be read: ");
}

#[test]
fn an_output_is_not_written_over_anything_that_was_not_meant() {
    let folder = Folder::new();
    folder.write("games.pgn", MATE);
    folder.write("some.pgn", "precious");
    symlink(folder.path("games.pgn"), folder.path("link.pgn")).unwrap();
    assert_eq!(folder.audit(&["games.pgn"]).0.code, 0);
    let to = |output: &str, force: &str| extract(&folder, "is_checkmate", &["-o", output, force]);
    assert_refused(&to("some.pgn", "-q"), 2, "some.pgn: exists already; --force replaces it");
    assert_refused(&to("games.pgn", "-f"), 2, "games.pgn: is one of the files that the dataset was made of");
    assert_refused(&to("link.pgn", "-f"), 2, "games.pgn: is one of the files that the dataset was made of");
    assert_refused(&to("out/some.pgn", "-f"), 2, "out/some.pgn: lies in the dataset");
    assert_refused(&to("out/games/../manifest.json", "-f"), 2, "manifest.json: lies in the dataset");
    assert_refused(&to("out", "-f"), 1, "out: can't be written: is a directory");
    assert_eq!(fs::read(folder.path("some.pgn")).unwrap(), b"precious");
    assert_eq!(fs::read(folder.path("games.pgn")).unwrap(), MATE.as_bytes());
    assert_eq!(to("some.pgn", "-f").code, 0);
    assert_eq!(
        fs::read(folder.path("some.pgn")).unwrap(),
        MATE.trim_end().to_owned().into_bytes().into_iter().chain(*b"\n").collect::<Vec<_>>()
    );
    assert_eq!(folder.names(), ["games.pgn", "link.pgn", "out", "some.pgn"]);
}

#[test]
fn a_reader_that_has_had_enough_is_no_fault() {
    let folder = Folder::new();
    folder.write("games.pgn", MATE.repeat(20_000));
    assert_eq!(folder.audit(&["games.pgn"]).0.code, 0);
    let mut child = folder
        .command(&["extract", "out", "--where", "is_checkmate"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let ran = program::ran(child.wait_with_output().unwrap());
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
}

#[test]
fn a_mistake_in_a_predicate_is_told_with_its_place() {
    let folder = Folder::new();
    for (predicate, message, mark) in [
        ("", "a condition is missing here", "^"),
        ("RESULT = '1-0'", "there is no column RESULT; did you mean Result?", "^^^^^^"),
        ("rulling = 'checkmate'", "there is no column rulling; did you mean ruling?", "^^^^^^^"),
        (
            "plies > 3 and nonsense = 1",
            "there is no column nonsense; 'arbitro schema' lists them",
            "              ^^^^^^^^",
        ),
        (
            "ruling = \"checkmate\"",
            "there is no column checkmate; did you mean is_checkmate?",
            "         ^^^^^^^^^^^",
        ),
        (
            "White = \"Carlsen, M\"",
            "there is no column Carlsen, M; a text stands in single quotes",
            "        ^^^^^^^^^^^^",
        ),
        (
            "ruling = 'timeforfeit'",
            "ruling is never 'timeforfeit'; did you mean 'time_forfeit'?",
            "         ^^^^^^^^^^^^^",
        ),
        (
            "white_castling in ('O-O')",
            "white_castling is never 'O-O'; the words are king_side, queen_side",
            "                   ^^^^^",
        ),
        (
            "has(findings, 'selfplay')",
            "there is no finding 'selfplay'; did you mean 'self_play'?",
            "              ^^^^^^^^^^",
        ),
        (
            "findings = 'self_play'",
            "findings is a list: has(findings, '...') asks for what it holds",
            "^^^^^^^^",
        ),
        ("has(White, 'x')", "White is no list", "    ^^^^^"),
        ("ExtraTags = 'x'", "ExtraTags is a map, of which a predicate can't ask", "^^^^^^^^^"),
        ("plies", "plies is neither true nor false: compare it with something", "^^^^^"),
        ("'x'", "a column is missing here: compare one with this", "^^^"),
        ("1 = 1", "a column is missing here: two values are compared", "^^^^^"),
        ("WhiteElo > '2000'", "WhiteElo holds numbers", "           ^^^^^^"),
        ("White = 7", "White holds texts, in single quotes", "        ^"),
        ("UTCDate = '2024-02-30'", "UTCDate holds days, such as '2024-01-31'", "          ^^^^^^^^^^^^"),
        (
            "started_at < 'soon'",
            "started_at holds times, such as '2024-01-31' or '2024-01-31T23:59:59Z'",
            "             ^^^^^^",
        ),
        ("is_checkmate = 1", "is_checkmate holds true and false", "               ^"),
        (
            "White = WhiteElo",
            "White holds texts, in single quotes, but WhiteElo holds numbers",
            "        ^^^^^^^^",
        ),
        (
            "Result = null",
            "nothing equals null, not even null: write Result is null, or is not null",
            "         ^^^^",
        ),
        ("'x' is null", "only a column can be null", "^^^"),
        ("White is 'x'", "only null or not null can follow is", "         ^"),
        ("White like 'x%'", "only and, or, or the end can follow", "      ^^^^"),
        ("plies = 1 plies = 2", "only and, or, or the end can follow", "          ^^^^^"),
        ("1 < plies < 9", "only and, or, or the end can follow", "          ^"),
        ("plies = 1)", "no parenthesis is open here", "         ^"),
        ("(plies = 1 or (plies = 2)", "the parenthesis that opens here is not closed", "^"),
        ("(plies = 1 plies", "only and, or, or ) can follow", "           ^^^^^"),
        (
            "plies =",
            "a value is missing here: a column, a number, a text in single quotes, true or false",
            "       ^",
        ),
        (
            "plies = and",
            "a value is missing here: a column, a number, a text in single quotes, true or false",
            "        ^^^",
        ),
        ("plies = 1 and", "a condition is missing here", "             ^"),
        ("not", "a condition is missing here", "   ^"),
        ("White = 'x", "the text that begins here has no closing quote", "        ^^"),
        ("\"White = 1", "the name that begins here has no closing quote", "^^^^^^^^^^"),
        ("plies = 12abc", "this is no number; a text stands in single quotes", "        ^^^^^"),
        ("plies in 1", "a list is missing here: in ('...', '...')", "         ^"),
        (
            "plies in ()",
            "a value is missing here: a column, a number, a text in single quotes, true or false",
            "          ^",
        ),
        ("plies in (1 2)", "only a comma or ) can follow", "            ^"),
        ("lower(White) = 'x'", "only has(findings, '...') is asked in this way", "^^^^^"),
        ("has(findings)", "a comma is missing here: has(findings, '...')", "            ^"),
        (
            "White = 'é' and Blakc = 'x'",
            "there is no column Blakc; did you mean Black?",
            "                ^^^^^",
        ),
    ] {
        let ran = extract(&folder, predicate, &[]);
        assert_refused(&ran, 2, "");
        assert_eq!(ran.stderr, format!("arbitro: error: --where: {message}\n  {predicate}\n  {mark}\n"));
    }
}

#[test]
fn no_predicate_is_too_long_or_too_deep() {
    let folder = Folder::new();
    folder.write("games.pgn", MATE);
    assert_eq!(folder.audit(&["games.pgn"]).0.code, 0);
    let deep = |depth: usize| "(".repeat(depth) + "plies = 4" + &")".repeat(depth);
    assert_eq!(extract(&folder, &deep(64), &["-q"]).stdout, MATE.trim_end().to_owned() + "\n");
    assert_refused(&extract(&folder, &deep(65), &[]), 2, "parentheses go too deep here");
    assert_refused(&extract(&folder, &deep(50_000), &[]), 2, "parentheses go too deep here");
    assert_refused(&extract(&folder, &"not (".repeat(20_000), &[]), 2, "parentheses go too deep here");
    for long in [
        "not ".repeat(30_000) + "plies = 4",
        "plies = 5 or ".repeat(9_000) + "plies = 4",
        "plies < 5 and ".repeat(8_000) + "plies = 4",
        "plies = 5 and plies = 5 or ".repeat(4_000) + "plies = 4",
        format!("White is null and Event in ({}'fool''s mate')", "'x', ".repeat(20_000)),
    ] {
        assert_eq!(extract(&folder, &long, &["-q"]).code, 0);
    }
}
