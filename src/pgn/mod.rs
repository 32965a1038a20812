//! What is written in the file: where games begin, and the tokens of one game.
//!
//! Owns the reading of PGN, on the bytes as they lie, without copying. Knows nothing of rules: whether a move can be made
//! is for the replay to say.

pub mod annotations;
pub mod claims;
pub mod comments;
pub mod dates;
pub mod dialect;
pub mod endings;
pub mod event;
pub mod game_text;
pub mod games;
pub mod lexer;
pub mod months;
pub mod origin;
pub mod result;
pub mod said;
pub mod speed;
pub mod split;
pub mod tags;

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod blocks;
#[cfg(target_arch = "x86_64")]
mod comments_abreast;
mod game_id;
mod header;
mod lanes;
mod lines;
mod names;
mod numbers;
mod sections;
mod token;
mod trailing;
mod untagged;
mod words;
#[cfg(target_arch = "x86_64")]
mod words_abreast;
