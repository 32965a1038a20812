//! Which move a SAN means to shakmaty, where its own reading is stricter than the rules.

use shakmaty::san::{San, SanError};
use shakmaty::uci::UciMove;
use shakmaty::{Chess, Move, Position, Role, Square};

/// Why a move could not be made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum StopReason {
    /// No piece can make it.
    Illegal,
    /// Two pieces could.
    Ambiguous,
    /// A null move.
    Null,
}

/// The move that a SAN means. shakmaty asks for the capture mark where there is a capture and nowhere else; that is
/// notation, not legality, so a move that fails for this alone is looked up again without it.
pub(super) fn resolve(position: &Chess, san: San) -> Result<Move, StopReason> {
    match san.to_move(position) {
        Ok(made) => return Ok(made),
        Err(SanError::AmbiguousSan) => return Err(StopReason::Ambiguous),
        Err(SanError::IllegalSan) => {}
    }
    match san {
        San::Null => Err(StopReason::Null),
        San::Castle(_) | San::Put { .. } => Err(StopReason::Illegal),
        San::Normal {
            role: Role::Pawn | Role::King,
            file: Some(file),
            rank: Some(rank),
            to,
            promotion,
            ..
        } => {
            // `g8f6`, `e1g1`, `Ke1-g1`: two squares, which shakmaty reads as UCI.
            let uci = UciMove::Normal { from: Square::from_coords(file, rank), to, promotion };
            uci.to_move(position).map_err(|_| StopReason::Illegal)
        }
        San::Normal { role, file, rank, to, promotion, .. } => {
            let mut moves = position.san_candidates(role, to);
            moves.retain(|made| {
                made.promotion() == promotion
                    && made.from().is_some_and(|from| {
                        file.is_none_or(|file| file == from.file())
                            && rank.is_none_or(|rank| rank == from.rank())
                    })
            });
            match moves.as_slice() {
                [] => Err(StopReason::Illegal),
                [made] => Ok(*made),
                _ => Err(StopReason::Ambiguous),
            }
        }
    }
}
