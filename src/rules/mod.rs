//! What the Laws say of a position or of a history.
//!
//! Owns repetition, material and which ends are automatic when. Knows nothing of text, and rules on nothing.

pub mod laws;
pub mod material;
pub mod repetition;
