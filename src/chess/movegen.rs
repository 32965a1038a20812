//! The legal moves of a position.
//!
//! Owns the generator: every move that article 3 allows and 3.9.2 doesn't forbid, none twice, in no order
//! that means anything. It works with pins and checks, so that what it hands out needs no further test.
//!
//! Moves are handed to a `Sink` in sets: one piece's targets, or a whole front of pawns that move alike.
//! Counting them takes a population count a set, asking whether there is any stops at the first.

use crate::chess::attacks;
use crate::chess::bitboard::Bitboard;
use crate::chess::board::Board;
use crate::chess::castling::CastlingSide;
use crate::chess::moves::Move;
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::Position;
use crate::chess::sliders::{Hyperbola, LINES, Sliders};
use crate::chess::square::{Rank, Square};

/// What the generator hands moves to. Each method returns whether to go on.
pub(crate) trait Sink {
    /// A piece moves from a square to any of `targets`.
    fn piece(&mut self, from: Square, targets: Bitboard) -> Flow;

    /// A pawn moves to each of `targets`, from the square `step` before it.
    fn pawns(&mut self, targets: Bitboard, step: i8) -> Flow;

    /// A pawn moves to each of `targets`, from the square `step` before it, and becomes any of the four
    /// pieces.
    fn promotions(&mut self, targets: Bitboard, step: i8) -> Flow;

    /// One move: castling, or a capture en passant.
    fn single(&mut self, mv: Move) -> Flow;
}

/// Whether a sink wants more moves.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Flow {
    More,
    Enough,
}

impl Position {
    /// Every legal move.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(64);
        generate(self, Hyperbola, &mut moves);
        moves
    }

    /// How many legal moves there are.
    pub fn count_legal_moves(&self) -> u64 {
        let mut count = Count(0);
        generate(self, Hyperbola, &mut count);
        count.0
    }

    /// Whether a move is legal here.
    pub fn is_legal(&self, mv: Move) -> bool {
        self.legal_moves().contains(&mv)
    }

    /// Castling to `side`, if it is legal now; the same as looking for it among the legal moves, without
    /// making them all.
    pub fn castling_move(&self, side: CastlingSide) -> Option<Move> {
        let rook = self.castling.rook(self.turn, side)?;
        let generator = Generator::new(self, Hyperbola);
        let may_castle =
            generator.checkers.is_empty() && generator.can_castle(side, rook, generator.danger());
        may_castle.then(|| Move::new(generator.king, rook))
    }

    /// Check, and no legal move: the game is over (article 5.1.1).
    pub fn is_checkmate(&self) -> bool {
        self.is_check() && !self.has_legal_move()
    }

    /// No check, and no legal move: the game is drawn (article 5.2.1).
    pub fn is_stalemate(&self) -> bool {
        !self.is_check() && !self.has_legal_move()
    }
}

impl Sink for Vec<Move> {
    #[inline(always)]
    fn piece(&mut self, from: Square, targets: Bitboard) -> Flow {
        self.extend(targets.into_iter().map(|to| Move::new(from, to)));
        Flow::More
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, step: i8) -> Flow {
        self.extend(targets.into_iter().map(|to| Move::new(to.offset(-step), to)));
        Flow::More
    }

    fn promotions(&mut self, targets: Bitboard, step: i8) -> Flow {
        for to in targets {
            self.extend(PieceType::PROMOTIONS.map(|kind| Move::promoting(to.offset(-step), to, kind)));
        }
        Flow::More
    }

    fn single(&mut self, mv: Move) -> Flow {
        self.push(mv);
        Flow::More
    }
}

/// Counts moves.
pub(crate) struct Count(pub(crate) u64);

impl Sink for Count {
    #[inline(always)]
    fn piece(&mut self, _: Square, targets: Bitboard) -> Flow {
        self.0 += u64::from(targets.len());
        Flow::More
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, _: i8) -> Flow {
        self.0 += u64::from(targets.len());
        Flow::More
    }

    #[inline(always)]
    fn promotions(&mut self, targets: Bitboard, _: i8) -> Flow {
        self.0 += u64::from(4 * targets.len());
        Flow::More
    }

    #[inline(always)]
    fn single(&mut self, _: Move) -> Flow {
        self.0 += 1;
        Flow::More
    }
}

