//! A game's moves made on a placement alone.
//!
//! Owns speed: without key, rights and clocks a move costs a third of what it costs on a [`Position`]. It can tell what stood where, not
//! what is legal; a property test of all that is built on it holds it to another library's boards.

use crate::chess::castling::CastlingSide;
use crate::chess::moves::Move;
use crate::chess::piece::{Color, Piece, PieceType};
use crate::chess::position::Position;

/// The placement under way.
#[derive(Clone, Debug)]
pub(super) struct Walk {
    mailbox: [Piece; 64],
    /// The squares of each colour.
    pub(super) sets: [u64; 2],
    /// Knights, bishops, rooks and queens of both colours.
    pub(super) pieces: u32,
    /// Queens of both colours.
    pub(super) queens: u32,
}

/// What a move did.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    /// Who moved, the king for castling.
    pub(super) piece: Piece,
    pub(super) is_castling: bool,
    pub(super) is_capture: bool,
}

/// Whether a code is that of a knight, bishop, rook or queen. A word with a bit for each code, so that nothing branches.
const fn is_piece(piece: Piece) -> u32 {
    0b0001_1110_0001_1110 >> piece.index() & 1
}

const fn is_queen(piece: Piece) -> u32 {
    0b0001_0000_0001_0000 >> piece.index() & 1
}

/// Whether a piece is of a kind, by its code: a comparison instead of the choice that [`Piece::kind`] is.
pub(super) const fn is(piece: Piece, kind: PieceType) -> bool {
    piece.kind_index() == kind.index()
}

impl Walk {
    pub(super) fn new(start: &Position) -> Walk {
        let board = start.board();
        let others = board.pieces(PieceType::King) | board.pieces(PieceType::Pawn);
        Walk {
            mailbox: board.mailbox,
            sets: Color::ALL.map(|color| board.of_color(color).0),
            pieces: (board.occupied() & !others).len(),
            queens: board.pieces(PieceType::Queen).len(),
        }
    }

    /// Makes a move.
    #[inline(always)]
    pub(super) fn play(&mut self, mv: Move) -> Step {
        let (from, to) = (mv.from(), mv.to());
        let (piece, captured) = (self.mailbox[from.index()], self.mailbox[to.index()]);
        let own = piece.color().index();
        let (left, entered) = (1 << from.index(), 1 << to.index());
        if self.sets[own] & entered != 0 {
            self.castle(mv, piece.color());
            return Step { piece, is_castling: true, is_capture: false };
        }
        self.mailbox[from.index()] = Piece::NONE;
        self.mailbox[to.index()] = piece;
        self.sets[own] ^= left | entered;
        self.sets[1 - own] &= !entered;
        self.pieces = self.pieces.wrapping_sub(is_piece(captured));
        self.queens = self.queens.wrapping_sub(is_queen(captured));
        let mut is_capture = !captured.is_none();
        let is_slant = (from.index() ^ to.index()) & 7 != 0;
        if is(piece, PieceType::Pawn) & (is_slant & !is_capture | (mv.bits() >> 12 != 0)) {
            is_capture |= self.finish_pawn_move(mv, piece.color());
        }
        Step { piece, is_castling: false, is_capture }
    }

    /// A promotion, or a capture en passant, which alone it says yes to.
    #[cold]
    fn finish_pawn_move(&mut self, mv: Move, color: Color) -> bool {
        let to = mv.to();
        if let Some(kind) = mv.promotion() {
            let promoted = Piece::new(color, kind);
            self.mailbox[to.index()] = promoted;
            self.pieces += 1;
            self.queens += is_queen(promoted);
            return false;
        }
        let passed = to.forward(!color);
        self.mailbox[passed.index()] = Piece::NONE;
        self.sets[(!color).index()] &= !(1 << passed.index());
        true
    }

    #[inline(never)]
    fn castle(&mut self, mv: Move, us: Color) {
        let side = CastlingSide::of(mv.from(), mv.to());
        let (king, rook) = (side.king_target(us), side.rook_target(us));
        self.mailbox[mv.from().index()] = Piece::NONE;
        self.mailbox[mv.to().index()] = Piece::NONE;
        self.mailbox[king.index()] = Piece::new(us, PieceType::King);
        self.mailbox[rook.index()] = Piece::new(us, PieceType::Rook);
        let set = &mut self.sets[us.index()];
        *set &= !(1 << mv.from().index() | 1 << mv.to().index());
        *set |= 1 << king.index() | 1 << rook.index();
    }
}
