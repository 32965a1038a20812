//! Rows that were built together, column by column.
//!
//! Owns the way of their buffers: from the builders to whoever encodes them, and back when they are dropped.

use std::fmt;
use std::mem;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use super::buffers::Values;
use crate::pgn::months::YearMonth;

/// Buffers that held more text than this are given back to the system: a game of megabytes must not keep the room that it
/// took.
const KEPT_BYTES: usize = 4 << 20;

/// Buffers that were used and are empty of sense.
#[derive(Clone, Default, Debug)]
pub(super) struct Used(Arc<Mutex<Vec<Vec<Values>>>>);

impl Used {
    /// Those of a whole piece, or none.
    pub(super) fn take(&self) -> Vec<Values> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default()
    }

    fn put(&self, values: Vec<Values>) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(values);
    }
}

/// Rows one after the other that belong to the same partition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Run {
    /// Where they belong.
    pub key: YearMonth,
    /// The row behind the last of them.
    pub end: usize,
}

/// Some rows of the table.
pub struct RowBatch {
    rows: usize,
    runs: Vec<Run>,
    text_bytes: usize,
    values: Vec<Values>,
    home: Used,
}

impl RowBatch {
    pub(super) fn new(runs: Vec<Run>, values: Vec<Values>, home: Used) -> RowBatch {
        let rows = runs.last().map_or(0, |run| run.end);
        let text_bytes = values.iter().map(|values| values.text_bytes(0..rows)).sum();
        RowBatch { rows, runs, text_bytes, values, home }
    }

    /// Rows that were built at once, and whose buffers nobody waits for.
    pub(in crate::table) fn of(rows: usize, values: Vec<Values>) -> RowBatch {
        RowBatch::new(vec![Run { key: YearMonth::default(), end: rows }], values, Used::default())
    }

    /// How many rows it holds.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Its rows by the partitions that they belong to, in order.
    pub fn runs(&self) -> &[Run] {
        &self.runs
    }

    /// How many bytes of text some of its rows hold.
    pub fn text_bytes(&self, rows: Range<usize>) -> usize {
        if rows == (0..self.rows) {
            return self.text_bytes;
        }
        self.values.iter().map(|values| values.text_bytes(rows.clone())).sum()
    }

    /// The values of the columns that were asked for, in the order of the list.
    pub(in crate::table) fn values(&self) -> &[Values] {
        &self.values
    }
}

/// Equal rows, wherever their buffers go.
impl PartialEq for RowBatch {
    fn eq(&self, other: &RowBatch) -> bool {
        (&self.runs, &self.values) == (&other.runs, &other.values)
    }
}

impl Drop for RowBatch {
    fn drop(&mut self) {
        if self.text_bytes <= KEPT_BYTES {
            self.home.put(mem::take(&mut self.values));
        }
    }
}

impl fmt::Debug for RowBatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RowBatch").field("rows", &self.rows).finish_non_exhaustive()
    }
}
