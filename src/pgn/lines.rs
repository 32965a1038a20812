//! What a line is, as far as the boundary rule asks.
//!
//! Lines start after LF, CR or a byte order mark. A *tag line* is blanks, `[`, blanks, a letter, name characters, blanks, `"`.

use memchr::memchr2;

use super::names::name_length;

/// How far above a line the rule may look.
pub(super) const LOOK_BACK: usize = 64 * 1024;

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// What a line is, as far as the rule asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Line {
    Blank,
    Tag,
    EventTag,
    Other,
}

/// The kind of the line that starts at `start`. Looks no further than to the opening quote of a tag.
pub(super) fn line_kind(bytes: &[u8], start: usize) -> Line {
    let mut line = &bytes[start..];
    // What nearly every section begins with.
    if line.starts_with(b"[Event \"") {
        return Line::EventTag;
    }
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

/// The start of the line after the one that `from` lies in; the length of `bytes` if there is none.
pub(super) fn next_line(bytes: &[u8], from: usize) -> usize {
    memchr2(b'\n', b'\r', &bytes[from..]).map_or(bytes.len(), |at| from + at + 1)
}
