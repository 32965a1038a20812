//! One game's ruling: how it ended, by what evidence, and what the Laws make of the result.
//!
//! Owns the order in which evidence counts: what the board proves, then what is declared, then what is left when all else
//! is excluded. Evidence goes in, a ruling comes out; each kind of evidence is read by a file of its own.

mod agreement;
mod bad_periods;
mod case;
mod decision;
mod inquiry;
mod judge;
mod justice;
mod rule;
mod termination;

pub use agreement::Agreement;
pub use case::Case;
pub use judge::{Judge, Judged, Judgement};
pub use rule::rule;
pub use termination::{Basis, Ruling, Termination};
