//! Every stage of the way from bytes to rows, each by itself and then all together (`make bench`).
//!
//! A benchmark gets the answers of the stages before it ready-made, and asserts its own: what counts wrongly has no speed.
//! Items are games, in `replay` half-moves and in `perft` lines of play. The samples are repeated to some megabytes, so
//! that branch prediction and compression have an easier time than with real files: `check` comes out faster by a fifth.
//! The figures compare one version with another on one machine; for all else there is `make bench-peers`.

#![allow(clippy::unwrap_used, reason = "a benchmark that can't go on fails")]

mod claims;
mod lexing;
mod perft;
mod pipeline;
mod replay;
mod ruled;
mod ruling;
mod split;
mod table;
mod texts;

/// Enough for the fastest to be steady within some percent on a machine that does other things, too; all of it takes a minute.
const SAMPLES: u32 = 20;

fn main() {
    divan::Divan::default().sample_count(SAMPLES).config_with_args().main();
}
