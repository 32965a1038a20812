//! Where games begin.

use std::iter::successors;

use arbitro::pgn::split::next_boundary;
use arbitro::pipeline::audit::JOB_BYTES;
use arbitro::pipeline::plan::plan;
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};

use crate::texts::Text;

/// Every place where a section begins.
pub(crate) fn boundaries(bytes: &[u8]) -> impl Iterator<Item = usize> {
    let next = move |from| Some(next_boundary(bytes, from)).filter(|at| *at < bytes.len());
    successors(next(0), move |at| next(at + 1))
}

/// Each boundary from the lines around it alone, as a cut finds it.
#[divan::bench(args = Text::ALL)]
fn every_boundary(bencher: Bencher<'_, '_>, text: Text) {
    let bytes = text.bytes();
    text.counted(bencher).bench(|| assert_eq!(boundaries(black_box(bytes)).count(), text.known().games));
}

/// The cuts between jobs: a few bytes around each. Items are jobs.
#[divan::bench(args = Text::ALL)]
fn jobs(bencher: Bencher<'_, '_>, text: Text) {
    let bytes = text.bytes();
    let jobs = bytes.len().div_ceil(JOB_BYTES);
    bencher
        .counter(ItemsCount::new(jobs))
        .bench(|| assert_eq!(plan(black_box(bytes), JOB_BYTES).count(), jobs));
}
