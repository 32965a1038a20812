//! Statistics of one game, by kind.
//!
//! Owns how each is counted, as functions of positions, moves and numbers. Knows nothing of text, of files and of columns.

pub mod board;
