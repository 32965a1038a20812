//! Where games begin: a local fact, decidable from any offset with a bounded look back.
//!
//! Owns the boundary rule. Lines start after LF, CR or a byte order mark. A *tag line* is blanks, `[`, blanks, a letter,
//! name characters, blanks, `"`. A tag line opens a section (a game, by and large) if the nearest line above it that is
//! not blank is no tag line, or there is none; comments don't matter, so that one never closed costs one game. An Event tag
//! line under other tag lines opens one too, if walking up over tag and blank lines meets another Event line before
//! any other kind of line. The walk never goes [`LOOK_BACK`] or more above the line; past that, the line opens a section. A
//! tag line that opens a section ends the walk of the Event lines below it.
//!
//! [`Sections`] applies the rule going forward with a few words of state, `opens_section` going backward from one line. They
//! must change together; a property test holds them to each other.

use memchr::{memchr2, memrchr2};

/// How far above a line the rule may look.
pub const LOOK_BACK: usize = 64 * 1024;

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// What a line is, as far as the rule asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Line {
    Blank,
    Tag,
    EventTag,
    Other,
}

/// The kind of the line that starts at `start`. Looks no further than to the opening quote of a tag.
fn line_kind(bytes: &[u8], start: usize) -> Line {
    let mut line = &bytes[start..];
    if line.starts_with(BYTE_ORDER_MARK) {
        line = &line[BYTE_ORDER_MARK.len()..];
    }
    let line = skip_blanks(line);
    match line.first() {
        None | Some(b'\n' | b'\r') => Line::Blank,
        Some(b'[') => tag_line_kind(&line[1..]),
        Some(_) => Line::Other,
    }
}

/// The same for a line that goes on after its `[`.
fn tag_line_kind(line: &[u8]) -> Line {
    let line = skip_blanks(line);
    if !line.first().is_some_and(u8::is_ascii_alphabetic) {
        return Line::Other;
    }
    let length = name_length(line);
    if skip_blanks(&line[length..]).first() != Some(&b'"') {
        return Line::Other;
    }
    if &line[..length] == b"Event" { Line::EventTag } else { Line::Tag }
}

/// Whether a tag pair begins at `start`, be it at the start of a line or not.
pub(super) fn is_tag_line(bytes: &[u8], start: usize) -> bool {
    bytes.get(start) == Some(&b'[') && tag_line_kind(&bytes[start + 1..]) != Line::Other
}

fn skip_blanks(line: &[u8]) -> &[u8] {
    let blanks = line.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    &line[blanks..]
}

/// Whether a tag name may hold a byte: the symbol characters of the PGN standard (section 7).
static IS_NAME_BYTE: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        let symbol = byte as u8;
        table[byte] =
            symbol.is_ascii_alphanumeric() || matches!(symbol, b'_' | b'+' | b'#' | b'=' | b':' | b'-');
        byte += 1;
    }
    table
};

/// How many bytes of a tag name `text` begins with.
#[inline]
pub(super) fn name_length(text: &[u8]) -> usize {
    text.iter().position(|byte| !IS_NAME_BYTE[usize::from(*byte)]).unwrap_or(text.len())
}

/// The start of the line after the one that `from` lies in; the length of `bytes` if there is none.
fn next_line(bytes: &[u8], from: usize) -> usize {
    memchr2(b'\n', b'\r', &bytes[from..]).map_or(bytes.len(), |at| from + at + 1)
}

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

/// The sections of a chunk, in order: ranges that cover it without a gap.
#[derive(Clone, Debug)]
pub struct Sections<'a> {
    bytes: &'a [u8],
    /// Where the next section starts.
    start: usize,
    /// The next line to look at.
    line: usize,
    /// Start of the nearest line above that is not blank, and whether it is a tag line.
    nearest: Option<(usize, bool)>,
    /// Start of the tag line that opened the section, and whether an Event tag stands in the tag lines from there on.
    tags: (usize, bool),
}

