//! Stretches of an input's text, by their offsets in it.
//!
//! Owns the way to an offset: at once in a map, by decoding what comes before it in a compressed file. Stretches are asked
//! for in the order of their offsets; who goes back has the file decoded anew. No more is held than a stretch and what was
//! decoded along with it.

use std::io;

use crate::error::InputError;
use crate::input::bytes::Bytes;
use crate::input::compression::Step;
use crate::input::files::InputFile;
use crate::input::source::{Source, TextReader, open};

/// How much is decoded at a time.
const BLOCK: usize = 256 * 1024;

/// How much of a map is passed before its pages are let go: few calls, and little held.
const PASSED: u64 = 8 << 20;

/// An input whose text is read in stretches.
pub struct Stretches {
    file: InputFile,
    text: Text,
    stored_bytes: Option<u64>,
}

enum Text {
    Whole {
        bytes: Bytes,
        /// Up to where its pages were let go.
        passed: u64,
    },
    Window(Window),
}

/// Text that comes in order.
struct Window {
    reader: TextReader,
    text: Vec<u8>,
    /// Of `text[0]`.
    offset: u64,
    /// Whether no more text comes, and why if that is a fault.
    end: Option<Result<(), InputError>>,
}

impl Stretches {
    /// Opens an input.
    ///
    /// # Errors
    ///
    /// Where it can't be opened.
    pub fn open(file: InputFile) -> Result<Stretches, InputError> {
        let opened = open(&file)?;
        let stored_bytes = opened.stored_bytes;
        let in_order = |reader| Text::Window(Window { reader, text: Vec::new(), offset: 0, end: None });
        let text = match opened.source {
            Source::Whole(bytes) => Text::Whole { bytes, passed: 0 },
            Source::Stream(reader) => in_order(reader),
            Source::Compressed(stored) => {
                let reader = TextReader::compressed(&file.name, stored, 0);
                in_order(reader.map_err(|error: io::Error| InputError::opening(&file.name, &error))?)
            }
        };
        Ok(Stretches { file, text, stored_bytes })
    }

    /// Bytes of the file as stored, where that is known beforehand.
    pub fn stored_bytes(&self) -> Option<u64> {
        self.stored_bytes
    }

    /// The `length` bytes of text from `offset` on; `None` if the text ends before they do.
    ///
    /// # Errors
    ///
    /// Where the input can't be read or decoded so far.
    pub fn read(&mut self, offset: u64, length: u64) -> Result<Option<&[u8]>, InputError> {
        if matches!(&self.text, Text::Window(window) if offset < window.offset) {
            *self = Stretches::open(self.file.clone())?;
        }
        match &mut self.text {
            Text::Whole { bytes, passed } => {
                let offset_of = |at: u64| usize::try_from(at).unwrap_or(usize::MAX).min(bytes.len());
                if offset.saturating_sub(*passed) >= PASSED {
                    bytes.slice(offset_of(*passed)..offset_of(offset)).let_go();
                    *passed = offset;
                } else if offset < *passed {
                    *passed = offset;
                }
                Ok(range(bytes, 0, offset, length))
            }
            Text::Window(window) => window.read(offset, length),
        }
    }
}

impl Window {
    fn read(&mut self, offset: u64, length: u64) -> Result<Option<&[u8]>, InputError> {
        while range(&self.text, self.offset, offset, length).is_none() {
            match &self.end {
                Some(Ok(())) => return Ok(None),
                Some(Err(fault)) => return Err(fault.clone()),
                None => self.go_on(offset),
            }
        }
        Ok(range(&self.text, self.offset, offset, length))
    }

    /// Reads a block, and forgets the text before `offset`.
    fn go_on(&mut self, offset: u64) {
        let passed = usize::try_from(offset - self.offset).unwrap_or(usize::MAX).min(self.text.len());
        self.text.drain(..passed);
        self.offset += passed as u64;
        let target = self.text.len() + BLOCK;
        match self.reader.fill(&mut self.text, target) {
            Ok(Step::Text) => {}
            Ok(Step::End) => self.end = Some(Ok(())),
            // What came before the fault is as good as any.
            Err(fault) => self.end = Some(Err(fault)),
        }
    }
}

/// A stretch of bytes of which the first stands at `start`.
fn range(bytes: &[u8], start: u64, offset: u64, length: u64) -> Option<&[u8]> {
    let from = usize::try_from(offset.checked_sub(start)?).ok()?;
    bytes.get(from..from.checked_add(usize::try_from(length).ok()?)?)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::PathBuf;

    use super::*;
    use crate::error::InputFault;
    use crate::input::files::Place;

    fn text() -> Vec<u8> {
        (0..200_000u32).flat_map(u32::to_le_bytes).collect()
    }

    fn stretches(path: PathBuf) -> Stretches {
        Stretches::open(InputFile { name: "a".to_owned(), place: Place::Path(path) }).unwrap()
    }

    #[test]
    fn any_stretch_is_that_of_the_text_plain_and_compressed() {
        let (text, folder) = (text(), tempfile::tempdir().unwrap());
        let (plain, compressed) = (folder.path().join("a"), folder.path().join("b"));
        fs::write(&plain, &text).unwrap();
        fs::write(&compressed, zstd::bulk::compress(&text, 1).unwrap()).unwrap();
        let end = text.len() as u64;
        for path in [plain, compressed] {
            let mut stretches = stretches(path.clone());
            assert_eq!(stretches.stored_bytes(), Some(fs::metadata(path).unwrap().len()));
            for (offset, length) in [
                (0, 0),
                (0, 10),
                (5, 10),
                (300_000, 7),
                (300_001, 400_000),
                (end - 1, 1),
                (end, 0),
                (3, 9),
                (0, end),
            ] {
                let expected = &text[offset as usize..(offset + length) as usize];
                assert_eq!(stretches.read(offset, length), Ok(Some(expected)), "{offset} {length}");
            }
            for (offset, length) in
                [(0, end + 1), (end, 1), (end + 1, 0), (u64::MAX, u64::MAX), (1, u64::MAX)]
            {
                assert_eq!(stretches.read(offset, length), Ok(None), "{offset} {length}");
            }
            assert_eq!(stretches.read(8, 4), Ok(Some(&text[8..12])));
        }
    }

    #[test]
    fn what_stands_before_a_fault_is_read() {
        let (text, folder) = (text(), tempfile::tempdir().unwrap());
        let path = folder.path().join("a.zst");
        let mut stored = zstd::bulk::compress(&text, 1).unwrap();
        stored.extend(b"no frame");
        fs::write(&path, stored).unwrap();
        let mut stretches = stretches(path);
        let end = text.len() as u64;
        assert_eq!(stretches.read(end - 4, 4), Ok(Some(&text[text.len() - 4..])));
        let fault = stretches.read(end - 4, 5).unwrap_err().fault;
        assert!(matches!(fault, InputFault::Corrupt { .. }), "{fault:?}");
    }
}
