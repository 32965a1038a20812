//! What jobs gave, taken in the order of the input, whatever thread was done first.
//!
//! Owns the moment at which rows are encoded: by the thread that completes a stretch of them, while they are in the cache and
//! the others go on scanning. Rows that wait for the end of a wave are out of it, and take memory that must be asked for: 6% of a
//! run on one thread.

use std::collections::BTreeMap;
use std::mem;
use std::sync::{Mutex, PoisonError};

use crate::pipeline::encode::Encoder;
use crate::pipeline::tally::Tally;
use crate::pipeline::worker::Done;
use crate::table::{Part, RowBatch, TableError};

/// Rows that are worth beginning with: fewer make the tasks of the column writers too small.
const ROWS_PER_STRETCH: usize = 1_024;

/// The jobs of a run in order.
pub struct Order {
    state: Mutex<State>,
}

struct State {
    tally: Tally,
    /// Jobs that others come before, by number.
    early: BTreeMap<usize, Done>,
    next: usize,
    /// What waits to be encoded; games of a batch count from the number beside it.
    ready: Vec<(RowBatch, i64)>,
    rows: usize,
    /// Nobody's where nothing is written, and a thread's while it encodes.
    encoder: Option<Encoder>,
    fault: Option<TableError>,
    /// What the jobs held since it was last asked.
    games: u64,
    bytes: u64,
}

impl Order {
    /// No job yet. Without an encoder nothing is written.
    pub fn new(tally: Tally, encoder: Option<Encoder>) -> Order {
        let state = State {
            tally,
            early: BTreeMap::new(),
            next: 0,
            ready: Vec::new(),
            rows: 0,
            encoder,
            fault: None,
            games: 0,
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

    /// How many games and bytes the jobs held that were put since this was last asked.
    ///
    /// # Errors
    ///
    /// Where rows could not be written.
    pub fn progress(&mut self) -> Result<(u64, u64), TableError> {
        let state = self.state();
        match state.fault.take() {
            Some(fault) => Err(fault),
            None => Ok((mem::take(&mut state.games), mem::take(&mut state.bytes))),
        }
    }

    /// Takes what job `number` gave. If that completes a stretch, this thread sees to it that it is encoded.
    pub fn put(&self, number: usize, done: Done) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.early.insert(number, done);
        state.take_what_is_next();
        while state.rows >= ROWS_PER_STRETCH
            && let Some(mut encoder) = state.encoder.take()
        {
            let ready = mem::take(&mut state.ready);
            state.rows = 0;
            // Other threads put their jobs meanwhile, and this one too if it does one while it waits for a column.
            drop(state);
            let encoded = encoder.encode(&ready);
            drop(ready);
            state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            match encoded {
                Ok(()) => state.encoder = Some(encoder),
                Err(fault) => state.fault = Some(fault),
            }
        }
    }

    /// Encodes what is left, and gives the sums and what was written.
    ///
    /// # Errors
    ///
    /// Where rows could not be written.
    pub fn finish(self) -> Result<(Tally, Vec<Part>), TableError> {
        let state = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        let parts = match state.encoder {
            Some(mut encoder) => {
                encoder.encode(&state.ready)?;
                encoder.finish()?
            }
            None => Vec::new(),
        };
        Ok((state.tally, parts))
    }

    fn state(&mut self) -> &mut State {
        self.state.get_mut().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn take_what_is_next(&mut self) {
        while let Some(done) = self.early.remove(&self.next) {
            self.next += 1;
            self.games += done.pieces.iter().map(|piece| piece.report.games).sum::<u64>();
            self.bytes += done.pieces.iter().map(|piece| piece.bytes).sum::<u64>();
            let first_game = self.tally.take(&done);
            self.rows += done.columns.iter().map(RowBatch::rows).sum::<usize>();
            self.ready.extend(done.columns.into_iter().map(|batch| (batch, first_game)));
        }
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
            checked: 0,
            disagreements: Vec::new(),
            invalid: Vec::new(),
            contradictions: Contradictions::default(),
        }
    }

    #[test]
    fn jobs_are_taken_in_order_whichever_is_done_first() {
        let entries = [Entry::EmptyFolder { name: "a".to_owned() }];
        let mut order = Order::new(Tally::new(&entries, 0), None);
        order.put(2, done(4));
        order.put(1, done(2));
        assert_eq!((order.jobs(), order.progress().unwrap()), (0, (0, 0)));
        order.put(0, done(1));
        assert_eq!((order.jobs(), order.progress().unwrap()), (3, (7, 700)));
        assert_eq!(order.progress().unwrap(), (0, 0));
    }
}
