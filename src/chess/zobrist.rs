//! Keys: hashes of positions.
//!
//! Owns the key that a position carries. Two keys are told apart, and never taken one for the other:
//! * the **Laws' key**, which hashes en passant only where such a capture is legal (article 9.2.3): kept by
//!   every [`Position`](crate::chess::position::Position), move by move;
//! * the **Polyglot book key**, which hashes en passant when a pawn stands beside, even if it is pinned:
//!   computed on demand, for users who join on it.
//!
//! Both are made of the same published constants, so they differ in the en passant term alone.

use std::fmt;
use std::ops::{BitXor, BitXorAssign};

use crate::chess::book_keys::PUBLISHED;
use crate::chess::piece::{Color, Piece};
use crate::chess::square::{File, Square};

/// A hash of a position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[repr(transparent)]
pub struct Key(pub u64);

/// By the piece's code and the square; the rows of no piece are zero, so that an empty square hashes to
/// nothing.
pub(crate) static PIECES: [[u64; 64]; 16] = pieces();

/// By the four bits of the castling rights, in the order of [`crate::chess::castling::Castling::bits`].
pub(crate) static CASTLING: [u64; 16] = castling();

/// Hashed while it is White's turn.
pub(crate) const WHITE_TO_MOVE: u64 = PUBLISHED[780];

const fn pieces() -> [[u64; 64]; 16] {
    let mut table = [[0; 64]; 16];
    let mut color = 0;
    while color < 2 {
        let mut kind = 0;
        while kind < 6 {
            let mut square = 0;
            while square < 64 {
                table[kind + 8 * color][square] = PUBLISHED[64 * (2 * kind + 1 - color) + square];
                square += 1;
            }
            kind += 1;
        }
        color += 1;
    }
    table
}

const fn castling() -> [u64; 16] {
    let mut table = [0; 16];
    let mut bits = 0;
    while bits < 16 {
        let mut right = 0;
        while right < 4 {
            if bits >> right & 1 == 1 {
                table[bits] ^= PUBLISHED[768 + right];
            }
            right += 1;
        }
        bits += 1;
    }
    table
}

impl Key {
    /// The term of a piece on a square; nothing for [`Piece::NONE`].
    #[inline]
    pub fn of_piece(piece: Piece, square: Square) -> Key {
        Key(PIECES[piece.index()][square.index()])
    }

    /// The term of a set of castling rights, by its four bits.
    #[inline]
    pub fn of_castling(bits: u8) -> Key {
        Key(CASTLING[(bits & 15) as usize])
    }

    /// The term of an en passant capture on a file.
    #[inline]
    pub const fn of_en_passant(file: File) -> Key {
        Key(PUBLISHED[772 + file.index()])
    }

    /// The term of the side to move.
    #[inline]
    pub const fn of_turn(turn: Color) -> Key {
        match turn {
            Color::White => Key(WHITE_TO_MOVE),
            Color::Black => Key(0),
        }
    }
}

impl BitXor for Key {
    type Output = Key;

    #[inline]
    fn bitxor(self, other: Key) -> Key {
        Key(self.0 ^ other.0)
    }
}

impl BitXorAssign for Key {
    #[inline]
    fn bitxor_assign(&mut self, other: Key) {
        self.0 ^= other.0;
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Key({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::piece::PieceType;

    #[test]
    fn an_empty_square_hashes_to_nothing() {
        for square in Square::all() {
            assert_eq!(Key::of_piece(Piece::NONE, square), Key(0));
        }
    }

    #[test]
    fn the_published_order_puts_black_before_white() {
        let pawn = |color| Key::of_piece(Piece::new(color, PieceType::Pawn), Square::A1);
        assert_eq!(pawn(Color::Black), Key(PUBLISHED[0]));
        assert_eq!(pawn(Color::White), Key(PUBLISHED[64]));
        assert_eq!(Key::of_castling(0b1001), Key(PUBLISHED[768] ^ PUBLISHED[771]));
    }
}
