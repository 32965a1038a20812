//! The games by opening: by its name and by its code.

use arrow_array::RecordBatch;
use arrow_schema::ArrowError;

use super::batch::Texts;
use super::frequent::Frequent;
use super::results::{Results, Sum};
use crate::chess::outcome::Outcome;

/// The columns that name the opening: what was found by the moves goes before what the file claims.
const NAMES: [&str; 2] = ["opening_name", "Opening"];
/// The columns that hold its code.
const CODES: [&str; 2] = ["opening_eco", "ECO"];

/// The games by opening, each with their results.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Openings {
    /// By name, and the column that has it.
    pub names: Option<(&'static str, Frequent<Results>)>,
    /// By code, and the column that has it.
    pub codes: Option<(&'static str, Frequent<Results>)>,
}

impl Openings {
    /// What a dataset must have one of.
    pub(super) const COLUMNS: [&'static str; 2] = ["Opening", "ECO"];

    /// Of a dataset that has the columns that `has` tells; `None` if it has none that names an opening.
    pub(super) fn new(has: impl Fn(&str) -> bool) -> Option<Openings> {
        let first = |columns: [&'static str; 2]| columns.into_iter().find(|name| has(name));
        let counted = |name| (name, Frequent::default());
        let openings = Openings { names: first(NAMES).map(counted), codes: first(CODES).map(counted) };
        (openings.names.is_some() || openings.codes.is_some()).then_some(openings)
    }

    pub(super) fn columns(&self) -> impl Iterator<Item = &'static str> {
        [&self.names, &self.codes].into_iter().flatten().map(|(name, _)| *name)
    }

    pub(super) fn take(&mut self, rows: &RecordBatch, results: &[Option<Outcome>]) -> Result<(), ArrowError> {
        for (name, sums) in [&mut self.names, &mut self.codes].into_iter().flatten() {
            let texts = Texts::of(rows, name)?;
            let mut by_text = vec![Results::default(); texts.len()];
            for (key, result) in texts.keys().zip(results) {
                if let Some(key) = key {
                    by_text[key].count(*result);
                }
            }
            for (key, sum) in by_text.iter().enumerate().filter(|(_, sum)| sum.games() > 0) {
                if let Some(text) = texts.value(key) {
                    sums.add(text, sum);
                }
            }
        }
        Ok(())
    }

    pub(super) fn merge(&mut self, later: &Openings) {
        for (ours, theirs) in [(&mut self.names, &later.names), (&mut self.codes, &later.codes)] {
            if let (Some((_, ours)), Some((_, theirs))) = (ours, theirs) {
                ours.merge(theirs);
            }
        }
    }
}
