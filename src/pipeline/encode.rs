//! Pieces of rows in, parts of Parquet out.
//!
//! Owns the row group in the making, where all games stand in one folder; where they don't, `Parted` has them. The order of rows is
//! that in which pieces come; nothing here depends on the number of threads.

use std::error::Error;
use std::io;
use std::iter::successors;
use std::path::{Path, PathBuf};

use crate::error::RunError;
use crate::pgn::months::YearMonth;
use crate::pipeline::columns_abreast::{Hands, close, write};
use crate::pipeline::parted::Parted;
use crate::table::{ColumnSet, Fens, Part, Partition, Partitions, RowBatch, RowGroup, TableError, TableKind};

/// A table of the dataset in the making.
pub struct Encoder {
    folder: PathBuf,
    partitions: Partitions,
    making: Making,
}

/// What is not written yet.
enum Making {
    Whole(Option<RowGroup>),
    Parted(Parted),
}

impl Encoder {
    /// Begins the files of games with these columns in `folder`, parted so; where they are, what is in the making takes about
    /// `open_bytes`.
    ///
    /// # Errors
    ///
    /// Where there can be no such table.
    pub fn games(
        folder: &Path,
        columns: &ColumnSet,
        partition: Partition,
        open_bytes: usize,
    ) -> Result<Encoder, RunError> {
        let kind = TableKind::games(columns).map_err(table_error(folder))?;
        let partitions = Partitions::new(folder, kind, partition);
        let making = match partition {
            Partition::Whole => Making::Whole(None),
            Partition::Year | Partition::YearMonth => Making::Parted(Parted::new(columns, open_bytes)),
        };
        Ok(Encoder { folder: folder.to_owned(), partitions, making })
    }

    /// Begins the files of their plies in `folder`, which are not parted.
    ///
    /// # Errors
    ///
    /// Where there can be no such table.
    pub fn plies(folder: &Path, fens: Fens) -> Result<Encoder, RunError> {
        let kind = TableKind::plies(fens).map_err(table_error(folder))?;
        let partitions = Partitions::new(folder, kind, Partition::Whole);
        Ok(Encoder { folder: folder.to_owned(), partitions, making: Making::Whole(None) })
    }

    /// Encodes batches, with all threads of the pool that it is called in or (but for the end of a row group, and where games are parted)
    /// this one alone. Games of a batch count from the number beside it.
    ///
    /// # Errors
    ///
    /// Where the parts can't be written.
    pub fn encode(&mut self, batches: &[(RowBatch, i64)], hands: Hands) -> Result<(), RunError> {
        self.take(batches, hands).map_err(table_error(&self.folder))
    }

    fn take(&mut self, batches: &[(RowBatch, i64)], hands: Hands) -> Result<(), TableError> {
        let open = match &mut self.making {
            Making::Whole(open) => open,
            Making::Parted(parted) => return parted.encode(batches, &mut self.partitions),
        };
        let mut slices = Vec::new();
        for (piece, first_game) in batches {
            let mut start = 0;
            while start < piece.rows() {
                let mut group = match open.take() {
                    Some(group) => group,
                    None => self.partitions.row_group()?,
                };
                let slice = group.take(piece, start, *first_game);
                start += slice.rows();
                slices.push(slice);
                if group.is_full() {
                    write(&mut group, &slices, hands)?;
                    slices.clear();
                    close(YearMonth::default(), group, &mut self.partitions)?;
                } else {
                    *open = Some(group);
                }
            }
        }
        match open {
            Some(group) => write(group, &slices, hands),
            None => Ok(()),
        }
    }

    /// Finishes all parts.
    ///
    /// # Errors
    ///
    /// Where the parts can't be written.
    pub fn finish(self) -> Result<Vec<Part>, RunError> {
        let folder = self.folder.clone();
        self.close().map_err(table_error(&folder))
    }

    fn close(mut self) -> Result<Vec<Part>, TableError> {
        match self.making {
            Making::Whole(Some(group)) => close(YearMonth::default(), group, &mut self.partitions)?,
            Making::Whole(None) => {}
            Making::Parted(mut parted) => parted.finish(&mut self.partitions)?,
        }
        self.partitions.close()
    }
}

/// A fault of the table as the end of a run: of the disk, or of the encoder.
pub fn table_error(path: &Path) -> impl FnOnce(TableError) -> RunError {
    let path = path.to_owned();
    move |error| match disk_fault(&error) {
        Some(source) => RunError::Output { path, source },
        None => RunError::Table { reason: error.to_string() },
    }
}

/// What the system said, however deep the encoder wrapped it.
fn disk_fault(error: &TableError) -> Option<io::Error> {
    let causes = successors(Some(error as &(dyn Error + 'static)), |&cause| cause.source());
    let fault = causes.filter_map(|cause| cause.downcast_ref::<io::Error>()).next()?;
    Some(match fault.raw_os_error() {
        Some(number) => io::Error::from_raw_os_error(number),
        None => io::Error::new(fault.kind(), fault.to_string()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_disk_is_known_within_the_encoders_fault() {
        // ENOSPC.
        let full = || io::Error::from_raw_os_error(28);
        for fault in
            [TableError::Io(full()), TableError::Parquet(full().into()), TableError::Arrow(full().into())]
        {
            let told = table_error(Path::new("out/games"))(fault).to_string();
            assert_eq!(told, "out/games: can't be written: no space left on device");
        }
    }
}
