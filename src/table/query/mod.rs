//! Questions to a dataset: a predicate over the columns, and the games that it is true of.
//!
//! Owns the predicate's words and their meaning, which is SQL's: a comparison with null is neither true nor false. Knows
//! nothing of where the games are.

mod bounds;
mod condition;
mod grammar;
mod literal;
mod meaning;
mod mistake;
mod predicate;
mod selection;
mod settled;
mod truth;

pub use mistake::Mistake;
pub use predicate::Predicate;
pub use selection::{Place, Places, Selection, Unreadable};
pub(super) use truth::foreign;
