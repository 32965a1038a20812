//! The shared lists of positions, moves and counts, where they are at hand.

use std::io::Write;
use std::path::Path;

use arbitro::chess::fen::Fen;
use arbitro::chess::position::Position;

/// How many lines each list has, so that a test that asks all of them has asked as many.
const LINES: [(&str, usize); 21] = [
    ("fen/chess960_starts.sfens", 960),
    ("fen/invalid.sfens", 7_475),
    ("fen/valid.sfens", 7_512),
    ("insufficient/signature-grid.tsv", 443),
    ("insufficient/unit.tsv", 26),
    ("legal-moves/chess960.tsv", 692),
    ("legal-moves/random.tsv", 5_128),
    ("legal-moves/tricky.tsv", 18),
    ("perft/algerbrex.epd", 162),
    ("perft/chess960.epd", 739),
    ("perft/long.epd", 5_133),
    ("perft/random.epd", 5_134),
    ("perft/standard.epd", 89),
    ("perft/tricky.epd", 28),
    ("replay/chess960.tsv", 745),
    ("replay/random-games.tsv", 749),
    ("san/chess960.tsv", 361),
    ("san/parse-tokens.tsv", 328),
    ("san/standard.tsv", 1_024),
    ("unwinnable_4man.tsv", 11_235),
    ("unwinnable_large.tsv", 168_014),
];

/// The lines of a list below `../shared/vectors`, without its heading if it has one; none, said aloud, where
/// the folder is missing. Where it is not, the list is there and whole.
pub(crate) fn lines(name: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/vectors");
    let path = folder.join(name);
    if !folder.is_dir() {
        // Written past the harness, which shows what `eprintln` says of failed tests only.
        let _ = writeln!(std::io::stderr(), "skipped: {} (no such folder)", path.display());
        return Vec::new();
    }
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let heading = usize::from(name.ends_with(".tsv"));
    let lines = text.lines().skip(heading).filter(|line| !line.trim().is_empty()).map(str::to_owned);
    let lines: Vec<_> = lines.collect();
    let listed = LINES.iter().find(|(listed, _)| *listed == name).map(|(_, lines)| *lines);
    assert_eq!(Some(lines.len()), listed, "the lines of {name}");
    lines
}

/// The position of a FEN that can be played from.
pub(crate) fn position(fen: &str) -> Position {
    let read = Fen::parse(fen.as_bytes()).unwrap_or_else(|error| panic!("{fen}: {error}"));
    read.setup().unwrap_or_else(|error| panic!("{fen}: {error}")).position
}
