//! Whether a position could come about in a game at all.
//!
//! Owns a judgement that goes one way: what is objected to here, no game reaches; what is not, might still be
//! unreachable for deeper reasons. Such a position can be played from all the same. What can't is for
//! [`crate::chess::setup`].

use std::fmt;

use crate::chess::bitboard::Bitboard;
use crate::chess::castling::CastlingSide;
use crate::chess::last_move;
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::Position;
use crate::chess::square::File;

/// Why no game reaches a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CannotArise {
    /// More than sixteen pieces (article 2.2).
    TooManyPieces(Color),
    /// More than eight pawns.
    TooManyPawns(Color),
    /// More pieces beyond those of the start than pawns are missing (article 3.7.3.3); of bishops, one a
    /// square colour is of the start.
    TooManyPromoted(Color),
    /// Pawns doubled more often than the opponent has lost pieces: a pawn changes its file only by capturing
    /// (article 3.7.3).
    TooManyDoubledPawns(Color),
    /// More than two pieces give check: one move discovers one line and attacks by itself.
    TooManyCheckers,
    /// Check, but no last move of the opponent's can have given it: before each, the king would have been in
    /// check already.
    ImpossibleCheck,
    /// An en passant square, but a check that the double step can't have given.
    EnPassantContradictsCheck,
    /// An en passant square, but the halfmove clock says that the last move was not a pawn's (article 9.3).
    EnPassantContradictsClock,
    /// Castling rights by which the two kings, or two rooks of one side, started on different files.
    UnequalCastlingFiles,
}

impl fmt::Display for CannotArise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CannotArise::TooManyPieces(color) => write!(f, "{color} has more than sixteen pieces"),
            CannotArise::TooManyPawns(color) => write!(f, "{color} has more than eight pawns"),
            CannotArise::TooManyPromoted(color) => {
                write!(f, "{color} has more promoted pieces than missing pawns")
            }
            CannotArise::TooManyDoubledPawns(color) => {
                write!(f, "{color} has more doubled pawns than captures can explain")
            }
            CannotArise::TooManyCheckers => f.write_str("more than two pieces give check"),
            CannotArise::ImpossibleCheck => f.write_str("no last move can have given this check"),
            CannotArise::EnPassantContradictsCheck => {
                f.write_str("the double step before en passant can't have given this check")
            }
            CannotArise::EnPassantContradictsClock => {
                f.write_str("the halfmove clock contradicts the double step before en passant")
            }
            CannotArise::UnequalCastlingFiles => {
                f.write_str("castling rights that come from different start positions")
            }
        }
    }
}

impl Position {
    /// The first objection to this position, if there is any.
    pub fn cannot_arise(&self) -> Option<CannotArise> {
        Color::ALL
            .into_iter()
            .find_map(|color| self.material_objection(color))
            .or_else(|| self.castling_objection())
            .or_else(|| self.check_objection())
    }

    fn material_objection(&self, color: Color) -> Option<CannotArise> {
        let board = &self.board;
        let count = |kind| board.of(color, kind).len();
        let pawns = count(PieceType::Pawn);
        let bishops = board.of(color, PieceType::Bishop);
        let light = (bishops & Bitboard::LIGHT).len();
        let dark = bishops.len() - light;
        let promoted = count(PieceType::Knight).saturating_sub(2)
            + light.saturating_sub(1)
            + dark.saturating_sub(1)
            + count(PieceType::Rook).saturating_sub(2)
            + count(PieceType::Queen).saturating_sub(1);
        let on_file = |file| (board.of(color, PieceType::Pawn) & Bitboard::file(file)).len();
        let doubled: u32 = File::all().map(|file| on_file(file).saturating_sub(1)).sum();
        if board.of_color(color).len() > 16 {
            Some(CannotArise::TooManyPieces(color))
        } else if pawns > 8 {
            Some(CannotArise::TooManyPawns(color))
        } else if promoted + pawns > 8 {
            Some(CannotArise::TooManyPromoted(color))
        } else if doubled > 16u32.saturating_sub(board.of_color(!color).len()) {
            Some(CannotArise::TooManyDoubledPawns(color))
        } else {
            None
        }
    }

    /// Both sides start from the same array (article 2.3; Chess960 as well).
    fn castling_objection(&self) -> Option<CannotArise> {
        let castling = &self.castling;
        let kings_differ = Color::ALL.into_iter().all(|color| castling.any(color))
            && self.board.king(Color::White).file() != self.board.king(Color::Black).file();
        let rooks_differ = CastlingSide::ALL.into_iter().any(|side| {
            match (castling.rook(Color::White, side), castling.rook(Color::Black, side)) {
                (Some(white), Some(black)) => white.file() != black.file(),
                _ => false,
            }
        });
        (kings_differ || rooks_differ).then_some(CannotArise::UnequalCastlingFiles)
    }

    fn check_objection(&self) -> Option<CannotArise> {
        let checkers = self.checkers();
        if let Some(target) = self.double_step {
            if self.halfmove_clock > 0 {
                return Some(CannotArise::EnPassantContradictsClock);
            }
            let explained = last_move::double_step_explains_check(self, target);
            return (!explained).then_some(CannotArise::EnPassantContradictsCheck);
        }
        if checkers.len() > 2 {
            return Some(CannotArise::TooManyCheckers);
        }
        let unexplained = checkers.any() && !last_move::explains_check(self);
        unexplained.then_some(CannotArise::ImpossibleCheck)
    }
}
