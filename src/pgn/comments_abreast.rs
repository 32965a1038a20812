//! The comments of a block of movetext noted together, on processors that have AVX-512.
//!
//! Owns the test whether each follows the move of its number, made for all at once: it is made for every block of every game with
//! clocks.

use std::arch::x86_64::*;

use super::blocks::{Block, NUMBERS, load};
use super::comments::Comments;

/// Notes the comments that a block closes; it stands `at` bytes into the movetext, behind `moves` moves.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,bmi2,popcnt")]
pub(super) fn note_comments(block: &Block, at: usize, moves: usize, comments: &mut Comments) {
    let Block { words, closing, .. } = *block;
    let count = closing.count_ones();
    // Words and closing braces in turn, a bit each. Only one order gives each word its comment.
    let order = _pext_u64(closing, words | closing);
    let wanted = match moves.wrapping_sub(comments.len()) {
        0 => 0xAAAA_AAAA_AAAA_AAAA,
        1 => 0x5555_5555_5555_5555,
        _ => 0,
    };
    let are_paired = order == _bzhi_u64(wanted, 2 * count);
    if are_paired && comments.are_paired() && count <= 16 && at < u32::MAX as usize - 64 {
        comments.extend_paired(&places(closing, at as u32 + 1), count as usize);
        return;
    }
    let mut rest = closing;
    while rest != 0 {
        let lowest = rest & rest.wrapping_neg();
        let before = (words & (lowest - 1)).count_ones() as usize;
        comments.push(at + rest.trailing_zeros() as usize + 1, moves + before);
        rest ^= lowest;
    }
}

/// The places of the first sixteen bits, the lowest standing for the place `at`; what comes after the last means nothing.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,bmi2")]
#[allow(unsafe_code)]
fn places(bits: u64, at: u32) -> [u32; 16] {
    let numbers = _mm512_castsi512_si128(_mm512_maskz_compress_epi8(bits, load(&NUMBERS)));
    let places = _mm512_add_epi32(_mm512_cvtepu8_epi32(numbers), _mm512_set1_epi32(at as i32));
    let mut array = [0; 16];
    // SAFETY: the array holds the sixteen words that are written, and the instruction asks for no alignment.
    unsafe { _mm512_storeu_si512(array.as_mut_ptr().cast(), places) };
    array
}
