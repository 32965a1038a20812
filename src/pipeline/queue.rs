//! The rows of one table on their way to its encoder.
//!
//! Owns how many are worth beginning with, and for whom.

use std::mem;

use crate::error::RunError;
use crate::pipeline::columns_abreast::Hands;
use crate::pipeline::encode::Encoder;
use crate::table::{Part, RowBatch};

/// Rows that are worth beginning with: fewer make the tasks of the column writers too small.
pub(super) const ROWS_PER_STRETCH: usize = 1_024;

/// The same of plies, which have a fifth of the columns.
const PLIES_PER_STRETCH: usize = 8_192;

/// Stretches that may wait for the thread that encodes while it is busy. With more, as there are where many threads scan, whoever has
/// time takes its place and others help.
const STRETCHES_WAITING: usize = 16;

/// What a game's row (of all columns), a ply's row and a batch of either take, about, beside texts and lists.
pub(super) const GAME_WEIGHT: usize = 512;
const PLY_WEIGHT: usize = 130;
pub(super) const BATCH_WEIGHT: usize = 1 << 10;

/// The rows of one table on their way to its encoder.
pub struct Queue {
    /// What waits to be encoded; games of a batch count from the number beside it.
    ready: Vec<(RowBatch, i64)>,
    rows: usize,
    table: Table,
    /// Nobody's where nothing is written, and a thread's while it encodes.
    pub encoder: Option<Encoder>,
    /// The thread that encoded last, whose cache holds the encoder's dictionaries.
    home: Option<usize>,
}

/// A table, by its place among the queues.
#[derive(Clone, Copy)]
pub enum Table {
    /// That of games.
    Games,
    /// That of their plies.
    Plies,
}

/// What is encoded at once.
pub struct Stretch {
    /// Its table.
    pub table: Table,
    /// By what.
    pub encoder: Encoder,
    /// Games of a batch count from the number beside it.
    pub batches: Vec<(RowBatch, i64)>,
    /// About how many bytes they take.
    pub weight: usize,
    /// Whether so much waited that one thread doesn't keep up.
    pub is_late: bool,
}

impl Table {
    fn rows_per_stretch(self) -> usize {
        match self {
            Table::Games => ROWS_PER_STRETCH,
            Table::Plies => PLIES_PER_STRETCH,
        }
    }

    /// About how many bytes rows take.
    pub fn weight<'b>(self, batches: impl IntoIterator<Item = &'b RowBatch>) -> usize {
        let row = match self {
            Table::Games => GAME_WEIGHT,
            Table::Plies => PLY_WEIGHT,
        };
        let weight = |batch: &RowBatch| {
            BATCH_WEIGHT + batch.rows().saturating_mul(row) + batch.text_bytes(0..batch.rows())
        };
        batches.into_iter().map(weight).sum()
    }
}

impl Queue {
    /// Nothing waits yet. Where there is no encoder nothing is written.
    pub fn new(table: Table, encoder: Option<Encoder>) -> Queue {
        Queue { ready: Vec::new(), rows: 0, table, encoder, home: None }
    }

    /// Puts batches behind those that wait.
    pub fn add(&mut self, batches: Vec<RowBatch>, first_game: i64) {
        self.rows += batches.iter().map(RowBatch::rows).sum::<usize>();
        self.ready.extend(batches.into_iter().map(|batch| (batch, first_game)));
    }

    /// The encoder and what it is to encode, if nobody else is at it and there is enough of it for `thread`; anything is where others
    /// wait for room.
    pub fn begin(&mut self, thread: usize, is_full: bool) -> Option<Stretch> {
        let worth = if is_full { 1 } else { self.worth(thread) };
        if self.rows < worth {
            return None;
        }
        let encoder = self.encoder.take()?;
        self.home = Some(thread);
        let (rows, batches) = (mem::take(&mut self.rows), mem::take(&mut self.ready));
        let weight = self.table.weight(batches.iter().map(|(batch, _)| batch));
        Some(Stretch { table: self.table, encoder, batches, weight, is_late: is_full || rows >= self.many() })
    }

    /// How many rows are worth beginning with.
    fn worth(&self, thread: usize) -> usize {
        match self.home {
            Some(home) if home != thread => self.many(),
            _ => self.table.rows_per_stretch(),
        }
    }

    fn many(&self) -> usize {
        self.table.rows_per_stretch() * STRETCHES_WAITING
    }

    /// Encodes what is left, and gives what was written.
    ///
    /// # Errors
    ///
    /// Where that can't be done.
    pub fn finish(self) -> Result<Option<Vec<Part>>, RunError> {
        let Some(mut encoder) = self.encoder else { return Ok(None) };
        encoder.encode(&self.ready, Hands::All)?;
        encoder.finish().map(Some)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{ColumnSet, Partition};

    #[test]
    fn rows_wait_for_the_thread_that_encoded_last_but_not_for_long() {
        let folder = tempfile::tempdir().unwrap();
        let columns = ColumnSet::read("White,plies").unwrap();
        let encoder = Encoder::games(folder.path(), &columns, Partition::Whole, 0).unwrap();
        let mut queue = Queue::new(Table::Games, Some(encoder));
        let mut begins = |rows, thread, is_full| {
            queue.rows += rows;
            let stretch = queue.begin(thread, is_full);
            let begins = stretch.as_ref().map(|stretch| stretch.is_late);
            queue.encoder = stretch.map(|stretch| stretch.encoder).or(queue.encoder.take());
            begins
        };
        let (begun, late) = (Some(false), Some(true));
        assert_eq!(begins(1_023, 1, false), None);
        assert_eq!(begins(1, 1, false), begun);
        assert_eq!(begins(1_024, 0, false), None);
        assert_eq!(begins(0, 1, false), begun);
        assert_eq!(begins(16 * 1_024 - 1, 0, false), None);
        assert_eq!(begins(1, 0, false), late);
        assert_eq!(begins(1_024, 1, false), None);
        // Where others wait for room.
        assert_eq!(begins(0, 1, true), late);
        assert_eq!(begins(0, 1, true), None);
        assert_eq!(begins(1, 0, true), late);
    }
}
