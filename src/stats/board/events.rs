//! What happened first, and how often: captures, queens, kings, promotions.
//!
//! Owns one walk over a game's moves that counts what most of the columns ask for.

use crate::chess::moves::Move;
use crate::chess::piece::PieceType;
use crate::chess::position::Position;
use crate::stats::board::walk::{Step, Walk, is};

/// What happened on the board. Plies count from 1; pairs are White's and Black's.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Events {
    /// The ply of the first capture, en passant included.
    pub first_capture_ply: Option<u32>,
    /// The first ply after which neither colour has a queen; 0 if the start has none. That a pawn becomes a queen later doesn't undo it.
    pub queens_off_ply: Option<u32>,
    /// Promotions to rook, bishop or knight.
    pub underpromotions: [u32; 2],
    /// Moves of the king, castling not counted.
    pub king_moves: [u32; 2],
    /// The longest run of plies without capture or pawn move: of the game's own plies, so that a FEN's counter doesn't count.
    pub longest_quiet_run: u32,
}

/// Goes through a game. The moves are legal, from the first on.
pub fn events(start: &Position, moves: impl Iterator<Item = Move>) -> Events {
    let mut walk = Walk::new(start);
    let mut events = Events { queens_off_ply: (walk.queens == 0).then_some(0), ..Events::default() };
    let mut quiet_run = 0;
    for (mv, ply) in moves.zip(1..) {
        let Step { piece, is_castling, is_capture } = walk.play(mv);
        let color = piece.color().index();
        events.king_moves[color] += u32::from(is(piece, PieceType::King) & !is_castling);
        if mv.promotion().is_some_and(|kind| kind != PieceType::Queen) {
            events.underpromotions[color] += 1;
        }
        quiet_run = if is_capture | is(piece, PieceType::Pawn) { 0 } else { quiet_run + 1 };
        events.longest_quiet_run = events.longest_quiet_run.max(quiet_run);
        if is_capture {
            events.first_capture_ply.get_or_insert(ply);
            if walk.queens == 0 {
                events.queens_off_ply.get_or_insert(ply);
            }
        }
    }
    events
}
