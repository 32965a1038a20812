//! A board drawn with characters, as White sees it.

use std::fmt::Write;

use crate::chess::board::Board;
use crate::chess::piece::{Color, Piece, PieceType};
use crate::chess::square::{File, Rank, Square};

/// With which signs men are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Signs {
    /// The chessmen of Unicode.
    Unicode,
    /// The letters of a FEN.
    Ascii,
}

/// The board with its ranks and files named, and an empty line below.
pub fn drawing(board: &Board, signs: Signs) -> String {
    let mut text = String::new();
    for rank in (0..8).rev().map(Rank::new) {
        // Writing to a String can't fail.
        let _ = write!(text, "  {rank} ");
        for file in File::all() {
            let sign = board.piece_at(Square::at(file, rank)).map_or('.', |piece| signs.sign(piece));
            let _ = write!(text, " {sign}");
        }
        text.push('\n');
    }
    text.push_str("     a b c d e f g h\n\n");
    text
}

impl Signs {
    const fn sign(self, piece: Piece) -> char {
        match self {
            Signs::Ascii => piece.letter(),
            Signs::Unicode => match (piece.color(), piece.kind()) {
                (Color::White, PieceType::King) => '♔',
                (Color::White, PieceType::Queen) => '♕',
                (Color::White, PieceType::Rook) => '♖',
                (Color::White, PieceType::Bishop) => '♗',
                (Color::White, PieceType::Knight) => '♘',
                (Color::White, PieceType::Pawn) => '♙',
                (Color::Black, PieceType::King) => '♚',
                (Color::Black, PieceType::Queen) => '♛',
                (Color::Black, PieceType::Rook) => '♜',
                (Color::Black, PieceType::Bishop) => '♝',
                (Color::Black, PieceType::Knight) => '♞',
                (Color::Black, PieceType::Pawn) => '♟',
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::position::Position;

    #[test]
    fn white_stands_below() {
        let board = *Position::start().board();
        assert!(drawing(&board, Signs::Ascii).ends_with("  1  R N B Q K B N R\n     a b c d e f g h\n\n"));
        assert!(drawing(&board, Signs::Unicode).starts_with("  8  ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜\n  7  ♟ ♟"));
    }
}
