//! What the feed hands out.
//!
//! Owns how much each weighs: the text that it takes memory for, or is going to.

use std::sync::Arc;

use crate::error::InputError;
use crate::input::bytes::Bytes;
use crate::input::compression::Compression;
use crate::input::source::TextReader;

/// Stored bytes of a group of frames: a megabyte of text or so, so that a worker's share is not all overhead.
pub const GROUP_BYTES: usize = 256 << 10;

/// How many bytes of a map count as one that is held: they take no memory of the program's, but what is read of them stays in the
/// system's until it is let go.
pub const MAPPED: usize = 4;

/// How much text a stored byte is taken for where none was decoded yet. Games shrink to between a third and a seventh.
const TEXT_A_STORED_BYTE: u64 = 6;

/// The least that frames are taken for: a decoder takes memory too, however little it decodes.
const LEAST_FRAMES: usize = 64 << 10;

/// The most: what more there is in them comes in another step.
pub const MOST_FRAMES: usize = 16 << 20;

/// How many times as much as frames are taken for a step of them may give, so that usual ones are decoded in one.
const ROOM: usize = 2;

/// Whole sections of one input.
pub struct Piece {
    /// The input's place in the list.
    pub input: usize,
    /// Its name in the dataset.
    pub name: Arc<str>,
    /// The text.
    pub bytes: Bytes,
    /// Of the text, in the decompressed file.
    pub offset: u64,
}

/// What one worker scans at a time: one piece of an input, or several whole inputs.
pub struct Job {
    /// The pieces, in order.
    pub pieces: Vec<Piece>,
    /// Stored bytes that are done with it.
    pub stored_bytes: u64,
}

/// A stretch of an input's text that is cut wherever reading or decoding stopped.
pub struct Stretch {
    /// The input's place in the list.
    pub input: usize,
    /// Its name in the dataset.
    pub name: Arc<str>,
    /// The text.
    pub text: Vec<u8>,
    /// Stored bytes that it was made of.
    pub stored_bytes: u64,
    /// What stopped it.
    pub error: Option<InputError>,
}

/// Frames to be decoded.
pub struct Frames {
    /// The input's place in the list.
    pub input: usize,
    /// Its name in the dataset.
    pub name: Arc<str>,
    /// How much text they are taken for.
    pub weight: usize,
    /// The most text that a step of them gives.
    pub share: usize,
    /// The frames, or what is left of them.
    pub state: FramesState,
}

/// How far frames are decoded.
pub enum FramesState {
    /// Not begun: a decoder is made by the thread that needs it.
    Stored {
        /// The frames.
        bytes: Bytes,
        /// Of the first, in the file.
        offset: u64,
    },
    /// Begun, and put aside because there is more text in them than fits a share.
    Begun(Box<TextReader>),
}

/// How an input ended.
pub struct InputEnd {
    /// The input's place in the list.
    pub input: usize,
    /// Bytes of text that were handed out as jobs at once.
    pub text_bytes: u64,
    /// Bytes of the file, where they are known without reading it.
    pub stored_bytes: u64,
    /// How it is wrapped, where it was opened.
    pub compression: Option<Compression>,
    /// What stopped it.
    pub error: Option<InputError>,
}

/// What there is to do, in the order of the input.
pub enum Item {
    /// Sections to scan, as several jobs.
    Jobs(Vec<Job>),
    /// Text to be cut into sections.
    Stretch(Stretch),
    /// Frames to decode.
    Frames(Frames),
    /// The end of an input.
    End(InputEnd),
}

impl Frames {
    /// Frames to be begun, of which the first is at byte `offset` of the file.
    pub fn stored(input: usize, name: Arc<str>, bytes: Bytes, offset: u64) -> Frames {
        let state = FramesState::Stored { bytes, offset };
        let mut frames = Frames { input, name, weight: 0, share: 0, state };
        frames.expect(TEXT_A_STORED_BYTE, 1);
        frames
    }

