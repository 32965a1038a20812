//! What the peers share: the map of the file named on the command line.

use std::{env, fs::File, io, path::Path};

use memmap2::Mmap;

/// Maps a file for reading.
///
/// # Errors
///
/// When the file can't be opened or mapped.
#[allow(unsafe_code)]
pub fn map(path: &Path) -> io::Result<Mmap> {
    let file = File::open(path)?;
    // SAFETY: the benchmark's own file, which nobody writes to while it is measured.
    unsafe { Mmap::map(&file) }
}

/// The map of the one file that the command line names.
///
/// # Errors
///
/// When none is named, or it can't be mapped.
pub fn map_argument() -> io::Result<Mmap> {
    let path = env::args_os().nth(1).ok_or_else(|| io::Error::other("usage: PROGRAM FILE.pgn"))?;
    map(Path::new(&path))
}
