//! A move as written, found and made at once: the hot path of every replay.
//!
//! Owns speed, not truth: it makes a move only where all is plain (one piece that can be meant, its way clear, its king
//! safe) and leaves the rest to [`crate::chess::resolve`], which goes through the legal moves and is the judge. A property
//! test holds the two to each other. Movetext can't be predicted, so nearly everything here is computed for every kind of
//! move alike: tables instead of cases, masks instead of branches.

use crate::chess::attacks;
use crate::chess::bitboard::Bitboard;
use crate::chess::moves::Move;
use crate::chess::piece::{Color, Piece, PieceType};
use crate::chess::position::Position;
use crate::chess::resolve::SanError;
use crate::chess::san::San;
use crate::chess::sliders::Sliders;
use crate::chess::square::Square;
use crate::chess::zobrist::{Key, WHITE_TO_MOVE};

/// What a move did, packed into one word so that it stays in a register: the move in bits 0-15, and a bit for each fact. The
/// bits of capture and check are those of a [`San`]'s marks, so that the two are compared as they are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Played(u32);

impl Played {
    const CAPTURE: u32 = San::CAPTURE_BIT;
    const CHECK: u32 = San::CHECK_BIT;
    const IRREVERSIBLE: u32 = 1 << 22;
    const PROMOTED: u32 = 1 << 23;
    const EN_PASSANT: u32 = 1 << 24;
    const CASTLED: u32 = 1 << 25;
    const ODD: u32 = 1 << 26;

    /// The move's bits.
    #[inline(always)]
    pub const fn move_bits(self) -> u16 {
        self.0 as u16
    }

    /// Capture and check, as the bits of a [`San`].
    #[inline(always)]
    pub const fn marks_due(self) -> u32 {
        self.0 & (Played::CAPTURE | Played::CHECK)
    }

    /// Whether it captured, en passant or otherwise.
    #[inline(always)]
    pub const fn is_capture(self) -> bool {
        self.0 & Played::CAPTURE != 0
    }

    /// Whether it gave check.
    #[inline(always)]
    pub const fn is_check(self) -> bool {
        self.0 & Played::CHECK != 0
    }

    /// Whether no earlier position can come back: a capture, a pawn's move, a castling right lost.
    #[inline(always)]
    pub const fn is_irreversible(self) -> bool {
        self.0 & Played::IRREVERSIBLE != 0
    }

    /// Whether there is more to say of it than most moves have: promotion, en passant, castling, or odd notation.
    #[inline(always)]
    pub const fn is_rare(self) -> bool {
        self.0 >= Played::PROMOTED
    }

    /// Whether a pawn was promoted.
    pub const fn is_promotion(self) -> bool {
        self.0 & Played::PROMOTED != 0
    }

    /// Whether it captured en passant.
    pub const fn is_en_passant(self) -> bool {
        self.0 & Played::EN_PASSANT != 0
    }

    /// Whether it castled.
    pub const fn is_castling(self) -> bool {
        self.0 & Played::CASTLED != 0
    }
}

/// The squares from which a piece could reach a square on an empty board: by row (the kinds in their order, a pawn's step
/// for the pawn; then a pawn's capture), colour and square.
static ORIGINS: [[[u64; 64]; 2]; 8] = origins();

const PAWN_CAPTURE: usize = 6;

