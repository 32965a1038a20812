//! The thread beside the workers that opens inputs, decodes them and cuts them into jobs.
//!
//! Owns the order of the inputs and the bound on what is read ahead. A big text becomes many jobs; many small ones
//! become one, so that a folder of thousands of files costs what one file of that size does.

use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use crate::error::{InputError, RunError};
use crate::input::bytes::Bytes;
use crate::input::compression::Compression;
use crate::input::files::{Entry, Place};
use crate::input::source::{Source, open};
use crate::pipeline::plan::plan;
use crate::pipeline::stream::Sections;

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

/// What one worker does at a time: one piece of an input, or several whole inputs.
pub struct Job {
    /// The pieces, in order.
    pub pieces: Vec<Piece>,
    /// Stored bytes that are done with it.
    pub stored_bytes: u64,
}

/// How an input ended.
pub struct InputEnd {
    /// The input's place in the list.
    pub input: usize,
    /// Bytes of text that it gave.
    pub text_bytes: u64,
    /// Bytes as stored, where it was opened.
    pub stored_bytes: u64,
    /// How it is wrapped, where it was opened.
    pub compression: Option<Compression>,
    /// What stopped it.
    pub error: Option<InputError>,
}

/// What comes from the thread.
pub enum Fed {
    /// Work.
    Job(Job),
    /// The end of an input; its last job may still be to come.
    End(InputEnd),
}

/// Starts the thread. It ends when all is fed or nobody listens any more.
///
/// # Errors
///
/// Where it can't be started.
pub fn start(entries: Vec<Entry>, target: usize, ahead: usize) -> Result<Receiver<Fed>, RunError> {
    let (to, from) = sync_channel(ahead);
    let mut feed = Feed { to, target, small: Vec::new(), small_bytes: 0 };
    thread::Builder::new()
        .name("feed".into())
        .spawn(move || {
            // An error here means that the listener has gone, and with it the wish for more.
            let _ = feed.all(&entries);
        })
        .map_err(|error| RunError::Threads { reason: crate::error::reason(&error) })?;
    Ok(from)
}

/// The bytes of all inputs as stored; 0 if that of any is not known.
pub fn stored_bytes(entries: &[Entry]) -> u64 {
    let size = |path: &Path| std::fs::metadata(path).ok().filter(std::fs::Metadata::is_file).map(|m| m.len());
    entries
        .iter()
        .map(|entry| match entry {
            Entry::File(file) => match &file.place {
                Place::Stdin => None,
                Place::Path(path) => size(path),
            },
            Entry::EmptyFolder { .. } | Entry::Fault(_) => Some(0),
        })
        .sum::<Option<u64>>()
        .unwrap_or(0)
}

/// The listener has gone.
struct Gone;

struct Feed {
    to: SyncSender<Fed>,
    target: usize,
    /// Whole inputs that wait until they are worth a job.
    small: Vec<Piece>,
    small_bytes: usize,
}

impl Feed {
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
                        let name = Arc::from(file.name.as_str());
                        match opened.source {
                            Source::Whole(text) => self.whole(&name, &text, &mut end)?,
                            Source::Stream(reader) => {
                                self.stream(&name, Sections::new(reader, self.target), &mut end)?;
                            }
                        }
                    }
                },
            }
            self.send(Fed::End(end))?;
        }
        self.flush()
    }

    fn whole(&mut self, name: &Arc<str>, text: &Bytes, end: &mut InputEnd) -> Result<(), Gone> {
        end.text_bytes = text.len() as u64;
        end.stored_bytes = end.text_bytes;
        if text.len() <= self.target {
            let piece = Piece { input: end.input, name: Arc::clone(name), bytes: text.clone(), offset: 0 };
            return self.wait(piece);
        }
        for range in plan(text, self.target) {
            let piece = Piece {
                input: end.input,
                name: Arc::clone(name),
                offset: range.start as u64,
                bytes: text.slice(range),
            };
            let stored_bytes = piece.bytes.len() as u64;
            self.job(vec![piece], stored_bytes)?;
        }
        Ok(())
    }

    fn stream(&mut self, name: &Arc<str>, mut sections: Sections, end: &mut InputEnd) -> Result<(), Gone> {
        loop {
            let offset = sections.offset();
            match sections.next() {
                None => return Ok(()),
                Some(Err(error)) => {
                    end.stored_bytes = sections.stored_offset();
                    end.error = Some(error);
                }
                Some(Ok(bytes)) => {
                    let stored_bytes = sections.stored_offset() - end.stored_bytes;
                    end.stored_bytes += stored_bytes;
                    end.text_bytes += bytes.len() as u64;
                    let piece = Piece { input: end.input, name: Arc::clone(name), bytes, offset };
                    self.job(vec![piece], stored_bytes)?;
                }
            }
        }
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
        if pieces.is_empty() { Ok(()) } else { self.send(Fed::Job(Job { pieces, stored_bytes })) }
    }

    /// Sends a job of its own, after those that wait.
    fn job(&mut self, pieces: Vec<Piece>, stored_bytes: u64) -> Result<(), Gone> {
        self.flush()?;
        self.send(Fed::Job(Job { pieces, stored_bytes }))
    }

    fn send(&self, fed: Fed) -> Result<(), Gone> {
        self.to.send(fed).map_err(|_| Gone)
    }
}
