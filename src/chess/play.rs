//! A move as written, found and made at once: the hot path of every replay.
//!
//! Owns speed, not truth: it makes a move only where all is plain (one piece that can be meant, its way clear, its king
//! safe) and leaves the rest to [`crate::chess::resolve`], which goes through the legal moves and is the judge. A property
//! test holds the two to each other. Movetext can't be predicted, so nearly everything here is computed for every kind of
//! move alike: tables instead of cases, masks instead of branches.

use crate::chess::attacks;
use crate::chess::bitboard::Bitboard;
use crate::chess::castling::CastlingSide;
use crate::chess::moves::Move;
use crate::chess::piece::{Color, Piece, PieceType};
use crate::chess::position::Position;
use crate::chess::resolve::SanError;
use crate::chess::san::San;
use crate::chess::sliders::Sliders;
use crate::chess::square::Square;
use crate::chess::zobrist::{Key, WHITE_TO_MOVE};

/// What a move did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played {
    /// The move.
    pub mv: Move,
    /// Whether it captured, en passant or otherwise.
    pub captured: bool,
    /// Whether it gave check.
    pub check: bool,
    /// Whether no earlier position can come back: a capture, a pawn's move, a castling right lost.
    pub irreversible: bool,
    /// Whether it captured en passant.
    pub en_passant: bool,
    /// Whether a pawn was promoted.
    pub promoted: bool,
    /// The side to which it castled.
    pub castled: Option<CastlingSide>,
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

/// All bits where `condition` holds, else none.
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
            return self.play_rare(san);
        }
        let us = self.turn;
        let to = san.to();
        let entered = Bitboard::of(to).0;
        let kind = (bits >> San::PIECE_SHIFT & 7) as usize;
        let written = (bits >> San::FILE_SHIFT & 0xFF) as usize;
        let is_pawn = kind == PieceType::Pawn as usize;
        let row = if is_pawn & (written != 0) { PAWN_CAPTURE } else { kind };

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
        let closed = own | enemy & mask(row == 0) | !enemy & mask(row == PAWN_CAPTURE);
        let from = match candidates.single() {
            Some(from) => from,
            None => match self.only_candidate(candidates, to) {
                Some(from) => from,
                None => return self.play_rare(san),
            },
        };
        let left = Bitboard::of(from).0;
        let blocked = attacks::between(from, to).0 & occupied | entered & closed;

        // The mover's king after the move, as the enemy's pieces would then see it (article 3.9.2).
        let after = occupied & !left | entered;
        let is_king = kind == PieceType::King as usize;
        let king = if is_king { to } else { self.board.king(us) };
        let attackers = self.attackers_of(sliders, king, us, Bitboard(after)).0 & enemy & !entered;

        let promotion = (bits >> San::PROMOTION_SHIFT & 7) as usize;
        let at_end = is_pawn & (entered & Bitboard::END_RANKS.0 != 0);
        let plain = (blocked | attackers) == 0 && at_end == (promotion != 0);
        if !plain {
            // Captures en passant among them: the square they enter is empty.
            return self.play_rare(san);
        }

        let captured = self.board.mailbox[to.index()];
        let piece = Piece::new(us, PieceType::new(kind as u8));
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
        }
        self.en_passant = None;
        self.double_step = None;
        let captures = !captured.is_none();
        let progress = captures | is_pawn;
        self.halfmove_clock = if progress { 0 } else { self.halfmove_clock + 1 };
        self.fullmove_number += us as u32;
        self.turn = !us;
        self.key = key;
        if promotion != 0 {
            self.promote(us, to, PieceType::new(promotion as u8));
        }
        // Two ranks forward on one file: the squares' numbers differ in that bit alone.
        if is_pawn & (from.index() ^ to.index() == 16) {
            self.pass_over(from.forward(us));
        }

        let king = self.board.king(!us);
        let check = self.attackers_of(sliders, king, !us, Bitboard(after)) & self.board.by_color[us.index()];
        let mv = match promotion {
            0 => Move::new(from, to),
            kind => Move::promoting(from, to, PieceType::new(kind as u8)),
        };
        Ok(Played {
            mv,
            captured: captures,
            check: check.any(),
            irreversible: progress | touched.any(),
            en_passant: false,
            promoted: promotion != 0,
            castled: None,
        })
    }
    /// Whether the file or rank that a piece's move is written with could be left out (PGN standard 8.2.3.4).
    #[inline(never)]
    pub fn has_needless_origin(&self, san: San) -> bool {
        let (to, us) = (san.to(), self.turn);
        let candidates =
            self.board.of(us, san.kind()) & Bitboard(ORIGINS[san.kind().index()][us.index()][to.index()]);
        candidates.single().is_some() || self.only_candidate(candidates, to).is_some()
    }

    /// The pieces that attack a king on `king` seen through `occupied`: all that could give it check, of both colours.
    #[inline(always)]
    fn attackers_of<S: Sliders>(&self, sliders: S, king: Square, color: Color, occupied: Bitboard) -> Bitboard {
        let [pawns, knights, bishops, rooks, queens, kings, ..] = self.board.by_type;
        sliders.rook(king, occupied) & (rooks | queens)
            | sliders.bishop(king, occupied) & (bishops | queens)
            | attacks::knight(king) & knights
            | attacks::king(king) & kings
            | attacks::pawn(color, king) & pawns
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

    /// A pawn that has reached the last rank becomes another piece (article 3.7.3.3).
    #[cold]
    fn promote(&mut self, us: Color, to: Square, kind: PieceType) {
        let promoted = Piece::new(us, kind);
        self.board.by_type[PieceType::Pawn.index()] ^= Bitboard::of(to);
        self.board.by_type[kind.index()] ^= Bitboard::of(to);
        self.board.mailbox[to.index()] = promoted;
        self.key ^= Key::of_piece(Piece::new(us, PieceType::Pawn), to) ^ Key::of_piece(promoted, to);
    }

    /// Everything else: castling, captures en passant, odd notation, and what can't be played.
    #[inline(never)]
    fn play_rare(&mut self, san: San) -> Result<Played, SanError> {
        let mv = self.resolve(san)?;
        let castled = self.castling_side(mv);
        let captured = self.captured(mv).is_some();
        let en_passant = self.is_en_passant(mv);
        let is_pawn = self.board.code_at(mv.from()).kind() == PieceType::Pawn;
        let rights = self.castling.bits();
        self.play_unchecked(mv);
        Ok(Played {
            mv,
            captured,
            check: self.is_check(),
            irreversible: captured | is_pawn | (rights != self.castling.bits()),
            en_passant,
            promoted: mv.promotion().is_some(),
            castled,
        })
    }
}
