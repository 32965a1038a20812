//! The few operations on eight words at once that the rest of the folder is written in.
//!
//! Owns the names, so that the code above reads as chess does. Every function is one instruction or two of AVX-512, which the
//! compiler may merge with its neighbours.

use std::arch::x86_64::*;

/// Eight words of 64 bits, one a lane.
pub(super) type Words = __m512i;
/// One bit a lane.
pub(super) type Lanes = __mmask8;

/// The same word in every lane.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn all(word: u64) -> Words {
    _mm512_set1_epi64(word as i64)
}

#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn and(a: Words, b: Words) -> Words {
    _mm512_and_si512(a, b)
}

/// `a` without `b`.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn without(a: Words, b: Words) -> Words {
    _mm512_andnot_si512(b, a)
}

#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn or(a: Words, b: Words) -> Words {
    _mm512_or_si512(a, b)
}

#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn xor(a: Words, b: Words) -> Words {
    _mm512_xor_si512(a, b)
}

#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn add(a: Words, b: Words) -> Words {
    _mm512_add_epi64(a, b)
}

#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn sub(a: Words, b: Words) -> Words {
    _mm512_sub_epi64(a, b)
}

/// The bit whose number each lane holds.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn bit(number: Words) -> Words {
    _mm512_sllv_epi64(all(1), number)
}

/// The number of the one bit that is set.
#[inline]
#[target_feature(enable = "avx512f,avx512cd")]
pub(super) fn number(bit: Words) -> Words {
    sub(all(63), _mm512_lzcnt_epi64(bit))
}

/// The ranks of squares.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn rank(square: Words) -> Words {
    _mm512_srli_epi64::<3>(square)
}

/// Each word moved up by a number of bits.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn up<const BITS: u32>(words: Words) -> Words {
    _mm512_slli_epi64::<BITS>(words)
}

/// Each word moved down by a number of bits.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn down<const BITS: u32>(words: Words) -> Words {
    _mm512_srli_epi64::<BITS>(words)
}

/// The lower half of the product.
#[inline]
#[target_feature(enable = "avx512f,avx512dq")]
pub(super) fn multiply(a: Words, b: Words) -> Words {
    _mm512_mullo_epi64(a, b)
}

/// The greater of each two.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn greater(a: Words, b: Words) -> Words {
    _mm512_max_epu64(a, b)
}

/// Each word rotated upwards by the lane's number of bits, modulo 64.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn rotate(words: Words, bits: Words) -> Words {
    _mm512_rolv_epi64(words, bits)
}

/// The bytes of each word in reverse order: ranks upside down.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn swap_bytes(words: Words) -> Words {
    let order = _mm512_set_epi64(
        0x0809_0A0B_0C0D_0E0F,
        0x0001_0203_0405_0607,
        0x0809_0A0B_0C0D_0E0F,
        0x0001_0203_0405_0607,
        0x0809_0A0B_0C0D_0E0F,
        0x0001_0203_0405_0607,
        0x0809_0A0B_0C0D_0E0F,
        0x0001_0203_0405_0607,
    );
    _mm512_shuffle_epi8(words, order)
}

/// The bits of each byte in reverse order: files from right to left.
#[inline]
#[target_feature(enable = "avx512f,gfni")]
pub(super) fn reverse_bits_of_bytes(words: Words) -> Words {
    _mm512_gf2p8affine_epi64_epi8::<0>(words, all(0x8040_2010_0804_0201))
}

/// All bits of each word in reverse order.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,gfni")]
pub(super) fn reverse(words: Words) -> Words {
    swap_bytes(reverse_bits_of_bytes(words))
}

/// An entry of eight, by the low three bits of each lane.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn of_eight(table: &[u64; 8], index: Words) -> Words {
    _mm512_permutexvar_epi64(index, load(table))
}

/// An entry of sixteen, by the low four bits of each lane.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn of_sixteen(table: &[[u64; 8]; 2], index: Words) -> Words {
    _mm512_permutex2var_epi64(load(&table[0]), index, load(&table[1]))
}

/// The lanes in which `a` and `b` meet.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn meets(a: Words, b: Words) -> Lanes {
    _mm512_test_epi64_mask(a, b)
}

/// The lanes in which `a` and `b` don't meet.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn misses(a: Words, b: Words) -> Lanes {
    _mm512_testn_epi64_mask(a, b)
}

/// The lanes in which `a` and `b` are the same.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn equal(a: Words, b: Words) -> Lanes {
    _mm512_cmpeq_epi64_mask(a, b)
}

/// `a` where the lane's bit is set, else `b`.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn select(lanes: Lanes, a: Words, b: Words) -> Words {
    _mm512_mask_mov_epi64(b, lanes, a)
}

/// `a` where the lane's bit is set, else nothing.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn only(lanes: Lanes, a: Words) -> Words {
    _mm512_maskz_mov_epi64(lanes, a)
}

#[inline]
#[target_feature(enable = "avx512f")]
#[allow(unsafe_code)]
pub(super) fn load(words: &[u64; 8]) -> Words {
    // SAFETY: the reference is valid for the 64 bytes that are read, and the instruction asks for no alignment.
    unsafe { _mm512_loadu_si512(words.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f")]
#[allow(unsafe_code)]
pub(super) fn store(to: &mut [u64; 8], words: Words) {
    // SAFETY: the reference is valid for the 64 bytes that are written, and the instruction asks for no alignment.
    unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast(), words) }
}

/// Eight words of 32 bits, widened.
#[inline]
#[target_feature(enable = "avx512f")]
#[allow(unsafe_code)]
pub(super) fn load_halves(words: &[u32; 8]) -> Words {
    // SAFETY: the reference is valid for the 32 bytes that are read, and the instruction asks for no alignment.
    _mm512_cvtepu32_epi64(unsafe { _mm256_loadu_si256(words.as_ptr().cast()) })
}

/// The lower halves of eight words.
#[inline]
#[target_feature(enable = "avx512f")]
#[allow(unsafe_code)]
pub(super) fn store_halves(to: &mut [u32; 8], words: Words) {
    // SAFETY: the reference is valid for the 32 bytes that are written, and the instruction asks for no alignment.
    unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), _mm512_cvtepi64_epi32(words)) }
}

/// For each of 64 bits a byte that holds the bits of four words at that place, the first word's lowest.
#[target_feature(enable = "avx512f,avx512bw")]
#[allow(unsafe_code)]
pub(super) fn spread(words: [u64; 4]) -> [u8; 64] {
    let [first, second, third, fourth] = words;
    let bytes = _mm512_or_si512(
        _mm512_or_si512(_mm512_maskz_set1_epi8(first, 1), _mm512_maskz_set1_epi8(second, 2)),
        _mm512_or_si512(_mm512_maskz_set1_epi8(third, 4), _mm512_maskz_set1_epi8(fourth, 8)),
    );
    let mut spread = [0; 64];
    // SAFETY: the array holds the 64 bytes that are written, and the instruction asks for no alignment.
    unsafe { _mm512_storeu_si512(spread.as_mut_ptr().cast(), bytes) };
    spread
}
