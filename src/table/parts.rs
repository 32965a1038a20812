//! The files of a table: row groups appended in order, parts of bounded size.
//!
//! Owns the files and their names. A part is numbered by its place in the input, and ends after a fixed number of row
//! groups: so that a run that was killed finds the same cuts again.

use std::fmt;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_schema::{DataType, SchemaRef};
use parquet::arrow::ArrowSchemaConverter;
use parquet::arrow::arrow_writer::ArrowRowGroupWriterFactory;
use parquet::file::writer::SerializedFileWriter;

use super::encoding::properties;
use super::error::TableError;
use super::row_group::{ColumnWriter, EncodedColumn, RowGroup};
use super::schema::arrow_schema;

/// Row groups in a part: 3.9 million games, some 300 MB of Lichess games. Spark and DuckDB like files of that size, and
/// a month of Lichess is two dozen of them.
pub const ROW_GROUPS_PER_PART: usize = 32;

/// One Parquet file in the making.
pub struct TableFile<W: Write + Send> {
    writer: SerializedFileWriter<W>,
    factory: ArrowRowGroupWriterFactory,
    schema: SchemaRef,
    opened: usize,
}

impl<W: Write + Send> TableFile<W> {
    /// Begins a file of games.
    ///
    /// # Errors
    ///
    /// If `out` can't be written.
    pub fn new(out: W) -> Result<TableFile<W>, TableError> {
        let schema = arrow_schema();
        let properties = Arc::new(properties()?);
        let parquet_schema = ArrowSchemaConverter::new().schema_root("games").convert(&schema)?;
        let writer = SerializedFileWriter::new(out, parquet_schema.root_schema_ptr(), properties)?;
        let factory = ArrowRowGroupWriterFactory::new(&writer, Arc::clone(&schema));
        Ok(TableFile { writer, factory, schema, opened: 0 })
    }

    /// Opens the next row group. Several may be open at a time, so that threads have work while one is completed.
    ///
    /// # Errors
    ///
    /// If Parquet can't make its writers.
    pub fn row_group(&mut self) -> Result<RowGroup, TableError> {
        let mut writers = self.factory.create_column_writers(self.opened)?.into_iter();
        self.opened += 1;
        let mut columns = Vec::with_capacity(self.schema.fields().len());
        for (index, field) in self.schema.fields().iter().enumerate() {
            let leaves = writers.by_ref().take(leaf_count(field.data_type())).collect();
            columns.push(ColumnWriter::new(index, Arc::clone(field), leaves));
        }
        Ok(RowGroup::new(columns))
    }

    /// Appends the columns of a row group, in the order in which row groups were opened.
    ///
    /// # Errors
    ///
    /// If the file can't be written.
    pub fn append(&mut self, columns: Vec<EncodedColumn>) -> Result<(), TableError> {
        let mut group = self.writer.next_row_group()?;
        for chunk in columns.into_iter().flat_map(|column| column.chunks) {
            chunk.append_to_row_group(&mut group)?;
        }
        group.close()?;
        Ok(())
    }

    /// Writes the footer, and gives back what was written to.
    ///
    /// # Errors
    ///
    /// If the file can't be written.
    pub fn close(self) -> Result<W, TableError> {
        Ok(self.writer.into_inner()?)
    }
}

impl<W: Write + Send> fmt::Debug for TableFile<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TableFile").field("opened", &self.opened).finish_non_exhaustive()
    }
}

/// A map has two leaves, names and values; every other column has one.
fn leaf_count(kind: &DataType) -> usize {
    if let DataType::Map(_, _) = kind { 2 } else { 1 }
}

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
pub struct Parts {
    folder: PathBuf,
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
    /// Begins a table in `folder`, which is made where it is missing. The first part is there even if no row follows: a
    /// dataset without a game opens all the same.
    ///
    /// # Errors
    ///
    /// If the folder or the file can't be made.
    pub fn create(folder: &Path) -> Result<Parts, TableError> {
        fs::create_dir_all(folder)?;
        let mut parts = Parts { folder: folder.to_owned(), open: None, written: Vec::new() };
        parts.open()?;
        Ok(parts)
    }

    /// Opens the next row group. The one before must have been appended.
    ///
    /// # Errors
    ///
    /// If a part can't be finished or made.
    pub fn row_group(&mut self) -> Result<RowGroup, TableError> {
        if self.open.as_ref().is_some_and(|part| part.row_groups == ROW_GROUPS_PER_PART) {
            self.finish_part()?;
        }
        self.open()?.file.row_group()
    }

