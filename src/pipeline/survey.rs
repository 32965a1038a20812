//! A whole dataset surveyed: its stretches side by side, their sums merged in order.
//!
//! Owns the threads and the bound on what is held at a time. The same dataset gives the same sums with any number of threads.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use rayon::ThreadPoolBuilder;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use crate::error::RunError;
use crate::finding::Severity;
use crate::replay::Legality;
use crate::table::Unreadable;
use crate::table::survey::{Example, RowPlace, Survey, examples, stretches};

/// Stretches that are surveyed before their sums are merged, for each thread: enough that none waits for long, few enough that the
/// sums held at a time stay small.
const STRETCHES_AHEAD: usize = 4;

/// What a survey found, and the games that show it.
#[derive(Clone, Debug)]
pub struct Surveyed {
    /// The sums.
    pub survey: Survey,
    /// The first games of each contradiction, of each kind of game that is not legal, and the first with another opening in its tag.
    pub examples: BTreeMap<RowPlace, Example>,
}

/// Surveys the dataset of these parts. Ends early when `stop` is raised.
///
/// # Errors
///
/// Where a part can't be read, there are no threads to be had, or `stop` was raised.
pub fn survey(parts: &[PathBuf], threads: usize, stop: &AtomicBool) -> Result<Surveyed, RunError> {
    let threads = threads.max(1);
    let pool = ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .map_err(|error| RunError::Threads { reason: error.to_string() })?;
    let stretches = stretches(parts).map_err(unreadable)?;
    let mut whole: Option<Survey> = None;
    for some in stretches.chunks(threads * STRETCHES_AHEAD) {
        let surveys: Vec<_> = pool.install(|| some.par_iter().map(|stretch| stretch.survey(stop)).collect());
        if stop.load(Relaxed) {
            return Err(RunError::Interrupted);
        }
        for survey in surveys {
            let survey = survey.map_err(unreadable)?;
            match &mut whole {
                Some(whole) => whole.merge(&survey),
                None => whole = Some(survey),
            }
        }
    }
    let survey = whole.unwrap_or_else(Survey::of_nothing);
    let examples = examples(shown(&survey)).map_err(unreadable)?;
    Ok(Surveyed { survey, examples })
}

/// The rows that are to be shown.
fn shown(survey: &Survey) -> Vec<&RowPlace> {
    let conflicts = survey.findings.counted().into_iter().flat_map(|findings| {
        findings
            .iter()
            .filter(|found| found.info.severity == Severity::Conflict)
            .flat_map(|found| found.first)
    });
    let invalid = survey.validity.counted().into_iter().flat_map(|validity| {
        validity.iter().filter(|(kind, _, _)| *kind != Legality::Legal).flat_map(|(_, _, first)| first)
    });
    let opening = survey.opening_tags.counted().and_then(|tags| Some(tags.first()?.place));
    conflicts.chain(invalid).chain(opening).collect()
}

fn unreadable(unreadable: Unreadable) -> RunError {
    RunError::Dataset { path: unreadable.path, reason: unreadable.error.to_string() }
}
