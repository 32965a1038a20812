//! The shared lists of positions, moves and counts, where they are at hand.

use std::io::Write;
use std::path::Path;

use arbitro::chess::fen::Fen;
use arbitro::chess::position::Position;

/// The lines of a list below `../shared/vectors`, without its heading if it has one; none, said aloud, where
/// the folder is missing.
pub(crate) fn lines(name: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/vectors").join(name);
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) => {
            // Written past the harness, which shows what `eprintln` says of failed tests only.
            let _ = writeln!(std::io::stderr(), "skipped: {} ({error})", path.display());
            return Vec::new();
        }
    };
    let heading = usize::from(name.ends_with(".tsv"));
    text.lines().skip(heading).filter(|line| !line.trim().is_empty()).map(str::to_owned).collect()
}

/// The position of a FEN that can be played from.
pub(crate) fn position(fen: &str) -> Position {
    let read = Fen::parse(fen.as_bytes()).unwrap_or_else(|error| panic!("{fen}: {error}"));
    read.setup().unwrap_or_else(|error| panic!("{fen}: {error}")).position
}
