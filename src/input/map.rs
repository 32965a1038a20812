//! A file's bytes in the address space, without copying.
//!
//! Owns the one `unsafe` of the crate. Refuses to hide where mapping is impossible (pipes, some file systems): the
//! caller reads instead.

use std::fs::File;
use std::io;
use std::ops::Deref;

use memmap2::{Advice, Mmap};

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
}

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
