//! What there is to do, taken in waves that keep all threads busy for a while.
//!
//! Owns the size of a wave and the patience with a slow feed. A wave is bounded by what it weighs (text that is held, a quarter of
//! what is mapped; frames give twice their weight at most and go on in the next wave) and by the rows that it is expected to give,
//! but for one item for each thread. That bounds the memory of a run, however large its input, however far it decompresses and
//! however short its games; a single game is held as a whole however long it is.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError};
use std::time::Duration;

use crate::error::RunError;
use crate::pipeline::feed::{Feed, Frames};
use crate::pipeline::progress::Progress;

/// Text of a wave for each thread, where it is held in memory: less leaves threads idle at its end, more takes memory.
pub const WAVE_BYTES: usize = 16 << 20;

/// Text of the first wave for each thread: what it shows sizes those after it.
const FIRST_BYTES: usize = 1 << 20;

/// The least text of a wave for each thread, where it is held in memory: four times that of a map.
const LEAST_BYTES: usize = 1 << 20;

/// Rows of a wave for each thread, of text that is held in memory; four times that of a map. Games of usual length never come near,
/// and rows are encoded while others are made: some 400 bytes for each that waits.
const WAVE_ROWS: u64 = 100_000;

/// Items of a wave for each thread that are worth beginning with while the feed is slow. Each is a job's text, or four jobs of a map.
const LEAST_ITEMS: usize = 2;

/// How many times a thread's text of a wave one step of frames may give.
const ROOM: usize = 2;

/// How long to wait for the feed before looking whether the run is to stop.
const PATIENCE: Duration = Duration::from_millis(50);

/// The feed, taken in waves.
pub struct Waves {
    feed: Receiver<Feed>,
    threads: usize,
    /// What a wave weighs for each thread.
    bytes: usize,
    /// What was begun and comes before everything that is fed.
    begun: VecDeque<Feed>,
    ended: bool,
}

impl Waves {
    /// Waves for so many threads.
    pub fn new(feed: Receiver<Feed>, threads: usize) -> Waves {
        Waves { feed, threads, bytes: FIRST_BYTES, begun: VecDeque::new(), ended: false }
    }

    /// The next wave; it is empty at the end.
    ///
    /// # Errors
    ///
    /// If the run is to stop.
    pub fn next(&mut self, progress: &Progress) -> Result<Vec<Feed>, RunError> {
        let mut wave = Vec::new();
        let mut weight = 0;
        while weight < self.threads * self.bytes || wave.len() < self.threads {
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

    /// The most text that a step of frames may give in the wave that was given last, whatever their share is: where games are short, as
    /// little of them is decoded at once as is read of others.
    pub fn most_of_a_step(&self) -> usize {
        self.bytes * ROOM
    }

    /// Sizes the waves to come by how many games some text gave.
    pub fn fit(&mut self, games: u64, bytes: u64) {
        if bytes > 0 {
            let wanted = WAVE_ROWS.saturating_mul(bytes) / games.max(1);
            self.bytes = usize::try_from(wanted).unwrap_or(WAVE_BYTES).clamp(LEAST_BYTES, WAVE_BYTES);
        }
    }

    /// Puts back what could not be finished, to come first in the next wave.
    pub fn put_back(&mut self, frames: Frames, rest: impl Iterator<Item = Feed>) {
        let behind = std::mem::take(&mut self.begun);
        self.begun.push_back(Feed::Frames(frames));
        self.begun.extend(rest);
        self.begun.extend(behind);
    }

    /// Text that is held between waves.
    #[cfg(test)]
    pub fn held(&self) -> usize {
        self.begun.iter().map(|feed| if matches!(feed, Feed::Stretch(_)) { feed.weight() } else { 0 }).sum()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::bytes::Bytes;
    use crate::pipeline::feed::Stretch;

    #[test]
    fn short_games_make_small_waves() {
        let (_sender, feed) = std::sync::mpsc::sync_channel(1);
        let mut waves = Waves::new(feed, 2);
        assert_eq!(waves.bytes, FIRST_BYTES);
        waves.fit(500, 1_000_000);
        assert_eq!(waves.bytes, WAVE_BYTES);
        waves.fit(50_000, 1_000_000);
        assert_eq!(waves.bytes, 2_000_000);
        waves.fit(200_000, 1_000_000);
        assert_eq!(waves.bytes, LEAST_BYTES);
        waves.fit(0, 0);
        assert_eq!(waves.bytes, LEAST_BYTES);
    }

    fn stretch(bytes: usize) -> Feed {
        let text = Vec::with_capacity(bytes);
        Feed::Stretch(Stretch { input: 0, name: "a".into(), text, stored_bytes: 0, error: None })
    }

    #[test]
    fn a_wave_ends_with_what_fills_it_and_has_an_item_for_each_thread() {
        let (sender, feed) = std::sync::mpsc::sync_channel(100);
        let mut waves = Waves::new(feed, 2);
        let weights = [
            // As much as a wave weighs in three; two for two threads, however much the first weighs.
            [FIRST_BYTES, FIRST_BYTES / 2, FIRST_BYTES].as_slice(),
            &[9 * FIRST_BYTES, 1],
            // All that is left.
            &[1, 2, 3, 4, 5],
        ];
        weights.concat().into_iter().for_each(|bytes| sender.send(stretch(bytes)).unwrap());
        drop(sender);
        let mut next = || {
            let wave = waves.next(&Progress::default()).unwrap();
            wave.iter().map(Feed::weight).collect::<Vec<_>>()
        };
        for expected in weights {
            assert_eq!(next(), expected);
        }
        assert!(next().is_empty());
    }

    #[test]
    fn what_was_put_back_comes_first_and_in_order() {
        let (sender, feed) = std::sync::mpsc::sync_channel(100);
        let mut waves = Waves::new(feed, 1);
        sender.send(stretch(30)).unwrap();
        drop(sender);
        let frames = |stored| Frames::stored(0, "a".into(), Bytes::owned(vec![0; stored]), 0);
        waves.put_back(frames(20_000), [stretch(20)].into_iter());
        waves.put_back(frames(30_000), [stretch(10)].into_iter());
        let wave = waves.next(&Progress::default()).unwrap();
        let weights: Vec<_> = wave.iter().map(Feed::weight).collect();
        assert_eq!(weights, [180_000, 10, 120_000, 20, 30]);
    }
}
