//! Rows into the folders of their months, in bounded memory.
//!
//! Owns what waits for each partition: rows as they came, and an encoder once there are many of them. Of games in the order of
//! their dates one partition waits at a time; of a collection in no order all do. Where they would take too much memory together,
//! the heaviest is closed before it is full: with room for some 400,000 games, each of 2,000 months gets row groups of at least
//! 200. All this follows from the order of the games, never from pieces or threads.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::Range;

use crate::pgn::months::YearMonth;
use crate::pipeline::columns_abreast::{Hands, close, write};
use crate::table::{ColumnSet, Gathered, Partitions, RowBatch, RowGroup, Run, TableError};

/// Bytes that what waits may take together, about.
pub const OPEN_BYTES: usize = 512 << 20;

/// Rows that are encoded together, or fewer with so much text. An encoder takes its half megabyte only for partitions that have as many.
const ROWS_TOGETHER: usize = 8_192;
const BYTES_TOGETHER: usize = 16 << 20;

/// What waits for all partitions.
pub(super) struct Parted {
    columns: ColumnSet,
    waiting: BTreeMap<YearMonth, Waiting>,
    open_bytes: usize,
    /// What all that waits takes, about.
    weight: usize,
}

/// What waits for one partition.
struct Waiting {
    rows: Gathered,
    group: Option<RowGroup>,
}

impl Waiting {
    fn weight(&self) -> usize {
        self.rows.weight() + self.group.as_ref().map_or(0, RowGroup::weight)
    }
}

impl Parted {
    /// Nothing waits yet; it may take about `open_bytes`.
    pub(super) fn new(columns: &ColumnSet, open_bytes: usize) -> Parted {
        Parted { columns: *columns, waiting: BTreeMap::new(), open_bytes, weight: 0 }
    }

    /// Takes batches; games of a batch count from the number beside it.
    pub(super) fn encode(
        &mut self,
        batches: &[(RowBatch, i64)],
        partitions: &mut Partitions,
    ) -> Result<(), TableError> {
        for (piece, first_game) in batches {
            let mut start = 0;
            for Run { key, end } in piece.runs() {
                while start < *end {
                    start = self.take(piece, start..*end, *first_game, *key, partitions)?;
                }
            }
        }
        Ok(())
    }

    /// Closes everything.
    pub(super) fn finish(&mut self, partitions: &mut Partitions) -> Result<(), TableError> {
        while let Some(key) = self.waiting.keys().next().copied() {
            self.close(key, partitions)?;
        }
        Ok(())
    }

    /// Takes the first of some rows of one partition, and gives the row behind those that it took: as many as reach no bound, or else
    /// one. So a bound is found reached at the same row however rows come.
    fn take(
        &mut self,
        piece: &RowBatch,
        rows: Range<usize>,
        first_game: i64,
        key: YearMonth,
        partitions: &mut Partitions,
    ) -> Result<usize, TableError> {
        let mut weight = self.weight;
        let waiting = self.waiting.entry(key).or_insert_with(|| {
            let waiting = Waiting { rows: Gathered::new(&self.columns), group: None };
            weight += waiting.weight();
            waiting
        });
        let room = ROWS_TOGETHER.saturating_sub(waiting.rows.rows()).max(1);
        let fits = |rows: Range<usize>| {
            let text_bytes = piece.text_bytes(rows.clone());
            waiting.rows.text_bytes() + text_bytes <= BYTES_TOGETHER
                && weight.saturating_add(Gathered::weight_of(rows.len(), text_bytes)) <= self.open_bytes
        };
        let mut count = rows.len().min(room);
        while count > 1 && !fits(rows.start..rows.start + count) {
            count /= 2;
        }
        let taken = rows.start..rows.start + count;
        let end = taken.end;
        let before = waiting.weight();
        waiting.rows.add(piece, taken, first_game);
        self.weight = weight + waiting.weight() - before;
        if waiting.rows.rows() >= ROWS_TOGETHER || waiting.rows.text_bytes() > BYTES_TOGETHER {
            self.encode_waiting(key, partitions)?;
        }
        // What is alone in its memory is bounded by the bounds of a row group.
        if self.weight > self.open_bytes && self.waiting.len() > 1 {
            // Of several, the first: the choice is the same in every run.
            let heaviest =
                self.waiting.iter().max_by_key(|(key, waiting)| (waiting.weight(), Reverse(**key)));
            if let Some(key) = heaviest.map(|(key, _)| *key) {
                self.close(key, partitions)?;
            }
        }
        Ok(end)
    }

    /// Encodes the rows of a partition that wait, and appends the row groups that are full.
    fn encode_waiting(&mut self, key: YearMonth, partitions: &mut Partitions) -> Result<(), TableError> {
        let Some(waiting) = self.waiting.get_mut(&key) else { return Ok(()) };
        let before = waiting.weight();
        let piece = waiting.rows.take();
        let mut start = 0;
        while start < piece.rows() {
            let mut group = match waiting.group.take() {
                Some(group) => group,
                None => partitions.row_group()?,
            };
            let slice = group.take(&piece, start, 0);
            start += slice.rows();
            write(&mut group, &[slice], Hands::All)?;
            if group.is_full() {
                close(key, group, partitions)?;
            } else {
                waiting.group = Some(group);
            }
        }
        self.weight = (self.weight + waiting.weight()).saturating_sub(before);
        Ok(())
    }

    fn close(&mut self, key: YearMonth, partitions: &mut Partitions) -> Result<(), TableError> {
        self.encode_waiting(key, partitions)?;
        let Some(waiting) = self.waiting.remove(&key) else { return Ok(()) };
        self.weight = self.weight.saturating_sub(waiting.weight());
        waiting.group.map_or(Ok(()), |group| close(key, group, partitions))
    }
}
