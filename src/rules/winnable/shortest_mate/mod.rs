//! The shortest line to mate in which both sides help.
//!
//! Owns a bounded search for reports: its lines are shown to people, so they should be short, and it should be known whether a
//! shorter one exists. It says nothing of positions that can't be won, and no run over many games uses it.

pub mod helpmate;

mod detour;
mod mating_move;
mod plies_needed;
mod refuted;
mod search;

pub(super) use detour::shorten;
pub(super) use search::{Found, MateSearch};
