//! One game's ruling: how it ended, by what evidence, and what the Laws make of the result.
//!
//! Owns the order in which evidence counts: what the board proves, then what is declared, then what is left when all else
//! is excluded. Evidence goes in, a ruling comes out; each kind of evidence is read by a file of its own.

mod board;
mod decision;
mod declared;
mod termination;

pub use decision::rule;
pub use termination::{Basis, Ruling, Termination};
