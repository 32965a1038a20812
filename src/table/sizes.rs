//! What each column costs on the disk, read from the footers of a table's files.

use std::collections::HashMap;
use std::fs::{self, File};
use std::path::Path;

use parquet::file::reader::FileReader;
use parquet::file::serialized_reader::SerializedFileReader;

use super::column::Column;
use super::error::TableError;
use super::schema::COLUMNS;

/// What one column costs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ColumnSize {
    /// The column's name.
    pub name: String,
    /// Compressed bytes, over all row groups.
    pub bytes: u64,
    /// Rows, over all row groups.
    pub rows: u64,
}

/// The size of every column that is there, in the order of the list, in a file or in all files of a folder and of those in it.
///
/// # Errors
///
/// If a file can't be read as Parquet.
pub fn sizes(path: &Path) -> Result<Vec<ColumnSize>, TableError> {
    let mut bytes: HashMap<String, u64> = HashMap::new();
    let mut rows = 0;
    let mut left = vec![path.to_owned()];
    while let Some(file) = left.pop() {
        if file.is_dir() {
            for entry in fs::read_dir(file)? {
                left.push(entry?.path());
            }
            continue;
        }
        let reader = SerializedFileReader::new(File::open(file)?)?;
        for root in reader.metadata().file_metadata().schema().get_fields() {
            bytes.entry(root.name().to_owned()).or_default();
        }
        for group in reader.metadata().row_groups() {
            rows += u64::try_from(group.num_rows()).unwrap_or_default();
            for column in group.columns() {
                let name = column.column_path().parts().first().cloned().unwrap_or_default();
                *bytes.entry(name).or_default() +=
                    u64::try_from(column.compressed_size()).unwrap_or_default();
            }
        }
    }
    let size = |column: &Column| {
        Some(ColumnSize { name: column.name.to_owned(), bytes: *bytes.get(column.name)?, rows })
    };
    Ok(COLUMNS.iter().filter_map(size).collect())
}
