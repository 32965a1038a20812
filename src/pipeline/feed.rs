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
use crate::input::compression::Step;
use crate::input::files::Entry;
use crate::input::frames::{Group, groups};
use crate::input::source::{Source, TextReader, open};
use crate::pipeline::item::{Frames, GROUP_BYTES, InputEnd, Item, Job, MAPPED, Piece, Stretch};
use crate::pipeline::plan::plan;

/// Jobs of a text that are handed out together: the channel's room is counted in items, and those of a map are to weigh as much as
/// others.
const JOBS_TOGETHER: usize = MAPPED;

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
) -> Result<Receiver<Item>, RunError> {
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
    to: SyncSender<Item>,
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
            self.send(Item::End(end))?;
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
                self.after_small(Item::Jobs(std::mem::take(&mut jobs)))?;
            }
        }
        if jobs.is_empty() { Ok(()) } else { self.after_small(Item::Jobs(jobs)) }
    }

    fn compressed(&mut self, name: &Arc<str>, stored: &Bytes, input: usize) -> Result<(), Gone> {
        for group in groups(stored, GROUP_BYTES) {
            match group {
                Group::Frames(range) => {
                    let offset = range.start as u64;
                    let frames = Frames::stored(input, Arc::clone(name), stored.slice(range), offset);
                    self.after_small(Item::Frames(frames))?;
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
            // What waits is counted in items, and a decoder fills what there is.
            text.shrink_to(self.target);
            let step = reader.fill(&mut text, self.target);
            let stored_bytes = reader.offset() - stored;
            stored += stored_bytes;
            let (ended, error) = match step {
                Ok(Step::Text) => (false, None),
                Ok(Step::End) => (true, None),
                Err(error) => (true, Some(error)),
            };
            let name = Arc::clone(name);
            self.after_small(Item::Stretch(Stretch { input, name, text, stored_bytes, error }))?;
            if ended {
                return Ok(());
            }
        }
    }

    fn fault(&mut self, name: &Arc<str>, input: usize, error: &io::Error) -> Result<(), Gone> {
        let error = Some(InputError::opening(name, error));
        let name = Arc::clone(name);
        self.after_small(Item::Stretch(Stretch { input, name, text: Vec::new(), stored_bytes: 0, error }))
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
        if pieces.is_empty() { Ok(()) } else { self.send(Item::Jobs(vec![Job { pieces, stored_bytes }])) }
    }

    /// Sends something, after those that wait.
    fn after_small(&mut self, item: Item) -> Result<(), Gone> {
        self.flush()?;
        self.send(item)
    }

    fn send(&self, item: Item) -> Result<(), Gone> {
        self.to.send(item).map_err(|_| Gone)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let jobs = from.iter().map(|item| match item {
            Item::Jobs(jobs) => jobs.iter().map(|job| job.pieces.len()).collect::<Vec<_>>(),
            Item::Stretch(_) | Item::Frames(_) | Item::End(_) => Vec::new(),
        });
        // 5,750 bytes are five splits of 1,000 and more, and what is left.
        assert_eq!(jobs.collect::<Vec<_>>(), [vec![2], vec![1; 4], vec![1; 2], vec![1]]);
    }
}
