//! One row group in the making: a writer a column, each of which encodes on its own.
//!
//! Owns the encoding of a column's rows into pages. Whoever has threads takes the writers apart, lets each write the
//! same batches in the same order, closes them, and hands the encoded columns to the file.

use std::fmt;

use arrow_schema::FieldRef;
use parquet::arrow::arrow_writer::{ArrowColumnChunk, ArrowColumnWriter, compute_leaves};

use super::batches::Batch;
use super::error::TableError;

/// Rows in a row group, the last of a file excepted: what DuckDB writes itself and hands to one thread. 15 batches.
pub const ROWS_PER_ROW_GROUP: usize = 122_880;

/// A row group with more text than this ends early: its encoded pages stay in memory until it is complete.
pub const BYTES_PER_ROW_GROUP: usize = 256 << 20;

/// The writer of one column of a row group.
pub struct ColumnWriter {
    index: usize,
    field: FieldRef,
    /// One for each leaf: a map has two, names and values.
    leaves: Vec<ArrowColumnWriter>,
}

impl ColumnWriter {
    pub(super) fn new(index: usize, field: FieldRef, leaves: Vec<ArrowColumnWriter>) -> ColumnWriter {
        ColumnWriter { index, field, leaves }
    }

    /// The column's name.
    pub fn name(&self) -> &str {
        self.field.name()
    }

    /// Encodes this column of a batch.
    ///
    /// # Errors
    ///
    /// If Parquet can't hold the values.
    pub fn write(&mut self, batch: &Batch) -> Result<(), TableError> {
        let array = batch.column(self.index)?;
        for (leaf, writer) in compute_leaves(&self.field, &array)?.iter().zip(&mut self.leaves) {
            writer.write(leaf)?;
        }
        Ok(())
    }

    /// Encodes what is left, and gives the column's pages.
    ///
    /// # Errors
    ///
    /// If Parquet can't hold the values.
    pub fn close(self) -> Result<EncodedColumn, TableError> {
        let chunks = self.leaves.into_iter().map(ArrowColumnWriter::close).collect::<Result<Vec<_>, _>>()?;
        Ok(EncodedColumn { chunks })
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
    pub(super) chunks: Vec<ArrowColumnChunk>,
}

/// A row group in the making.
#[derive(Debug)]
pub struct RowGroup {
    /// A writer a column, in the order of the file. Each must write every batch, in order.
    pub columns: Vec<ColumnWriter>,
    rows: usize,
    text_bytes: usize,
}

impl RowGroup {
    pub(super) fn new(columns: Vec<ColumnWriter>) -> RowGroup {
        RowGroup { columns, rows: 0, text_bytes: 0 }
    }

    /// Counts a batch that all columns write.
    pub fn count(&mut self, batch: &Batch) {
        self.rows += batch.rows();
        self.text_bytes += batch.text_bytes();
    }

    /// How many rows were counted.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Whether it is complete: the next batch belongs to the next one.
    pub fn is_full(&self) -> bool {
        self.rows >= ROWS_PER_ROW_GROUP || self.text_bytes >= BYTES_PER_ROW_GROUP
    }

    /// Writes a batch, one column after the other on this thread.
    ///
    /// # Errors
    ///
    /// If Parquet can't hold the values.
    pub fn write(&mut self, batch: &Batch) -> Result<(), TableError> {
        self.count(batch);
        self.columns.iter_mut().try_for_each(|column| column.write(batch))
    }

    /// Closes all columns, one after the other on this thread.
    ///
    /// # Errors
    ///
    /// If Parquet can't hold the values.
    pub fn close(self) -> Result<Vec<EncodedColumn>, TableError> {
        self.columns.into_iter().map(ColumnWriter::close).collect()
    }
}
