//! What jobs gave, taken in the order of the input, whatever thread was done first.
//!
//! Owns the moment at which rows are encoded, and by whom: by the thread that completes a stretch of them, while they are in the
//! cache and the others go on scanning. Rows that wait for the end of the run are out of it, and take memory that must be asked for:
//! 6% of a run on one thread. On several it is the same thread time after time, as long as it keeps up: the dictionaries that rows
//! are held against would move from cache to cache with every other, which takes 4% of a run on two.
//!
//! Owns the bound on what rows take until they are encoded: where it is reached no more are to be made, and whoever can encodes what
//! there is.

use std::collections::BTreeMap;
use std::mem;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
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

/// Stretches that may wait for the thread that encodes while it is busy. With more, as there are where many threads scan, whoever has
/// time takes its place and others help.
const STRETCHES_WAITING: usize = 16;

/// What rows may take for each thread until they are encoded. Where encoding keeps up, as it does on a few threads, they take a tenth.
const ROW_BYTES: usize = 20 << 20;

/// What a game's row, a ply's row and a batch of either take, about, beside texts and lists.
const GAME_WEIGHT: usize = 400;
const PLY_WEIGHT: usize = 130;
const BATCH_WEIGHT: usize = 1 << 10;

/// The jobs of a run in order.
pub struct Order {
    state: Mutex<State>,
    /// What the rows take that wait to be encoded, and what they may take. It is changed by those alone who hold the state.
    weight: AtomicUsize,
    most: usize,
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
    weight: usize,
    /// Whether so much waited that one thread doesn't keep up.
    is_late: bool,
}

