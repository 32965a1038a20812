//! Clocks as Lichess writes them, `[%clk 0:03:00] }` at the end of a comment: nearly all that there are.
//!
//! Owns the fast reading of these; what is written in another way is declined and left to [`last_clock`](super::clock::last_clock).

/// The two halves of what a comment ends with.
pub(super) const FIRST: u64 = u64::from_le_bytes(*b"[%clk 0:");
pub(super) const SECOND: u64 = u64::from_le_bytes(*b"00:00] }");
/// Where the digits are, as what they may differ in from zero.
pub(super) const HOURS: u64 = u64::from_le_bytes([0, 0, 0, 0, 0, 0, 0x0F, 0]);
pub(super) const DIGITS: u64 = u64::from_le_bytes([0x0F, 0x0F, 0, 0x0F, 0x0F, 0, 0, 0]);
/// What carries a digit that is none into its upper half.
pub(super) const SIX: u64 = 0x0606_0606_0606_0606;

/// A reading that is declined.
pub(super) const DECLINED: i32 = i32::MIN;

/// Milliseconds on the clock with which a comment ends, from its last sixteen bytes; [`DECLINED`] if it isn't plain.
///
/// Without a branch: of a game's comments either all are plain, or all are left to the other reader.
#[inline(always)]
pub(super) fn plain_clock(end: &[u8; 16]) -> i32 {
    let [first, second] = [0, 8].map(|at| {
        let mut half = [0; 8];
        half.copy_from_slice(&end[at..at + 8]);
        u64::from_le_bytes(half)
    });
    let (hours, digits) = (first ^ FIRST, second ^ SECOND);
    let odd = hours & !HOURS
        | digits & !DIGITS
        | ((hours & HOURS) + (SIX & HOURS)) & (HOURS << 4)
        | ((digits & DIGITS) + (SIX & DIGITS)) & (DIGITS << 4);
    // Of digits nothing carries. Minutes in the lowest byte, seconds in the fourth.
    let pairs = digits.wrapping_mul(10).wrapping_add(digits >> 8);
    let seconds = (hours >> 48) * 3600 + (pairs & 0xFF) * 60 + (pairs >> 24 & 0xFF);
    if odd == 0 { seconds as i32 * 1000 } else { DECLINED }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::pgn::annotations::clock::last_clock;

    #[test]
    fn each_digit_counts_for_what_it_is() {
        for (text, seconds) in
            [(b"[%clk 0:03:00] }", 180), (b"[%clk 1:23:45] }", 5_025), (b"[%clk 9:99:99] }", 38_439)]
        {
            assert_eq!(plain_clock(text), seconds * 1000);
        }
    }

    proptest! {
        #[test]
        fn what_is_read_is_what_the_other_reads(
            digits in prop::array::uniform5(0u8..10),
            change in prop::option::of((0usize..16, any::<u8>())),
        ) {
            let mut text = *b"[%clk 0:00:00] }";
            for (place, digit) in [6, 8, 9, 11, 12].into_iter().zip(digits) {
                text[place] += digit;
            }
            if let Some((place, byte)) = change {
                text[place] = byte;
            }
            let found = plain_clock(&text);
            if change.is_none() || found != DECLINED {
                let other = last_clock(&text[..15]).map(|reading| reading.clock.milliseconds);
                prop_assert_eq!(Some(i64::from(found)), other);
            }
        }
    }
}
