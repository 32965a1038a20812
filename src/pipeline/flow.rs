//! Inputs to rows, on all threads at once.
//!
//! Owns who does what: a thread that has done something takes the next thing, whatever it is, in the order of the input. Nobody waits
//! for anybody else while there is anything to do, and nothing is done in rounds, at whose end all would wait for the last.
//!
//! ```text
//! feed     | open, cut, decode what only goes in order ->
//! threads  | decode 1 | scan 1 | scan 1 | decode 3 | scan 2, encode 1 and 2 | ...
//!          | decode 2 | scan 1 | scan 2 | scan 2   | scan 2 | scan 3        | ...
//! ```

use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::panicking;
use std::time::Duration;

use rayon::{ScopeFifo, ThreadPool};

use crate::error::RunError;
use crate::input::bytes::Buffers;
use crate::pipeline::decode::decode;
use crate::pipeline::item::Item;
use crate::pipeline::order::Order;
use crate::pipeline::progress::Progress;
use crate::pipeline::stitch::Stitcher;
use crate::pipeline::tasks::{Task, Tasks};
use crate::pipeline::worker::Workers;

/// How long to wait for the feed, or for room, before looking whether the run is to stop.
const PATIENCE: Duration = Duration::from_millis(50);

/// A run's threads and what they have to do.
pub struct Flow<'r> {
    threads: usize,
    state: Mutex<State>,
    /// Told when there may be room for more, and when there is to be no more.
    room: Condvar,
    workers: &'r Workers,
    order: &'r Order,
    buffers: &'r Buffers,
    progress: &'r Progress,
}

struct State {
    tasks: Tasks,
    /// Threads that were asked to do one and left it, because too many rows wait.
    left: usize,
    /// Whether all that there is was offered.
    is_fed: bool,
    /// Why there is to be no more.
    end: Option<End>,
}

enum End {
    Fault(RunError),
    /// Of a thread, which the pool passes on.
    Panic,
}

