//! Squares, files and ranks.
//!
//! Owns how the sixty-four squares are numbered: a1 is 0, b1 is 1, h8 is 63, so that a bitboard's lowest bit
//! is a1. FIDE Laws article 2; names of squares: appendix C.

use std::fmt;

use crate::chess::piece::Color;

/// A file, a to h.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct File(u8);

/// A rank, 1 to 8; index 0 is rank 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Rank(u8);

/// A square of the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Square(u8);

impl File {
    /// The a-file.
    pub const A: File = File(0);
    /// The c-file, where the king ends after castling on the queen's side.
    pub const C: File = File(2);
    /// The d-file, where the rook ends after castling on the queen's side.
    pub const D: File = File(3);
    /// The e-file, the king's at the start of a standard game.
    pub const E: File = File(4);
    /// The f-file, where the rook ends after castling on the king's side.
    pub const F: File = File(5);
    /// The g-file, where the king ends after castling on the king's side.
    pub const G: File = File(6);
    /// The h-file.
    pub const H: File = File(7);

    /// The file with this index, 0 for a; only the low three bits count.
    #[inline]
    pub const fn new(index: u8) -> File {
        File(index & 7)
    }

    /// The file that a letter names, in lower or upper case.
    pub const fn from_letter(letter: u8) -> Option<File> {
        match letter | 0x20 {
            lower @ b'a'..=b'h' => Some(File(lower - b'a')),
            _ => None,
        }
    }

    /// All of them, a to h.
    pub fn all() -> impl Iterator<Item = File> {
        (0..8).map(File)
    }

    /// 0 for a, 7 for h.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 7) as usize
    }

    /// The letter, in lower case.
    pub const fn letter(self) -> u8 {
        b'a' + self.0
    }
}

impl Rank {
    /// Rank 1.
    pub const FIRST: Rank = Rank(0);
    /// Rank 8.
    pub const EIGHTH: Rank = Rank(7);

    /// The rank with this index, 0 for rank 1; only the low three bits count.
    #[inline]
    pub const fn new(index: u8) -> Rank {
        Rank(index & 7)
    }

    /// The rank that a digit names.
    pub const fn from_digit(digit: u8) -> Option<Rank> {
        match digit {
            b'1'..=b'8' => Some(Rank(digit - b'1')),
            _ => None,
        }
    }

    /// The rank on which `color`'s pieces start.
    #[inline]
    pub const fn back(color: Color) -> Rank {
        Rank(7 * color as u8)
    }

    /// 0 for rank 1, 7 for rank 8.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 7) as usize
    }

    /// The index as `color` counts ranks: 0 for the player's own back rank.
    #[inline]
    pub const fn seen_by(self, color: Color) -> usize {
        (self.0 ^ (7 * color as u8)) as usize
    }

    /// The digit.
    pub const fn digit(self) -> u8 {
        b'1' + self.0
    }
}

impl Square {
    /// a1, square 0.
    pub const A1: Square = Square(0);
    /// e1, the white king's square at the start of a standard game.
    pub const E1: Square = Square(4);
    /// e8, the black king's square at the start of a standard game.
    pub const E8: Square = Square(60);
    /// h8, square 63.
    pub const H8: Square = Square(63);

    /// The square with this index; only the low six bits count.
    #[inline]
    pub const fn new(index: u8) -> Square {
        Square(index & 63)
    }

    /// Where a file and a rank cross.
    #[inline]
    pub const fn at(file: File, rank: Rank) -> Square {
        Square(rank.0 << 3 | file.0)
    }

    /// The square that two characters name, such as `e4`.
    pub const fn from_name(name: &[u8]) -> Option<Square> {
        if let [letter @ b'a'..=b'h', digit] = name
            && let Some(rank) = Rank::from_digit(*digit)
        {
            return Some(Square::at(File(*letter - b'a'), rank));
        }
        None
    }

    /// All of them, a1 first, h8 last.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> {
        (0..64).map(Square)
    }

    /// 0 for a1, 63 for h8. Masked, so that a table of 64 is read without a bounds check.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// The file it lies on.
    #[inline]
    pub const fn file(self) -> File {
        File(self.0 & 7)
    }

    /// The rank it lies on.
    #[inline]
    pub const fn rank(self) -> Rank {
        Rank(self.0 >> 3)
    }

    /// The same square as the other player sees it: a1 and a8 change places.
    #[inline]
    pub const fn flipped(self) -> Square {
        Square(self.0 ^ 56)
    }

    /// The square `step` indexes further; the caller knows that it lies on the board.
    #[inline]
    pub const fn offset(self, step: i8) -> Square {
        Square(self.0.wrapping_add_signed(step) & 63)
    }

    /// The square one rank further for `color`'s pawns; the caller knows that there is one.
    #[inline]
    pub const fn forward(self, color: Color) -> Square {
        self.offset(8 - 16 * color as i8)
    }

    /// Whether the square is light: h1 is, a1 is not (article 2.1).
    pub const fn is_light(self) -> bool {
        (self.0 ^ self.0 >> 3) & 1 == 1
    }
}

impl fmt::Display for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter() as char)
    }
}

impl fmt::Debug for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.digit() as char)
    }
}

impl fmt::Debug for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file(), self.rank())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_is_read_back_from_its_name() {
        for square in Square::all() {
            assert_eq!(Square::from_name(square.to_string().as_bytes()), Some(square));
        }
        assert_eq!(Square::from_name(b"e9"), None);
        assert_eq!(Square::from_name(b"i1"), None);
        assert_eq!(Square::from_name(b"E4"), None);
        assert_eq!(Square::from_name(b"e4 "), None);
    }

    #[test]
    fn the_corner_at_the_players_right_is_light() {
        assert!(Square::at(File::H, Rank::FIRST).is_light());
        assert!(Square::at(File::A, Rank::EIGHTH).is_light());
        assert!(!Square::A1.is_light());
    }

    #[test]
    fn pawns_of_the_two_colours_walk_towards_each_other() {
        assert_eq!(Square::E1.forward(Color::White).to_string(), "e2");
        assert_eq!(Square::E8.forward(Color::Black).to_string(), "e7");
    }
}
