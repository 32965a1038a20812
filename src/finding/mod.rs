//! The codes of what is odd in a game, each with its sentence and its source.
//!
//! Owns the one list of findings; whoever sees something odd records a code here, and nothing else is said about it.

mod code;
mod list;
mod set;

pub use code::Finding;
pub use list::{FINDINGS, FindingInfo, Severity};
pub use set::Findings;
