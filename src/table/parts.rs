//! The files of a table: row groups appended in order, parts of bounded size.
//!
//! Owns the files and their names. A part is numbered by its place in the input, and ends after a fixed number of row
//! groups: so that a run that was killed finds the same cuts again.

use std::fmt;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parquet::arrow::ArrowSchemaConverter;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::SchemaDescPtr;

use super::column::{Column, ColumnType};
use super::column_set::ColumnSet;
use super::encoding::{Choice, properties};
use super::error::TableError;
use super::pages::{ColumnEncoder, Presses};
use super::row_group::{ColumnWriter, EncodedColumn, RowGroup};

/// Row groups in a part: 3.9 million games, some 300 MB of Lichess games. Spark and DuckDB like files of that size, and
/// a month of Lichess is two dozen of them.
pub const ROW_GROUPS_PER_PART: usize = 32;

/// Bytes that are handed to the system at a time.
const WRITE_BYTES: usize = 128 << 10;

/// One Parquet file in the making.
pub struct TableFile<W: Write + Send> {
    writer: SerializedFileWriter<W>,
    columns: Vec<&'static Column>,
    schema: SchemaDescPtr,
    presses: Presses,
}

impl<W: Write + Send> TableFile<W> {
    /// Begins a file of games with these columns.
    ///
    /// # Errors
    ///
    /// If `out` can't be written.
    pub fn new(out: W, columns: &ColumnSet) -> Result<TableFile<W>, TableError> {
        TableFile::of(out, "games", columns.columns().collect())
    }

    /// Begins a file of the table of this name.
    pub(super) fn of(out: W, table: &str, columns: Vec<&'static Column>) -> Result<TableFile<W>, TableError> {
        let arrow_schema = Column::schema(columns.iter().copied());
        let schema = ArrowSchemaConverter::new().schema_root(table).convert(&arrow_schema)?;
        let properties = Arc::new(properties(&arrow_schema));
        let writer = SerializedFileWriter::new(out, schema.root_schema_ptr(), properties)?;
        Ok(TableFile { writer, columns, schema: Arc::new(schema), presses: Presses::default() })
    }

    /// Opens the next row group. Several may be open at a time, so that threads have work while one is completed.
    ///
    /// # Errors
    ///
    /// If Parquet can't make its writers.
    pub fn row_group(&self) -> Result<RowGroup, TableError> {
        let mut leaves = self.schema.columns();
        let mut columns = Vec::with_capacity(self.columns.len());
        for (index, column) in self.columns.iter().copied().enumerate() {
            let (own, rest) = leaves.split_at(leaf_count(column.kind).min(leaves.len()));
            leaves = rest;
            let encoder = ColumnEncoder::new(column, Choice::of(column), own, &self.presses)?;
            columns.push(ColumnWriter::new(column, index, encoder));
        }
        Ok(RowGroup::new(columns))
    }

