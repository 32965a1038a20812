//! How a game ended, as its file says in one place or another.
//!
//! Owns the words that sites and programs write of a game's end, and the places where they write them: one file a kind of
//! evidence, each able to be silent. What the evidence is worth is for the ruling to say.

pub mod evidence;

mod comment;
mod sentence;
mod tag;
mod words;

pub use tag::claimed_ending;
