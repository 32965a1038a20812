//! How far rooks, bishops and queens reach, by two methods that agree.
//!
//! Owns the look-up of sliding attacks: [`Hyperbola`] computes it on any processor from a few kilobytes of masks;
//! `Pext` reads it from a table of 107,648 sets where the processor extracts bits in hardware and fast. Hot code is
//! generic over [`Sliders`] and is instantiated for both; which one runs is decided at run time.

use crate::chess::bitboard::Bitboard;
use crate::chess::square::Square;

/// A way to look up sliding attacks.
///
/// `occupied` is every occupied square; the attacked squares include the first occupied one in each
/// direction, of either colour (articles 3.2 to 3.5).
pub trait Sliders: Copy {
    /// The squares a rook attacks.
    fn rook(self, square: Square, occupied: Bitboard) -> Bitboard;

    /// The squares a bishop attacks.
    fn bishop(self, square: Square, occupied: Bitboard) -> Bitboard;

    /// The squares a queen attacks.
    #[inline(always)]
    fn queen(self, square: Square, occupied: Bitboard) -> Bitboard {
        self.rook(square, occupied) | self.bishop(square, occupied)
    }
}

/// Hyperbola quintessence: on a line through the square, `occupied - 2 * square` borrows up to the first
/// blocker, and so flips exactly the squares up to it; a byte swap mirrors the board for the other direction.
/// Files and diagonals cross each rank once, so a swap of bytes mirrors them; ranks take a table of 512
/// bytes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hyperbola;

impl Sliders for Hyperbola {
    #[inline(always)]
    fn rook(self, square: Square, occupied: Bitboard) -> Bitboard {
        Bitboard(along(square, occupied.0, LINES[square.index()].file) | rank_attacks(square, occupied.0))
    }

    #[inline(always)]
    fn bishop(self, square: Square, occupied: Bitboard) -> Bitboard {
        let lines = &LINES[square.index()];
        Bitboard(along(square, occupied.0, lines.diagonal) | along(square, occupied.0, lines.antidiagonal))
    }
}

/// The lines through a square, without the square itself.
#[derive(Clone, Copy)]
pub(super) struct Lines {
    pub(super) file: u64,
    pub(super) diagonal: u64,
    pub(super) antidiagonal: u64,
}

pub(super) static LINES: [Lines; 64] = {
    let mut table = [Lines { file: 0, diagonal: 0, antidiagonal: 0 }; 64];
    let mut square = 0;
    while square < 64 {
        let from = Square::new(square);
        table[square as usize] = Lines {
            file: ray(from, 0, 1, 0) | ray(from, 0, -1, 0),
            diagonal: ray(from, 1, 1, 0) | ray(from, -1, -1, 0),
            antidiagonal: ray(from, -1, 1, 0) | ray(from, 1, -1, 0),
        };
        square += 1;
    }
    table
};

/// By the six inner squares of a rank's occupancy and the file.
static RANK_ATTACKS: [[u8; 8]; 64] = {
    let mut table = [[0; 8]; 64];
    let mut inner = 0;
    while inner < 64 {
        let mut file = 0;
        while file < 8 {
            let from = Square::new(file);
            let occupied = (inner as u64) << 1;
            table[inner][file as usize] = (ray(from, 1, 0, occupied) | ray(from, -1, 0, occupied)) as u8;
            file += 1;
        }
        inner += 1;
    }
    table
};

/// The squares from `from` in one direction up to and with the first occupied one, walked step by step: the
/// plain definition, from which every table is made.
pub(super) const fn ray(from: Square, east: i8, north: i8, occupied: u64) -> u64 {
    let mut file = from.file().index() as i8 + east;
    let mut rank = from.rank().index() as i8 + north;
    let mut reached = 0;
    while file >= 0 && file < 8 && rank >= 0 && rank < 8 {
        let square = 1u64 << (rank * 8 + file);
        reached |= square;
        if occupied & square != 0 {
            break;
        }
        file += east;
        rank += north;
    }
    reached
}

#[inline(always)]
fn along(square: Square, occupied: u64, line: u64) -> u64 {
    let blockers = occupied & line;
    let origin = 1u64 << square.index();
    let up = blockers.wrapping_sub(origin << 1);
    let down = blockers.swap_bytes().wrapping_sub(origin.swap_bytes() << 1).swap_bytes();
    (up ^ down) & line
}

#[inline(always)]
fn rank_attacks(square: Square, occupied: u64) -> u64 {
    let shift = square.index() & 56;
    let inner = (occupied >> (shift + 1)) as usize & 63;
    u64::from(RANK_ATTACKS[inner][square.index() & 7]) << shift
}

/// The plain definition again, as a whole: what each method is tested against.
#[cfg(test)]
pub(super) fn assert_agrees_with_walking(sliders: impl Sliders, occupied: Bitboard) {
    let walked = |square: Square, directions: [(i8, i8); 4]| {
        Bitboard(
            directions.into_iter().fold(0, |set, (east, north)| set | ray(square, east, north, occupied.0)),
        )
    };
    for square in Square::all() {
        let rook = walked(square, [(0, 1), (0, -1), (1, 0), (-1, 0)]);
        let bishop = walked(square, [(1, 1), (1, -1), (-1, 1), (-1, -1)]);
        assert_eq!(sliders.rook(square, occupied), rook, "rook {square} {occupied:?}");
        assert_eq!(sliders.bishop(square, occupied), bishop, "bishop {square} {occupied:?}");
        assert_eq!(sliders.queen(square, occupied), rook | bishop, "queen {square} {occupied:?}");
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn hyperbolas_agree_with_walking_step_by_step(dense in any::<u64>(), thin in any::<u64>()) {
            for occupied in [0, !0, dense, dense & thin].map(Bitboard) {
                assert_agrees_with_walking(Hyperbola, occupied);
            }
        }
    }
}
