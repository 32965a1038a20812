//! What there is to do, taken in waves that keep all threads busy for a while.
//!
//! Owns the size of a wave and the patience with a slow feed. A wave is bounded by its text: that bounds the memory of
//! a run, however large its input.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError};
use std::time::Duration;

use crate::error::RunError;
use crate::pipeline::feed::{Feed, Frames};
use crate::pipeline::progress::Progress;

/// Text of a wave for each thread: less leaves threads idle at its end, more takes memory.
pub const WAVE_BYTES: usize = 16 << 20;

/// Items of a wave for each thread that are worth beginning with while the feed is slow.
const LEAST_ITEMS: usize = 2;

/// How long to wait for the feed before looking whether the run is to stop.
const PATIENCE: Duration = Duration::from_millis(50);

/// The feed, taken in waves.
pub struct Waves {
    feed: Receiver<Feed>,
    threads: usize,
    /// What was begun and comes before everything that is fed.
    begun: VecDeque<Feed>,
    ended: bool,
}

impl Waves {
    /// Waves for so many threads.
    pub fn new(feed: Receiver<Feed>, threads: usize) -> Waves {
        Waves { feed, threads, begun: VecDeque::new(), ended: false }
    }

    /// The next wave; it is empty at the end.
    ///
    /// # Errors
    ///
    /// If the run is to stop.
    pub fn next(&mut self, progress: &Progress) -> Result<Vec<Feed>, RunError> {
        let mut wave = Vec::new();
        let mut weight = 0;
        while weight < self.threads * WAVE_BYTES {
            if progress.is_stopped() {
                return Err(RunError::Interrupted);
            }
            let Some(feed) = self.begun.pop_front().or_else(|| self.receive(wave.len(), progress)) else {
                break;
            };
            weight += feed.weight();
            wave.push(feed);
        }
        if progress.is_stopped() { Err(RunError::Interrupted) } else { Ok(wave) }
    }

    /// Puts back what could not be finished, to come first in the next wave.
    pub fn put_back(&mut self, frames: Frames, rest: impl Iterator<Item = Feed>) {
        let behind = std::mem::take(&mut self.begun);
        self.begun.push_back(Feed::Frames(frames));
        self.begun.extend(rest);
        self.begun.extend(behind);
    }

    /// The next item; `None` at the end, and where there is enough to begin with.
    fn receive(&mut self, items: usize, progress: &Progress) -> Option<Feed> {
        while !self.ended && !progress.is_stopped() {
            match self.feed.try_recv() {
                Ok(feed) => return Some(feed),
                Err(TryRecvError::Disconnected) => self.ended = true,
                Err(TryRecvError::Empty) if items >= self.threads * LEAST_ITEMS => return None,
                Err(TryRecvError::Empty) => match self.feed.recv_timeout(PATIENCE) {
                    Ok(feed) => return Some(feed),
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => self.ended = true,
                },
            }
        }
        None
    }
}
