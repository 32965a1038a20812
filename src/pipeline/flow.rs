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

use std::mem;
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
    /// How often one was not begun because too many rows wait: they are when there is room.
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
            // The pool has passed it on before.
            Some(End::Panic) => Err(RunError::Threads { reason: "one of them panicked".to_owned() }),
            // What was not done the ledger shows.
            None => Ok(()),
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
        let left = if self.order.is_full() { 0 } else { mem::take(&mut state.left) };
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
        if self.order.is_full() {
            // Whoever makes room comes by behind this: the state is held.
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
                let put = self.order.put(
                    number,
                    done,
                    || self.others_are_busy(),
                    || self.hand_out(self.state(), scope),
                );
                let mut state = self.state();
                state.tasks.window.end(weight);
                if let Err(fault) = put {
                    state.end.get_or_insert(End::Fault(fault));
                }
                self.hand_out(state, scope);
            }
            None => {}
        }
    }

    /// Whether there is work for all threads for a while, and they may do it.
    fn others_are_busy(&self) -> bool {
        !self.order.is_full() && self.state().tasks.waiting() >= 2 * self.threads
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
            self.0.state().end.get_or_insert(End::Panic);
            self.0.room.notify_one();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::path::Path;
    use std::sync::mpsc::sync_channel;
    use std::thread::{self, spawn, yield_now};

    use rayon::ThreadPoolBuilder;

    use super::*;
    use crate::input::files::Entry;
    use crate::pipeline::audit::JOB_BYTES;
    use crate::pipeline::encode::Encoder;
    use crate::pipeline::item::Job;
    use crate::pipeline::tally::Tally;
    use crate::pipeline::worker::{Orders, Rows};
    use crate::table::{ColumnSet, Partition};

    const THREADS: usize = 2;

    /// A run of which nothing is done yet. Where there is a folder its rows are written there.
    fn with_flow(folder: Option<&Path>, act: impl FnOnce(Flow<'_>, &ThreadPool)) {
        let columns = ColumnSet::read("plies").unwrap();
        let rows = if folder.is_some() { Rows::Build } else { Rows::Count };
        let orders = Orders::usual(rows, columns, Partition::Whole, None);
        let encoder = folder.map(|folder| Encoder::games(folder, &columns, Partition::Whole, 0).unwrap());
        let entries = [Entry::EmptyFolder { name: "a".to_owned() }];
        let order = Order::new(THREADS, Tally::new(&entries, 0), encoder, None);
        let (workers, buffers, progress) = (Workers::new(orders), Buffers::new(), Progress::default());
        let pool = ThreadPoolBuilder::new().num_threads(THREADS).build().unwrap();
        act(Flow::new(THREADS, JOB_BYTES, &workers, &order, &buffers, &progress), &pool);
    }

    fn job(input: usize) -> Item {
        Item::Jobs(vec![Job::held(input, b"[Event \"a\"]\n\n1. e4 *\n\n".repeat(1_000))])
    }

    /// Feeds such jobs until nobody takes them any more.
    fn feed_without_end(input: usize, act: impl FnOnce(&Receiver<Item>)) {
        let (to, feed) = sync_channel(1);
        let feeder = spawn(move || while to.send(job(input)).is_ok() {});
        act(&feed);
        drop(feed);
        feeder.join().unwrap();
    }

    #[test]
    fn what_was_left_because_rows_waited_is_done_when_they_are_encoded() {
        with_flow(None, |flow, pool| {
            pool.in_place_scope_fifo(|scope| {
                flow.order.fill(1);
                let mut state = flow.state();
                state.tasks.window.offer(job(0));
                flow.hand_out(state, scope);
                while flow.state().left == 0 {
                    yield_now();
                }
                assert!(!flow.others_are_busy());
                let mut state = flow.state();
                assert_eq!((state.tasks.waiting(), flow.progress.games()), (1, 0));
                flow.order.fill(0);
                state.tasks.window.offer(job(0));
                flow.hand_out(state, scope);
            });
            assert_eq!((flow.state().tasks.waiting(), flow.progress.games()), (0, 2_000));
        });
    }

    #[test]
    fn others_are_busy_while_there_is_something_to_take_for_each() {
        with_flow(None, |flow, _| {
            let mut state = flow.state();
            state.tasks.window.offer(job(0));
            for _ in 1..2 * THREADS {
                state.tasks.fill(flow.order);
                drop(state);
                assert!(!flow.others_are_busy());
                state = flow.state();
                state.tasks.window.offer(job(0));
            }
            state.tasks.fill(flow.order);
            drop(state);
            assert!(flow.others_are_busy());
            flow.order.fill(1);
            assert!(!flow.others_are_busy());
        });
    }

    #[test]
    fn a_panic_of_a_thread_ends_the_run() {
        // There is no such input.
        feed_without_end(7, |feed| {
            with_flow(None, |flow, pool| {
                assert!(catch_unwind(AssertUnwindSafe(|| flow.run(feed, pool))).is_err());
            });
        });
    }

    #[test]
    fn a_fault_of_the_disk_ends_the_run() {
        // Where a file stands no folder can be.
        let file = tempfile::NamedTempFile::new().unwrap();
        feed_without_end(0, |feed| {
            with_flow(Some(file.path()), |flow, pool| {
                let ran = flow.run(feed, pool);
                assert!(matches!(ran, Err(RunError::Output { .. })), "{ran:?}");
            });
        });
    }

    #[test]
    fn a_run_that_is_to_stop_ends_though_there_is_more() {
        feed_without_end(0, |feed| {
            with_flow(None, |flow, pool| {
                let progress = flow.progress;
                let ran = thread::scope(|scope| {
                    scope.spawn(|| {
                        while progress.games() == 0 {
                            yield_now();
                        }
                        progress.stop();
                    });
                    flow.run(feed, pool)
                });
                assert!(matches!(ran, Err(RunError::Interrupted)), "{ran:?}");
            });
        });
    }
}
