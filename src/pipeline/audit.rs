//! A whole audit: inputs in, reports and parts out.
//!
//! Owns the stages. While the games of one wave are scanned and their rows encoded, the frames of the next are decoded, all
//! on the same threads:
//!
//! ```text
//! feed     | open, cut, decode what only goes in order ->
//! threads  | decode 1 | decode 2, scan and encode 1 | decode 3, scan and encode 2 | ...
//! ```
//!
//! Results are taken in the order of the input, so neither threads nor the size of jobs show in the output.

use std::path::PathBuf;
use std::sync::Arc;

use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};
use rayon::{ThreadPool, ThreadPoolBuilder, join, scope_fifo};

use crate::error::RunError;
use crate::input::bytes::Buffers;
use crate::input::files::{Entry, stored_bytes};
use crate::pipeline::cross_check::Share;
use crate::pipeline::decode::decode;
use crate::pipeline::encode::{Encoder, table_error};
use crate::pipeline::feed::{Feed, Frames, Job, start};
use crate::pipeline::order::Order;
use crate::pipeline::progress::Progress;
use crate::pipeline::stitch::Stitcher;
use crate::pipeline::tally::{Audit, Tally, Written};
use crate::pipeline::waves::{WAVE_BYTES, Waves};
use crate::pipeline::worker::{Orders, Rows, Workers};
use crate::ruling::Judgement;
use crate::table::{ColumnSet, Fens, Partition};

/// Bytes of a job unless told otherwise: some 500 games, enough to make the start of a job cheap, few enough that the
/// last job of a wave keeps nobody waiting for long.
pub const JOB_BYTES: usize = 1 << 20;

/// How an audit is done.
#[derive(Clone, Debug)]
pub struct AuditOptions {
    /// How many threads decode, scan and encode.
    pub threads: usize,
    /// Bytes of a job.
    pub job_bytes: usize,
    /// The folder for the games' parts; `None` to find everything and write nothing.
    pub games_folder: Option<PathBuf>,
    /// The table of plies, if it is to be written.
    pub plies: Option<PlyTable>,
    /// The file of the summary, if it is to be written.
    pub summary_file: Option<PathBuf>,
    /// The columns that are written.
    pub columns: ColumnSet,
    /// By what the games' files are parted.
    pub partition: Partition,
    /// About how many bytes games may take that wait for their folders, where there are several.
    pub open_bytes: usize,
    /// By which rules games are ruled on.
    pub judgement: Judgement,
    /// The share of games to be held against the second opinion.
    pub cross_check: Option<Share>,
    /// How many games that are not legal are listed.
    pub listed: usize,
}

/// The table of plies to be written.
#[derive(Clone, Debug)]
pub struct PlyTable {
    /// The folder for its parts.
    pub folder: PathBuf,
    /// Whether positions stand in it.
    pub fens: Fens,
}

/// Audits all inputs.
///
/// # Errors
///
/// Where nothing true could be written: an output fault, a ledger that doesn't balance, or the wish to stop. Inputs
/// that can't be read are no such thing; they are in the reports.
pub fn audit(entries: Vec<Entry>, options: &AuditOptions, progress: &Progress) -> Result<Audit, RunError> {
    let threads = options.threads.max(1);
    let job_bytes = options.job_bytes.max(1);
    let pool = pool(threads)?;
    progress.expect_bytes(stored_bytes(&entries));
    let rows = if options.games_folder.is_some() { Rows::Build } else { Rows::Count };
    let workers = Workers::new(Orders {
        rows,
        columns: options.columns,
        partition: options.partition,
        plies: options.plies.as_ref().map(|table| table.fens),
        judgement: options.judgement,
        cross_check: options.cross_check,
        listed: options.listed,
    });
    let encoder = options.games_folder.as_deref();
    let encoder = encoder
        .map(|folder| Encoder::games(folder, &options.columns, options.partition, options.open_bytes))
        .transpose()?;
    let plies = options.plies.as_ref();
    let plies = plies.map(|PlyTable { folder, fens }| Encoder::plies(folder, *fens)).transpose()?;
    let mut order = Order::new(Tally::new(&entries, options.listed), encoder, plies);
    let buffers = Buffers::new();
    let mut stitcher = Stitcher::new(job_bytes, Arc::clone(&buffers));
    // Items, not bytes: a wave of text that is held, one job each; four waves' worth of a map, which takes no memory.
    let ahead = threads * WAVE_BYTES / JOB_BYTES;
    let mut waves = Waves::new(start(entries, job_bytes, ahead, Arc::clone(&buffers))?, threads);

    let mut jobs = Vec::new();
    loop {
        let wave = waves.next(progress)?;
        let most = waves.most_of_a_step();
        if wave.is_empty() && jobs.is_empty() {
            break;
        }
        let first = order.jobs();
        let (decoded, ()) = pool.install(|| {
            join(|| decode_all(wave, most, &buffers), || scan(jobs, first, &workers, &order, progress))
        });
        if progress.is_stopped() {
            return Err(RunError::Interrupted);
        }
        let (games, bytes) = order.progress()?;
        waves.fit(games, bytes);
        jobs = stitch(decoded, &mut stitcher, order.tally(), &mut waves);
    }
    let (tally, tables) = pool.install(|| order.finish())?;
    let (statistics, summary) = workers.close();
    let written = match &options.summary_file {
        Some(path) => Some(summary.write(path).map_err(table_error(path))?),
        None => None,
    };
    let summed = options.games_folder.as_ref().map(|_| summary.games());
    let (parts, plies) = (tables.games.unwrap_or_default(), tables.plies);
    tally.close(Written { parts, plies, summary: written, summed }, statistics)
}

