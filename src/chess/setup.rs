//! From what a FEN says to a position that can be played from.
//!
//! Owns the line between a position that the rules can be applied to and one that they can't: one king each,
//! no pawn on an end rank, the side that has moved not in check. Claims that the board contradicts are
//! dropped, and said to be.

use std::error::Error;
use std::fmt;

use crate::chess::bitboard::Bitboard;
use crate::chess::board::Board;
use crate::chess::castling::{Castling, CastlingSide};
use crate::chess::fen::{Fen, WrittenRight, WrittenRook};
use crate::chess::piece::{Color, Piece, PieceType};
use crate::chess::position::Position;
use crate::chess::square::{Rank, Square};

/// A position to play from, and which of the FEN's claims it leaves out.
#[derive(Clone, Copy, Debug)]
pub struct Setup {
    /// The position.
    pub position: Position,
    /// Castling rights.
    pub castling: Claim,
    /// The en passant square.
    pub en_passant: Claim,
}

/// What became of a claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claim {
    /// It fits the board.
    Kept,
    /// It doesn't, and was left out.
    Dropped,
}

/// Why a position can't be played from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unplayable {
    /// No king.
    NoKing(Color),
    /// More than one king.
    ManyKings(Color),
    /// A pawn where it would have become another piece, or have moved backwards.
    PawnOnEndRank(Square),
    /// The player who has just moved is in check (article 3.9.2).
    OpponentInCheck(Color),
}

impl fmt::Display for Unplayable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unplayable::NoKing(color) => write!(f, "{color} has no king"),
            Unplayable::ManyKings(color) => write!(f, "{color} has more than one king"),
            Unplayable::PawnOnEndRank(square) => write!(f, "a pawn stands on {square}"),
            Unplayable::OpponentInCheck(color) => {
                write!(f, "{color} is in check, but it is not {color}'s turn")
            }
        }
    }
}

impl Error for Unplayable {}

impl Claim {
    fn kept_if(condition: bool) -> Claim {
        if condition { Claim::Kept } else { Claim::Dropped }
    }
}

impl Fen {
    /// The position that the FEN describes. Missing counters are 0 and 1, as at the start of a game.
    ///
    /// # Errors
    ///
    /// [`Unplayable`], if the rules can't be applied to it.
    pub fn setup(&self) -> Result<Setup, Unplayable> {
        let board = &self.board;
        for color in Color::ALL {
            match board.of(color, PieceType::King).len() {
                0 => return Err(Unplayable::NoKing(color)),
                1 => {}
                _ => return Err(Unplayable::ManyKings(color)),
            }
        }
        if let Some(square) = (board.pieces(PieceType::Pawn) & Bitboard::END_RANKS).first() {
            return Err(Unplayable::PawnOnEndRank(square));
        }
        let attackers = board.attackers(board.king(!self.turn), board.occupied());
        if attackers.meets(board.of_color(self.turn)) {
            return Err(Unplayable::OpponentInCheck(!self.turn));
        }
        let (castling, castling_claim) = self.fitting_castling();
        let double_step = self.en_passant.filter(|&target| fits_double_step(board, self.turn, target));
        Ok(Setup {
            position: Position::assemble(
                *board,
                self.turn,
                castling,
                double_step,
                self.halfmove_clock.unwrap_or(0),
                self.fullmove_number.unwrap_or(1).max(1),
            ),
            castling: castling_claim,
            en_passant: Claim::kept_if(double_step == self.en_passant),
        })
    }

    fn fitting_castling(&self) -> (Castling, Claim) {
        let mut castling = Castling::NONE;
        let mut claim = Claim::Kept;
        for right in self.castling.into_iter().flatten() {
            let color = right.color;
            let king = self.board.king(color);
            match castling_rook(&self.board, right, king) {
                Some(rook) if castling.rook(color, CastlingSide::of(king, rook)).is_none() => {
                    castling.grant(color, king, rook);
                }
                // The same right twice (`HK`) is one right; another rook of the same side can't have it too.
                Some(rook) if castling.rook(color, CastlingSide::of(king, rook)) == Some(rook) => {}
                _ => claim = Claim::Dropped,
            }
        }
        (castling, claim)
    }
}

/// The rook that a castling right means, if king and rook stand on the back rank.
fn castling_rook(board: &Board, right: WrittenRight, king: Square) -> Option<Square> {
    let rank = Rank::back(right.color);
    if king.rank() != rank {
        return None;
    }
    let rooks = board.of(right.color, PieceType::Rook) & Bitboard::rank(rank);
    match right.rook {
        WrittenRook::Outermost(CastlingSide::King) => {
            rooks.into_iter().last().filter(|rook| rook.file() > king.file())
        }
        WrittenRook::Outermost(CastlingSide::Queen) => rooks.first().filter(|rook| rook.file() < king.file()),
        WrittenRook::OnFile(file) => Some(Square::at(file, rank)).filter(|&rook| rooks.contains(rook)),
    }
}

/// Whether a double step of the player who has just moved can have passed over `target`: it stands on the
/// third rank from that side, empty as is the square behind it, the pawn before it (article 3.7.3.1).
fn fits_double_step(board: &Board, turn: Color, target: Square) -> bool {
    let pawn = Piece::new(!turn, PieceType::Pawn);
    target.rank().seen_by(!turn) == 2
        && board.code_at(target).is_none()
        && board.code_at(target.forward(turn)).is_none()
        && board.code_at(target.forward(!turn)) == pawn
}