impl<'a> Sections<'a> {
    /// The sections of `bytes`, which begin with a section start or with the file.
    pub fn new(bytes: &'a [u8]) -> Sections<'a> {
        Sections { bytes, start: 0, line: 0, nearest: None, tags: (0, false) }
    }

    /// Whether a tag line opens a section, judged by what was passed.
    fn opens(&self, line: usize, kind: Line) -> bool {
        match self.nearest {
            Some((start, true)) if line - start < LOOK_BACK => {
                kind == Line::EventTag && (self.tags.1 || line - self.tags.0 >= LOOK_BACK)
            }
            _ => true,
        }
    }
}

impl Iterator for Sections<'_> {
    type Item = std::ops::Range<usize>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.start == self.bytes.len() {
            return None;
        }
        let start = self.start;
        while self.line < self.bytes.len() {
            let line = self.line;
            let kind = line_kind(self.bytes, line);
            self.line = next_line(self.bytes, line);
            match kind {
                Line::Blank => {}
                Line::Other => self.nearest = Some((line, false)),
                Line::Tag | Line::EventTag => {
                    let opens = self.opens(line, kind);
                    self.nearest = Some((line, true));
                    if opens {
                        self.tags = (line, kind == Line::EventTag);
                        if line > start {
                            self.start = line;
                            return Some(start..line);
                        }
                    } else {
                        self.tags.1 |= kind == Line::EventTag;
                    }
                }
            }
        }
        self.start = self.bytes.len();
        Some(start..self.start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn sections(text: &str) -> Vec<&str> {
        Sections::new(text.as_bytes()).map(|range| &text[range]).collect()
    }

    #[test]
    fn a_tag_line_after_movetext_opens_a_game_with_or_without_a_blank_line() {
        assert_eq!(
            sections("[White \"A\"]\n\n1. e4 *\n[White \"B\"]\n1. d4 *\n"),
            ["[White \"A\"]\n\n1. e4 *\n", "[White \"B\"]\n1. d4 *\n"]
        );
    }

    #[test]
    fn indented_tags_and_a_blank_line_among_tags_stay_together() {
        let game = "   [Event \"A\"]\n\n   [White \"B\"]\r\n\r\n1. e4 *\n";
        assert_eq!(sections(&format!("{game}{game}")), [game, game]);
    }

    #[test]
    fn an_open_comment_ends_with_its_game() {
        assert_eq!(sections("[A \"\"]\n1. e4 {oh\n\n[A \"\"]\n1. d4\n").len(), 2);
    }

    #[test]
    fn event_lines_split_games_that_have_tags_alone() {
        assert_eq!(
            sections("[Event \"1\"]\n[Site \"a\"]\n\n[Event \"2\"]\n[Site \"b\"]\n"),
            ["[Event \"1\"]\n[Site \"a\"]\n\n", "[Event \"2\"]\n[Site \"b\"]\n"]
        );
        assert_eq!(sections("[Site \"a\"]\n[Event \"1\"]\n[White \"b\"]\n").len(), 1);
    }

    #[test]
    fn text_above_the_first_tag_is_a_section_of_its_own() {
        assert_eq!(sections("hello\n\n[Event \"1\"]\n"), ["hello\n\n", "[Event \"1\"]\n"]);
    }

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
        Sections::new(bytes)
            .map(|section| section.start)
            .filter(|start| *start > 0 || next_boundary(bytes, 0) == 0)
            .collect()
    }

    fn lines() -> impl Strategy<Value = String> {
        let line = prop_oneof![
            Just("[Event \"x\"]"),
            Just("[Site \"y\"]"),
            Just("  [White \"z\"]"),
            Just("[Broken"),
            Just(""),
            Just("  "),
            Just("1. e4 e5 {"),
            Just("} [Event \"x\"] 1-0"),
            Just("long"),
        ];
        let end = prop_oneof![Just("\n"), Just("\r\n"), Just("\r")];
        prop::collection::vec((line, end, 0usize..3), 0..30).prop_map(|lines| {
            lines
                .into_iter()
                .map(|(line, end, repeat)| {
                    let long = line == "long";
                    let filler = if long { "x".repeat(20_000 * (repeat + 1)) } else { String::new() };
                    format!("{line}{filler}{end}")
                })
                .collect()
        })
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
                starts.extend(Sections::new(&bytes[pair[0]..pair[1]]).map(|section| section.start + pair[0]));
            }
            let whole: Vec<usize> = Sections::new(bytes).map(|section| section.start).collect();
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
