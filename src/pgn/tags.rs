//! Tag pairs: `[Name "value"]`, in any order, of any length, with what people do to quotes.

use std::borrow::Cow;
use std::ops::Range;

use memchr::{memchr, memchr2, memchr3, memrchr};

use super::names::{Place, name_length};
use crate::finding::{Finding, Findings};

/// One tag pair, as ranges of the bytes it was read from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TagPair {
    /// The name.
    pub name: Range<usize>,
    /// The value between its quotes, escapes and all.
    pub value: Range<usize>,
    /// Where the value goes: what the name says.
    pub place: Place,
    /// Whether the value holds backslashes.
    pub escaped: bool,
}

/// Reads the tag pair whose `[` stands at `at`. Gives the pair, if there is one, and where to go on, at most `end`.
///
/// A value ends with its line. A quote that no closing bracket follows belongs to the value (`"The "Immortal" game"`), with
/// a finding; a value that is never closed goes on to its bracket or to the end of the line.
pub fn read_tag(bytes: &[u8], at: usize, end: usize, findings: &mut Findings) -> (Option<TagPair>, usize) {
    let name_start = skip_blanks(bytes, at + 1, end);
    let name_end = name_start + name_length(&bytes[name_start..end]);
    let quote = skip_blanks(bytes, name_end, end);
    if name_end == name_start || bytes[quote..end].first() != Some(&b'"') {
        findings.insert(Finding::MalformedTag);
        return (None, end_of_broken_tag(bytes, at + 1, end));
    }
    let value_start = quote + 1;
    // The common tag: a closing quote, and its bracket at once.
    if let Some(length) = memchr3(b'"', b'\\', b'\n', &bytes[value_start..end]) {
        let close = value_start + length;
        if bytes[close] == b'"' && close + 1 < end && bytes[close + 1] == b']' {
            return (Some(pair(bytes, name_start..name_end, value_start..close, false)), close + 2);
        }
    }
    let (value_end, escaped, next) = end_of_odd_value(bytes, value_start, end, findings);
    (Some(pair(bytes, name_start..name_end, value_start..value_end, escaped)), next)
}

fn pair(bytes: &[u8], name: Range<usize>, value: Range<usize>, escaped: bool) -> TagPair {
    let place = Place::of(&bytes[name.clone()]);
    TagPair { name, value, place, escaped }
}

pub(super) fn skip_blanks(bytes: &[u8], from: usize, end: usize) -> usize {
    from + bytes[from..end].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count()
}

/// After the bracket that closes a broken tag, or at the end of its line.
fn end_of_broken_tag(bytes: &[u8], from: usize, end: usize) -> usize {
    let line = end_of_line(bytes, from, end);
    memchr(b']', &bytes[from..line]).map_or(line, |at| from + at + 1)
}

/// Where the line ends: at its LF or CR, or at `end`.
pub(super) fn end_of_line(bytes: &[u8], from: usize, end: usize) -> usize {
    memchr2(b'\n', b'\r', &bytes[from..end]).map_or(end, |at| from + at)
}

/// The end of a value that has escapes, stray quotes or no end; whether it holds backslashes; and where to go on.
fn end_of_odd_value(bytes: &[u8], start: usize, end: usize, findings: &mut Findings) -> (usize, bool, usize) {
    let line = end_of_line(bytes, start, end);
    let mut at = start;
    let mut escaped = false;
    let mut stray = false;
    while at < line {
        match bytes[at] {
            b'\\' if at + 1 < line && matches!(bytes[at + 1], b'"' | b'\\') => {
                escaped = true;
                at += 2;
                continue;
            }
            b'"' => {
                let after = skip_blanks(bytes, at + 1, line);
                if after < line && bytes[after] == b']' {
                    findings.insert_if(Finding::MalformedTag, stray);
                    return (at, escaped, after + 1);
                }
                stray = true;
            }
            _ => {}
        }
        at += 1;
    }
    // No quote with a bracket behind it: the value ends at its last quote, or else before the line's last bracket.
    findings.insert(Finding::MalformedTag);
    let value = &bytes[start..line];
    if let Some(close) = memrchr(b'"', value) {
        let next = memchr(b']', &value[close..]).map_or(line, |bracket| start + close + bracket + 1);
        // What looked escaped may have been the closing quote of a value that ends in a backslash.
        return (start + close, memchr(b'\\', &value[..close]).is_some(), next);
    }
    match memrchr(b']', value) {
        Some(bracket) => (start + bracket, escaped, start + bracket + 1),
        None => (line, escaped, line),
    }
}

/// Bytes that are known to be ASCII, and so are text wherever they are cut.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ascii<'a>(&'a [u8]);

impl<'a> Ascii<'a> {
    /// `bytes`, if all of them are ASCII.
    pub(super) fn new(bytes: &'a [u8]) -> Option<Ascii<'a>> {
        bytes.is_ascii().then_some(Ascii(bytes))
    }

    /// The text in a range of them. Checked once a header and not at both ends of each value: 15 ns a game less.
    #[inline]
    #[allow(unsafe_code)]
    pub(super) fn text(self, range: Range<usize>) -> Option<&'a str> {
        // SAFETY: `Ascii::new` has found all bytes to be ASCII, and they are so still: nobody writes to them while they are borrowed. Of
        // a mapped file that is the premise on which `input/map.rs` has mapped it.
        self.0.get(range).map(|bytes| unsafe { std::str::from_utf8_unchecked(bytes) })
    }
}

