//! Values by number, in the order in which they first came.
//!
//! Owns the search for a value that came before: numbers by a table of those near the first, texts by a hash.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use crate::table::mixed::Mixed;

/// Numbers near the first one that are found without a hash: plies, ratings' differences and the days of a month are.
const NEAR: usize = 2_048;
/// How many of them lie below the first.
const BELOW: i32 = 512;

/// No entry yet.
const NONE: u32 = u32::MAX;

/// Numbers by number.
#[derive(Debug, Default)]
pub(super) struct NumberDictionary {
    numbers: Vec<i32>,
    /// The smallest number of the table.
    base: i32,
    near: Vec<u32>,
    far: HashMap<i32, u32, BuildHasherDefault<Mixed>>,
}

impl NumberDictionary {
    /// The numbers, in order.
    pub(super) fn numbers(&self) -> &[i32] {
        &self.numbers
    }

    /// The place of a number.
    #[inline]
    pub(super) fn index(&mut self, number: i32) -> u32 {
        match self.near.get(number.wrapping_sub(self.base) as u32 as usize) {
            Some(index) if *index != NONE => *index,
            _ => self.learn(number),
        }
    }

    #[cold]
    fn learn(&mut self, number: i32) -> u32 {
        if self.near.is_empty() {
            self.near = vec![NONE; NEAR];
            self.base = number.wrapping_sub(BELOW);
        }
        let next = self.numbers.len() as u32;
        let index = match self.near.get_mut(number.wrapping_sub(self.base) as u32 as usize) {
            Some(index) => {
                *index = next;
                next
            }
            None => *self.far.entry(number).or_insert(next),
        };
        if index == next {
            self.numbers.push(number);
        }
        index
    }
}

/// Probes after which a text counts as one that can't be found: hashes of a file made for it could all be the same.
const MOST_PROBES: usize = 64;

/// Bits of a slot that hold an entry's place. A page of 1 MiB has room for 2^18 entries; the bits above hold as much of
/// the hash as fits, so that most slots of other texts are passed without a look at their entries. Slots of twelve
/// bytes with all of it took twice as long: the tables of two dozen columns have to share the cache.
const INDEX_BITS: u32 = 18;
const INDEX_MASK: u32 = (1 << INDEX_BITS) - 1;

/// Texts by number.
#[derive(Debug)]
pub(super) struct TextDictionary {
    /// The entries as they stand in a dictionary page: each behind its length in four bytes.
    page: Vec<u8>,
    /// Where each entry begins in the page, and its hash.
    entries: Vec<(u32, u32)>,
    /// A power of two of places, twice as many as entries at least: an entry's place below the bits of its hash.
    slots: Vec<u32>,
    most_bytes: usize,
}

impl TextDictionary {
    /// A dictionary whose page has so many bytes at most.
    pub(super) fn new(most_bytes: usize) -> TextDictionary {
        TextDictionary { page: Vec::new(), entries: Vec::new(), slots: vec![NONE; 64], most_bytes }
    }

    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// The smallest and the greatest entry, byte by byte.
    pub(super) fn bounds(&self) -> Option<(&[u8], &[u8])> {
        let entries = || (0..self.len() as u32).map(|index| self.entry(index));
        entries().min().zip(entries().max())
    }

    /// The entries as they stand in a dictionary page.
    pub(super) fn into_page(self) -> Vec<u8> {
        self.page
    }

    /// The place of a text; `None` if it is new and there is no room for it.
    #[inline]
    pub(super) fn index(&mut self, text: &[u8]) -> Option<u32> {
        let hash = hash(text);
        let mask = self.slots.len() - 1;
        for probe in 0..MOST_PROBES {
            let slot = (hash as usize + probe) & mask;
            let known = self.slots[slot];
            if known == NONE {
                return self.learn(text, hash, slot);
            }
            let index = known & INDEX_MASK;
            if (known ^ hash) & !INDEX_MASK == 0 && is_same(self.entry(index), text) {
                return Some(index);
            }
        }
        None
    }

    #[inline]
    fn entry(&self, index: u32) -> &[u8] {
        let (start, _) = self.entries[index as usize];
        let (length, rest) = self.page[start as usize..].split_first_chunk::<4>().unwrap_or((&[0; 4], &[]));
        &rest[..u32::from_le_bytes(*length) as usize]
    }

    fn learn(&mut self, text: &[u8], hash: u32, slot: usize) -> Option<u32> {
        // The last place would look like a free slot.
        if self.page.len() + 4 + text.len() > self.most_bytes || self.len() >= INDEX_MASK as usize {
            return None;
        }
        let index = self.len() as u32;
        self.entries.push((self.page.len() as u32, hash));
        self.slots[slot] = hash & !INDEX_MASK | index;
        self.page.extend_from_slice(&(text.len() as u32).to_le_bytes());
        self.page.extend_from_slice(text);
        if self.len() * 2 > self.slots.len() {
            self.grow();
        }
        Some(index)
    }

    fn grow(&mut self) {
        let mut slots = vec![NONE; self.slots.len() * 2];
        let mask = slots.len() - 1;
        for (index, (_, hash)) in (0..).zip(&self.entries) {
            let mut slot = *hash as usize & mask;
            while slots[slot] != NONE {
                slot = (slot + 1) & mask;
            }
            slots[slot] = hash & !INDEX_MASK | index;
        }
        self.slots = slots;
    }
}

/// Most texts have some four to sixteen bytes: two words are compared faster than a call is made.
#[inline]
fn is_same(one: &[u8], other: &[u8]) -> bool {
    if one.len() != other.len() {
        return false;
    }
    match one.len() {
        4..=8 => one.first_chunk::<4>() == other.first_chunk() && one.last_chunk::<4>() == other.last_chunk(),
        9..=16 => {
            one.first_chunk::<8>() == other.first_chunk() && one.last_chunk::<8>() == other.last_chunk()
        }
        _ => one == other,
    }
}

/// Sixteen bytes at a time, multiplied and folded.
#[inline]
fn hash(text: &[u8]) -> u32 {
    const SEEDS: [u64; 2] = [0x9E37_79B9_7F4A_7C15, 0xD6E8_FEB8_6659_FD93];
    let mut state = SEEDS[0] ^ text.len() as u64;
    let mut rest = text;
    while let Some((chunk, behind)) = rest.split_first_chunk::<16>() {
        let (halves, _) = chunk.as_chunks::<8>();
        state = fold(state ^ u64::from_le_bytes(halves[0]), SEEDS[1] ^ u64::from_le_bytes(halves[1]));
        rest = behind;
    }
    let (low, high) = match (rest.first_chunk::<8>(), rest.last_chunk::<8>()) {
        (Some(first), Some(last)) => (u64::from_le_bytes(*first), u64::from_le_bytes(*last)),
        _ => match (rest.first_chunk::<4>(), rest.last_chunk::<4>()) {
            (Some(first), Some(last)) => {
                (u32::from_le_bytes(*first).into(), u32::from_le_bytes(*last).into())
            }
            _ => (rest.iter().fold(0, |low, byte| low << 8 | u64::from(*byte)), 0),
        },
    };
    let folded = fold(state ^ low, SEEDS[1] ^ high);
    (folded ^ folded >> 32) as u32
}

fn fold(one: u64, other: u64) -> u64 {
    let product = u128::from(one) * u128::from(other);
    product as u64 ^ (product >> 64) as u64
}
