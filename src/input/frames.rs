//! The independent frames of a compressed file that is all at hand, found without decoding.
//!
//! Owns the cutting of such files into groups that threads decode on their own; pzstd writes them, and Lichess publishes
//! them. pzstd announces each frame's length in a skippable frame, but anybody can write a number: lengths are taken from
//! the frames' own block headers. A frame that is too big for a thread's share, or can't be followed to its end, is left
//! to a decoder that reads from there to the end of the file.

use std::ops::Range;

use zstd::zstd_safe::find_frame_compressed_size;

/// The longest frame that is decoded as a whole. pzstd's frames are some megabytes; the frames of a plain `zstd` are as
/// long as the file and better read block by block.
const LONGEST_FRAME: usize = 16 << 20;

/// A stretch of a compressed file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Group {
    /// Whole frames, which need nothing of what comes before.
    Frames(Range<usize>),
    /// All that is left, to be decoded in order.
    Rest(Range<usize>),
}

/// Groups of about `target` stored bytes, in order; together they are the file.
pub fn groups(stored: &[u8], target: usize) -> Groups<'_> {
    Groups { stored, target, start: 0 }
}

/// See [`groups`].
pub struct Groups<'a> {
    stored: &'a [u8],
    target: usize,
    start: usize,
}

impl Iterator for Groups<'_> {
    type Item = Group;

    fn next(&mut self) -> Option<Group> {
        let start = self.start;
        if start == self.stored.len() {
            return None;
        }
        let mut end = start;
        while end < self.stored.len() && end - start < self.target.max(1) {
            match frame_length(&self.stored[end..]) {
                Some(length) => end += length,
                None => break,
            }
        }
        if end > start {
            self.start = end;
            return Some(Group::Frames(start..end));
        }
        self.start = self.stored.len();
        Some(Group::Rest(start..self.start))
    }
}

/// The length of the frame that `stored` begins with, if it ends before it gets too long.
fn frame_length(stored: &[u8]) -> Option<usize> {
    let window = &stored[..stored.len().min(LONGEST_FRAME)];
    find_frame_compressed_size(window).ok().filter(|length| (1..=window.len()).contains(length))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn announced(text: &[u8], lie: u32) -> Vec<u8> {
        let frame = zstd::bulk::compress(text, 3).unwrap();
        let mut file = vec![0x50, 0x2A, 0x4D, 0x18, 4, 0, 0, 0];
        file.extend((frame.len() as u32 + lie).to_le_bytes());
        file.extend(frame);
        file
    }

    #[test]
    fn announced_frames_are_cut_whatever_the_announcement_says() {
        for lie in [0, 1, 1_000_000] {
            let one = announced(b"one", lie);
            let file = [one.clone(), announced(b"two", lie)].concat();
            let cuts: Vec<_> = groups(&file, 13).collect();
            assert_eq!(cuts, [Group::Frames(0..one.len()), Group::Frames(one.len()..file.len())]);
            assert_eq!(groups(&file, 1_000).collect::<Vec<_>>(), [Group::Frames(0..file.len())]);
        }
    }

    #[test]
    fn what_cannot_be_followed_is_left_to_a_reader() {
        let good = announced(b"one", 0);
        let mut file = good.clone();
        file.extend(&announced(b"two", 0)[..15]);
        let length = file.len();
        let cuts: Vec<_> = groups(&file, 1_000).collect();
        // The announcement of the second frame is a whole frame of its own.
        assert_eq!(cuts, [Group::Frames(0..good.len() + 12), Group::Rest(good.len() + 12..length)]);
        assert_eq!(groups(b"no frame", 10).collect::<Vec<_>>(), [Group::Rest(0..8)]);
        assert_eq!(groups(b"", 10).count(), 0);
    }
}
