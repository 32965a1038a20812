//! A position, and what a move makes of it.
//!
//! Owns placement, turn, castling rights, en passant, counters and key together, and the one rule by which
//! two positions are the same (article 9.2.3). Knows nothing of the games that lead to it.

use std::fmt;

use crate::chess::attacks;
use crate::chess::bitboard::Bitboard;
use crate::chess::board::Board;
use crate::chess::castling::{Castling, CastlingSide};
use crate::chess::moves::Move;
use crate::chess::piece::{Color, Piece, PieceType};
use crate::chess::square::{File, Rank, Square};
use crate::chess::zobrist::Key;

/// A position that can be played from: one king each, no pawn on an end rank, the side that has moved not in
/// check.
#[derive(Clone, Copy)]
pub struct Position {
    pub(crate) board: Board,
    /// The Laws' key, kept move by move.
    pub(crate) key: Key,
    pub(crate) castling: Castling,
    pub(crate) halfmove_clock: u32,
    pub(crate) fullmove_number: u32,
    pub(crate) turn: Color,
    /// The square that an en passant capture enters, if such a capture is legal now.
    pub(crate) en_passant: Option<Square>,
    /// The square that the last move's double step passed over, whether or not a capture there is legal.
    pub(crate) double_step: Option<Square>,
}

impl Position {
    /// The start position of a standard game (article 2.3).
    pub fn start() -> Position {
        use PieceType::{Bishop, King, Knight, Pawn, Queen, Rook};
        let mut board = Board::EMPTY;
        for (file, kind) in File::all().zip([Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook]) {
            for color in Color::ALL {
                let back = Square::at(file, Rank::back(color));
                board.put(back, Piece::new(color, kind));
                board.put(back.forward(color), Piece::new(color, Pawn));
            }
        }
        Position::assemble(board, Color::White, Castling::standard(), None, 0, 1)
    }

    /// A position from its parts. `double_step` is the square that a pawn has just passed over.
    pub(crate) fn assemble(
        board: Board,
        turn: Color,
        castling: Castling,
        double_step: Option<Square>,
        halfmove_clock: u32,
        fullmove_number: u32,
    ) -> Position {
        let mut position = Position {
            board,
            key: Key(0),
            castling,
            halfmove_clock,
            fullmove_number,
            turn,
            en_passant: None,
            double_step,
        };
        position.en_passant = double_step.filter(|&target| position.can_capture_en_passant(target));
        position.key = position.key_from_nothing();
        position
    }

    /// The placement.
    #[inline]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Whose turn it is.
    #[inline]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// The castling rights.
    #[inline]
    pub const fn castling(&self) -> &Castling {
        &self.castling
    }

    /// The square that an en passant capture enters, if such a capture is legal (article 3.7.3.1).
    #[inline]
    pub const fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// The square that the last move's double step passed over, whether or not a capture there is legal.
    #[inline]
    pub const fn double_step(&self) -> Option<Square> {
        self.double_step
    }

    /// Half-moves since the last capture or pawn's move (articles 9.3 and 9.6.2).
    #[inline]
    pub const fn halfmove_clock(&self) -> u32 {
        self.halfmove_clock
    }

    /// The number of the move, counted up after Black's.
    #[inline]
    pub const fn fullmove_number(&self) -> u32 {
        self.fullmove_number
    }

    /// The Laws' key: equal for positions that are the same by articles 9.2.2 and 9.2.3, and but for collisions only for
    /// those.
    #[inline]
    pub const fn key(&self) -> Key {
        self.key
    }

    /// The key of the Polyglot book format, which hashes en passant whenever an enemy pawn stands beside the
    /// one that has just made a double step, be the capture legal or not.
    pub fn polyglot_key(&self) -> Key {
        let beside = self.double_step.filter(|&target| self.en_passant_capturers(target).any());
        self.key ^ en_passant_key(self.en_passant) ^ en_passant_key(beside)
    }

