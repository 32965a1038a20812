//! A move as written, found and made at once: the hot path of every replay.
//!
//! Owns speed, not truth: it makes a move only where all is plain (one piece that can be meant, its way clear, its king
//! safe) and leaves the rest to [`crate::chess::resolve`], which goes through the legal moves and is the judge. A property
//! test holds the two to each other. Movetext can't be predicted, so nearly everything here is computed for every kind of
//! move alike: tables instead of cases, masks instead of branches.

use crate::chess::attacks;
use crate::chess::bitboard::Bitboard;
use crate::chess::moves::Move;
use crate::chess::origins::{ORIGINS, PAWN_CAPTURE, WRITTEN_ORIGIN};
use crate::chess::piece::{Color, Piece, PieceType};
use crate::chess::played::Played;
use crate::chess::position::Position;
use crate::chess::resolve::SanError;
use crate::chess::san::San;
use crate::chess::sliders::{Hyperbola, Sliders};
use crate::chess::square::{Rank, Square};
use crate::chess::zobrist::{Key, WHITE_TO_MOVE};

/// Bits of a [`San`] that are left to the slow way: castling, promotion, odd notation, and what can't be read.
const RARE: u32 = San::PROMOTION_MASK | !(San::CASTLE_KING_BIT - 1);

/// All bits where `condition` holds, else none: a choice that no branch predictor has to make.
#[inline(always)]
const fn mask(condition: bool) -> u64 {
    (condition as u64).wrapping_neg()
}

impl Position {
    /// Makes the move that `san` means. The player to move is known when the code is compiled, which spares every table its look-up
    /// by colour.
    ///
    /// # Errors
    /// [`SanError`] if no piece or more than one can make it; the position is left as it was.
    #[inline(always)]
    pub(crate) fn play_san_as<S: Sliders, const WHITE: bool>(
        &mut self,
        sliders: S,
        san: San,
    ) -> Result<Played, SanError> {
        let us = if WHITE { Color::White } else { Color::Black };
        debug_assert_eq!(us, self.turn);
        let bits = san.bits();
        if bits & RARE != 0 {
            return self.play_other(sliders, san);
        }
        let to = san.to();
        let entered = Bitboard::of(to).0;
        let kind = ((bits >> San::PIECE_SHIFT) & 7) as usize;
        let written = ((bits >> San::FILE_SHIFT) & 0xFF) as usize;
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
        let from = match candidates.single() {
            Some(from) => from,
            None => match self.only_candidate(candidates, to) {
                Some(from) => from,
                None => return self.play_other(sliders, san),
            },
        };
        // A piece enters any square but its own side's, a pawn's step an empty one, a pawn's capture an enemy's.
        let closed = own | ((enemy ^ mask(takes)) & mask(is_pawn));
        let left = Bitboard::of(from).0;
        let blocked = (attacks::between(from, to).0 & occupied) | (entered & closed);

        // The mover's king after the move, as the enemy's pieces would then see it (article 3.9.2).
        let after = (occupied & !left) | entered;
        let kings = self.board.by_type[PieceType::King.index()].0 & own;
        let is_king = kind == PieceType::King as usize;
        let king = Bitboard((kings & mask(!is_king)) | (entered & mask(is_king))).lowest();
        let attackers = self.attackers_of(sliders, king, us, Bitboard(after)).0 & enemy & !entered;
        if blocked | attackers != 0 {
            // Captures en passant among them: the square they enter is empty.
            return self.play_other(sliders, san);
        }

        let captured = self.board.mailbox[to.index()];
        let piece = Piece::from_index(kind | (us.index() << 3));
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
        // A pawn two ranks forward on one file: the squares' numbers differ in that bit alone.
        if (from.index() ^ to.index() ^ 16) | kind == 0 {
            self.pass_over(from.forward(us));
        }

        let king = self.board.king(!us);
        let check = self.checkers_of(sliders, king, !us, Bitboard(after)) & self.board.by_color[us.index()];
        Ok(Played::plain(Move::new(from, to), captures, check.any(), progress))
    }

