//! One Parquet file in the making, and what all files of a table have in common.

use std::fmt;
use std::io::Write;
use std::sync::Arc;

use parquet::arrow::ArrowSchemaConverter;
use parquet::file::properties::WriterPropertiesPtr;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::SchemaDescPtr;

use super::column::{Column, ColumnType};
use super::column_set::ColumnSet;
use super::columns::Fens;
use super::encoding::{Choice, properties};
use super::error::TableError;
use super::list::PLIES;
use super::pages::{ColumnEncoder, Presses};
use super::row_group::{ColumnWriter, EncodedColumn, RowGroup};

/// What all files of a table have in common: row groups are made by it before it is known which file they come to stand in.
#[derive(Clone)]
pub struct TableKind {
    columns: Arc<[&'static Column]>,
    schema: SchemaDescPtr,
    properties: WriterPropertiesPtr,
    presses: Presses,
}

impl TableKind {
    /// Games with these columns.
    ///
    /// # Errors
    ///
    /// If Parquet has no such schema.
    pub fn games(columns: &ColumnSet) -> Result<TableKind, TableError> {
        TableKind::new("games", columns.columns().collect())
    }

    /// Their plies.
    ///
    /// # Errors
    ///
    /// If Parquet has no such schema.
    pub fn plies(fens: Fens) -> Result<TableKind, TableError> {
        let left_out = match fens {
            Fens::LeftOut => Some("fen"),
            Fens::Written => None,
        };
        TableKind::new("plies", PLIES.iter().filter(|column| Some(column.name) != left_out).collect())
    }

    /// The table of this name.
    pub(super) fn new(table: &str, columns: Vec<&'static Column>) -> Result<TableKind, TableError> {
        let arrow_schema = Column::schema(columns.iter().copied());
        let schema = ArrowSchemaConverter::new().schema_root(table).convert(&arrow_schema)?;
        let properties = Arc::new(properties(&arrow_schema));
        let (columns, schema) = (columns.into(), Arc::new(schema));
        Ok(TableKind { columns, schema, properties, presses: Presses::default() })
    }

    /// Opens a row group. Several may be open at a time, so that threads have work while one is completed.
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
}

impl fmt::Debug for TableKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TableKind").field("columns", &self.columns.len()).finish_non_exhaustive()
    }
}

/// One Parquet file in the making.
pub struct TableFile<W: Write + Send> {
    writer: SerializedFileWriter<W>,
    kind: TableKind,
}

impl<W: Write + Send> TableFile<W> {
    /// Begins a file of games with these columns.
    ///
    /// # Errors
    ///
    /// If `out` can't be written.
    pub fn new(out: W, columns: &ColumnSet) -> Result<TableFile<W>, TableError> {
        TableFile::of(out, TableKind::games(columns)?)
    }

    /// Begins a file of a table.
    pub(super) fn of(out: W, kind: TableKind) -> Result<TableFile<W>, TableError> {
        let writer =
            SerializedFileWriter::new(out, kind.schema.root_schema_ptr(), Arc::clone(&kind.properties))?;
        Ok(TableFile { writer, kind })
    }

    /// Opens the next row group.
    ///
    /// # Errors
    ///
    /// If Parquet can't make its writers.
    pub fn row_group(&self) -> Result<RowGroup, TableError> {
        self.kind.row_group()
    }

    /// Appends the columns of a row group as they come, in the order of the file.
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

#[cfg(test)]
mod tests {
    use std::fs::File;

    use arrow_array::cast::AsArray;
    use arrow_array::types::{Int32Type, Int64Type};
    use arrow_array::{Array, RecordBatch};
    use arrow_select::concat::concat_batches;
    use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
    use parquet::basic::Encoding;
    use proptest::prelude::*;

    use crate::table::ROWS_PER_ROW_GROUP;
    use crate::table::as_arrow::as_arrow;
    use crate::table::columns::{NumberLists, RowBatch, Values, piece_by_chance};
    use crate::table::schema::COLUMNS;
    use crate::table::specimen::{Specimen, piece_of, pieces_of};

    use super::*;

    fn written(pieces: &[(RowBatch, i64)]) -> Vec<u8> {
        written_of(&ColumnSet::every(), pieces)
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
            prop_assert_eq!(found, [concat_batches(&ColumnSet::every().arrow_schema(), &expected).unwrap()]);
        }
    }

    #[test]
    fn of_lists_with_too_many_different_numbers_the_dictionary_is_given_up() {
        let mut lists = NumberLists::default();
        let item = |number: i32| (number % 7 != 0).then_some(number % 300_000);
        for list in 0..600 {
            let list = list * 1_000..list * 1_000 + (list % 3) * 500;
            lists.push((list.start % 11 > 0).then(|| list.map(item)));
        }
        let expected: Vec<_> = lists.items.values().to_vec();
        let counts = lists.counts.clone();
        let columns = ColumnSet::read("evals").unwrap();
        let bytes = written_of(&columns, &[(RowBatch::of(600, vec![Values::NumberLists(lists)]), 0)]);
        let encodings: Vec<_> = reader(&bytes).metadata().row_group(0).column(0).encodings().collect();
        assert!(encodings.contains(&Encoding::PLAIN) && encodings.contains(&Encoding::RLE_DICTIONARY));
        let batches = read(&bytes);
        let lists = batches[0].column(0).as_list::<i32>();
        let found = lists.values().as_primitive::<Int32Type>().iter();
        assert!(found.map(|item| item.unwrap_or(i32::MIN)).eq(expected));
        let lengths =
            (0..600).map(|row| if lists.is_null(row) { u32::MAX } else { lists.value_length(row) as u32 });
        assert!(lengths.eq(counts));
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
    fn metadata_names_the_schema_and_neither_crate_nor_machine() {
        let reader = reader(&written(&pieces_of(3, 3)));
        let metadata = reader.metadata().file_metadata();
        let keys: Vec<_> =
            metadata.key_value_metadata().unwrap().iter().map(|pair| pair.key.as_str()).collect();
        assert_eq!(keys, ["schema_version", "ARROW:schema"]);
        assert_eq!(metadata.created_by(), Some("arbitro"));
        assert_eq!(*reader.schema().fields(), *ColumnSet::every().arrow_schema().fields());
    }
}
