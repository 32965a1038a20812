//! Zstandard streams, decoded block by block.
//!
//! Owns the recognition of a compressed file by its first bytes, and a decoder that knows at which byte it stands on
//! both sides. Frames follow each other in any number, with skippable ones between. Refuses to guess at data that ends
//! early: that is an error with its offset.

use std::io::{self, BufRead};

use zstd::stream::raw::{CParameter, DParameter, Decoder, InBuffer, Operation, OutBuffer};

use crate::error::{InputFault, reason};

/// How an input is wrapped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Compression {
    /// Text as it is.
    Plain,
    /// Zstandard frames.
    Zstd,
}

/// The first four bytes of a Zstandard frame.
const FRAME_MAGIC: [u8; 4] = 0xFD2F_B528_u32.to_le_bytes();
/// Those of a skippable frame, whose lowest four bits are free (pzstd begins a file with one).
const SKIPPABLE_MAGIC: u32 = 0x184D_2A50;
/// The largest window that the format's reference decoder takes (`zstd --long=31`); memory is used only where a frame
/// asks for it.
const WINDOW_LOG_MAX: u32 = 31;

impl Compression {
    /// One word for programs.
    pub const fn as_str(self) -> &'static str {
        match self {
            Compression::Plain => "none",
            Compression::Zstd => "zstd",
        }
    }

    /// What the first bytes of a file say. A name that ends in `.zst` is believed too, unless the file is empty: what
    /// can't be decoded then is a fault and not a text without games.
    pub fn of(name: &str, head: &[u8]) -> Compression {
        let named = name.len() >= 4 && name.as_bytes()[name.len() - 4..].eq_ignore_ascii_case(b".zst");
        let magic = head.first_chunk::<4>().is_some_and(|magic| {
            *magic == FRAME_MAGIC || u32::from_le_bytes(*magic) & !0xF == SKIPPABLE_MAGIC
        });
        if magic || (named && !head.is_empty()) { Compression::Zstd } else { Compression::Plain }
    }
}

/// What a decoder gave.
#[derive(Debug)]
pub enum Step {
    /// More text.
    Text,
    /// The end of the input, at the end of a frame.
    End,
}

/// A decoder over a compressed reader.
pub struct ZstdReader<R> {
    input: R,
    decoder: Decoder<'static>,
    /// Bytes of the compressed file up to which it has read.
    offset: u64,
    /// Text given out since its start.
    text_offset: u64,
    /// Whether the last byte taken in ended a frame (or none was taken in yet).
    between_frames: bool,
}

impl<R: BufRead> ZstdReader<R> {
    /// A decoder over `input`, which begins at byte `offset` of the compressed file.
    ///
    /// # Errors
    ///
    /// Where the decoder can't be made (memory).
    pub fn new(input: R, offset: u64) -> io::Result<ZstdReader<R>> {
        let mut decoder = Decoder::new()?;
        decoder.set_parameter(DParameter::WindowLogMax(WINDOW_LOG_MAX))?;
        Ok(ZstdReader { input, decoder, offset, text_offset: 0, between_frames: true })
    }

    /// Bytes of the compressed file up to which it has read.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// Appends text to `text` until it holds `target` bytes or the input ends.
    ///
    /// # Errors
    ///
    /// Where the input can't be read or decoded; what was decoded before stays in `text`.
    pub fn fill(&mut self, text: &mut Vec<u8>, target: usize) -> Result<Step, InputFault> {
        // The decoder writes into what is reserved: no byte is set twice, and no more is given than the target or the room that there was.
        text.reserve_exact(target.saturating_sub(text.len()));
        while text.len() < target {
            let block = match self.input.fill_buf() {
                Ok(block) => block,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => {
                    return Err(InputFault::ReadFailed { offset: self.offset, reason: reason(&error) });
                }
            };
            let at_end = block.is_empty();
            if at_end && self.between_frames {
                return Ok(Step::End);
            }
            let mut input = InBuffer::around(block);
            let length = text.len();
            let hint = self.decoder.run(&mut input, &mut OutBuffer::around_pos(text, length));
            let (taken, given) = (input.pos(), text.len() - length);
            self.input.consume(taken);
            self.offset += taken as u64;
            self.text_offset += given as u64;
            match hint {
                Ok(hint) => self.between_frames = hint == 0,
                Err(error) => {
                    return Err(InputFault::Corrupt {
                        offset: self.offset,
                        text_offset: self.text_offset,
                        reason: reason(&error),
                    });
                }
            }
            // Without input the decoder can still hand out what it holds; when nothing comes any more, the end is early.
            if at_end && given == 0 && !self.between_frames {
                return Err(InputFault::Truncated { offset: self.offset, text_offset: self.text_offset });
            }
        }
        Ok(Step::Text)
    }
}

