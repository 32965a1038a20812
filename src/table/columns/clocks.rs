//! What the clocks show. White stands before Black.

use crate::stats::berserk::berserk;

use super::buffers::{Codes, Numbers, ply};
use super::handover::Handover;
use super::lists::seconds;
use super::row::GameRow;
use crate::table::column_set::ColumnSet;

/// `clock_plies` to `black_longest_think`.
#[derive(Debug, Default)]
pub(super) struct ClockColumns {
    plies: Numbers,
    first: [Numbers; 2],
    last: [Numbers; 2],
    least: [Numbers; 2],
    hurried: [Numbers; 2],
    increases: [Numbers; 2],
    berserk: [Codes; 2],
    used: [Numbers; 2],
    mean: [Numbers; 2],
    longest: [Numbers; 2],
    wants_berserk: bool,
    wants_increases: bool,
    wants_thinking: bool,
}

/// The columns that are made of the time that moves took.
pub(in crate::table) const THINKING: [&str; 6] = [
    "white_time_used",
    "black_time_used",
    "white_mean_think",
    "black_mean_think",
    "white_longest_think",
    "black_longest_think",
];

impl ClockColumns {
    pub(super) fn new(asked: &ColumnSet) -> ClockColumns {
        ClockColumns {
            wants_berserk: asked.wants("white_berserk") || asked.wants("black_berserk"),
            wants_increases: asked.wants("white_clock_increases") || asked.wants("black_clock_increases"),
            wants_thinking: asked.wants_any(&THINKING),
            ..ClockColumns::default()
        }
    }

    pub(super) fn push(&mut self, row: &GameRow<'_>) {
        self.plies.push(Some(ply(row.clocks.iter().map(|side| side.count).sum())));
        for (color, side) in row.clocks.iter().enumerate() {
            let is_read = side.count > 0;
            self.first[color].push_float(side.first.map(seconds));
            self.last[color].push_float(side.last.map(seconds));
            self.least[color].push_float(side.least.map(seconds));
            self.hurried[color].push(is_read.then(|| ply(side.hurried)));
        }
        if self.wants_increases {
            self.push_increases(row);
        }
        if self.wants_berserk {
            let berserk = berserk(row.clocks, row.claims, row.dialect, row.tags.control);
            for (column, berserk) in self.berserk.iter_mut().zip(berserk) {
                column.push_flag(berserk);
            }
        }
        if self.wants_thinking {
            self.push_thinking(row);
        }
    }

    /// Nobody knows what was too much where the time of a next period comes at once, or nothing was agreed.
    fn push_increases(&mut self, row: &GameRow<'_>) {
        let is_known = row.tags.control.is_some_and(|control| control.is_sudden_death());
        for (color, side) in row.clocks.iter().enumerate() {
            self.increases[color].push((is_known && side.count > 0).then(|| ply(side.increased)));
        }
    }

    fn push_thinking(&mut self, row: &GameRow<'_>) {
        for (color, side) in row.pace().thinking().iter().enumerate() {
            let is_known = side.moves > 0;
            self.used[color]
                .push_float(is_known.then_some(side.total as f64 / 1000.0).map(|time| time as f32));
            self.mean[color].push_float(side.mean().map(|mean| (mean / 1000.0) as f32));
            self.longest[color]
                .push_float(is_known.then_some(side.longest as f64 / 1000.0).map(|time| time as f32));
        }
    }

    pub(super) fn hand_over(&mut self, handover: &mut Handover) {
        handover.take(&mut self.plies);
        for pair in [&mut self.first, &mut self.last, &mut self.least, &mut self.hurried, &mut self.increases]
        {
            pair.iter_mut().for_each(|column| handover.take(column));
        }
        self.berserk.iter_mut().for_each(|column| handover.take(column));
        for pair in [&mut self.used, &mut self.mean, &mut self.longest] {
            pair.iter_mut().for_each(|column| handover.take(column));
        }
    }
}