    /// The same, whoever is to move and whatever the processor can do.
    ///
    /// # Errors
    /// As [`Position::play_san_as`].
    pub(crate) fn play_san(&mut self, san: San) -> Result<Played, SanError> {
        match self.turn {
            Color::White => self.play_san_as::<_, true>(Hyperbola, san),
            Color::Black => self.play_san_as::<_, false>(Hyperbola, san),
        }
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
    fn attackers_of<S: Sliders>(
        &self,
        sliders: S,
        square: Square,
        color: Color,
        occupied: Bitboard,
    ) -> Bitboard {
        self.checkers_of(sliders, square, color, occupied)
            | attacks::king(square) & self.board.by_type[PieceType::King.index()]
    }

    /// The same without kings, which give no check.
    #[inline(always)]
    fn checkers_of<S: Sliders>(
        &self,
        sliders: S,
        square: Square,
        color: Color,
        occupied: Bitboard,
    ) -> Bitboard {
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
        let mv = match san
            .castling()
            .and_then(|side| self.castling_move(side))
            .or_else(|| self.find_en_passant(san))
            .or_else(|| self.find_promotion(san))
        {
            Some(mv) => mv,
            None => self.resolve(san)?,
        };
        let castled = self.castling_side(mv).is_some();
        let captured = self.captured(mv).is_some();
        let en_passant = self.is_en_passant(mv);
        let is_pawn = self.board.code_at(mv.from()).kind() == PieceType::Pawn;
        self.play_unchecked(mv);
        let king = self.board.king(self.turn);
        let check = self.checkers_of(sliders, king, self.turn, self.board.occupied())
            & self.board.of_color(!self.turn);
        const ODD: u32 = San::ZEROS_BIT | San::ODD_PROMOTION_BIT | San::ODD_NOTATION_BIT;
        Ok(Played(
            u32::from(mv.bits())
                | (u32::from(captured) * Played::CAPTURE)
                | (u32::from(check.any()) * Played::CHECK)
                | (u32::from(captured | is_pawn | castled) * Played::IRREVERSIBLE)
                | (u32::from(mv.promotion().is_some()) * Played::PROMOTED)
                | (u32::from(en_passant) * Played::EN_PASSANT)
                | (u32::from(castled) * Played::CASTLED)
                | (u32::from(san.bits() & ODD != 0) * Played::ODD),
        ))
    }

    /// A pawn's plain promotion, if it is legal (article 3.7.3.3). There is one in four games, and to make all the legal moves for it
    /// takes ten times as long.
    fn find_promotion(&self, san: San) -> Option<Move> {
        const PLAIN: u32 = San::TO_MASK
            | San::PROMOTION_MASK
            | San::FILE_MASK
            | San::CAPTURE_BIT
            | San::CHECK_BIT
            | San::MATE_BIT;
        let (us, to, kind) = (self.turn, san.to(), san.promotion()?);
        if san.bits() & !PLAIN != 0 || to.rank() != Rank::back(!us) || !PieceType::PROMOTIONS.contains(&kind)
        {
            return None;
        }
        let enters = Bitboard::of(to);
        let behind = enters.forward(!us);
        let occupied = self.board.occupied();
        let origin = match san.file() {
            Some(file) if file != to.file() && enters.meets(self.board.of_color(!us)) => {
                (behind.east() | behind.west()) & Bitboard::file(file)
            }
            None if !enters.meets(occupied) => behind,
            Some(_) | None => return None,
        };
        let from = (origin & self.board.of(us, PieceType::Pawn)).single()?;
        let after = occupied & !Bitboard::of(from) | enters;
        let enemy = self.board.of_color(!us) & !enters;
        let is_safe = !self.board.attackers(self.board.king(us), after).meets(enemy);
        is_safe.then(|| Move::promoting(from, to, kind))
    }

    /// A pawn's plain capture en passant, if it is legal (article 3.7.3.1).
    fn find_en_passant(&self, san: San) -> Option<Move> {
        let target = self.en_passant?;
        let is_plain = san.castling().is_none() && san.promotion().is_none();
        if san.kind() != PieceType::Pawn || san.to() != target || !is_plain {
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::chess::fen::Fen;

    /// What a move did, told by the slow way.
    fn by_resolving(position: &mut Position, san: San) -> Result<Played, SanError> {
        let mv = position.resolve(san)?;
        let before = *position;
        position.play_unchecked(mv);
        let captured = before.captured(mv).is_some();
        let is_pawn = before.board.code_at(mv.from()).kind() == PieceType::Pawn;
        let castled = before.castling_side(mv).is_some();
        let odd = san.has_zeros() || san.has_odd_promotion() || san.has_odd_notation();
        let flags = [
            (Played::CAPTURE, captured),
            (Played::CHECK, position.is_check()),
            (Played::IRREVERSIBLE, captured || is_pawn || castled),
            (Played::PROMOTED, mv.promotion().is_some()),
            (Played::EN_PASSANT, before.is_en_passant(mv)),
            (Played::CASTLED, castled),
            (Played::ODD, odd),
        ];
        let bits = flags
            .into_iter()
            .filter(|(_, set)| *set)
            .fold(u32::from(mv.bits()), |bits, (flag, _)| bits | flag);
        Ok(Played(bits))
    }

    fn both_ways_agree<S: Sliders>(sliders: S, position: &Position, san: San) {
        let (mut fast, mut slow) = (*position, *position);
        let played = match position.turn {
            Color::White => fast.play_san_as::<S, true>(sliders, san),
            Color::Black => fast.play_san_as::<S, false>(sliders, san),
        };
        let played = played.map(|played| played.0);
        assert_eq!(
            played,
            by_resolving(&mut slow, san).map(|played| played.0),
            "{san} in {}",
            position.fen()
        );
        assert!(fast.same_position(&slow), "{san} in {}", position.fen());
        assert_eq!(
            (fast.double_step, fast.halfmove_clock, fast.fullmove_number, fast.key),
            (slow.double_step, slow.halfmove_clock, slow.fullmove_number, slow.key_from_nothing())
        );
    }

    const STARTS: [&str; 8] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9",
        "7k/3PPP2/8/2N3N1/8/2N3N1/1K1ppp2/8 w - - 0 1",
        "4k3/8/8/8/2pPp3/8/1Q3Q2/Q2K3Q b - d3 0 1",
        "rr4k1/8/8/8/3R3R/8/8/K2R3R w - - 0 1",
    ];

    #[test]
    fn a_capture_en_passant_promotes_nothing() {
        let position = Fen::parse(STARTS[6].as_bytes()).unwrap().setup().unwrap().position;
        for token in [&b"exd3=B"[..], b"exd3"] {
            both_ways_agree(Hyperbola, &position, San::parse(token));
        }
    }

    proptest! {
        #[test]
        fn fast_and_slow_agree_on_every_move_of_a_game(start in 0..STARTS.len(), choices in prop::collection::vec(any::<prop::sample::Index>(), 0..120)) {
            let mut position = Fen::parse(STARTS[start].as_bytes()).unwrap().setup().unwrap().position;
            for choice in choices {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let mv = moves[choice.index(moves.len())];
                both_ways_agree(Hyperbola, &position, position.san(mv));
                #[cfg(target_arch = "x86_64")]
                if let Some(pext) = crate::chess::pext::Pext::available() {
                    both_ways_agree(pext, &position, position.san(mv));
                }
                position.play_unchecked(mv);
            }
        }

        #[test]
        fn fast_and_slow_agree_on_whatever_is_written(start in 0..STARTS.len(), choices in prop::collection::vec(any::<prop::sample::Index>(), 0..60), sans in prop::collection::vec((0u32..64, 0u32..6, 0u32..9, 0u32..9, 0u32..8, 0u32..8), 64)) {
            let mut position = Fen::parse(STARTS[start].as_bytes()).unwrap().setup().unwrap().position;
            for choice in choices {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position.play_unchecked(moves[choice.index(moves.len())]);
            }
            for (to, kind, file, rank, promotion, marks) in sans {
                for (file, rank) in [(0, 0), (file, 0), (0, rank), (file, rank)] {
                    // Only a pawn promotes, and a pawn is told apart by its file: so the readers of text have it.
                    let is_pawn = kind == 0;
                    if is_pawn && rank != 0 && file == 0 {
                        continue;
                    }
                    let promotion = if is_pawn { promotion } else { 0 };
                    let bits = to | kind << San::PIECE_SHIFT | file << San::FILE_SHIFT | rank << San::RANK_SHIFT
                        | promotion << San::PROMOTION_SHIFT | marks << 20;
                    both_ways_agree(Hyperbola, &position, San::from_bits(bits));
                }
            }
            for bits in [San::CASTLE_KING_BIT, San::CASTLE_QUEEN_BIT, San::CASTLE_KING_BIT | San::ZEROS_BIT] {
                both_ways_agree(Hyperbola, &position, San::from_bits(bits));
            }
        }
    }
}
