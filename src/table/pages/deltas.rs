//! Numbers as differences from the one before.
//!
//! Owns the format's DELTA_BINARY_PACKED: blocks of 128 differences, counted from the smallest of the block and packed
//! in four quarters, each as wide as it must be.
//!
//! ```text
//! | 128 | 4 | count | first | smallest, four widths, four quarters | smallest, ... |
//! ```

use super::bits::{put_packed, put_varint, put_zigzag};

const BLOCK: usize = 128;
const QUARTERS: usize = 4;
const QUARTER: usize = BLOCK / QUARTERS;

/// Numbers being written.
#[derive(Debug)]
pub(super) struct Deltas {
    /// The bits that the column's type is short of 64. Differences wrap within the type; readers undo it.
    spare: u32,
    count: usize,
    first: i64,
    last: i64,
    /// Differences of the block that is not full yet.
    block: Box<[i64; BLOCK]>,
    filled: usize,
    blocks: Vec<u8>,
}

impl Deltas {
    /// Of numbers of 32 bits.
    pub(super) fn short() -> Deltas {
        Deltas::new(32)
    }

    /// Of numbers of 64 bits.
    pub(super) fn long() -> Deltas {
        Deltas::new(0)
    }

    fn new(spare: u32) -> Deltas {
        Deltas {
            spare,
            count: 0,
            first: 0,
            last: 0,
            block: Box::new([0; BLOCK]),
            filled: 0,
            blocks: Vec::new(),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.count
    }

    #[inline]
    pub(super) fn push(&mut self, number: i64) {
        if self.count == 0 {
            self.first = number;
        } else {
            self.block[self.filled] = number.wrapping_sub(self.last) << self.spare >> self.spare;
            self.filled += 1;
            if self.filled == BLOCK {
                self.close_block();
            }
        }
        self.last = number;
        self.count += 1;
    }

    /// Appends all numbers, and begins anew.
    pub(super) fn finish(&mut self, out: &mut Vec<u8>) {
        if self.filled > 0 {
            self.close_block();
        }
        put_varint(BLOCK as u64, out);
        put_varint(QUARTERS as u64, out);
        put_varint(self.count as u64, out);
        put_zigzag(self.first, out);
        out.extend_from_slice(&self.blocks);
        self.blocks.clear();
        (self.count, self.first) = (0, 0);
    }

    fn close_block(&mut self) {
        let filled = &self.block[..self.filled];
        let smallest = filled.iter().copied().min().unwrap_or_default();
        let mut above = [0u64; BLOCK];
        above.iter_mut().zip(filled).for_each(|(above, delta)| *above = delta.wrapping_sub(smallest) as u64);
        let (quarters, _) = above.as_chunks::<QUARTER>();
        let widths = quarters_widths(quarters);
        put_zigzag(smallest, &mut self.blocks);
        self.blocks.extend_from_slice(&widths);
        for (quarter, width) in quarters.iter().zip(widths) {
            if width > 0 {
                put_packed(quarter, width, &mut self.blocks);
            }
        }
        self.filled = 0;
    }
}

fn quarters_widths(quarters: &[[u64; QUARTER]]) -> [u8; QUARTERS] {
    let mut widths = [0; QUARTERS];
    for (width, quarter) in widths.iter_mut().zip(quarters) {
        let bits = quarter.iter().fold(0, |bits, value| bits | value);
        *width = (u64::BITS - bits.leading_zeros()) as u8;
    }
    widths
}
