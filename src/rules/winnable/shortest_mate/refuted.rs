//! How many half-moves mate is known to be away from positions that a search has looked into.
//!
//! Owns a table of a fixed size that forgets. What it says of a position is true of that position whatever the search was for,
//! because it holds lower bounds alone, and because 120 bits of two independent hashes have to agree: a collision would be a
//! false proof.

use crate::chess::piece::PieceType;
use crate::chess::position::Position;

/// Slots in powers of two: 32 MiB. A search to its budget looks into about as many positions.
const SLOT_BITS: u32 = 21;

/// The bits of the second word that hold the bound.
const BOUND: u64 = 0xff;

/// Lower bounds by position.
pub(super) struct Refuted {
    slots: Vec<[u64; 2]>,
}

impl Refuted {
    pub(super) fn new() -> Refuted {
        Refuted { slots: vec![[0; 2]; 1 << SLOT_BITS] }
    }

    /// Half-moves that mate is away at least; 0 if nothing is known.
    pub(super) fn least(&self, entry: Entry) -> u8 {
        let found = self.slots[entry.slot()..][..2].iter().find(|slot| entry.is_in(slot));
        found.map_or(0, |slot| (slot[1] & BOUND) as u8)
    }

    /// Remembers that mate is at least so far away.
    pub(super) fn store(&mut self, entry: Entry, least: u8) {
        let slots = &mut self.slots[entry.slot()..][..2];
        // The dearer knowledge is kept in the first of two neighbours, the newer in the other.
        let kept = u64::from(least) >= slots[0][1] & BOUND || entry.is_in(&slots[0]);
        slots[usize::from(!kept)] = [entry.key, entry.check | u64::from(least)];
    }
}

/// A position's place in the table.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    key: u64,
    /// A hash of the placement, its last bits free for the bound.
    check: u64,
}

impl Entry {
    pub(super) fn of(position: &Position) -> Entry {
        let board = position.board();
        let kinds = PieceType::ALL.map(|kind| board.pieces(kind).0);
        let sets = kinds.into_iter().chain([board.of_color(position.turn()).0]);
        // Multiplied by an odd number near 2^64 divided by the golden ratio: every step can be undone, so that nothing is lost
        // before the end.
        let check = sets.fold(0_u64, |hash, set| {
            let mixed = (hash ^ set).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            mixed ^ (mixed >> 29)
        });
        Entry { key: position.key().0, check: check & !BOUND }
    }

    /// The first of two neighbours.
    fn slot(self) -> usize {
        (self.key >> (64 - SLOT_BITS)) as usize & !1
    }

    fn is_in(self, slot: &[u64; 2]) -> bool {
        slot[0] == self.key && slot[1] & !BOUND == self.check
    }
}
