//! A run: inputs to jobs, jobs to threads, rows to parts.
//!
//! Owns the threads, the order of results and the ledger; the only user of rayon and of indicatif. Knows nothing of
//! chess, and prints nothing but the bar.

pub mod audit;
pub mod bar;
mod columns_abreast;
pub mod contradictions;
pub mod counts;
pub mod cross_check;
pub mod decode;
pub mod draft;
pub mod encode;
pub mod extract;
pub mod extract_error;
pub mod feed;
pub mod find;
pub mod flow;
pub mod item;
pub mod ledger;
pub mod obstacles;
pub mod order;
pub mod originals;
pub mod parted;
pub mod place;
pub mod plan;
pub mod progress;
pub mod publish;
pub mod queue;
pub mod scan;
pub mod stitch;
pub mod survey;
pub mod tally;
pub mod tasks;
pub mod window;
pub mod worker;
