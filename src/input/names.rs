//! The names of files as text.
//!
//! Owns what becomes of bytes that are no text, in the dataset, and of characters that steer a terminal, in print.

use std::borrow::Cow;
use std::ffi::OsStr;
use std::fmt::Write;
use std::os::unix::ffi::OsStrExt;

/// A name in which each byte that is not UTF-8 is written `\xff`, so that different names stay different.
pub fn name(name: &OsStr) -> String {
    let mut text = String::new();
    for chunk in name.as_bytes().utf8_chunks() {
        text.push_str(chunk.valid());
        for byte in chunk.invalid() {
            // Writing to a String can't fail.
            let _ = write!(text, "\\x{byte:02x}");
        }
    }
    text
}

/// Text as it may be printed in a line: with control characters escaped.
pub fn printable(text: &str) -> Cow<'_, str> {
    if !text.contains(char::is_control) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::new();
    for character in text.chars() {
        if character.is_control() {
            escaped.extend(character.escape_default());
        } else {
            escaped.push(character);
        }
    }
    Cow::Owned(escaped)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_that_are_no_text_are_told_apart() {
        assert_eq!(name(OsStr::from_bytes(b"a\xff\xc3.pgn")), "a\\xff\\xc3.pgn");
        assert_eq!(name(OsStr::new("Zürich.pgn")), "Zürich.pgn");
    }

    #[test]
    fn what_steers_a_terminal_is_escaped() {
        assert_eq!(printable("a\u{1b}[2J\n\u{9b}é"), "a\\u{1b}[2J\\n\\u{9b}é");
        assert_eq!(printable("Zürich"), "Zürich");
    }
}
