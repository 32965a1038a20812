//! What one thread does with one job: its games scanned, its rows in columns.
//!
//! Owns the buffers of the workers, which are reused from job to job. Where nothing is written no column is built.

use std::sync::{Mutex, PoisonError};

use crate::pipeline::contradictions::Contradictions;
use crate::pipeline::cross_check::{CheckedGame, Share, check};
use crate::pipeline::item::{Job, Piece};
use crate::pipeline::place::{GamePlace, InvalidGame};
use crate::pipeline::progress::Progress;
use crate::pipeline::scan::{Chunk, ChunkReport, Scanner};
use crate::replay::Legality;
use crate::rules::winnable::statistics::Statistics;
use crate::ruling::Judgement;
use crate::table::{ColumnSet, Columns, Fens, GameRow, Needs, Partition, Plies, RowBatch, Summary};

/// Rows after which the columns of a job are handed on, if it has so many: a text without tags is one section however
/// long it is.
const ROWS_PER_PIECE: usize = 16_384;
/// The same in bytes of games, for games with megabytes of tags.
const BYTES_PER_PIECE: u64 = 64 << 20;

/// What is asked of all workers.
#[derive(Clone, Debug)]
pub struct Orders {
    /// Whether rows are kept.
    pub rows: Rows,
    /// The columns that they are built into.
    pub columns: ColumnSet,
    /// By what they are parted.
    pub partition: Partition,
    /// Whether plies have rows too, and which.
    pub plies: Option<Fens>,
    /// By which rules games are ruled on.
    pub judgement: Judgement,
    /// The share of games that is held against the second opinion.
    pub cross_check: Option<Share>,
    /// How many games that are not legal are listed, for each job.
    pub listed: usize,
}

impl Orders {
    /// What is to be found beyond what every ruling rests on.
    fn needs(&self) -> Needs {
        match self.rows {
            Rows::Build => Needs::of(&self.columns).with_plies(self.plies),
            Rows::Count => Needs::default(),
        }
    }
}

#[cfg(test)]
impl Orders {
    /// By the usual Laws, with nothing held against anything or listed.
    pub fn usual(rows: Rows, columns: ColumnSet, partition: Partition, plies: Option<Fens>) -> Orders {
        let judgement = Judgement::default();
        Orders { rows, columns, partition, plies, judgement, cross_check: None, listed: 0 }
    }
}

/// What becomes of rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rows {
    /// They are built into columns.
    Build,
    /// They are counted and forgotten.
    Count,
}

/// What came out of a piece.
pub struct PieceReport {
    /// The input's place in the list.
    pub input: usize,
    /// Bytes of its text.
    pub bytes: u64,
    /// What it held.
    pub report: ChunkReport,
    /// Rows made of it.
    pub rows: u64,
}

/// What came out of a job.
pub struct Done {
    /// Its pieces, in order.
    pub pieces: Vec<PieceReport>,
    /// Its rows; `game_index` counts from 0 in each piece.
    pub columns: Vec<RowBatch>,
    /// The rows of its plies; `game_index` counts in the same way.
    pub plies: Vec<RowBatch>,
    /// Games that were held against the second opinion.
    pub checked: u64,
    /// Those on which it differs; `game_index` counts from 0 in the piece.
    pub disagreements: Vec<CheckedGame>,
    /// Games that are not legal, the first of them; `game_index` counts from 0 in the piece.
    pub invalid: Vec<InvalidGame>,
    /// The first game of each contradiction; `game_index` counts from 0 in the piece.
    pub contradictions: Contradictions,
}

/// The workers' buffers and orders.
pub struct Workers {
    orders: Orders,
    idle: Mutex<Vec<Worker>>,
}

struct Worker {
    scanner: Scanner,
    columns: Columns,
    plies: Option<Plies>,
    summary: Summary,
    /// Bytes of the games in `columns`.
    bytes: u64,
}

impl Workers {
    /// Workers with these orders, made as threads ask for them.
    pub fn new(orders: Orders) -> Workers {
        Workers { orders, idle: Mutex::new(Vec::new()) }
    }

