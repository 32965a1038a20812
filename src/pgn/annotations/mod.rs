//! What a file says of single moves, beside the moves themselves.
//!
//! Owns the reading of what stands in a comment as `[%name value]`, and of the marks behind a move.

pub mod eval;
pub mod judgement;
