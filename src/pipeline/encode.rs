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
use crate::table::{ColumnWriter, Part, Parts, RowBatch, RowGroup, Slice, TableError};

/// The dataset's games in the making.
pub struct Encoder {
    parts: Parts,
    group: Option<RowGroup>,
    /// What waits to be encoded; games of a piece count from the number beside it.
    pieces: Vec<(RowBatch, i64)>,
}

impl Encoder {
    /// Begins the parts in `folder`.
    ///
    /// # Errors
    ///
    /// Where they can't be written.
    pub fn create(folder: &Path) -> Result<Encoder, RunError> {
        let parts = Parts::create(folder).map_err(table_error(folder))?;
        Ok(Encoder { parts, group: None, pieces: Vec::new() })
    }

    /// Appends a piece whose `game_index` counts from `first_game`. Nothing is encoded yet.
    pub fn push(&mut self, piece: RowBatch, first_game: i64) {
        self.pieces.push((piece, first_game));
    }

    /// Encodes what was appended, on the threads of the pool that it is called in.
    ///
    /// # Errors
    ///
    /// Where the parts can't be written.
    pub fn encode(&mut self) -> Result<(), TableError> {
        let pieces = std::mem::take(&mut self.pieces);
        let mut wave = Vec::new();
        for (piece, first_game) in &pieces {
            let mut start = 0;
            while start < piece.rows() {
                let mut group = match self.group.take() {
                    Some(group) => group,
                    None => self.parts.row_group()?,
                };
                let slice = group.take(piece, start, *first_game);
                start += slice.rows();
                wave.push(slice);
                if group.is_full() {
                    write(&mut group, &wave)?;
                    wave.clear();
                    self.close(group)?;
                } else {
                    self.group = Some(group);
                }
            }
        }
        match &mut self.group {
            Some(group) => write(group, &wave),
            None => Ok(()),
        }
    }

    /// Encodes what is left and finishes the last part.
    ///
    /// # Errors
    ///
    /// Where the parts can't be written.
    pub fn finish(mut self) -> Result<Vec<Part>, TableError> {
        self.encode()?;
        if let Some(group) = self.group.take() {
            self.close(group)?;
        }
        self.parts.close()
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

/// Writes slices, column beside column.
fn write(group: &mut RowGroup, slices: &[Slice<'_>]) -> Result<(), TableError> {
    let columns = group.columns.par_iter_mut().with_max_len(1);
    columns.try_for_each(|column| slices.iter().try_for_each(|slice| column.write(slice)))
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
