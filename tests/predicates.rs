//! Predicates against the same question asked otherwise: of every row by itself, read by Parquet's own reader of records,
//! and in SQL, of DuckDB.

#![allow(clippy::unwrap_used, reason = "a test that can't go on fails")]

mod program;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::File;
use std::path::Path;

use arbitro::table::{Predicate, Selection};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

use program::{Folder, report_of, script};

const SAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data/games");
const DAMAGED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data/damaged");
const SPECIMENS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/specimens");

/// What SQL knows: true, false, or null.
type Truth = Option<bool>;

/// A predicate, and the same of one row.
type Case = (&'static str, fn(&Row) -> Truth);

/// Every kind of test on every kind of column; `whole` shows what a predicate is of every row, so nulls are seen.
const CASES: [Case; 36] = [
    ("ruling = 'checkmate'", |row| Some(row.text("ruling")? == "checkmate")),
    ("'checkmate' = ruling", |row| Some(row.text("ruling")? == "checkmate")),
    ("ruling_basis <> 'board'", |row| Some(row.text("ruling_basis")? != "board")),
    ("white_castling != 'king_side'", |row| Some(row.text("white_castling")? != "king_side")),
    ("ruling < 'checkmate'", |row| Some(row.text("ruling")? < "checkmate")),
    ("\"Result\" = '1/2-1/2'", |row| Some(row.text("Result")? == "1/2-1/2")),
    ("Result <> ruled_result", |row| Some(row.text("Result")? != row.text("ruled_result")?)),
    ("White >= 'm'", |row| Some(row.text("White")? >= "m")),
    ("White = Black", |row| Some(row.text("White")? == row.text("Black")?)),
    ("Event = 'Rated Bullet game'", |row| Some(row.text("Event")? == "Rated Bullet game")),
    ("White <> 'O''Brien'", |row| Some(row.text("White")? != "O'Brien")),
    ("Date < '1899.01.01'", |row| Some(row.text("Date")? < "1899.01.01")),
    ("WhiteElo < 2000", |row| Some(row.number("WhiteElo")? < 2000)),
    ("2000 > WhiteElo", |row| Some(row.number("WhiteElo")? < 2000)),
    ("WhiteElo > BlackElo", |row| Some(row.number("WhiteElo")? > row.number("BlackElo")?)),
    ("WhiteRatingDiff <= -5", |row| Some(row.number("WhiteRatingDiff")? <= -5)),
    ("plies >= 80.5", |row| Some(row.number("plies")? as f64 >= 80.5)),
    ("claimed_plies == 0", |row| Some(row.number("claimed_plies")? == 0)),
    ("plies < claimed_plies", |row| Some(row.number("plies")? < row.number("claimed_plies")?)),
    ("byte_offset >= 100000", |row| Some(row.number("byte_offset")? >= 100_000)),
    ("final_key < -4611686018427387904", |row| Some(row.number("final_key")? < -(1 << 62))),
    ("plies in (0, 41, 42)", |row| Some([0, 41, 42].contains(&row.number("plies")?))),
    ("WhiteElo not in (1500, 1600)", |row| Some(![1500, 1600].contains(&row.number("WhiteElo")?))),
    ("WhiteTitle in ('GM', 'IM')", |row| Some(["GM", "IM"].contains(&row.text("WhiteTitle")?))),
    ("legality not in ('legal')", |row| Some(row.text("legality")? != "legal")),
    ("'GM' in (WhiteTitle, BlackTitle)", |row| {
        let is_gm = |name| Some(row.text(name)? == "GM");
        or(is_gm("WhiteTitle"), is_gm("BlackTitle"))
    }),
    ("is_checkmate", |row| row.boolean("is_checkmate")),
    ("is_stalemate = false", |row| Some(!row.boolean("is_stalemate")?)),
    ("UTCDate >= '2018-12-14'", |row| Some(row.number("UTCDate")? >= 17_879)),
    ("started_at < '2018-12-14T14:00:00Z'", |row| Some(row.number("started_at")? < 1_544_796_000_000)),
    ("error_ply is null", |row| Some(row.is_null("error_ply"))),
    ("white_castling is not null", |row| Some(!row.is_null("white_castling"))),
    ("ExtraTags is null", |_| Some(false)),
    ("has(findings, 'result_tag_differs')", |row| Some(row.list("findings").contains(&"result_tag_differs"))),
    ("not WhiteElo < 2000 and not Result = '1-0' or plies = 0", |row| {
        let weak = row.number("WhiteElo").map(|elo| elo >= 2000);
        let lost = row.text("Result").map(|result| result != "1-0");
        or(and(weak, lost), row.number("plies").map(|plies| plies == 0))
    }),
    ("not (white_castling = 'king_side' or NOT NOT WhiteElo < 2000)", |row| {
        let castled = row.text("white_castling").map(|side| side == "king_side");
        or(castled, row.number("WhiteElo").map(|elo| elo < 2000)).map(|truth| !truth)
    }),
];

fn and(one: Truth, other: Truth) -> Truth {
    if one == Some(false) || other == Some(false) { Some(false) } else { Some(one? && other?) }
}

fn or(one: Truth, other: Truth) -> Truth {
    if one == Some(true) || other == Some(true) { Some(true) } else { Some(one? || other?) }
}

/// A row as Parquet's reader of records gives it.
struct Row(BTreeMap<String, Field>);

impl Row {
    fn text(&self, name: &str) -> Option<&str> {
        match &self.0[name] {
            Field::Null => None,
            Field::Str(text) => Some(text),
            other => panic!("{name}: {other}"),
        }
    }

    fn number(&self, name: &str) -> Option<i64> {
        match &self.0[name] {
            Field::Null => None,
            Field::Short(number) => Some((*number).into()),
            Field::Int(number) | Field::Date(number) => Some((*number).into()),
            Field::Long(number) | Field::TimestampMillis(number) => Some(*number),
            other => panic!("{name}: {other}"),
        }
    }

    fn boolean(&self, name: &str) -> Option<bool> {
        match &self.0[name] {
            Field::Null => None,
            Field::Bool(boolean) => Some(*boolean),
            other => panic!("{name}: {other}"),
        }
    }

    fn list(&self, name: &str) -> Vec<&str> {
        match &self.0[name] {
            Field::ListInternal(list) => list
                .elements()
                .iter()
                .map(|item| if let Field::Str(text) = item { text } else { "" })
                .collect(),
            other => panic!("{name}: {other}"),
        }
    }

    fn is_null(&self, name: &str) -> bool {
        self.0[name] == Field::Null
    }

    fn place(&self) -> (String, i64) {
        (self.text("source_file").unwrap().to_owned(), self.number("game_index").unwrap())
    }
}

fn part(dataset: &Path) -> std::path::PathBuf {
    dataset.join("games/part-00000.parquet")
}

fn rows(dataset: &Path) -> Vec<Row> {
    let reader = SerializedFileReader::new(File::open(part(dataset)).unwrap()).unwrap();
    let row = |row: parquet::record::Row| Row(row.into_columns().into_iter().collect());
    reader.get_row_iter(None).unwrap().map(|found| row(found.unwrap())).collect()
}

/// The games that a predicate is true of, in order.
fn chosen(dataset: &Path, predicate: &str) -> Vec<(String, i64)> {
    let predicate = Predicate::read(predicate).unwrap_or_else(|mistake| panic!("{predicate}: {mistake}"));
    let mut selection = Selection::new(vec![part(dataset)], predicate);
    let mut games = Vec::new();
    while let Some(places) = selection.next_places().unwrap() {
        games.extend(places.iter().map(|place| (place.source_file.to_owned(), place.game_index)));
    }
    games
}

/// A dataset with every kind of row.
fn dataset() -> Folder {
    let folder = Folder::new();
    // A name with a quote in it, which no sample has.
    folder.write("quote.pgn", "[Event \"x\"]\n[White \"O'Brien\"]\n\n1. e4 *\n");
    let (ran, _) = folder.audit(&[SAMPLES, DAMAGED, SPECIMENS, "quote.pgn"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    folder
}

#[test]
fn a_predicate_chooses_the_rows_of_which_it_is_true() {
    let folder = dataset();
    let rows = rows(&folder.path("out"));
    for (predicate, truth) in CASES {
        for (predicate, wanted) in
            [(predicate.to_owned(), Some(true)), (format!("not ({predicate})"), Some(false))]
        {
            let expected: Vec<_> = rows.iter().filter(|row| truth(row) == wanted).map(Row::place).collect();
            assert!(chosen(&folder.path("out"), &predicate) == expected, "{predicate}");
        }
    }
}

#[test]
fn the_cases_tell_rows_apart() {
    let folder = dataset();
    let rows = rows(&folder.path("out"));
    for (predicate, truth) in CASES.iter().filter(|(predicate, _)| !predicate.starts_with("ExtraTags")) {
        let count = |wanted: Truth| rows.iter().filter(|row| truth(row) == wanted).count();
        assert!(count(Some(true)) > 0 && count(Some(false)) > 0, "{predicate}");
    }
}

#[test]
fn conditions_joined_are_what_the_logic_of_sql_makes_of_them() {
    let folder = dataset();
    let rows = rows(&folder.path("out"));
    // Enough of each kind to meet every pair of truths.
    let cases: Vec<_> = CASES.iter().step_by(3).collect();
    for ((one, of_one), (other, of_other)) in
        cases.iter().flat_map(|one| cases.iter().map(move |other| (*one, *other)))
    {
        for (predicate, join) in [
            (format!("{one} and {other}"), and as fn(Truth, Truth) -> Truth),
            (format!("({one} or ({other}))"), or),
        ] {
            let is_true = |row: &&Row| join(of_one(row), of_other(row)) == Some(true);
            let expected: Vec<_> = rows.iter().filter(is_true).map(Row::place).collect();
            // `a and b or c` is another question than `a and (b or c)`.
            let has_or = [one, other].iter().any(|predicate| predicate.contains(" or "));
            if !has_or {
                assert!(chosen(&folder.path("out"), &predicate) == expected, "{predicate}");
            }
        }
    }
}

/// A question, and the slow twin of its evaluation: row by row, value by value.
#[derive(Clone, Debug)]
enum Question {
    /// A column against the value that it has in some row.
    Compare {
        column: &'static str,
        operator: usize,
        from: usize,
        turned: bool,
    },
    Columns {
        one: usize,
        operator: usize,
        other: usize,
    },
    In {
        column: &'static str,
        from: Vec<usize>,
        negated: bool,
    },
    Null {
        column: &'static str,
        negated: bool,
    },
    Has {
        code: usize,
    },
    Not(Box<Question>),
    Both(Box<Question>, Box<Question>),
    Either(Box<Question>, Box<Question>),
}

#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
enum Value<'r> {
    Text(&'r str),
    Number(i64),
    Boolean(bool),
}

/// An operator, the same with its sides turned, and what it is true of.
type Operator = (&'static str, &'static str, fn(std::cmp::Ordering) -> bool);

/// Columns of every type, most of them null here and there.
const COLUMNS: [&str; 18] = [
    "White",
    "Black",
    "Event",
    "Result",
    "Termination",
    "error_token",
    "ruling",
    "ruling_basis",
    "ruled_result",
    "legality",
    "white_castling",
    "WhiteElo",
    "plies",
    "error_ply",
    "game_index",
    "moves_key",
    "is_checkmate",
    "white_can_mate_lichess",
];

/// Columns that can be compared with each other.
const PAIRS: [[&str; 2]; 5] = [
    ["White", "Black"],
    ["Result", "ruled_result"],
    ["WhiteElo", "BlackElo"],
    ["plies", "claimed_plies"],
    ["white_can_mate_lichess", "black_can_mate_lichess"],
];

const CODES: [&str; 4] = ["result_tag_differs", "self_play", "missing_result", "played_after_end"];

const OPERATORS: [Operator; 6] = [
    ("=", "=", std::cmp::Ordering::is_eq),
    ("<>", "!=", std::cmp::Ordering::is_ne),
    ("<", ">", std::cmp::Ordering::is_lt),
    ("<=", ">=", std::cmp::Ordering::is_le),
    (">", "<", std::cmp::Ordering::is_gt),
    (">=", "<=", std::cmp::Ordering::is_ge),
];

impl Row {
    fn value(&self, name: &str) -> Option<Value<'_>> {
        match &self.0[name] {
            Field::Null => None,
            Field::Str(text) => Some(Value::Text(text)),
            Field::Bool(boolean) => Some(Value::Boolean(*boolean)),
            _ => self.number(name).map(Value::Number),
        }
    }
}

/// The value of a column in the first row from `from` on, around the end, that has one.
fn some_value<'r>(rows: &'r [Row], column: &str, from: usize) -> Value<'r> {
    let from = from % rows.len();
    rows[from..].iter().chain(&rows[..from]).find_map(|row| row.value(column)).unwrap()
}

