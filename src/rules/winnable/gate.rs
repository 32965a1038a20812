//! Whether the last position of a game is worth a question at all.
//!
//! Owns a sieve, not a proof: it keeps the ordinary game from the solver for less than its replay costs. It may let a position
//! pass that can be won, and hold one back that can't be: "don't ask" says nothing about the position. It knows the three ways
//! in which games come to be lost to mate in practice: few men, a forced line, and [locked pawns](crate::rules::winnable::locked).

use crate::chess::bitboard::Bitboard;
use crate::chess::movegen::{Flow, Sink, generate};
use crate::chess::moves::Move;
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::Position;
use crate::chess::sliders::Hyperbola;
use crate::chess::square::Square;
use crate::rules::winnable::look::DEEPEST;
use crate::rules::winnable::{few_men, locked, mating_material};

/// Whether it may be that `side` can't mate any more. `false` means "don't ask".
pub fn may_be_unwinnable(position: &Position, side: Color) -> bool {
    sides_in_doubt(position)[side.index()]
}

/// The same for both sides at once, White first, for the price of one.
pub fn sides_in_doubt(position: &Position) -> [bool; 2] {
    if few_men::apply(position) {
        return [true; 2];
    }
    let Line { fails, forced } = first_line(position);
    Color::ALL.map(|side| {
        fails[side.index()]
            || mating_material::is_lacking(position.board(), side)
            || locked::may_hold(forced.board(), side)
    })
}

/// What one line shows: the first move of each position, no deeper than any look goes.
struct Line {
    /// The sides that it fails. One that it doesn't isn't failed by every line, so that a look would prove nothing.
    fails: [bool; 2],
    /// The position after the moves that had no alternative.
    forced: Position,
}

fn first_line(position: &Position) -> Line {
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
