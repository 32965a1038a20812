//! Peer: pgn-reader with shakmaty, the legality of every game of a file, on one thread.
//!
//! Prints `games plies illegal`. Plies are those of legal moves; a game stops at its first illegal one.

use std::{io, ops::ControlFlow};

use pgn_reader::{RawTag, Reader, SanPlus, Visitor};
use shakmaty::{CastlingMode, Chess, Position, fen::Fen};

/// Replays one game after another.
#[derive(Default)]
struct Validate {
    plies: u64,
}

/// Whether a game's moves are legal.
enum Verdict {
    Legal,
    Illegal,
}

impl Visitor for Validate {
    type Tags = Option<Chess>;
    type Movetext = Chess;
    type Output = Verdict;

    fn begin_tags(&mut self) -> ControlFlow<Verdict, Option<Chess>> {
        ControlFlow::Continue(None)
    }

    fn tag(&mut self, start: &mut Option<Chess>, name: &[u8], value: RawTag<'_>) -> ControlFlow<Verdict> {
        if name != b"FEN" {
            return ControlFlow::Continue(());
        }
        let position = Fen::from_ascii(value.as_bytes())
            .ok()
            .and_then(|fen| fen.into_position(CastlingMode::Chess960).ok());
        match position {
            Some(position) => *start = Some(position),
            None => return ControlFlow::Break(Verdict::Illegal),
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, start: Option<Chess>) -> ControlFlow<Verdict, Chess> {
        ControlFlow::Continue(start.unwrap_or_default())
    }

    fn san(&mut self, position: &mut Chess, san: SanPlus) -> ControlFlow<Verdict> {
        let Ok(played) = san.san.to_move(position) else { return ControlFlow::Break(Verdict::Illegal) };
        position.play_unchecked(played);
        self.plies += 1;
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, _: Chess) -> Verdict {
        Verdict::Legal
    }
}

fn main() -> io::Result<()> {
    let map = arbitro_peers::map_argument()?;
    let mut reader = Reader::new(&map[..]);
    let mut visitor = Validate::default();
    let (mut games, mut illegal) = (0u64, 0u64);
    while let Some(verdict) = reader.read_game(&mut visitor)? {
        games += 1;
        illegal += u64::from(matches!(verdict, Verdict::Illegal));
    }
    println!("games={games} plies={} illegal={illegal}", visitor.plies);
    Ok(())
}
