//! What is written in the file: where games begin, and the tokens of one game.
//!
//! Owns the reading of PGN, on the bytes as they lie, without copying. Knows nothing of rules: whether a move can be made
//! is for the replay to say.

pub mod claims;
pub mod game_text;
pub mod lexer;
pub mod result;
pub mod split;
pub mod tags;

mod dates;
mod game_id;
mod token;
mod words;