fn written(value: Value<'_>) -> String {
    match value {
        Value::Text(text) => format!("'{}'", text.replace('\'', "''")),
        Value::Number(number) => number.to_string(),
        Value::Boolean(boolean) => boolean.to_string(),
    }
}

impl Question {
    fn text(&self, rows: &[Row]) -> String {
        match self {
            Question::Compare { column, operator, from, turned } => {
                let value = written(some_value(rows, column, *from));
                let (straight, reverse, _) = OPERATORS[*operator];
                if *turned {
                    format!("{value} {reverse} {column}")
                } else {
                    format!("\"{column}\"{straight}{value}")
                }
            }
            Question::Columns { one, operator, other } => {
                let pair = PAIRS[one % PAIRS.len()];
                let other = pair[other % 2];
                format!("{} {} {other}", pair[0], OPERATORS[*operator].0)
            }
            Question::In { column, from, negated } => {
                let values: Vec<_> =
                    from.iter().map(|from| written(some_value(rows, column, *from))).collect();
                let not = if *negated { "not " } else { "" };
                format!("{column} {not}IN ({})", values.join(", "))
            }
            Question::Null { column, negated } => {
                format!("{column} is {}null", if *negated { "NOT " } else { "" })
            }
            Question::Has { code } => format!("has(findings, '{}')", CODES[code % CODES.len()]),
            Question::Not(part) => format!("not ({})", part.text(rows)),
            Question::Both(one, other) => format!("({}) and ({})", one.text(rows), other.text(rows)),
            Question::Either(one, other) => format!("({}) Or ({})", one.text(rows), other.text(rows)),
        }
    }