/// A tag's text: escapes resolved, bytes that are not UTF-8 read as Windows-1252 (with a finding).
pub fn decode<'a>(value: &'a [u8], escaped: bool, findings: &mut Findings) -> Cow<'a, str> {
    match std::str::from_utf8(value) {
        Ok(text) if escaped => Cow::Owned(unescape(text)),
        Ok(text) => Cow::Borrowed(text),
        Err(_) => {
            findings.insert(Finding::NotUtf8);
            let text: String = value.iter().map(|byte| windows_1252(*byte)).collect();
            if escaped { Cow::Owned(unescape(&text)) } else { Cow::Owned(text) }
        }
    }
}

fn unescape(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(char) = chars.next() {
        match (char, chars.peek()) {
            ('\\', Some(&next @ ('"' | '\\'))) => {
                plain.push(next);
                chars.next();
            }
            _ => plain.push(char),
        }
    }
    plain
}

/// The character that a byte stands for in Windows-1252, as the WHATWG encoding standard has it: the five bytes without a
/// character of their own are control characters.
pub fn windows_1252(byte: u8) -> char {
    const HIGH: [char; 32] = [
        '\u{20AC}', '\u{81}', '\u{201A}', '\u{192}', '\u{201E}', '\u{2026}', '\u{2020}', '\u{2021}',
        '\u{2C6}', '\u{2030}', '\u{160}', '\u{2039}', '\u{152}', '\u{8D}', '\u{17D}', '\u{8F}', '\u{90}',
        '\u{2018}', '\u{2019}', '\u{201C}', '\u{201D}', '\u{2022}', '\u{2013}', '\u{2014}', '\u{2DC}',
        '\u{2122}', '\u{161}', '\u{203A}', '\u{153}', '\u{9D}', '\u{17E}', '\u{178}',
    ];
    match byte {
        0x80..=0x9F => HIGH[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (Option<(String, String)>, usize, Findings) {
        let mut findings = Findings::NONE;
        let bytes = text.as_bytes();
        let (pair, next) = read_tag(bytes, 0, bytes.len(), &mut findings);
        let pair = pair.map(|pair| {
            let value = decode(&bytes[pair.value], pair.escaped, &mut findings);
            (text[pair.name].to_owned(), value.into_owned())
        });
        (pair, next, findings)
    }

    fn value(text: &str) -> (String, bool) {
        let (pair, next, findings) = read(text);
        assert_eq!(next, text.len(), "{text}");
        (pair.expect("a pair").1, findings.contains(Finding::MalformedTag))
    }

    #[test]
    fn a_plain_tag_is_read() {
        let (pair, next, findings) = read("[Event \"Rated Blitz game\"]\n1. e4");
        assert_eq!(pair, Some(("Event".into(), "Rated Blitz game".into())));
        assert_eq!(next, 26);
        assert!(findings.is_empty());
    }

    #[test]
    fn blanks_are_allowed_wherever_they_can_stand() {
        assert_eq!(read("[ Event   \"x\" ]").0, Some(("Event".into(), "x".into())));
    }

    #[test]
    fn escapes_are_resolved() {
        assert_eq!(value(r#"[A "say \"x\" \\ y\z"]"#), (r#"say "x" \ y\z"#.to_owned(), false));
    }

    #[test]
    fn stray_quotes_and_brackets_belong_to_the_value() {
        assert_eq!(value(r#"[A "The "Immortal" game"]"#), (r#"The "Immortal" game"#.to_owned(), true));
        assert_eq!(value(r#"[A "a [b] c"]"#), ("a [b] c".to_owned(), false));
    }

    #[test]
    fn a_value_may_end_in_a_backslash() {
        assert_eq!(value(r#"[A "C:\"]"#), ("C:\\".to_owned(), true));
    }

    #[test]
    fn a_value_without_its_quote_ends_with_bracket_or_line() {
        assert_eq!(value(r#"[A "abc]"#), ("abc".to_owned(), true));
        assert_eq!(value(r#"[A "abc"#), ("abc".to_owned(), true));
        assert_eq!(read("[A \"abc\n[B \"x\"]").1, 7);
    }

    #[test]
    fn what_is_no_tag_is_passed_with_a_finding() {
        let (pair, next, findings) = read("[Event x]\n");
        assert_eq!((pair, next), (None, 9));
        assert!(findings.contains(Finding::MalformedTag));
    }

    #[test]
    fn bytes_that_are_not_utf8_are_windows_1252() {
        let mut findings = Findings::NONE;
        assert_eq!(decode(b"M\xFCller \x80", false, &mut findings), "M\u{FC}ller \u{20AC}");
        assert!(findings.contains(Finding::NotUtf8));
    }
}
