//! What a solver was asked, and what became of it.
//!
//! Owns counts for the run's manifest. Times are of this run alone and have no place in a dataset.

use std::time::Duration;

use crate::chess::piece::Color;

/// What one solver, or several together, did.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    /// Questions asked: one side of one position each.
    pub queries: u64,
    /// Those that stayed undecided.
    pub undecided: u64,
    /// Fast tests run: questions that no cheaper step settled.
    pub fast_tests: u64,
    /// Full searches run.
    pub full_searches: u64,
    /// The question that took longest, of those that no cheap step settled.
    pub slowest: Option<Slowest>,
}

/// The question that took longest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Slowest {
    /// How long.
    pub time: Duration,
    /// Of which position.
    pub fen: String,
    /// Of which side.
    pub side: Color,
}

impl Statistics {
    /// Adds what another solver did.
    pub fn add(&mut self, other: &Statistics) {
        self.queries += other.queries;
        self.undecided += other.undecided;
        self.fast_tests += other.fast_tests;
        self.full_searches += other.full_searches;
        if let Some(theirs) = &other.slowest
            && self.slowest.as_ref().is_none_or(|ours| ours.time < theirs.time)
        {
            self.slowest = Some(theirs.clone());
        }
    }
}