const fn origins() -> [[[u64; 64]; 2]; 8] {
    let mut table = [[[0; 64]; 2]; 8];
    let mut index = 0;
    while index < 64 {
        let square = Square::new(index as u8);
        let bit = 1u64 << index;
        let rank = index / 8;
        let mut color = 0;
        while color < 2 {
            table[PieceType::Knight as usize][color][index] = attacks::knight(square).0;
            table[PieceType::Bishop as usize][color][index] = attacks::bishop_rays(square).0;
            table[PieceType::Rook as usize][color][index] = attacks::rook_rays(square).0;
            table[PieceType::Queen as usize][color][index] =
                attacks::rook_rays(square).0 | attacks::bishop_rays(square).0;
            table[PieceType::King as usize][color][index] = attacks::king(square).0;
            color += 1;
        }
        // A pawn comes from the square behind, or from two behind to the fourth rank of its side (article 3.7.2).
        let step = PieceType::Pawn as usize;
        table[step][0][index] = if rank >= 2 { bit >> 8 } else { 0 } | if rank == 3 { bit >> 16 } else { 0 };
        table[step][1][index] = if rank <= 5 { bit << 8 } else { 0 } | if rank == 4 { bit << 16 } else { 0 };
        // It captures from where an enemy pawn on the square would capture.
        table[PAWN_CAPTURE][0][index] = attacks::pawn(Color::Black, square).0;
        table[PAWN_CAPTURE][1][index] = attacks::pawn(Color::White, square).0;
        index += 1;
    }
    table
}

/// The squares that a written file and rank allow, by the eight bits that stand for them in a [`San`].
static WRITTEN_ORIGIN: [u64; 256] = written_origins();

const fn written_origins() -> [u64; 256] {
    let mut table = [0; 256];
    let mut rank = 0;
    while rank <= 8 {
        let mut file = 0;
        while file <= 8 {
            let ranks = if rank == 0 { !0 } else { 0xFF << (8 * (rank - 1)) };
            let files = if file == 0 { !0 } else { 0x0101_0101_0101_0101 << (file - 1) };
            table[file | rank << 4] = ranks & files;
            file += 1;
        }
        rank += 1;
    }
    table
}

/// All bits where `condition` holds, else none: a choice that no branch predictor has to make.
#[inline(always)]
const fn mask(condition: bool) -> u64 {
    (condition as u64).wrapping_neg()
}

impl Position {
    /// Makes the move that `san` means.
    ///
    /// # Errors
    /// [`SanError`] if no piece or more than one can make it; the position is left as it was.
    #[inline(always)]
    pub fn play_san<S: Sliders>(&mut self, sliders: S, san: San) -> Result<Played, SanError> {
        let bits = san.bits();
        if bits >= San::CASTLE_KING_BIT {
            return self.play_other(sliders, san);
        }
        let us = self.turn;
        let to = san.to();
        let entered = Bitboard::of(to).0;
        let kind = (bits >> San::PIECE_SHIFT & 7) as usize;
        let written = (bits >> San::FILE_SHIFT & 0xFF) as usize;
        let is_pawn = kind == PieceType::Pawn as usize;
        let takes = is_pawn & (written != 0);
        let row = kind + PAWN_CAPTURE * usize::from(takes);

        let own = self.board.by_color[us.index()].0;
        let enemy = self.board.by_color[(!us).index()].0;
        let occupied = own | enemy;
        let candidates = Bitboard(
            self.board.by_type[kind].0
                & own
                & WRITTEN_ORIGIN[written]
                & ORIGINS[row & 7][us.index()][to.index()],
        );
        // A piece enters any square but its own side's, a pawn's step an empty one, a pawn's capture an enemy's.
        let closed = own | enemy & mask(row == 0) | !enemy & mask(takes);
        let from = match candidates.single() {
            Some(from) => from,
            None => match self.only_candidate(candidates, to) {
                Some(from) => from,
                None => return self.play_other(sliders, san),
            },
        };
        let left = Bitboard::of(from).0;
        let blocked = attacks::between(from, to).0 & occupied | entered & closed;

        // The mover's king after the move, as the enemy's pieces would then see it (article 3.9.2).
        let after = occupied & !left | entered;
        let kings = self.board.by_type[PieceType::King.index()].0 & own;
        let is_king = kind == PieceType::King as usize;
        let king = Bitboard(kings & mask(!is_king) | entered & mask(is_king)).lowest();
        let attackers = self.attackers_of(sliders, king, us, Bitboard(after)).0 & enemy & !entered;

        let promotion = (bits >> San::PROMOTION_SHIFT & 7) as usize;
        let at_end = is_pawn & (entered & Bitboard::END_RANKS.0 != 0);
        let odd = blocked | attackers | u64::from(at_end ^ (promotion != 0));
        if odd != 0 {
            // Captures en passant among them: the square they enter is empty.
            return self.play_other(sliders, san);
        }

        let captured = self.board.mailbox[to.index()];
        let piece = Piece::from_index(kind | us.index() << 3);
        let mut key = self.key
            ^ Key(WHITE_TO_MOVE)
            ^ Key::of_piece(captured, to)
            ^ Key::of_piece(piece, from)
            ^ Key::of_piece(piece, to);
        let kept = Bitboard(!entered);
        let moved = Bitboard(left | entered);
        self.board.by_type[captured.kind_index()] &= kept;
        self.board.by_color[(!us).index()] &= kept;
        self.board.by_type[kind] ^= moved;
        self.board.by_color[us.index()] ^= moved;
        self.board.mailbox[from.index()] = Piece::NONE;
        self.board.mailbox[to.index()] = piece;

        let touched = self.castling.unmoved & moved;
        if touched.any() {
            key ^= self.castling.lose(touched);
        }
        if let Some(target) = self.en_passant {
            key ^= Key::of_en_passant(target.file());
            self.en_passant = None;
        }
        self.double_step = None;
        let captures = !captured.is_none();
        let progress = captures | is_pawn;
        self.halfmove_clock = (self.halfmove_clock + 1) & mask(!progress) as u32;
        self.fullmove_number += us as u32;
        self.turn = !us;
        self.key = key;
        if promotion != 0 {
            self.promote(us, to, PieceType::new(promotion as u8));
        }
        // Two ranks forward on one file: the squares' numbers differ in that bit alone.
        if (from.index() ^ to.index() ^ 16) | kind == 0 {
            self.pass_over(from.forward(us));
        }

        let king = self.board.king(!us);
        let check = self.checkers_of(sliders, king, !us, Bitboard(after)) & self.board.by_color[us.index()];
        Ok(Played(
            (from.index() | to.index() << 6 | promotion << 12) as u32
                | u32::from(captures) * Played::CAPTURE
                | u32::from(check.any()) * Played::CHECK
                | u32::from(progress | touched.any()) * Played::IRREVERSIBLE
                | u32::from(promotion != 0) * Played::PROMOTED,
        ))
    }

