//! What is left on the board.
//!
//! Owns the points of the pieces and the signature of a position's material.

use std::fmt;

use crate::chess::board::Board;
use crate::chess::piece::{Color, PieceType};

/// The men of both colours, by kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Material {
    /// By colour, then by [`PieceType::index`].
    counts: [[u8; 6]; 2],
}

impl Material {
    /// What stands on a board.
    pub fn of(board: &Board) -> Material {
        let count = |color, kind| board.of(color, kind).len() as u8;
        Material { counts: Color::ALL.map(|color| PieceType::ALL.map(|kind| count(color, kind))) }
    }

    /// How many of a kind.
    pub const fn count(&self, color: Color, kind: PieceType) -> u32 {
        self.counts[color.index()][kind.index()] as u32
    }

    /// The men of both colours, kings and pawns included: 32 at the start.
    pub fn men(&self) -> u32 {
        self.counts.iter().flatten().map(|count| u32::from(*count)).sum()
    }

    /// The points of a colour, as they are usually counted: 1 for a pawn, 3 for a knight or a bishop, 5 for a rook, 9 for a queen: 39 at
    /// the start.
    pub fn points(&self, color: Color) -> u32 {
        PieceType::ALL.map(|kind| self.count(color, kind) * points(kind)).iter().sum()
    }
}

/// The points of a piece.
const fn points(kind: PieceType) -> u32 {
    match kind {
        PieceType::Pawn => 1,
        PieceType::Knight | PieceType::Bishop => 3,
        PieceType::Rook => 5,
        PieceType::Queen => 9,
        PieceType::King => 0,
    }
}

impl fmt::Display for Material {
    /// The signature, as tables of endgames are named, but always with White first: a letter for each man, from king to pawn, `v`, and the
    /// same of Black: `KRPPvKRP`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const ORDER: [PieceType; 6] = [
            PieceType::King,
            PieceType::Queen,
            PieceType::Rook,
            PieceType::Bishop,
            PieceType::Knight,
            PieceType::Pawn,
        ];
        // No board has more than 64 men.
        let mut text = [b'v'; 65];
        let mut length = 0;
        for color in Color::ALL {
            for kind in ORDER {
                for _ in 0..self.count(color, kind) {
                    if let Some(letter) = text.get_mut(length) {
                        *letter = kind.letter();
                        length += 1;
                    }
                }
            }
            // After White's men one `v` is left as it is.
            length += usize::from(color == Color::White);
        }
        f.write_str(str::from_utf8(&text[..length.min(text.len())]).unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::fen::Fen;
    use crate::chess::position::Position;

    fn material(fen: &str) -> Material {
        Material::of(Fen::parse(fen.as_bytes()).unwrap().setup().unwrap().position.board())
    }

    #[test]
    fn the_start_has_32_men_and_39_points_each() {
        let start = Material::of(Position::start().board());
        assert_eq!((start.men(), start.points(Color::White), start.points(Color::Black)), (32, 39, 39));
        assert_eq!(start.to_string(), "KQRRBBNNPPPPPPPPvKQRRBBNNPPPPPPPP");
    }

    #[test]
    fn white_comes_first_even_if_black_has_more() {
        let rooks = material("8/5pk1/8/8/4r3/8/1R3PPK/8 b - - 0 1");
        assert_eq!((rooks.to_string().as_str(), rooks.men()), ("KRPPvKRP", 7));
        assert_eq!((rooks.points(Color::White), rooks.points(Color::Black)), (7, 6));
        let queens = material("k7/qq6/8/8/8/8/n6b/7K w - - 0 1");
        assert_eq!((queens.to_string().as_str(), queens.points(Color::Black)), ("KvKQQBN", 24));
    }
}
