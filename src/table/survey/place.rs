//! Where a row stands in a dataset, so that it can be read again.

use std::path::Path;
use std::sync::Arc;

use arrow_array::RecordBatch;

/// Where a row stands.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct RowPlace {
    pub(super) part: Arc<Path>,
    pub(super) group: usize,
    pub(super) row: usize,
}

/// Rows that are read together, and where the first of them stands.
pub(super) struct Batch<'b> {
    pub(super) rows: &'b RecordBatch,
    pub(super) first: &'b RowPlace,
}

/// How many rows are kept of each kind: the first need not be one that a link leads to.
const KEPT: usize = 4;

/// The first rows of a kind, in the order of the dataset.
#[derive(Clone, PartialEq, Default, Debug)]
pub(super) struct FirstRows(Vec<RowPlace>);

impl FirstRows {
    /// Keeps the place of a row, if few are kept.
    pub(super) fn keep(&mut self, batch: &Batch<'_>, row: usize) {
        if self.0.len() < KEPT {
            self.0.push(batch.place(row));
        }
    }

    pub(super) fn merge(&mut self, later: &FirstRows) {
        let room = KEPT.saturating_sub(self.0.len());
        self.0.extend(later.0.iter().take(room).cloned());
    }

    pub(super) fn places(&self) -> &[RowPlace] {
        &self.0
    }
}

impl Batch<'_> {
    fn place(&self, row: usize) -> RowPlace {
        let first = self.first;
        RowPlace { part: Arc::clone(&first.part), group: first.group, row: first.row + row }
    }
}

/// Keeps the place of a row, if none is kept.
pub(super) fn keep_first(kept: &mut Option<RowPlace>, batch: &Batch<'_>, row: usize) {
    if kept.is_none() {
        *kept = Some(batch.place(row));
    }
}
