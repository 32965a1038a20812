//! Text that comes in blocks, cut into buffers of whole sections.
//!
//! Owns the carrying of what a cut leaves over. A section bigger than the buffer grows the buffer: nothing is ever cut
//! within a game.

use crate::error::InputError;
use crate::input::bytes::Bytes;
use crate::input::compression::Step;
use crate::input::source::TextReader;
use crate::pgn::split::last_boundary;

/// Whole sections, in order.
pub struct Sections {
    reader: TextReader,
    target: usize,
    /// What the last cut left over.
    rest: Vec<u8>,
    /// Of `rest`, in the decompressed file.
    offset: u64,
    state: State,
}

enum State {
    Reading,
    Ended,
    /// The text before the fault is handed out first.
    Failed(InputError),
}

impl Sections {
    /// The sections that `reader` gives, in buffers of about `target` bytes.
    pub fn new(reader: TextReader, target: usize) -> Sections {
        Sections { reader, target: target.max(1), rest: Vec::new(), offset: 0, state: State::Reading }
    }

    /// Bytes of text given out so far.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// Stored bytes taken in so far.
    pub fn stored_offset(&self) -> u64 {
        self.reader.offset()
    }

    /// A buffer with the text up to the last place where a game opens, if there is one.
    fn cut(&mut self) -> Option<Bytes> {
        let end = last_boundary(&self.rest)?;
        let tail = self.rest[end..].to_vec();
        let mut head = std::mem::replace(&mut self.rest, tail);
        head.truncate(end);
        Some(self.give(head))
    }

    fn give(&mut self, text: Vec<u8>) -> Bytes {
        self.offset += text.len() as u64;
        Bytes::owned(text)
    }
}

impl Iterator for Sections {
    type Item = Result<Bytes, InputError>;

    fn next(&mut self) -> Option<Result<Bytes, InputError>> {
        let mut target = self.target;
        while let State::Reading = self.state {
            match self.reader.fill(&mut self.rest, target) {
                Ok(Step::Text) => {
                    if let Some(text) = self.cut() {
                        return Some(Ok(text));
                    }
                    // Doubling keeps the search for a boundary linear however long the section is.
                    target = self.rest.len() * 2;
                }
                Ok(Step::End) => self.state = State::Ended,
                Err(error) => self.state = State::Failed(error),
            }
        }
        if !self.rest.is_empty() {
            let text = std::mem::take(&mut self.rest);
            return Some(Ok(self.give(text)));
        }
        match std::mem::replace(&mut self.state, State::Ended) {
            State::Reading | State::Ended => None,
            State::Failed(error) => Some(Err(error)),
        }
    }
}
