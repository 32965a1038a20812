//! Moves, clocks and evaluations of a game as lists: one item a half-move replayed.
//!
//! Owns the choice of two lists for evaluations. Centipawns and moves to mate are different things: one list of both would need numbers
//! that stand for mates, which whoever takes a mean would count as centipawns, and a list of structs is what many readers are slowest at.

use crate::chess::uci::UciCastling;
use crate::pgn::annotations::eval::Eval;
use crate::pgn::claims::TextTag;
use crate::replay::is_chess960;

use super::buffers::Numbers;
use super::handover::Handover;
use super::list_buffers::{NumberLists, TextLists};
use super::row::GameRow;
use crate::table::column_set::ColumnSet;

/// The columns that are made of evaluations.
pub(in crate::table) const EVALUATIONS: [&str; 2] = ["evals", "mates"];

/// `moves_uci` to `mates`.
#[derive(Debug)]
pub(super) struct ListColumns {
    moves_uci: Option<TextLists>,
    clocks: Option<NumberLists>,
    evals: Option<NumberLists>,
    mates: Option<NumberLists>,
}

impl ListColumns {
    pub(super) fn new(asked: &ColumnSet) -> ListColumns {
        let lists = |name| asked.wants(name).then(NumberLists::default);
        ListColumns {
            moves_uci: asked.wants("moves_uci").then(TextLists::default),
            clocks: lists("clocks"),
            evals: lists("evals"),
            mates: lists("mates"),
        }
    }

    pub(super) fn push(&mut self, row: &GameRow<'_>) {
        let plies = row.facts.plies as usize;
        if let Some(moves_uci) = &mut self.moves_uci {
            let spelling = spelling_of_castling(row);
            let mut position = row.start.copied();
            let moves = row.start.map(|_| row.moves.iter());
            moves_uci.push_written(moves, |mv, bytes| {
                if let Some(position) = &mut position {
                    position.write_uci(*mv, spelling, bytes);
                    position.play_unchecked(*mv);
                }
            });
        }
        if let Some(clocks) = &mut self.clocks {
            let is_read = (1..=plies).any(|ply| row.readings.at(ply).is_some());
            clocks.push_floats(is_read.then(|| (1..=plies).map(|ply| row.readings.at(ply).map(seconds))));
        }
        if self.evals.is_some() || self.mates.is_some() {
            let eval = |ply: usize| row.notes.plies().get(ply).and_then(|note| note.eval);
            let is_evaluated = (0..plies).any(|ply| eval(ply).is_some());
            if let Some(evals) = &mut self.evals {
                evals.push(is_evaluated.then(|| (0..plies).map(|ply| eval(ply).and_then(centipawns))));
            }
            if let Some(mates) = &mut self.mates {
                mates.push(is_evaluated.then(|| (0..plies).map(|ply| eval(ply).and_then(moves_to_mate))));
            }
        }
    }

    pub(super) fn hand_over(&mut self, handover: &mut Handover) {
        handover.take_if(&mut self.moves_uci);
        handover.take_if(&mut self.clocks);
        handover.take_if(&mut self.evals);
        handover.take_if(&mut self.mates);
    }
}

/// How UCI spells castling in a game: the king's move to its rook in Chess960, be that by its tag or by its start.
pub(super) fn spelling_of_castling(row: &GameRow<'_>) -> UciCastling {
    let is_usual = row.start.is_none_or(|start| start.castling().is_standard());
    if is_usual && !row.claims.get(TextTag::Variant).is_some_and(is_chess960) {
        UciCastling::KingTarget
    } else {
        UciCastling::KingTakesRook
    }
}

/// A reading in seconds.
pub(super) fn seconds(milliseconds: i32) -> f32 {
    (f64::from(milliseconds) / 1000.0) as f32
}

/// The centipawns of an evaluation that is no mate.
pub(super) fn centipawns(eval: Eval) -> Option<i32> {
    match eval {
        // The least of all stands for none.
        Eval::Centipawns(centipawns) => Some(centipawns.max(Numbers::NONE + 1)),
        Eval::Mate(_) => None,
    }
}

/// The moves to mate of an evaluation that is one.
pub(super) fn moves_to_mate(eval: Eval) -> Option<i32> {
    match eval {
        Eval::Centipawns(_) => None,
        Eval::Mate(moves) => Some(moves.max(Numbers::NONE + 1)),
    }
}
