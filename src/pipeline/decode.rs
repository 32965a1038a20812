//! Frames to text, on whichever thread is free.
//!
//! Owns the bound on what one step gives: a few stored bytes can stand for gigabytes, so a decoder that has given its
//! share is put aside and goes on in the next wave.

use crate::error::InputError;
use crate::input::bytes::Buffers;
use crate::input::compression::Step;
use crate::input::source::TextReader;
use crate::pipeline::feed::{Feed, Frames, FramesState, Stretch};

/// The most text of one step; pzstd's frames hold less.
const STEP_BYTES: usize = 64 << 20;
/// How the buffer grows: the first guess is some games, then it doubles.
const FIRST_BYTES: usize = 2 << 20;

/// Decodes what has to be decoded; gives also what is left of it.
pub fn decode(feed: Feed, buffers: &Buffers) -> (Feed, Option<Frames>) {
    match feed {
        Feed::Frames(frames) => {
            let (stretch, rest) = step(frames, buffers);
            (Feed::Stretch(stretch), rest)
        }
        feed @ (Feed::Jobs(_) | Feed::Stretch(_) | Feed::End(_)) => (feed, None),
    }
}

fn step(frames: Frames, buffers: &Buffers) -> (Stretch, Option<Frames>) {
    let Frames { input, name, state } = frames;
    let mut stretch =
        Stretch { input, name: name.clone(), text: buffers.take(), stored_bytes: 0, error: None };
    let (mut reader, start) = match state {
        FramesState::Begun(reader) => {
            let start = reader.offset();
            (reader, start)
        }
        FramesState::Stored { bytes, offset } => match TextReader::compressed(&name, bytes, offset) {
            Ok(reader) => (Box::new(reader), offset),
            Err(error) => {
                stretch.error = Some(InputError::opening(&name, &error));
                return (stretch, None);
            }
        },
    };
    let mut target = FIRST_BYTES;
    let ended = loop {
        match reader.fill(&mut stretch.text, target) {
            Ok(Step::End) => break true,
            Ok(Step::Text) if target >= STEP_BYTES => break false,
            Ok(Step::Text) => target *= 2,
            Err(error) => {
                stretch.error = Some(error);
                break true;
            }
        }
    };
    stretch.stored_bytes = reader.offset() - start;
    let rest = (!ended).then(|| Frames { input, name, state: FramesState::Begun(reader) });
    (stretch, rest)
}
