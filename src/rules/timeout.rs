//! Whether the side with time left wins when the other's flag falls: the tests of the sites.
//!
//! Owns the two tests that big sites use instead of the Laws' "any possible series of legal moves" (6.9), which is for
//! [`crate::rules::winnable`]. Both look at material alone.

use crate::chess::board::Board;
use crate::chess::piece::{Color, PieceType};
use crate::rules::winnable::mating_material;

/// Whether Lichess lets `side` win when the other's flag falls (scalachess, `InsufficientMatingMaterial(board, color)`, for
/// standard chess and Chess960): unless its material can mate in no position at all. Lichess so lets a side win that has the
/// material, but no way to a mate.
#[inline]
pub fn lichess_can_mate(board: &Board, side: Color) -> bool {
    !mating_material::is_lacking(board, side)
}

/// Whether Chess.com lets `side` win when the other's flag falls: not with its king alone, with one minor piece beside it, or
/// with two knights against a bare king (its help article "What is insufficient mating material?"). What else the flagged side
/// has makes no difference, though a man of its own could stand in its king's way. The site's texts disagree on the two
/// knights: this is the table of the automatic draw.
#[inline]
pub fn chesscom_can_mate(board: &Board, side: Color) -> bool {
    let own = board.of_color(side);
    let pieces =
        board.pieces(PieceType::Pawn) | board.pieces(PieceType::Rook) | board.pieces(PieceType::Queen);
    own.meets(pieces) || minors_can_mate(board, side)
}

#[cold]
fn minors_can_mate(board: &Board, side: Color) -> bool {
    let bishops = board.of(side, PieceType::Bishop).len();
    match (board.of(side, PieceType::Knight).len(), bishops) {
        (0, 0) | (0, 1) | (1, 0) => false,
        (2, 0) => board.of_color(!side).many(),
        (_, _) => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::fen::Fen;

    fn both(fen: &str, side: Color) -> (bool, bool) {
        let board = Fen::parse(fen.as_bytes()).unwrap().board;
        (lichess_can_mate(&board, side), chesscom_can_mate(&board, side))
    }

    #[test]
    fn a_pawn_or_a_heavy_piece_can_mate_everywhere() {
        for man in ["P", "R", "Q"] {
            let fen = format!("4k3/8/8/8/8/8/4{man}3/4K3 w - - 0 1");
            assert_eq!(both(&fen, Color::White), (true, true));
            assert_eq!(both(&fen, Color::Black), (false, false));
        }
    }

    #[test]
    fn one_minor_piece_can_mate_on_lichess_alone() {
        assert_eq!(both("4k3/4p3/8/8/8/8/4N3/4K3 w - - 0 1", Color::White), (true, false));
        assert_eq!(both("4k3/4p3/8/8/8/8/4B3/4K3 w - - 0 1", Color::White), (true, false));
        assert_eq!(both("4kq2/8/8/8/8/8/4N3/4K3 w - - 0 1", Color::White), (false, false));
    }

    #[test]
    fn two_knights_need_company_on_chesscom() {
        assert_eq!(both("4k3/8/8/8/8/8/3NN3/4K3 w - - 0 1", Color::White), (true, false));
        assert_eq!(both("4k3/4p3/8/8/8/8/3NN3/4K3 w - - 0 1", Color::White), (true, true));
    }

    #[test]
    fn two_bishops_on_one_colour_can_mate_on_chesscom_alone() {
        assert_eq!(both("4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", Color::White), (true, true));
        assert_eq!(both("4k3/8/8/8/8/4B3/8/2B1K3 w - - 0 1", Color::White), (false, true));
    }
}
