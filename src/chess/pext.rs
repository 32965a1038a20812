//! Sliding attacks by parallel bit extract, where the processor has it.
//!
//! Owns the table of 107,648 sets, built once on first use, and the decision whether the processor is one on
//! which reading it pays. The only `unsafe` here is the instruction itself.

use std::arch::x86_64::{__cpuid, _pext_u64};
use std::sync::OnceLock;

use crate::chess::bitboard::Bitboard;
use crate::chess::sliders::{Sliders, ray};
use crate::chess::square::Square;

/// 2^bits over all squares: 102,400 sets for rooks, 5,248 for bishops.
const ENTRIES: usize = 107_648;

/// The family number from which AMD's processors extract bits in hardware (Zen 3); before that, each set bit
/// of the mask costs some ten cycles of microcode.
const FIRST_FAST_AMD_FAMILY: u32 = 0x19;

static TABLES: OnceLock<Tables> = OnceLock::new();

/// Look-up by `pext`. A value exists only on processors that have the instruction: [`Pext::detect`] is the
/// only source.
#[derive(Clone, Copy)]
pub struct Pext {
    squares: &'static Squares,
    attacks: &'static [u64; ENTRIES],
}

/// Where a square's sets begin, and which squares' occupancy selects among them.
#[derive(Clone, Copy)]
struct Entry {
    mask: u64,
    offset: usize,
}

struct Squares {
    rooks: [Entry; 64],
    bishops: [Entry; 64],
}

struct Tables {
    squares: Squares,
    attacks: Box<[u64; ENTRIES]>,
}

const ROOK_DIRECTIONS: [(i8, i8); 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];
const BISHOP_DIRECTIONS: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

impl Pext {
    /// The tables, if this processor extracts bits and does so fast.
    pub fn detect() -> Option<Pext> {
        if is_microcoded() { None } else { Pext::available() }
    }

    /// The tables, if this processor extracts bits at all, however slowly.
    pub(crate) fn available() -> Option<Pext> {
        let complete = is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("lzcnt");
        complete.then(|| {
            let tables = TABLES.get_or_init(Tables::build);
            Pext { squares: &tables.squares, attacks: &tables.attacks }
        })
    }
}

impl std::fmt::Debug for Pext {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Pext")
    }
}

impl Sliders for Pext {
    #[inline(always)]
    fn rook(self, square: Square, occupied: Bitboard) -> Bitboard {
        let entry = self.squares.rooks[square.index()];
        Bitboard(self.attacks[entry.offset + self.extract(occupied.0, entry.mask)])
    }

    #[inline(always)]
    fn bishop(self, square: Square, occupied: Bitboard) -> Bitboard {
        let entry = self.squares.bishops[square.index()];
        Bitboard(self.attacks[entry.offset + self.extract(occupied.0, entry.mask)])
    }
}

impl Pext {
    #[inline(always)]
    #[allow(unsafe_code)]
    fn extract(self, source: u64, mask: u64) -> usize {
        // SAFETY: `self` exists, so `Pext::available` has found BMI2 on this processor.
        unsafe { _pext_u64(source, mask) as usize }
    }
}

impl Tables {
    fn build() -> Tables {
        let mut attacks = Vec::with_capacity(ENTRIES);
        let rooks = each_square(|square| fill(square, ROOK_DIRECTIONS, &mut attacks));
        let bishops = each_square(|square| fill(square, BISHOP_DIRECTIONS, &mut attacks));
        let attacks = attacks.try_into().expect("the masks have as many subsets as there are entries");
        Tables { squares: Squares { rooks, bishops }, attacks }
    }
}

fn each_square(mut entry: impl FnMut(Square) -> Entry) -> [Entry; 64] {
    std::array::from_fn(|index| entry(Square::new(index as u8)))
}

/// AMD before Zen 3, as `cpuid` tells it: vendor in leaf 0, family in bits 8-11 and 20-27 of leaf 1.
fn is_microcoded() -> bool {
    let vendor = __cpuid(0);
    let is_amd = [vendor.ebx, vendor.edx, vendor.ecx].map(u32::to_le_bytes) == [*b"Auth", *b"enti", *b"cAMD"];
    let version = __cpuid(1).eax;
    let family = (version >> 8 & 0xf) + (version >> 20 & 0xff);
    is_amd && family < FIRST_FAST_AMD_FAMILY
}

fn fill(square: Square, directions: [(i8, i8); 4], attacks: &mut Vec<u64>) -> Entry {
    let mask = directions.into_iter().fold(0, |mask, direction| mask | inner_ray(square, direction));
    let entry = Entry { mask, offset: attacks.len() };
    // Counting through the subsets of the mask in this way meets them in the order in which `pext` numbers them.
    let mut subset = 0u64;
    loop {
        let reached = |set, (east, north)| set | ray(square, east, north, subset);
        attacks.push(directions.into_iter().fold(0, reached));
        subset = subset.wrapping_sub(mask) & mask;
        if subset == 0 {
            return entry;
        }
    }
}

/// A ray without its last square: whether that one is occupied changes nothing.
fn inner_ray(square: Square, (east, north): (i8, i8)) -> u64 {
    let ray = ray(square, east, north, 0);
    let last = match (8 * north + east).is_positive() {
        true => 1u64.rotate_right(1) >> ray.leading_zeros().min(63),
        false => ray & ray.wrapping_neg(),
    };
    ray & !last
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::chess::sliders::assert_agrees_with_walking;

    proptest! {
        #[test]
        fn the_table_agrees_with_walking_step_by_step(dense in any::<u64>(), thin in any::<u64>()) {
            if let Some(pext) = Pext::available() {
                for occupied in [0, !0, dense, dense & thin].map(Bitboard) {
                    assert_agrees_with_walking(pext, occupied);
                }
            }
        }
    }

    #[test]
    fn the_table_is_full_to_the_last_set() {
        let tables = Tables::build();
        let last = tables.squares.bishops[63];
        assert_eq!(last.offset + (1 << last.mask.count_ones()), ENTRIES);
        assert!(tables.attacks.iter().all(|&set| set != 0));
    }

    #[test]
    fn masks_leave_the_far_edge_out() {
        assert_eq!(inner_ray(Square::A1, (0, 1)), 0x0001_0101_0101_0100);
        assert_eq!(inner_ray(Square::H8, (-1, 0)), 0x7e00_0000_0000_0000);
        assert_eq!(inner_ray(Square::H8, (1, 0)), 0);
    }
}
