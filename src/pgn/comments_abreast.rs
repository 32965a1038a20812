//! The comments of a block of movetext noted together, on processors that have AVX-512.
//!
//! Owns the test whether each follows the move of its number, made for all at once: it is made for every block of every game with
//! clocks.

use std::arch::x86_64::*;

use super::blocks::{Block, NUMBERS, load};
use super::comments::Comments;

/// Comments of one game that wait to be noted.
pub(super) struct Noted {
    ends: [u32; MANY + 16],
    count: usize,
    /// How many comments the game has, these among them.
    total: usize,
    /// Whether each of them follows the move of its number.
    are_paired: bool,
}

/// So many are noted together: a list that grows by a few takes as long as what is put into it.
const MANY: usize = 64;

impl Noted {
    pub(super) fn after(comments: &Comments) -> Noted {
        Noted { ends: [0; MANY + 16], count: 0, total: comments.len(), are_paired: comments.are_paired() }
    }

    /// Notes the comments that a block closes; it stands `at` bytes into the movetext, behind `moves` moves.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,bmi2,popcnt")]
    #[allow(unsafe_code)]
    pub(super) fn note(&mut self, block: &Block, at: usize, moves: usize, comments: &mut Comments) {
        let Block { words, closing, .. } = *block;
        let count = closing.count_ones();
        // Words and closing braces in turn, a bit each. Only one order gives each word its comment.
        let order = _pext_u64(closing, words | closing);
        let wanted = match moves.wrapping_sub(self.total) {
            0 => 0xAAAA_AAAA_AAAA_AAAA,
            1 => 0x5555_5555_5555_5555,
            _ => 0,
        };
        self.are_paired &=
            order == _bzhi_u64(wanted, 2 * count) && count <= 16 && at < u32::MAX as usize - 64;
        if self.are_paired
            && let Some(to) = self.ends.get_mut(self.count..self.count + 16)
        {
            let places = places(closing, at as u32 + 1);
            // SAFETY: the slice holds the sixteen words that are written, and the instruction asks for no alignment.
            unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast(), places) };
            self.count += count as usize;
            self.total += count as usize;
            if self.count >= MANY {
                self.hand_over(comments);
            }
        } else {
            self.note_one_by_one(block, at, moves, comments);
        }
    }

    #[cold]
    fn note_one_by_one(&mut self, block: &Block, at: usize, moves: usize, comments: &mut Comments) {
        self.hand_over(comments);
        let mut rest = block.closing;
        while rest != 0 {
            let lowest = rest & rest.wrapping_neg();
            let before = (block.words & (lowest - 1)).count_ones() as usize;
            comments.push(at + rest.trailing_zeros() as usize + 1, moves + before);
            rest ^= lowest;
        }
        (self.total, self.are_paired) = (comments.len(), comments.are_paired());
    }

    /// Hands the comments over that wait.
    pub(super) fn hand_over(&mut self, comments: &mut Comments) {
        comments.extend_paired(&self.ends[..self.count.min(self.ends.len())]);
        self.count = 0;
    }
}

/// The places of the first sixteen bits, the lowest standing for the place `at`; what comes after the last means nothing.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,bmi2")]
fn places(bits: u64, at: u32) -> __m512i {
    let numbers = _mm512_castsi512_si128(_mm512_maskz_compress_epi8(bits, load(&NUMBERS)));
    _mm512_add_epi32(_mm512_cvtepu8_epi32(numbers), _mm512_set1_epi32(at as i32))
}
