//! What jobs gave, taken in the order of the input, whatever thread was done first.
//!
//! Owns the moment at which rows are encoded, and by whom: soon, by a thread between two jobs of its own while the others go on
//! scanning. Rows that wait for the end of the run are out of the cache, and take memory that must be asked for: 6% of a run on one
//! thread. On several it is the same thread time after time, as long as it keeps up: the dictionaries that rows are held against
//! would move from cache to cache with every other, which takes 4% of a run on two.
//!
//! Owns the bound on what waits, as rows to be encoded or as jobs that others come before: where it is reached nothing more is to be
//! scanned, and whoever can encodes what there is.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rayon::current_thread_index;

use crate::error::RunError;
use crate::pipeline::columns_abreast::Hands;
use crate::pipeline::encode::Encoder;
use crate::pipeline::item::InputEnd;
use crate::pipeline::queue::{Queue, Stretch, Table};
use crate::pipeline::tally::Tally;
use crate::pipeline::worker::{Done, PieceReport};
use crate::table::Part;

/// What rows may take for each thread until they are encoded. Where encoding keeps up, as it does on a few threads, they take a tenth.
const ROW_BYTES: usize = 20 << 20;

/// What a job, a piece of it, and a game that it names take, about, beside rows.
const JOB_WEIGHT: usize = 4 << 10;
const PIECE_WEIGHT: usize = size_of::<PieceReport>();
const NAMED_WEIGHT: usize = 512;

/// The jobs of a run in order.
pub struct Order {
    state: Mutex<State>,
    /// What waits takes, and what it may take. The first is changed by those alone who hold the state.
    weight: AtomicUsize,
    most: usize,
}

impl Done {
    /// About how many bytes its rows take.
    fn weight_of_rows(&self) -> usize {
        Table::Games.weight(&self.columns) + Table::Plies.weight(&self.plies)
    }

    /// What it takes beside them, until it is its turn.
    fn weight_of_reports(&self) -> usize {
        let named = self.disagreements.len() + self.invalid.len();
        JOB_WEIGHT + self.pieces.len() * PIECE_WEIGHT + named * NAMED_WEIGHT
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
}

impl Order {
    /// No job yet, of so many threads. Of a table without an encoder nothing is written.
    pub fn new(threads: usize, tally: Tally, games: Option<Encoder>, plies: Option<Encoder>) -> Order {
        let state = State {
            tally,
            early: BTreeMap::new(),
            next: 0,
            queues: [Queue::new(Table::Games, games), Queue::new(Table::Plies, plies)],
        };
        Order { state: Mutex::new(state), weight: AtomicUsize::new(0), most: threads * ROW_BYTES }
    }

    /// An input's name.
    pub fn name(&self, input: usize) -> Arc<str> {
        self.state().tally.name(input)
    }

    /// Takes the end of an input, whether or not all its jobs were put.
    pub fn end(&self, end: InputEnd) {
        self.state().tally.end(end);
    }

    /// Whether so much waits that no other job is to be begun.
    ///
    /// Somebody is then at work who makes room, or ends the run by a fault. Jobs are begun in their order, so that the one that early ones
    /// wait for is in the hands of a thread, which puts it. And rows whose turn has come are encoded: whoever puts a job while it is
    /// full, or has just encoded, takes up what there is before it goes on, unless another thread is at it. What a
    /// thread begins while it waits for columns ends before it goes on, and waits for nothing but columns itself.
    pub fn is_full(&self) -> bool {
        self.weight.load(SeqCst) >= self.most
    }

    /// Takes what job `number` gave. If that completes a stretch, this thread sees to it that it is encoded: by itself, as long as it keeps
    /// up and others have something better to do. `made_room` is called after each.
    ///
    /// # Errors
    ///
    /// Where rows could not be written.
    pub fn put(
        &self,
        number: usize,
        done: Done,
        others_are_busy: impl Fn() -> bool,
        made_room: impl Fn(),
    ) -> Result<(), RunError> {
        // Without a pool there is one thread.
        let thread = current_thread_index().unwrap_or_default();
        let mut state = self.state();
        self.weight.fetch_add(done.weight_of_rows() + done.weight_of_reports(), SeqCst);
        state.early.insert(number, done);
        self.weight.fetch_sub(state.take_what_is_next(), SeqCst);
        while let Some(stretch) = state.begin(thread, self.is_full()) {
            let Stretch { table, mut encoder, batches, weight, is_late } = stretch;
            // Other threads put their jobs meanwhile, and this one too if it does one while it waits for a column.
            drop(state);
            let hands = if !is_late && others_are_busy() { Hands::Own } else { Hands::All };
            encoder.encode(&batches, hands)?;
            drop(batches);
            state = self.state();
            self.weight.fetch_sub(weight, SeqCst);
            state.queues[table as usize].encoder = Some(encoder);
            // Two tables may be encoded in turn for long.
            drop(state);
            made_room();
            state = self.state();
        }
        Ok(())
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
    /// Takes the jobs whose turn has come, and tells what they took beside their rows.
    fn take_what_is_next(&mut self) -> usize {
        let mut weight = 0;
        while let Some(done) = self.early.remove(&self.next) {
            self.next += 1;
            weight += done.weight_of_reports();
            let first_game = self.tally.take(&done);
            let [games, plies] = &mut self.queues;
            games.add(done.columns, first_game);
            plies.add(done.plies, first_game);
        }
        weight
    }

    /// A table of which there is a stretch for `thread` to encode.
    fn begin(&mut self, thread: usize, is_full: bool) -> Option<Stretch> {
        self.queues.iter_mut().find_map(|queue| queue.begin(thread, is_full))
    }
}

#[cfg(test)]
impl Order {
    /// Says that rows take so many times what they may.
    pub fn fill(&self, times: usize) {
        self.weight.store(times * self.most, SeqCst);
    }

