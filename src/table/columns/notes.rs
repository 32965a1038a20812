//! Evaluations, and what follows from them; draw offers. White stands before Black.

use crate::pgn::annotations::eval::Eval;
use crate::pgn::annotations::judgement::Mark;
use crate::stats::draw_offers::draw_offers;
use crate::stats::evals::{EvalStats, Judgements};

use super::buffers::{Numbers, ply};
use super::handover::Handover;
use super::row::GameRow;

/// `evaluated_plies` to `black_draw_offers`.
#[derive(Debug, Default)]
pub(super) struct NoteColumns {
    evaluated_plies: Numbers,
    evaluated_moves: [Numbers; 2],
    centipawn_loss: [Numbers; 2],
    accuracy: [Numbers; 2],
    inaccuracies: [Numbers; 2],
    mistakes: [Numbers; 2],
    blunders: [Numbers; 2],
    draw_offers: [Numbers; 2],
    /// Those of the game at hand.
    evals: Vec<Option<Eval>>,
    marks: Vec<Option<Mark>>,
}

impl NoteColumns {
    pub(super) fn push(&mut self, row: &GameRow<'_>) {
        let plies = row.notes.plies();
        self.evals.clear();
        self.marks.clear();
        if plies.iter().any(|note| note.eval.is_some()) {
            self.evals.extend(plies.iter().map(|note| note.eval));
            self.marks.extend(plies.iter().map(|note| note.mark));
        }
        let stats = EvalStats::of(&self.evals, &self.marks, row.claims.first_to_move());
        self.evaluated_plies.push(Some(ply(stats.evaluated_plies)));
        let offers = draw_offers(row.notes, row.claims, row.dialect);
        for (color, side) in stats.colors.iter().enumerate() {
            let is_known = side.measured_moves > 0;
            self.evaluated_moves[color].push(is_known.then(|| ply(side.measured_moves)));
            self.centipawn_loss[color].push_float(side.average_centipawn_loss.map(|loss| loss as f32));
            self.accuracy[color].push_float(side.accuracy.map(|accuracy| accuracy as f32));
            let count =
                |of: fn(&Judgements) -> u32| side.judgements.as_ref().map(|judgements| ply(of(judgements)));
            self.inaccuracies[color].push(count(|judgements| judgements.inaccuracies));
            self.mistakes[color].push(count(|judgements| judgements.mistakes));
            self.blunders[color].push(count(|judgements| judgements.blunders));
            let offers = offers.map(|offers| offers[color].min(i16::MAX as u32) as i32);
            self.draw_offers[color].push(offers);
        }
    }

    pub(super) fn hand_over(&mut self, handover: &mut Handover) {
        handover.take(&mut self.evaluated_plies);
        for pair in [
            &mut self.evaluated_moves,
            &mut self.centipawn_loss,
            &mut self.accuracy,
            &mut self.inaccuracies,
            &mut self.mistakes,
            &mut self.blunders,
            &mut self.draw_offers,
        ] {
            pair.iter_mut().for_each(|column| handover.take(column));
        }
    }
}
