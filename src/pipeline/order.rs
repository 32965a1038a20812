//! What jobs gave, taken in the order of the input, whatever thread was done first.
//!
//! Owns the moment at which rows are encoded, and by whom: by the thread that completes a stretch of them, while they are in the
//! cache and the others go on scanning. Rows that wait for the end of the run are out of it, and take memory that must be asked for:
//! 6% of a run on one thread. On several it is the same thread time after time, as long as it keeps up: the dictionaries that rows
//! are held against would move from cache to cache with every other, which takes 4% of a run on two.

use std::collections::BTreeMap;
use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rayon::current_thread_index;

use crate::error::RunError;
use crate::pipeline::columns_abreast::Hands;
use crate::pipeline::encode::Encoder;
use crate::pipeline::item::InputEnd;
use crate::pipeline::tally::Tally;
use crate::pipeline::worker::Done;
use crate::table::{Part, RowBatch};

/// Rows that are worth beginning with: fewer make the tasks of the column writers too small.
const ROWS_PER_STRETCH: usize = 1_024;

/// The same of plies, which have a fifth of the columns.
const PLIES_PER_STRETCH: usize = 8_192;

/// Stretches that may wait for the thread that encodes while it is busy. With more, whoever has time takes its place and others help.
const STRETCHES_WAITING: usize = 16;

/// Plies that take as much memory as a game's row until they are encoded.
const PLIES_A_ROW: u64 = 3;

/// The jobs of a run in order.
pub struct Order {
    state: Mutex<State>,
}

/// The rows of one table on their way to its encoder.
struct Queue {
    /// What waits to be encoded; games of a batch count from the number beside it.
    ready: Vec<(RowBatch, i64)>,
    rows: usize,
    rows_per_stretch: usize,
    /// Nobody's where nothing is written, and a thread's while it encodes.
    encoder: Option<Encoder>,
    /// The thread that encoded last, whose cache holds the encoder's dictionaries.
    home: Option<usize>,
}

/// A table, by its place among the queues.
#[derive(Clone, Copy)]
enum Table {
    Games,
    Plies,
}

/// What is encoded at once.
struct Stretch {
    table: Table,
    encoder: Encoder,
    /// Games of a batch count from the number beside it.
    batches: Vec<(RowBatch, i64)>,
    plies: u64,
    /// Whether so much waited that one thread doesn't keep up.
    is_late: bool,
}

impl Table {
    /// What so many rows weigh, in plies.
    fn weight(self, rows: usize) -> u64 {
        match self {
            Table::Games => rows as u64 * PLIES_A_ROW,
            Table::Plies => rows as u64,
        }
    }
}

/// How many rows there are.
fn rows(batches: &[RowBatch]) -> usize {
    batches.iter().map(RowBatch::rows).sum()
}

impl Queue {
    fn new(encoder: Option<Encoder>, rows_per_stretch: usize) -> Queue {
        Queue { ready: Vec::new(), rows: 0, rows_per_stretch, encoder, home: None }
    }

    fn add(&mut self, batches: Vec<RowBatch>, first_game: i64) {
        self.rows += rows(&batches);
        self.ready.extend(batches.into_iter().map(|batch| (batch, first_game)));
    }

    /// The encoder and what it is to encode, if there is enough of it for `thread` and nobody else is at it.
    fn begin(&mut self, table: Table, thread: usize) -> Option<Stretch> {
        if self.rows < self.worth(thread) {
            return None;
        }
        let encoder = self.encoder.take()?;
        self.home = Some(thread);
        let (rows, batches) = (mem::take(&mut self.rows), mem::take(&mut self.ready));
        let is_late = rows >= self.many();
        Some(Stretch { table, encoder, batches, plies: table.weight(rows), is_late })
    }

    /// How many rows are worth beginning with.
    fn worth(&self, thread: usize) -> usize {
        match self.home {
            Some(home) if home != thread => self.many(),
            _ => self.rows_per_stretch,
        }
    }

    fn many(&self) -> usize {
        self.rows_per_stretch * STRETCHES_WAITING
    }

    fn finish(self) -> Result<Option<Vec<Part>>, RunError> {
        let Some(mut encoder) = self.encoder else { return Ok(None) };
        encoder.encode(&self.ready, Hands::All)?;
        encoder.finish().map(Some)
    }
}

/// What was written of each table; `None` for one that was not to be.
pub struct Tables {
    /// The games' parts.
    pub games: Option<Vec<Part>>,
    /// The plies' parts.
    pub plies: Option<Vec<Part>>,
}

struct State {
    tally: Tally,
    /// Jobs that others come before, by number.
    early: BTreeMap<usize, Done>,
    next: usize,
    queues: [Queue; 2],
    /// What the rows that wait to be encoded weigh, in plies.
    plies: u64,
}