    /// Does a job; `None` if the run is to stop.
    pub fn run(&self, job: &Job, progress: &Progress) -> Option<Done> {
        let mut worker = self.take();
        let mut done = Done {
            pieces: Vec::with_capacity(job.pieces.len()),
            columns: Vec::new(),
            plies: Vec::new(),
            checked: 0,
            disagreements: Vec::new(),
            invalid: Vec::new(),
            contradictions: Contradictions::default(),
        };
        let mut games = 0;
        for piece in &job.pieces {
            if progress.is_stopped() {
                return None;
            }
            let piece = worker.scan(piece, &self.orders, &mut done);
            games += piece.report.games;
            done.pieces.push(piece);
        }
        if !worker.columns.is_empty() {
            worker.hand_on(&mut done.columns);
        }
        if let Some(plies) = &mut worker.plies
            && !plies.is_empty()
        {
            done.plies.push(plies.finish());
        }
        self.give_back(worker);
        progress.advance(job.stored_bytes, games);
        Some(done)
    }

    /// What the solvers of all workers were asked, and the sums over the rows that they built, once no worker is at work.
    pub fn close(self) -> (Statistics, Summary) {
        let (mut statistics, mut summary) = (Statistics::default(), Summary::default());
        for worker in self.idle.into_inner().unwrap_or_else(PoisonError::into_inner) {
            statistics.add(worker.scanner.statistics());
            summary.merge(worker.summary);
        }
        (statistics, summary)
    }

    fn take(&self) -> Worker {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        idle.unwrap_or_else(|| Worker {
            scanner: Scanner::new(self.orders.judgement, self.orders.needs()),
            columns: Columns::parted(&self.orders.columns, self.orders.partition),
            plies: self.orders.plies.map(Plies::new),
            summary: Summary::default(),
            bytes: 0,
        })
    }

    fn give_back(&self, worker: Worker) {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(worker);
    }
}

impl Worker {
    fn scan(&mut self, piece: &Piece, orders: &Orders, done: &mut Done) -> PieceReport {
        let chunk = Chunk { bytes: &piece.bytes, offset: piece.offset };
        let Worker { scanner, columns, plies, summary, bytes } = self;
        let mut rows = 0;
        let mut sink = |row: &GameRow<'_>| {
            rows += 1;
            match orders.rows {
                Rows::Count => {}
                Rows::Build => {
                    columns.push(row);
                    summary.add(row);
                    if let Some(plies) = plies {
                        plies.push(row, &mut |batch| done.plies.push(batch));
                    }
                    *bytes += row.byte_length.unsigned_abs();
                    if columns.len() >= ROWS_PER_PIECE || *bytes >= BYTES_PER_PIECE {
                        done.columns.push(columns.finish());
                        *bytes = 0;
                    }
                }
            }
            if row.facts.legality != Legality::Legal && done.invalid.len() < orders.listed {
                let (place, legality) = (GamePlace::of(row), row.facts.legality);
                done.invalid.push(InvalidGame { place, legality, error: row.facts.error.clone() });
            }
            done.contradictions.note(row);
            if let Some(share) = orders.cross_check
                && share.holds(row.source_file, row.byte_offset)
            {
                done.checked += 1;
                done.disagreements.extend(check(row, game(&chunk, row)));
            }
        };
        let report = scanner.scan(&chunk, &piece.name, &mut sink);
        piece.bytes.let_go();
        PieceReport { input: piece.input, bytes: piece.bytes.len() as u64, report, rows }
    }

    fn hand_on(&mut self, columns: &mut Vec<RowBatch>) {
        columns.push(self.columns.finish());
        self.bytes = 0;
    }
}

/// The bytes of a row's game.
fn game<'a>(chunk: &Chunk<'a>, row: &GameRow<'_>) -> &'a [u8] {
    let start = row.byte_offset.unsigned_abs().saturating_sub(chunk.offset) as usize;
    let end = start.saturating_add(row.byte_length.unsigned_abs() as usize);
    chunk.bytes.get(start..end).unwrap_or_default()
}
