//! Counting the lines of play from a position.
//!
//! Owns perft, the proof of a move generator: the number of legal lines of a given length, known for many
//! positions.

use crate::chess::bitboard::Bitboard;
use crate::chess::movegen::{Count, Flow, Sink, generate};
use crate::chess::moves::Move;
use crate::chess::piece::PieceType;
use crate::chess::position::Position;
use crate::chess::sliders::{Hyperbola, Sliders};
use crate::chess::square::Square;

#[cfg(target_arch = "x86_64")]
use crate::chess::pext::Pext;

/// The number of legal lines of `depth` half-moves, by the fastest means that this processor has.
pub fn perft(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    #[cfg(target_arch = "x86_64")]
    if let Some(pext) = Pext::detect() {
        return by_pext(position, depth, pext);
    }
    count_portable(position, depth)
}

/// The same by the portable look-up alone: slower, and the twin to hold [`perft`] to.
pub fn perft_portable(position: &Position, depth: u32) -> u64 {
    if depth == 0 { 1 } else { count_portable(position, depth) }
}

/// The number of lines behind each legal move, in the order of the moves' squares; none at depth 0.
pub fn divide(position: &Position, depth: u32) -> Vec<(Move, u64)> {
    let Some(rest) = depth.checked_sub(1) else {
        return Vec::new();
    };
    let mut moves = position.legal_moves();
    moves.sort_unstable_by_key(|mv| (mv.from(), mv.to(), mv.promotion()));
    let behind = |mv: &Move| {
        let mut next = *position;
        next.play_unchecked(*mv);
        perft(&next, rest)
    };
    moves.iter().map(|mv| (*mv, behind(mv))).collect()
}

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
fn by_pext(position: &Position, depth: u32, pext: Pext) -> u64 {
    // SAFETY: `pext` exists, so `Pext::available` has found all four features on this processor.
    unsafe { count_pext(position, depth, pext) }
}

/// All that is inlined here, the generator among it, is compiled for the four features.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt")]
fn count_pext(position: &Position, depth: u32, pext: Pext) -> u64 {
    count(position, depth, pext, |next, rest| count_pext(next, rest, pext))
}

fn count_portable(position: &Position, depth: u32) -> u64 {
    count(position, depth, Hyperbola, count_portable)
}

/// Lines of `depth` half-moves, at least 1. The last half-move is counted, not made.
#[inline(always)]
fn count<S: Sliders>(
    position: &Position,
    depth: u32,
    sliders: S,
    deeper: impl Fn(&Position, u32) -> u64,
) -> u64 {
    if depth == 1 {
        let mut count = Count(0);
        generate(position, sliders, &mut count);
        return count.0;
    }
    let mut walk = Walk { position, rest: depth - 1, lines: 0, deeper };
    generate(position, sliders, &mut walk);
    walk.lines
}

/// Makes each move and counts what lies behind it.
struct Walk<'p, F> {
    position: &'p Position,
    rest: u32,
    lines: u64,
    deeper: F,
}

impl<F: Fn(&Position, u32) -> u64> Walk<'_, F> {
    #[inline(always)]
    fn make(&mut self, mv: Move) {
        let mut next = *self.position;
        next.play_unchecked(mv);
        self.lines += (self.deeper)(&next, self.rest);
    }
}

impl<F: Fn(&Position, u32) -> u64> Sink for Walk<'_, F> {
    #[inline(always)]
    fn piece(&mut self, from: Square, targets: Bitboard) -> Flow {
        for to in targets {
            self.make(Move::new(from, to));
        }
        Flow::More
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, step: i8) -> Flow {
        for to in targets {
            self.make(Move::new(to.offset(-step), to));
        }
        Flow::More
    }

    #[inline(always)]
    fn promotions(&mut self, targets: Bitboard, step: i8) -> Flow {
        for to in targets {
            for kind in PieceType::PROMOTIONS {
                self.make(Move::promoting(to.offset(-step), to, kind));
            }
        }
        Flow::More
    }

    #[inline(always)]
    fn single(&mut self, mv: Move) -> Flow {
        self.make(mv);
        Flow::More
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_position_has_its_known_numbers() {
        let start = Position::start();
        for (depth, lines) in [(0, 1), (1, 20), (2, 400), (3, 8_902), (4, 197_281), (5, 4_865_609)] {
            assert_eq!(perft(&start, depth), lines, "depth {depth}");
        }
        assert_eq!(perft_portable(&start, 4), 197_281);
    }

    #[test]
    fn divide_sums_up_to_perft() {
        let start = Position::start();
        let parts = divide(&start, 3);
        assert_eq!(parts.len(), 20);
        assert_eq!(parts.iter().map(|(_, lines)| lines).sum::<u64>(), 8_902);
        assert!(divide(&start, 0).is_empty());
    }
}
