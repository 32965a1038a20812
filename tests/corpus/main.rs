//! The corpus of real games, held against an independent reader and an independent count.
//!
//! Needs the optional folder `../shared/corpus`; where it is missing, `data/` alone is read and the rest is skipped
//! aloud. Where the two readers differ, the difference belongs to a class with a name and a condition, and every class is
//! printed with its number of games.

#![allow(clippy::unwrap_used, reason = "a test that can't go on fails")]

mod boundaries;

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use arbitro::pipeline::scan::{Chunk, Scanner};
use arbitro::second_opinion::{Comparison, Tolerance, judge, opinion};

/// Games in the corpus by the boundary rule: 84,980 that begin with a tag line, and 24 others (15 at the start of a file,
/// 9 after a result). A game that a stray tag line cuts in two counts twice.
const CORPUS_GAMES: usize = 85_004;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The corpus, if it is there.
fn corpus() -> Option<PathBuf> {
    let folder = root().join("../shared/corpus");
    if folder.is_dir() {
        return Some(folder);
    }
    // Written past the harness, which shows what `eprintln` says of failed tests only.
    let _ = writeln!(std::io::stderr(), "skipped: no folder {}", folder.display());
    None
}

/// The PGN files below a folder, in order.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().to_lowercase();
            if path.is_dir() {
                folders.push(path);
            } else if name.ends_with(".pgn") || name.ends_with(".pgn.zst") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

fn text(file: &Path) -> Vec<u8> {
    let bytes = fs::read(file).unwrap();
    match bytes.strip_prefix(b"\x28\xB5\x2F\xFD") {
        Some(_) => zstd::stream::decode_all(&bytes[..]).unwrap(),
        None => bytes,
    }
}

/// What both readers said of all games of some files.
#[derive(Default)]
struct Tally {
    games: usize,
    agree: usize,
    tolerated: BTreeMap<Tolerance, usize>,
    disagreements: Vec<String>,
}

fn compare(files: &[PathBuf]) -> Tally {
    let mut tally = Tally::default();
    let mut scanner = Scanner::default();
    for file in files {
        let text = text(file);
        let name = file.display().to_string();
        scanner.scan(&Chunk { bytes: &text, offset: 0 }, &name, &mut |row| {
            tally.games += 1;
            let start = usize::try_from(row.byte_offset).unwrap();
            let game = &text[start..start + usize::try_from(row.byte_length).unwrap()];
            match judge(row.facts, &opinion(game)) {
                Comparison::Agree => tally.agree += 1,
                Comparison::Tolerated(tolerance) => *tally.tolerated.entry(tolerance).or_default() += 1,
                Comparison::Disagree(disagreement) => tally
                    .disagreements
                    .push(format!("{name}, game {}, byte {start}: {disagreement}", row.game_index)),
            }
        });
    }
    tally
}

fn report(tally: &Tally) -> String {
    let mut report = format!("{} games, {} agree\n", tally.games, tally.agree);
    for (tolerance, games) in &tally.tolerated {
        report += &format!("  {games}: {}\n", tolerance.as_str());
    }
    report += &format!("  {} without an explanation\n", tally.disagreements.len());
    for line in tally.disagreements.iter().take(200) {
        report += &format!("    {line}\n");
    }
    report
}

#[test]
fn both_readers_agree_on_every_sample() {
    let tally = compare(&files(&root().join("data/games")));
    assert_eq!(tally.agree, tally.games, "{}", report(&tally));
    assert!(tally.games > 1_000);
}

#[test]
fn both_readers_agree_on_every_game_of_the_corpus_or_differ_by_a_named_class() {
    let Some(corpus) = corpus() else { return };
    let tally = compare(&files(&corpus));
    let report = report(&tally);
    eprint!("{report}");
    assert!(tally.disagreements.is_empty(), "{report}");
}

#[test]
fn every_file_holds_as_many_games_as_the_slow_count_finds() {
    let Some(corpus) = corpus() else { return };
    let mut scanner = Scanner::default();
    let (mut total, mut differing) = (0, Vec::new());
    for file in files(&corpus) {
        let text = text(&file);
        let mut found = 0;
        scanner.scan(&Chunk { bytes: &text, offset: 0 }, "", &mut |_| found += 1);
        let slow = boundaries::count_games(&text);
        if found != slow {
            differing.push(format!("{}: {found} games, {slow} by the slow count", file.display()));
        }
        total += found;
    }
    assert!(differing.is_empty(), "{differing:#?}");
    assert_eq!(total, CORPUS_GAMES);
}

#[test]
fn the_whole_corpus_is_audited_without_a_fault_and_its_ledger_balances() {
    let Some(corpus) = corpus() else { return };
    let scratch = tempfile::tempdir().unwrap();
    let dataset = scratch.path().join("dataset");
    let run = Command::new(env!("CARGO_BIN_EXE_arbitro"))
        .arg("audit")
        .arg(&corpus)
        .arg("-o")
        .arg(&dataset)
        .output();
    let run = run.unwrap();
    assert!(run.status.success(), "{}\n{}", run.status, String::from_utf8_lossy(&run.stderr));
    let manifest = fs::read_to_string(dataset.join("manifest.json")).unwrap();
    let manifest: serde_json::Value = serde_json::from_str(&manifest).unwrap();
    let inputs = manifest["inputs"].as_array().expect("a list of inputs");
    assert!(!inputs.is_empty());
    let number = |input: &serde_json::Value, name: &str| {
        input[name].as_u64().unwrap_or_else(|| panic!("{name}: {input}"))
    };
    let mut games = 0;
    for input in inputs {
        let (of_games, between) = (number(input, "game_bytes"), number(input, "between_bytes"));
        assert_eq!(of_games + between, number(input, "bytes"), "{input}");
        games += number(input, "games");
    }
    assert_eq!(games, CORPUS_GAMES as u64);
}
