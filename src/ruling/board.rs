//! What the board proves: the first ply at which the game was over by itself.

use crate::chess::outcome::Outcome;
use crate::chess::piece::Color;
use crate::replay::Facts;
use crate::rules::laws::Laws;
use crate::ruling::Termination;

/// An end that needs no player's word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct BoardEnd {
    pub(super) ply: u32,
    pub(super) termination: Termination,
    pub(super) result: Outcome,
}

/// The first automatic end. At one and the same ply the Laws' order counts: mate, stalemate, dead position, fivefold
/// repetition, seventy-five moves (5.1.1, 5.2.1, 5.2.2, 9.6.1, 9.6.2; a mate by the move that completes the seventy-five stands).
pub(super) fn board_end(facts: &Facts, laws: &Laws) -> Option<BoardEnd> {
    let last = |condition: bool| condition.then_some(facts.plies);
    let win = match facts.last_position.as_ref().map(|position| position.turn()) {
        Some(Color::Black) => Outcome::WhiteWins,
        Some(Color::White) | None => Outcome::BlackWins,
    };
    let ends = [
        (last(facts.is_checkmate), Termination::Checkmate, win),
        (last(facts.is_stalemate), Termination::Stalemate, Outcome::Draw),
        (facts.insufficient_material_ply, Termination::InsufficientMaterial, Outcome::Draw),
        (facts.fivefold_ply.filter(|_| laws.fivefold_ends), Termination::FivefoldRepetition, Outcome::Draw),
        (
            facts.seventy_five_move_ply.filter(|_| laws.seventy_five_ends),
            Termination::SeventyFiveMoves,
            Outcome::Draw,
        ),
    ];
    // Of several at the least ply, `min_by_key` gives the first.
    ends.into_iter()
        .filter_map(|(ply, termination, result)| Some(BoardEnd { ply: ply?, termination, result }))
        .min_by_key(|end| end.ply)
}
