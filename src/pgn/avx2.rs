//! Sixty-four bytes at a time by AVX2: each byte is compared with the one that its low four bits stand for.
//!
//! Owns the instructions, and the decision whether the processor has them. The only `unsafe` here is to load a block, and to say that it can be.

use std::arch::x86_64::{
    __m256i, _mm256_cmpeq_epi8, _mm256_loadu_si256, _mm256_movemask_epi8, _mm256_set_epi64x,
    _mm256_shuffle_epi8,
};

use super::lanes::{Block, Lanes};

/// By 32 bytes. A value exists only on processors that have the instructions: [`Avx2::detect`] is the only source.
#[derive(Clone, Copy, Debug)]
pub(super) struct Avx2(());

impl Avx2 {
    /// The instructions, if this processor has them.
    pub(super) fn detect() -> Option<Avx2> {
        let complete = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        complete.then_some(Avx2(()))
    }
}

/// A table for [`among`]: each of `bytes` where its low four bits say. They must differ in these.
const fn by_low_bits(bytes: &[u8]) -> [u8; 16] {
    // No byte below 128 is found where the table has 128, and none from there on anywhere.
    let mut table = [128; 16];
    let mut index = 0;
    while index < bytes.len() {
        let slot = (bytes[index] & 15) as usize;
        assert!(table[slot] == 128 && bytes[index] < 128);
        table[slot] = bytes[index];
        index += 1;
    }
    table
}

const LINE_ENDS: [u8; 16] = by_low_bits(b"\n\r");
const TAG_MARKS: [u8; 16] = by_low_bits(b"\"\\\n\r");
const TELLING: [u8; 16] = by_low_bits(b"[ \t");

#[inline]
#[target_feature(enable = "avx2")]
#[allow(unsafe_code)]
fn halves(block: &Block) -> [__m256i; 2] {
    // SAFETY: both halves lie in the block. Put together from words, they took 56 instructions a block where these take 34.
    unsafe { [_mm256_loadu_si256(block.as_ptr().cast()), _mm256_loadu_si256(block.as_ptr().add(32).cast())] }
}

#[inline]
#[target_feature(enable = "avx2")]
fn signs(halves: [__m256i; 2]) -> u64 {
    let [low, high] = halves;
    u64::from(_mm256_movemask_epi8(low) as u32) | u64::from(_mm256_movemask_epi8(high) as u32) << 32
}

/// The bytes that stand in a table of [`by_low_bits`]: each byte is compared with the one in its place.
#[inline]
#[target_feature(enable = "avx2")]
fn among(block: &Block, table: &[u8; 16]) -> u64 {
    let word = |at: usize| i64::from_le_bytes(std::array::from_fn(|byte| table[at + byte]));
    let table = _mm256_set_epi64x(word(8), word(0), word(8), word(0));
    signs(halves(block).map(|half| _mm256_cmpeq_epi8(_mm256_shuffle_epi8(table, half), half)))
}

#[inline]
#[target_feature(enable = "avx2")]
fn telling(block: &Block) -> u64 {
    among(block, &TELLING) | signs(halves(block))
}

#[allow(unsafe_code)]
impl Lanes for Avx2 {
    #[inline(always)]
    fn line_ends(self, block: &Block) -> u64 {
        // SAFETY: `self` exists, so `Avx2::detect` has found AVX2 on this processor.
        unsafe { among(block, &LINE_ENDS) }
    }

    #[inline(always)]
    fn tag_marks(self, block: &Block) -> u64 {
        // SAFETY: `self` exists, so `Avx2::detect` has found AVX2 on this processor.
        unsafe { among(block, &TAG_MARKS) }
    }

    #[inline(always)]
    fn telling(self, block: &Block) -> u64 {
        // SAFETY: `self` exists, so `Avx2::detect` has found AVX2 on this processor.
        unsafe { telling(block) }
    }
}

#[cfg(test)]
mod tests {
    use super::super::lanes::tests::{agrees, blocks};
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn lanes_see_what_single_looks_see(block in blocks()) {
            if let Some(avx2) = Avx2::detect() {
                agrees(avx2, &block);
            }
        }
    }

    #[test]
    fn every_byte_is_told() {
        let Some(avx2) = Avx2::detect() else { return };
        for byte in 0..=255 {
            agrees(avx2, &[byte; 64]);
        }
    }
}
