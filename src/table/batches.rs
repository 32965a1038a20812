//! Batches of a fixed number of rows, made of pieces of any size.
//!
//! Owns the cuts. Parquet's pages end where a write ends, so the bytes of a file follow the cuts; these follow the rows
//! alone, never the chunks that the rows came in. Copies nothing: a batch is a list of slices, and each column is put
//! together by whoever encodes it.

use std::collections::VecDeque;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_schema::DataType;
use arrow_select::concat::concat;

use super::error::TableError;
use super::schema::COLUMNS;

/// Rows in a batch, the last of a file excepted. A fifteenth of a row group: the columns of one batch of Lichess games
/// (3 MB) are encoded while they are in the cache, and there are enough of them to keep several threads busy.
pub const ROWS_PER_BATCH: usize = 8_192;

/// A batch with more text than this ends early, so that games of megabytes neither fill the memory nor overflow
/// Arrow's 31-bit offsets.
pub const BYTES_PER_BATCH: usize = 64 << 20;

/// Rows to be encoded together: slices of the pieces they came in.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    slices: Vec<RecordBatch>,
    rows: usize,
    text_bytes: usize,
}

impl Batch {
    /// How many rows it holds.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// How many bytes of text they hold.
    pub fn text_bytes(&self) -> usize {
        self.text_bytes
    }

    /// One column in one piece.
    pub(super) fn column(&self, index: usize) -> Result<ArrayRef, TableError> {
        match self.slices.as_slice() {
            [slice] => Ok(Arc::clone(slice.column(index))),
            slices => {
                let parts: Vec<&dyn Array> =
                    slices.iter().map(|slice| slice.column(index).as_ref()).collect();
                Ok(concat(&parts)?)
            }
        }
    }

    fn add(&mut self, slice: RecordBatch, text_bytes: usize) {
        self.rows += slice.num_rows();
        self.text_bytes += text_bytes;
        self.slices.push(slice);
    }
}

/// Takes pieces in order and gives batches.
#[derive(Debug, Default)]
pub struct Batches {
    pending: Batch,
    full: VecDeque<Batch>,
}

impl Batches {
    /// No rows yet.
    pub fn new() -> Batches {
        Batches::default()
    }

    /// Appends a piece, whose `game_index` counts from `first_game` of its file.
    ///
    /// # Errors
    ///
    /// If the piece has other columns than the dataset.
    pub fn push(&mut self, piece: &RecordBatch, first_game: i64) -> Result<(), TableError> {
        let mut rest = number_from(piece, first_game)?;
        while rest.num_rows() > 0 {
            let (rows, bytes, fills) = self.take(&rest);
            let slice = rest.slice(0, rows);
            rest = rest.slice(rows, rest.num_rows() - rows);
            self.pending.add(slice, bytes);
            if fills {
                self.full.push_back(std::mem::take(&mut self.pending));
            }
        }
        Ok(())
    }

    /// The next full batch, if there is one.
    pub fn next_full(&mut self) -> Option<Batch> {
        self.full.pop_front()
    }

    /// The rows that are left when everything was appended; full batches come first.
    pub fn next_rest(&mut self) -> Option<Batch> {
        self.full.pop_front().or_else(|| (self.pending.rows > 0).then(|| std::mem::take(&mut self.pending)))
    }

    /// How many rows of `rest` belong to the pending batch, the bytes of text in them, and whether they fill it.
    fn take(&self, rest: &RecordBatch) -> (usize, usize, bool) {
        let room = ROWS_PER_BATCH - self.pending.rows;
        let rows = room.min(rest.num_rows());
        let bytes = text_bytes(rest, 0, rows);
        if self.pending.text_bytes + bytes <= BYTES_PER_BATCH {
            return (rows, bytes, rows == room);
        }
        // Rare, so it may be slow: the batch ends with the row that goes beyond the bound, wherever pieces end.
        let mut taken = 0;
        for row in 0..rows {
            taken += text_bytes(rest, row, row + 1);
            if self.pending.text_bytes + taken > BYTES_PER_BATCH {
                return (row + 1, taken, true);
            }
        }
        (rows, taken, rows == room)
    }
}

