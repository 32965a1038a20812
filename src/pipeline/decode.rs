//! Frames to text, on whichever thread is free.
//!
//! Owns the stop after a share: a few stored bytes can stand for gigabytes, so a decoder that has given what its frames are taken
//! for (but for a small factor) is put aside and goes on when there is room again.

use crate::error::InputError;
use crate::input::bytes::Buffers;
use crate::input::compression::Step;
use crate::input::source::TextReader;
use crate::pipeline::item::{Frames, FramesState, Stretch};

/// How the buffer grows: the first guess is some games, then it doubles.
const FIRST_BYTES: usize = 2 << 20;

/// Decodes frames, as far as their share allows; gives also what is left of them.
pub fn decode(frames: Frames, buffers: &Buffers) -> (Stretch, Option<Frames>) {
    let Frames { input, name, weight, share, state } = frames;
    let mut text = buffers.take();
    // The decoder fills what there is, however much was held there before.
    text.shrink_to(share);
    let mut stretch = Stretch { input, name: name.clone(), text, stored_bytes: 0, error: None };
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
    let mut target = FIRST_BYTES.min(share);
    let ended = loop {
        match reader.fill(&mut stretch.text, target) {
            Ok(Step::End) => break true,
            Ok(Step::Text) if target >= share => break false,
            Ok(Step::Text) => target = (target * 2).min(share),
            Err(error) => {
                stretch.error = Some(error);
                break true;
            }
        }
    };
    stretch.stored_bytes = reader.offset() - start;
    if ended {
        return (stretch, None);
    }
    let mut rest = Frames { input, name, weight, share, state: FramesState::Begun(reader) };
    rest.exceed();
    (stretch, Some(rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::bytes::Bytes;

    #[test]
    fn no_step_gives_more_than_its_share_whatever_buffer_it_has() {
        let text = vec![b'\n'; 5_000_000];
        let stored = Bytes::owned(zstd::bulk::compress(&text, 1).unwrap());
        let buffers = Buffers::new();
        let mut frames = Some(Frames::stored(0, "a".into(), stored, 0));
        let mut given = Vec::new();
        while let Some(begun) = frames {
            // One that held much more before.
            drop(Bytes::borrowed(vec![0; 20_000_000], &buffers));
            assert!(begun.weight <= begun.share && begun.share <= 2 * begun.weight);
            let (stretch, rest) = decode(begun, &buffers);
            assert!(stretch.error.is_none());
            given.push(stretch.text.len());
            frames = rest;
        }
        // What few stored bytes may give doubles, up to what a usual group of frames may.
        let expected = [128 << 10, 256 << 10, 512 << 10, 1 << 20, 2 << 20];
        assert_eq!(given[..5], expected);
        assert_eq!(given[5..], [5_000_000 - expected.iter().sum::<usize>()]);
    }
}
