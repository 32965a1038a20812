//! What the Laws say of a position or of a history.
//!
//! Owns repetition, material, whether a side can still mate, and which ends are automatic when. Knows nothing of text, and
//! rules on nothing.

pub mod laws;
pub mod material;
pub mod repetition;
pub mod timeout;
pub mod winnable;
