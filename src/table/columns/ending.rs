//! How a game ended, and what the Laws say of its end.

use crate::chess::outcome::Outcome;
use crate::replay::Facts;
use crate::ruling::Ruling;

use super::buffers::{Codes, Numbers, ply};
use super::handover::Handover;

/// `ruling` to `plies_after_end`.
#[derive(Debug, Default)]
pub(super) struct EndingColumns {
    ruling: Codes,
    ruling_basis: Codes,
    ruled_result: Codes,
    white_score: Numbers,
    plies: Numbers,
    claimed_plies: Numbers,
    is_checkmate: Codes,
    is_stalemate: Codes,
    insufficient_material: Codes,
    max_repetition: Numbers,
    threefold_ply: Numbers,
    fivefold_ply: Numbers,
    max_halfmove_clock: Numbers,
    fifty_move_ply: Numbers,
    seventy_five_move_ply: Numbers,
    plies_after_end: Numbers,
}

impl EndingColumns {
    pub(super) fn push(&mut self, facts: &Facts, ruling: &Ruling) {
        // Without a position nothing was replayed: the board says neither yes nor no, and not zero either.
        let replayed = facts.last_position.is_some();
        self.ruling.push(Some(ruling.termination as u8));
        self.ruling_basis.push(ruling.basis.map(|basis| basis as u8));
        self.ruled_result.push(ruling.result.map(|result| result as u8));
        self.white_score.push_float(ruling.result.and_then(white_score));
        self.plies.push(replayed.then_some(ply(facts.plies)));
        self.claimed_plies.push(Some(ply(facts.claimed_plies)));
        self.is_checkmate.push_flag(replayed.then_some(facts.is_checkmate));
        self.is_stalemate.push_flag(replayed.then_some(facts.is_stalemate));
        self.insufficient_material.push_flag(replayed.then_some(facts.insufficient_material));
        self.max_repetition.push(replayed.then_some(ply(facts.max_repetition)));
        self.threefold_ply.push(facts.threefold_ply.map(ply));
        self.fivefold_ply.push(facts.fivefold_ply.map(ply));
        self.max_halfmove_clock.push(replayed.then_some(ply(facts.max_halfmove_clock)));
        self.fifty_move_ply.push(facts.fifty_move_ply.map(ply));
        self.seventy_five_move_ply.push(facts.seventy_five_move_ply.map(ply));
        self.plies_after_end.push(ruling.plies_after_end.map(ply));
    }

    pub(super) fn hand_over(&mut self, handover: &mut Handover) {
        handover.take(&mut self.ruling);
        handover.take(&mut self.ruling_basis);
        handover.take(&mut self.ruled_result);
        handover.take(&mut self.white_score);
        handover.take(&mut self.plies);
        handover.take(&mut self.claimed_plies);
        handover.take(&mut self.is_checkmate);
        handover.take(&mut self.is_stalemate);
        handover.take(&mut self.insufficient_material);
        handover.take(&mut self.max_repetition);
        handover.take(&mut self.threefold_ply);
        handover.take(&mut self.fivefold_ply);
        handover.take(&mut self.max_halfmove_clock);
        handover.take(&mut self.fifty_move_ply);
        handover.take(&mut self.seventy_five_move_ply);
        handover.take(&mut self.plies_after_end);
    }
}

/// White's points by a result.
const fn white_score(result: Outcome) -> Option<f32> {
    match result {
        Outcome::WhiteWins => Some(1.0),
        Outcome::Draw | Outcome::WhiteHalf => Some(0.5),
        Outcome::BlackWins | Outcome::BothLose | Outcome::BlackHalf => Some(0.0),
        Outcome::Unknown => None,
    }
}