    /// The same with another bound.
    pub fn with_most(self, most: usize) -> Order {
        Order { most, ..self }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use crate::input::files::Entry;
    use crate::pipeline::contradictions::Contradictions;
    use crate::pipeline::item::Job;
    use crate::pipeline::progress::Progress;
    use crate::pipeline::queue::{BATCH_WEIGHT, GAME_WEIGHT, ROWS_PER_STRETCH};
    use crate::pipeline::scan::ChunkReport;
    use crate::pipeline::worker::{Orders, Rows, Workers};
    use crate::table::{ColumnSet, Partition};

    use super::*;

    /// What a job of so many games gives where nothing is written.
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

    fn columns() -> ColumnSet {
        ColumnSet::read("White,plies").unwrap()
    }

    /// What a worker makes of such a job, where players' names have so many bytes.
    fn written(games: usize, name_bytes: usize) -> Done {
        let workers = Workers::new(Orders::usual(Rows::Build, columns(), Partition::Whole, None));
        let text = format!("[White \"{}\"]\n\n1. e4 *\n\n", "x".repeat(name_bytes)).repeat(games);
        workers.run(&Job::held(0, text), &Progress::default()).unwrap()
    }

    fn encoder(folder: &Path) -> Encoder {
        Encoder::games(folder, &columns(), Partition::Whole, 0).unwrap()
    }

    fn order(threads: usize, encoder: Option<Encoder>) -> Order {
        let entries = [Entry::EmptyFolder { name: "a".to_owned() }];
        Order::new(threads, Tally::new(&entries, 0), encoder, None)
    }

    #[test]
    fn jobs_are_taken_in_order_whichever_is_done_first() {
        let order = order(1, None);
        for (number, games, taken) in [(2, 4, 0), (1, 2, 0), (0, 1, 3)] {
            order.put(number, done(games), || true, || ()).unwrap();
            assert_eq!(order.state().next, taken);
        }
        order.put(3, done(5), || true, || ()).unwrap();
        let (mut tally, tables) = order.finish().unwrap();
        // The games before it are all that were put.
        assert_eq!(tally.take(&done(1)), 12);
        assert!(tables.games.is_none() && tables.plies.is_none());
    }

    #[test]
    fn rows_weigh_until_they_are_encoded() {
        let folder = tempfile::tempdir().unwrap();
        let order = order(1, Some(encoder(folder.path())));
        let weight = || order.weight.load(SeqCst);
        // Too early, and then too few to begin with.
        order.put(1, written(10, 100), || true, || ()).unwrap();
        let reports = JOB_WEIGHT + PIECE_WEIGHT;
        assert_eq!(weight(), reports + BATCH_WEIGHT + 10 * (GAME_WEIGHT + 100));
        order.put(0, written(20, 0), || true, || ()).unwrap();
        assert_eq!(weight(), 2 * BATCH_WEIGHT + 30 * GAME_WEIGHT + 1_000);
        order.put(2, written(ROWS_PER_STRETCH, 7), || true, || ()).unwrap();
        assert_eq!(weight(), 0);
    }

    #[test]
    fn jobs_that_others_come_before_weigh_though_nothing_is_written() {
        let order = order(1, None);
        for number in 1..=3 {
            order.put(number, done(1), || true, || ()).unwrap();
            assert_eq!(order.weight.load(SeqCst), number * (JOB_WEIGHT + PIECE_WEIGHT));
        }
        order.put(0, done(1), || true, || ()).unwrap();
        assert_eq!(order.weight.load(SeqCst), 0);
    }

    #[test]
    fn few_rows_that_take_much_are_encoded_at_once_and_hold_others_up_before() {
        let folder = tempfile::tempdir().unwrap();
        let order = order(1, Some(encoder(folder.path())));
        order.put(1, written(3, ROW_BYTES / 2), || true, || ()).unwrap();
        assert!(order.is_full());
        order.put(0, done(1), || true, || ()).unwrap();
        assert!(!order.is_full());
        assert_eq!(order.weight.load(SeqCst), 0);
    }

    #[test]
    fn what_can_not_be_written_is_a_fault_of_the_job_that_completes_it() {
        // Where a file stands no folder can be.
        let file = tempfile::NamedTempFile::new().unwrap();
        let order = order(1, Some(encoder(file.path())));
        let fault = (0..200).find_map(|number| order.put(number, written(1_024, 1), || true, || ()).err());
        assert!(matches!(fault, Some(RunError::Output { .. })), "{fault:?}");
    }
}