/// Hands every legal move to `sink`.
#[inline(always)]
pub(crate) fn generate<S: Sliders>(position: &Position, sliders: S, sink: &mut impl Sink) {
    Generator::new(position, sliders).run(sink);
}

pub(super) struct Generator<'p, S> {
    position: &'p Position,
    pub(super) board: &'p Board,
    sliders: S,
    us: Color,
    pub(super) king: Square,
    pub(super) own: Bitboard,
    enemy: Bitboard,
    pub(super) occupied: Bitboard,
    /// Enemies that give check.
    pub(super) checkers: Bitboard,
    /// Own pieces that alone stand between an enemy's line and the king.
    pub(super) pinned: Bitboard,
}

/// Leaves the function as soon as a sink has enough.
macro_rules! hand {
    ($flow:expr) => {
        if $flow == Flow::Enough {
            return Flow::Enough;
        }
    };
}

impl<'p, S: Sliders> Generator<'p, S> {
    #[inline(always)]
    pub(super) fn new(position: &'p Position, sliders: S) -> Generator<'p, S> {
        let (board, us) = (&position.board, position.turn);
        let (own, enemy) = (board.of_color(us), board.of_color(!us));
        let occupied = own | enemy;
        let king = board.king(us);
        let mut checkers = (attacks::knight(king) & board.of(!us, PieceType::Knight))
            | (attacks::pawn(us, king) & board.of(!us, PieceType::Pawn));
        let mut pinned = Bitboard::EMPTY;
        let snipers = (attacks::rook_rays(king) & board.orthogonal(!us))
            | (attacks::bishop_rays(king) & board.diagonal(!us));
        for sniper in snipers {
            let blockers = attacks::between(king, sniper) & occupied;
            if blockers.is_empty() {
                checkers |= Bitboard::of(sniper);
            } else if !blockers.many() {
                pinned |= blockers;
            }
        }
        pinned &= own;
        Generator { position, board, sliders, us, king, own, enemy, occupied, checkers, pinned }
    }

    #[inline(always)]
    pub(super) fn run(&self, sink: &mut impl Sink) -> Flow {
        if self.checkers.is_empty() {
            hand!(self.pieces(!self.own, sink));
            self.king_moves::<false>(sink)
        } else {
            // Out of check by taking the checker, stepping between, or moving the king (article 3.9.2); out
            // of double check by the king alone.
            if let Some(checker) = self.checkers.single() {
                let targets = attacks::between(self.king, checker) | self.checkers;
                hand!(self.pieces(targets, sink));
            }
            self.king_moves::<true>(sink)
        }
    }

    /// Moves of all but the king, to squares among `targets`.
    #[inline(always)]
    fn pieces(&self, targets: Bitboard, sink: &mut impl Sink) -> Flow {
        hand!(self.pawns(targets, sink));
        let free = !self.pinned;
        // A pinned knight never moves: it leaves every line.
        for from in self.board.of(self.us, PieceType::Knight) & free {
            hand!(sink.piece(from, attacks::knight(from) & targets));
        }
        let diagonal = self.board.diagonal(self.us);
        for from in diagonal & free {
            hand!(sink.piece(from, self.sliders.bishop(from, self.occupied) & targets));
        }
        let orthogonal = self.board.orthogonal(self.us);
        for from in orthogonal & free {
            hand!(sink.piece(from, self.sliders.rook(from, self.occupied) & targets));
        }
        for from in (diagonal | orthogonal) & self.pinned {
            // On the pin's line it may go to and fro, if it moves that way at all.
            let pin = attacks::line(self.king, from) & targets;
            if diagonal.contains(from) {
                hand!(sink.piece(from, self.sliders.bishop(from, self.occupied) & pin));
            }
            if orthogonal.contains(from) {
                hand!(sink.piece(from, self.sliders.rook(from, self.occupied) & pin));
            }
        }
        Flow::More
    }

    /// Moves of pawns, a whole front at once. A pinned pawn moves along its pin or not at all, so it may
    /// advance if the pin runs along the king's file, and take to one side if it runs along the king's
    /// diagonal of that direction.
    #[inline(always)]
    pub(super) fn pawns(&self, targets: Bitboard, sink: &mut impl Sink) -> Flow {
        let us = self.us;
        let pawns = self.board.of(us, PieceType::Pawn);
        let (forward, third_rank, last_rank) = match us {
            Color::White => (8, Rank::new(2), Rank::EIGHTH),
            Color::Black => (-8, Rank::new(5), Rank::FIRST),
        };
        let pinned = pawns & self.pinned;
        let free = pawns & !self.pinned;
        let (mut pushing, mut taking_east, mut taking_west) = (free, free, free);
        if pinned.any() {
            let lines = &LINES[self.king.index()];
            let (east, west) = match us {
                Color::White => (lines.diagonal, lines.antidiagonal),
                Color::Black => (lines.antidiagonal, lines.diagonal),
            };
            pushing |= pinned & Bitboard(lines.file);
            taking_east |= pinned & Bitboard(east);
            taking_west |= pinned & Bitboard(west);
        }
        let ahead = pushing.forward(us) & !self.occupied;
        let double = (ahead & Bitboard::rank(third_rank)).forward(us) & !self.occupied & targets;
        let single = ahead & targets;
        let east = taking_east.forward(us).east() & self.enemy & targets;
        let west = taking_west.forward(us).west() & self.enemy & targets;

        let last = Bitboard::rank(last_rank);
        hand!(sink.pawns(single & !last, forward));
        hand!(sink.pawns(double, 2 * forward));
        hand!(sink.pawns(east & !last, forward + 1));
        hand!(sink.pawns(west & !last, forward - 1));
        if ((single | east | west) & last).any() {
            hand!(sink.promotions(single & last, forward));
            hand!(sink.promotions(east & last, forward + 1));
            hand!(sink.promotions(west & last, forward - 1));
        }
        if let Some(target) = self.position.en_passant {
            for from in attacks::pawn(!us, target) & pawns {
                if self.position.en_passant_keeps_king_safe(from, target) {
                    hand!(sink.single(Move::new(from, target)));
                }
            }
        }
        Flow::More
    }

    #[inline(always)]
    pub(super) fn king_moves<const IN_CHECK: bool>(&self, sink: &mut impl Sink) -> Flow {
        let steps = attacks::king(self.king) & !self.own;
        let may_castle = !IN_CHECK && self.position.castling.any(self.us);
        if steps.is_empty() && !may_castle {
            return Flow::More;
        }
        let danger = self.danger();
        hand!(sink.piece(self.king, steps & !danger));
        if may_castle {
            for side in CastlingSide::ALL {
                if let Some(rook) = self.position.castling.rook(self.us, side)
                    && self.can_castle(side, rook, danger)
                {
                    hand!(sink.single(Move::new(self.king, rook)));
                }
            }
        }
        Flow::More
    }

    /// The squares that the enemy attacks, seen through the king, which can't hide behind itself.
    #[inline(always)]
    fn danger(&self) -> Bitboard {
        let them = !self.us;
        let seen_through = self.occupied ^ Bitboard::of(self.king);
        let mut danger =
            attacks::pawns(them, self.board.of(them, PieceType::Pawn)) | attacks::king(self.board.king(them));
        for knight in self.board.of(them, PieceType::Knight) {
            danger |= attacks::knight(knight);
        }
        for from in self.board.diagonal(them) {
            danger |= self.sliders.bishop(from, seen_through);
        }
        for from in self.board.orthogonal(them) {
            danger |= self.sliders.rook(from, seen_through);
        }
        danger
    }

    /// Article 3.8.2.2: no piece between, and no square that the king leaves, crosses or enters is attacked.
    /// In Chess960 "between" is every square that king and rook cross or enter, but for the two themselves;
    /// and the rook, which may shield its king from an attack along the back rank, must not be pinned.
    #[inline(always)]
    fn can_castle(&self, side: CastlingSide, rook: Square, danger: Bitboard) -> bool {
        let king_target = side.king_target(self.us);
        let rook_target = side.rook_target(self.us);
        let king_path = attacks::between(self.king, king_target) | Bitboard::of(king_target);
        let rook_path = attacks::between(rook, rook_target) | Bitboard::of(rook_target);
        let others = self.occupied & !(Bitboard::of(self.king) | Bitboard::of(rook));
        !(king_path | rook_path).meets(others) && !king_path.meets(danger) && !self.pinned.contains(rook)
    }
}
