//! Pawns that lock each other, so that nobody may ever get through.
//!
//! Owns a guess, not a proof: whether it is worth asking `chasolver`'s fast test, which proves such fortresses, and takes long
//! over positions that only resemble one. It was fitted to the 20,000 or so fortresses among the flagged games of Lichess:
//! the fast test finds all that it passes, and it passes all that the fast test finds.

use crate::chess::attacks;
use crate::chess::bitboard::Bitboard;
use crate::chess::board::Board;
use crate::chess::piece::{Color, PieceType};
use crate::chess::square::Rank;

/// Whether the pawns might keep `side` from ever mating: hardly a piece is left that could jump them, all but four or so of them
/// stand blocked, and one king can't break in or can't move at all.
pub(super) fn may_hold(board: &Board, side: Color) -> bool {
    let heavy = board.pieces(PieceType::Rook) | board.pieces(PieceType::Queen);
    if heavy.any() || board.pieces(PieceType::Knight).many() || !are_blocked(board, side) {
        return false;
    }
    let held = are_opposed(board) && !Color::ALL.into_iter().all(|color| king_breaks_in(board, color));
    held || is_boxed_in(board, !side)
}

fn are_blocked(board: &Board, side: Color) -> bool {
    let pawns = board.pieces(PieceType::Pawn).len();
    let enemy = board.of(!side, PieceType::Pawn) | board.of(!side, PieceType::King);
    let blocked = (board.of(side, PieceType::Pawn).forward(side) & enemy).len();
    blocked > 0 && blocked + 2 >= pawns / 2
}

/// Whether every file has pawns of both sides or of none, but for those that are about to promote.
fn are_opposed(board: &Board) -> bool {
    let files = |side: Color| {
        let about_to_promote = Bitboard::rank(Rank::back(!side)).forward(!side);
        let pawns = board.of(side, PieceType::Pawn) & !about_to_promote;
        // Each byte is a rank.
        pawns.0.to_le_bytes().into_iter().fold(0, |files, rank| files | rank)
    };
    files(Color::White) == files(Color::Black)
}

/// Whether `side`'s king, alone on the board with the pawns as they stand, could walk to one of the enemy's and take it.
fn king_breaks_in(board: &Board, side: Color) -> bool {
    let enemy = board.of(!side, PieceType::Pawn);
    let open = !attacks::pawns(!side, enemy) & !board.of(side, PieceType::Pawn);
    let mut reached = board.of(side, PieceType::King);
    loop {
        let row = reached | reached.east() | reached.west();
        let around = row | row.forward(Color::White) | row.forward(Color::Black);
        let further = reached | (around & open);
        if further.meets(enemy) {
            return true;
        }
        if further == reached {
            return false;
        }
        reached = further;
    }
}

/// Whether `side`'s king has no square to go to.
fn is_boxed_in(board: &Board, side: Color) -> bool {
    let king = board.of(side, PieceType::King);
    let enemy = board.of_color(!side);
    let seen_through = board.occupied() & !king;
    let steps = attacks::king(board.king(side)) & !board.of_color(side);
    steps.into_iter().all(|square| board.attackers(square, seen_through).meets(enemy))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::fen::Fen;

    fn may_hold(fen: &str, side: Color) -> bool {
        super::may_hold(&Fen::parse(fen.as_bytes()).unwrap().board, side)
    }

    #[test]
    fn a_wall_from_edge_to_edge_may_hold() {
        assert!(may_hold("3k4/8/8/p2p2p1/P2P2P1/8/3K4/8 w - - 0 1", Color::White));
        assert!(may_hold("3k4/8/8/p2p2p1/P2P2P1/8/3K4/8 w - - 0 1", Color::Black));
    }

    #[test]
    fn a_wall_that_both_kings_can_walk_around_does_not_hold() {
        assert!(!may_hold("3k4/8/8/3p4/3P4/8/3K4/8 w - - 0 1", Color::White));
    }

    #[test]
    fn a_wall_with_a_rook_beside_it_does_not_hold() {
        assert!(!may_hold("3k4/8/8/p2p2p1/P2P2P1/8/3K4/7R w - - 0 1", Color::White));
    }

    #[test]
    fn pawns_that_can_move_do_not_hold() {
        assert!(!may_hold("3k4/p2p2pp/8/8/8/8/PP1P2PP/3K4 w - - 0 1", Color::White));
    }

    #[test]
    fn a_king_behind_the_enemys_pawns_may_never_be_mated() {
        assert!(may_hold("1k6/1P5p/BP3p2/1P6/8/8/5PKP/8 b - - 0 41", Color::White));
    }
}
