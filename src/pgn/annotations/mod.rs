//! What comments say of each ply in commands such as `[%clk 0:03:00]`.
//!
//! Owns the spellings of these commands and the way from a comment to its ply. What follows from the readings is for others to say.

pub mod clock;
pub mod clocks;
pub mod time_control;

mod follow;
mod plain_clocks;
#[cfg(target_arch = "x86_64")]
mod plain_clocks_abreast;
