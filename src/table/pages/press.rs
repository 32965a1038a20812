//! Pages compressed.
//!
//! Owns the compressors and the room that pages are put together in: a thread that closes a page takes one, and gives it
//! back for the next page of any column.

use std::fmt;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use crate::input::compression::{Compressor, Effort};

/// A page that grows beyond this is closed: as large as Parquet's readers expect them.
pub(super) const PAGE_BYTES: usize = 1 << 20;

/// One compressor with its room.
pub(super) struct Press {
    compressor: Compressor,
    /// The page that is put together, uncompressed.
    pub(super) page: Vec<u8>,
    compressed: Vec<u8>,
}

impl Press {
    /// The page, compressed if that is worth an effort.
    pub(super) fn pressed(&mut self, effort: Option<Effort>) -> io::Result<&[u8]> {
        let Some(effort) = effort else { return Ok(&self.page) };
        self.compressor.compress(effort, &self.page, &mut self.compressed)?;
        Ok(&self.compressed)
    }
}

/// The presses that nobody uses at the moment.
#[derive(Clone, Default)]
pub(in crate::table) struct Presses(Arc<Mutex<Vec<Press>>>);

impl Presses {
    /// Lends a press, with an empty page.
    pub(super) fn lend<T, E: From<io::Error>>(
        &self,
        borrower: impl FnOnce(&mut Press) -> Result<T, E>,
    ) -> Result<T, E> {
        let idle = self.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut press = match idle {
            Some(press) => press,
            None => Press {
                compressor: Compressor::new()?,
                // Levels and lengths come on top; room that is not used costs nothing, growing does.
                page: Vec::with_capacity(PAGE_BYTES * 3 / 2),
                compressed: Vec::with_capacity(PAGE_BYTES * 3 / 2),
            },
        };
        press.page.clear();
        let result = borrower(&mut press)?;
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(press);
        Ok(result)
    }
}

impl fmt::Debug for Presses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Presses").finish_non_exhaustive()
    }
}
