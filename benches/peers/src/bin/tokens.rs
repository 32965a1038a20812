//! Peer: pgn-reader alone, the tokens of every game of a file, no board, on one thread.
//!
//! Prints `games plies`; variations are skipped.

use std::{io, ops::ControlFlow};

use pgn_reader::{Reader, SanPlus, Visitor};

/// Counts the moves of the main lines.
#[derive(Default)]
struct Tokens {
    plies: u64,
}

impl Visitor for Tokens {
    type Tags = ();
    type Movetext = ();
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn san(&mut self, (): &mut (), _: SanPlus) -> ControlFlow<()> {
        self.plies += 1;
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, (): ()) {}
}

fn main() -> io::Result<()> {
    let map = arbitro_peers::map_argument()?;
    let mut reader = Reader::new(&map[..]);
    let mut visitor = Tokens::default();
    let mut games = 0u64;
    while reader.read_game(&mut visitor)?.is_some() {
        games += 1;
    }
    println!("games={games} plies={}", visitor.plies);
    Ok(())
}
