//! A second opinion on one game, from an independent implementation: pgn-reader and shakmaty.
//!
//! Owns the only use of those two crates, and the comparison of what they say with [`crate::replay::Facts`]. Shares no
//! chess with the main path and rules nothing: it says where two readers of the same bytes disagree.

pub mod comparison;
pub mod peer;

mod meaning;
mod notation;

pub use comparison::{Comparison, Disagreement, Tolerance, compare, judge};
pub use meaning::StopReason;
pub use peer::{NotPlayed, Opinion, Played, Stop, opinion};