    fn truth(&self, rows: &[Row], row: &Row) -> Truth {
        let compare = |one: Value<'_>, operator: usize, other: Value<'_>| {
            one.partial_cmp(&other).map(OPERATORS[operator].2)
        };
        match self {
            Question::Compare { column, operator, from, .. } => {
                compare(row.value(column)?, *operator, some_value(rows, column, *from))
            }
            Question::Columns { one, operator, other } => {
                let pair = PAIRS[one % PAIRS.len()];
                compare(row.value(pair[0])?, *operator, row.value(pair[other % 2])?)
            }
            Question::In { column, from, negated } => {
                let value = row.value(column)?;
                let is_in = from.iter().any(|from| some_value(rows, column, *from) == value);
                Some(is_in != *negated)
            }
            Question::Null { column, negated } => Some(row.is_null(column) != *negated),
            Question::Has { code } => Some(row.list("findings").contains(&CODES[code % CODES.len()])),
            Question::Not(part) => part.truth(rows, row).map(|truth| !truth),
            Question::Both(one, other) => and(one.truth(rows, row), other.truth(rows, row)),
            Question::Either(one, other) => or(one.truth(rows, row), other.truth(rows, row)),
        }
    }
}

fn question() -> impl Strategy<Value = Question> {
    let column = || prop::sample::select(COLUMNS.to_vec());
    let row = 0usize..10_000;
    let leaf = prop_oneof![
        4 => (column(), 0..OPERATORS.len(), row.clone(), any::<bool>())
            .prop_map(|(column, operator, from, turned)| Question::Compare { column, operator, from, turned }),
        2 => (0..PAIRS.len(), 0..OPERATORS.len(), 0usize..2)
            .prop_map(|(one, operator, other)| Question::Columns { one, operator, other }),
        2 => (column(), prop::collection::vec(row, 1..5), any::<bool>())
            .prop_map(|(column, from, negated)| Question::In { column, from, negated }),
        1 => (column(), any::<bool>()).prop_map(|(column, negated)| Question::Null { column, negated }),
        1 => (0..CODES.len()).prop_map(|code| Question::Has { code }),
    ];
    leaf.prop_recursive(4, 24, 2, |part| {
        let pair = (part.clone(), part.clone());
        prop_oneof![
            part.prop_map(|part| Question::Not(Box::new(part))),
            pair.clone().prop_map(|(one, other)| Question::Both(Box::new(one), Box::new(other))),
            pair.prop_map(|(one, other)| Question::Either(Box::new(one), Box::new(other))),
        ]
    })
}

