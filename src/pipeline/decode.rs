//! Frames to text, on whichever thread is free.
//!
//! Owns the stop after a share: a few stored bytes can stand for gigabytes, so a decoder that has given what its frames weigh in
//! a wave (but for a small factor) is put aside and goes on in the next.

use crate::error::InputError;
use crate::input::bytes::Buffers;
use crate::input::compression::Step;
use crate::input::source::TextReader;
use crate::pipeline::feed::{Feed, Frames, FramesState, Stretch};

/// How the buffer grows: the first guess is some games, then it doubles.
const FIRST_BYTES: usize = 2 << 20;

/// Decodes what has to be decoded, as far as its share and `most` bytes of text allow; gives also what is left of it.
pub fn decode(feed: Feed, most: usize, buffers: &Buffers) -> (Feed, Option<Frames>) {
    match feed {
        Feed::Frames(frames) => {
            let (stretch, rest) = step(frames, most, buffers);
            (Feed::Stretch(stretch), rest)
        }
        feed @ (Feed::Jobs(_) | Feed::Stretch(_) | Feed::End(_)) => (feed, None),
    }
}

fn step(frames: Frames, most: usize, buffers: &Buffers) -> (Stretch, Option<Frames>) {
    let Frames { input, name, share, state } = frames;
    let most = share.min(most);
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
    let mut target = FIRST_BYTES.min(most);
    let ended = loop {
        match reader.fill(&mut stretch.text, target) {
            Ok(Step::End) => break true,
            Ok(Step::Text) if target >= most => break false,
            Ok(Step::Text) => target = (target * 2).min(most),
            Err(error) => {
                stretch.error = Some(error);
                break true;
            }
        }
    };
    stretch.stored_bytes = reader.offset() - start;
    let rest = (!ended).then(|| Frames::begun(input, name, share, reader));
    (stretch, rest)
}
