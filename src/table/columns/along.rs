//! What happened on the board along the way. White stands before Black.

use crate::stats::board::{Events, Phases, events, mobility, phases};

use super::buffers::{Numbers, ply};
use super::handover::Handover;
use super::row::GameRow;
use crate::table::column_set::ColumnSet;

/// `first_capture_ply` to `mean_legal_moves`.
#[derive(Debug, Default)]
pub(super) struct AlongColumns {
    first_capture_ply: Numbers,
    queens_off_ply: Numbers,
    underpromotions: [Numbers; 2],
    king_moves: [Numbers; 2],
    longest_quiet_run: Numbers,
    middlegame_ply: Numbers,
    endgame_ply: Numbers,
    mean_legal_moves: Numbers,
    wants_events: bool,
    wants_phases: bool,
    wants_mobility: bool,
}

/// The columns that one walk through a game gives.
const EVENTS: [&str; 7] = [
    "first_capture_ply",
    "queens_off_ply",
    "white_underpromotions",
    "black_underpromotions",
    "white_king_moves",
    "black_king_moves",
    "longest_quiet_run",
];

impl AlongColumns {
    pub(super) fn new(asked: &ColumnSet) -> AlongColumns {
        AlongColumns {
            wants_events: asked.wants_any(&EVENTS),
            wants_phases: asked.wants_any(&["middlegame_ply", "endgame_ply"]),
            wants_mobility: asked.wants("mean_legal_moves"),
            ..AlongColumns::default()
        }
    }

    pub(super) fn push(&mut self, row: &GameRow<'_>) {
        let moves = || row.moves.iter().copied();
        if self.wants_events {
            self.push_events(row.start.map(|start| events(start, moves())));
        }
        if self.wants_phases {
            let phases = row.start.map(|start| phases(start, moves()));
            let Phases { middlegame_ply, endgame_ply } = phases.unwrap_or_default();
            self.middlegame_ply.push(middlegame_ply.map(ply));
            self.endgame_ply.push(endgame_ply.map(ply));
        }
        if self.wants_mobility {
            let mean = row.start.and_then(|start| mobility(start, moves()).mean());
            self.mean_legal_moves.push_float(mean.map(|mean| mean as f32));
        }
    }

    fn push_events(&mut self, events: Option<Events>) {
        self.first_capture_ply.push(events.and_then(|events| events.first_capture_ply).map(ply));
        self.queens_off_ply.push(events.and_then(|events| events.queens_off_ply).map(ply));
        for color in 0..2 {
            self.underpromotions[color].push(events.map(|events| events.underpromotions[color] as i32));
            self.king_moves[color].push(events.map(|events| ply(events.king_moves[color])));
        }
        self.longest_quiet_run.push(events.map(|events| ply(events.longest_quiet_run)));
    }

    pub(super) fn hand_over(&mut self, handover: &mut Handover) {
        handover.take(&mut self.first_capture_ply);
        handover.take(&mut self.queens_off_ply);
        self.underpromotions.iter_mut().for_each(|column| handover.take(column));
        self.king_moves.iter_mut().for_each(|column| handover.take(column));
        handover.take(&mut self.longest_quiet_run);
        handover.take(&mut self.middlegame_ply);
        handover.take(&mut self.endgame_ply);
        handover.take(&mut self.mean_legal_moves);
    }
}
