//! Openings: their codes and names, by the positions that they lead to.
//!
//! Owns the table of `data/openings`, in a form that costs nothing at the start of a run, and the search for the last position of a game
//! that the table names. What an opening is comes from that table alone: no tag is asked.

mod book;
mod search;

pub use book::Opening;
pub use search::{Named, last_named};
