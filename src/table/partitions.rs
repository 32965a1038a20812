//! The files of a table, in a folder of their own for each year and month where that is asked for.
//!
//! Owns how many files are open at a time: of those that were written to, the one whose turn is longest past is finished, and what
//! still comes to its folder stands in the next part.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::error::TableError;
use super::partition::Partition;
use super::parts::{Part, Parts};
use super::row_group::{EncodedColumn, RowGroup};
use super::table_file::TableKind;
use crate::pgn::months::YearMonth;

/// Files that are open at a time: far below what a process may have (256 on some systems), and few enough that what they hold of
/// their row groups until the footer is written (a megabyte in each, when it is full) counts for little.
const OPEN_FILES: usize = 64;

/// The files of all rows.
#[derive(Debug)]
pub struct Partitions {
    folder: PathBuf,
    partition: Partition,
    kind: TableKind,
    parts: BTreeMap<YearMonth, (Parts, u64)>,
    /// How often something was appended.
    appended: u64,
}

impl Partitions {
    /// Begins a table in `folder`, parted so. Folders are made as they are written to.
    pub fn new(folder: &Path, kind: TableKind, partition: Partition) -> Partitions {
        let (folder, parts) = (folder.to_owned(), BTreeMap::new());
        Partitions { folder, partition, kind, parts, appended: 0 }
    }

    /// Opens a row group.
    ///
    /// # Errors
    ///
    /// If Parquet can't make its writers.
    pub fn row_group(&self) -> Result<RowGroup, TableError> {
        self.kind.row_group()
    }

    /// Appends the columns of a row group of `rows` rows that belong to `key`.
    ///
    /// # Errors
    ///
    /// If a part can't be made, written or finished, or a column could not be closed.
    pub fn append(
        &mut self,
        key: YearMonth,
        columns: impl IntoIterator<Item = Result<EncodedColumn, TableError>>,
        rows: usize,
    ) -> Result<(), TableError> {
        self.appended += 1;
        let appended = self.appended;
        let (parts, last) = self.of(key)?;
        *last = appended;
        parts.append(columns, rows)?;
        self.limit_open()
    }

    /// Finishes all parts, and tells what was written, in the order of the keys. A part is there even if no row is: a
    /// dataset without a game opens all the same.
    ///
    /// # Errors
    ///
    /// If a part can't be written.
    pub fn close(mut self) -> Result<Vec<Part>, TableError> {
        if self.parts.is_empty() {
            self.of(YearMonth::default())?.0.begin_part()?;
        }
        let mut written = Vec::new();
        for (key, (parts, _)) in self.parts {
            let folder = self.partition.folder(key);
            written.extend(parts.close()?.into_iter().map(|part| {
                let name = folder.join(&part.name).to_string_lossy().into_owned();
                Part { name, ..part }
            }));
        }
        Ok(written)
    }

    fn of(&mut self, key: YearMonth) -> Result<&mut (Parts, u64), TableError> {
        use std::collections::btree_map::Entry;
        match self.parts.entry(key) {
            Entry::Occupied(parts) => Ok(parts.into_mut()),
            Entry::Vacant(none) => {
                let folder = self.folder.join(self.partition.folder(key));
                Ok(none.insert((Parts::new(&folder, self.kind.clone())?, 0)))
            }
        }
    }

    fn limit_open(&mut self) -> Result<(), TableError> {
        let mut open: Vec<_> = self.parts.values_mut().filter(|(parts, _)| parts.is_open()).collect();
        if open.len() > OPEN_FILES
            && let Some((parts, _)) = open.iter_mut().min_by_key(|(_, last)| *last)
        {
            parts.finish_part()?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::column::Tier;
    use crate::table::column_set::ColumnSet;
    use crate::table::sizes;
    use crate::table::specimen::Specimen;

    fn written(keys: impl Iterator<Item = u16>) -> (Vec<(String, u64)>, Vec<Part>, tempfile::TempDir) {
        let folder = tempfile::tempdir().unwrap();
        let columns = ColumnSet::read("White,plies").unwrap();
        let mut partitions =
            Partitions::new(folder.path(), TableKind::games(&columns).unwrap(), Partition::Year);
        let mut builders = crate::table::Columns::new(&columns);
        for key in keys {
            builders.push(&Specimen::legal(1).row(0));
            let piece = builders.finish();
            let mut group = partitions.row_group().unwrap();
            let slice = group.take(&piece, 0, 0);
            group.write(&slice).unwrap();
            let key = YearMonth { year: Some(key), month: None };
            partitions.append(key, group.close(), 1).unwrap();
        }
        let parts = partitions.close().unwrap();
        (parts.iter().map(|part| (part.name.clone(), part.rows)).collect(), parts, folder)
    }

    #[test]
    fn a_dataset_without_a_game_is_one_part_without_rows() {
        for (partition, name) in [
            (Partition::Whole, "part-00000.parquet"),
            (Partition::Year, "year=__HIVE_DEFAULT_PARTITION__/part-00000.parquet"),
        ] {
            let folder = tempfile::tempdir().unwrap();
            let games = folder.path().join("games");
            let partitions =
                Partitions::new(&games, TableKind::games(&ColumnSet::of(Tier::Default)).unwrap(), partition);
            let parts = partitions.close().unwrap();
            assert_eq!(
                parts.iter().map(|part| (part.name.as_str(), part.rows)).collect::<Vec<_>>(),
                [(name, 0)]
            );
            assert_eq!(sizes(&games).unwrap()[0].rows, 0);
        }
    }

    #[test]
    fn parts_stand_in_the_order_of_their_keys() {
        let (parts, ..) = written([1999, 2000, 1999, 1850].into_iter());
        let expected = [("1850", 1), ("1999", 2), ("2000", 1)];
        assert_eq!(parts, expected.map(|(year, rows)| (format!("year={year}/part-00000.parquet"), rows)));
    }

    #[test]
    fn of_more_years_than_files_can_be_open_some_have_several_parts() {
        let years = 100..100 + 2 * OPEN_FILES as u16;
        let (_, parts, folder) = written(years.clone().chain(years.clone()).chain(years.rev().take(3)));
        assert_eq!(parts.iter().map(|part| part.rows).sum::<u64>(), 4 * OPEN_FILES as u64 + 3);
        // The second round finds no file open; of the last three years they still are.
        assert_eq!(parts.len(), 4 * OPEN_FILES);
        assert_eq!(sizes(folder.path()).unwrap()[0].rows, 4 * OPEN_FILES as u64 + 3);
    }
}
