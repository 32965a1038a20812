//! The columns of a row group, one after the other or each on whatever thread has time for it.
//!
//! Owns the scheduling of the column writers. Nothing that is written depends on the number of threads.

use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::Duration;

use rayon::iter::{IndexedParallelIterator, IntoParallelRefMutIterator, ParallelIterator};
use rayon::{Yield, scope_fifo, yield_now};

use crate::pgn::months::YearMonth;
use crate::table::{ColumnWriter, EncodedColumn, Partitions, RowGroup, Slice, TableError};

/// How long to wait for a column that another thread closes before looking for other work.
const PATIENCE: Duration = Duration::from_micros(100);

/// Who writes columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hands {
    /// The thread that is asked. The columns stay in its cache.
    Own,
    /// Whoever has time.
    All,
}

/// Writes slices, column after column or beside column.
pub(super) fn write(group: &mut RowGroup, slices: &[Slice<'_>], hands: Hands) -> Result<(), TableError> {
    let write = |column: &mut ColumnWriter| slices.iter().try_for_each(|slice| column.write(slice));
    match hands {
        Hands::Own => group.columns.iter_mut().try_for_each(write),
        Hands::All => group.columns.par_iter_mut().with_max_len(1).try_for_each(write),
    }
}

/// Closes the columns of a row group on all threads, and writes each as soon as those before it are written.
pub(super) fn close(key: YearMonth, group: RowGroup, partitions: &mut Partitions) -> Result<(), TableError> {
    let (rows, count) = (group.rows(), group.columns.len());
    let (sender, closed) = channel();
    scope_fifo(move |scope| {
        for (place, column) in group.columns.into_iter().enumerate() {
            let sender = sender.clone();
            // Nobody listens any more where a column before it could not be written.
            scope.spawn_fifo(move |_| _ = sender.send((place, column.close())));
        }
        drop(sender);
        partitions.append(key, InOrder { closed, early: BTreeMap::new(), next: 0, count }, rows)
    })
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
                // A thread panicked instead, which the scope passes on.
                Err(TryRecvError::Disconnected) => return None,
                closed => closed.ok(),
            };
            self.early.extend(closed);
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_that_never_come_are_not_waited_for() {
        let (sender, closed) = channel();
        let mut columns = InOrder { closed, early: BTreeMap::new(), next: 0, count: 3 };
        let fault = || Err(TableError::Io(std::io::ErrorKind::Other.into()));
        sender.send((1, fault())).unwrap();
        sender.send((0, fault())).unwrap();
        assert!(columns.next().is_some() && columns.next().is_some());
        drop(sender);
        assert!(columns.next().is_none());
    }
}
