//! What is odd about the games, and the first game of each contradiction.

use std::collections::HashMap;

use arrow_array::Array;
use arrow_array::cast::AsArray;
use arrow_schema::ArrowError;

use super::batch::array;
use super::place::{Batch, RowPlace, keep_first};
use crate::finding::{FINDINGS, FindingInfo};
use crate::table::query::foreign;

/// Games by what is odd about them.
#[derive(Clone, PartialEq, Debug)]
pub struct FindingCounts {
    counts: Vec<u64>,
    first: Vec<Option<RowPlace>>,
}

/// A finding and its games.
#[derive(Clone, Copy, Debug)]
pub struct FindingCount<'c> {
    /// What the schema says of it.
    pub info: &'static FindingInfo,
    /// How many games have it.
    pub games: u64,
    /// The first of them.
    pub first: &'c RowPlace,
}

impl Default for FindingCounts {
    fn default() -> FindingCounts {
        FindingCounts { counts: vec![0; FINDINGS.len()], first: vec![None; FINDINGS.len()] }
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
                keep_first(&mut self.first[index], batch, row);
            }
        }
        Ok(())
    }

    pub(super) fn merge(&mut self, later: &FindingCounts) {
        self.counts.iter_mut().zip(&later.counts).for_each(|(count, more)| *count += more);
        for (ours, theirs) in self.first.iter_mut().zip(&later.first) {
            if ours.is_none() {
                ours.clone_from(theirs);
            }
        }
    }

    /// The findings that occur, in the order of the list.
    pub fn iter(&self) -> impl Iterator<Item = FindingCount<'_>> {
        FINDINGS.iter().zip(&self.counts).zip(&self.first).filter_map(|((info, games), first)| {
            Some(FindingCount { info, games: *games, first: first.as_ref()? })
        })
    }
}
