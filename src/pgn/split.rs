//! Where games begin: a local fact, decidable from any offset with a bounded look back.
//!
//! Owns the boundary rule. Lines start after LF, CR or a byte order mark. A *tag line* is blanks, `[`, blanks, a letter,
//! name characters, blanks, `"`. A tag line opens a section (a game, by and large) if the nearest line above it that is
//! not blank is no tag line, or there is none; comments don't matter, so that one never closed costs one game. An Event tag
//! line under other tag lines opens one too, if walking up over tag and blank lines meets another Event line before
//! any other kind of line. The walk never goes `LOOK_BACK` or more above the line; past that, the line opens a section. A
//! tag line that opens a section ends the walk of the Event lines below it.
//!
//! `Sections` applies the rule going forward with a few words of state, `opens_section` going backward from one
//! line. They must change together; a property test holds them to each other.

use memchr::memrchr2;

use super::lines::{LOOK_BACK, Line, line_kind, next_line};

/// The start of the line above the one that starts at `line`, unless that is [`LOOK_BACK`] bytes away or more.
fn line_above(bytes: &[u8], line: usize) -> Option<usize> {
    let limit = line.saturating_sub(LOOK_BACK);
    // The line above ends before `line - 1`, which is its terminator.
    match memrchr2(b'\n', b'\r', &bytes[limit..line.checked_sub(1)?]) {
        Some(at) => Some(limit + at + 1),
        None => (line < LOOK_BACK).then_some(0),
    }
}

/// The start and the kind of the nearest line above `line` that is not blank, under the same limit.
fn nearest_above(bytes: &[u8], line: usize) -> Option<(usize, Line)> {
    let mut above = line;
    loop {
        above = line_above(bytes, above).filter(|above| line - above < LOOK_BACK)?;
        match line_kind(bytes, above) {
            Line::Blank => {}
            kind => return Some((above, kind)),
        }
    }
}

/// Whether the tag line that starts at `start` opens a section, judged by the lines above it.
fn opens_section(bytes: &[u8], start: usize, kind: Line) -> bool {
    let (mut line, mut above) = match nearest_above(bytes, start) {
        None | Some((_, Line::Other | Line::Blank)) => return true,
        Some(tag) => tag,
    };
    if kind != Line::EventTag {
        return false;
    }
    loop {
        if above == Line::EventTag || start - line >= LOOK_BACK {
            return true;
        }
        (line, above) = match nearest_above(bytes, line) {
            // The tag line at `line` opens the section that `start` belongs to.
            None | Some((_, Line::Other | Line::Blank)) => return false,
            Some(tag) => tag,
        };
    }
}

/// The first section start at or after `from`; the length of `bytes` if there is none.
///
/// Any set of cuts that this function makes gives the same sections.
pub fn next_boundary(bytes: &[u8], from: usize) -> usize {
    let at_line_start = from == 0 || matches!(bytes.get(from.wrapping_sub(1)), Some(b'\n' | b'\r'));
    let mut line = if at_line_start { from } else { next_line(bytes, from) };
    while line < bytes.len() {
        let kind = line_kind(bytes, line);
        if matches!(kind, Line::Tag | Line::EventTag) && opens_section(bytes, line, kind) {
            return line;
        }
        line = next_line(bytes, line);
    }
    bytes.len()
}

/// The last section start of a buffer that begins with one (or with the file) and may end anywhere; `None` if there is
/// none after the first byte. All before it is whole.
pub fn last_boundary(bytes: &[u8]) -> Option<usize> {
    let mut end = bytes.len();
    while let Some(at) = memrchr2(b'\n', b'\r', &bytes[..end]) {
        let line = at + 1;
        // A line cut short by the end of the buffer is no tag line yet, or already is one for good.
        let kind = line_kind(bytes, line);
        if matches!(kind, Line::Tag | Line::EventTag) && opens_section(bytes, line, kind) {
            return Some(line);
        }
        end = at;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::sections::tests::{lines, ranges};
    use super::*;
    use proptest::prelude::*;

    /// The rule applied backward, from each line by itself.
    fn by_looking_back(bytes: &[u8]) -> Vec<usize> {
        let mut starts = Vec::new();
        let mut from = 0;
        while from < bytes.len() {
            let boundary = next_boundary(bytes, from);
            if boundary < bytes.len() {
                starts.push(boundary);
            }
            from = boundary + 1;
        }
        starts
    }

    fn by_going_forward(bytes: &[u8]) -> Vec<usize> {
        ranges(bytes)
            .into_iter()
            .map(|section| section.start)
            .filter(|start| *start > 0 || next_boundary(bytes, 0) == 0)
            .collect()
    }

    proptest! {
        #[test]
        fn forward_and_backward_find_the_same_sections(text in lines()) {
            prop_assert_eq!(by_going_forward(text.as_bytes()), by_looking_back(text.as_bytes()));
        }

        #[test]
        fn any_cut_gives_the_same_sections(text in lines(), cuts in prop::collection::vec(0usize..200_000, 0..6)) {
            let bytes = text.as_bytes();
            let mut cuts: Vec<usize> = cuts.into_iter().map(|cut| next_boundary(bytes, cut.min(bytes.len()))).collect();
            cuts.push(0);
            cuts.push(bytes.len());
            cuts.sort_unstable();
            let mut starts = Vec::new();
            for pair in cuts.windows(2) {
                starts.extend(ranges(&bytes[pair[0]..pair[1]]).iter().map(|section| section.start + pair[0]));
            }
            let whole: Vec<usize> = ranges(bytes).iter().map(|section| section.start).collect();
            prop_assert_eq!(starts, whole);
        }

        #[test]
        fn the_last_boundary_of_a_prefix_is_one_of_the_whole(text in lines(), end in 0usize..200_000) {
            let bytes = text.as_bytes();
            let prefix = &bytes[..end.min(bytes.len())];
            let whole = by_looking_back(bytes);
            let last = last_boundary(prefix);
            if let Some(last) = last {
                prop_assert!(whole.contains(&last));
            }
            let expected = whole.iter().rev().find(|start| **start > 0 && matches!(line_kind(prefix, (**start).min(prefix.len())), Line::Tag | Line::EventTag));
            prop_assert_eq!(last, expected.copied());
        }
    }
}
