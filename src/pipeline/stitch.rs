//! Stretches of text, cut anywhere, made into jobs of whole sections.
//!
//! Owns the carrying of what a cut leaves over: a game that straddles frames or reads is whole in one job. A section
//! bigger than any stretch grows what is carried until it is cut between two of its games; nothing is ever cut within one.
//!
//! ```text
//! stretches   |game 1, game 2, ga|me 3, game 4, game| 5 ...
//! jobs        |game 1, game 2    |game 3|game 4     |game 5 ...
//!                      carried: ga ^       game ^
//! ```

use std::sync::Arc;

use crate::error::InputError;
use crate::input::bytes::{Buffers, Bytes};
use crate::pgn::split::last_boundary;
use crate::pipeline::item::{InputEnd, Job, Piece, Stretch};
use crate::pipeline::plan::{last_cut, plan};

/// How much of a stretch is tried first to complete what was carried: a copy, so little, but many games long.
const HEAD_BYTES: usize = 128 << 10;

/// The input that is being stitched, and what is carried of it.
pub struct Stitcher {
    /// Bytes of a job.
    target: usize,
    /// Where stretches get their memory.
    buffers: Arc<Buffers>,
    /// A section's beginning (or the file's).
    carried: Vec<u8>,
    /// How long that must be before the next section is looked for: doubling keeps the search linear.
    wanted: usize,
    /// Of what is carried, in the decompressed file.
    offset: u64,
    stored_bytes: u64,
    /// Stored bytes that no job stands for yet.
    unclaimed: u64,
    error: Option<InputError>,
}

impl Stitcher {
    /// Nothing carried.
    pub fn new(target: usize, buffers: Arc<Buffers>) -> Stitcher {
        let carried = Vec::new();
        Stitcher {
            target,
            buffers,
            carried,
            wanted: 0,
            offset: 0,
            stored_bytes: 0,
            unclaimed: 0,
            error: None,
        }
    }

    /// Takes the next stretch of the input. What comes after a fault is not taken: nobody could say where it stands.
    pub fn stretch(&mut self, stretch: Stretch, jobs: &mut Vec<Job>) {
        if self.error.is_some() {
            return;
        }
        let Stretch { input, name, text, stored_bytes, error } = stretch;
        self.stored_bytes += stored_bytes;
        self.unclaimed += stored_bytes;
        self.text(input, &name, text, jobs);
        if let Some(mut error) = error {
            error.fault = error.fault.after_text(self.offset + self.carried.len() as u64);
            self.error = Some(error);
            self.last(input, &name, jobs);
        }
    }

    /// Takes the end of an input, with what was handed out of it at once; gives its end with all of it.
    pub fn end(&mut self, mut end: InputEnd, name: &Arc<str>, jobs: &mut Vec<Job>) -> InputEnd {
        self.last(end.input, name, jobs);
        let done = std::mem::replace(self, Stitcher::new(self.target, Arc::clone(&self.buffers)));
        end.text_bytes += done.offset;
        end.stored_bytes = end.stored_bytes.max(done.stored_bytes);
        end.error = end.error.or(done.error);
        end
    }

    fn text(&mut self, input: usize, name: &Arc<str>, mut text: Vec<u8>, jobs: &mut Vec<Job>) {
        let mut start = 0;
        if !self.carried.is_empty() {
            match self.complete(&text) {
                Some((head, taken)) => {
                    self.give(input, name, &head, jobs);
                    start = taken;
                }
                None => {
                    self.carried.append(&mut text);
                    if self.carried.len() < self.wanted {
                        return;
                    }
                    text = std::mem::take(&mut self.carried);
                }
            }
        }
        match last_cut(&text[start..], self.target) {
            Some(end) => {
                self.carried = text[start + end..].to_vec();
                self.wanted = 0;
                let whole = Bytes::borrowed(text, &self.buffers).slice(start..start + end);
                self.give(input, name, &whole, jobs);
            }
            None => {
                text.drain(..start);
                self.wanted = text.len() * 2;
                self.carried = text;
            }
        }
    }

    /// What is carried, made whole with the beginning of `text`, and how much of that it took; `None` if no game opens
    /// there, or if that is not looked for yet.
    fn complete(&mut self, text: &[u8]) -> Option<(Bytes, usize)> {
        if self.carried.len() + text.len() < self.wanted {
            return None;
        }
        let length = self.carried.len();
        self.carried.extend_from_slice(&text[..text.len().min(HEAD_BYTES)]);
        let end = last_boundary(&self.carried).filter(|end| *end >= length);
        let Some(end) = end else {
            self.carried.truncate(length);
            return None;
        };
        self.carried.truncate(end);
        Some((Bytes::owned(std::mem::take(&mut self.carried)), end - length))
    }

