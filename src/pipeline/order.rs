//! What jobs gave, taken in the order of the input, whatever thread was done first.
//!
//! Owns the moment at which rows are encoded: by the thread that completes a stretch of them, while they are in the cache and
//! the others go on scanning. Rows that wait for the end of a wave are out of it, and take memory that must be asked for: 6% of a
//! run on one thread.

use std::collections::BTreeMap;
use std::mem;
use std::sync::{Mutex, PoisonError};

use crate::error::RunError;
use crate::pipeline::encode::Encoder;
use crate::pipeline::tally::Tally;
use crate::pipeline::worker::Done;
use crate::table::{Part, RowBatch};

/// Rows that are worth beginning with: fewer make the tasks of the column writers too small.
const ROWS_PER_STRETCH: usize = 1_024;

/// The same of plies, which have a fifth of the columns.
const PLIES_PER_STRETCH: usize = 8_192;

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
}

impl Queue {
    fn new(encoder: Option<Encoder>, rows_per_stretch: usize) -> Queue {
        Queue { ready: Vec::new(), rows: 0, rows_per_stretch, encoder }
    }

    fn add(&mut self, batches: Vec<RowBatch>, first_game: i64) {
        self.rows += batches.iter().map(RowBatch::rows).sum::<usize>();
        self.ready.extend(batches.into_iter().map(|batch| (batch, first_game)));
    }

    /// The encoder and what it is to encode, if there is enough of it and nobody else is at it.
    fn begin(&mut self, table: Table) -> Option<Stretch> {
        if self.rows < self.rows_per_stretch {
            return None;
        }
        let encoder = self.encoder.take()?;
        self.rows = 0;
        Some(Stretch { table, encoder, batches: mem::take(&mut self.ready) })
    }

    fn finish(self) -> Result<Option<Vec<Part>>, RunError> {
        let Some(mut encoder) = self.encoder else { return Ok(None) };
        encoder.encode(&self.ready)?;
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
    fault: Option<RunError>,
    /// What the jobs held since it was last asked.
    rows: u64,
    bytes: u64,
}

impl Order {
    /// No job yet. Of a table without an encoder nothing is written.
    pub fn new(tally: Tally, games: Option<Encoder>, plies: Option<Encoder>) -> Order {
        let state = State {
            tally,
            early: BTreeMap::new(),
            next: 0,
            queues: [Queue::new(games, ROWS_PER_STRETCH), Queue::new(plies, PLIES_PER_STRETCH)],
            fault: None,
            rows: 0,
            bytes: 0,
        };
        Order { state: Mutex::new(state) }
    }

    /// How many jobs were put, while no thread does any: the number of the next one.
    pub fn jobs(&mut self) -> usize {
        self.state().next
    }

    /// The sums of all jobs that were put, while no thread does any.
    pub fn tally(&mut self) -> &mut Tally {
        &mut self.state().tally
    }

    /// How many games (with the plies of whose rows as many would take the memory) and bytes the jobs held that were put since this was last
    /// asked.
    ///
    /// # Errors
    ///
    /// Where rows could not be written.
    pub fn progress(&mut self) -> Result<(u64, u64), RunError> {
        let state = self.state();
        match state.fault.take() {
            Some(fault) => Err(fault),
            None => Ok((mem::take(&mut state.rows), mem::take(&mut state.bytes))),
        }
    }

    /// Takes what job `number` gave. If that completes a stretch, this thread sees to it that it is encoded.
    pub fn put(&self, number: usize, done: Done) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.early.insert(number, done);
        state.take_what_is_next();
        while let Some(Stretch { table, mut encoder, batches }) = state.begin() {
            // Other threads put their jobs meanwhile, and this one too if it does one while it waits for a column.
            drop(state);
            let encoded = encoder.encode(&batches);
            drop(batches);
            state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            match encoded {
                Ok(()) => state.queues[table as usize].encoder = Some(encoder),
                Err(fault) => state.fault = Some(fault),
            }
        }
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

    fn state(&mut self) -> &mut State {
        self.state.get_mut().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn take_what_is_next(&mut self) {
        while let Some(done) = self.early.remove(&self.next) {
            self.next += 1;
            self.rows += done.pieces.iter().map(|piece| piece.report.games).sum::<u64>();
            self.rows += done.plies.iter().map(|batch| batch.rows() as u64).sum::<u64>() / PLIES_A_ROW;
            self.bytes += done.pieces.iter().map(|piece| piece.bytes).sum::<u64>();
            let first_game = self.tally.take(&done);
            let [games, plies] = &mut self.queues;
            games.add(done.columns, first_game);
            plies.add(done.plies, first_game);
        }
    }

    /// A table of which there is a stretch to encode.
    fn begin(&mut self) -> Option<Stretch> {
        [Table::Games, Table::Plies].into_iter().find_map(|table| self.queues[table as usize].begin(table))
    }
}

#[cfg(test)]
mod tests {
    use crate::input::files::Entry;
    use crate::pipeline::contradictions::Contradictions;
    use crate::pipeline::scan::ChunkReport;
    use crate::pipeline::worker::PieceReport;

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
        let mut order = Order::new(Tally::new(&entries, 0), None, None);
        order.put(2, done(4));
        order.put(1, done(2));
        assert_eq!((order.jobs(), order.progress().unwrap()), (0, (0, 0)));
        order.put(0, done(1));
        assert_eq!((order.jobs(), order.progress().unwrap()), (3, (7, 700)));
        assert_eq!(order.progress().unwrap(), (0, 0));
    }
}
