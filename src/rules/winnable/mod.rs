//! Whether a side can still mate: dead positions (5.2.2), flag falls (6.9) and resignations (5.1.2), exactly.
//!
//! Owns the question "does any series of legal moves end in this side's mating the other?". A series is made of the moves of
//! article 3 alone: counters and history play no part, castling rights and en passant do. Knows nothing of games, and
//! answers *undecided* where it can't prove a thing.

pub mod effort;
pub mod few_men;
pub mod gate;
pub mod look;
pub mod mating_material;
pub mod shortest_mate;
pub mod shown;
pub mod solver;
pub mod statistics;

mod chasolver_board;
mod first_ply;
mod full_search;
mod giveaway;
mod locked;
