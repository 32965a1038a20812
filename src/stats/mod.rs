//! Statistics of one game: what follows from its clocks, evaluations and moves for those who study many.
//!
//! Owns their definitions, each with its source. What was read, and what the board showed, comes from below.

pub mod agreed_time;
pub mod berserk;
pub mod board;
pub mod clocks;
pub mod draw_offers;
pub mod evals;
pub mod players;
pub mod thinking;
pub mod winning_chances;

mod accuracy;
mod advice;
mod exponential;
