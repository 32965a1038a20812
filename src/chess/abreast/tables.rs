//! What is looked up by lane: lines and origins by square, kinds by the bits of a written move.

use crate::chess::attacks;
use crate::chess::piece::{Color, PieceType};
use crate::chess::square::Square;

/// By file.
pub(super) static FILES: [u64; 8] = {
    let mut table = [0; 8];
    let mut index = 0;
    while index < 8 {
        table[index] = 0x0101_0101_0101_0101 << index;
        index += 1;
    }
    table
};

/// By rank.
pub(super) static RANKS: [u64; 8] = {
    let mut table = [0; 8];
    let mut index = 0;
    while index < 8 {
        table[index] = 0xFF << (8 * index);
        index += 1;
    }
    table
};

/// By file minus rank, modulo 16.
pub(super) static DIAGONALS: [[u64; 8]; 2] = diagonals(false);
/// By file plus rank.
pub(super) static ANTIDIAGONALS: [[u64; 8]; 2] = diagonals(true);

const fn diagonals(anti: bool) -> [[u64; 8]; 2] {
    let mut table = [[0; 8]; 2];
    let mut square = 0;
    while square < 64 {
        let (file, rank) = (square % 8, square / 8);
        let index = if anti { file + rank } else { (16 + file - rank) % 16 };
        table[index / 8][index % 8] |= 1 << square;
        square += 1;
    }
    table
}

/// The files no further than a knight's leap from a file. What lies beyond has come round the board's edge.
pub(super) static FILES_NEAR: [u64; 8] = near(&FILES);
/// The ranks no further than a knight's leap from a rank.
pub(super) static RANKS_NEAR: [u64; 8] = near(&RANKS);

const fn near(lines: &[u64; 8]) -> [u64; 8] {
    let mut table = [0; 8];
    let mut index = 0;
    while index < 8 {
        let mut other = 0;
        while other < 8 {
            if (index as i32 - other as i32).abs() <= 2 {
                table[index] |= lines[other];
            }
            other += 1;
        }
        index += 1;
    }
    table
}

/// The square whose pattern stands for those of all others: turned by the difference, it is theirs but for what has come round
/// the edge. On c3 a knight has all its leaps.
pub(super) const MODEL: u64 = 18;
const C3: Square = Square::new(MODEL as u8);
/// A knight's leaps from the model square.
pub(super) const KNIGHT: u64 = attacks::knight(C3).0;
/// A king's steps from the model square.
pub(super) const KING: u64 = attacks::king(C3).0;
/// What a white pawn attacks from the model square.
pub(super) const WHITE_PAWN: u64 = attacks::pawn(Color::White, C3).0;
/// What a black pawn attacks from the model square.
pub(super) const BLACK_PAWN: u64 = attacks::pawn(Color::Black, C3).0;

/// The row of a pawn's capture among the patterns.
pub(super) const PAWN_CAPTURE: u64 = 6;
/// What Black's patterns are set off by.
pub(super) const BLACK_ROW: u64 = 8;

/// From where a piece that moves no line comes to the model square: by kind (a pawn's single step for the pawn), a pawn's
/// capture in its own row, White before Black.
pub(super) static ORIGINS: [[u64; 8]; 2] = {
    let mut table = [[0; 8]; 2];
    let mut color = 0;
    while color < 2 {
        table[color][PieceType::Knight as usize] = KNIGHT;
        table[color][PieceType::King as usize] = KING;
        color += 1;
    }
    table[0][PieceType::Pawn as usize] = 1 << (MODEL - 8);
    table[1][PieceType::Pawn as usize] = 1 << (MODEL + 8);
    // A pawn captures from where an enemy's pawn would capture.
    table[0][PAWN_CAPTURE as usize] = BLACK_PAWN;
    table[1][PAWN_CAPTURE as usize] = WHITE_PAWN;
    table
};

/// The kinds as three sets, so that eight boards take four registers: by kind, whether it belongs to the set.
///
/// * `LINES`: rook, queen; and knight.
/// * `SLANTS`: bishop, queen; and king.
/// * `SHORT`: pawn, knight, king.
pub(super) static LINES: [u64; 8] = kinds([0, 1, 0, 1, 1, 0]);
/// See [`LINES`].
pub(super) static SLANTS: [u64; 8] = kinds([0, 0, 1, 0, 1, 1]);
/// See [`LINES`].
pub(super) static SHORT: [u64; 8] = kinds([1, 1, 0, 0, 0, 1]);
/// Who moves along files and ranks.
pub(super) static ROOK_LIKE: [u64; 8] = kinds([0, 0, 0, 1, 1, 0]);
/// Who moves along diagonals.
pub(super) static BISHOP_LIKE: [u64; 8] = kinds([0, 0, 1, 0, 1, 0]);

const fn kinds(members: [u64; 6]) -> [u64; 8] {
    let mut table = [0; 8];
    let mut kind = 0;
    while kind < 6 {
        table[kind] = members[kind].wrapping_neg();
        kind += 1;
    }
    table
}

/// The squares that a written file allows, by its four bits in a [`San`](crate::chess::san::San).
pub(super) static WRITTEN_FILES: [[u64; 8]; 2] = written(&FILES);
/// The squares that a written rank allows, likewise.
pub(super) static WRITTEN_RANKS: [[u64; 8]; 2] = written(&RANKS);

const fn written(lines: &[u64; 8]) -> [[u64; 8]; 2] {
    let mut table = [[0; 8]; 2];
    table[0][0] = !0;
    let mut index = 0;
    while index < 8 {
        table[(index + 1) / 8][(index + 1) % 8] = lines[index];
        index += 1;
    }
    table
}
