//! The parts of a table in one folder: row groups appended in order, files of bounded size.
//!
//! Owns the files and their names. A part is numbered by its place in the input, and ends after a fixed number of row
//! groups: so that a run that was killed finds the same cuts again.

use std::fs::{self, File};
use std::io::BufWriter;
use std::path::{Path, PathBuf};

use super::error::TableError;
use super::row_group::EncodedColumn;
use super::table_file::{TableFile, TableKind};

/// Row groups in a part: 3.9 million games, some 300 MB of Lichess games. Spark and DuckDB like files of that size, and
/// a month of Lichess is two dozen of them.
pub const ROW_GROUPS_PER_PART: usize = 32;

/// Bytes that are handed to the system at a time.
const WRITE_BYTES: usize = 128 << 10;

/// A part that was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// The file's name in its folder.
    pub name: String,
    /// Its rows.
    pub rows: u64,
    /// Its bytes.
    pub bytes: u64,
}

/// The files of a table in their folder.
#[derive(Debug)]
pub(super) struct Parts {
    folder: PathBuf,
    kind: TableKind,
    open: Option<OpenPart>,
    written: Vec<Part>,
}

#[derive(Debug)]
struct OpenPart {
    file: TableFile<BufWriter<File>>,
    row_groups: usize,
    rows: u64,
}

impl Parts {
    /// No part yet of a table in `folder`, which is made where it is missing.
    pub(super) fn new(folder: &Path, kind: TableKind) -> Result<Parts, TableError> {
        fs::create_dir_all(folder)?;
        Ok(Parts { folder: folder.to_owned(), kind, open: None, written: Vec::new() })
    }

    /// Appends the columns of a row group, which held `rows` rows.
    pub(super) fn append(
        &mut self,
        columns: impl IntoIterator<Item = Result<EncodedColumn, TableError>>,
        rows: usize,
    ) -> Result<(), TableError> {
        if self.open.as_ref().is_some_and(|part| part.row_groups == ROW_GROUPS_PER_PART) {
            self.finish_part()?;
        }
        let part = self.open()?;
        part.file.append(columns)?;
        part.row_groups += 1;
        part.rows += rows as u64;
        Ok(())
    }

    /// Opens a part, if none is open.
    pub(super) fn begin_part(&mut self) -> Result<(), TableError> {
        self.open().map(|_| ())
    }

    /// Whether a part is open.
    pub(super) fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Finishes the part that is open: what comes next stands in another.
    pub(super) fn finish_part(&mut self) -> Result<(), TableError> {
        let Some(part) = self.open.take() else { return Ok(()) };
        let file = part.file.close()?.into_inner().map_err(|error| error.into_error())?;
        let name = part_name(self.written.len());
        self.written.push(Part { name, rows: part.rows, bytes: file.metadata()?.len() });
        Ok(())
    }

    /// Finishes the last part, and tells what was written.
    pub(super) fn close(mut self) -> Result<Vec<Part>, TableError> {
        self.finish_part()?;
        Ok(self.written)
    }

    fn open(&mut self) -> Result<&mut OpenPart, TableError> {
        let path = self.folder.join(part_name(self.written.len()));
        match &mut self.open {
            Some(part) => Ok(part),
            none => {
                let out = BufWriter::with_capacity(WRITE_BYTES, File::create(path)?);
                let file = TableFile::of(out, self.kind.clone())?;
                Ok(none.insert(OpenPart { file, row_groups: 0, rows: 0 }))
            }
        }
    }
}

/// The name of a part by its number.
pub fn part_name(number: usize) -> String {
    format!("part-{number:05}.parquet")
}

#[cfg(test)]
mod tests {
    use crate::table::column_set::ColumnSet;
    use crate::table::sizes;
    use crate::table::specimen::pieces_of;

    use super::*;

    #[test]
    fn parts_end_after_a_fixed_number_of_row_groups_and_sizes_count_them_all() {
        let folder = tempfile::tempdir().unwrap();
        let kind = TableKind::games(&ColumnSet::every()).unwrap();
        let mut parts = Parts::new(folder.path(), kind.clone()).unwrap();
        for _ in 0..=ROW_GROUPS_PER_PART {
            let mut group = kind.row_group().unwrap();
            let (piece, first_game) = &pieces_of(10, 10)[0];
            let slice = group.take(piece, 0, *first_game);
            group.write(&slice).unwrap();
            let rows = group.rows();
            parts.append(group.close(), rows).unwrap();
        }
        let parts = parts.close().unwrap();
        assert_eq!(
            parts.iter().map(|part| part.rows).collect::<Vec<_>>(),
            [10 * ROW_GROUPS_PER_PART as u64, 10]
        );
        let sizes = sizes(folder.path()).unwrap();
        assert!(
            sizes
                .iter()
                .all(|size| size.rows == parts.iter().map(|part| part.rows).sum::<u64>() && size.bytes > 0)
        );
        let pages: u64 = sizes.iter().map(|size| size.bytes).sum();
        assert!(pages < parts.iter().map(|part| part.bytes).sum());
    }
}