fn pool(threads: usize) -> Result<ThreadPool, RunError> {
    ThreadPoolBuilder::new()
        .num_threads(threads)
        .thread_name(|number| format!("worker {number}"))
        .build()
        .map_err(|error| RunError::Threads { reason: error.to_string() })
}

/// Decodes what is compressed in a wave.
fn decode_all(wave: Vec<Feed>, most: usize, buffers: &Buffers) -> Vec<(Feed, Option<Frames>)> {
    if wave.is_empty() {
        buffers.close();
    }
    wave.into_par_iter().with_max_len(1).map(|feed| decode(feed, most, buffers)).collect()
}

/// Does all jobs of a wave, of which the first is number `first` of the run: a thread takes the first that is not begun.
fn scan(jobs: Vec<Job>, first: usize, workers: &Workers, order: &Order, progress: &Progress) {
    scope_fifo(|scope| {
        for (number, job) in (first..).zip(jobs) {
            scope.spawn_fifo(move |_| {
                // Without an answer the run is to stop.
                if let Some(done) = workers.run(&job, progress) {
                    order.put(number, done);
                }
            });
        }
    });
}

/// Makes jobs of a decoded wave, in order, up to the first thing in it that is not decoded to its end.
fn stitch(
    decoded: Vec<(Feed, Option<Frames>)>,
    stitcher: &mut Stitcher,
    tally: &mut Tally,
    waves: &mut Waves,
) -> Vec<Job> {
    let mut jobs = Vec::new();
    let mut decoded = decoded.into_iter();
    while let Some((feed, unfinished)) = decoded.next() {
        match feed {
            Feed::Jobs(several) => jobs.extend(several),
            Feed::Stretch(stretch) => stitcher.stretch(stretch, &mut jobs),
            Feed::End(end) => {
                let name = tally.name(end.input);
                let end = stitcher.end(end, &name, &mut jobs);
                tally.end(end);
            }
            // Decoding has made a stretch of it.
            Feed::Frames(_) => {}
        }
        if let Some(unfinished) = unfinished {
            // Those behind it may be unfinished too: each is followed by its own rest.
            let behind = decoded.flat_map(|(feed, rest)| [Some(feed), rest.map(Feed::Frames)]).flatten();
            waves.put_back(unfinished, behind);
            break;
        }
    }
    jobs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::files::{InputFile, Place};

    const THREADS: usize = 2;

    /// The most text that was held at once, in bytes, and how much there was in all: of frames beside each other in one file, or
    /// of one in each of many.
    fn decoded(files: &[Vec<u8>]) -> (usize, usize) {
        let folder = tempfile::tempdir().unwrap();
        let entries = (0_usize..).zip(files).map(|(number, stored)| {
            let path = folder.path().join(number.to_string());
            std::fs::write(&path, stored).unwrap();
            Entry::File(InputFile { name: number.to_string(), place: Place::Path(path) })
        });
        let entries: Vec<_> = entries.collect();
        let mut tally = Tally::new(&entries, 0);
        let (buffers, progress) = (Buffers::new(), Progress::default());
        let mut stitcher = Stitcher::new(JOB_BYTES, Arc::clone(&buffers));
        let mut waves = Waves::new(start(entries, JOB_BYTES, 32, Arc::clone(&buffers)).unwrap(), THREADS);
        waves.fit(1, 1_000_000);
        let (mut most, mut all, mut given) = (0, 0, 0);
        loop {
            let wave = waves.next(&progress).unwrap();
            if wave.is_empty() {
                return (most, all);
            }
            let decoded = decode_all(wave, waves.most_of_a_step(), &buffers);
            let waits: usize = decoded.iter().map(|(feed, _)| feed.weight()).sum();
            // The jobs of the wave before are held too: they are scanned meanwhile.
            most = most.max(waits + waves.held() + given);
            let jobs = stitch(decoded, &mut stitcher, &mut tally, &mut waves);
            given = jobs.iter().flat_map(|job| &job.pieces).map(|piece| piece.bytes.len()).sum();
            all += given;
        }
    }

    #[test]
    fn what_is_held_is_bounded_however_far_frames_decompress() {
        // A thousandth of it, so that a group of stored bytes is gigabytes of text.
        let text = "[Event \"a\"]\n\n1. e4 *\n\n".repeat(400_000);
        let frame = zstd::bulk::compress(text.as_bytes(), 1).unwrap();
        assert!(frame.len() * 1_000 < text.len(), "{}", frame.len());
        let bound = 4 * 2 * THREADS * WAVE_BYTES;
        // An announced frame of blanks, so that the groups are as large as those of games.
        let blank =
            [vec![0x50, 0x2A, 0x4D, 0x18], 200_000_u32.to_le_bytes().to_vec(), vec![0; 200_000]].concat();
        let frames = [frame.as_slice(), &frame, &frame, &blank].concat();
        for files in [vec![frames.repeat(14)], vec![frame; 42]] {
            let (most, all) = decoded(&files);
            assert_eq!(all, 42 * text.len());
            assert!(most <= bound, "{most} of {all}");
        }
    }
}
