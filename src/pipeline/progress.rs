//! How far a run is: a value that its caller owns.
//!
//! Owns the counters and the wish to stop. Draws nothing.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// Counters that the workers raise and anybody may read.
#[derive(Default, Debug)]
pub struct Progress {
    bytes: AtomicU64,
    total_bytes: AtomicU64,
    games: AtomicU64,
    stop: Arc<AtomicBool>,
}

impl Progress {
    /// Nothing done yet.
    pub fn new() -> Progress {
        Progress::default()
    }

    /// Bytes of the files as stored that are done.
    pub fn bytes(&self) -> u64 {
        self.bytes.load(Relaxed)
    }

    /// Bytes of all files as stored; 0 if not known.
    pub fn total_bytes(&self) -> u64 {
        self.total_bytes.load(Relaxed)
    }

    /// Games that are done.
    pub fn games(&self) -> u64 {
        self.games.load(Relaxed)
    }

    /// Says how much there is to do.
    pub fn expect_bytes(&self, total: u64) {
        self.total_bytes.store(total, Relaxed);
    }

    /// Adds work done.
    pub fn advance(&self, bytes: u64, games: u64) {
        self.bytes.fetch_add(bytes, Relaxed);
        self.games.fetch_add(games, Relaxed);
    }

    /// Asks the run to end without a result.
    pub fn stop(&self) {
        self.stop.store(true, Relaxed);
    }

    /// Whether somebody asked for the end.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    /// The wish to stop by itself, for a signal handler to raise.
    pub fn stop_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }
}
