//! The whole survey: which subjects a dataset has the columns for, and all of them over one batch after the other.

use arrow_schema::ArrowError;

use super::claims::Claims;
use super::endings::{Endings, Validity};
use super::findings::FindingCounts;
use super::games::{Lengths, TimeControls};
use super::opening_tags::OpeningTags;
use super::openings::Openings;
use super::place::Batch;
use super::players::{Gaps, Ratings};
use super::results::results;
use super::section::Section;

/// The columns that hold a game's result: what the Laws give goes before what the file claims.
const RESULTS: [&str; 2] = ["ruled_result", "Result"];

/// What was counted.
#[derive(Clone, PartialEq, Debug)]
pub struct Survey {
    /// Rows.
    pub games: u64,
    /// Whether they are chess.
    pub validity: Section<Validity>,
    /// How they ended.
    pub endings: Section<Endings>,
    /// What is odd about them.
    pub findings: Section<FindingCounts>,
    /// How strong the players are.
    pub ratings: Section<Ratings>,
    /// How much time they had.
    pub time_controls: Section<TimeControls>,
    /// How long the games were.
    pub lengths: Section<Lengths>,
    /// How they began.
    pub openings: Section<Openings>,
    /// Whether the tags name the openings that were played.
    pub opening_tags: Section<OpeningTags>,
    /// How they went by the gap between the ratings.
    pub gaps: Section<Gaps>,
    /// What the files claim beside what was ruled.
    pub claims: Section<Claims>,
    /// The column that the results are taken from.
    pub result_column: Option<&'static str>,
}

impl Survey {
    /// Of no game yet, in a dataset that has the columns that `has` tells.
    pub(super) fn new(has: impl Fn(&str) -> bool) -> Survey {
        let mut time_controls = Section::<TimeControls>::new(&TimeControls::COLUMNS, &has);
        if let Some(counted) = time_controls.counted_mut() {
            counted.speeds = has(TimeControls::SPEED).then(Default::default);
        }
        let result_column = RESULTS.into_iter().find(|name| has(name));
        let gaps = match result_column {
            Some(_) => Section::new(&Gaps::COLUMNS, &has),
            None => Section::Lacking(vec![RESULTS[1]]),
        };
        Survey {
            games: 0,
            validity: Section::new(&Validity::COLUMNS, &has),
            endings: Section::new(&Endings::COLUMNS, &has),
            findings: Section::new(&FindingCounts::COLUMNS, &has),
            ratings: Section::new(&Ratings::COLUMNS, &has),
            time_controls,
            lengths: Section::new(&Lengths::COLUMNS, &has),
            openings: match Openings::new(&has) {
                Some(openings) => Section::Counted(openings),
                None => Section::Lacking(Openings::COLUMNS.to_vec()),
            },
            opening_tags: Section::new(&OpeningTags::COLUMNS, &has),
            gaps,
            claims: Section::new(&Claims::COLUMNS, &has),
            result_column,
        }
    }

    /// Of a dataset without games, of which nobody knows what columns they would have had.
    pub fn of_nothing() -> Survey {
        Survey::new(|_| true)
    }

    /// The columns to read.
    pub(super) fn columns(&self) -> Vec<&'static str> {
        let mut columns = Vec::new();
        if self.validity.counted().is_some() {
            columns.extend(Validity::COLUMNS);
        }
        if self.endings.counted().is_some() {
            columns.extend(Endings::COLUMNS);
        }
        if self.findings.counted().is_some() {
            columns.extend(FindingCounts::COLUMNS);
        }
        if self.ratings.counted().is_some() {
            columns.extend(Ratings::COLUMNS);
        }
        if let Some(counted) = self.time_controls.counted() {
            columns.extend(TimeControls::COLUMNS);
            columns.extend(counted.speeds.as_ref().map(|_| TimeControls::SPEED));
        }
        if self.lengths.counted().is_some() {
            columns.extend(Lengths::COLUMNS);
        }
        if let Some(counted) = self.openings.counted() {
            columns.extend(counted.columns());
            columns.extend(self.result_column);
        }
        if self.opening_tags.counted().is_some() {
            columns.extend(OpeningTags::COLUMNS);
        }
        if self.gaps.counted().is_some() {
            columns.extend(Gaps::COLUMNS);
            columns.extend(self.result_column);
        }
        if self.claims.counted().is_some() {
            columns.extend(Claims::COLUMNS);
        }
        columns.sort_unstable();
        columns.dedup();
        columns
    }

    /// Counts a batch.
    pub(super) fn take(&mut self, batch: &Batch<'_>) -> Result<(), ArrowError> {
        let rows = batch.rows;
        self.games += rows.num_rows() as u64;
        counted(&mut self.validity, |validity| validity.take(batch))?;
        counted(&mut self.endings, |endings| endings.take(rows))?;
        counted(&mut self.findings, |findings| findings.take(batch))?;
        counted(&mut self.ratings, |ratings| ratings.take(rows))?;
        counted(&mut self.time_controls, |controls| controls.take(rows))?;
        counted(&mut self.lengths, |lengths| lengths.take(rows))?;
        counted(&mut self.opening_tags, |tags| tags.take(batch))?;
        if self.openings.counted().is_some() || self.gaps.counted().is_some() {
            let results = results(rows, self.result_column)?;
            counted(&mut self.openings, |openings| openings.take(rows, &results))?;
            counted(&mut self.gaps, |gaps| gaps.take(rows, &results))?;
        }
        counted(&mut self.claims, |claims| claims.take(rows))
    }

    /// Adds what was counted of the games that come next.
    pub fn merge(&mut self, later: &Survey) {
        self.games += later.games;
        self.validity.merge(&later.validity, Validity::merge);
        self.endings.merge(&later.endings, Endings::merge);
        self.findings.merge(&later.findings, FindingCounts::merge);
        self.ratings.merge(&later.ratings, |ours, theirs| ours.points.merge(&theirs.points));
        self.time_controls.merge(&later.time_controls, TimeControls::merge);
        self.lengths.merge(&later.lengths, |ours, theirs| ours.plies.merge(&theirs.plies));
        self.openings.merge(&later.openings, Openings::merge);
        self.opening_tags.merge(&later.opening_tags, OpeningTags::merge);
        self.gaps.merge(&later.gaps, Gaps::merge);
        self.claims.merge(&later.claims, Claims::merge);
    }
}

fn counted<T>(
    section: &mut Section<T>,
    take: impl FnOnce(&mut T) -> Result<(), ArrowError>,
) -> Result<(), ArrowError> {
    section.counted_mut().map_or(Ok(()), take)
}
