//! The tag lines that a section begins with, read while the section is looked for.
//!
//! Owns the plain header: tag lines one right below the other, each with one pair that ends with its line. It is read once,
//! for the splitter and for the lexer; where it stops being plain both go on by themselves, from the line that is not. Whether
//! a line belongs to the section is the rule in [`split`](super::split), and must change with it.

#[cfg(target_arch = "x86_64")]
use super::avx2::Avx2;
use super::lanes::Lanes;
use super::lines::{LOOK_BACK, Line, line_kind};
use super::names::{Place, TextTag, WORD, name_length};
use super::tags::{TagPair, end_of_line, read_tag, skip_blanks};
use crate::finding::Findings;

/// The bytes from the start of a line on that are looked at at once: a block to find marks in, and what may stand behind
/// the last of them. Of the tag lines in 260,000 games, 4 in 1,000 are longer.
const WINDOW: usize = 64 + 4;

/// What was read of a section's tag lines.
#[derive(Clone, Copy, Debug)]
pub(super) struct Header {
    /// The last tag line that was read, if there was one.
    pub(super) last: Option<usize>,
    /// The start of the line that was not read.
    pub(super) end: usize,
    /// Whether an Event tag stands in what was read.
    pub(super) has_event: bool,
}

impl Header {
    /// Reads the plain tag lines from `start` on, where a section starts. Their pairs go to `tags`.
    #[inline(always)]
    pub(super) fn read(
        lanes: impl Lanes,
        bytes: &[u8],
        start: usize,
        tags: &mut Vec<TagPair>,
        findings: &mut Findings,
    ) -> Header {
        let mut header = Header { last: None, end: start, has_event: false };
        let mut follows = bytes.get(start) == Some(&b'[');
        while follows {
            let at = header.end;
            if let Some(line) = PlainLine::read(lanes, bytes, at) {
                if line.place == EVENT {
                    if !header.takes_event(start) {
                        break;
                    }
                    header.has_event = true;
                }
                tags.push(TagPair {
                    name: at + 1..at + line.open - 1,
                    value: at + line.open + 1..at + line.close,
                    place: line.place,
                    escaped: false,
                });
                header.end = at + line.length;
                follows = line.tag_follows;
            } else {
                let takes_event = header.takes_event(start);
                let Some((next, is_event)) = push_odd_line(bytes, at, takes_event, tags, findings) else {
                    break;
                };
                header.has_event |= is_event;
                header.end = next;
                follows = bytes.get(next) == Some(&b'[');
            }
            header.last = Some(at);
        }
        header
    }

    /// The same by AVX2; a function of its own, because one with all of the splitter in it runs out of registers.
    #[cfg(target_arch = "x86_64")]
    #[inline(never)]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn read_by_avx2(
        avx2: Avx2,
        bytes: &[u8],
        start: usize,
        tags: &mut Vec<TagPair>,
        findings: &mut Findings,
    ) -> Header {
        Header::read(avx2, bytes, start, tags, findings)
    }

    /// Whether the next line may be an Event line: it opens a section if there was one before, or if looking for one goes too far.
    #[inline(always)]
    fn takes_event(&self, start: usize) -> bool {
        !self.has_event && self.end - start < LOOK_BACK
    }
}

const EVENT: Place = Place::text(TextTag::Event);

/// A line as nearly all tag lines are written: `[Name "value"]`, with one blank, no backslashes and no stray quotes. Places
/// count from its start.
struct PlainLine {
    place: Place,
    /// The two quotes.
    open: usize,
    close: usize,
    /// Where the next line starts.
    length: usize,
    /// Whether that is known to start with `[`.
    tag_follows: bool,
}

impl PlainLine {
    /// Reads the line that starts at `at`, in one look at 64 bytes and without a loop. `None` says nothing about it.
    #[inline(always)]
    fn read(lanes: impl Lanes, bytes: &[u8], at: usize) -> Option<PlainLine> {
        let window: &[u8; WINDOW] = bytes[at..].first_chunk()?;
        let (block, _) = window.split_first_chunk::<64>()?;
        let marks = lanes.tag_marks(block);
        let open = marks.trailing_zeros() as usize;
        let close = (marks & marks.wrapping_sub(1)).trailing_zeros() as usize;
        if open < 3 || close > 63 || window[open - 1..=open] != *b" \"" {
            return None;
        }
        let end = u32::from_le_bytes(*window[close..].first_chunk()?);
        let (length, tag_follows) = if end == u32::from_le_bytes(*b"\"]\n[") {
            (close + 3, true)
        } else if end << 8 == u32::from_le_bytes(*b"\0\"]\n") {
            (close + 3, false)
        } else if end == u32::from_le_bytes(*b"\"]\r\n") {
            (close + 4, bytes.get(at + close + 4) == Some(&b'['))
        } else {
            return None;
        };
        let place = match Place::of_known(window.first_chunk::<WORD>()?, open) {
            Some(place) => place,
            None => unknown_place(&block[1..open - 1])?,
        };
        Some(PlainLine { place, open, close, length, tag_follows })
    }
}

/// The place of a name that is not among the known ones, if it is one that makes a tag line.
#[inline(never)]
fn unknown_place(name: &[u8]) -> Option<Place> {
    let is_name = name.first().is_some_and(u8::is_ascii_alphabetic) && name_length(name) == name.len();
    is_name.then_some(Place::EXTRA)
}

/// Reads any other line that begins with `[`, if it is a tag line with one pair and nothing else, and no Event line where none can be taken.
/// Gives where the next line starts, and whether this is an Event line.
#[inline(never)]
fn push_odd_line(
    bytes: &[u8],
    at: usize,
    takes_event: bool,
    tags: &mut Vec<TagPair>,
    findings: &mut Findings,
) -> Option<(usize, bool)> {
    let is_event = match line_kind(bytes, at) {
        Line::Tag => false,
        Line::EventTag if takes_event => true,
        Line::EventTag | Line::Other | Line::Blank => return None,
    };
    let line = end_of_line(bytes, at, bytes.len());
    let mut odd = Findings::NONE;
    let (pair, after) = read_tag(bytes, at, bytes.len(), &mut odd);
    // A value may run over a CR. What stays within its line doesn't depend on where the section ends.
    if after > line || skip_blanks(bytes, after, line) != line {
        return None;
    }
    let next = match bytes[line..] {
        [b'\r', b'\n', ..] => line + 2,
        [_, ..] => line + 1,
        [] => line,
    };
    // The rule doesn't see a tag line from so far below.
    if next - at >= LOOK_BACK {
        return None;
    }
    tags.push(pair?);
    findings.extend(odd);
    Some((next, is_event))
}
