//! Pieces of rows in, parts of Parquet out, column beside column.
//!
//! Owns the scheduling of the column writers: each column of a wave is one task, so that threads share the work within
//! a row group. The order of rows is that in which pieces come; nothing here depends on the number of threads.

use std::collections::BTreeMap;
use std::error::Error;
use std::io;
use std::iter::successors;
use std::path::Path;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::Duration;

use rayon::iter::{IndexedParallelIterator, IntoParallelRefMutIterator, ParallelIterator};
use rayon::{Yield, scope_fifo, yield_now};

use crate::error::RunError;
use crate::table::{ColumnSet, EncodedColumn, Part, Parts, RowBatch, RowGroup, Slice, TableError};

/// How long to wait for a column that another thread closes before looking for other work.
const PATIENCE: Duration = Duration::from_micros(100);

/// The dataset's games in the making.
pub struct Encoder {
    parts: Parts,
    group: Option<RowGroup>,
}

impl Encoder {
    /// Begins the parts with these columns in `folder`.
    ///
    /// # Errors
    ///
    /// Where they can't be written.
    pub fn create(folder: &Path, columns: &ColumnSet) -> Result<Encoder, RunError> {
        let parts = Parts::create(folder, columns).map_err(table_error(folder))?;
        Ok(Encoder { parts, group: None })
    }

    /// Encodes batches, on the threads of the pool that it is called in. Games of a batch count from the number beside it.
    ///
    /// # Errors
    ///
    /// Where the parts can't be written.
    pub fn encode(&mut self, batches: &[(RowBatch, i64)]) -> Result<(), TableError> {
        let mut wave = Vec::new();
        for (piece, first_game) in batches {
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

    /// Finishes the last part.
    ///
    /// # Errors
    ///
    /// Where the parts can't be written.
    pub fn finish(mut self) -> Result<Vec<Part>, TableError> {
        if let Some(group) = self.group.take() {
            self.close(group)?;
        }
        self.parts.close()
    }

    /// Closes the columns on all threads, and writes each as soon as those before it are written.
    fn close(&mut self, group: RowGroup) -> Result<(), TableError> {
        let (rows, count) = (group.rows(), group.columns.len());
        let (sender, closed) = channel();
        scope_fifo(|scope| {
            for (place, column) in group.columns.into_iter().enumerate() {
                let sender = sender.clone();
                // Nobody listens any more where a column before it could not be written.
                scope.spawn_fifo(move |_| _ = sender.send((place, column.close())));
            }
            self.parts.append(InOrder { closed, early: BTreeMap::new(), next: 0, count }, rows)
        })
    }
}

/// Columns in the order of the file, as they are closed on whatever thread.
struct InOrder {
    closed: Receiver<(usize, Result<EncodedColumn, TableError>)>,
    /// Those that others come before.
    early: BTreeMap<usize, Result<EncodedColumn, TableError>>,
    next: usize,
    count: usize,
}

impl Iterator for InOrder {
    type Item = Result<EncodedColumn, TableError>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.next < self.count {
            if let Some(column) = self.early.remove(&self.next) {
                self.next += 1;
                return Some(column);
            }
            // This thread closes columns itself as long as there are any.
            let closed = match self.closed.try_recv() {
                Err(TryRecvError::Empty) if yield_now() != Some(Yield::Executed) => {
                    self.closed.recv_timeout(PATIENCE).ok()
                }
                closed => closed.ok(),
            };
            self.early.extend(closed);
        }
        None
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