impl Order {
    /// No job yet. Of a table without an encoder nothing is written.
    pub fn new(tally: Tally, games: Option<Encoder>, plies: Option<Encoder>) -> Order {
        let state = State {
            tally,
            early: BTreeMap::new(),
            next: 0,
            queues: [Queue::new(games, ROWS_PER_STRETCH), Queue::new(plies, PLIES_PER_STRETCH)],
            plies: 0,
        };
        Order { state: Mutex::new(state) }
    }

    /// An input's name.
    pub fn name(&self, input: usize) -> Arc<str> {
        self.state().tally.name(input)
    }

    /// Takes the end of an input, whether or not all its jobs were put.
    pub fn end(&self, end: InputEnd) {
        self.state().tally.end(end);
    }

    /// Takes what job `number` gave. If that completes a stretch, this thread sees to it that it is encoded: by itself, as long as it keeps
    /// up and others have something better to do. Gives how many rows wait to be encoded (with the plies of which as many would take the
    /// memory).
    ///
    /// # Errors
    ///
    /// Where rows could not be written.
    pub fn put(
        &self,
        number: usize,
        done: Done,
        others_are_busy: impl Fn() -> bool,
    ) -> Result<u64, RunError> {
        // Without a pool there is one thread.
        let thread = current_thread_index().unwrap_or_default();
        let mut state = self.state();
        state.plies += Table::Games.weight(rows(&done.columns)) + Table::Plies.weight(rows(&done.plies));
        state.early.insert(number, done);
        state.take_what_is_next();
        while let Some(Stretch { table, mut encoder, batches, plies, is_late }) = state.begin(thread) {
            // Other threads put their jobs meanwhile, and this one too if it does one while it waits for a column.
            drop(state);
            let hands = if !is_late && others_are_busy() { Hands::Own } else { Hands::All };
            encoder.encode(&batches, hands)?;
            drop(batches);
            state = self.state();
            state.plies -= plies;
            state.queues[table as usize].encoder = Some(encoder);
        }
        Ok(state.plies / PLIES_A_ROW)
    }

    /// Encodes what is left, and gives the sums and what was written.
    ///
    /// # Errors
    ///
    /// Where rows could not be written.
    pub fn finish(self) -> Result<(Tally, Tables), RunError> {
        let State { tally, queues, .. } = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        let [games, plies] = queues;
        Ok((tally, Tables { games: games.finish()?, plies: plies.finish()? }))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn take_what_is_next(&mut self) {
        while let Some(done) = self.early.remove(&self.next) {
            self.next += 1;
            let first_game = self.tally.take(&done);
            let [games, plies] = &mut self.queues;
            games.add(done.columns, first_game);
            plies.add(done.plies, first_game);
        }
    }

    /// A table of which there is a stretch for `thread` to encode.
    fn begin(&mut self, thread: usize) -> Option<Stretch> {
        let tables = [Table::Games, Table::Plies];
        tables.into_iter().find_map(|table| self.queues[table as usize].begin(table, thread))
    }
}

#[cfg(test)]
mod tests {
    use crate::input::files::Entry;
    use crate::pipeline::contradictions::Contradictions;
    use crate::pipeline::scan::ChunkReport;
    use crate::pipeline::worker::PieceReport;
    use crate::table::{ColumnSet, Partition, Tier};

    use super::*;

    fn done(games: u64) -> Done {
        let report = ChunkReport { games, ..ChunkReport::default() };
        Done {
            pieces: vec![PieceReport { input: 0, bytes: games * 100, report, rows: games }],
            columns: Vec::new(),
            plies: Vec::new(),
            checked: 0,
            disagreements: Vec::new(),
            invalid: Vec::new(),
            contradictions: Contradictions::default(),
        }
    }

    #[test]
    fn jobs_are_taken_in_order_whichever_is_done_first() {
        let entries = [Entry::EmptyFolder { name: "a".to_owned() }];
        let order = Order::new(Tally::new(&entries, 0), None, None);
        for (number, games, taken) in [(2, 4, 0), (1, 2, 0), (0, 1, 3)] {
            assert_eq!(order.put(number, done(games), || true).unwrap(), 0);
            assert_eq!(order.state().next, taken);
        }
    }

    #[test]
    fn rows_wait_for_the_thread_that_encoded_last_but_not_for_long() {
        let folder = tempfile::tempdir().unwrap();
        let encoder =
            Encoder::games(folder.path(), &ColumnSet::of(Tier::Default), Partition::Whole, 0).unwrap();
        let mut queue = Queue::new(Some(encoder), 10);
        let mut begins = |rows, thread| {
            queue.rows += rows;
            let stretch = queue.begin(Table::Games, thread);
            let begins = stretch.is_some();
            queue.encoder = stretch.map(|stretch| stretch.encoder).or(queue.encoder.take());
            begins
        };
        assert!(!begins(9, 1));
        assert!(begins(1, 1));
        assert!(!begins(10, 0));
        assert!(begins(0, 1));
        assert!(!begins(10 * STRETCHES_WAITING - 1, 0));
        assert!(begins(1, 0));
        assert!(!begins(10, 1));
    }
}