    /// The key computed from the whole position: what [`Position::key`] is kept equal to.
    pub fn key_from_nothing(&self) -> Key {
        let pieces = self
            .board
            .occupied()
            .into_iter()
            .fold(Key(0), |key, square| key ^ Key::of_piece(self.board.code_at(square), square));
        pieces ^ self.castling.key() ^ en_passant_key(self.en_passant) ^ Key::of_turn(self.turn)
    }

    /// The same position as articles 9.2.2 and 9.2.3 have it: the same player to move, the same pieces on the same
    /// squares, the same moves possible for all of them, castling and en passant included. Counters don't
    /// matter.
    pub fn same_position(&self, other: &Position) -> bool {
        self.key == other.key
            && self.turn == other.turn
            && self.castling == other.castling
            && self.en_passant == other.en_passant
            && self.board == other.board
    }

    /// The pieces that give check to the player whose turn it is (article 3.9.1).
    pub fn checkers(&self) -> Bitboard {
        let king = self.board.king(self.turn);
        self.board.attackers(king, self.board.occupied()) & self.board.of_color(!self.turn)
    }

    /// Whether the player whose turn it is stands in check.
    pub fn is_check(&self) -> bool {
        self.checkers().any()
    }

    /// The side to which a move castles, if it does: the king goes to a rook of its own.
    #[inline]
    pub fn castling_side(&self, mv: Move) -> Option<CastlingSide> {
        self.board.of_color(self.turn).contains(mv.to()).then(|| CastlingSide::of(mv.from(), mv.to()))
    }

    /// What a move captures, the pawn taken en passant included.
    pub fn captured(&self, mv: Move) -> Option<PieceType> {
        if self.is_en_passant(mv) {
            return Some(PieceType::Pawn);
        }
        self.board.piece_at(mv.to()).filter(|piece| piece.color() != self.turn).map(Piece::kind)
    }

    /// Whether a legal move is a capture en passant.
    #[inline]
    pub fn is_en_passant(&self, mv: Move) -> bool {
        self.en_passant == Some(mv.to()) && self.board.pieces(PieceType::Pawn).contains(mv.from())
    }

    /// Makes a move that the caller knows to be legal; an illegal one leaves a position that means nothing.
    #[inline]
    pub fn play_unchecked(&mut self, mv: Move) {
        let (from, to, us) = (mv.from(), mv.to(), self.turn);
        let (piece, captured) = (self.board.code_at(from), self.board.code_at(to));
        let en_passant = self.en_passant.take();
        self.double_step = None;
        self.key ^= en_passant_key(en_passant) ^ Key::of_turn(Color::White);
        self.halfmove_clock += 1;
        self.fullmove_number += us as u32;
        self.turn = !us;

        let touched = self.castling.unmoved & (Bitboard::of(from) | Bitboard::of(to));
        if touched.any() {
            if !captured.is_none() && captured.color() == us {
                self.castle(us, from, to);
                return;
            }
            self.key ^= self.castling.lose(touched);
        }

        let kept = !Bitboard::of(to);
        self.board.by_type[captured.kind_index()] &= kept;
        self.board.by_color[(!us).index()] &= kept;
        self.key ^= Key::of_piece(captured, to);

        let moved = Bitboard::of(from) | Bitboard::of(to);
        self.board.by_type[piece.kind_index()] ^= moved;
        self.board.by_color[us.index()] ^= moved;
        self.board.mailbox[from.index()] = Piece::NONE;
        self.board.mailbox[to.index()] = piece;
        self.key ^= Key::of_piece(piece, from) ^ Key::of_piece(piece, to);

        if !captured.is_none() {
            self.halfmove_clock = 0;
        }
        if piece.kind() == PieceType::Pawn {
            self.halfmove_clock = 0;
            self.finish_pawn_move(us, mv, en_passant);
        }
    }

