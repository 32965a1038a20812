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

impl Way {
    /// Finds the moves that these words mean, up to the first that means none.
    pub fn find(start: &Position, written: &[San]) -> Way {
        let mut position = *start;
        let made = written.iter().map_while(|san| position.play_san(*san).ok());
        Way { start: *start, moves: made.map(|played| Move::from_bits(played.move_bits())).collect() }
    }
}
