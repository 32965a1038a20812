//! How long the games were, in half-moves and on the clock.

use arrow_array::RecordBatch;
use arrow_schema::ArrowError;

use super::batch::{Texts, numbers};
use super::frequent::Frequent;
use super::spread::Spread;

/// The games by their half-moves.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Lengths {
    /// Half-moves; none where nothing was replayed.
    pub plies: Spread,
}

impl Lengths {
    pub(super) const COLUMNS: [&'static str; 1] = ["plies"];

    pub(super) fn take(&mut self, rows: &RecordBatch) -> Result<(), ArrowError> {
        numbers(rows, "plies")?.into_iter().for_each(|plies| self.plies.count(plies));
        Ok(())
    }
}

/// The games by their time control.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct TimeControls {
    /// As written.
    pub written: Frequent<u64>,
    /// By the class of speed, where the dataset has that column.
    pub speeds: Option<Frequent<u64>>,
    /// Games without a time control.
    pub none: u64,
}

impl TimeControls {
    pub(super) const COLUMNS: [&'static str; 1] = ["TimeControl"];
    /// The column that the dataset may have besides.
    pub(super) const SPEED: &'static str = "speed";

    pub(super) fn take(&mut self, rows: &RecordBatch) -> Result<(), ArrowError> {
        self.none += count(rows, "TimeControl", &mut self.written)?;
        if let Some(speeds) = &mut self.speeds {
            count(rows, TimeControls::SPEED, speeds)?;
        }
        Ok(())
    }

    pub(super) fn merge(&mut self, later: &TimeControls) {
        self.written.merge(&later.written);
        if let (Some(ours), Some(theirs)) = (&mut self.speeds, &later.speeds) {
            ours.merge(theirs);
        }
        self.none += later.none;
    }
}

/// Counts the texts of a column; gives the number of rows without one.
fn count(rows: &RecordBatch, name: &'static str, sums: &mut Frequent<u64>) -> Result<u64, ArrowError> {
    let texts = Texts::of(rows, name)?;
    let mut none = 0;
    let mut counts = vec![0_u64; texts.len()];
    for key in texts.keys() {
        match key {
            Some(key) => counts[key] += 1,
            None => none += 1,
        }
    }
    for (key, count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
        if let Some(text) = texts.value(key) {
            sums.add(text, count);
        }
    }
    Ok(none)
}
