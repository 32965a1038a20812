//! Colours, kinds of pieces, and pieces.
//!
//! Owns the one-byte code of a piece: the kind in the low three bits, the colour in bit 3. An empty square
//! has the code [`Piece::NONE`], whose kind, 6, is that of no piece: tables with eight kinds or sixteen
//! pieces are read and written with it harmlessly, so that a capture needs no branch.

use std::fmt;
use std::ops::Not;

/// The colour of a player or a piece.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Color {
    /// Moves first (article 1.2).
    White = 0,
    /// Moves second.
    Black = 1,
}

/// The kind of a piece (articles 2.2 and 3).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum PieceType {
    /// P
    Pawn = 0,
    /// N
    Knight = 1,
    /// B
    Bishop = 2,
    /// R
    Rook = 3,
    /// Q
    Queen = 4,
    /// K
    King = 5,
}

/// A kind with its colour, in one byte.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Piece(u8);

impl Color {
    /// Both, White first.
    pub const ALL: [Color; 2] = [Color::White, Color::Black];

    /// 0 for White, 1 for Black.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter of a FEN's second field.
    pub const fn letter(self) -> char {
        match self {
            Color::White => 'w',
            Color::Black => 'b',
        }
    }
}

impl Not for Color {
    type Output = Color;

    #[inline]
    fn not(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Color::White => "White",
            Color::Black => "Black",
        })
    }
}

impl PieceType {
    /// All six, from pawn to king.
    pub const ALL: [PieceType; 6] = [
        PieceType::Pawn,
        PieceType::Knight,
        PieceType::Bishop,
        PieceType::Rook,
        PieceType::Queen,
        PieceType::King,
    ];

    /// What a pawn may become (article 3.7.3.3).
    pub const PROMOTIONS: [PieceType; 4] =
        [PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight];

    /// 0 for a pawn, 5 for the king.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The kind with this index; 5 and above is the king.
    #[inline]
    pub const fn new(index: u8) -> PieceType {
        match index {
            0 => PieceType::Pawn,
            1 => PieceType::Knight,
            2 => PieceType::Bishop,
            3 => PieceType::Rook,
            4 => PieceType::Queen,
            _ => PieceType::King,
        }
    }

    /// The kind that an English letter names, in lower or upper case.
    pub const fn from_letter(letter: u8) -> Option<PieceType> {
        match letter | 0x20 {
            b'p' => Some(PieceType::Pawn),
            b'n' => Some(PieceType::Knight),
            b'b' => Some(PieceType::Bishop),
            b'r' => Some(PieceType::Rook),
            b'q' => Some(PieceType::Queen),
            b'k' => Some(PieceType::King),
            _ => None,
        }
    }

    /// The English letter, in upper case.
    pub const fn letter(self) -> u8 {
        b"PNBRQK"[self as usize]
    }

    /// The English word.
    pub const fn as_str(self) -> &'static str {
        match self {
            PieceType::Pawn => "pawn",
            PieceType::Knight => "knight",
            PieceType::Bishop => "bishop",
            PieceType::Rook => "rook",
            PieceType::Queen => "queen",
            PieceType::King => "king",
        }
    }
}

impl fmt::Display for PieceType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Piece {
    /// The code of an empty square. Never found in an `Option<Piece>` that a board hands out.
    pub const NONE: Piece = Piece(6);

    /// A kind with a colour.
    #[inline]
    pub const fn new(color: Color, kind: PieceType) -> Piece {
        Piece(kind as u8 | (color as u8) << 3)
    }

    /// The piece with this code: what [`Piece::index`] gives; only the low four bits count.
    #[inline]
    pub(crate) const fn from_index(index: usize) -> Piece {
        Piece((index & 15) as u8)
    }

    /// The piece that a FEN letter names: upper case is White.
    pub const fn from_letter(letter: u8) -> Option<Piece> {
        match PieceType::from_letter(letter) {
            Some(kind) if letter.is_ascii_uppercase() => Some(Piece::new(Color::White, kind)),
            Some(kind) => Some(Piece::new(Color::Black, kind)),
            None => None,
        }
    }

    /// The code: kind + 8 for Black, 6 for an empty square. Masked, so that a table of 16 is read without a
    /// bounds check.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 15) as usize
    }

    /// The kind's index, 6 for an empty square.
    #[inline]
    pub const fn kind_index(self) -> usize {
        (self.0 & 7) as usize
    }

    /// Whether this is the code of an empty square.
    #[inline]
    pub const fn is_none(self) -> bool {
        self.0 == Piece::NONE.0
    }

    /// The kind; of [`Piece::NONE`], meaningless.
    #[inline]
    pub const fn kind(self) -> PieceType {
        PieceType::new(self.0 & 7)
    }

    /// The colour; of [`Piece::NONE`], meaningless.
    #[inline]
    pub const fn color(self) -> Color {
        if self.0 & 8 == 0 { Color::White } else { Color::Black }
    }

    /// The FEN letter: upper case for White.
    pub const fn letter(self) -> char {
        b"PNBRQK..pnbrqk.."[self.index()] as char
    }
}

impl fmt::Debug for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_keeps_kind_and_colour_and_letter() {
        for color in Color::ALL {
            for kind in PieceType::ALL {
                let piece = Piece::new(color, kind);
                assert_eq!((piece.color(), piece.kind()), (color, kind));
                assert_eq!(Piece::from_letter(piece.letter() as u8), Some(piece));
                assert_ne!(piece, Piece::NONE);
            }
        }
        assert_eq!(Piece::from_letter(b'x'), None);
    }
}
