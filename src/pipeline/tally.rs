//! The sums of a run, input by input.
//!
//! Owns the numbering of games within their files, and the closing of the ledger.

use std::sync::Arc;

use crate::error::{InputError, RunError};
use crate::input::compression::Compression;
use crate::input::files::Entry;
use crate::pipeline::contradictions::Contradictions;
use crate::pipeline::counts::Counts;
use crate::pipeline::cross_check::CheckedGame;
use crate::pipeline::item::InputEnd;
use crate::pipeline::ledger::Ledger;
use crate::pipeline::place::InvalidGame;
use crate::pipeline::worker::Done;
use crate::rules::winnable::statistics::Statistics;
use crate::table::Part;

/// What an audit found.
#[derive(Clone, Debug)]
pub struct Audit {
    /// Every input, in order.
    pub inputs: Vec<InputReport>,
    /// The ledger of all inputs.
    pub ledger: Ledger,
    /// Sums over all games.
    pub counts: Counts,
    /// The games' files that were written.
    pub parts: Vec<Part>,
    /// The plies' files, if they were to be written.
    pub plies: Option<Vec<Part>>,
    /// The summary that was written.
    pub summary: Option<Part>,
    /// Games that were held against the second opinion.
    pub checked: u64,
    /// Those on which it differs.
    pub disagreements: Vec<CheckedGame>,
    /// Games that are not legal, the first of them, where they were asked for.
    pub invalid: Vec<InvalidGame>,
    /// The first game of each contradiction between file and ruling.
    pub contradictions: Contradictions,
    /// What the workers' solvers were asked. Times are of this run alone.
    pub solver: Statistics,
}

/// What a run wrote.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Written {
    /// The games' files.
    pub parts: Vec<Part>,
    /// The plies' files, if they were to be written.
    pub plies: Option<Vec<Part>>,
    /// The summary.
    pub summary: Option<Part>,
    /// Games in the summary's sums; `None` where nothing was to be written.
    pub summed: Option<u64>,
}

/// One line of the manifest's inputs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InputReport {
    /// The input, as the dataset's `source_file` names it (or the folder without PGN).
    pub name: String,
    /// What it was found to be.
    pub kind: InputKind,
    /// Bytes as stored: of the file, or what was read where it has no size.
    pub stored_bytes: u64,
    /// Its ledger.
    pub ledger: Ledger,
    /// Half-moves replayed.
    pub plies: u64,
    /// What stopped it.
    pub error: Option<InputError>,
}

/// What an input was found to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InputKind {
    /// A file that was opened.
    File(Compression),
    /// A folder without a PGN file.
    EmptyFolder,
    /// Nothing that could be opened.
    Unopened,
}

/// Sums while a run goes on.
pub struct Tally {
    inputs: Vec<InputReport>,
    /// How many of them were read to their end, or to a fault.
    ended: u64,
    /// Bytes of text that the workers were given, input by input.
    scanned: Vec<u64>,
    counts: Counts,
    checked: u64,
    disagreements: Vec<CheckedGame>,
    listed: usize,
    invalid: Vec<InvalidGame>,
    contradictions: Contradictions,
}

impl Tally {
    /// Nothing done yet; at most `listed` games that are not legal are kept.
    pub fn new(entries: &[Entry], listed: usize) -> Tally {
        let report = |name: &str, kind| InputReport {
            name: name.to_owned(),
            kind,
            stored_bytes: 0,
            ledger: Ledger::default(),
            plies: 0,
            error: None,
        };
        let inputs: Vec<_> = entries
            .iter()
            .map(|entry| match entry {
                Entry::File(file) => report(&file.name, InputKind::Unopened),
                Entry::EmptyFolder { name } => report(name, InputKind::EmptyFolder),
                Entry::Fault(error) => report(&error.input, InputKind::Unopened),
            })
            .collect();
        let scanned = vec![0; inputs.len()];
        Tally {
            inputs,
            ended: 0,
            scanned,
            counts: Counts::default(),
            checked: 0,
            disagreements: Vec::new(),
            listed,
            invalid: Vec::new(),
            contradictions: Contradictions::default(),
        }
    }

