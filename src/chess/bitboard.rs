//! Sets of squares.
//!
//! Owns the algebra of sets in one machine word: bit 0 is a1, bit 63 is h8. Knows nothing of pieces.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use crate::chess::piece::Color;
use crate::chess::square::{File, Rank, Square};

/// A set of squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(transparent)]
pub struct Bitboard(pub u64);

const NOT_FILE_A: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_FILE_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;

impl Bitboard {
    /// No square.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// All sixty-four.
    pub const ALL: Bitboard = Bitboard(!0);
    /// Ranks 1 and 8, where no pawn can stand.
    pub const END_RANKS: Bitboard = Bitboard(0xff00_0000_0000_00ff);
    /// The light squares.
    pub const LIGHT: Bitboard = Bitboard(0x55aa_55aa_55aa_55aa);

    /// The set of one square.
    #[inline]
    pub const fn of(square: Square) -> Bitboard {
        Bitboard(1 << square.index())
    }

    /// The squares of a file.
    #[inline]
    pub const fn file(file: File) -> Bitboard {
        Bitboard(0x0101_0101_0101_0101 << file.index())
    }

    /// The squares of a rank.
    #[inline]
    pub const fn rank(rank: Rank) -> Bitboard {
        Bitboard(0xff << (8 * rank.index()))
    }

    /// The squares of `color`'s back rank.
    #[inline]
    pub const fn back_rank(color: Color) -> Bitboard {
        Bitboard::rank(Rank::back(color))
    }

    /// Whether `square` is in it.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 == 1
    }

    /// Whether it holds no square.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether it holds any square.
    #[inline]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Whether it holds two squares or more.
    #[inline]
    pub const fn many(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Whether it holds three squares or more: a few instructions, where counting may take a dozen.
    #[inline]
    pub const fn has_three(self) -> bool {
        Bitboard(self.0 & self.0.wrapping_sub(1)).many()
    }

    /// Whether both have a square in common.
    #[inline]
    pub const fn meets(self, other: Bitboard) -> bool {
        self.0 & other.0 != 0
    }

    /// How many squares it holds.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The lowest square; of the empty set, a1.
    #[inline]
    pub const fn lowest(self) -> Square {
        Square::new(self.0.trailing_zeros() as u8)
    }

    /// The lowest square.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(self.lowest()) }
    }

    /// The only square, if there is exactly one.
    #[inline]
    pub const fn single(self) -> Option<Square> {
        if self.0 == 0 || self.many() { None } else { Some(self.lowest()) }
    }

    /// Every square one rank further for `color`'s pawns; what leaves the board is lost.
    #[inline]
    pub const fn forward(self, color: Color) -> Bitboard {
        match color {
            Color::White => Bitboard(self.0 << 8),
            Color::Black => Bitboard(self.0 >> 8),
        }
    }

    /// Every square one file towards h; what leaves the board is lost.
    #[inline]
    pub const fn east(self) -> Bitboard {
        Bitboard(self.0 << 1 & NOT_FILE_A)
    }

    /// Every square one file towards a; what leaves the board is lost.
    #[inline]
    pub const fn west(self) -> Bitboard {
        Bitboard(self.0 >> 1 & NOT_FILE_H)
    }
}

macro_rules! set_operator {
    ($operator:ident, $method:ident, $assign:ident, $assign_method:ident, $symbol:tt) => {
        impl $operator for Bitboard {
            type Output = Bitboard;

            #[inline]
            fn $method(self, other: Bitboard) -> Bitboard {
                Bitboard(self.0 $symbol other.0)
            }
        }

        impl $assign for Bitboard {
            #[inline]
            fn $assign_method(&mut self, other: Bitboard) {
                *self = *self $symbol other;
            }
        }
    };
}

set_operator!(BitAnd, bitand, BitAndAssign, bitand_assign, &);
set_operator!(BitOr, bitor, BitOrAssign, bitor_assign, |);
set_operator!(BitXor, bitxor, BitXorAssign, bitxor_assign, ^);

impl Not for Bitboard {
    type Output = Bitboard;

    #[inline]
    fn not(self) -> Bitboard {
        Bitboard(!self.0)
    }
}

impl From<Square> for Bitboard {
    #[inline]
    fn from(square: Square) -> Bitboard {
        Bitboard::of(square)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        squares.into_iter().fold(Bitboard::EMPTY, |set, square| set | Bitboard::of(square))
    }
}

/// The squares of a set, lowest first.
#[derive(Clone, Copy, Debug)]
pub struct Squares(Bitboard);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = self.0.first()?;
        self.0.0 &= self.0.0.wrapping_sub(1);
        Some(square)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.len() as usize;
        (len, Some(len))
    }
}

impl ExactSizeIterator for Squares {}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        Squares(self)
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_is_read_back_in_order() {
        let set: Bitboard = [Square::H8, Square::A1, Square::E1].into_iter().collect();
        assert_eq!(set.into_iter().collect::<Vec<_>>(), [Square::A1, Square::E1, Square::H8]);
        assert_eq!(set.len(), 3);
        assert_eq!(format!("{set:?}"), "{a1, e1, h8}");
    }

    #[test]
    fn steps_do_not_wrap_around_the_edge() {
        assert_eq!(Bitboard::of(Square::H8).east(), Bitboard::EMPTY);
        assert_eq!(Bitboard::of(Square::A1).west(), Bitboard::EMPTY);
        assert_eq!(Bitboard::of(Square::H8).forward(Color::White), Bitboard::EMPTY);
        assert_eq!(Bitboard::of(Square::A1).forward(Color::Black), Bitboard::EMPTY);
    }

    #[test]
    fn light_squares_are_those_that_are_light() {
        assert_eq!(Square::all().filter(|square| square.is_light()).collect::<Bitboard>(), Bitboard::LIGHT);
    }

    #[test]
    fn single_wants_exactly_one() {
        assert_eq!(Bitboard::EMPTY.single(), None);
        assert_eq!(Bitboard::of(Square::E1).single(), Some(Square::E1));
        assert_eq!(Bitboard::back_rank(Color::White).single(), None);
    }
}
