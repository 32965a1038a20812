//! The sections of a chunk, in order: the boundary rule going forward.
//!
//! Applies what [`split`](super::split) says, with a few words of state. They must change together; a property test holds them to
//! each other, and both to a slow twin that looks at each line.

#[cfg(target_arch = "x86_64")]
use super::avx2::Avx2;
use super::header::Header;
use super::lanes::{Block, Lanes, Plain};
use super::lines::{LOOK_BACK, Line, line_kind};
use super::tags::TagPair;
use crate::finding::Findings;

/// The beginning of a section, read in passing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Opening {
    /// Where the section starts.
    pub(super) start: usize,
    /// Where its plain header ends; its start if it has none.
    pub(super) header_end: usize,
}

/// The sections of a chunk, in order: they cover it without a gap.
///
/// Lines are found 64 bytes at a time, and a plain header is read once for splitter and lexer. Of a section with a plain header only what
/// lies behind its plain moves is looked through: those the lexer has read by then, and it stops where a section may end. That took the
/// splitter from 154 ns a Lichess game to some 10 beside the header. Property tests hold the sections to those of the slow twin here, the
/// games to those of another in [`games`](super::games).
#[derive(Clone, Debug)]
pub(super) struct Sections<'a> {
    bytes: &'a [u8],
    /// Where the next section starts: a line not looked at yet.
    start: usize,
    /// Start of the nearest line above that is not blank, if it is a tag line.
    nearest: Option<usize>,
    /// Start of the tag line that opened the section, and whether an Event tag stands in the tag lines from there on.
    tags: (usize, bool),
    /// How to look at 64 bytes, if not by [`Plain`].
    #[cfg(target_arch = "x86_64")]
    avx2: Option<Avx2>,
}

