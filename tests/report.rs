//! `arbitro report` as a user runs it: a page that shows what the dataset holds, and nothing that a tag could smuggle in.

#![allow(clippy::unwrap_used, reason = "a test that can't go on fails")]

mod program;

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use arbitro::pipeline::survey::survey;
use arbitro::table::survey::{Results, RulingCount, Sum};
use arrow_array::{ArrayRef, Int32Array, RecordBatch, StringArray};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use serde_json::{Value, json};

use program::{Folder, MATE};

const SAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data/games");
const DAMAGED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data/damaged");
const SPECIMENS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/specimens");

/// The sections, in their order.
const SECTIONS: [&str; 10] = [
    "sources",
    "endings",
    "contradictions",
    "validity",
    "claims",
    "ratings",
    "gaps",
    "time-control",
    "length",
    "openings",
];

/// The page of an audit of these inputs.
fn page(folder: &Folder, inputs: &[&str]) -> String {
    assert_eq!(folder.audit(inputs).0.code, 0);
    report(folder)
}

fn report(folder: &Folder) -> String {
    let ran = folder.run(&["report", "out"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    assert_whole(&ran.stdout);
    ran.stdout
}

/// Every section is there, and nothing that a browser would load or run.
fn assert_whole(page: &str) {
    let found: Vec<_> = page
        .match_indices("<section id=\"")
        .map(|(at, tag)| page[at + tag.len()..].split('"').next().unwrap())
        .collect();
    assert_eq!(found, SECTIONS);
    assert!(page.contains("http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';"));
    for active in ["<script", "<img", "<iframe", "<link", "<object", " style=", "@import", "url("] {
        assert!(!page.contains(active), "{active}");
    }
    for link in links(page) {
        assert!(
            link.starts_with('#') || link.starts_with("https://") || link.starts_with("http://"),
            "{link}"
        );
    }
}

fn links(page: &str) -> Vec<&str> {
    page.split("href=\"").skip(1).map(|rest| rest.split('"').next().unwrap()).collect()
}

#[test]
fn a_report_of_the_samples_shows_every_subject_and_the_ledger() {
    let folder = Folder::new();
    let page = page(&folder, &[SAMPLES]);
    for text in [
        "<title>Report on 1,340 games</title>",
        "The ledger balances.",
        "93,996",
        "598 · 44.63%",
        "Results by rating gap",
        "By ECO code",
        "No game contradicts the board or itself.",
    ] {
        assert!(page.contains(text), "{text}");
    }
    let charts = page.matches("<svg class=\"chart\" role=\"img\" aria-labelledby=\"").count();
    assert!(charts >= 9, "{charts}");
    assert!(page.matches("<details").count() >= 9);
    assert!(!page.contains("was written without"));
}

#[test]
fn the_same_dataset_gives_the_same_page_with_any_number_of_threads() {
    let folder = Folder::new();
    let once = folder.run(&["audit", SAMPLES, SPECIMENS, "-o", "out", "--report", "-q", "-j", "2"]);
    assert_eq!(once.code, 0, "{}", once.stderr);
    let beside = fs::read_to_string(folder.path("out/report.html")).unwrap();
    for threads in ["1", "3"] {
        let ran = folder.run(&["report", "out", "-o", "page.html", "--force", "-j", threads]);
        assert_eq!((ran.code, ran.stdout.as_str()), (0, ""), "{}", ran.stderr);
        assert!(ran.stderr.starts_with("page.html: 1,") && ran.stderr.lines().count() == 1, "{}", ran.stderr);
        assert!(fs::read_to_string(folder.path("page.html")).unwrap() == beside, "{threads}");
    }
    // A dataset with its report can be replaced as one without.
    let again = folder.run(&["audit", SAMPLES, "-o", "out", "--force", "-q"]);
    assert_eq!(again.code, 0, "{}", again.stderr);
    assert!(!folder.path("out/report.html").exists());
}

#[test]
fn what_comes_from_a_tag_is_shown_and_never_obeyed() {
    let folder = Folder::new();
    // The result contradicts the board, so that the game is an example; its end, its opening and its clock are drawn.
    let game = |site: &str| {
        format!(
            "[Event \"x\"]\n[Site \"{site}\"]\n[White \"<script>alert(1)</script>\"]\n[Black \"\\\"><img src=x>\"]\n\
             [Result \"1-0\"]\n[ECO \"<b>A00\"]\n[Opening \"</text></svg><script>alert(2)</script>\"]\n\
             [TimeControl \"<i onload=alert(3)>\"]\n[Termination \"<u>won</u> by <script>\"]\n\n1. f3 e5 2. g4 Qh4# 1-0\n\n"
        )
    };
    for (file, site) in [
        ("a.pgn", "javascript:alert(4)"),
        ("b.pgn", "https://example.org/\\\" onclick=\\\"alert(5)"),
        ("c.pgn", "https://example.org/?a=1&b='<script>'"),
    ] {
        folder.write(file, game(site));
        // Without what was found by the moves the claim is drawn.
        let page = page(&folder, &[file, "--columns", "default,-opening_name,-opening_eco"]);
        assert!(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"), "{file}");
        assert!(page.contains("&lt;/text&gt;&lt;/svg&gt;"), "{file}");
        assert!(page.contains("&lt;i onload=alert(3)&gt;"), "{file}");
        for tag in ["<b>", "<i ", "<u>", "onclick=\"", "onload=\""] {
            assert!(!page.contains(tag), "{file}: {tag}");
        }
        let outward = outward(&page);
        match file {
            "c.pgn" => {
                let address = "https://example.org/?a=1&amp;b='&lt;script&gt;'";
                assert!(!outward.is_empty() && outward.iter().all(|link| *link == address), "{outward:?}");
            }
            _ => assert!(outward.is_empty(), "{outward:?}"),
        }
    }
    // A file's name is no tag, and no safer.
    folder.write("<script>'.pgn", game("x"));
    let page = page(&folder, &["<script>'.pgn"]);
    assert!(page.contains(r"arbitro explain '&lt;script&gt;'\''.pgn' --game 0"));
}

#[test]
fn a_contradiction_is_linked_to_its_game() {
    let folder = Folder::new();
    folder.write(
        "a b.pgn",
        format!(
            "{MATE}{}",
            MATE.replace(
                "[Result \"0-1\"]",
                "[Site \"https://lichess.org/abcd1234\"]\n[White \"Ann\"]\n[Result \"1-0\"]"
            )
            .replace("0-1\n", "1-0\n")
        ),
    );
    let arguments =
        ["audit", "a b.pgn", "-o", "out", "--laws", "fide1997", "--site", "lichess", "-q", "--report"];
    assert_eq!(folder.run(&arguments).code, 0);
    let page = report(&folder);
    assert!(links(&page).contains(&"https://lichess.org/abcd1234"));
    assert!(page.contains("<bdi>Ann</bdi> – <bdi>?</bdi>"));
    assert!(page.contains("arbitro explain 'a b.pgn' --game 1 --laws fide1997 --site lichess"));
    let shown = folder.run(&["explain", "a b.pgn", "--game", "1", "--laws", "fide1997", "--site", "lichess"]);
    assert_eq!(shown.code, 0, "{}", shown.stderr);
}

/// The links that lead out of a page.
fn outward(page: &str) -> Vec<&str> {
    links(page).into_iter().filter(|link| !link.starts_with('#')).collect()
}

#[test]
fn a_contradiction_is_linked_wherever_its_game_has_an_address() {
    let folder = Folder::new();
    let game = |tags: &str| MATE.replace("[Result \"0-1\"]", &format!("{tags}[Result \"1-0\"]"));
    let lichess = "https://lichess.org/abcd1234";
    let broadcast = "https://lichess.org/broadcast/open/round-1/abcdefgh/ijklmnop";
    let [live, daily] = ["https://www.chess.com/game/live/12", "https://www.chess.com/game/daily/34"];
    // What stands in the tags, where a default dataset leads, and where one of few columns does.
    for (tags, whole, core) in [
        (format!("[Site \"{lichess}\"]"), Some(lichess), Some(lichess)),
        (format!("[Site \"Chess.com\"][Link \"{live}\"][TimeControl \"180\"]"), Some(live), Some(live)),
        (
            format!("[Site \"Chess.com\"][Link \"{daily}\"][TimeControl \"1/86400\"]"),
            Some(daily),
            Some(daily),
        ),
        (format!("[Site \"Chess.com\"][Link \"{live}\"]"), Some(live), None),
        (format!("[Site \"Oslo\"][Round \"1.2\"][GameURL \"{broadcast}\"]"), Some(broadcast), None),
        ("[Site \"FICS freechess.org\"][FICSGamesDBGameNo \"7\"]".to_owned(), None, None),
        ("[Site \"Chess.com\"][Link \"javascript:alert(1)\"]".to_owned(), None, None),
    ] {
        folder.write("a.pgn", game(&tags));
        for (columns, address) in [("default", whole), ("core", core)] {
            let page = page(&folder, &["a.pgn", "--columns", columns]);
            assert!(page.contains("For example"), "{tags}");
            let found = outward(&page);
            assert!(found.iter().all(|link| Some(*link) == address), "{columns} {tags}: {found:?}");
            assert_eq!(found.is_empty(), address.is_none(), "{columns} {tags}");
        }
    }
    folder.write("a.pgn", game(&format!("[Site \"Oslo\"][LichessURL \"{lichess}\"]")));
    assert!(outward(&page(&folder, &["a.pgn"])).contains(&lichess));
    // Of the first few games the one with an address is shown, and the first where none has any.
    let named = |name: &str, site: &str| game(&format!("[Site \"{site}\"][White \"{name}\"]"));
    folder.write("some.pgn", [named("Ann", "Oslo"), named("Bob", lichess), named("Cay", lichess)].concat());
    let some = page(&folder, &["some.pgn"]);
    assert!(
        some.contains("<bdi>Bob</bdi>")
            && !some.contains("<bdi>Ann</bdi>")
            && !some.contains("<bdi>Cay</bdi>")
    );
    assert!(some.contains("arbitro explain some.pgn --game 1"));
    folder.write("none.pgn", [named("Ann", "Oslo"), named("Bob", "Rome")].concat());
    assert!(page(&folder, &["none.pgn"]).contains("<bdi>Ann</bdi>"));
}

#[test]
fn a_dataset_without_games_and_one_without_tags_have_their_page() {
    let folder = Folder::new();
    folder.write("empty.pgn", "\n\n");
    let nothing = page(&folder, &["empty.pgn"]);
    assert!(nothing.contains("Report on 0 games") && nothing.contains("The ledger balances."));
    assert!(!nothing.contains("<svg class=\"chart\""));
    folder.write("bare.pgn", "1. e4 e5 2. Nf3 *\n\n1. d4 Nf6 *\n\n1. e4 e5 2. Ke3 *\n");
    let bare = page(&folder, &["bare.pgn"]);
    for text in [
        "No player has a rating.",
        "No game has a Termination tag.",
        "<bdi>Indian Defense</bdi>",
        "a game without names",
    ] {
        assert!(bare.contains(text), "{text}");
    }
    folder.write("stdin", "");
    let ran = folder.run_with_input(&["audit", "-", "-o", "piped", "-q"], b"1. e4 e5 2. Ke3 *\n");
    assert_eq!(ran.code, 0);
    let piped = folder.run(&["report", "piped"]);
    assert!(piped.stdout.contains("of standard input, which nothing has kept"));
}

#[test]
fn what_is_no_dataset_is_refused_in_a_sentence() {
    let folder = Folder::new();
    folder.write("a.pgn", MATE);
    assert_eq!(folder.audit(&["a.pgn"]).0.code, 0);
    fs::create_dir_all(folder.path("unfinished/games")).unwrap();
    folder.write("other/manifest.json", "{\"format\": \"another\"}");
    folder.write("bare/manifest.json", "{\"format\": \"arbitro-dataset\", \"inputs\": [], \"parts\": []}");
    for (dataset, message) in [
        ("unfinished", "is no dataset: there is no manifest.json in it"),
        ("missing", "is no dataset: there is no manifest.json in it"),
        ("other", "is no dataset: its manifest.json is not of an audit"),
        ("bare", "its manifest.json has no ledger"),
    ] {
        let ran = folder.run(&["report", dataset, "-o", "page.html"]);
        assert_eq!((ran.code, ran.stdout.as_str()), (1, ""), "{dataset}: {}", ran.stderr);
        assert!(ran.stderr.contains(message), "{}", ran.stderr);
        assert!(!folder.path("page.html").exists());
    }
    let part = folder.path("out/games/part-00000.parquet");
    let whole = fs::read(&part).unwrap();
    for damaged in [&whole[..whole.len() / 2], b"", b"PAR1PAR1"] {
        fs::write(&part, damaged).unwrap();
        let ran = folder.run(&["report", "out", "-o", "page.html"]);
        assert_eq!(ran.code, 1);
        assert!(ran.stderr.contains("part-00000.parquet: can't be read"), "{}", ran.stderr);
    }
    fs::remove_file(&part).unwrap();
    assert_eq!(folder.run(&["report", "out", "-o", "page.html"]).code, 1);
    assert!(!folder.names().iter().any(|name| name.contains("page.html")));
}

#[test]
fn a_page_appears_whole_and_replaces_nothing_unasked() {
    let folder = Folder::new();
    folder.write("a.pgn", MATE);
    assert_eq!(folder.audit(&["a.pgn"]).0.code, 0);
    folder.write("page.html", "precious");
    let ran = folder.run(&["report", "out", "-o", "page.html"]);
    assert_eq!(ran.code, 2, "{}", ran.stderr);
    assert_eq!(fs::read(folder.path("page.html")).unwrap(), b"precious");
    for (place, code) in
        [("out/other.html", 2), ("out/games/report.html", 2), ("out/report.html", 0), ("page.html", 0)]
    {
        let ran = folder.run(&["report", "out", "-o", place, "--force", "--quiet"]);
        assert_eq!((ran.code, ran.stdout.as_str()), (code, ""), "{place}: {}", ran.stderr);
        assert_eq!(folder.path(place).exists(), code == 0, "{place}");
    }
    assert_eq!(folder.names(), ["a.pgn", "out", "page.html"]);
}

#[test]
fn a_ledger_that_does_not_balance_is_told() {
    let folder = Folder::new();
    folder.write("a.pgn", MATE);
    let (_, mut manifest) = folder.audit(&["a.pgn"]);
    manifest["ledger"]["game_bytes"] = json!(1);
    manifest["inputs"][0]["error"] = json!({ "message": "cut <short>" });
    folder.write("out/manifest.json", manifest.to_string());
    let ran = folder.run(&["report", "out", "-o", "page.html"]);
    assert_eq!(ran.code, 1);
    assert!(ran.stderr.contains("the ledger doesn't balance"), "{}", ran.stderr);
    let page = fs::read_to_string(folder.path("page.html")).unwrap();
    assert!(page.contains("The ledger does not balance.") && page.contains("cut &lt;short&gt;"));
}

/// A dataset of these columns, with the manifest that an audit would have written.
fn write_dataset(folder: &Folder, columns: Vec<(&str, ArrayRef)>) {
    let rows = RecordBatch::try_from_iter_with_nullable(
        columns.into_iter().map(|(name, array)| (name, array, true)),
    )
    .unwrap();
    let sums = json!({ "bytes": 0, "game_bytes": 0, "between_bytes": 0, "games": rows.num_rows(), "rows": rows.num_rows() });
    let mut input = sums.clone();
    input["source_file"] = json!("a.pgn");
    input["kind"] = json!("file");
    let manifest = json!({
        "format": "arbitro-dataset",
        "inputs": [input],
        "ledger": sums,
        "parts": [{ "file": "games/part-00000.parquet", "rows": rows.num_rows(), "bytes": 1 }],
    });
    folder.write("out/manifest.json", manifest.to_string());
    fs::create_dir_all(folder.path("out/games")).unwrap();
    let file = File::create(folder.path("out/games/part-00000.parquet")).unwrap();
    let mut writer = ArrowWriter::try_new(file, rows.schema(), None).unwrap();
    writer.write(&rows).unwrap();
    writer.close().unwrap();
}

#[test]
fn a_section_without_its_columns_says_so_and_found_columns_go_before_claimed_ones() {
    let folder = Folder::new();
    let texts = |texts: Vec<Option<&str>>| -> ArrayRef { Arc::new(StringArray::from(texts)) };
    write_dataset(
        &folder,
        vec![
            ("Opening", texts(vec![Some("Claimed"), Some("Claimed"), None])),
            ("opening_name", texts(vec![Some("Found"), None, Some("Found")])),
            ("opening_eco", texts(vec![Some("B20"), None, None])),
            ("TimeControl", texts(vec![Some("60+0"), Some("60+0"), None])),
            ("speed", texts(vec![Some("bullet"), Some("bullet"), None])),
            ("Result", texts(vec![Some("1-0"), Some("odd"), None])),
        ],
    );
    let page = report(&folder);
    for text in
        ["<bdi>Found</bdi>", "<bdi>B20</bdi>", "<code>opening_name</code>", ">Bullet<", "<bdi>60+0</bdi>"]
    {
        assert!(page.contains(text), "{text}");
    }
    assert!(!page.contains("Claimed<"));
    for column in ["ruling", "legality", "findings", "WhiteElo", "plies", "Termination"] {
        assert!(page.contains(&format!("<code>{column}</code>")), "{column}");
    }
    assert_eq!(page.matches("was written without").count(), 8);
    // Without any column of use there is still the ledger.
    write_dataset(&folder, vec![("byte_length", Arc::new(Int32Array::from(vec![1, 2])) as ArrayRef)]);
    let page = report(&folder);
    assert!(page.contains("Report on 2 games") && page.contains("The ledger balances."));
    // A column of another type, or with other words, is nothing that could be counted.
    for (name, array) in [
        ("ruling", texts(vec![Some("magic")])),
        ("plies", texts(vec![Some("12")])),
        ("TimeControl", Arc::new(Int32Array::from(vec![1])) as ArrayRef),
    ] {
        let basis = ("ruling_basis", texts(vec![None]));
        write_dataset(&folder, vec![(name, array), basis]);
        let ran = folder.run(&["report", "out"]);
        assert_eq!((ran.code, ran.stdout.as_str()), (1, ""));
        assert!(ran.stderr.contains(name), "{}", ran.stderr);
    }
}

#[test]
fn how_the_dataset_is_cut_into_files_and_row_groups_does_not_show() {
    let folder = Folder::new();
    let (ran, mut manifest) = folder.audit(&[SAMPLES, DAMAGED, SPECIMENS]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let whole = report(&folder);
    let part = File::open(folder.path("out/games/part-00000.parquet")).unwrap();
    let batches: Vec<RecordBatch> = ParquetRecordBatchReaderBuilder::try_new(part)
        .unwrap()
        .with_batch_size(500)
        .build()
        .unwrap()
        .map(|batch| batch.unwrap())
        .collect();
    assert!(batches.len() > 2);
    let parts = batches.iter().enumerate().map(|(number, rows)| {
        let name = format!("games/part-{number:05}.parquet");
        let groups = WriterProperties::builder().set_max_row_group_row_count(Some(70 + number)).build();
        let file = File::create(folder.path("out").join(&name)).unwrap();
        let mut writer = ArrowWriter::try_new(file, rows.schema(), Some(groups)).unwrap();
        writer.write(rows).unwrap();
        writer.close().unwrap();
        json!({ "file": name, "rows": rows.num_rows(), "bytes": 1 })
    });
    manifest["parts"] = parts.collect();
    folder.write("out/manifest.json", manifest.to_string());
    for threads in ["1", "2"] {
        let ran = folder.run(&["report", "out", "-j", threads]);
        assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
        assert!(ran.stdout == whole, "{threads}");
    }
}

/// The rows of a dataset, one by one.
fn rows(part: &Path) -> Vec<BTreeMap<String, Field>> {
    let reader = SerializedFileReader::new(File::open(part).unwrap()).unwrap();
    let rows =
        reader.get_row_iter(None).unwrap().map(|row| row.unwrap().into_columns().into_iter().collect());
    rows.collect()
}

fn text(row: &BTreeMap<String, Field>, name: &str) -> Option<String> {
    match &row[name] {
        Field::Str(text) => Some(text.clone()),
        _ => None,
    }
}

fn number(row: &BTreeMap<String, Field>, name: &str) -> Option<i32> {
    match row[name] {
        Field::Short(number) => Some(i32::from(number)),
        Field::Int(number) => Some(number),
        _ => None,
    }
}

fn counts<K: Ord>(keys: impl Iterator<Item = K>) -> BTreeMap<K, u64> {
    let mut counts = BTreeMap::new();
    keys.for_each(|key| *counts.entry(key).or_default() += 1);
    counts
}

fn result(results: &mut Results, outcome: Option<&str>) {
    match outcome {
        Some("1-0") => results.white += 1,
        Some("1/2-1/2") => results.drawn += 1,
        Some("0-1") => results.black += 1,
        _ => results.other += 1,
    }
}

#[test]
fn the_sums_are_those_of_the_rows_counted_one_by_one() {
    let folder = Folder::new();
    let (_, manifest) = folder.audit(&[SAMPLES, DAMAGED, SPECIMENS]);
    let parts: Vec<PathBuf> = manifest["parts"]
        .as_array()
        .unwrap()
        .iter()
        .map(|part: &Value| folder.path("out").join(part["file"].as_str().unwrap()))
        .collect();
    let rows: Vec<_> = parts.iter().flat_map(|part| rows(part)).collect();
    let survey = survey(&parts, 2, &AtomicBool::new(false)).unwrap().survey;
    assert!(rows.len() > 1_500);
    assert_eq!(survey.games, rows.len() as u64);

    let rulings = counts(rows.iter().map(|row| (text(row, "ruling").unwrap(), text(row, "ruling_basis"))));
    let endings = survey.endings.counted().unwrap().sorted();
    let found = endings.iter().flat_map(|RulingCount { ruling, bases, .. }| {
        let word = |basis: &arbitro::ruling::Basis| basis.as_str().to_owned();
        bases
            .iter()
            .map(move |(basis, games)| ((ruling.as_str().to_owned(), basis.as_ref().map(word)), *games))
    });
    assert_eq!(found.collect::<BTreeMap<_, _>>(), rulings);

    let legality = counts(rows.iter().map(|row| text(row, "legality").unwrap()));
    let validity = survey.validity.counted().unwrap();
    assert_eq!(
        validity.iter().map(|(kind, games, _)| (kind.as_str().to_owned(), games)).collect::<BTreeMap<_, _>>(),
        legality
    );

    let codes = rows.iter().flat_map(|row| match &row["findings"] {
        Field::ListInternal(list) => list.elements().to_vec(),
        other => panic!("{other}"),
    });
    let codes = counts(codes.map(|code| code.to_string().trim_matches('"').to_owned()));
    let findings = survey.findings.counted().unwrap();
    assert_eq!(
        findings.iter().map(|found| (found.info.code.to_owned(), found.games)).collect::<BTreeMap<_, _>>(),
        codes
    );

    let mut plies: Vec<i32> = rows.iter().filter_map(|row| number(row, "plies")).collect();
    plies.sort_unstable();
    let lengths = &survey.lengths.counted().unwrap().plies;
    assert_eq!(lengths.known(), plies.len() as u64);
    assert_eq!(lengths.median(), Some(plies[(plies.len() - 1) / 2]));
    assert_eq!(lengths.greatest(), plies.last().copied());
    let tens = counts(plies.iter().map(|plies| (*plies as usize / 10).min(30) * 10));
    assert_eq!(
        lengths.steps(10, 31).into_iter().filter(|(_, games)| *games > 0).collect::<BTreeMap<_, _>>(),
        tens
    );

    let mut points: Vec<i32> =
        rows.iter().flat_map(|row| [number(row, "WhiteElo"), number(row, "BlackElo")]).flatten().collect();
    points.sort_unstable();
    let ratings = &survey.ratings.counted().unwrap().points;
    assert_eq!(
        (ratings.known(), ratings.none()),
        (points.len() as u64, (2 * rows.len() - points.len()) as u64)
    );
    assert_eq!(ratings.median(), Some(points[(points.len() - 1) / 2]));

    let controls = counts(rows.iter().filter_map(|row| text(row, "TimeControl")));
    let written = &survey.time_controls.counted().unwrap().written;
    assert_eq!(
        written
            .sorted()
            .into_iter()
            .map(|(text, games)| (text.to_owned(), *games))
            .collect::<BTreeMap<_, _>>(),
        controls
    );

    let mut openings: BTreeMap<String, Results> = BTreeMap::new();
    let mut gaps: BTreeMap<i32, Results> = BTreeMap::new();
    for row in &rows {
        let outcome = text(row, "ruled_result");
        if let Some(name) = text(row, "opening_name") {
            result(openings.entry(name).or_default(), outcome.as_deref());
        }
        if let (Some(white), Some(black)) = (number(row, "WhiteElo"), number(row, "BlackElo")) {
            let beyond = |gap: i32| (0..5).filter(|step| gap >= step * 100 + 50).count() as i32;
            let step = beyond(white - black) - beyond(black - white);
            result(gaps.entry(step).or_default(), outcome.as_deref());
        }
    }
    let (_, names) = survey.openings.counted().unwrap().names.as_ref().unwrap();
    assert_eq!(
        names.sorted().into_iter().map(|(name, sum)| (name.to_owned(), *sum)).collect::<BTreeMap<_, _>>(),
        openings
    );
    let found = (-5..).zip(survey.gaps.counted().unwrap().iter()).filter(|(_, gap)| gap.results.games() > 0);
    assert_eq!(found.map(|(step, gap)| (step, gap.results)).collect::<BTreeMap<_, _>>(), gaps);

    // The samples' tags hold no names, so that each is a line of its own.
    let tags = rows.iter().filter_map(|row| Some((text(row, "Termination")?, text(row, "ruling")?)));
    let tags = counts(tags.filter(|(tag, _)| !tag.contains(" won ")));
    let claims = survey.claims.counted().unwrap().sorted(1_000);
    let mut found = BTreeMap::new();
    for claim in claims.iter().filter(|claim| !claim.words.unwrap().contains(" won ")) {
        for (ruling, _, games) in &claim.rulings {
            *found.entry((claim.words.unwrap().to_owned(), ruling.as_str().to_owned())).or_insert(0) += games;
        }
    }
    assert_eq!(found, tags);
}
