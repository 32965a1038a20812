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
    /// The first ply after which White could not.
    pub white_cannot_win_ply: Option<u32>,
    /// The first ply after which Black could not.
    pub black_cannot_win_ply: Option<u32>,
}

impl Prospects {
    /// The first ply after which neither side could mate: the later of the two (FIDE Laws 5.2.2).
    pub fn dead_position_ply(&self) -> Option<u32> {
        self.white_cannot_win_ply.zip(self.black_cannot_win_ply).map(|(white, black)| white.max(black))
    }

    /// Whether a side can mate from the last position.
    pub const fn can_win(&self, side: Color) -> Option<bool> {
        match side {
            Color::White => self.white_can_win,
            Color::Black => self.black_can_win,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_dead_since_the_later_of_the_two_plies() {
        let since = |white_cannot_win_ply, black_cannot_win_ply| {
            Prospects { white_cannot_win_ply, black_cannot_win_ply, ..Prospects::default() }
                .dead_position_ply()
        };
        assert_eq!(since(Some(2), Some(0)), Some(2));
        assert_eq!(since(Some(3), Some(7)), Some(7));
        assert_eq!((since(Some(2), None), since(None, Some(2)), since(None, None)), (None, None, None));
    }
}