impl<'a> Sections<'a> {
    /// The sections of `bytes`, which begin with a section start or with the file.
    pub(super) fn new(bytes: &'a [u8]) -> Sections<'a> {
        Sections {
            bytes,
            start: 0,
            nearest: None,
            tags: (0, false),
            #[cfg(target_arch = "x86_64")]
            avx2: Avx2::detect(),
        }
    }

    /// Begins with the next section. Its plain header is read into `tags` and `findings`.
    pub(super) fn open(&mut self, tags: &mut Vec<TagPair>, findings: &mut Findings) -> Option<Opening> {
        let start = self.start;
        if start == self.bytes.len() {
            return None;
        }
        let header = self.read_header(tags, findings);
        if header.last.is_some() {
            self.nearest = header.last;
            self.tags = (start, header.has_event);
        }
        Some(Opening { start, header_end: header.end })
    }

    fn read_header(&self, tags: &mut Vec<TagPair>, findings: &mut Findings) -> Header {
        #[cfg(target_arch = "x86_64")]
        if let Some(avx2) = self.avx2 {
            // SAFETY: `avx2` exists, so `Avx2::detect` has found what this asks for on this processor.
            #[allow(unsafe_code)]
            return unsafe { Header::read_by_avx2(avx2, self.bytes, self.start, tags, findings) };
        }
        Header::read(Plain, self.bytes, self.start, tags, findings)
    }

    /// The end of the section that was opened last, looked for behind its plain header.
    pub(super) fn end(&mut self, opening: Opening) -> usize {
        self.end_from(opening.header_end, Pass { after_end: 1, others: 0 })
    }

    /// The same where movetext has been read from `movetext` up to `place` and no line in between is a tag line: nearly the whole section
    /// need not be looked through once more.
    pub(super) fn end_behind(&mut self, opening: Opening, movetext: usize, place: usize) -> usize {
        if place <= movetext {
            return self.end(opening);
        }
        // A line that has but begun is looked at from its start.
        let passed = &self.bytes[movetext..place];
        let blanks = passed.iter().rev().take_while(|byte| **byte == b' ').count();
        let is_start = matches!(passed[..passed.len() - blanks].last(), Some(b'\n' | b'\r'));
        let from = if is_start { place - blanks } else { place };
        self.end_from(from, Pass { after_end: u64::from(is_start), others: 1 })
    }

    fn end_from(&mut self, from: usize, pass: Pass) -> usize {
        #[cfg(target_arch = "x86_64")]
        if let Some(avx2) = self.avx2 {
            // SAFETY: `avx2` exists, so `Avx2::detect` has found what this asks for on this processor.
            #[allow(unsafe_code)]
            return unsafe { self.next_by_avx2(avx2, from, pass) };
        }
        self.next(Plain, from, pass)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn next_by_avx2(&mut self, avx2: Avx2, from: usize, pass: Pass) -> usize {
        self.next(avx2, from, pass)
    }

    /// Goes to the next section, looked for from `from` on; gives where it starts.
    #[inline(always)]
    fn next(&mut self, lanes: impl Lanes, from: usize, pass: Pass) -> usize {
        self.start = self.next_start(lanes, from, pass);
        self.start
    }

    #[inline(always)]
    fn next_start(&mut self, lanes: impl Lanes, from: usize, mut pass: Pass) -> usize {
        let bytes = self.bytes;
        let mut at = from;
        while let Some(block) = bytes[at..].first_chunk::<64>() {
            if let Some(start) = self.pass(lanes, &mut pass, at, block, u64::MAX) {
                return start;
            }
            at += 64;
        }
        let rest = &bytes[at..];
        let mut block = [0; 64];
        block[..rest.len()].copy_from_slice(rest);
        let within = (1 << rest.len()) - 1;
        self.pass(lanes, &mut pass, at, &block, within).unwrap_or(bytes.len())
    }

    /// Passes the lines that start in a block, of which the bytes in `within` count. Gives the start of a section, if one is
    /// there.
    #[inline(always)]
    fn pass(
        &mut self,
        lanes: impl Lanes,
        pass: &mut Pass,
        at: usize,
        block: &Block,
        within: u64,
    ) -> Option<usize> {
        let ends = lanes.line_ends(block);
        let starts = (ends << 1 | pass.after_end) & within;
        pass.after_end = ends >> 63;
        let mut telling = starts & lanes.telling(block);
        let others = starts & !ends & !telling;
        if telling == 0 {
            pass.others |= others;
            return None;
        }
        let mut unseen = others;
        while telling != 0 {
            let line = telling.trailing_zeros();
            let above = unseen & ((1 << line) - 1);
            if pass.others | above != 0 {
                self.nearest = None;
            }
            if self.opens(at + line as usize) {
                return Some(at + line as usize);
            }
            pass.others = 0;
            unseen ^= above;
            telling &= telling - 1;
        }
        pass.others = unseen;
        None
    }

    /// Whether a line opens a section, judged by what was passed; takes it for passed, if it opens none or is where the section starts.
    #[inline(never)]
    fn opens(&mut self, line: usize) -> bool {
        let kind = line_kind(self.bytes, line);
        match kind {
            Line::Blank => false,
            Line::Other => {
                self.nearest = None;
                false
            }
            Line::Tag | Line::EventTag => {
                let is_event = kind == Line::EventTag;
                let opens = match self.nearest {
                    Some(above) if line - above < LOOK_BACK => {
                        is_event && (self.tags.1 || line - self.tags.0 >= LOOK_BACK)
                    }
                    Some(_) | None => true,
                };
                if opens && line > self.start {
                    return true;
                }
                self.nearest = Some(line);
                self.tags = if opens { (line, is_event) } else { (self.tags.0, self.tags.1 | is_event) };
                false
            }
        }
    }
}

/// What [`Sections`] carries from block to block.
struct Pass {
    /// 1 if the next block starts a line, else 0.
    after_end: u64,
    /// Not zero if a line that is neither blank nor a tag line was passed since the last one that was looked at.
    others: u64,
}

#[cfg(test)]
pub(super) mod tests {
    use std::ops::Range;

    use super::super::lines::next_line;
    use super::*;
    use proptest::prelude::*;

    /// The slow twin of [`Sections`]: each line is looked at.
    #[derive(Clone, Debug)]
    pub(in crate::pgn) struct LineByLine<'a> {
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

    impl<'a> LineByLine<'a> {
        /// The sections of `bytes`, which begin with a section start or with the file.
        pub(in crate::pgn) fn new(bytes: &'a [u8]) -> LineByLine<'a> {
            LineByLine { bytes, start: 0, line: 0, nearest: None, tags: (0, false) }
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

    impl Iterator for LineByLine<'_> {
        type Item = Range<usize>;

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

    /// The sections as they are found, with or without AVX2.
    fn all(mut sections: Sections<'_>) -> Vec<Range<usize>> {
        let mut ranges = Vec::new();
        while let Some(opening) = sections.open(&mut Vec::new(), &mut Findings::default()) {
            let end = sections.end(opening);
            assert!((opening.start..=end).contains(&opening.header_end));
            ranges.push(opening.start..end);
        }
        ranges
    }

    /// The sections, found the same by all three.
    pub(in crate::pgn) fn ranges(bytes: &[u8]) -> Vec<Range<usize>> {
        let ranges: Vec<_> = LineByLine::new(bytes).collect();
        assert_eq!(all(Sections::new(bytes)), ranges, "{:?}", String::from_utf8_lossy(bytes));
        #[cfg(target_arch = "x86_64")]
        assert_eq!(all(Sections { avx2: None, ..Sections::new(bytes) }), ranges);
        ranges
    }

    fn sections(text: &str) -> Vec<&str> {
        ranges(text.as_bytes()).into_iter().map(|range| &text[range]).collect()
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

    /// Texts in which the rule has something to decide.
    pub(in crate::pgn) fn lines() -> impl Strategy<Value = String> {
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
        fn lines_by_the_block_and_one_by_one_give_the_same_sections(text in lines()) {
            ranges(text.as_bytes());
        }

        #[test]
        fn any_bytes_can_be_split(bytes in prop::collection::vec(prop::sample::select(b"[E \"]\n\r\t1\xEF".to_vec()), 0..300)) {
            ranges(&bytes);
        }
    }
}