/// The piece with `game_index` counted from the start of its file.
fn number_from(piece: &RecordBatch, first_game: i64) -> Result<RecordBatch, TableError> {
    if first_game == 0 {
        return Ok(piece.clone());
    }
    let mut columns = piece.columns().to_vec();
    for (column, array) in COLUMNS.iter().zip(&mut columns) {
        if column.name == "game_index" {
            *array =
                Arc::new(array.as_primitive::<Int64Type>().unary::<_, Int64Type>(|index| index + first_game));
        }
    }
    Ok(RecordBatch::try_new(piece.schema(), columns)?)
}

/// The bytes of all texts in some rows; what has a fixed width is bounded by the number of rows.
fn text_bytes(piece: &RecordBatch, from: usize, to: usize) -> usize {
    piece.columns().iter().map(|array| array_text_bytes(array.as_ref(), from, to)).sum()
}

fn array_text_bytes(array: &dyn Array, from: usize, to: usize) -> usize {
    match array.data_type() {
        DataType::Utf8 => span(array.as_string::<i32>().value_offsets(), from, to).len(),
        DataType::List(_) => {
            let list = array.as_list::<i32>();
            let items = span(list.value_offsets(), from, to);
            array_text_bytes(list.values().as_ref(), items.start, items.end)
        }
        DataType::Map(_, _) => {
            let map = array.as_map();
            let entries = span(map.value_offsets(), from, to);
            [map.keys(), map.values()]
                .map(|texts| array_text_bytes(texts.as_ref(), entries.start, entries.end))
                .iter()
                .sum()
        }
        // Numbers, truth values and keys have a fixed width.
        _ => 0,
    }
}

fn span(offsets: &[i32], from: usize, to: usize) -> std::ops::Range<usize> {
    let at = |index: usize| usize::try_from(offsets[index]).unwrap_or_default();
    at(from)..at(to)
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use crate::pgn::claims::TextTag;
    use crate::table::specimen::{Specimen, batches_in_pieces_of, piece_of};

    use super::*;

    fn cuts(mut batches: Batches) -> Vec<usize> {
        std::iter::from_fn(|| batches.next_rest()).map(|batch| batch.rows()).collect()
    }

    #[test]
    fn a_row_group_is_whole_batches() {
        assert_eq!(crate::table::ROWS_PER_ROW_GROUP % ROWS_PER_BATCH, 0);
    }

    #[test]
    fn cuts_follow_the_rows_and_not_the_pieces() {
        for piece in [1, 700, 8_192, 20_000] {
            assert_eq!(cuts(batches_in_pieces_of(17_000, piece)), [8_192, 8_192, 616], "{piece}");
        }
    }

    #[test]
    fn only_full_batches_are_given_before_the_end() {
        let mut batches = batches_in_pieces_of(9_000, 500);
        assert_eq!(batches.next_full().map(|batch| batch.rows()), Some(8_192));
        assert!(batches.next_full().is_none());
        assert_eq!(batches.next_rest().map(|batch| batch.rows()), Some(808));
        assert!(batches.next_rest().is_none());
    }

    #[test]
    fn game_indexes_count_on_from_piece_to_piece() {
        let mut batches = batches_in_pieces_of(2_000, 300);
        let batch = batches.next_rest().unwrap();
        let index = COLUMNS.iter().position(|column| column.name == "game_index").unwrap();
        let indexes = batch.column(index).unwrap();
        assert!(indexes.as_primitive::<Int64Type>().values().iter().copied().eq(0..2_000));
    }

    #[test]
    fn giant_texts_end_a_batch_early_wherever_pieces_end() {
        let giant = |_| {
            let mut specimen = Specimen::legal(1);
            specimen.claims.text[TextTag::Event as usize] = Some(Cow::Owned("x".repeat(24 << 20)));
            specimen
        };
        let cuts_by = |piece: usize| {
            let mut batches = Batches::new();
            let specimens: Vec<Specimen> = (0..7).map(giant).collect();
            for piece in specimens.chunks(piece) {
                batches.push(&piece_of(piece), 0).unwrap();
            }
            cuts(batches)
        };
        assert_eq!(cuts_by(7), [3, 3, 1]);
        assert_eq!(cuts_by(1), [3, 3, 1]);
        assert_eq!(cuts_by(2), [3, 3, 1]);
    }
}