    /// Appends the columns of the row group opened last, which held `rows` rows.
    ///
    /// # Errors
    ///
    /// If the part can't be written.
    pub fn append(&mut self, columns: Vec<EncodedColumn>, rows: usize) -> Result<(), TableError> {
        let part = self.open()?;
        part.file.append(columns)?;
        part.row_groups += 1;
        part.rows += rows as u64;
        Ok(())
    }

    /// Finishes the last part, and tells what was written.
    ///
    /// # Errors
    ///
    /// If the part can't be written.
    pub fn close(mut self) -> Result<Vec<Part>, TableError> {
        self.finish_part()?;
        Ok(self.written)
    }

    fn open(&mut self) -> Result<&mut OpenPart, TableError> {
        let path = self.folder.join(part_name(self.written.len()));
        match &mut self.open {
            Some(part) => Ok(part),
            none => {
                let file = TableFile::new(BufWriter::new(File::create(path)?))?;
                Ok(none.insert(OpenPart { file, row_groups: 0, rows: 0 }))
            }
        }
    }

    fn finish_part(&mut self) -> Result<(), TableError> {
        let Some(part) = self.open.take() else { return Ok(()) };
        let file = part.file.close()?.into_inner().map_err(|error| error.into_error())?;
        let name = part_name(self.written.len());
        self.written.push(Part { name, rows: part.rows, bytes: file.metadata()?.len() });
        Ok(())
    }
}

/// The name of a part by its number.
pub fn part_name(number: usize) -> String {
    format!("part-{number:05}.parquet")
}

#[cfg(test)]
mod tests {
    use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

    use crate::table::specimen::{Specimen, batches_in_pieces_of, piece_of};
    use crate::table::{Batches, RecordBatch, sizes};

    use super::*;

    fn written(mut batches: Batches) -> Vec<u8> {
        let mut file = TableFile::new(Vec::new()).unwrap();
        let mut next = batches.next_rest();
        while next.is_some() {
            let mut group = file.row_group().unwrap();
            while !group.is_full()
                && let Some(batch) = next
            {
                group.write(&batch).unwrap();
                next = batches.next_rest();
            }
            file.append(group.close().unwrap()).unwrap();
        }
        file.close().unwrap()
    }

    fn read(bytes: &[u8]) -> Vec<RecordBatch> {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(bytes).unwrap();
        let reader = ParquetRecordBatchReaderBuilder::try_new(file).unwrap();
        reader.with_batch_size(1 << 20).build().unwrap().map(Result::unwrap).collect()
    }

    #[test]
    fn what_was_written_is_what_is_read() {
        let piece =
            piece_of(&[Specimen::legal(3), Specimen::unreplayed(), Specimen::illegal(), Specimen::legal(5)]);
        let mut batches = Batches::new();
        batches.push(&piece, 0).unwrap();
        assert_eq!(read(&written(batches)), [piece]);
    }

    #[test]
    fn the_same_rows_are_the_same_bytes_however_they_came() {
        let whole = written(batches_in_pieces_of(20_000, 20_000));
        for piece in [1, 333, 8_192] {
            assert!(written(batches_in_pieces_of(20_000, piece)) == whole, "pieces of {piece} games");
        }
    }

    #[test]
    fn a_dataset_without_a_game_is_one_part_without_rows() {
        let folder = tempfile::tempdir().unwrap();
        let parts = Parts::create(&folder.path().join("games")).unwrap().close().unwrap();
        assert_eq!(
            parts.iter().map(|part| (part.name.as_str(), part.rows)).collect::<Vec<_>>(),
            [("part-00000.parquet", 0)]
        );
        assert!(read(&fs::read(folder.path().join("games").join(part_name(0))).unwrap()).is_empty());
    }

    #[test]
    fn parts_end_after_a_fixed_number_of_row_groups_and_sizes_count_them_all() {
        let folder = tempfile::tempdir().unwrap();
        let mut parts = Parts::create(folder.path()).unwrap();
        for _ in 0..=ROW_GROUPS_PER_PART {
            let mut group = parts.row_group().unwrap();
            group.write(&batches_in_pieces_of(10, 10).next_rest().unwrap()).unwrap();
            let rows = group.rows();
            parts.append(group.close().unwrap(), rows).unwrap();
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

    #[test]
    fn metadata_names_the_schema_and_neither_crate_nor_machine() {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(&written(batches_in_pieces_of(3, 3))).unwrap();
        let reader = ParquetRecordBatchReaderBuilder::try_new(file).unwrap();
        let metadata = reader.metadata().file_metadata();
        let keys: Vec<_> =
            metadata.key_value_metadata().unwrap().iter().map(|pair| pair.key.as_str()).collect();
        assert_eq!(keys, ["schema_version", "ARROW:schema"]);
        assert_eq!(metadata.created_by(), Some("arbitro"));
        assert_eq!(*reader.schema().fields(), *arrow_schema().fields());
    }
}
