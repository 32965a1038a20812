//! The game of chess itself: board, moves, positions, notation.
//!
//! Owns what the Laws of Chess say of a single position and a single move, standard and Chess960. Refuses to
//! know of games, files, results or history: those are for the floors above.

#[cfg(target_arch = "x86_64")]
pub(crate) mod abreast;
pub mod arise;
pub mod attacks;
pub mod bitboard;
pub mod board;
pub mod castling;
pub mod fen;
pub mod movegen;
pub mod moves;
pub mod outcome;
pub mod perft;
#[cfg(target_arch = "x86_64")]
pub mod pext;
pub mod piece;
pub mod play;
pub mod played;
pub mod position;
pub mod resolve;
pub mod san;
pub mod setup;
pub mod sliders;
pub mod square;
pub mod uci;
pub mod zobrist;

mod any_move;
mod book_keys;
mod fen_error;
mod fen_text;
mod last_move;
mod origins;
mod san_text;

pub use zobrist::Key;
