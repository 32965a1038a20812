//! One row group in the making: a writer a column, each of which encodes on its own.
//!
//! Owns the bounds of a row group, which follow the rows alone, never the pieces that they came in. Whoever has threads
//! takes the writers apart, lets each write the same slices in the same order, closes them, and hands the encoded
//! columns to the file.

use std::fmt;
use std::ops::Range;

use super::column::Column;
use super::columns::RowBatch;
use super::error::TableError;
use super::pages::{ColumnEncoder, EncodedChunk};

/// Rows in a row group, the last of a file excepted: what DuckDB writes itself and hands to one thread.
pub const ROWS_PER_ROW_GROUP: usize = 122_880;

/// A row group with more text than this ends early: its encoded pages stay in memory until it is complete.
pub const BYTES_PER_ROW_GROUP: usize = 256 << 20;

/// What the encoders of a row group take before its first row, about, and what a row adds beside its texts: 1,393 row groups of a
/// row or two took 650 MB.
const EMPTY_WEIGHT: usize = 448 << 10;
const ROW_WEIGHT: usize = 256;

/// Some rows of a piece.
#[derive(Clone, Debug)]
pub struct Slice<'p> {
    piece: &'p RowBatch,
    rows: Range<usize>,
    /// The number of the piece's first game in its file.
    first_game: i64,
}

impl Slice<'_> {
    /// How many rows it holds.
    pub fn rows(&self) -> usize {
        self.rows.len()
    }
}

/// The writer of one column of a row group.
pub struct ColumnWriter {
    column: &'static Column,
    /// Its place among those that are written.
    index: usize,
    encoder: ColumnEncoder,
}

impl ColumnWriter {
    pub(super) fn new(column: &'static Column, index: usize, encoder: ColumnEncoder) -> ColumnWriter {
        ColumnWriter { column, index, encoder }
    }

    /// The column's name.
    pub fn name(&self) -> &'static str {
        self.column.name
    }

    /// Encodes this column of a slice.
    ///
    /// # Errors
    ///
    /// If Parquet can't hold the values.
    pub fn write(&mut self, slice: &Slice<'_>) -> Result<(), TableError> {
        self.encoder.write(&slice.piece.values()[self.index], slice.rows.clone(), slice.first_game)
    }

    /// Encodes what is left, and gives the column's pages.
    ///
    /// # Errors
    ///
    /// If Parquet can't hold the values.
    pub fn close(self) -> Result<EncodedColumn, TableError> {
        Ok(EncodedColumn { chunks: self.encoder.close()? })
    }
}

impl fmt::Debug for ColumnWriter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ColumnWriter").field(&self.name()).finish()
    }
}

/// The pages of one column of a row group, compressed.
#[derive(Debug)]
pub struct EncodedColumn {
    pub(super) chunks: Vec<EncodedChunk>,
}

/// A row group in the making.
#[derive(Debug)]
pub struct RowGroup {
    /// A writer a column, in the order of the file. Each must write every slice, in order.
    pub columns: Vec<ColumnWriter>,
    rows: usize,
    text_bytes: usize,
}

impl RowGroup {
    pub(super) fn new(columns: Vec<ColumnWriter>) -> RowGroup {
        RowGroup { columns, rows: 0, text_bytes: 0 }
    }

    /// Counts rows of a piece from row `start` on, as many as belong to this row group, and gives them to be written
    /// by all columns. The piece's games count from `first_game` of their file.
    pub fn take<'p>(&mut self, piece: &'p RowBatch, start: usize, first_game: i64) -> Slice<'p> {
        let room = ROWS_PER_ROW_GROUP.saturating_sub(self.rows);
        let mut rows = start..piece.rows().min(start + room);
        let mut bytes = piece.text_bytes(rows.clone());
        if self.text_bytes + bytes > BYTES_PER_ROW_GROUP {
            // Rare, so it may be slow: the row group ends with the row that goes beyond the bound, wherever pieces end.
            let within = BYTES_PER_ROW_GROUP.saturating_sub(self.text_bytes);
            let mut taken = 0;
            let beyond = rows.clone().find(|row| {
                taken += piece.text_bytes(*row..row + 1);
                taken > within
            });
            rows.end = beyond.map_or(rows.end, |row| row + 1);
            bytes = taken;
        }
        self.rows += rows.len();
        self.text_bytes += bytes;
        Slice { piece, rows, first_game }
    }

    /// How many rows were counted.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// About how many bytes of memory it takes: text is counted as it came, although it is encoded by and by.
    pub fn weight(&self) -> usize {
        EMPTY_WEIGHT + self.rows * ROW_WEIGHT + self.text_bytes
    }

    /// Whether it is complete: the next row belongs to the next one.
    pub fn is_full(&self) -> bool {
        self.rows >= ROWS_PER_ROW_GROUP || self.text_bytes > BYTES_PER_ROW_GROUP
    }

    /// Writes a slice, one column after the other on this thread.
    ///
    /// # Errors
    ///
    /// If Parquet can't hold the values.
    pub fn write(&mut self, slice: &Slice<'_>) -> Result<(), TableError> {
        self.columns.iter_mut().try_for_each(|column| column.write(slice))
    }

    /// Closes all columns, one after the other on this thread.
    pub fn close(self) -> impl Iterator<Item = Result<EncodedColumn, TableError>> {
        self.columns.into_iter().map(ColumnWriter::close)
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use crate::pgn::claims::TextTag;
    use crate::table::specimen::{Specimen, piece_of};
    use crate::table::{ColumnSet, TableFile};

    #[test]
    fn giant_texts_end_a_row_group_early_wherever_pieces_end() {
        let giant = |_| {
            let mut specimen = Specimen::legal(1);
            specimen.claims.claim(TextTag::Event, Cow::Owned("x".repeat(100 << 20)));
            specimen
        };
        let specimens: Vec<Specimen> = (0..4).map(giant).collect();
        let file = TableFile::new(Vec::new(), &ColumnSet::every()).unwrap();
        for together in [4, 1, 2] {
            let (mut group, mut ends) = (file.row_group().unwrap(), Vec::new());
            for piece in specimens.chunks(together).map(piece_of) {
                let mut start = 0;
                while start < piece.rows() {
                    start += group.take(&piece, start, 0).rows();
                    if group.is_full() {
                        ends.push(group.rows());
                        group = file.row_group().unwrap();
                    }
                }
            }
            ends.push(group.rows());
            assert_eq!(ends, [3, 1], "pieces of {together}");
        }
    }
}
