//! Which move a written move means, and how a move is written.
//!
//! Owns both directions between [`San`] and [`Move`] in a position, as plainly as it can be said: by going
//! through the legal moves. The fast way that a replay takes is held to this one by a property test.

use std::error::Error;
use std::fmt;

use crate::chess::castling::CastlingSide;
use crate::chess::moves::Move;
use crate::chess::piece::PieceType;
use crate::chess::position::Position;
use crate::chess::san::San;

/// Why a written move means no move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SanError {
    /// No legal move fits.
    Illegal,
    /// More than one does.
    Ambiguous,
}

impl fmt::Display for SanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SanError::Illegal => "illegal move",
            SanError::Ambiguous => "ambiguous move",
        })
    }
}

impl Error for SanError {}

impl Position {
    /// The legal move that is meant. The marks `x`, `+` and `#` are not asked whether they are true.
    ///
    /// # Errors
    ///
    /// [`SanError`], if no legal move fits, or more than one.
    pub fn resolve(&self, san: San) -> Result<Move, SanError> {
        if san.is_null() || san.is_unreadable() {
            return Err(SanError::Illegal);
        }
        let mut fitting = self.legal_moves().into_iter().filter(|&mv| self.fits(san, mv));
        match (fitting.next(), fitting.next()) {
            (Some(mv), None) => Ok(mv),
            (Some(_), Some(_)) => Err(SanError::Ambiguous),
            (None, _) => Err(SanError::Illegal),
        }
    }

    fn fits(&self, san: San, mv: Move) -> bool {
        if san.castling().is_some() || self.castling_side(mv).is_some() {
            return san.castling() == self.castling_side(mv);
        }
        // A pawn that takes names its file; without one it stays on the file of its target.
        let is_pawn = san.kind() == PieceType::Pawn;
        let file = san.file().or(is_pawn.then(|| san.to().file()));
        self.board.code_at(mv.from()).kind() == san.kind()
            && mv.to() == san.to()
            && mv.promotion() == san.promotion()
            && file.is_none_or(|file| file == mv.from().file())
            && san.rank().is_none_or(|rank| rank == mv.from().rank())
    }

    /// A legal move as the standard writes it (PGN 8.2.3): as much of its origin as tells it apart from other
    /// legal moves, and `+` or `#` where they belong.
    pub fn san(&self, mv: Move) -> San {
        let mut after = *self;
        after.play_unchecked(mv);
        let is_check = after.is_check();
        let is_mate = is_check && !after.has_legal_move();
        self.bare_san(mv).with(San::CHECK_BIT, is_check).with(San::MATE_BIT, is_mate)
    }

    fn bare_san(&self, mv: Move) -> San {
        match self.castling_side(mv) {
            Some(CastlingSide::King) => return San::castle(CastlingSide::King),
            Some(CastlingSide::Queen) => return San::castle(CastlingSide::Queen),
            None => {}
        }
        let (from, kind) = (mv.from(), self.board.code_at(mv.from()).kind());
        let is_capture = self.captured(mv).is_some();
        let san = San::to_square(kind, mv.to()).with(San::CAPTURE_BIT, is_capture);
        if kind == PieceType::Pawn {
            let san = if is_capture { san.from_file(from.file()) } else { san };
            return mv.promotion().map_or(san, |kind| san.promoting(kind));
        }
        let twins: Vec<Move> = self
            .legal_moves()
            .into_iter()
            .filter(|twin| twin.from() != from && self.fits(San::to_square(kind, mv.to()), *twin))
            .collect();
        if twins.is_empty() {
            san
        } else if twins.iter().all(|twin| twin.from().file() != from.file()) {
            san.from_file(from.file())
        } else if twins.iter().all(|twin| twin.from().rank() != from.rank()) {
            san.from_rank(from.rank())
        } else {
            san.from_file(from.file()).from_rank(from.rank())
        }
    }
}