    /// Whether the file or rank that a piece's move is written with could be left out (PGN standard 8.2.3.4).
    #[inline(never)]
    pub fn has_needless_origin(&self, san: San) -> bool {
        let (to, us) = (san.to(), self.turn);
        let candidates =
            self.board.of(us, san.kind()) & Bitboard(ORIGINS[san.kind().index()][us.index()][to.index()]);
        candidates.single().is_some() || self.only_candidate(candidates, to).is_some()
    }

    /// The pieces of both colours that attack a square, as the king of `color` would be attacked there, seen through `occupied`.
    #[inline(always)]
    fn attackers_of<S: Sliders>(&self, sliders: S, square: Square, color: Color, occupied: Bitboard) -> Bitboard {
        self.checkers_of(sliders, square, color, occupied)
            | attacks::king(square) & self.board.by_type[PieceType::King.index()]
    }

    /// The same without kings, which give no check.
    #[inline(always)]
    fn checkers_of<S: Sliders>(&self, sliders: S, square: Square, color: Color, occupied: Bitboard) -> Bitboard {
        let [pawns, knights, bishops, rooks, queens, ..] = self.board.by_type;
        sliders.rook(square, occupied) & (rooks | queens)
            | sliders.bishop(square, occupied) & (bishops | queens)
            | attacks::knight(square) & knights
            | attacks::pawn(color, square) & pawns
    }

    /// Of several pieces that could be meant on an empty board, the one that can make the move, if it is one alone.
    #[inline(never)]
    fn only_candidate(&self, candidates: Bitboard, to: Square) -> Option<Square> {
        let occupied = self.board.occupied();
        let reaching: Bitboard =
            candidates.into_iter().filter(|&from| !attacks::between(from, to).meets(occupied)).collect();
        if !reaching.many() {
            return reaching.first();
        }
        let us = self.turn;
        let king = self.board.king(us);
        let enemy = self.board.of_color(!us) & !Bitboard::of(to);
        let safe: Bitboard = reaching
            .into_iter()
            .filter(|&from| {
                let after = occupied & !Bitboard::of(from) | Bitboard::of(to);
                !self.board.attackers(king, after).meets(enemy)
            })
            .collect();
        safe.single()
    }

