//! A whole audit: inputs in, reports and parts out.
//!
//! Owns the stages: a thread that feeds, those that decode, scan and encode, and the closing of the books. Results are taken in the
//! order of the input, so neither threads nor the size of jobs show in the output.

use std::path::PathBuf;
use std::sync::Arc;

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::error::RunError;
use crate::input::bytes::Buffers;
use crate::input::files::{Entry, stored_bytes};
use crate::pipeline::cross_check::Share;
use crate::pipeline::encode::{Encoder, table_error};
use crate::pipeline::feed::start;
use crate::pipeline::flow::Flow;
use crate::pipeline::order::Order;
use crate::pipeline::progress::Progress;
use crate::pipeline::tally::{Audit, Tally, Written};
use crate::pipeline::window::HELD_BYTES;
use crate::pipeline::worker::{Orders, Rows, Workers};
use crate::ruling::Judgement;
use crate::table::{ColumnSet, Fens, Partition};

/// Bytes of a job unless told otherwise: some 500 games, enough to make the start of a job cheap, few enough that the
/// last one keeps nobody waiting for long.
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
    let order = Order::new(threads, Tally::new(&entries, options.listed), encoder, plies);
    let buffers = Buffers::new();
    // Items, not bytes: what may be under way of text that is held, one job each; four times that of a map, which takes no memory.
    let ahead = (threads * HELD_BYTES / job_bytes.max(JOB_BYTES)).max(threads);
    let feed = start(entries, job_bytes, ahead, Arc::clone(&buffers))?;
    Flow::new(threads, job_bytes, &workers, &order, &buffers, progress).run(&feed, &pool)?;
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

#[cfg(test)]
mod tests {
    use std::sync::mpsc::sync_channel;

    use super::*;
    use crate::pipeline::item::{Item, Job};

    /// The files of games and plies, by the names of their folders and their own, where so much may wait.
    fn written(threads: usize, most: usize, partition: Partition) -> Vec<(PathBuf, Vec<u8>)> {
        let folder = tempfile::tempdir().unwrap();
        let [games, plies] = ["games", "plies"].map(|name| folder.path().join(name));
        let columns = ColumnSet::read("White,Date,plies").unwrap();
        let orders = Orders::usual(Rows::Build, columns, partition, Some(Fens::LeftOut));
        let entries = [Entry::EmptyFolder { name: "a".to_owned() }];
        let encoders = [
            Encoder::games(&games, &columns, partition, 1 << 20).unwrap(),
            Encoder::plies(&plies, Fens::LeftOut).unwrap(),
        ];
        let [of_games, of_plies] = encoders.map(Some);
        let order = Order::new(threads, Tally::new(&entries, 0), of_games, of_plies).with_most(most);
        let (workers, buffers, progress) = (Workers::new(orders), Buffers::new(), Progress::default());
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let (to, feed) = sync_channel(200);
        for number in 0..200 {
            // Jobs of very different lengths, so that late ones are done early.
            let text = format!(
                "[White \"{number}\"]\n[Date \"20{:02}.01.01\"]\n\n1. e4 e5 2. Nf3 *\n\n",
                number % 7
            );
            let job = Job::held(0, text.repeat(1 + number * 7919 % 150));
            to.send(Item::Jobs(vec![job])).unwrap();
        }
        drop(to);
        Flow::new(threads, JOB_BYTES, &workers, &order, &buffers, &progress).run(&feed, &pool).unwrap();
        pool.install(|| order.finish()).unwrap();
        let mut files = Vec::new();
        let mut folders = vec![games, plies];
        while let Some(next) = folders.pop() {
            for item in std::fs::read_dir(next).unwrap().map(Result::unwrap) {
                match item.path() {
                    path if path.is_dir() => folders.push(path),
                    path => files.push((
                        path.strip_prefix(folder.path()).unwrap().to_owned(),
                        std::fs::read(&path).unwrap(),
                    )),
                }
            }
        }
        files.sort();
        files
    }

    #[test]
    fn however_little_may_wait_the_files_are_those_of_one_thread() {
        for (partition, count) in [(Partition::Whole, 2), (Partition::Year, 8)] {
            let expected = written(1, usize::MAX, partition);
            assert_eq!(expected.len(), count);
            for (threads, most) in [(1, 1), (4, 1), (4, 20_000), (4, 200_000), (4, usize::MAX)] {
                assert!(written(threads, most, partition) == expected, "{threads} threads, {most} bytes");
            }
        }
    }
}
