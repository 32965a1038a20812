//! How many half-moves a mate takes at least, from the look of a position.
//!
//! Owns the bound that keeps the search from lines that can't end in time. It is never too high, so that what it cuts away
//! proves as much as what is searched.

use crate::chess::board::Board;
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::Position;
use crate::chess::square::Square;
use crate::rules::winnable::mating_material;

/// The bound of a position from which no line leads to mate.
pub(super) const NEVER: u8 = u8::MAX;

/// Half-moves that mate by `side` takes at least from a position in which it isn't on the board.
pub(super) fn plies_needed(position: &Position, side: Color) -> u8 {
    let board = position.board();
    if mating_material::is_lacking(board, side) {
        return NEVER;
    }
    let is_to_move = position.turn() == side;
    let pieces = board.orthogonal(side) | board.diagonal(side) | board.of(side, PieceType::Knight);
    if pieces.any() {
        return plies(1, 0, is_to_move);
    }
    let pawns = board.of(side, PieceType::Pawn).into_iter();
    pawns.map(|pawn| until_check_by(board, side, pawn, is_to_move)).min().unwrap_or(NEVER)
}

/// Half-moves until a pawn gives check, as a pawn or as what it becomes: without other pieces nothing else does. It gains one
/// rank a move, two from where it stood at the start, and the other king has to come to the rank before it.
fn until_check_by(board: &Board, side: Color, pawn: Square, is_to_move: bool) -> u8 {
    let rank = pawn.rank().seen_by(side) as u8;
    let king = board.king(!side).rank().seen_by(side) as u8;
    let moves =
        |reached: u8| if rank == 1 && reached > 2 { reached - 2 } else { reached.saturating_sub(rank) };
    let as_pawn =
        (rank + 1..LAST_RANK).map(|reached| plies(moves(reached), king.abs_diff(reached + 1), is_to_move));
    as_pawn.fold(plies(moves(LAST_RANK), 0, is_to_move), u8::min)
}

/// The rank of promotion, counted from 0.
const LAST_RANK: u8 = 7;

/// Half-moves that hold so many moves of one's own, the last of all among them, and so many of the other side's.
fn plies(own: u8, others: u8, is_to_move: bool) -> u8 {
    if is_to_move { 2 * own.max(others + 1) - 1 } else { 2 * own.max(others) }
}