#[test]
fn any_predicate_chooses_what_its_slow_twin_does() {
    let folder = dataset();
    let rows = rows(&folder.path("out"));
    let mut runner = TestRunner::new(Config { failure_persistence: None, ..Config::with_cases(300) });
    let held = runner.run(&question(), |question| {
        let is_true = |row: &&Row| question.truth(&rows, row) == Some(true);
        let expected: Vec<_> = rows.iter().filter(is_true).map(Row::place).collect();
        let text = question.text(&rows);
        prop_assert!(chosen(&folder.path("out"), &text) == expected, "{}", text);
        Ok(())
    });
    held.unwrap();
}

#[test]
fn duckdb_gives_the_same_answers() {
    let Some(mut command) = script("predicates.py") else { return };
    let folder = dataset();
    let mut predicates: Vec<String> = CASES.iter().map(|(predicate, _)| (*predicate).to_owned()).collect();
    for (one, other) in CASES.iter().flat_map(|one| CASES.iter().map(move |other| (one.0, other.0))) {
        predicates.push(format!("{one} and not ({other})"));
        predicates.push(format!("not ({one} and {other})"));
        predicates.push(format!("not {one} or {other}"));
    }
    let mut asked = String::new();
    for predicate in &predicates {
        let games = chosen(&folder.path("out"), predicate);
        let digest = games.iter().map(|(file, index)| format!("{file} {index}\n")).collect::<String>();
        writeln!(asked, "{}", serde_json::json!({ "predicate": predicate, "games": digest })).unwrap();
    }
    folder.write("asked.jsonl", asked);
    report_of(command.args([part(&folder.path("out")), folder.path("asked.jsonl")]));
}

