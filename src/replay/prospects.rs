//! Who could still mate at the end of a game, and since when not.
//!
//! Owns the answers; the questions are asked by whoever has the solver.

use crate::chess::piece::Color;

/// Who can mate by any series of legal moves (FIDE Laws 5.2.2, 6.9): in the last position, and since which ply not. `None` where that
/// is not decided. Plies count from 1; a ply stands for the position after it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Prospects {
    /// Whether White can mate from the last position.
    pub white_can_win: Option<bool>,
    /// Whether Black can.
    pub black_can_win: Option<bool>,
    /// The first ply after which neither could.
    pub dead_position_ply: Option<u32>,
    /// The first ply after which White could not.
    pub white_cannot_win_ply: Option<u32>,
    /// The first ply after which Black could not.
    pub black_cannot_win_ply: Option<u32>,
}

impl Prospects {
    /// Whether a side can mate from the last position.
    pub const fn can_win(&self, side: Color) -> Option<bool> {
        match side {
            Color::White => self.white_can_win,
            Color::Black => self.black_can_win,
        }
    }
}
