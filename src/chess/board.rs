//! Where the pieces stand.
//!
//! Owns the placement, kept twice so that both questions are one load: which squares hold this kind or colour
//! (sets), and what stands on this square (a mailbox). Knows nothing of turns, rights or history.

use std::fmt;

use crate::chess::attacks;
use crate::chess::bitboard::Bitboard;
use crate::chess::piece::{Color, Piece, PieceType};
use crate::chess::square::Square;

/// The placement of the pieces.
///
/// `by_type` has two sets more than there are kinds, always empty, so that an empty square's code may be used
/// to clear "the captured piece" without asking whether there is one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Board {
    pub(crate) by_type: [Bitboard; 8],
    pub(crate) by_color: [Bitboard; 2],
    pub(crate) mailbox: [Piece; 64],
}

impl Board {
    /// No piece.
    pub const EMPTY: Board =
        Board { by_type: [Bitboard::EMPTY; 8], by_color: [Bitboard::EMPTY; 2], mailbox: [Piece::NONE; 64] };

    /// The squares of a kind, of both colours.
    #[inline]
    pub const fn pieces(&self, kind: PieceType) -> Bitboard {
        self.by_type[kind as usize]
    }

    /// The squares of a colour.
    #[inline]
    pub const fn of_color(&self, color: Color) -> Bitboard {
        self.by_color[color as usize]
    }

    /// The squares of a kind and a colour.
    #[inline]
    pub const fn of(&self, color: Color, kind: PieceType) -> Bitboard {
        Bitboard(self.by_color[color as usize].0 & self.by_type[kind as usize].0)
    }

    /// The squares of a colour's rooks and queens.
    #[inline]
    pub const fn orthogonal(&self, color: Color) -> Bitboard {
        let kinds = self.pieces(PieceType::Rook).0 | self.pieces(PieceType::Queen).0;
        Bitboard(self.by_color[color as usize].0 & kinds)
    }

    /// The squares of a colour's bishops and queens.
    #[inline]
    pub const fn diagonal(&self, color: Color) -> Bitboard {
        let kinds = self.pieces(PieceType::Bishop).0 | self.pieces(PieceType::Queen).0;
        Bitboard(self.by_color[color as usize].0 & kinds)
    }

    /// Every occupied square.
    #[inline]
    pub const fn occupied(&self) -> Bitboard {
        Bitboard(self.by_color[0].0 | self.by_color[1].0)
    }

    /// The square of a colour's king; the caller knows that there is one.
    #[inline]
    pub const fn king(&self, color: Color) -> Square {
        self.of(color, PieceType::King).lowest()
    }

    /// What stands on a square.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let piece = self.mailbox[square.index()];
        (!piece.is_none()).then_some(piece)
    }

    /// The code of what stands on a square, [`Piece::NONE`] if nothing does.
    #[inline]
    pub fn code_at(&self, square: Square) -> Piece {
        self.mailbox[square.index()]
    }

    /// Puts a piece on an empty square.
    #[inline]
    pub(crate) fn put(&mut self, square: Square, piece: Piece) {
        let set = Bitboard::of(square);
        self.by_type[piece.kind_index()] |= set;
        self.by_color[piece.color().index()] |= set;
        self.mailbox[square.index()] = piece;
    }

    /// Takes away what stands on a square, if anything does.
    #[inline]
    pub(crate) fn take(&mut self, square: Square) {
        let kept = !Bitboard::of(square);
        self.by_type[self.mailbox[square.index()].kind_index()] &= kept;
        self.by_color[0] &= kept;
        self.by_color[1] &= kept;
        self.mailbox[square.index()] = Piece::NONE;
    }

    /// The pieces of both colours that attack a square, seen through no other than the `occupied` ones.
    pub fn attackers(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let orthogonal = self.pieces(PieceType::Rook) | self.pieces(PieceType::Queen);
        let diagonal = self.pieces(PieceType::Bishop) | self.pieces(PieceType::Queen);
        (attacks::rook(square, occupied) & orthogonal)
            | (attacks::bishop(square, occupied) & diagonal)
            | (attacks::knight(square) & self.pieces(PieceType::Knight))
            | (attacks::king(square) & self.pieces(PieceType::King))
            | (attacks::pawn(Color::Black, square) & self.of(Color::White, PieceType::Pawn))
            | (attacks::pawn(Color::White, square) & self.of(Color::Black, PieceType::Pawn))
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_put_and_taken_leaves_nothing_behind() {
        let mut board = Board::EMPTY;
        let queen = Piece::new(Color::Black, PieceType::Queen);
        board.put(Square::E8, queen);
        assert_eq!(board.piece_at(Square::E8), Some(queen));
        assert_eq!(board.orthogonal(Color::Black), Bitboard::of(Square::E8));
        assert_eq!(board.to_string(), "4q3/8/8/8/8/8/8/8");
        board.take(Square::E8);
        board.take(Square::E8);
        assert_eq!(board, Board::EMPTY);
    }
}