    /// Takes frames that are not begun for as much text a stored byte as `stored` others had, which were `text`.
    pub fn expect(&mut self, text: u64, stored: u64) {
        if let FramesState::Stored { bytes, .. } = &self.state {
            let weight = bytes.len() as u128 * u128::from(text) / u128::from(stored.max(1));
            self.weight = usize::try_from(weight).unwrap_or(MOST_FRAMES).clamp(LEAST_FRAMES, MOST_FRAMES);
            self.share = self.weight * ROOM;
        }
    }

    /// Takes what is left of frames for their whole share, of which they held more. That of few stored bytes becomes a larger one.
    pub fn exceed(&mut self) {
        let usual = GROUP_BYTES * TEXT_A_STORED_BYTE as usize * ROOM;
        self.share = self.share.max((self.share * 2).min(usual));
        self.weight = self.share;
    }
}

impl Job {
    /// How much text it is, as far as that takes memory.
    pub fn weight(&self) -> usize {
        self.pieces.iter().map(|piece| held(&piece.bytes)).sum()
    }
}

#[cfg(test)]
impl Job {
    /// One of a text that is held.
    pub fn held(input: usize, text: impl Into<Vec<u8>>) -> Job {
        let piece = Piece { input, name: "a".into(), bytes: Bytes::owned(text.into()), offset: 0 };
        Job { pieces: vec![piece], stored_bytes: 0 }
    }
}

impl Item {
    /// How much text it stands for, as far as that takes memory: for frames a guess, which is true to a factor of `ROOM` because a step
    /// of them gives no more.
    pub fn weight(&self) -> usize {
        match self {
            Item::Jobs(jobs) => jobs.iter().map(Job::weight).sum(),
            // A buffer that was used before may be larger than what it holds now.
            Item::Stretch(stretch) => stretch.text.capacity(),
            Item::Frames(frames) => frames.weight,
            Item::End(_) => 0,
        }
    }
}

fn held(bytes: &Bytes) -> usize {
    match bytes {
        Bytes::Mapped { .. } => bytes.len() / MAPPED,
        Bytes::Owned { .. } => bytes.len(),
    }
}

#[cfg(test)]
mod tests {
    use std::fs::File;

    use super::*;
    use crate::input::map::Map;

    fn job(bytes: Bytes) -> Job {
        Job { pieces: vec![Piece { input: 0, name: "a".into(), bytes, offset: 0 }], stored_bytes: 0 }
    }

    fn frames(stored: usize) -> Frames {
        Frames::stored(0, "a".into(), Bytes::owned(vec![0; stored]), 0)
    }

    #[test]
    fn what_is_mapped_weighs_a_quarter_of_what_is_held() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        std::fs::write(&path, [b'x'; 4_000]).unwrap();
        let mapped = Bytes::mapped(Map::new(&File::open(path).unwrap()).unwrap());
        let held = Bytes::owned(vec![b'x'; 4_000]);
        assert_eq!(Item::Jobs(vec![job(mapped.clone())]).weight(), 1_000);
        assert_eq!(Item::Jobs(vec![job(held.clone())]).weight(), 4_000);
        assert_eq!(Item::Jobs(vec![job(mapped), job(held.slice(0..10))]).weight(), 1_010);
        let end = InputEnd { input: 0, text_bytes: 9, stored_bytes: 9, compression: None, error: None };
        assert_eq!(Item::End(end).weight(), 0);
    }

    #[test]
    fn frames_weigh_half_of_what_a_step_of_them_may_give() {
        for (stored, weight, of_triple) in [
            (1, LEAST_FRAMES, LEAST_FRAMES),
            (GROUP_BYTES, 6 * GROUP_BYTES, 3 * GROUP_BYTES),
            (1 << 20, 6 << 20, 3 << 20),
            (16 << 20, MOST_FRAMES, MOST_FRAMES),
        ] {
            let mut frames = frames(stored);
            assert_eq!((frames.weight, frames.share), (weight, 2 * weight), "{stored}");
            frames.expect(3_000_000_000_000, 1_000_000_000_000);
            assert_eq!((frames.weight, frames.share), (of_triple, 2 * of_triple), "{stored}");
        }
        let mut nothing = frames(5);
        nothing.expect(0, 0);
        assert_eq!(nothing.weight, LEAST_FRAMES);
    }
}
