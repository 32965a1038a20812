//! The thread beside the workers that opens inputs and hands out what there is to do.
//!
//! Owns the order of the inputs and the bound on what is read ahead. A big text becomes many jobs; many small ones
//! become one, so that a folder of thousands of files costs what one file of that size does. A compressed file becomes
//! groups of frames that workers decode; what can't be cut so is decoded here, beside them.

use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use crate::error::{InputError, RunError};
use crate::input::bytes::{Buffers, Bytes};
use crate::input::compression::{Compression, Step};
use crate::input::files::Entry;
use crate::input::frames::{Group, groups};
use crate::input::source::{Source, TextReader, open};
use crate::pipeline::plan::plan;

/// Stored bytes of a group of frames: some megabytes of text, so that a worker's share is not all overhead.
const GROUP_BYTES: usize = 256 << 10;

/// How many bytes of a map count as one that is held: they take no memory of the program's, but the rows that they give do for a while.
const MAPPED: usize = 4;

/// Jobs of a text that are handed out together: so as much of a map as makes a wave waits when the wave before ends, though the
/// channel's room is counted in items.
const JOBS_TOGETHER: usize = MAPPED;

/// How much text a stored byte is taken for where the text is not known yet. Games shrink to a fifth or a seventh.
const TEXT_A_STORED_BYTE: usize = 6;

/// The least that frames are taken for: a decoder takes memory too, however little it decodes.
const LEAST_FRAMES: usize = 64 << 10;

/// The most: what more there is in them comes in another step.
const MOST_FRAMES: usize = 16 << 20;

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
pub enum Feed {
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
        let text = bytes.len().saturating_mul(TEXT_A_STORED_BYTE).clamp(LEAST_FRAMES, MOST_FRAMES);
        Frames { input, name, share: text * ROOM, state: FramesState::Stored { bytes, offset } }
    }

    /// What is left of frames after a step whose share was `share`. That of few stored bytes becomes a larger one.
    pub fn begun(input: usize, name: Arc<str>, share: usize, reader: Box<TextReader>) -> Frames {
        let usual = GROUP_BYTES * TEXT_A_STORED_BYTE * ROOM;
        let share = share.max((share * 2).min(usual));
        Frames { input, name, share, state: FramesState::Begun(reader) }
    }
}

impl Feed {
    /// How much text it stands for, as far as that takes memory: for frames that are not begun a guess, which is true to a factor of
    /// `ROOM` because a step of them gives no more.
    pub fn weight(&self) -> usize {
        match self {
            Feed::Jobs(jobs) => jobs.iter().flat_map(|job| &job.pieces).map(|piece| held(&piece.bytes)).sum(),
            // A buffer that was used before may be larger than what it holds now.
            Feed::Stretch(stretch) => stretch.text.capacity(),
            Feed::Frames(Frames { share, state: FramesState::Stored { .. }, .. }) => share / ROOM,
            // They held more than they were taken for once.
            Feed::Frames(Frames { share, state: FramesState::Begun(_), .. }) => *share,
            Feed::End(_) => 0,
        }
    }
}

fn held(bytes: &Bytes) -> usize {
    match bytes {
        Bytes::Mapped { .. } => bytes.len() / MAPPED,
        Bytes::Owned { .. } => bytes.len(),
    }
}

/// Starts the thread. It ends when all is fed or nobody listens any more.
///
/// # Errors
///
/// Where it can't be started.
pub fn start(
    entries: Vec<Entry>,
    target: usize,
    ahead: usize,
    buffers: Arc<Buffers>,
) -> Result<Receiver<Feed>, RunError> {
    let (to, from) = sync_channel(ahead);
    let mut feeder = Feeder { to, target, buffers, small: Vec::new(), small_bytes: 0 };
    thread::Builder::new()
        .name("feed".into())
        .spawn(move || {
            // An error here means that the listener has gone, and with it the wish for more.
            let _ = feeder.all(&entries);
        })
        .map_err(|error| RunError::Threads { reason: crate::error::reason(&error) })?;
    Ok(from)
}

/// The listener has gone.
struct Gone;

struct Feeder {
    to: SyncSender<Feed>,
    target: usize,
    buffers: Arc<Buffers>,
    /// Whole inputs that wait until they are worth a job.
    small: Vec<Piece>,
    small_bytes: usize,
}

impl Feeder {
    fn all(&mut self, entries: &[Entry]) -> Result<(), Gone> {
        for (input, entry) in entries.iter().enumerate() {
            let mut end = InputEnd { input, text_bytes: 0, stored_bytes: 0, compression: None, error: None };
            match entry {
                Entry::EmptyFolder { .. } => {}
                Entry::Fault(error) => end.error = Some(error.clone()),
                Entry::File(file) => match open(file) {
                    Err(error) => end.error = Some(error),
                    Ok(opened) => {
                        end.compression = Some(opened.compression);
                        end.stored_bytes = opened.stored_bytes.unwrap_or_default();
                        let name = Arc::from(file.name.as_str());
                        match opened.source {
                            Source::Whole(text) => self.whole(&name, &text, &mut end)?,
                            Source::Compressed(stored) => self.compressed(&name, &stored, input)?,
                            Source::Stream(reader) => self.stream(&name, reader, input, 0)?,
                        }
                    }
                },
            }
            self.send(Feed::End(end))?;
        }
        self.flush()
    }