    /// Makes jobs of whole sections.
    fn give(&mut self, input: usize, name: &Arc<str>, whole: &Bytes, jobs: &mut Vec<Job>) {
        for range in plan(whole, self.target) {
            let offset = self.offset + range.start as u64;
            let piece = Piece { input, name: Arc::clone(name), bytes: whole.slice(range), offset };
            jobs.push(Job { pieces: vec![piece], stored_bytes: std::mem::take(&mut self.unclaimed) });
        }
        self.offset += whole.len() as u64;
    }

    /// Makes jobs of all that is carried.
    fn last(&mut self, input: usize, name: &Arc<str>, jobs: &mut Vec<Job>) {
        let whole = Bytes::owned(std::mem::take(&mut self.carried));
        self.give(input, name, &whole, jobs);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::InputFault;

    const END: InputEnd =
        InputEnd { input: 0, text_bytes: 0, stored_bytes: 0, compression: None, error: None };

    fn text() -> String {
        let game = |number: usize| {
            format!("[Event \"{number}\"]\n\n1. e4 {{{}}} *\n\n", "x".repeat(number * 7 % 400))
        };
        (0..200).map(game).collect()
    }

    fn stretch(text: &[u8], error: Option<InputError>) -> Stretch {
        Stretch { input: 0, name: "a".into(), text: text.to_vec(), stored_bytes: 1, error }
    }

    fn texts(jobs: &[Job]) -> Vec<&[u8]> {
        jobs.iter().map(|job| &*job.pieces[0].bytes).collect()
    }

    #[test]
    fn stretches_of_any_length_make_whole_games_and_all_of_the_text() {
        let text = text();
        for length in [1, 10, 333, 5_000, 1_000_000] {
            let mut stitcher = Stitcher::new(1_000, Buffers::new());
            let mut jobs = Vec::new();
            for part in text.as_bytes().chunks(length) {
                stitcher.stretch(stretch(part, None), &mut jobs);
            }
            let end = stitcher.end(END, &"a".into(), &mut jobs);
            assert!(texts(&jobs).iter().all(|job| job.starts_with(b"[Event ")), "length {length}");
            assert!(texts(&jobs).concat() == text.as_bytes(), "length {length}");
            assert_eq!(end.text_bytes, text.len() as u64);
            let mut offset = 0;
            for job in &jobs {
                assert_eq!(job.pieces[0].offset, offset);
                offset += job.pieces[0].bytes.len() as u64;
            }
            let stored: u64 = jobs.iter().map(|job| job.stored_bytes).sum();
            assert_eq!((stored, end.stored_bytes), (text.len().div_ceil(length) as u64, stored));
        }
    }

    #[test]
    fn text_without_tags_is_given_before_its_end() {
        let text = "1. e4 e5 1-0\n1. d4 *\n\n".repeat(10_000);
        let mut stitcher = Stitcher::new(1_000, Buffers::new());
        let mut jobs = Vec::new();
        for part in text.as_bytes().chunks(333) {
            stitcher.stretch(stretch(part, None), &mut jobs);
            assert!(stitcher.carried.len() < 40_000);
        }
        stitcher.end(END, &"a".into(), &mut jobs);
        assert!(texts(&jobs).concat() == text.as_bytes());
        assert!(texts(&jobs).iter().all(|job| job.trim_ascii_start().starts_with(b"1. ")));
    }

    #[test]
    fn what_came_before_a_fault_is_given_and_nothing_after_it() {
        let text = text();
        let fault = InputFault::Corrupt { offset: 7, text_offset: 3, reason: "x".to_owned() };
        let error = InputError { input: "a".to_owned(), fault };
        let mut stitcher = Stitcher::new(1_000, Buffers::new());
        let mut jobs = Vec::new();
        stitcher.stretch(stretch(&text.as_bytes()[..1_000], None), &mut jobs);
        stitcher.stretch(stretch(&text.as_bytes()[1_000..1_003], Some(error)), &mut jobs);
        stitcher.stretch(stretch(&text.as_bytes()[1_003..], None), &mut jobs);
        let end = stitcher.end(END, &"a".into(), &mut jobs);
        assert!(texts(&jobs).concat() == text.as_bytes()[..1_003]);
        assert_eq!(end.text_bytes, 1_003);
        let fault = end.error.map(|error| error.fault);
        assert!(
            matches!(fault, Some(InputFault::Corrupt { offset: 7, text_offset: 1_003, .. })),
            "{fault:?}"
        );
    }
}
