//! Arbitro: an arbiter for millions of chess games.
//!
//! PGN goes in, every game is replayed under the Laws of Chess, and one ruled row a game comes out.
//! Bytes go one way, and a module imports only from those listed before it:
//!
//! | floor | modules | owns |
//! |---|---|---|
//! | 0 | [`error`], [`finding`] | what can go wrong with an input; the codes of what is odd in a game |
//! | 1 | [`chess`] | the game itself |
//! | 2 | [`input`], [`pgn`], [`rules`], [`openings`] | where bytes come from; what is written in them; what the Laws say; the names of openings |
//! | 3 | [`stats`], [`replay`], [`ruling`], [`second_opinion`] | one game's facts, then one game's ruling |
//! | 4 | [`table`] | the one list of columns, and Parquet |
//! | 5 | [`pipeline`], [`report`] | threads and order; what is told to people and programs |
//! | 6 | [`cli`] | flags, help, exit codes |

pub mod chess;
pub mod cli;
pub mod error;
pub mod finding;
pub mod input;
pub mod openings;
pub mod pgn;
pub mod pipeline;
pub mod replay;
pub mod report;
pub mod rules;
pub mod ruling;
pub mod second_opinion;
pub mod stats;
pub mod table;