#[test]
fn row_groups_that_are_left_out_hold_nothing_that_is_meant() {
    // Two row groups, of 122,880 rows and the rest: legal games, then some that are not, with nulls and a rating.
    const GAMES: usize = 123_000;
    const LEGAL: usize = 122_900;
    let folder = Folder::new();
    let game = |number: usize| match number {
        0..LEGAL => format!("[Event \"{}\"]\n[WhiteElo \"1500\"]\n\n1. e4 *\n\n", number % 10),
        _ => "[Event \"9\"]\n[BlackElo \"2900\"]\n\n1. e5 *\n\n".to_owned(),
    };
    folder.write("games.pgn", (0..GAMES).map(game).collect::<String>());
    let (ran, _) = folder.audit(&["games.pgn"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    for (predicate, first, last) in [
        ("legality = 'illegal_move'", LEGAL, GAMES),
        ("legality <> 'legal'", LEGAL, GAMES),
        ("not legality in ('legal', 'bad_fen')", LEGAL, GAMES),
        ("legality >= 'legal'", 0, LEGAL),
        ("error_ply is not null", LEGAL, GAMES),
        ("error_ply = 1", LEGAL, GAMES),
        ("not (error_ply is null or error_ply > 1)", LEGAL, GAMES),
        ("BlackElo > 2800", LEGAL, GAMES),
        ("BlackElo is null", 0, LEGAL),
        ("WhiteElo = 1500", 0, LEGAL),
        ("WhiteElo in (1400, 1500)", 0, LEGAL),
        ("not WhiteElo <> 1500", 0, LEGAL),
        ("not WhiteElo < BlackElo", 0, 0),
        ("WhiteElo is null", LEGAL, GAMES),
        ("game_index >= 122890 and legality = 'legal'", 122_890, LEGAL),
        ("game_index < 5", 0, 5),
        ("game_index in (122879, 122880)", 122_879, 122_881),
        ("plies = 1 or game_index = 122999", 0, LEGAL),
        ("is_checkmate", 0, 0),
        ("not is_checkmate", 0, GAMES),
    ] {
        let mut expected: Vec<_> = (first..last).map(|index| index as i64).collect();
        if predicate.starts_with("plies") {
            expected.push(122_999);
        }
        let found: Vec<_> =
            chosen(&folder.path("out"), predicate).into_iter().map(|(_, index)| index).collect();
        assert!(found == expected, "{predicate}: {} games", found.len());
    }
}
