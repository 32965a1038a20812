//! Pieces of rows in, parts of Parquet out, column beside column.
//!
//! Owns the scheduling of the column writers: each column of a wave is one task, so that threads share the work within
//! a row group. The order of rows is that in which pieces come; nothing here depends on the number of threads.

use std::error::Error;
use std::io;
use std::iter::successors;
use std::path::Path;

use rayon::iter::{
    IndexedParallelIterator, IntoParallelIterator, IntoParallelRefMutIterator, ParallelIterator,
};

use crate::error::RunError;
use crate::table::{Batch, Batches, ColumnWriter, Part, Parts, RecordBatch, RowGroup, TableError};

/// The dataset's games in the making.
pub struct Encoder {
    parts: Parts,
    group: Option<RowGroup>,
    batches: Batches,
}

impl Encoder {
    /// Begins the parts in `folder`.
    ///
    /// # Errors
    ///
    /// Where they can't be written.
    pub fn create(folder: &Path) -> Result<Encoder, RunError> {
        let parts = Parts::create(folder).map_err(table_error(folder))?;
        Ok(Encoder { parts, group: None, batches: Batches::new() })
    }

    /// Appends a piece whose `game_index` counts from `first_game`. Nothing is encoded yet.
    ///
    /// # Errors
    ///
    /// If the piece has other columns than the dataset.
    pub fn push(&mut self, piece: &RecordBatch, first_game: i64) -> Result<(), TableError> {
        self.batches.push(piece, first_game)
    }

    /// Encodes the batches that are full, on the threads of the pool that it is called in.
    ///
    /// # Errors
    ///
    /// Where the parts can't be written.
    pub fn encode(&mut self) -> Result<(), TableError> {
        while let Some(batch) = self.batches.next_full() {
            let mut wave = vec![batch];
            let mut group = self.group(&wave[0])?;
            while !group.is_full()
                && let Some(batch) = self.batches.next_full()
            {
                group.count(&batch);
                wave.push(batch);
            }
            self.write(group, &wave)?;
        }
        Ok(())
    }

    /// Encodes what is left and finishes the last part.
    ///
    /// # Errors
    ///
    /// Where the parts can't be written.
    pub fn finish(mut self) -> Result<Vec<Part>, TableError> {
        self.encode()?;
        if let Some(rest) = self.batches.next_rest() {
            let group = self.group(&rest)?;
            self.write(group, &[rest])?;
        }
        if let Some(group) = self.group.take() {
            self.close(group)?;
        }
        self.parts.close()
    }

    /// The row group that `first` belongs to, with its rows counted.
    fn group(&mut self, first: &Batch) -> Result<RowGroup, TableError> {
        let mut group = match self.group.take() {
            Some(group) => group,
            None => self.parts.row_group()?,
        };
        group.count(first);
        Ok(group)
    }

    /// Writes batches that are counted, and closes the row group if that fills it.
    fn write(&mut self, mut group: RowGroup, batches: &[Batch]) -> Result<(), TableError> {
        group
            .columns
            .par_iter_mut()
            .with_max_len(1)
            .try_for_each(|column| batches.iter().try_for_each(|batch| column.write(batch)))?;
        if group.is_full() {
            return self.close(group);
        }
        self.group = Some(group);
        Ok(())
    }

    fn close(&mut self, group: RowGroup) -> Result<(), TableError> {
        let rows = group.rows();
        let columns = group
            .columns
            .into_par_iter()
            .with_max_len(1)
            .map(ColumnWriter::close)
            .collect::<Result<Vec<_>, TableError>>()?;
        self.parts.append(columns, rows)
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
