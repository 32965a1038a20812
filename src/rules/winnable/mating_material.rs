//! Whether a side has the material to mate, whatever the position.
//!
//! Owns the material rule for one side: the only proof of "cannot win" that needs no moves. Lichess decides flag falls by it
//! (scalachess, `InsufficientMatingMaterial(board, color)`).

use crate::chess::bitboard::Bitboard;
use crate::chess::board::Board;
use crate::chess::piece::{Color, PieceType};

/// Whether `side` can mate in no position at all that has this material: it has
/// * its king alone, or
/// * one knight against a king with nothing but queens (any other man can stand in its own king's way), or
/// * bishops on squares of one colour against no pawn, no knight, and no bishop on squares of the other colour.
///
/// Captures and promotions lead from such material only to such material.
#[inline]
pub fn is_lacking(board: &Board, side: Color) -> bool {
    let own = board.of_color(side);
    let winning =
        board.pieces(PieceType::Pawn) | board.pieces(PieceType::Rook) | board.pieces(PieceType::Queen);
    !own.meets(winning) && minors_are_lacking(board, side)
}

#[cold]
fn minors_are_lacking(board: &Board, side: Color) -> bool {
    let own = board.of_color(side);
    let enemy = board.of_color(!side);
    let knights = board.pieces(PieceType::Knight);
    let bishops = board.pieces(PieceType::Bishop);
    match (own & knights).len() {
        0 if !own.meets(bishops) => true,
        0 => {
            let one_color = !bishops.meets(Bitboard::LIGHT) || !bishops.meets(!Bitboard::LIGHT);
            one_color && !enemy.meets(knights | board.pieces(PieceType::Pawn))
        }
        1 if !own.meets(bishops) => {
            let harmless = board.pieces(PieceType::King) | board.pieces(PieceType::Queen);
            (enemy & !harmless).is_empty()
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::fen::Fen;

    fn lacking(fen: &str) -> (bool, bool) {
        let board = Fen::parse(fen.as_bytes()).unwrap().board;
        (is_lacking(&board, Color::White), is_lacking(&board, Color::Black))
    }

    #[test]
    fn a_bare_king_cannot_mate() {
        assert_eq!(lacking("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), (true, true));
        assert_eq!(lacking("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), (false, true));
    }

    #[test]
    fn a_knight_needs_an_enemy_that_can_stand_in_its_kings_way() {
        assert_eq!(lacking("4k3/8/8/8/8/8/4N3/4K3 w - - 0 1"), (true, true));
        assert_eq!(lacking("3qk3/8/8/8/8/8/4N3/4K3 w - - 0 1"), (true, false));
        assert_eq!(lacking("3rk3/8/8/8/8/8/4N3/4K3 w - - 0 1"), (false, false));
        assert_eq!(lacking("3qk3/4p3/8/8/8/8/4N3/4K3 w - - 0 1"), (false, false));
        assert_eq!(lacking("4k3/8/8/8/8/8/3NN3/4K3 w - - 0 1"), (false, true));
    }

    #[test]
    fn bishops_of_one_colour_need_an_enemy_that_can_guard_the_other_colour() {
        assert_eq!(lacking("2b1k3/8/8/8/8/8/8/4KB2 w - - 0 1"), (true, true));
        assert_eq!(lacking("4kb2/8/8/8/8/8/8/4KB2 w - - 0 1"), (false, false));
        assert_eq!(lacking("q2rk3/8/8/8/8/8/8/4KB2 w - - 0 1"), (true, false));
        assert_eq!(lacking("4k1n1/8/8/8/8/8/8/4KB2 w - - 0 1"), (false, false));
        assert_eq!(lacking("4k3/4p3/8/8/8/8/8/4KB2 w - - 0 1"), (false, false));
        assert_eq!(lacking("4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1"), (false, true));
    }
}
