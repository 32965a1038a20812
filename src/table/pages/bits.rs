//! Numbers in as few bits as they need.
//!
//! Owns Parquet's two ways to write them: packed one behind the other from the lowest bit up, and the mixture of runs
//! and packed groups of eight in which levels and dictionary indices are written.
//!
//! ```text
//! run     | length << 1         | value in whole bytes
//! groups  | (groups << 1) | 1   | eight values | eight values | ...
//! ```

/// A run ends the packed groups before it and begins new ones after it: it must save more bytes than the two headers.
const RUN_PAYS: usize = 2;

/// The bits that numbers up to `greatest` need.
pub(super) fn width_of(greatest: u32) -> u8 {
    (u32::BITS - greatest.leading_zeros()) as u8
}

/// Appends a number in groups of seven bits, the lowest first.
pub(super) fn put_varint(mut number: u64, out: &mut Vec<u8>) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Appends a signed number so that small ones are short, whatever their sign.
pub(super) fn put_zigzag(number: i64, out: &mut Vec<u8>) {
    put_varint(((number << 1) ^ (number >> 63)) as u64, out);
}

/// Appends one value, `count` times.
pub(super) fn put_run(value: u32, count: usize, width: u8, out: &mut Vec<u8>) {
    put_varint((count as u64) << 1, out);
    out.extend_from_slice(&value.to_le_bytes()[..usize::from(width).div_ceil(8)]);
}

/// Appends values as runs and packed groups.
pub(super) fn put_mixture<T: Copy + PartialEq + Into<u32>>(values: &[T], width: u8, out: &mut Vec<u8>) {
    let mut left = values;
    while let Some((groups, run)) = next_run(left, width) {
        let (packed, behind) = left.split_at(groups * 8);
        put_groups(packed, width, out);
        put_run(behind[0].into(), run, width, out);
        left = &behind[run..];
    }
    put_groups(left, width, out);
}

/// How many groups of eight stand before the next run that pays, and how many values the run has.
fn next_run<T: Copy + PartialEq>(values: &[T], width: u8) -> Option<(usize, usize)> {
    let (groups, _) = values.as_chunks::<8>();
    let mut at = 0;
    while at < groups.len() {
        let value = groups[at][0];
        let same = |group: &&[T; 8]| group.iter().all(|other| *other == value);
        let run = groups[at..].iter().take_while(same).count();
        if run * usize::from(width) > RUN_PAYS || (run > 0 && at + run == groups.len()) {
            let behind = &values[(at + run) * 8..];
            return Some((at, run * 8 + behind.iter().take_while(|other| **other == value).count()));
        }
        at += run.max(1);
    }
    None
}

/// Appends groups of eight, the last of them filled up with zeros.
fn put_groups<T: Copy + Into<u32>>(values: &[T], width: u8, out: &mut Vec<u8>) {
    let (groups, rest) = values.as_chunks::<8>();
    let count = groups.len() + usize::from(!rest.is_empty());
    if count == 0 {
        return;
    }
    put_varint((count as u64) << 1 | 1, out);
    out.reserve(count * usize::from(width) + 16);
    for group in groups {
        put_eight(group.map(Into::into), width, out);
    }
    if !rest.is_empty() {
        let mut group = [0; 8];
        group.iter_mut().zip(rest).for_each(|(place, value)| *place = (*value).into());
        put_eight(group, width, out);
    }
}

/// Appends eight values, which take `width` bytes.
#[inline]
fn put_eight(group: [u32; 8], width: u8, out: &mut Vec<u8>) {
    let end = out.len() + usize::from(width);
    if width <= 8 {
        let word = group.iter().rev().fold(0u64, |word, value| word << width | u64::from(*value));
        out.extend_from_slice(&word.to_le_bytes());
    } else if width <= 16 {
        let word = group.iter().rev().fold(0u128, |word, value| word << width | u128::from(*value));
        out.extend_from_slice(&word.to_le_bytes());
    } else {
        put_packed(&group.map(u64::from), width, out);
    }
    out.truncate(end);
}

/// Appends values one behind the other; together they must fill whole bytes.
pub(super) fn put_packed(values: &[u64], width: u8, out: &mut Vec<u8>) {
    let (mut word, mut filled) = (0u64, 0u32);
    let width = u32::from(width);
    for value in values {
        word |= value << filled;
        filled += width;
        if filled >= u64::BITS {
            out.extend_from_slice(&word.to_le_bytes());
            filled -= u64::BITS;
            // What of this value had no room; a shift by all 64 bits leaves nothing.
            word = value.checked_shr(width - filled).unwrap_or_default();
        }
    }
    out.extend_from_slice(&word.to_le_bytes()[..filled.div_ceil(8) as usize]);
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Reads a mixture back, bit by bit.
    fn read(bytes: &[u8], width: u8, count: usize) -> Vec<u32> {
        let (mut values, mut at) = (Vec::new(), 0);
        let bit = |from: usize, index: usize| u32::from(bytes[from + index / 8] >> (index % 8) & 1);
        while values.len() < count {
            let (mut header, mut shift) = (0usize, 0);
            loop {
                header |= usize::from(bytes[at] & 0x7F) << shift;
                shift += 7;
                at += 1;
                if bytes[at - 1] & 0x80 == 0 {
                    break;
                }
            }
            let width = usize::from(width);
            let number = |from: usize, index: usize| {
                (0..width).fold(0, |number, place| number | bit(from, index * width + place) << place)
            };
            if header & 1 == 1 {
                values.extend((0..(header >> 1) * 8).map(|index| number(at, index)));
                at += (header >> 1) * width;
            } else {
                let value = number(at, 0);
                values.extend((0..header >> 1).map(|_| value));
                at += width.div_ceil(8);
            }
        }
        assert_eq!(at, bytes.len());
        values.truncate(count);
        values
    }

    proptest! {
        #[test]
        fn a_mixture_is_read_as_it_was_written(
            runs in prop::collection::vec((any::<u32>(), prop_oneof![1usize..4, 1usize..50]), 0..40),
            width in 1u8..=32,
        ) {
            let greatest = u32::MAX >> (32 - u32::from(width));
            let values: Vec<u32> =
                runs.iter().flat_map(|(value, count)| vec![value & greatest; *count]).collect();
            let mut bytes = Vec::new();
            put_mixture(&values, width, &mut bytes);
            prop_assert_eq!(read(&bytes, width, values.len()), values);
        }
    }

    #[test]
    fn widths_are_those_of_the_greatest_number() {
        assert_eq!([0, 1, 2, 255, 256, u32::MAX].map(width_of), [0, 1, 2, 8, 9, 32]);
    }

    #[test]
    fn one_value_is_one_run_whatever_its_length() {
        for count in [1_usize, 7, 8, 9, 1_000] {
            let mut bytes = Vec::new();
            put_mixture(&vec![1_u8; count], 1, &mut bytes);
            assert!(bytes.len() <= 3, "{count}: {bytes:?}");
        }
    }
}
