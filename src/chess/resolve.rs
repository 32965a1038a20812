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

/// What a move threatens the other side's king with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Threat {
    /// Nothing.
    None,
    /// Check.
    Check,
    /// Checkmate.
    Mate,
}

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
        if let Some(side) = self.castling_side(mv) {
            return san.castling() == Some(side) || self.is_castling_as_kings_move(san, mv, side);
        }
        if san.castling().is_some() {
            return false;
        }
        // A pawn that takes names its file; without one it stays on the file of its target.
        let is_pawn = san.kind() == PieceType::Pawn;
        let file = san.file().or(is_pawn.then(|| san.to().file()));
        (self.board.code_at(mv.from()).kind() == san.kind() || is_coordinates(san))
            && mv.to() == san.to()
            && mv.promotion() == san.promotion()
            && file.is_none_or(|file| file == mv.from().file())
            && san.rank().is_none_or(|rank| rank == mv.from().rank())
    }

    /// `e1g1` and `Ke1-g1`: castling written as what the king does, where it goes further than a king can.
    fn is_castling_as_kings_move(&self, san: San, mv: Move, side: CastlingSide) -> bool {
        let target = side.king_target(self.turn);
        let far = mv.from().file().index().abs_diff(target.file().index()) > 1;
        far && san.to() == target
            && (san.kind() == PieceType::King || is_coordinates(san))
            && san.file() == Some(mv.from().file())
            && san.rank() == Some(mv.from().rank())
    }

    /// A legal move as the standard writes it (PGN 8.2.3): as much of its origin as tells it apart from other
    /// legal moves, and `+` or `#` where they belong.
    pub fn san(&self, mv: Move) -> San {
        let mut after = *self;
        after.play_unchecked(mv);
        let threat = match after.is_check() {
            false => Threat::None,
            true if after.has_legal_move() => Threat::Check,
            true => Threat::Mate,
        };
        self.san_with(mv, threat)
    }

    /// The same for whoever knows what the move threatens.
    pub fn san_with(&self, mv: Move, threat: Threat) -> San {
        let bare = self.bare_san(mv);
        match threat {
            Threat::None => bare,
            Threat::Check => bare.with(San::CHECK_BIT, true),
            Threat::Mate => bare.with(San::CHECK_BIT, true).with(San::MATE_BIT, true),
        }
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
        // Most moves can be made by no other piece of their kind, whatever is pinned.
        let others = self.board.attackers(mv.to(), self.board.occupied()) & self.board.of(self.turn, kind);
        if others.single() == Some(from) {
            return san;
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

/// Whether the two squares alone are written, `g8f6`: any piece may be meant.
fn is_coordinates(san: San) -> bool {
    san.kind() == PieceType::Pawn && san.has_odd_notation() && san.file().is_some() && san.rank().is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::fen::Fen;

    fn resolved(fen: &str, token: &str) -> Result<String, SanError> {
        let position = Fen::parse(fen.as_bytes()).unwrap().setup().unwrap().position;
        position.resolve(San::parse(token.as_bytes())).map(|mv| mv.to_string())
    }

    #[test]
    fn two_squares_alone_mean_whatever_stands_on_the_first() {
        let fen = "r3k2r/pppq1ppp/2n2n2/8/8/2N2N2/PPPQ1PPP/R3K2R w KQkq - 0 1";
        for (token, mv) in
            [("f3e5", "f3e5"), ("d2d7", "d2d7"), ("e1g1", "e1h1"), ("Ke1-c1", "e1a1"), ("e1f1", "e1f1")]
        {
            assert_eq!(resolved(fen, token).as_deref(), Ok(mv), "{token}");
        }
        for token in ["f3f5", "e2e4", "Nf3-d5", "a1g1"] {
            assert_eq!(resolved(fen, token), Err(SanError::Illegal), "{token}");
        }
    }

    #[test]
    fn castling_as_a_kings_move_needs_the_right_to_castle() {
        let fen = "4k3/8/8/8/8/8/8/4K2R w - - 0 1";
        assert_eq!(resolved(fen, "e1g1"), Err(SanError::Illegal));
    }
}
