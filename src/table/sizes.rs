//! What each column costs on the disk, read from the footers of a table's files.

use std::fs::{self, File};
use std::path::Path;

use parquet::file::reader::FileReader;
use parquet::file::serialized_reader::SerializedFileReader;

use super::error::TableError;

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

/// The size of every column that is there, in the order of the file, in a file or in all files of a folder and of those in it.
///
/// # Errors
///
/// If a file can't be read as Parquet.
pub fn sizes(path: &Path) -> Result<Vec<ColumnSize>, TableError> {
    let mut sizes: Vec<ColumnSize> = Vec::new();
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
            if !sizes.iter().any(|size| size.name == root.name()) {
                sizes.push(ColumnSize { name: root.name().to_owned(), bytes: 0, rows: 0 });
            }
        }
        for group in reader.metadata().row_groups() {
            rows += u64::try_from(group.num_rows()).unwrap_or_default();
            for column in group.columns() {
                let name = column.column_path().parts().first();
                if let Some(size) = sizes.iter_mut().find(|size| Some(&size.name) == name) {
                    size.bytes += u64::try_from(column.compressed_size()).unwrap_or_default();
                }
            }
        }
    }
    sizes.iter_mut().for_each(|size| size.rows = rows);
    Ok(sizes)
}
