//! One input, opened: its text whole, or a reader of it.
//!
//! Owns the choice between mapping, reading and decoding. Refuses to trust names and sizes: what a file is shows in its
//! first bytes.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};

use crate::error::{InputError, InputFault, reason};
use crate::input::bytes::Bytes;
use crate::input::compression::{Compression, Step, ZstdReader};
use crate::input::files::{InputFile, Place};
use crate::input::map::Map;

/// Files below this are read at once instead of mapped: with thousands of small files the making and unmaking of maps
/// costs more than a copy.
const SMALL_FILE: u64 = 64 * 1024;

/// How much is asked of a pipe or a compressed file at a time.
const READ_BLOCK: usize = 256 * 1024;

/// An opened input.
pub enum Source {
    /// All of its text.
    Whole(Bytes),
    /// All of it, compressed.
    Compressed(Bytes),
    /// Text that comes in blocks, in order.
    Stream(TextReader),
}

/// A reader of an input's text.
pub struct TextReader {
    input: String,
    kind: ReaderKind,
}

enum ReaderKind {
    Plain { reader: Box<dyn BufRead + Send>, offset: u64 },
    Zstd(ZstdReader<Box<dyn BufRead + Send>>),
}

/// An opened input and what is known of it.
pub struct Opened {
    /// Its bytes.
    pub source: Source,
    /// How it is wrapped.
    pub compression: Compression,
    /// Bytes of the file as stored, where that is known beforehand.
    pub stored_bytes: Option<u64>,
}

/// Opens an input.
///
/// # Errors
///
/// Where it can't be opened or its first bytes can't be read.
pub fn open(file: &InputFile) -> Result<Opened, InputError> {
    open_place(file).map_err(|error| InputError::opening(&file.name, &error))
}

fn open_place(input: &InputFile) -> io::Result<Opened> {
    let file = match &input.place {
        Place::Stdin => {
            return stream(input, Box::new(BufReader::with_capacity(READ_BLOCK, io::stdin())), None);
        }
        Place::Path(path) => File::open(path)?,
    };
    let metadata = file.metadata()?;
    if metadata.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    let size = metadata.len();
    // A size of 0 is not believed: files that the system makes up on reading have it too.
    if metadata.is_file() && size > 0 {
        if size <= SMALL_FILE {
            let mut bytes = Vec::with_capacity(size as usize + 1);
            (&file).read_to_end(&mut bytes)?;
            return Ok(whole(input, Bytes::owned(bytes)));
        }
        if let Ok(map) = Map::new(&file) {
            return Ok(whole(input, Bytes::mapped(map)));
        }
    }
    let known = metadata.is_file().then_some(size).filter(|size| *size > 0);
    stream(input, Box::new(BufReader::with_capacity(READ_BLOCK, file)), known)
}

/// An input whose stored bytes are all at hand.
fn whole(input: &InputFile, bytes: Bytes) -> Opened {
    let stored_bytes = Some(bytes.len() as u64);
    let compression = Compression::of(&input.name, &bytes);
    let source = match compression {
        Compression::Plain => Source::Whole(bytes),
        Compression::Zstd => Source::Compressed(bytes),
    };
    Opened { source, compression, stored_bytes }
}

/// An input that has to be read from front to back.
fn stream(
    input: &InputFile,
    mut reader: Box<dyn BufRead + Send>,
    stored_bytes: Option<u64>,
) -> io::Result<Opened> {
    // The first bytes decide. A pipe may give fewer than four at first: they are set aside and chained back.
    let mut head = Vec::new();
    reader.by_ref().take(4).read_to_end(&mut head)?;
    let compression = Compression::of(&input.name, &head);
    let reader: Box<dyn BufRead + Send> = Box::new(io::Cursor::new(head).chain(reader));
    let kind = match compression {
        Compression::Plain => ReaderKind::Plain { reader, offset: 0 },
        Compression::Zstd => ReaderKind::Zstd(ZstdReader::new(reader, 0)?),
    };
    let source = Source::Stream(TextReader { input: input.name.clone(), kind });
    Ok(Opened { source, compression, stored_bytes })
}

impl TextReader {
    /// A reader of compressed bytes that begin, with a frame, at byte `offset` of the file.
    ///
    /// # Errors
    ///
    /// Where the decoder can't be made (memory).
    pub fn compressed(input: &str, stored: Bytes, offset: u64) -> io::Result<TextReader> {
        let reader: Box<dyn BufRead + Send> = Box::new(io::Cursor::new(stored));
        Ok(TextReader { input: input.to_owned(), kind: ReaderKind::Zstd(ZstdReader::new(reader, offset)?) })
    }

    /// Appends text to `text` until it holds `target` bytes or the input ends.
    ///
    /// # Errors
    ///
    /// Where the input can't be read or decoded; what came before stays in `text`.
    pub fn fill(&mut self, text: &mut Vec<u8>, target: usize) -> Result<Step, InputError> {
        let step = match &mut self.kind {
            ReaderKind::Zstd(reader) => reader.fill(text, target),
            ReaderKind::Plain { reader, offset } => {
                let wanted = target.saturating_sub(text.len()) as u64;
                let before = text.len();
                let read = reader.take(wanted).read_to_end(text);
                *offset += (text.len() - before) as u64;
                match read {
                    Ok(read) if (read as u64) < wanted => Ok(Step::End),
                    Ok(_) => Ok(Step::Text),
                    Err(error) => Err(InputFault::ReadFailed { offset: *offset, reason: reason(&error) }),
                }
            }
        };
        step.map_err(|fault| InputError { input: self.input.clone(), fault })
    }

    /// Bytes of the file as stored up to which it has read.
    pub fn offset(&self) -> u64 {
        match &self.kind {
            ReaderKind::Plain { offset, .. } => *offset,
            ReaderKind::Zstd(reader) => reader.offset(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn text_of(path: &std::path::Path) -> (Vec<u8>, Compression) {
        let name = path.to_string_lossy().into_owned();
        let opened = open(&InputFile { name, place: Place::Path(path.to_owned()) }).unwrap();
        let mut reader = match opened.source {
            Source::Whole(bytes) => return (bytes.to_vec(), opened.compression),
            Source::Compressed(stored) => TextReader::compressed("a", stored, 0).unwrap(),
            Source::Stream(reader) => reader,
        };
        let mut text = Vec::new();
        loop {
            let target = text.len() + 1000;
            if let Step::End = reader.fill(&mut text, target).unwrap() {
                return (text, opened.compression);
            }
        }
    }

    #[test]
    fn small_large_and_compressed_files_give_the_same_text() {
        let folder = tempfile::tempdir().unwrap();
        let small = b"[Event \"x\"]\n\n1. e4 *\n\n".to_vec();
        let large = small.repeat(10_000);
        for text in [small, large, Vec::new()] {
            let path = folder.path().join("a.pgn");
            fs::write(&path, &text).unwrap();
            assert_eq!(text_of(&path), (text.clone(), Compression::Plain));
            fs::write(&path, zstd::bulk::compress(&text, 1).unwrap()).unwrap();
            assert_eq!(text_of(&path), (text, Compression::Zstd));
        }
    }

    #[test]
    fn a_file_whose_size_is_not_known_is_read_to_its_end() {
        let path = std::path::Path::new("/proc/self/status");
        if path.exists() {
            assert!(text_of(path).0.starts_with(b"Name:"));
        }
    }
}
