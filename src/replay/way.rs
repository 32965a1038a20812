//! The way of a game: from where, and by which moves.
//!
//! Owns the moves of games about which more is asked than a replay finds. Few games are, so their moves are found again, unless they were
//! kept.

use crate::chess::moves::Move;
use crate::chess::position::Position;
use crate::chess::san::San;

/// The way of a game, as far as it is legal.
#[derive(Clone, Debug)]
pub struct Way {
    /// The position that it starts from.
    pub start: Position,
    /// The moves made.
    pub moves: Vec<Move>,
}

/// The moves that these words mean, up to the first that means none.
pub(super) fn made_by(start: &Position, written: &[San]) -> impl Iterator<Item = Move> + Clone {
    written.iter().scan(*start, |position, san| {
        let played = position.play_san(*san).ok()?;
        Some(Move::from_bits(played.move_bits()))
    })
}

impl Way {
    /// Finds the moves that these words mean, up to the first that means none.
    pub fn find(start: &Position, written: &[San]) -> Way {
        Way { start: *start, moves: made_by(start, written).collect() }
    }
}
