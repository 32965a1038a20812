//! Attacks on eight boards at once, computed and not looked up: a look-up in memory for each lane would cost more.

use super::tables::{
    ANTIDIAGONALS, BLACK_PAWN, DIAGONALS, FILES, FILES_NEAR, KING, KNIGHT, MODEL, RANKS, RANKS_NEAR,
    WHITE_PAWN,
};
use super::vector::*;

/// The lines through a square.
#[derive(Clone, Copy)]
pub(super) struct Lines {
    pub(super) file: Words,
    pub(super) rank: Words,
    pub(super) diagonal: Words,
    pub(super) antidiagonal: Words,
}

impl Lines {
    /// Those through the squares with these numbers.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,gfni")]
    pub(super) fn through(square: Words) -> Lines {
        let rank = rank(square);
        let file = and(square, all(7));
        Lines {
            file: of_eight(&FILES, square),
            rank: of_eight(&RANKS, rank),
            diagonal: of_sixteen(&DIAGONALS, sub(file, rank)),
            antidiagonal: of_sixteen(&ANTIDIAGONALS, add(file, rank)),
        }
    }
}

/// What rooks and bishops would attack from a square.
#[derive(Clone, Copy)]
pub(super) struct Rays {
    pub(super) rook: Words,
    pub(super) bishop: Words,
}

/// Rays from the square `from`, which is one bit, up to the first of `occupied`, by subtraction of twice the bit: once upwards, and once
/// downwards on the board turned round (hyperbola quintessence). On a file or diagonal the order of ranks is turned, on a rank that of files.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,gfni")]
pub(super) fn rays(from: Words, lines: Lines, occupied: Words) -> Rays {
    let occupied = without(occupied, from);
    let up = add(from, from);
    let down = swap_bytes(from);
    let down = add(down, down);
    let left = reverse_bits_of_bytes(from);
    let left = add(left, left);
    let across = |line: Words| {
        let blockers = and(occupied, line);
        let forward = sub(blockers, up);
        let backward = swap_bytes(sub(swap_bytes(blockers), down));
        and(xor(forward, backward), line)
    };
    let on_file = across(lines.file);
    let on_diagonal = across(lines.diagonal);
    let on_antidiagonal = across(lines.antidiagonal);
    let blockers = and(occupied, lines.rank);
    let forward = sub(blockers, up);
    let backward = reverse_bits_of_bytes(sub(reverse_bits_of_bytes(blockers), left));
    let on_rank = and(xor(forward, backward), lines.rank);
    Rays { rook: or(on_file, on_rank), bishop: or(on_diagonal, on_antidiagonal) }
}

/// The squares near enough for a leap from a square: no pattern that has come round the edge reaches them.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,gfni")]
pub(super) fn near(square: Words) -> Words {
    and(of_eight(&FILES_NEAR, square), of_eight(&RANKS_NEAR, rank(square)))
}

/// How far a pattern of the model square is to be turned for a square.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn turn(square: Words) -> Words {
    sub(square, all(MODEL))
}

/// The pieces on eight boards, as far as attacks go.
#[derive(Clone, Copy)]
pub(super) struct Pieces {
    pub(super) lines: Words,
    pub(super) slants: Words,
    pub(super) short: Words,
}

impl Pieces {
    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(super) fn occupied(self) -> Words {
        or(or(self.lines, self.slants), self.short)
    }

    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(super) fn rook_like(self) -> Words {
        without(self.lines, self.short)
    }

    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(super) fn bishop_like(self) -> Words {
        without(self.slants, self.short)
    }

    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(super) fn knights(self) -> Words {
        and(self.short, self.lines)
    }

    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(super) fn kings(self) -> Words {
        and(self.short, self.slants)
    }

    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(super) fn pawns(self) -> Words {
        without(self.short, or(self.lines, self.slants))
    }

    /// How a king of the colour that `black` masks (all bits for Black) is seen: the one bit `king` with the number `square`.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,gfni")]
    pub(super) fn around(self, king: Words, square: Words, lines: Lines, black: Words) -> Around {
        let rays = rays(king, lines, self.occupied());
        let sliders = or(and(rays.rook, self.rook_like()), and(rays.bishop, self.bishop_like()));
        let turn = turn(square);
        let knights = and(rotate(all(KNIGHT), turn), self.knights());
        let kings = and(rotate(all(KING), turn), self.kings());
        // Pawns attack a king from where a pawn of its own colour would attack them.
        let pattern = or(and(black, all(BLACK_PAWN)), without(all(WHITE_PAWN), black));
        let pawns = and(rotate(pattern, turn), self.pawns());
        Around { rays, attackers: or(sliders, and(or(or(knights, kings), pawns), near(square))) }
    }

    /// Whether line pieces of `side` give check to the king at the one bit `king` along a line on which a square of `left` lies: a
    /// piece that has left it may have uncovered them.
    ///
    /// One square lies on one line at most, and castling alone leaves two squares. With two lines united the subtraction stops at the first
    /// piece on either, so a check may be overlooked, but none made up. There is none to overlook: both squares are on the back rank, so
    /// that nothing stands behind them on a file or a diagonal, and on the rank the rook comes to stand before whatever does.
    /// His own check is not asked for here.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,gfni")]
    pub(super) fn uncovered(self, king: Words, lines: Lines, left: Words, side: Words) -> Words {
        let occupied = without(self.occupied(), king);
        let straight =
            or(only(meets(lines.file, left), lines.file), only(meets(lines.rank, left), lines.rank));
        let slanted = or(
            only(meets(lines.diagonal, left), lines.diagonal),
            only(meets(lines.antidiagonal, left), lines.antidiagonal),
        );
        let line = or(straight, slanted);
        // Upwards by subtraction of twice the bit, downwards on the board with all bits in reverse order.
        let blockers = and(occupied, line);
        let up = sub(blockers, add(king, king));
        let turned = reverse(king);
        let down = reverse(sub(reverse(blockers), add(turned, turned)));
        let seen = and(xor(up, down), line);
        let able = or(and(straight, self.rook_like()), and(slanted, self.bishop_like()));
        and(and(seen, able), side)
    }
}

/// How a king is seen.
#[derive(Clone, Copy)]
pub(super) struct Around {
    /// What it would attack as a rook and as a bishop.
    pub(super) rays: Rays,
    /// The pieces of both colours that attack it.
    pub(super) attackers: Words,
}