/// How long a compressor searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// Zstandard's level 1.
    Little,
    /// The same with half the table to search, which stays in the innermost cache.
    Least,
}

/// A compressor for those who write, with its memory.
pub struct Compressor(zstd::bulk::Compressor<'static>);

impl Compressor {
    /// A compressor.
    ///
    /// # Errors
    ///
    /// Where it can't be made (memory).
    pub fn new() -> io::Result<Compressor> {
        Ok(Compressor(zstd::bulk::Compressor::new(1)?))
    }

    /// Compresses `bytes`, in place of what was in `frame`.
    ///
    /// # Errors
    ///
    /// Where memory is short.
    pub fn compress(&mut self, effort: Effort, bytes: &[u8], frame: &mut Vec<u8>) -> io::Result<()> {
        // 0 is the level's own choice.
        let (hash_log, min_match) = match effort {
            Effort::Little => (0, 0),
            Effort::Least => (13, 7),
        };
        self.0.set_parameter(CParameter::HashLog(hash_log))?;
        self.0.set_parameter(CParameter::MinMatch(min_match))?;
        frame.clear();
        frame.reserve(zstd::zstd_safe::compress_bound(bytes.len()));
        self.0.compress_to_buffer(bytes, frame)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    fn frame(text: &[u8]) -> Vec<u8> {
        zstd::bulk::compress(text, 3).unwrap()
    }

    fn decode(compressed: &[u8], block: usize) -> (Vec<u8>, Result<(), InputFault>) {
        let mut reader = ZstdReader::new(Cursor::new(compressed.to_vec()), 0).unwrap();
        let mut text = Vec::new();
        loop {
            let target = text.len() + block;
            match reader.fill(&mut text, target) {
                Ok(Step::Text) => {}
                Ok(Step::End) => return (text, Ok(())),
                Err(fault) => return (text, Err(fault)),
            }
        }
    }

    #[test]
    fn frames_and_skippable_frames_follow_each_other() {
        let mut file = vec![0x50, 0x2A, 0x4D, 0x18, 4, 0, 0, 0, 1, 2, 3, 4];
        file.extend(frame(b"one "));
        file.extend([0x5F, 0x2A, 0x4D, 0x18, 0, 0, 0, 0]);
        file.extend(frame(b""));
        file.extend(frame(b"two"));
        for block in [1, 2, 3, 100] {
            assert_eq!(decode(&file, block), (b"one two".to_vec(), Ok(())));
        }
    }

    #[test]
    fn an_early_end_is_told_with_both_offsets() {
        let text = b"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O".repeat(3);
        let file = frame(&text);
        for cut in 1..file.len() {
            let (_, end) = decode(&file[..cut], 4096);
            assert!(
                matches!(end, Err(InputFault::Truncated { offset, .. }) if offset == cut as u64),
                "cut at {cut}: {end:?}"
            );
        }
    }

    #[test]
    fn junk_after_a_frame_is_corrupt_and_keeps_what_came_before() {
        let mut file = frame(b"one");
        let length = file.len() as u64;
        file.extend(b"this is no frame");
        let (text, end) = decode(&file, 4096);
        assert_eq!(text, b"one");
        assert!(
            matches!(end, Err(InputFault::Corrupt { offset, text_offset: 3, .. }) if offset >= length),
            "{end:?}"
        );
    }

    #[test]
    fn a_file_is_known_by_its_first_bytes_or_its_name() {
        assert_eq!(Compression::of("a.pgn", &frame(b"x")), Compression::Zstd);
        assert_eq!(Compression::of("a.pgn", &[0x53, 0x2A, 0x4D, 0x18, 0]), Compression::Zstd);
        assert_eq!(Compression::of("a.pgn.ZST", b"[Event"), Compression::Zstd);
        assert_eq!(Compression::of("a.pgn.zst", b""), Compression::Plain);
        assert_eq!(Compression::of("a.pgn", b"[Event"), Compression::Plain);
        assert_eq!(Compression::of("\u{e9}zst", b"[Event"), Compression::Plain);
    }
}
