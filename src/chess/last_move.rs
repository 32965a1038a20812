//! The move before: one half-move of retroanalysis.
//!
//! Owns the question whether some last move explains that the player to move stands in check. The player did
//! not stand in check before it (article 3.9.2 forbade that), so some last move must be thinkable before
//! which no enemy attacked the king. Moves are taken back generously: what was captured is asked only whether
//! something can have been.

use crate::chess::attacks;
use crate::chess::bitboard::Bitboard;
use crate::chess::board::Board;
use crate::chess::castling::CastlingSide;
use crate::chess::piece::{Color, Piece, PieceType};
use crate::chess::position::Position;
use crate::chess::square::{File, Rank, Square};

/// Whether the double step over `target` explains the check, if there is one.
pub(super) fn double_step_explains_check(position: &Position, target: Square) -> bool {
    let mover = !position.turn;
    let mut before = position.board;
    before.take(target.forward(mover));
    before.put(target.forward(!mover), Piece::new(mover, PieceType::Pawn));
    is_calm(&before, position.turn)
}

/// Whether any last move explains the check.
pub(super) fn explains_check(position: &Position) -> bool {
    let back = Back { board: &position.board, us: position.turn, mover: !position.turn };
    let by_piece = |square: Square| match back.board.code_at(square).kind() {
        PieceType::Pawn => back.pawn_move(square) || back.en_passant(square),
        kind => back.piece_move(square, kind) || (kind != PieceType::King && back.promotion(square)),
    };
    back.board.of_color(back.mover).into_iter().any(by_piece)
        || (!position.castling.any(back.mover) && back.castling())
}

/// Whether no enemy attacks the king of `us`.
fn is_calm(board: &Board, us: Color) -> bool {
    !board.attackers(board.king(us), board.occupied()).meets(board.of_color(!us))
}

struct Back<'b> {
    board: &'b Board,
    us: Color,
    mover: Color,
}

impl Back<'_> {
    /// Whether a piece of ours can have been captured on `square`.
    fn can_have_taken(&self) -> bool {
        self.board.of_color(self.us).len() < 16
    }

    /// Whether the king was out of check before `kind` went from `from` to `to`, where nothing or something
    /// was captured. A captured piece can only have been in an attacker's way.
    fn is_calm_before(&self, kind: PieceType, from: Square, to: Square, took: bool) -> bool {
        let mut before = *self.board;
        before.take(to);
        before.put(from, Piece::new(self.mover, kind));
        if took {
            // What exactly it was makes no difference to the lines through its square.
            before.put(to, Piece::new(self.us, PieceType::Knight));
        }
        is_calm(&before, self.us)
    }

    fn is_empty(&self, square: Square) -> bool {
        self.board.code_at(square).is_none()
    }

    fn piece_move(&self, to: Square, kind: PieceType) -> bool {
        let occupied = self.board.occupied();
        let reach = match kind {
            PieceType::Knight => attacks::knight(to),
            PieceType::Bishop => attacks::bishop(to, occupied),
            PieceType::Rook => attacks::rook(to, occupied),
            PieceType::Queen => attacks::queen(to, occupied),
            // Kings never stand side by side.
            PieceType::King => attacks::king(to) & !attacks::king(self.board.king(self.us)),
            PieceType::Pawn => Bitboard::EMPTY,
        };
        (reach & !occupied).into_iter().any(|from| {
            self.is_calm_before(kind, from, to, false)
                || (self.can_have_taken() && self.is_calm_before(kind, from, to, true))
        })
    }

    fn pawn_move(&self, to: Square) -> bool {
        if to.rank().seen_by(self.mover) < 2 {
            return false;
        }
        let single = to.forward(self.us);
        let double = single.forward(self.us);
        let stepped = self.is_empty(single)
            && (self.is_calm_before(PieceType::Pawn, single, to, false)
                || (to.rank().seen_by(self.mover) == 3
                    && self.is_empty(double)
                    && self.is_calm_before(PieceType::Pawn, double, to, false)));
        stepped || self.pawn_capture(to)
    }

    fn pawn_capture(&self, to: Square) -> bool {
        self.can_have_taken()
            && attacks::pawn(self.us, to)
                .into_iter()
                .any(|from| self.is_empty(from) && self.is_calm_before(PieceType::Pawn, from, to, true))
    }

    fn en_passant(&self, to: Square) -> bool {
        let passed = to.forward(self.us);
        if to.rank().seen_by(self.mover) != 5
            || !self.can_have_taken()
            || !self.is_empty(passed)
            || !self.is_empty(to.forward(self.mover))
        {
            return false;
        }
        attacks::pawn(self.us, to).into_iter().filter(|&from| self.is_empty(from)).any(|from| {
            let mut before = *self.board;
            before.take(to);
            before.put(from, Piece::new(self.mover, PieceType::Pawn));
            before.put(passed, Piece::new(self.us, PieceType::Pawn));
            is_calm(&before, self.us)
        })
    }

    fn promotion(&self, to: Square) -> bool {
        if to.rank().seen_by(self.mover) != 7 || self.board.of(self.mover, PieceType::Pawn).len() >= 8 {
            return false;
        }
        let single = to.forward(self.us);
        (self.is_empty(single) && self.is_calm_before(PieceType::Pawn, single, to, false))
            || self.pawn_capture(to)
    }

    fn castling(&self) -> bool {
        CastlingSide::ALL.into_iter().any(|side| {
            let (king, rook) = (side.king_target(self.mover), side.rook_target(self.mover));
            let stand = |square, kind| self.board.of(self.mover, kind).contains(square);
            stand(king, PieceType::King)
                && stand(rook, PieceType::Rook)
                && self.castling_origins(side).any(|(from, rook_from)| {
                    let mut before = *self.board;
                    before.take(king);
                    before.take(rook);
                    before.put(from, Piece::new(self.mover, PieceType::King));
                    before.put(rook_from, Piece::new(self.mover, PieceType::Rook));
                    is_calm(&before, self.us)
                })
        })
    }

    /// Where king and rook can have stood before they castled to `side`: the squares are empty but for the
    /// two themselves.
    fn castling_origins(&self, side: CastlingSide) -> impl Iterator<Item = (Square, Square)> {
        let rank = Rank::back(self.mover);
        let two = Bitboard::of(side.king_target(self.mover)) | Bitboard::of(side.rook_target(self.mover));
        let free = two | !self.board.occupied();
        let pairs = File::all().flat_map(move |king| File::all().map(move |rook| (king, rook)));
        pairs.map(move |(king, rook)| (Square::at(king, rank), Square::at(rook, rank))).filter(
            move |&(king, rook)| {
                king != rook
                    && CastlingSide::of(king, rook) == side
                    && free.contains(king)
                    && free.contains(rook)
            },
        )
    }
}
