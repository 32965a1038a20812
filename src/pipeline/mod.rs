//! A run: inputs to jobs, jobs to threads, rows to parts.
//!
//! Owns the threads, the order of results and the ledger; the only user of rayon and of indicatif. Knows nothing of
//! chess, and prints nothing but the bar.

pub mod audit;
pub mod bar;
pub mod counts;
pub mod cross_check;
pub mod encode;
pub mod feed;
pub mod ledger;
pub mod plan;
pub mod progress;
pub mod publish;
pub mod scan;
pub mod stream;
pub mod tally;
pub mod worker;
