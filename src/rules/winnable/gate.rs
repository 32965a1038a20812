//! Whether the last position of a game is worth a question at all.
//!
//! Owns a sieve, not a proof: it keeps the ordinary game from the solver for less than its replay costs. It may let a position
//! pass that can be won, and hold one back that can't be: "don't ask" says nothing about the position. It knows the three ways
//! in which games come to be lost to mate in practice: few men, a forced line, and locked pawns.

use crate::chess::attacks;
use crate::chess::bitboard::Bitboard;
use crate::chess::board::Board;
use crate::chess::movegen::{Flow, Sink, generate};
use crate::chess::moves::Move;
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::Position;
use crate::chess::sliders::Hyperbola;
use crate::chess::square::Square;
use crate::rules::winnable::look::DEEPEST;
use crate::rules::winnable::{few_men, locked, mating_material};

/// How closely to look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scrutiny {
    /// A claim may hang on it: of the flagged games of Lichess whose winner could not mate none is held back, and of positions that can be won
    /// 98%, which is what it is for (94,822 of 96,674, counted in `tests/winnable.rs`). What two pawns that can step are taken for lost an
    /// answer ("can win") in one of 85,000 games, when it was tried.
    Close,
    /// Nobody claims anything. Held back too are positions full of men whose every line is forced, and endings with bishops, knights and
    /// three pawns each, unless the pawns are locked: of flagged games whose winner could not mate, at which nobody looks so, 2,509 of 66,106.
    /// The endings lost an answer ("can win") in one of 260,000 games, when it was tried.
    Cursory,
}

/// Whether it may be that a side can't mate any more, White first. `false` means "don't ask".
pub fn sides_in_doubt(position: &Position, scrutiny: Scrutiny) -> [bool; 2] {
    if is_ordinary(position, scrutiny) {
        return [false; 2];
    }
    if few_men::apply(position) {
        return [true; 2];
    }
    // Bishops, knights and pawns: in four plies nobody is left without men to mate with, so only locked pawns may deny it.
    if scrutiny == Scrutiny::Cursory && Color::ALL.into_iter().all(|side| has_men(position.board(), side)) {
        return Color::ALL.map(|side| locked::may_hold(position.board(), side));
    }
    let Line { fails, forced } = first_line(position, scrutiny);
    Color::ALL.map(|side| {
        fails[side.index()]
            || mating_material::is_lacking(position.board(), side)
            || locked::may_hold(forced.board(), side)
    })
}

/// Whether nothing that the sieve looks for can be there: both sides have men to mate with, and, at a closer look, a piece that pawns can
/// hardly stalemate, and the side to move is free to choose. Most games end like that; a line takes 180 ns.
///
/// Of three men that mate by themselves or after promotion no look takes all; and of three pieces hardly all are pinned or blocked at once,
/// which of two happens. Nor is anybody out of moves who has two pawns to step with.
fn is_ordinary(position: &Position, scrutiny: Scrutiny) -> bool {
    let board = position.board();
    let heavy = board.pieces(PieceType::Queen) | board.pieces(PieceType::Rook);
    if heavy.is_empty() || !has_men(board, Color::White) || !has_men(board, Color::Black) {
        return false;
    }
    match scrutiny {
        Scrutiny::Cursory => true,
        Scrutiny::Close => {
            let pieces = heavy | board.pieces(PieceType::Bishop) | board.pieces(PieceType::Knight);
            let has_pieces = (pieces & board.of_color(position.turn())).has_three()
                && pieces.meets(board.of_color(!position.turn()));
            (has_pieces || Color::ALL.into_iter().all(|side| has_two_steps(board, side)))
                && !position.is_check()
        }
    }
}

/// Whether a side has two pawns that can step and stand on no line with its king, so that they aren't pinned.
fn has_two_steps(board: &Board, side: Color) -> bool {
    let king = board.king(side);
    let lines = attacks::rook_rays(king) | attacks::bishop_rays(king);
    let free = board.of(side, PieceType::Pawn) & !lines;
    (free.forward(side) & !board.occupied()).many()
}

/// Whether a side has three men that mate by themselves or after promotion.
fn has_men(board: &Board, side: Color) -> bool {
    let heavy = board.pieces(PieceType::Queen) | board.pieces(PieceType::Rook);
    ((heavy | board.pieces(PieceType::Pawn)) & board.of_color(side)).has_three()
}

/// What one line shows: the first move of each position, no deeper than any look goes.
struct Line {
    /// The sides that it fails. One that it doesn't isn't failed by every line, so that a look would prove nothing.
    fails: [bool; 2],
    /// The position after the moves that had no alternative.
    forced: Position,
}

fn first_line(position: &Position, scrutiny: Scrutiny) -> Line {
    let mut line = Line { fails: [false; 2], forced: *position };
    let (mut position, mut is_forced) = (*position, true);
    for ply in 0..=DEEPEST {
        let moves = FirstTwo::of(&position);
        let Some(mv) = moves.first else {
            let mated = position.is_check();
            for side in Color::ALL {
                line.fails[side.index()] |= !mated || side == position.turn();
            }
            break;
        };
        if ply == DEEPEST {
            break;
        }
        position.play_unchecked(mv);
        // From here nothing ends within the plies of a look.
        if is_ordinary(&position, scrutiny) {
            break;
        }
        for side in Color::ALL {
            line.fails[side.index()] |= mating_material::is_lacking(position.board(), side);
        }
        is_forced &= !moves.any_other;
        if is_forced {
            line.forced = position;
        }
    }
    line
}

/// Stops at the second move.
struct FirstTwo {
    first: Option<Move>,
    any_other: bool,
}

impl FirstTwo {
    fn of(position: &Position) -> FirstTwo {
        let mut moves = FirstTwo { first: None, any_other: false };
        generate(position, Hyperbola, &mut moves);
        moves
    }

    #[inline(always)]
    fn note(&mut self, mv: Option<Move>, several: bool) -> Flow {
        self.any_other |= several || (self.first.is_some() && mv.is_some());
        self.first = self.first.or(mv);
        if self.any_other { Flow::Enough } else { Flow::More }
    }
}

impl Sink for FirstTwo {
    #[inline(always)]
    fn piece(&mut self, from: Square, targets: Bitboard) -> Flow {
        self.note(targets.first().map(|to| Move::new(from, to)), targets.many())
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, step: i8) -> Flow {
        self.note(targets.first().map(|to| Move::new(to.offset(-step), to)), targets.many())
    }

    #[inline(always)]
    fn promotions(&mut self, targets: Bitboard, step: i8) -> Flow {
        let queen = |to: Square| Move::promoting(to.offset(-step), to, PieceType::Queen);
        self.note(targets.first().map(queen), targets.any())
    }

    #[inline(always)]
    fn single(&mut self, mv: Move) -> Flow {
        self.note(Some(mv), false)
    }
}
