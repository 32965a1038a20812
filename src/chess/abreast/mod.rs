//! Eight games replayed abreast, one a lane of a vector register, on processors that have AVX-512.
//!
//! Owns the plain moves of games that are legal; whatever is not plain it hands back, lane by lane. Chooses nothing and counts
//! only what it can count without a branch. `chess::play` and `chess::resolve` are the judges.

mod attacks;
mod castle;
mod lane;
mod step;
mod tables;
mod vector;

pub(crate) use lane::{Abreast, Counted, Rights};
pub(crate) use step::{END, Eight, KIND_SHIFT, RETURNED};
