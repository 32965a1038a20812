//! What is odd about the games, and the first games of each contradiction.

use std::collections::HashMap;

use arrow_array::Array;
use arrow_array::cast::AsArray;
use arrow_schema::ArrowError;

use super::batch::array;
use super::place::{Batch, FirstRows, RowPlace};
use crate::finding::{FINDINGS, FindingInfo};
use crate::table::query::foreign;

/// Games by what is odd about them.
#[derive(Clone, PartialEq, Debug)]
pub struct FindingCounts {
    counts: Vec<u64>,
    first: Vec<FirstRows>,
}

/// A finding and its games.
#[derive(Clone, Copy, Debug)]
pub struct FindingCount<'c> {
    /// What the schema says of it.
    pub info: &'static FindingInfo,
    /// How many games have it.
    pub games: u64,
    /// The first of them: one at least.
    pub first: &'c [RowPlace],
}

impl Default for FindingCounts {
    fn default() -> FindingCounts {
        FindingCounts { counts: vec![0; FINDINGS.len()], first: vec![FirstRows::default(); FINDINGS.len()] }
    }
}

impl FindingCounts {
    pub(super) const COLUMNS: [&'static str; 1] = ["findings"];

    pub(super) fn take(&mut self, batch: &Batch<'_>) -> Result<(), ArrowError> {
        const NAME: &str = "findings";
        let lists = array(batch.rows, NAME)?.as_list_opt::<i32>().ok_or_else(|| foreign(NAME))?;
        let codes = lists.values().as_string_opt::<i32>().ok_or_else(|| foreign(NAME))?;
        let known: HashMap<&str, usize> =
            FINDINGS.iter().enumerate().map(|(index, info)| (info.code, index)).collect();
        for (row, bounds) in lists.value_offsets().windows(2).enumerate() {
            let [start, end] = [bounds[0], bounds[1]].map(|at| usize::try_from(at).unwrap_or_default());
            for at in (start..end).filter(|at| codes.is_valid(*at)) {
                let index = *known.get(codes.value(at)).ok_or_else(|| foreign(NAME))?;
                self.counts[index] += 1;
                self.first[index].keep(batch, row);
            }
        }
        Ok(())
    }

    pub(super) fn merge(&mut self, later: &FindingCounts) {
        self.counts.iter_mut().zip(&later.counts).for_each(|(count, more)| *count += more);
        self.first.iter_mut().zip(&later.first).for_each(|(ours, theirs)| ours.merge(theirs));
    }

    /// The findings that occur, in the order of the list.
    pub fn iter(&self) -> impl Iterator<Item = FindingCount<'_>> {
        let counted =
            FINDINGS.iter().zip(&self.counts).zip(&self.first).filter(|((_, games), _)| **games > 0);
        counted.map(|((info, games), first)| FindingCount { info, games: *games, first: first.places() })
    }
}