impl<'r> Flow<'r> {
    /// Nothing done yet; jobs have `job_bytes`.
    pub fn new(
        threads: usize,
        job_bytes: usize,
        workers: &'r Workers,
        order: &'r Order,
        buffers: &'r Arc<Buffers>,
        progress: &'r Progress,
    ) -> Flow<'r> {
        let tasks = Tasks::new(threads, Stitcher::new(job_bytes, Arc::clone(buffers)));
        let state = Mutex::new(State { tasks, left: 0, is_fed: false, end: None });
        Flow { threads, state, room: Condvar::new(), workers, order, buffers, progress }
    }

    /// Does all that is fed, on the threads of the pool, until the last row is put in order.
    ///
    /// # Errors
    ///
    /// Where rows can't be written, or the run is to stop.
    pub fn run(self, feed: &Receiver<Item>, pool: &ThreadPool) -> Result<(), RunError> {
        pool.in_place_scope_fifo(|scope| self.feed(feed, scope));
        match self.state.into_inner().unwrap_or_else(PoisonError::into_inner).end {
            _ if self.progress.is_stopped() => Err(RunError::Interrupted),
            Some(End::Fault(fault)) => Err(fault),
            Some(End::Panic) | None => Ok(()),
        }
    }

    /// Offers what is fed, as soon as there is room for it.
    fn feed<'s>(&'s self, feed: &Receiver<Item>, scope: &ScopeFifo<'s>) {
        while self.has_room() {
            match feed.recv_timeout(PATIENCE) {
                Ok(item) => {
                    let mut state = self.state();
                    state.tasks.window.offer(item);
                    self.hand_out(state, scope);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    let mut state = self.state();
                    state.is_fed = true;
                    return self.hand_out(state, scope);
                }
            }
        }
    }

    /// Waits until there is room; false if there is to be no more.
    fn has_room(&self) -> bool {
        let mut state = self.state();
        while state.end.is_none() && !self.progress.is_stopped() {
            if state.tasks.window.wants_more() {
                return true;
            }
            (state, _) = self.room.wait_timeout(state, PATIENCE).unwrap_or_else(PoisonError::into_inner);
        }
        false
    }

    /// Lets the threads do what can be done now.
    fn hand_out<'s>(&'s self, mut state: MutexGuard<'_, State>, scope: &ScopeFifo<'s>) {
        let new = if state.end.is_none() { state.tasks.fill(self.order) } else { 0 };
        let left = if state.tasks.window.is_held_up() { 0 } else { std::mem::take(&mut state.left) };
        let is_decoded = state.is_fed && state.tasks.window.is_decoded();
        drop(state);
        self.room.notify_one();
        // Which of them a thread does is decided when it comes to it: the first.
        for _ in 0..left + new {
            scope.spawn_fifo(|scope| self.step(scope));
        }
        if is_decoded {
            self.buffers.close();
        }
    }

    /// Does what is first.
    fn step<'s>(&'s self, scope: &ScopeFifo<'s>) {
        let _watch = Watch(self);
        let mut state = self.state();
        if state.end.is_some() || self.progress.is_stopped() {
            state.tasks.clear();
            return;
        }
        if state.tasks.window.is_held_up() {
            // Those before it were begun, so that there is a thread that goes on when it has put or encoded its rows.
            state.left += 1;
            return;
        }
        let task = state.tasks.take();
        drop(state);
        match task {
            Some(Task::Decode { number, frames }) => {
                let (stretch, rest) = decode(frames, self.buffers);
                let mut state = self.state();
                state.tasks.window.decoded(number, stretch, rest);
                self.hand_out(state, scope);
            }
            Some(Task::Scan { number, job }) => {
                // Without an answer the run is to stop.
                let Some(done) = self.workers.run(&job, self.progress) else { return };
                let weight = job.weight();
                drop(job);
                let put = self.order.put(number, done, || self.state().is_busy(self.threads));
                let mut state = self.state();
                state.tasks.window.end(weight);
                match put {
                    Ok(rows) => state.tasks.window.waiting(rows),
                    Err(fault) => state.end = Some(End::Fault(fault)),
                }
                self.hand_out(state, scope);
            }
            None => {}
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Ends the run if its thread panics: nobody else would, and the feed would wait for room.
struct Watch<'f, 'r>(&'f Flow<'r>);

impl Drop for Watch<'_, '_> {
    fn drop(&mut self) {
        if panicking() {
            self.0.state().end = Some(End::Panic);
            self.0.room.notify_one();
        }
    }
}

impl State {
    /// Whether there is work for all threads for a while.
    fn is_busy(&self, threads: usize) -> bool {
        self.tasks.waiting() >= 2 * threads
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::mpsc::sync_channel;
    use std::thread::{spawn, yield_now};

    use rayon::ThreadPoolBuilder;

    use super::*;
    use crate::input::bytes::Bytes;
    use crate::input::files::Entry;
    use crate::pipeline::audit::JOB_BYTES;
    use crate::pipeline::item::{Job, Piece};
    use crate::pipeline::tally::Tally;
    use crate::pipeline::worker::{Orders, Rows};
    use crate::ruling::Judgement;
    use crate::table::{ColumnSet, Partition, Tier};

    const THREADS: usize = 2;

    /// Runs a check of nothing yet.
    fn with_flow(act: impl FnOnce(&Flow<'_>, &ThreadPool, &Progress)) {
        let orders = Orders {
            rows: Rows::Count,
            columns: ColumnSet::of(Tier::Default),
            partition: Partition::Whole,
            plies: None,
            judgement: Judgement::default(),
            cross_check: None,
            listed: 0,
        };
        let entries = [Entry::EmptyFolder { name: "a".to_owned() }];
        let (workers, order) = (Workers::new(orders), Order::new(Tally::new(&entries, 0), None, None));
        let (buffers, progress) = (Buffers::new(), Progress::default());
        let pool = ThreadPoolBuilder::new().num_threads(THREADS).build().unwrap();
        act(&Flow::new(THREADS, JOB_BYTES, &workers, &order, &buffers, &progress), &pool, &progress);
    }

    fn job(input: usize) -> Item {
        let bytes = Bytes::owned(b"[Event \"a\"]\n\n1. e4 *\n\n".to_vec());
        Item::Jobs(vec![Job {
            pieces: vec![Piece { input, name: "a".into(), bytes, offset: 0 }],
            stored_bytes: 0,
        }])
    }

    #[test]
    fn what_was_left_because_rows_waited_is_done_when_they_are_encoded() {
        with_flow(|flow, pool, progress| {
            pool.in_place_scope_fifo(|scope| {
                let mut state = flow.state();
                state.tasks.window.waiting(u64::MAX);
                state.tasks.window.offer(job(0));
                flow.hand_out(state, scope);
                while flow.state().left == 0 {
                    yield_now();
                }
                let mut state = flow.state();
                assert_eq!((state.tasks.waiting(), progress.games()), (1, 0));
                state.tasks.window.waiting(0);
                flow.hand_out(state, scope);
            });
            assert_eq!((flow.state().tasks.waiting(), progress.games()), (0, 1));
        });
    }

    #[test]
    fn a_panic_of_a_thread_ends_the_run() {
        with_flow(|flow, pool, _| {
            let (to, feed) = sync_channel(1);
            // There is no such input.
            let feeder = spawn(move || while to.send(job(7)).is_ok() {});
            let scope = || pool.in_place_scope_fifo(|scope| flow.feed(&feed, scope));
            assert!(catch_unwind(AssertUnwindSafe(scope)).is_err());
            drop(feed);
            feeder.join().unwrap();
        });
    }

    #[test]
    fn a_run_that_is_to_stop_ends_though_there_is_more() {
        with_flow(|flow, pool, progress| {
            let (to, feed) = sync_channel(1);
            let feeder = spawn(move || while to.send(job(0)).is_ok() {});
            pool.in_place_scope_fifo(|scope| {
                scope.spawn_fifo(|_| {
                    while progress.games() == 0 {
                        yield_now();
                    }
                    progress.stop();
                });
                flow.feed(&feed, scope);
            });
            assert!(progress.games() > 0);
            drop(feed);
            feeder.join().unwrap();
        });
    }
}
