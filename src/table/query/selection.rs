//! The games of a dataset that a predicate is true of, in the dataset's order.
//!
//! Owns the reading of parts: only the columns that are asked about and those that say where a game is, and no row group
//! of which the file itself, or the folder that it lies in, tells that nothing in it is meant.

use std::fmt;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::vec;

use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use arrow_array::{BooleanArray, Int64Array, RecordBatch, StringArray};
use arrow_schema::ArrowError;
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{
    ArrowPredicateFn, ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder, RowFilter,
};

use super::bounds::possible;
use super::predicate::{Asked, Predicate};
use super::settled::settled;
use super::truth::{foreign, truths};
use crate::table::error::TableError;
use crate::table::partition::keys_of;

/// Rows that are read together.
const ROWS_TOGETHER: usize = 8_192;

/// The columns that say where a game is.
const PLACE: [&str; 4] = ["source_file", "game_index", "byte_offset", "byte_length"];

/// The games of a dataset that a predicate is true of.
pub struct Selection {
    parts: vec::IntoIter<PathBuf>,
    open: Option<(PathBuf, ParquetRecordBatchReader)>,
    predicate: Predicate,
    rows: u64,
}

/// A part that can't be read.
#[derive(Debug)]
pub struct Unreadable {
    /// Which.
    pub path: PathBuf,
    /// Why.
    pub error: TableError,
}

/// Where some games are.
#[derive(Clone, Debug)]
pub struct Places {
    source_file: StringArray,
    numbers: [Int64Array; 3],
}

/// Where a game is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place<'p> {
    /// The dataset's `source_file`.
    pub source_file: &'p str,
    /// The game's number in it, from 0.
    pub game_index: i64,
    /// Bytes of text from the file's start to the game's first.
    pub byte_offset: i64,
    /// Bytes of the game.
    pub byte_length: i64,
}

impl Selection {
    /// The games of these parts, in this order.
    pub fn new(parts: Vec<PathBuf>, predicate: Predicate) -> Selection {
        Selection { parts: parts.into_iter(), open: None, predicate, rows: 0 }
    }

    /// The rows of the parts read so far, of whatever games.
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// The next games, in order; none after the last.
    ///
    /// # Errors
    ///
    /// Where a part can't be read, or has other columns.
    pub fn next_places(&mut self) -> Result<Option<Places>, Unreadable> {
        loop {
            if let Some((path, reader)) = &mut self.open {
                let unreadable = |error: ArrowError| Unreadable { path: path.clone(), error: error.into() };
                if let Some(batch) = reader.next() {
                    return batch.and_then(|batch| Places::of(&batch)).map(Some).map_err(unreadable);
                }
            }
            let Some(path) = self.parts.next() else {
                self.open = None;
                return Ok(None);
            };
            match self.read(&path) {
                Ok(reader) => self.open = Some((path, reader)),
                Err(error) => return Err(Unreadable { path, error }),
            }
        }
    }

    fn read(&mut self, path: &Path) -> Result<ParquetRecordBatchReader, TableError> {
        let builder = ParquetRecordBatchReaderBuilder::try_new(File::open(path)?)?;
        let asked = settled(&self.predicate.0, &keys_of(path));
        let columns = projection(&builder, asked.columns().into_iter().map(|column| column.name))?;
        let place = projection(&builder, PLACE)?;
        let groups = builder.metadata().row_groups();
        self.rows +=
            groups.iter().map(|group| u64::try_from(group.num_rows()).unwrap_or_default()).sum::<u64>();
        let worth_reading = (0..groups.len()).filter(|group| possible(&asked, &groups[*group]).yes).collect();
        let builder =
            builder.with_row_groups(worth_reading).with_projection(place).with_batch_size(ROWS_TOGETHER);
        if matches!(asked, Asked::Known(_)) {
            return Ok(builder.build()?);
        }
        let is_true = move |batch: RecordBatch| Ok(BooleanArray::from(truths(&asked, &batch)?));
        let filter = RowFilter::new(vec![Box::new(ArrowPredicateFn::new(columns, is_true))]);
        Ok(builder.with_row_filter(filter).build()?)
    }
}

impl fmt::Debug for Selection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Selection").field("predicate", &self.predicate).finish_non_exhaustive()
    }
}

/// The columns of these names, and nothing else.
fn projection<'n>(
    builder: &ParquetRecordBatchReaderBuilder<File>,
    names: impl IntoIterator<Item = &'n str>,
) -> Result<ProjectionMask, TableError> {
    let schema = builder.schema();
    let index =
        |name: &str| schema.index_of(name).map_err(|_| TableError::NoColumn { name: name.to_owned() });
    let indices = names.into_iter().map(index).collect::<Result<Vec<_>, _>>()?;
    Ok(ProjectionMask::roots(builder.parquet_schema(), indices))
}

impl Places {
    fn of(batch: &RecordBatch) -> Result<Places, ArrowError> {
        let [source_file, numbers @ ..] = PLACE;
        let column = |name: &str| batch.column_by_name(name).ok_or_else(|| foreign(name));
        let texts = column(source_file)?.as_string_opt::<i32>().ok_or_else(|| foreign(source_file))?;
        let number =
            |name: &str| column(name)?.as_primitive_opt::<Int64Type>().cloned().ok_or_else(|| foreign(name));
        let [index, offset, length] = numbers;
        Ok(Places { source_file: texts.clone(), numbers: [number(index)?, number(offset)?, number(length)?] })
    }

    /// One after the other.
    pub fn iter(&self) -> impl Iterator<Item = Place<'_>> {
        let [index, offset, length] = &self.numbers;
        (0..index.len()).map(|row| Place {
            source_file: self.source_file.value(row),
            game_index: index.value(row),
            byte_offset: offset.value(row),
            byte_length: length.value(row),
        })
    }
}
