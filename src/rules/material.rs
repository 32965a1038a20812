//! Whether anyone has the material to mate: the sites' test.
//!
//! Owns the automatic draw of Lichess and its like (scalachess, `isInsufficientMaterial`). It is weaker than the Laws' dead
//! position (5.2.2), which looks at the whole position; but whatever it calls a draw is dead.

use crate::chess::bitboard::Bitboard;
use crate::chess::board::Board;
use crate::chess::piece::PieceType;

/// Whether neither side could mate with what is left, wherever it stands: king against king, king and one minor piece
/// against king, or kings and bishops that all stand on squares of one colour.
#[inline]
pub fn is_insufficient(board: &Board) -> bool {
    let heavy =
        board.pieces(PieceType::Pawn) | board.pieces(PieceType::Rook) | board.pieces(PieceType::Queen);
    heavy.is_empty() && minors_are_insufficient(board)
}

#[cold]
fn minors_are_insufficient(board: &Board) -> bool {
    if board.occupied().len() <= 3 {
        return true;
    }
    let bishops = board.pieces(PieceType::Bishop);
    board.pieces(PieceType::Knight).is_empty()
        && (bishops & Bitboard::LIGHT == bishops || bishops & Bitboard::LIGHT == Bitboard::EMPTY)
}
