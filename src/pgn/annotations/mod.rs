//! What a file says of single moves, beside the moves themselves: commands such as `[%clk 0:03:00]`, and marks.
//!
//! Owns the spellings of these and the way from a comment to its ply. What follows from the readings is for others to say.

pub mod clock;
pub mod clocks;
pub mod eval;
pub mod judgement;
pub mod notes;
pub mod time_control;
pub(in crate::pgn) mod time_words;

mod follow;
mod plain_clocks;
#[cfg(target_arch = "x86_64")]
mod plain_clocks_abreast;
