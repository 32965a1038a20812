//! Plain clocks, eight read at once, on processors that have AVX-512.
//!
//! Owns what [`plain_clock`](super::plain_clocks::plain_clock) does to one comment, done to eight in a third of the time: every clock of
//! every game is read.

use std::arch::x86_64::*;

use super::plain_clocks::{DECLINED, DIGITS, FIRST, HOURS, SECOND, SIX};

/// Proof that the processor has what the reader asks for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wide(());

impl Wide {
    /// The proof, where the processor has AVX-512 for bytes.
    pub(super) fn detect() -> Option<Wide> {
        let found = is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw");
        found.then_some(Wide(()))
    }

    /// Appends the readings of the comments that end at `ends`, in rising order, as far as there are eight together and sixteen bytes before
    /// each; gives how many, and whether none of them was declined.
    pub(super) fn read(self, text: &[u8], ends: &[u32], readings: &mut Vec<i32>) -> (usize, bool) {
        #[allow(unsafe_code)]
        // SAFETY: a `Wide` exists only where all the features that the function asks for have been found.
        unsafe {
            read(text, ends, readings)
        }
    }
}

#[target_feature(enable = "avx512f,avx512bw")]
fn read(text: &[u8], ends: &[u32], readings: &mut Vec<i32>) -> (usize, bool) {
    let (eights, _) = ends.as_chunks::<8>();
    let mut declined = 0;
    // Room for all at once: a list that grows by eight asks for it each time.
    readings.reserve(ends.len());
    for (count, ends) in eights.iter().enumerate() {
        let Some([first, second]) = halves(text, ends) else { return (count * 8, declined == 0) };
        let (eight, odd) = clocks(first, second);
        readings.extend_from_slice(&eight);
        declined |= odd;
    }
    (eights.len() * 8, declined == 0)
}

/// The two halves of the sixteen bytes before each place; `None` unless all of them are there.
#[inline(always)]
#[allow(unsafe_code)]
fn halves(text: &[u8], ends: &[u32; 8]) -> Option<[[i64; 8]; 2]> {
    let (least, greatest) =
        ends.iter().fold((u32::MAX, 0), |(least, greatest), end| (least.min(*end), greatest.max(*end)));
    if least < 16 || greatest as usize > text.len() {
        return None;
    }
    let mut halves = [[0; 8]; 2];
    for (lane, end) in ends.iter().enumerate() {
        for (half, before) in halves.iter_mut().zip([16, 8]) {
            // SAFETY: each place is at least sixteen and at most the length, so the eight bytes from eight or sixteen before it are those of
            // the slice.
            half[lane] = unsafe { text.as_ptr().add(*end as usize - before).cast::<i64>().read_unaligned() };
        }
    }
    Some(halves)
}

/// The readings of eight comments from the two halves of what they end with, and the lanes of those that are declined.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
#[allow(unsafe_code)]
fn clocks(first: [i64; 8], second: [i64; 8]) -> ([i32; 8], u8) {
    let each = |word: u64| _mm512_set1_epi64(word as i64);
    let vector = |[a, b, c, d, e, f, g, h]: [i64; 8]| _mm512_set_epi64(h, g, f, e, d, c, b, a);
    let (hours, digits) = (vector(first), vector(second));
    let (hours, digits) = (_mm512_xor_si512(hours, each(FIRST)), _mm512_xor_si512(digits, each(SECOND)));
    let carries = |bytes, places: u64| {
        let sums = _mm512_add_epi64(_mm512_and_si512(bytes, each(places)), each(SIX & places));
        _mm512_and_si512(sums, each(places << 4))
    };
    let elsewhere = |bytes, places: u64| _mm512_andnot_si512(each(places), bytes);
    let odd = _mm512_or_si512(
        _mm512_or_si512(elsewhere(hours, HOURS), elsewhere(digits, DIGITS)),
        _mm512_or_si512(carries(hours, HOURS), carries(digits, DIGITS)),
    );
    // Minutes; tens of seconds; seconds: sixteen bits each. Then the first two as seconds in the lower half.
    let weights = each(u64::from_le_bytes([10, 1, 0, 10, 1, 0, 0, 0]));
    let parts = _mm512_maddubs_epi16(digits, weights);
    let sums = _mm512_madd_epi16(parts, each(60 | 1 << 16 | 1 << 32));
    let seconds = _mm512_add_epi64(sums, _mm512_srli_epi64::<32>(sums));
    let hours = _mm512_mul_epu32(_mm512_srli_epi64::<48>(hours), each(3600));
    let milliseconds = _mm512_mul_epu32(_mm512_add_epi64(seconds, hours), each(1000));
    let declined = _mm512_test_epi64_mask(odd, odd);
    let readings = _mm512_mask_mov_epi64(milliseconds, declined, _mm512_set1_epi64(i64::from(DECLINED)));
    let mut array = [0; 8];
    // SAFETY: the array holds the eight words that are written, and the instruction asks for no alignment.
    unsafe { _mm256_storeu_si256(array.as_mut_ptr().cast(), _mm512_cvtepi64_epi32(readings)) };
    (array, declined)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::pgn::annotations::plain_clocks::plain_clock;

    proptest! {
        #[test]
        fn eight_comments_are_read_as_each_by_itself(
            comments in prop::collection::vec(
                (prop::array::uniform5(0u8..10), prop::option::weighted(0.2, (0usize..16, any::<u8>()))),
                0..30,
            ),
            cut in 0usize..3,
        ) {
            let Some(wide) = Wide::detect() else { return Ok(()) };
            let (mut text, mut ends) = (Vec::new(), Vec::new());
            for (digits, change) in comments {
                let mut comment = *b"[%clk 0:00:00] }";
                for (place, digit) in [6, 8, 9, 11, 12].into_iter().zip(digits) {
                    comment[place] += digit;
                }
                if let Some((place, byte)) = change {
                    comment[place] = byte;
                }
                text.extend(comment);
                ends.push(text.len() as u32);
            }
            // A comment too near the start, or beyond the end.
            let text = if cut == 1 { text.get(1..).unwrap_or_default() } else { &text[..] };
            let text = if cut == 2 { text.get(..text.len().saturating_sub(1)).unwrap_or_default() } else { text };
            let mut readings = Vec::new();
            let (count, are_plain) = wide.read(text, &ends, &mut readings);
            prop_assert_eq!(readings.len(), count);
            prop_assert_eq!(are_plain, !readings.contains(&DECLINED));
            prop_assert!(cut != 0 || count == ends.len() / 8 * 8);
            for (reading, end) in readings.into_iter().zip(ends) {
                let own = text[..end as usize].last_chunk().map(plain_clock);
                prop_assert_eq!(Some(reading), own);
            }
        }
    }
}