    /// What only a pawn does: becomes another piece, takes en passant, or makes a double step (article 3.7).
    #[inline]
    fn finish_pawn_move(&mut self, us: Color, mv: Move, en_passant: Option<Square>) {
        let (from, to) = (mv.from(), mv.to());
        if let Some(kind) = mv.promotion() {
            self.promote(us, to, kind);
        } else if en_passant == Some(to) {
            let passed = to.forward(!us);
            self.board.take(passed);
            self.key ^= Key::of_piece(Piece::new(!us, PieceType::Pawn), passed);
        } else if from.index().abs_diff(to.index()) == 16 {
            self.pass_over(from.forward(us));
        }
    }

    /// Notes the square that a double step has passed over (article 3.7.3.1); the turn is already the other
    /// player's.
    #[inline]
    pub(super) fn pass_over(&mut self, target: Square) {
        self.double_step = Some(target);
        if self.can_capture_en_passant(target) {
            self.en_passant = Some(target);
            self.key ^= Key::of_en_passant(target.file());
        }
    }

    /// A pawn that has reached the last rank becomes another piece (article 3.7.3.3).
    #[cold]
    pub(super) fn promote(&mut self, us: Color, to: Square, kind: PieceType) {
        let promoted = Piece::new(us, kind);
        self.board.by_type[PieceType::Pawn.index()] ^= Bitboard::of(to);
        self.board.by_type[kind.index()] ^= Bitboard::of(to);
        self.board.mailbox[to.index()] = promoted;
        self.key ^= Key::of_piece(Piece::new(us, PieceType::Pawn), to) ^ Key::of_piece(promoted, to);
    }

    /// Moves king and rook at once; in Chess960 either may end where the other stood.
    #[inline(never)]
    fn castle(&mut self, us: Color, king: Square, rook: Square) {
        let side = CastlingSide::of(king, rook);
        self.key ^= self.castling.lose(Bitboard::of(king));
        for (kind, from, to) in
            [(PieceType::King, king, side.king_target(us)), (PieceType::Rook, rook, side.rook_target(us))]
        {
            let piece = Piece::new(us, kind);
            self.key ^= Key::of_piece(piece, from) ^ Key::of_piece(piece, to);
        }
        self.board.take(king);
        self.board.take(rook);
        self.board.put(side.king_target(us), Piece::new(us, PieceType::King));
        self.board.put(side.rook_target(us), Piece::new(us, PieceType::Rook));
    }

    /// The pawns of the player to move that attack the square passed over by a double step.
    #[inline]
    fn en_passant_capturers(&self, target: Square) -> Bitboard {
        attacks::pawn(!self.turn, target) & self.board.of(self.turn, PieceType::Pawn)
    }

    /// Whether a legal capture enters the square passed over: some pawn may take without leaving its king in
    /// check, be it along the rank that loses two pawns at once.
    #[inline]
    fn can_capture_en_passant(&self, target: Square) -> bool {
        let capturers = self.en_passant_capturers(target);
        capturers.any() && capturers.into_iter().any(|from| self.en_passant_keeps_king_safe(from, target))
    }

    /// Whether a pawn's capture en passant leaves its own king out of check (article 3.9.2).
    pub(crate) fn en_passant_keeps_king_safe(&self, from: Square, target: Square) -> bool {
        let captured = Bitboard::of(target.forward(!self.turn));
        let occupied = (self.board.occupied() ^ Bitboard::of(from) ^ captured) | Bitboard::of(target);
        let attackers = self.board.attackers(self.board.king(self.turn), occupied);
        (attackers & self.board.of_color(!self.turn) & !captured).is_empty()
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Position { board, turn, castling, en_passant, .. } = self;
        write!(f, "Position({board} {turn:?} {castling:?} {en_passant:?} {} ", self.halfmove_clock)?;
        write!(f, "{})", self.fullmove_number)
    }
}

fn en_passant_key(target: Option<Square>) -> Key {
    target.map_or(Key(0), |target| Key::of_en_passant(target.file()))
}
