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

/// Keeps the place of a row, if none is kept.
pub(super) fn keep_first(kept: &mut Option<RowPlace>, batch: &Batch<'_>, row: usize) {
    if kept.is_none() {
        let first = batch.first;
        *kept = Some(RowPlace { part: Arc::clone(&first.part), group: first.group, row: first.row + row });
    }
}