    /// Appends the columns of a row group as they come, in the order in which row groups were opened.
    ///
    /// # Errors
    ///
    /// If the file can't be written, or a column could not be closed.
    pub fn append(
        &mut self,
        columns: impl IntoIterator<Item = Result<EncodedColumn, TableError>>,
    ) -> Result<(), TableError> {
        let mut group = self.writer.next_row_group()?;
        for column in columns {
            column?.chunks.into_iter().try_for_each(|chunk| chunk.append_to(&mut group))?;
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
        f.debug_struct("TableFile").finish_non_exhaustive()
    }
}

/// A map has two leaves, names and values; every other column has one.
fn leaf_count(kind: ColumnType) -> usize {
    if kind == ColumnType::TextMap { 2 } else { 1 }
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
    columns: ColumnSet,
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
    /// Begins a table with these columns in `folder`, which is made where it is missing. The first part is there even if no row follows: a
    /// dataset without a game opens all the same.
    ///
    /// # Errors
    ///
    /// If the folder or the file can't be made.
    pub fn create(folder: &Path, columns: &ColumnSet) -> Result<Parts, TableError> {
        fs::create_dir_all(folder)?;
        let mut parts =
            Parts { folder: folder.to_owned(), columns: *columns, open: None, written: Vec::new() };
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
    /// If the part can't be written, or a column could not be closed.
    pub fn append(
        &mut self,
        columns: impl IntoIterator<Item = Result<EncodedColumn, TableError>>,
        rows: usize,
    ) -> Result<(), TableError> {
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
                let out = BufWriter::with_capacity(WRITE_BYTES, File::create(path)?);
                let file = TableFile::new(out, &self.columns)?;
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
    use arrow_array::RecordBatch;
    use arrow_array::cast::AsArray;
    use arrow_array::types::Int64Type;
    use arrow_select::concat::concat_batches;
    use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
    use proptest::prelude::*;

    use crate::table::as_arrow::as_arrow;
    use crate::table::column::Tier;
    use crate::table::columns::{RowBatch, piece_by_chance};
    use crate::table::schema::COLUMNS;
    use crate::table::specimen::{Specimen, piece_of, pieces_of};
    use crate::table::{ROWS_PER_ROW_GROUP, sizes};

    use super::*;

    fn written(pieces: &[(RowBatch, i64)]) -> Vec<u8> {
        written_of(&ColumnSet::of(Tier::All), pieces)
    }

    fn written_of(columns: &ColumnSet, pieces: &[(RowBatch, i64)]) -> Vec<u8> {
        let mut file = TableFile::new(Vec::new(), columns).unwrap();
        let mut group = file.row_group().unwrap();
        for (piece, first_game) in pieces {
            let mut start = 0;
            while start < piece.rows() {
                let slice = group.take(piece, start, *first_game);
                group.write(&slice).unwrap();
                start += slice.rows();
                if group.is_full() {
                    let full = std::mem::replace(&mut group, file.row_group().unwrap());
                    file.append(full.close()).unwrap();
                }
            }
        }
        if group.rows() > 0 {
            file.append(group.close()).unwrap();
        }
        file.close().unwrap()
    }

    fn reader(bytes: &[u8]) -> ParquetRecordBatchReaderBuilder<File> {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(bytes).unwrap();
        ParquetRecordBatchReaderBuilder::try_new(file).unwrap()
    }

    fn read(bytes: &[u8]) -> Vec<RecordBatch> {
        reader(bytes).with_batch_size(1 << 20).build().unwrap().map(Result::unwrap).collect()
    }

    #[test]
    fn what_was_written_is_what_is_read() {
        let piece =
            piece_of(&[Specimen::legal(3), Specimen::unreplayed(), Specimen::illegal(), Specimen::legal(5)]);
        let expected = as_arrow(&piece);
        assert_eq!(read(&written(&[(piece, 0)])), [expected]);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        /// The slow twin is Arrow's own: arrays built value by value, and the reader of the parquet crate.
        #[test]
        fn rows_by_chance_are_read_as_they_were_written(
            seed: u64,
            rows in prop_oneof![1usize..20, 1usize..3_000],
            pieces in 1usize..4,
        ) {
            let pieces: Vec<_> =
                (0..pieces).map(|piece| (piece_by_chance(seed ^ piece as u64, rows), 0)).collect();
            let expected: Vec<_> = pieces.iter().map(|(piece, _)| as_arrow(piece)).collect();
            let found = read(&written(&pieces));
            prop_assert_eq!(found, [concat_batches(&ColumnSet::of(Tier::All).arrow_schema(), &expected).unwrap()]);
        }
    }

    #[test]
    fn the_same_rows_are_the_same_bytes_however_they_came() {
        let whole = written(&pieces_of(130_000, 130_000));
        for piece in [333, 8_192] {
            assert!(written(&pieces_of(130_000, piece)) == whole, "pieces of {piece} games");
        }
        let groups =
            reader(&whole).metadata().row_groups().iter().map(|group| group.num_rows()).collect::<Vec<_>>();
        assert_eq!(groups, [122_880, 130_000 - ROWS_PER_ROW_GROUP as i64]);
    }

    #[test]
    fn game_indexes_count_on_from_piece_to_piece() {
        let index = COLUMNS.iter().position(|column| column.name == "game_index").unwrap();
        let batches = read(&written(&pieces_of(2_000, 300)));
        let indexes =
            batches.iter().flat_map(|batch| batch.column(index).as_primitive::<Int64Type>().values());
        assert!(indexes.copied().eq(0..2_000));
    }

    #[test]
    fn a_dataset_without_a_game_is_one_part_without_rows() {
        let folder = tempfile::tempdir().unwrap();
        let parts = Parts::create(&folder.path().join("games"), &ColumnSet::of(Tier::Default))
            .unwrap()
            .close()
            .unwrap();
        assert_eq!(
            parts.iter().map(|part| (part.name.as_str(), part.rows)).collect::<Vec<_>>(),
            [("part-00000.parquet", 0)]
        );
        assert!(read(&fs::read(folder.path().join("games").join(part_name(0))).unwrap()).is_empty());
    }

    #[test]
    fn parts_end_after_a_fixed_number_of_row_groups_and_sizes_count_them_all() {
        let folder = tempfile::tempdir().unwrap();
        let mut parts = Parts::create(folder.path(), &ColumnSet::of(Tier::All)).unwrap();
        for _ in 0..=ROW_GROUPS_PER_PART {
            let mut group = parts.row_group().unwrap();
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

    #[test]
    fn metadata_names_the_schema_and_neither_crate_nor_machine() {
        let reader = reader(&written(&pieces_of(3, 3)));
        let metadata = reader.metadata().file_metadata();
        let keys: Vec<_> =
            metadata.key_value_metadata().unwrap().iter().map(|pair| pair.key.as_str()).collect();
        assert_eq!(keys, ["schema_version", "ARROW:schema"]);
        assert_eq!(metadata.created_by(), Some("arbitro"));
        assert_eq!(*reader.schema().fields(), *ColumnSet::of(Tier::All).arrow_schema().fields());
    }
}
