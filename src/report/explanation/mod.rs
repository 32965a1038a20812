//! One game's ruling as an arbiter would write it.
//!
//! Owns the explanation: what it rests on, line by line with its place in the file, as data, in words and as JSON.

mod account;
mod evidence;
mod json;
mod sentence;
mod text;
mod words;

pub use account::{Explanation, explain};
