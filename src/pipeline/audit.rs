//! A whole audit: inputs in, reports and parts out.
//!
//! Owns the waves. A wave is as many jobs as keep all threads busy for a while; while its games are scanned, the rows
//! of the wave before are encoded on the same threads:
//!
//! ```text
//! feed     | open, decode, cut ->
//! threads  | scan 1 | scan 2, encode 1 | scan 3, encode 2 | ...
//! ```
//!
//! Results are taken in the order of the input, so neither threads nor the size of jobs show in the output.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError};
use std::time::Duration;

use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::error::RunError;
use crate::input::files::Entry;
use crate::pipeline::cross_check::Share;
use crate::pipeline::encode::{Encoder, table_error};
use crate::pipeline::feed::{Fed, Job, start, stored_bytes};
use crate::pipeline::progress::Progress;
use crate::pipeline::tally::{Audit, Tally};
use crate::pipeline::worker::{Done, Orders, Rows, Workers};

/// Bytes of a job unless told otherwise: some 500 games, enough to make the start of a job cheap, few enough that the
/// last job of a wave keeps nobody waiting for long.
pub const JOB_BYTES: usize = 1 << 20;

/// Jobs of a wave for each thread: fewer leave threads idle at its end, more take memory.
const JOBS_PER_THREAD: usize = 8;

/// How long to wait for the feed before looking whether the run is to stop.
const PATIENCE: Duration = Duration::from_millis(50);

/// How an audit is done.
#[derive(Clone, Debug)]
pub struct AuditOptions {
    /// How many threads scan and encode.
    pub threads: usize,
    /// Bytes of a job.
    pub job_bytes: usize,
    /// The folder for the games' parts; `None` to find everything and write nothing.
    pub games_folder: Option<PathBuf>,
    /// The share of games to be held against the second opinion.
    pub cross_check: Option<Share>,
}

/// Audits all inputs.
///
/// # Errors
///
/// Where nothing true could be written: an output fault, a ledger that doesn't balance, or the wish to stop. Inputs
/// that can't be read are no such thing; they are in the reports.
pub fn audit(entries: Vec<Entry>, options: &AuditOptions, progress: &Progress) -> Result<Audit, RunError> {
    let threads = options.threads.max(1);
    let pool = pool(threads)?;
    progress.expect_bytes(stored_bytes(&entries));
    let mut tally = Tally::new(&entries);
    let wave = threads * JOBS_PER_THREAD;
    let mut feed = Waves {
        fed: start(entries, options.job_bytes.max(1), wave)?,
        wave,
        least: threads * 2,
        ended: false,
    };
    let rows = if options.games_folder.is_some() { Rows::Build } else { Rows::Count };
    let workers = Workers::new(Orders { rows, cross_check: options.cross_check });
    let mut encoder = options.games_folder.as_deref().map(Encoder::create).transpose()?;
    let folder = options.games_folder.clone().unwrap_or_default();

    loop {
        let jobs = feed.next(&mut tally, progress)?;
        let (done, encoded) = pool.install(|| {
            rayon::join(
                || scan(&jobs, &workers, progress),
                || encoder.as_mut().map_or(Ok(()), Encoder::encode),
            )
        });
        encoded.map_err(table_error(&folder))?;
        if jobs.is_empty() {
            break;
        }
        for done in done.ok_or(RunError::Interrupted)? {
            let first_game = tally.take(&done);
            if let Some(encoder) = &mut encoder {
                for piece in &done.columns {
                    encoder.push(piece, first_game).map_err(table_error(&folder))?;
                }
            }
        }
    }
    let parts = match encoder {
        Some(encoder) => pool.install(|| encoder.finish()).map_err(table_error(&folder))?,
        None => Vec::new(),
    };
    tally.close(parts, options.games_folder.is_some())
}

fn pool(threads: usize) -> Result<ThreadPool, RunError> {
    ThreadPoolBuilder::new()
        .num_threads(threads)
        .thread_name(|number| format!("worker {number}"))
        .build()
        .map_err(|error| RunError::Threads { reason: error.to_string() })
}

/// Does all jobs of a wave; `None` if the run is to stop.
fn scan(jobs: &[Job], workers: &Workers, progress: &Progress) -> Option<Vec<Done>> {
    jobs.par_iter().with_max_len(1).map(|job| workers.run(job, progress)).collect()
}

/// The feed, taken in waves.
struct Waves {
    fed: Receiver<Fed>,
    /// The most jobs of a wave.
    wave: usize,
    /// The fewest, unless it is the last: a slow feed must not leave threads without work.
    least: usize,
    ended: bool,
}

impl Waves {
    /// The next jobs; none at the end.
    fn next(&mut self, tally: &mut Tally, progress: &Progress) -> Result<Vec<Job>, RunError> {
        let mut jobs = Vec::with_capacity(self.wave);
        while jobs.len() < self.wave && !self.ended {
            if progress.is_stopped() {
                return Err(RunError::Interrupted);
            }
            match self.fed.try_recv() {
                Ok(Fed::Job(job)) => jobs.push(job),
                Ok(Fed::End(end)) => tally.end(end),
                Err(TryRecvError::Disconnected) => self.ended = true,
                Err(TryRecvError::Empty) if jobs.len() >= self.least => break,
                Err(TryRecvError::Empty) => match self.fed.recv_timeout(PATIENCE) {
                    Ok(Fed::Job(job)) => jobs.push(job),
                    Ok(Fed::End(end)) => tally.end(end),
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => self.ended = true,
                },
            }
        }
        Ok(jobs)
    }
}
