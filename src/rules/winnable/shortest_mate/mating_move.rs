//! A move that mates at once.
//!
//! Owns the leaves of the search, where nearly all its time goes: only moves that may give check are made.

use crate::chess::attacks;
use crate::chess::bitboard::Bitboard;
use crate::chess::movegen::{Flow, Sink, generate};
use crate::chess::moves::Move;
use crate::chess::piece::PieceType;
use crate::chess::position::Position;
use crate::chess::sliders::Hyperbola;

/// The moves that may give check; kept so that no leaf allocates.
#[derive(Default)]
pub(super) struct Checks {
    moves: Vec<Move>,
}

impl Checks {
    /// A move of the player to move that mates, if there is one.
    pub(super) fn mating_move(&mut self, position: &Position) -> Option<Move> {
        self.moves.clear();
        generate(position, Hyperbola, &mut Sieve::new(position, &mut self.moves));
        self.moves.iter().copied().find(|&mv| {
            let mut next = *position;
            next.play_unchecked(mv);
            next.is_checkmate()
        })
    }
}

/// Lets through the moves that may give check.
struct Sieve<'a> {
    position: &'a Position,
    moves: &'a mut Vec<Move>,
    /// By kind, the squares from which a piece gives check to the other king.
    checking: [Bitboard; 6],
    /// The men that stand between a slider of their own and the other king.
    screens: Bitboard,
}

impl<'a> Sieve<'a> {
    fn new(position: &'a Position, moves: &'a mut Vec<Move>) -> Sieve<'a> {
        let board = position.board();
        let us = position.turn();
        let king = board.king(!us);
        let occupied = board.occupied();
        let (bishop, rook) = (attacks::bishop(king, occupied), attacks::rook(king, occupied));
        let checking = PieceType::ALL.map(|kind| match kind {
            PieceType::Pawn => attacks::pawn(!us, king),
            PieceType::Knight => attacks::knight(king),
            PieceType::Bishop => bishop,
            PieceType::Rook => rook,
            PieceType::Queen => bishop | rook,
            PieceType::King => Bitboard(0),
        });
        let sliders = (attacks::bishop_rays(king) & board.diagonal(us))
            | (attacks::rook_rays(king) & board.orthogonal(us));
        let screens = sliders.into_iter().fold(Bitboard(0), |screens, slider| {
            let between = attacks::between(king, slider) & occupied;
            if between.many() { screens } else { screens | (between & board.of_color(us)) }
        });
        Sieve { position, moves, checking, screens }
    }
}

impl Sink for Sieve<'_> {
    #[inline]
    fn piece(&mut self, from: crate::chess::square::Square, targets: Bitboard) -> Flow {
        let kind = self.position.board().code_at(from).kind();
        let targets =
            if self.screens.contains(from) { targets } else { targets & self.checking[kind.index()] };
        self.moves.piece(from, targets)
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, step: i8) -> Flow {
        let checking = self.checking[PieceType::Pawn.index()];
        let may = |to: &crate::chess::square::Square| {
            checking.contains(*to) || self.screens.contains(to.offset(-step))
        };
        let targets = targets.into_iter().filter(may).fold(Bitboard(0), |set, to| set | Bitboard::of(to));
        self.moves.pawns(targets, step)
    }

    fn promotions(&mut self, targets: Bitboard, step: i8) -> Flow {
        self.moves.promotions(targets, step)
    }

    fn single(&mut self, mv: Move) -> Flow {
        self.moves.single(mv)
    }
}
