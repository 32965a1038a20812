//! How many moves there were to choose from.
//!
//! Owns a walk of its own, because counting legal moves costs more than all else that is asked of the board.

use crate::chess::moves::Move;
use crate::chess::position::Position;

/// Legal moves in the positions in which the game's moves were made: those of every ply but the last, so that mate and stalemate, where
/// there is nothing to choose, don't count. Pairs are White's and Black's.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Mobility {
    /// The sum over all positions with that colour to move.
    pub legal_moves: [u64; 2],
    /// The positions.
    pub positions: [u32; 2],
}

impl Mobility {
    /// The mean over the positions of both colours; none in a game without moves.
    pub fn mean(&self) -> Option<f64> {
        mean(self.legal_moves.iter().sum(), self.positions.iter().map(|count| u64::from(*count)).sum())
    }

    /// The mean of each colour, White's first; none where it made no move.
    pub fn means(&self) -> [Option<f64>; 2] {
        [0, 1].map(|color| mean(self.legal_moves[color], u64::from(self.positions[color])))
    }
}

fn mean(sum: u64, count: u64) -> Option<f64> {
    (count > 0).then(|| sum as f64 / count as f64)
}

/// Goes through a game. The moves are legal, from the first on.
pub fn mobility(start: &Position, moves: impl Iterator<Item = Move>) -> Mobility {
    let mut position = *start;
    let mut mobility = Mobility::default();
    for mv in moves {
        let color = position.turn().index();
        mobility.legal_moves[color] += position.count_legal_moves();
        mobility.positions[color] += 1;
        position.play_unchecked(mv);
    }
    mobility
}