impl Table {
    /// About how many bytes rows take.
    fn weight<'b>(self, batches: impl IntoIterator<Item = &'b RowBatch>) -> usize {
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

impl Done {
    /// About how many bytes its rows take.
    fn weight(&self) -> usize {
        Table::Games.weight(&self.columns) + Table::Plies.weight(&self.plies)
    }
}

impl Queue {
    fn new(encoder: Option<Encoder>, rows_per_stretch: usize) -> Queue {
        Queue { ready: Vec::new(), rows: 0, rows_per_stretch, encoder, home: None }
    }

    fn add(&mut self, batches: Vec<RowBatch>, first_game: i64) {
        self.rows += batches.iter().map(RowBatch::rows).sum::<usize>();
        self.ready.extend(batches.into_iter().map(|batch| (batch, first_game)));
    }

    /// The encoder and what it is to encode, if nobody else is at it and there is enough of it for `thread`; anything is where others
    /// wait for room.
    fn begin(&mut self, table: Table, thread: usize, is_full: bool) -> Option<Stretch> {
        let worth = if is_full { 1 } else { self.worth(thread) };
        if self.rows < worth {
            return None;
        }
        let encoder = self.encoder.take()?;
        self.home = Some(thread);
        let (rows, batches) = (mem::take(&mut self.rows), mem::take(&mut self.ready));
        let weight = table.weight(batches.iter().map(|(batch, _)| batch));
        Some(Stretch { table, encoder, batches, weight, is_late: is_full || rows >= self.many() })
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
}

impl Order {
    /// No job yet, of so many threads. Of a table without an encoder nothing is written.
    pub fn new(threads: usize, tally: Tally, games: Option<Encoder>, plies: Option<Encoder>) -> Order {
        let state = State {
            tally,
            early: BTreeMap::new(),
            next: 0,
            queues: [Queue::new(games, ROWS_PER_STRETCH), Queue::new(plies, PLIES_PER_STRETCH)],
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

    /// Whether no more rows are to be made before others are encoded. Then some thread is encoding or does a job that others wait for: it
    /// has put, or encoded, before there is room.
    pub fn is_full(&self) -> bool {
        self.weight.load(SeqCst) >= self.most
    }

    /// Takes what job `number` gave. If that completes a stretch, this thread sees to it that it is encoded: by itself, as long as it keeps
    /// up and others have something better to do.
    ///
    /// # Errors
    ///
    /// Where rows could not be written.
    pub fn put(&self, number: usize, done: Done, others_are_busy: impl Fn() -> bool) -> Result<(), RunError> {
        // Without a pool there is one thread.
        let thread = current_thread_index().unwrap_or_default();
        let mut state = self.state();
        self.weight.fetch_add(done.weight(), SeqCst);
        state.early.insert(number, done);
        state.take_what_is_next();
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
    fn begin(&mut self, thread: usize, is_full: bool) -> Option<Stretch> {
        let tables = [Table::Games, Table::Plies];
        tables.into_iter().find_map(|table| self.queues[table as usize].begin(table, thread, is_full))
    }
}

#[cfg(test)]
impl Order {
    /// Says that rows take so many times what they may.
    pub fn fill(&self, times: usize) {
        self.weight.store(times * self.most, SeqCst);
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use crate::input::bytes::Bytes;
    use crate::input::files::Entry;
    use crate::pipeline::contradictions::Contradictions;
    use crate::pipeline::item::{Job, Piece};
    use crate::pipeline::progress::Progress;
    use crate::pipeline::scan::ChunkReport;
    use crate::pipeline::worker::{Orders, PieceReport, Rows, Workers};
    use crate::ruling::Judgement;
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
        let workers = Workers::new(Orders {
            rows: Rows::Build,
            columns: columns(),
            partition: Partition::Whole,
            plies: None,
            judgement: Judgement::default(),
            cross_check: None,
            listed: 0,
        });
        let text = format!("[White \"{}\"]\n\n1. e4 *\n\n", "x".repeat(name_bytes)).repeat(games);
        let bytes = Bytes::owned(text.into_bytes());
        let piece = Piece { input: 0, name: "a".into(), bytes, offset: 0 };
        workers.run(&Job { pieces: vec![piece], stored_bytes: 0 }, &Progress::default()).unwrap()
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
            order.put(number, done(games), || true).unwrap();
            assert_eq!(order.state().next, taken);
        }
        order.put(3, done(5), || true).unwrap();
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
        order.put(1, written(10, 100), || true).unwrap();
        assert_eq!(weight(), BATCH_WEIGHT + 10 * (GAME_WEIGHT + 100));
        order.put(0, written(20, 0), || true).unwrap();
        assert_eq!(weight(), 2 * BATCH_WEIGHT + 30 * GAME_WEIGHT + 1_000);
        order.put(2, written(ROWS_PER_STRETCH, 7), || true).unwrap();
        assert_eq!(weight(), 0);
    }

    #[test]
    fn few_rows_that_take_much_are_encoded_at_once_and_hold_others_up_before() {
        let folder = tempfile::tempdir().unwrap();
        let order = order(1, Some(encoder(folder.path())));
        order.put(1, written(3, ROW_BYTES / 2), || true).unwrap();
        assert!(order.is_full());
        order.put(0, done(1), || true).unwrap();
        assert!(!order.is_full());
        assert_eq!(order.weight.load(SeqCst), 0);
    }

    #[test]
    fn what_can_not_be_written_is_a_fault_of_the_job_that_completes_it() {
        // Where a file stands no folder can be.
        let file = tempfile::NamedTempFile::new().unwrap();
        let order = order(1, Some(encoder(file.path())));
        let fault = (0..200).find_map(|number| order.put(number, written(1_024, 1), || true).err());
        assert!(matches!(fault, Some(RunError::Output { .. })), "{fault:?}");
    }

    #[test]
    fn rows_wait_for_the_thread_that_encoded_last_but_not_for_long() {
        let folder = tempfile::tempdir().unwrap();
        let mut queue = Queue::new(Some(encoder(folder.path())), 10);
        let mut begins = |rows, thread, is_full| {
            queue.rows += rows;
            let stretch = queue.begin(Table::Games, thread, is_full);
            let begins = stretch.as_ref().map(|stretch| stretch.is_late);
            queue.encoder = stretch.map(|stretch| stretch.encoder).or(queue.encoder.take());
            begins
        };
        let (begun, late) = (Some(false), Some(true));
        assert_eq!(begins(9, 1, false), None);
        assert_eq!(begins(1, 1, false), begun);
        assert_eq!(begins(10, 0, false), None);
        assert_eq!(begins(0, 1, false), begun);
        assert_eq!(begins(10 * STRETCHES_WAITING - 1, 0, false), None);
        assert_eq!(begins(1, 0, false), late);
        assert_eq!(begins(10, 1, false), None);
        // Where others wait for room.
        assert_eq!(begins(0, 1, true), late);
        assert_eq!(begins(0, 1, true), None);
        assert_eq!(begins(1, 0, true), late);
    }
}