    /// Everything else: castling, captures en passant, odd notation, and what can't be played.
    #[inline(never)]
    fn play_other<S: Sliders>(&mut self, sliders: S, san: San) -> Result<Played, SanError> {
        let mv = match self.find_castling(sliders, san).or_else(|| self.find_en_passant(san)) {
            Some(mv) => mv,
            None => self.resolve(san)?,
        };
        let castled = self.castling_side(mv).is_some();
        let captured = self.captured(mv).is_some();
        let en_passant = self.is_en_passant(mv);
        let is_pawn = self.board.code_at(mv.from()).kind() == PieceType::Pawn;
        let touched = self.castling.unmoved & (Bitboard::of(mv.from()) | Bitboard::of(mv.to()));
        self.play_unchecked(mv);
        let king = self.board.king(self.turn);
        let check = self.attackers_of(sliders, king, self.turn, self.board.occupied())
            & self.board.of_color(!self.turn);
        const ODD: u32 = San::ZEROS_BIT | San::ODD_PROMOTION_BIT | San::ODD_NOTATION_BIT;
        Ok(Played(
            u32::from(mv.bits())
                | u32::from(captured) * Played::CAPTURE
                | u32::from(check.any()) * Played::CHECK
                | u32::from(captured | is_pawn | touched.any()) * Played::IRREVERSIBLE
                | u32::from(mv.promotion().is_some()) * Played::PROMOTED
                | u32::from(en_passant) * Played::EN_PASSANT
                | u32::from(castled) * Played::CASTLED
                | u32::from(san.bits() & ODD != 0) * Played::ODD,
        ))
    }

    /// Castling, if that is written and legal (article 3.8.2). The squares that the king leaves, crosses and enters must not be
    /// attacked, and in Chess960 the rook must not leave its king open where it ends.
    fn find_castling<S: Sliders>(&self, sliders: S, san: San) -> Option<Move> {
        let us = self.turn;
        let side = san.castling()?;
        let rook = self.castling.rook(us, side)?;
        let king = self.board.king(us);
        let (king_target, rook_target) = (side.king_target(us), side.rook_target(us));
        let both = Bitboard::of(king) | Bitboard::of(rook);
        let others = self.board.occupied() & !both;
        let king_path = attacks::between(king, king_target) | Bitboard::of(king_target);
        let rook_path = attacks::between(rook, rook_target) | Bitboard::of(rook_target);
        if (king_path | rook_path).meets(others) {
            return None;
        }
        let enemy = self.board.of_color(!us);
        let attacked = |square, occupied| self.attackers_of(sliders, square, us, occupied).meets(enemy);
        let crossed = king_path | Bitboard::of(king);
        let safe = !attacked(king_target, others | Bitboard::of(rook_target))
            && crossed.into_iter().all(|square| !attacked(square, others | Bitboard::of(rook)));
        safe.then(|| Move::new(king, rook))
    }

    /// A pawn's plain capture en passant, if it is legal (article 3.7.3.1).
    fn find_en_passant(&self, san: San) -> Option<Move> {
        let target = self.en_passant?;
        if san.kind() != PieceType::Pawn || san.to() != target || san.castling().is_some() {
            return None;
        }
        let written = (san.bits() & San::ORIGIN) >> San::FILE_SHIFT;
        let from = (Bitboard(WRITTEN_ORIGIN[written as usize])
            & self.board.of(self.turn, PieceType::Pawn)
            & attacks::pawn(!self.turn, target))
        .single()?;
        (san.file() == Some(from.file()) && self.en_passant_keeps_king_safe(from, target))
            .then(|| Move::new(from, target))
    }
}
