//! Whether the games are chess, and how they ended.

use arrow_array::RecordBatch;
use arrow_schema::ArrowError;

use super::batch::Texts;
use super::place::{Batch, FirstRows, RowPlace};
use super::results::Sum;
use crate::replay::Legality;
use crate::ruling::{Basis, Termination};

/// Rulings, and what they can rest on: each basis, or none.
const RULINGS: usize = Termination::ALL.len();
const BASES: usize = Basis::ALL.len() + 1;

/// The games by their legality.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Validity {
    counts: [u64; Legality::ALL.len()],
    first: [FirstRows; Legality::ALL.len()],
}

impl Validity {
    pub(super) const COLUMNS: [&'static str; 1] = ["legality"];

    pub(super) fn take(&mut self, batch: &Batch<'_>) -> Result<(), ArrowError> {
        let known = |word: &str| Legality::ALL.iter().position(|kind| kind.as_str() == word);
        for (row, kind) in Texts::of(batch.rows, "legality")?.meant(known)?.into_iter().enumerate() {
            if let Some(kind) = kind {
                self.counts[kind] += 1;
                self.first[kind].keep(batch, row);
            }
        }
        Ok(())
    }

    pub(super) fn merge(&mut self, later: &Validity) {
        self.counts.add(&later.counts);
        self.first.iter_mut().zip(&later.first).for_each(|(ours, theirs)| ours.merge(theirs));
    }

    /// The kinds that occur, in the order of the dictionary, each with its number of games and the first of them: one at least.
    pub fn iter(&self) -> impl Iterator<Item = (Legality, u64, &[RowPlace])> {
        let kinds = Legality::ALL.into_iter().zip(self.counts).zip(&self.first);
        kinds.filter(|((_, count), _)| *count > 0).map(|((kind, count), first)| (kind, count, first.places()))
    }

    /// The games of a kind.
    pub fn count(&self, kind: Legality) -> u64 {
        Legality::ALL.iter().zip(self.counts).find(|(other, _)| **other == kind).map_or(0, |(_, count)| count)
    }
}

/// The games by ruling and basis.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Endings {
    counts: [[u64; BASES]; RULINGS],
}

/// A ruling and its games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RulingCount {
    /// How these games ended.
    pub ruling: Termination,
    /// How many they are.
    pub games: u64,
    /// What the ruling rests on, and in how many of them.
    pub bases: Vec<(Option<Basis>, u64)>,
}

/// What a ruling can rest on, in the order of the counts.
fn bases() -> impl Iterator<Item = Option<Basis>> {
    Basis::ALL.into_iter().map(Some).chain([None])
}

impl Endings {
    pub(super) const COLUMNS: [&'static str; 2] = ["ruling", "ruling_basis"];

    pub(super) fn take(&mut self, rows: &RecordBatch) -> Result<(), ArrowError> {
        let basis = |word: &str| Basis::ALL.iter().position(|basis| basis.as_str() == word);
        let bases = Texts::of(rows, "ruling_basis")?.meant(basis)?;
        for (ruling, basis) in rulings(rows)?.into_iter().zip(bases) {
            if let Some(ruling) = ruling {
                self.counts[ruling][basis.unwrap_or(BASES - 1)] += 1;
            }
        }
        Ok(())
    }

    pub(super) fn merge(&mut self, later: &Endings) {
        self.counts.iter_mut().zip(&later.counts).for_each(|(ours, theirs)| ours.add(theirs));
    }

    /// The rulings that occur, the most frequent first.
    pub fn sorted(&self) -> Vec<RulingCount> {
        let count = |(ruling, counts): (Termination, &[u64; BASES])| {
            let bases = bases().zip(*counts).filter(|(_, count)| *count > 0).collect();
            RulingCount { ruling, games: counts.games(), bases }
        };
        let rulings = Termination::ALL.into_iter().zip(&self.counts).map(count);
        let mut rulings: Vec<_> = rulings.filter(|count| count.games > 0).collect();
        rulings.sort_by_key(|count| std::cmp::Reverse(count.games));
        rulings
    }

    /// The games by what their ruling rests on.
    pub fn bases(&self) -> Vec<(Option<Basis>, u64)> {
        let mut sums = [0; BASES];
        self.counts.iter().for_each(|counts| sums.add(counts));
        bases().zip(sums).filter(|(_, count)| *count > 0).collect()
    }

    /// All games.
    pub fn games(&self) -> u64 {
        self.counts.iter().map(Sum::games).sum()
    }
}

/// The ruling of each row, by its number in [`Termination::ALL`].
pub(super) fn rulings(rows: &RecordBatch) -> Result<Vec<Option<usize>>, ArrowError> {
    let known = |word: &str| Termination::ALL.iter().position(|ruling| ruling.as_str() == word);
    Texts::of(rows, "ruling")?.meant(known)
}
