//! A file's bytes in the address space, without copying.
//!
//! Owns the map's life: its pages come as they are read and go as soon as they have been. Refuses to hide where mapping is impossible
//! (pipes, some file systems): the caller reads instead.

use std::fs::File;
use std::io;
use std::ops::{Deref, Range};
use std::sync::{Mutex, PoisonError};

use memmap2::{Advice, Mmap, UncheckedAdvice};

/// A whole file, mapped for reading.
#[derive(Debug)]
pub struct Map {
    map: Mmap,
    /// What has been read and not been let go of yet: ranges that don't touch each other.
    read: Mutex<Vec<Range<usize>>>,
}

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
        Ok(Map { map, read: Mutex::default() })
    }

    /// Lets go of the pages that lie within `range`, once they make a great many with what was read around them: whoever has read them does
    /// so, and not the last thread all alone at the end (where it takes a thirtieth of a run). Who reads there again finds the same bytes.
    pub fn let_go(&self, range: Range<usize>) {
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        let run = join(&mut read, range);
        if run.len() < TOGETHER {
            read.push(run);
            return;
        }
        drop(read);
        if let Some(Range { start, end }) = whole_pages(run) {
            // SAFETY: the map is shared with its file, so pages that are let go come back with what the file holds then. That is what
            // they held before as long as nobody writes to it, the premise of `map`.
            #[allow(unsafe_code)]
            let _ = unsafe { self.map.unchecked_advise_range(UncheckedAdvice::DontNeed, start, end - start) };
        }
    }
}

/// Takes the ranges that touch `range` out of the list; gives what they make together.
fn join(ranges: &mut Vec<Range<usize>>, mut range: Range<usize>) -> Range<usize> {
    ranges.retain(|other| {
        let touches = other.start <= range.end && range.start <= other.end;
        if touches {
            range = range.start.min(other.start)..range.end.max(other.end);
        }
        !touches
    });
    range
}

/// The pages that lie within a range, if there are any: those at its ends hold what others may still read.
fn whole_pages(range: Range<usize>) -> Option<Range<usize>> {
    let start = range.start.checked_next_multiple_of(PAGE)?;
    let end = range.end - range.end % PAGE;
    (start < end).then_some(start..end)
}

/// So much is let go of at once: each time all other processors that run the process are interrupted (11 µs).
const TOGETHER: usize = 8 << 20;
/// The largest page that a system of today maps files by.
const PAGE: usize = 64 * 1024;

/// The system's map of `file`.
// SAFETY: nobody writes to the file or cuts it while it is mapped. This is a premise and no guarantee: the system can't give one,
// and README asks it of whoever starts the program. If somebody does write, bytes change under a slice that the compiler takes for
// constant, and what was checked of them may be true no more: rows would be of a file that never was, and a text that was found to
// be UTF-8 (by the standard library, or by `Ascii` in `pgn/tags.rs`) may stop being so. Both are undefined behaviour. If
// somebody cuts the file, the process gets SIGBUS and ends without having published anything.
#[allow(unsafe_code)]
fn map(file: &File) -> io::Result<Mmap> {
    unsafe { Mmap::map(file) }
}

impl Deref for Map {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.map
    }
}

impl AsRef<[u8]> for Map {
    fn as_ref(&self) -> &[u8] {
        &self.map
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// The slow twin counts places one by one.
        #[test]
        fn ranges_that_touch_become_one(pieces in prop::collection::vec((0usize..40, 1usize..6), 1..30)) {
            let mut ranges = Vec::new();
            let mut places = BTreeSet::new();
            for (start, length) in pieces {
                let run = join(&mut ranges, start..start + length);
                places.extend(start..start + length);
                let first = (0..=start).rev().take_while(|place| places.contains(place)).last();
                let end = (start..).find(|place| !places.contains(place));
                prop_assert_eq!((Some(run.start), Some(run.end)), (first, end));
                ranges.push(run);
                let told: BTreeSet<_> = ranges.iter().cloned().flatten().collect();
                prop_assert_eq!(&told, &places);
            }
        }
    }

    #[test]
    fn pages_are_let_go_of_as_far_as_they_lie_within() {
        for (range, pages) in [
            (0..PAGE, Some(0..PAGE)),
            (0..3 * PAGE - 1, Some(0..2 * PAGE)),
            (1..3 * PAGE + 1, Some(PAGE..3 * PAGE)),
            (PAGE - 1..2 * PAGE, Some(PAGE..2 * PAGE)),
            (1..2 * PAGE - 1, None),
            (1..PAGE, None),
            (PAGE..PAGE, None),
            (usize::MAX - 1..usize::MAX, None),
        ] {
            assert_eq!(whole_pages(range.clone()), pages, "{range:?}");
        }
        // What is let go of at once has pages wherever it begins.
        assert!(
            whole_pages(PAGE / 2..PAGE / 2 + TOGETHER).is_some_and(|pages| pages.len() == TOGETHER - PAGE)
        );
    }

    /// How much of the map at `start` the process holds, in kB, as the system tells it.
    #[cfg(target_os = "linux")]
    fn resident(start: usize) -> u64 {
        let maps = std::fs::read_to_string("/proc/self/smaps").unwrap();
        let mut lines = maps.lines().skip_while(|line| !line.starts_with(&format!("{start:x}-")));
        let line = lines.find(|line| line.starts_with("Rss:")).unwrap();
        line.split_whitespace().nth(1).unwrap().parse().unwrap()
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn what_is_let_go_of_is_held_no_more() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        std::fs::write(&path, vec![1; 2 * TOGETHER]).unwrap();
        let map = Map::new(&File::open(&path).unwrap()).unwrap();
        assert!(map.iter().all(|byte| *byte == 1));
        let start = map.as_ptr().addr();
        let before = resident(start);
        assert!(before >= (2 * TOGETHER / 1024) as u64, "{before}");
        map.let_go(0..TOGETHER);
        let after = resident(start);
        assert!(after <= before - (TOGETHER / 1024) as u64, "{after} of {before}");
    }

    #[test]
    fn what_is_let_go_comes_back() {
        let path = std::env::temp_dir().join(format!("arbitro_map_{}", std::process::id()));
        let text: Vec<u8> = (0..3 * TOGETHER).map(|place| (place % 251) as u8).collect();
        std::fs::write(&path, &text).unwrap();
        let map = Map::new(&File::open(&path).unwrap()).unwrap();
        // Every other first, so that what lies between joins them.
        let pieces = (0..text.len()).step_by(TOGETHER / 8);
        let (even, odd): (Vec<_>, Vec<_>) =
            pieces.partition(|start| (start / (TOGETHER / 8)).is_multiple_of(2));
        even.into_iter().chain(odd).for_each(|start| map.let_go(start..start + TOGETHER / 8));
        assert!(map.read.lock().unwrap().iter().all(|run| run.len() < TOGETHER));
        assert!(*map == text[..]);
        std::fs::remove_file(path).unwrap();
    }
}
