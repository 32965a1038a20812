//! A file's bytes in the address space, without copying.
//!
//! Owns the map's life: its pages come as they are read and go as soon as they have been. Refuses to hide where mapping is impossible
//! (pipes, some file systems): the caller reads instead.

use std::fs::File;
use std::io;
use std::ops::{Deref, Range};

use memmap2::{Advice, Mmap, UncheckedAdvice};

/// A whole file, mapped for reading.
#[derive(Debug)]
pub struct Map(Mmap);

impl Map {
    /// Maps `file`, which will be read from front to back.
    ///
    /// # Errors
    ///
    /// Where the system can't map it: not a regular file, a file system without maps, an empty file.
    pub fn new(file: &File) -> io::Result<Map> {
        let map = map(file)?;
        // Advice only: read-ahead where the system takes it, no loss where it doesn't.
        let _ = map.advise(Advice::Sequential);
        Ok(Map(map))
    }

    /// Lets go of the pages that lie within `range`: whoever has read them does so, and not the last thread all alone at the end (where it
    /// takes a thirtieth of a run). Who reads there again finds the same bytes.
    pub fn let_go(&self, range: Range<usize>) {
        let start = range.start.next_multiple_of(PAGE);
        let end = range.end - range.end % PAGE;
        if start < end {
            // SAFETY: the map is of a file and shared with it, so pages that are let go come back from the file with what they held.
            #[allow(unsafe_code)]
            let _ = unsafe { self.0.unchecked_advise_range(UncheckedAdvice::DontNeed, start, end - start) };
        }
    }
}

/// The largest page that a system of today maps files by.
const PAGE: usize = 64 * 1024;

/// The system's map of `file`.
// SAFETY: nobody writes to the file or cuts it while it is mapped. The system can't promise that. If somebody does
// write, the bytes seen change under the reader: rows would be of a file that never was, but each reader of these bytes
// checks its bounds on every access, so memory stays safe. If somebody cuts the file, the process gets SIGBUS and ends
// without having published anything.
#[allow(unsafe_code)]
fn map(file: &File) -> io::Result<Mmap> {
    unsafe { Mmap::map(file) }
}

impl Deref for Map {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl AsRef<[u8]> for Map {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}
