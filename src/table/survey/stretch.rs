//! A dataset in stretches that can be surveyed side by side: each a row group of a part.
//!
//! Owns the reading: only the columns that are counted, and of texts the dictionaries as they are stored. Stretches are cut as the
//! files are, so that the sums, merged in order, are the same with any number of threads.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use arrow_schema::{DataType, Field, Schema};
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{
    ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReaderBuilder,
};

use super::place::{Batch, RowPlace};
use super::whole::Survey;
use crate::table::error::TableError;
use crate::table::query::Unreadable;

/// Rows that are read together.
const ROWS_TOGETHER: usize = 16_384;

/// A stretch of a dataset.
#[derive(Clone, Debug)]
pub struct Stretch {
    part: Arc<Path>,
    group: usize,
    rows: u64,
    metadata: ArrowReaderMetadata,
}

/// The stretches of these parts, in order.
///
/// # Errors
///
/// Where a part can't be read.
pub fn stretches(parts: &[PathBuf]) -> Result<Vec<Stretch>, Unreadable> {
    let mut stretches = Vec::new();
    for path in parts {
        let part: Arc<Path> = Arc::from(path.as_path());
        let metadata = open(&part).map_err(|error| Unreadable { path: path.clone(), error })?;
        for (group, rows) in metadata.metadata().row_groups().iter().enumerate() {
            stretches.push(Stretch {
                part: Arc::clone(&part),
                group,
                rows: u64::try_from(rows.num_rows()).unwrap_or_default(),
                metadata: metadata.clone(),
            });
        }
    }
    Ok(stretches)
}

/// The metadata of a part, with its texts as dictionaries.
fn open(part: &Path) -> Result<ArrowReaderMetadata, TableError> {
    let metadata = ArrowReaderMetadata::load(&File::open(part)?, ArrowReaderOptions::new())?;
    let as_dictionary = |field: &Arc<Field>| match field.data_type() {
        DataType::Utf8 => {
            let texts = DataType::Dictionary(Box::new(DataType::Int32), Box::new(DataType::Utf8));
            Arc::new(field.as_ref().clone().with_data_type(texts))
        }
        _ => Arc::clone(field),
    };
    let schema = metadata.schema();
    let fields: Vec<_> = schema.fields().iter().map(as_dictionary).collect();
    let schema = Arc::new(Schema::new_with_metadata(fields, schema.metadata().clone()));
    let options = ArrowReaderOptions::new().with_schema(schema);
    Ok(ArrowReaderMetadata::try_new(Arc::clone(metadata.metadata()), options)?)
}

impl Stretch {
    /// Surveys the stretch. When `stop` is raised it ends early, and what it gives is of no use.
    ///
    /// # Errors
    ///
    /// Where the part can't be read, or a column is not of its type.
    pub fn survey(&self, stop: &AtomicBool) -> Result<Survey, Unreadable> {
        self.read(stop).map_err(|error| Unreadable { path: self.part.to_path_buf(), error })
    }

    fn read(&self, stop: &AtomicBool) -> Result<Survey, TableError> {
        let schema = self.metadata.schema();
        let mut survey = Survey::new(|name| schema.index_of(name).is_ok());
        let columns = survey.columns();
        if columns.is_empty() {
            survey.games = self.rows;
            return Ok(survey);
        }
        let indices: Vec<_> = columns.iter().filter_map(|name| schema.index_of(name).ok()).collect();
        let file = File::open(&self.part)?;
        let builder = ParquetRecordBatchReaderBuilder::new_with_metadata(file, self.metadata.clone());
        let projection = ProjectionMask::roots(builder.parquet_schema(), indices);
        let reader = builder.with_row_groups(vec![self.group]).with_projection(projection);
        let mut first = RowPlace { part: Arc::clone(&self.part), group: self.group, row: 0 };
        for rows in reader.with_batch_size(ROWS_TOGETHER).build()? {
            if stop.load(Relaxed) {
                break;
            }
            let rows = rows?;
            survey.take(&Batch { rows: &rows, first: &first })?;
            first.row += rows.num_rows();
        }
        Ok(survey)
    }
}