    fn whole(&mut self, name: &Arc<str>, text: &Bytes, end: &mut InputEnd) -> Result<(), Gone> {
        end.text_bytes = text.len() as u64;
        if text.len() <= self.target {
            let piece = Piece { input: end.input, name: Arc::clone(name), bytes: text.clone(), offset: 0 };
            return self.wait(piece);
        }
        let mut jobs = Vec::new();
        for range in plan(text, self.target) {
            let piece = Piece {
                input: end.input,
                name: Arc::clone(name),
                offset: range.start as u64,
                bytes: text.slice(range),
            };
            let stored_bytes = piece.bytes.len() as u64;
            jobs.push(Job { pieces: vec![piece], stored_bytes });
            if jobs.len() >= JOBS_TOGETHER {
                self.after_small(Feed::Jobs(std::mem::take(&mut jobs)))?;
            }
        }
        if jobs.is_empty() { Ok(()) } else { self.after_small(Feed::Jobs(jobs)) }
    }

    fn compressed(&mut self, name: &Arc<str>, stored: &Bytes, input: usize) -> Result<(), Gone> {
        for group in groups(stored, GROUP_BYTES) {
            match group {
                Group::Frames(range) => {
                    let offset = range.start as u64;
                    let frames = Frames::stored(input, Arc::clone(name), stored.slice(range), offset);
                    self.after_small(Feed::Frames(frames))?;
                }
                Group::Rest(range) => {
                    let start = range.start as u64;
                    match TextReader::compressed(name, stored.slice(range), start) {
                        Ok(reader) => self.stream(name, reader, input, start)?,
                        Err(error) => self.fault(name, input, &error)?,
                    }
                }
            }
        }
        Ok(())
    }

    /// Reads an input from byte `start` of the file, as stored, to its end.
    fn stream(
        &mut self,
        name: &Arc<str>,
        mut reader: TextReader,
        input: usize,
        start: u64,
    ) -> Result<(), Gone> {
        let mut stored = start;
        loop {
            let mut text = self.buffers.take();
            let step = reader.fill(&mut text, self.target);
            let stored_bytes = reader.offset() - stored;
            stored += stored_bytes;
            let (ended, error) = match step {
                Ok(Step::Text) => (false, None),
                Ok(Step::End) => (true, None),
                Err(error) => (true, Some(error)),
            };
            let name = Arc::clone(name);
            self.after_small(Feed::Stretch(Stretch { input, name, text, stored_bytes, error }))?;
            if ended {
                return Ok(());
            }
        }
    }

    fn fault(&mut self, name: &Arc<str>, input: usize, error: &io::Error) -> Result<(), Gone> {
        let error = Some(InputError::opening(name, error));
        let name = Arc::clone(name);
        self.after_small(Feed::Stretch(Stretch { input, name, text: Vec::new(), stored_bytes: 0, error }))
    }

    /// Puts a whole input with those that wait.
    fn wait(&mut self, piece: Piece) -> Result<(), Gone> {
        if self.small_bytes + piece.bytes.len() > self.target {
            self.flush()?;
        }
        self.small_bytes += piece.bytes.len();
        self.small.push(piece);
        Ok(())
    }

    /// Sends those that wait.
    fn flush(&mut self) -> Result<(), Gone> {
        let pieces = std::mem::take(&mut self.small);
        let stored_bytes = std::mem::take(&mut self.small_bytes) as u64;
        if pieces.is_empty() { Ok(()) } else { self.send(Feed::Jobs(vec![Job { pieces, stored_bytes }])) }
    }

    /// Sends something, after those that wait.
    fn after_small(&mut self, feed: Feed) -> Result<(), Gone> {
        self.flush()?;
        self.send(feed)
    }

    fn send(&self, feed: Feed) -> Result<(), Gone> {
        self.to.send(feed).map_err(|_| Gone)
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
        assert_eq!(Feed::Jobs(vec![job(mapped.clone())]).weight(), 1_000);
        assert_eq!(Feed::Jobs(vec![job(held.clone())]).weight(), 4_000);
        assert_eq!(Feed::Jobs(vec![job(mapped), job(held.slice(0..10))]).weight(), 1_010);
        let end = InputEnd { input: 0, text_bytes: 9, stored_bytes: 9, compression: None, error: None };
        assert_eq!(Feed::End(end).weight(), 0);
    }

    #[test]
    fn no_step_of_frames_gives_more_than_twice_what_they_weigh() {
        for (stored, weight) in [
            (1, LEAST_FRAMES),
            (GROUP_BYTES, GROUP_BYTES * TEXT_A_STORED_BYTE),
            (1 << 20, 6 << 20),
            (16 << 20, MOST_FRAMES),
        ] {
            let frames = frames(stored);
            assert_eq!(frames.share, 2 * weight);
            assert_eq!(Feed::Frames(frames).weight(), weight, "{stored}");
        }
    }

    #[test]
    fn a_large_text_is_handed_out_as_several_jobs_at_once_and_small_ones_as_one() {
        let game = "[Event \"a\"]\n\n1. e4 *\n\n";
        let (to, from) = sync_channel(100);
        let mut feeder =
            Feeder { to, target: 1_000, buffers: Buffers::new(), small: Vec::new(), small_bytes: 0 };
        let mut end = InputEnd { input: 0, text_bytes: 0, stored_bytes: 0, compression: None, error: None };
        let name = Arc::from("a");
        for copies in [10, 10, 250, 1] {
            let text = Bytes::owned(game.repeat(copies).into_bytes());
            assert!(feeder.whole(&name, &text, &mut end).is_ok());
        }
        assert!(feeder.flush().is_ok());
        drop(feeder);
        let jobs = from.iter().map(|feed| match feed {
            Feed::Jobs(jobs) => jobs.iter().map(|job| job.pieces.len()).collect::<Vec<_>>(),
            Feed::Stretch(_) | Feed::Frames(_) | Feed::End(_) => Vec::new(),
        });
        // 5,750 bytes are five splits of 1,000 and more, and what is left.
        assert_eq!(jobs.collect::<Vec<_>>(), [vec![2], vec![1; 4], vec![1; 2], vec![1]]);
    }
}