    /// An input's name.
    pub fn name(&self, input: usize) -> Arc<str> {
        Arc::from(self.inputs[input].name.as_str())
    }

    /// Takes the end of an input.
    pub fn end(&mut self, end: InputEnd) {
        self.ended += 1;
        let input = &mut self.inputs[end.input];
        input.ledger.bytes = end.text_bytes;
        input.stored_bytes = end.stored_bytes;
        input.error = end.error;
        if let Some(compression) = end.compression {
            input.kind = InputKind::File(compression);
        }
    }

    /// Takes a job, in the order of the input; gives the number of its first game in its file. A job of several pieces
    /// holds whole inputs, whose games all count from 0.
    pub fn take(&mut self, done: &Done) -> i64 {
        let first_game = match done.pieces.first() {
            Some(piece) => self.inputs[piece.input].ledger.games,
            None => 0,
        };
        for piece in &done.pieces {
            let input = &mut self.inputs[piece.input];
            let ledger = &mut input.ledger;
            ledger.game_bytes += piece.report.game_bytes;
            ledger.between_bytes += piece.report.between_bytes;
            ledger.games += piece.report.games;
            ledger.rows += piece.rows;
            input.plies += piece.report.counts.plies;
            self.scanned[piece.input] += piece.bytes;
            self.counts.merge(&piece.report.counts);
        }
        let first_game = i64::try_from(first_game).unwrap_or(i64::MAX);
        self.checked += done.checked;
        self.disagreements.extend(done.disagreements.iter().cloned().map(|mut game| {
            game.place = game.place.after(first_game);
            game
        }));
        let room = self.listed - self.invalid.len();
        self.invalid.extend(done.invalid.iter().take(room).cloned().map(|mut game| {
            game.place = game.place.after(first_game);
            game
        }));
        self.contradictions.extend(&done.contradictions, first_game);
        first_game
    }

    /// Closes the ledger. `solver` is what the workers tell of theirs.
    ///
    /// # Errors
    ///
    /// If it doesn't balance: an input whose end was not reached, a byte that no worker saw, a game without a row, a row that is not in a part.
    pub fn close(self, written: Written, solver: Statistics) -> Result<Audit, RunError> {
        let Written { parts, plies, summary, summed } = written;
        let mut total = Ledger::default();
        let mut faults = Vec::new();
        faults.extend(Ledger::fault("all inputs", "inputs to end", self.inputs.len() as u64, self.ended));
        for (input, scanned) in self.inputs.iter().zip(self.scanned) {
            faults.extend(input.ledger.faults(&input.name));
            faults.extend(Ledger::fault(&input.name, "bytes to scan", input.ledger.bytes, scanned));
            total.merge(&input.ledger);
        }
        faults.extend(Ledger::fault("all inputs", "games to count", total.games, self.counts.games));
        if let Some(summed) = summed {
            let rows = parts.iter().map(|part| part.rows).sum();
            faults.extend(Ledger::fault("all inputs", "rows to write", total.rows, rows));
            faults.extend(Ledger::fault("all inputs", "games to sum up", total.games, summed));
        }
        if let Some(plies) = &plies {
            let rows = plies.iter().map(|part| part.rows).sum();
            faults.extend(Ledger::fault("all inputs", "plies to write", self.counts.plies, rows));
        }
        if !faults.is_empty() {
            return Err(RunError::Unbalanced { faults });
        }
        Ok(Audit {
            inputs: self.inputs,
            ledger: total,
            counts: self.counts,
            parts,
            plies,
            summary,
            checked: self.checked,
            disagreements: self.disagreements,
            invalid: self.invalid,
            contradictions: self.contradictions,
            solver,
        })
    }
}
