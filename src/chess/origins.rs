//! From where a piece can come: the tables by which a written move is found.

use crate::chess::attacks;
use crate::chess::piece::{Color, PieceType};
use crate::chess::square::Square;

/// The squares from which a piece could reach a square on an empty board: by row (the kinds in their order, a pawn's step
/// for the pawn; then a pawn's capture), colour and square.
pub(super) static ORIGINS: [[[u64; 64]; 2]; 8] = origins();

/// The row of a pawn's capture.
pub(super) const PAWN_CAPTURE: usize = 6;

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
        // A pawn comes from the square behind, or from two behind to the fourth rank of its side (article 3.7.2); it captures
        // from where an enemy pawn on the square would capture. Promotions are rare, so the end ranks have no entry.
        if rank >= 2 && rank <= 6 {
            table[PieceType::Pawn as usize][0][index] = (bit >> 8) | if rank == 3 { bit >> 16 } else { 0 };
            table[PAWN_CAPTURE][0][index] = attacks::pawn(Color::Black, square).0;
        }
        if rank >= 1 && rank <= 5 {
            table[PieceType::Pawn as usize][1][index] = (bit << 8) | if rank == 4 { bit << 16 } else { 0 };
            table[PAWN_CAPTURE][1][index] = attacks::pawn(Color::White, square).0;
        }
        index += 1;
    }
    table
}

/// The squares that a written file and rank allow, by the eight bits that stand for them in a [`San`](crate::chess::san::San).
pub(super) static WRITTEN_ORIGIN: [u64; 256] = written_origins();

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
