//! How a game ended, and what the Laws say of its end.

use arrow_array::ArrayRef;
use arrow_array::types::Int32Type;

use crate::replay::Facts;
use crate::ruling::Ruling;
use crate::table::column::Vocabulary;

use super::buffers::{Flags, Numbers, Words, ply};

/// `ruling` to `plies_after_end`.
#[derive(Debug)]
pub(super) struct EndingColumns {
    ruling: Words,
    ruling_basis: Words,
    ruled_result: Words,
    plies: Numbers<Int32Type>,
    claimed_plies: Numbers<Int32Type>,
    is_checkmate: Flags,
    is_stalemate: Flags,
    insufficient_material: Flags,
    max_repetition: Numbers<Int32Type>,
    threefold_ply: Numbers<Int32Type>,
    fivefold_ply: Numbers<Int32Type>,
    max_halfmove_clock: Numbers<Int32Type>,
    fifty_move_ply: Numbers<Int32Type>,
    seventy_five_move_ply: Numbers<Int32Type>,
    plies_after_end: Numbers<Int32Type>,
}

impl EndingColumns {
    pub(super) fn new() -> EndingColumns {
        EndingColumns {
            ruling: Words::new(Vocabulary::Ruling),
            ruling_basis: Words::new(Vocabulary::Basis),
            ruled_result: Words::new(Vocabulary::Outcome),
            plies: Numbers::default(),
            claimed_plies: Numbers::default(),
            is_checkmate: Flags::default(),
            is_stalemate: Flags::default(),
            insufficient_material: Flags::default(),
            max_repetition: Numbers::default(),
            threefold_ply: Numbers::default(),
            fivefold_ply: Numbers::default(),
            max_halfmove_clock: Numbers::default(),
            fifty_move_ply: Numbers::default(),
            seventy_five_move_ply: Numbers::default(),
            plies_after_end: Numbers::default(),
        }
    }

    pub(super) fn push(&mut self, facts: &Facts, ruling: &Ruling) {
        // Without a position nothing was replayed: the board says neither yes nor no, and not zero either.
        let replayed = facts.last_position.is_some();
        self.ruling.push(Some(ruling.termination as i8));
        self.ruling_basis.push(ruling.basis.map(|basis| basis as i8));
        self.ruled_result.push(ruling.result.map(|result| result as i8));
        self.plies.push(replayed.then_some(ply(facts.plies)));
        self.claimed_plies.push_value(ply(facts.claimed_plies));
        self.is_checkmate.push(replayed.then_some(facts.is_checkmate));
        self.is_stalemate.push(replayed.then_some(facts.is_stalemate));
        self.insufficient_material.push(replayed.then_some(facts.insufficient_material));
        self.max_repetition.push(replayed.then_some(ply(facts.max_repetition)));
        self.threefold_ply.push(facts.threefold_ply.map(ply));
        self.fivefold_ply.push(facts.fivefold_ply.map(ply));
        self.max_halfmove_clock.push(replayed.then_some(ply(facts.max_halfmove_clock)));
        self.fifty_move_ply.push(facts.fifty_move_ply.map(ply));
        self.seventy_five_move_ply.push(facts.seventy_five_move_ply.map(ply));
        self.plies_after_end.push(ruling.plies_after_end.map(ply));
    }

    pub(super) fn finish(&mut self, arrays: &mut Vec<ArrayRef>) {
        arrays.push(self.ruling.finish());
        arrays.push(self.ruling_basis.finish());
        arrays.push(self.ruled_result.finish());
        arrays.push(self.plies.finish());
        arrays.push(self.claimed_plies.finish());
        arrays.push(self.is_checkmate.finish());
        arrays.push(self.is_stalemate.finish());
        arrays.push(self.insufficient_material.finish());
        arrays.push(self.max_repetition.finish());
        arrays.push(self.threefold_ply.finish());
        arrays.push(self.fivefold_ply.finish());
        arrays.push(self.max_halfmove_clock.finish());
        arrays.push(self.fifty_move_ply.finish());
        arrays.push(self.seventy_five_move_ply.finish());
        arrays.push(self.plies_after_end.finish());
    }
}
