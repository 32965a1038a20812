//! How often each position of a game occurred.
//!
//! Owns the count of FIDE Laws 9.2.3: positions are the same if the same player has the move, the same pieces stand on the same
//! squares, and the possible moves of all are the same. The keys given here must follow that rule: castling rights, and
//! en passant only where such a capture is legal.

use crate::chess::Key;

/// Slots of the filter, a power of two: 1,024 words stay in the first-level cache, and a game's reversible run fills few of them.
const SLOTS: usize = 1024;

/// The positions of one game; buffers are kept from game to game.
#[derive(Clone, Debug)]
pub struct Repetitions {
    keys: Vec<Key>,
    /// The first position that can still come back: the one after the last irreversible move.
    first: usize,
    /// By the low bits of a key, the serial number of the last position with those bits. Numbers go on from game to game, so
    /// that nothing needs to be cleared; most positions are seen to be new by this look-up alone.
    slots: Box<[u32; SLOTS]>,
    /// The positions that had occurred before, by ply, and for which time: few games have many.
    returns: Vec<(usize, u32)>,
    /// Serial number of the game's start position; never 0.
    serial: u32,
    max: u32,
    threefold: Option<u32>,
    fivefold: Option<u32>,
}

impl Default for Repetitions {
    fn default() -> Repetitions {
        Repetitions {
            keys: Vec::new(),
            first: 0,
            slots: Box::new([0; SLOTS]),
            returns: Vec::new(),
            serial: 1,
            max: 0,
            threefold: None,
            fivefold: None,
        }
    }
}

impl Repetitions {
    /// Begins a game at its start position.
    pub fn start(&mut self, key: Key) {
        // A game has fewer positions than a quarter of the serial numbers, or else more than the address space holds.
        self.serial = self.serial.wrapping_add(self.keys.len() as u32);
        if self.serial > u32::MAX / 2 || self.serial == 0 {
            self.slots.fill(0);
            self.serial = 1;
        }
        self.keys.clear();
        self.returns.clear();
        self.first = 0;
        self.max = 0;
        self.threefold = None;
        self.fivefold = None;
        self.push(key, true);
        self.max = 1;
    }

    /// Adds the position after the next ply. After an irreversible move (a capture, a pawn move, castling) no earlier position can
    /// come back.
    #[inline(always)]
    pub fn push(&mut self, key: Key, irreversible: bool) {
        let index = self.keys.len();
        // The greater of the two, and no branch: whether a move is irreversible can't be predicted.
        self.first = self.first.max(index * usize::from(irreversible));
        let slot = &mut self.slots[key.0 as usize % SLOTS];
        let seen = *slot >= self.serial + self.first as u32;
        *slot = self.serial + index as u32;
        self.keys.push(key);
        if seen {
            self.count(key);
        }
    }

    /// Passes over the positions up to the one after `ply`, which can't come back, and adds that one. Where all have been looked through by
    /// other means, only the runs in which something can come back need be added.
    pub fn begin_run(&mut self, ply: usize, key: Key) {
        self.pass_over(ply);
        if self.keys.len() == ply {
            self.push(key, true);
        }
    }

    /// Passes over the positions before the one after `ply`: each has occurred once.
    pub fn pass_over(&mut self, ply: usize) {
        if self.keys.len() < ply {
            self.keys.resize(ply, Key(0));
        }
    }

    /// Counts a position that may have occurred before, from its last occurrence on, so that a game of a hundred thousand plies
    /// of to and fro takes no longer than its length.
    #[cold]
    fn count(&mut self, key: Key) {
        let ply = self.keys.len() - 1;
        // The same player has the move at every second position only.
        let earlier = (self.first..ply).rev().skip(1).step_by(2).find(|index| self.keys[*index] == key);
        let Some(earlier) = earlier else { return };
        let times = 1 + self.times(earlier);
        self.returns.push((ply, times));
        self.max = self.max.max(times);
        if times >= 3 {
            self.threefold.get_or_insert(ply as u32);
        }
        if times >= 5 {
            self.fivefold.get_or_insert(ply as u32);
        }
    }

    /// How often the position at an index had occurred by then.
    fn times(&self, index: usize) -> u32 {
        self.returns.binary_search_by_key(&index, |(ply, _)| *ply).map_or(1, |found| self.returns[found].1)
    }

    /// How often the most frequent position has occurred.
    pub fn max(&self) -> u32 {
        self.max
    }

    /// The first ply at which a position had occurred three times: a draw could be claimed (9.2).
    pub fn threefold_ply(&self) -> Option<u32> {
        self.threefold
    }

    /// The first ply at which a position had occurred five times (9.6.1).
    pub fn fivefold_ply(&self) -> Option<u32> {
        self.fivefold
    }

    /// How often the last position has occurred.
    pub fn last_count(&self) -> u32 {
        match self.keys.len() {
            0 => 0,
            length => self.times(length - 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn going_back_and_forth_repeats_the_start_every_fourth_ply() {
        let mut repetitions = Repetitions::default();
        repetitions.start(Key(7));
        for ply in 1..=16u64 {
            repetitions.push(Key([7, 8, 9, 10][ply as usize % 4]), false);
        }
        assert_eq!(
            (repetitions.threefold_ply(), repetitions.fivefold_ply(), repetitions.max()),
            (Some(8), Some(16), 5)
        );
    }

    proptest! {
        #[test]
        fn the_filter_misses_nothing(games in prop::collection::vec(prop::collection::vec((0u64..6, prop::bool::weighted(0.05)), 0..80), 1..5)) {
            let mut repetitions = Repetitions::default();
            for game in games {
                repetitions.start(Key(0));
                let mut counts = HashMap::from([(0, 1)]);
                let (mut max, mut threefold, mut fivefold) = (1, None, None);
                let (mut era, mut last) = (0, 0);
                for (index, (key, irreversible)) in game.into_iter().enumerate() {
                    let ply = index as u32 + 1;
                    era += u64::from(irreversible);
                    // Parity and era are part of the key, as side to move and what was captured are.
                    let key = key * 2048 + era * 100_000 + u64::from(ply % 2);
                    repetitions.push(Key(key), irreversible);
                    last = key;
                    let count = counts.entry(key).or_insert(0);
                    *count += 1;
                    max = max.max(*count);
                    if *count >= 3 { threefold.get_or_insert(ply); }
                    if *count >= 5 { fivefold.get_or_insert(ply); }
                }
                prop_assert_eq!(repetitions.last_count(), counts.get(&last).copied().unwrap_or(1));
                prop_assert_eq!((repetitions.max(), repetitions.threefold_ply(), repetitions.fivefold_ply()), (max, threefold, fivefold));
            }
        }
    }
}
