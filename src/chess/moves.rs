//! Moves, resolved: from where to where, and into what.
//!
//! Owns the sixteen bits of a move. What the move means on a board is for [`crate::chess::position`], how it
//! is written for [`crate::chess::san`] and [`crate::chess::uci`].

use std::fmt;

use crate::chess::piece::PieceType;
use crate::chess::square::Square;

/// A move: bits 0-5 the square it leaves, 6-11 the square it enters, 12-14 the kind a pawn becomes (0 if it
/// doesn't).
///
/// Castling is the king's move to the square of its own rook: no other move enters a square of the mover's
/// own colour, and in Chess960 it alone says which rook is meant.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Move(u16);

impl Move {
    /// A move without promotion.
    #[inline]
    pub const fn new(from: Square, to: Square) -> Move {
        Move(from.index() as u16 | (to.index() as u16) << 6)
    }

    /// A pawn's move to the last rank, and what it becomes.
    #[inline]
    pub const fn promoting(from: Square, to: Square, kind: PieceType) -> Move {
        Move(from.index() as u16 | (to.index() as u16) << 6 | (kind as u16) << 12)
    }

    /// A move from its sixteen bits, such as the record of a move made keeps; other bits than those of a move mean nothing.
    #[inline]
    pub const fn from_bits(bits: u16) -> Move {
        Move(bits)
    }

    /// The square it leaves.
    #[inline]
    pub const fn from(self) -> Square {
        Square::new((self.0 & 63) as u8)
    }

    /// The square it enters; for castling, that of the rook.
    #[inline]
    pub const fn to(self) -> Square {
        Square::new((self.0 >> 6 & 63) as u8)
    }

    /// What the pawn becomes.
    #[inline]
    pub const fn promotion(self) -> Option<PieceType> {
        match self.0 >> 12 {
            0 => None,
            kind => Some(PieceType::new(kind as u8)),
        }
    }

    /// The sixteen bits.
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0
    }
}

impl fmt::Display for Move {
    /// As UCI writes it in Chess960: castling as the king's move to its rook.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())?;
        match self.promotion() {
            Some(kind) => write!(f, "{}", kind.letter().to_ascii_lowercase() as char),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_keeps_its_squares_and_its_promotion() {
        for from in Square::all() {
            for to in Square::all() {
                assert_eq!((Move::new(from, to).from(), Move::new(from, to).to()), (from, to));
                assert_eq!(Move::new(from, to).promotion(), None);
                for kind in PieceType::PROMOTIONS {
                    assert_eq!(Move::promoting(from, to, kind).promotion(), Some(kind));
                }
            }
        }
        assert_eq!(Move::promoting(Square::E1, Square::E8, PieceType::Queen).to_string(), "e1e8q");
    }
}
