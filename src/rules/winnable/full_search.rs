//! The searches of `chasolver`, by the author of the algorithm (M. Ambrona, "A Practical Algorithm for Chess Unwinnability",
//! FUN 2022).
//!
//! Owns what its answers are taken for: "cannot win" on its word, "can win" only with a line that our own rules have replayed to
//! the mate.

use chasolver::Winnability;

use crate::chess::moves::Move;
use crate::chess::piece::Color;
use crate::chess::position::Position;
use crate::rules::winnable::chasolver_board;

/// What a full search found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Found {
    /// The side can win: a line from the position to its mate.
    Helpmate(Vec<Move>),
    /// It can't.
    CannotWin,
}

/// Whether the fast test proves that `side` can't win. It never proves that it can.
pub(super) fn proves_hopeless(position: &Position, side: Color) -> bool {
    chasolver_board::board(position)
        .is_some_and(|board| chasolver::is_unwinnable_fast(&board, chasolver_board::color(side)))
}

/// The full search, bounded by its own budget of some 17 million moves (seconds).
pub(super) fn run(position: &Position, side: Color) -> Option<Found> {
    let board = chasolver_board::board(position)?;
    match chasolver::winnability(&board, chasolver_board::color(side))? {
        Winnability::Unwinnable => Some(Found::CannotWin),
        Winnability::Winnable { helpmate } => {
            let (line, end) = chasolver_board::line(position, &helpmate)?;
            (end.turn() != side && end.is_checkmate()).then_some(Found::Helpmate(line))
        }
    }
}
