//! The names of files as text.
//!
//! Owns what becomes of bytes that are no text, in the dataset, and of characters that steer a terminal, in print.

use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::fmt::Write;
use std::os::unix::ffi::{OsStrExt, OsStringExt};

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

/// The name that [`name`] wrote with escapes; `None` if it holds none. Another name may have been written as this is: one
/// that holds a backslash itself.
pub fn unescaped(text: &str) -> Option<OsString> {
    let mut parts = text.split("\\x");
    let mut bytes = parts.next()?.as_bytes().to_vec();
    let mut is_escaped = false;
    for part in parts {
        match part.get(..2).and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            // Only bytes beyond ASCII are escaped.
            Some(byte) if byte >= 0x80 => {
                is_escaped = true;
                bytes.push(byte);
                bytes.extend(&part.as_bytes()[2..]);
            }
            Some(_) | None => {
                bytes.extend(b"\\x");
                bytes.extend(part.as_bytes());
            }
        }
    }
    is_escaped.then(|| OsString::from_vec(bytes))
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

/// A name as a word of a shell's command. One that steers the terminal is escaped as in print, and is no such word then.
pub fn shell_word(name: &str) -> Cow<'_, str> {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_./+,:@%".contains(&byte);
    match name {
        // Not to be taken for an option; `-` itself is standard input.
        _ if name.starts_with('-') && name != "-" => {
            Cow::Owned(shell_word(&format!("./{name}")).into_owned())
        }
        _ if !name.is_empty() && name.bytes().all(is_plain) => Cow::Borrowed(name),
        _ => Cow::Owned(format!("'{}'", printable(name).replace('\'', r"'\''"))),
    }
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
    fn a_name_is_one_word_to_a_shell() {
        assert_eq!(shell_word("in/2024-01.pgn.zst"), "in/2024-01.pgn.zst");
        assert_eq!(shell_word("my games.pgn"), "'my games.pgn'");
        assert_eq!(shell_word("a$(b)'s.pgn"), r"'a$(b)'\''s.pgn'");
        assert_eq!(shell_word("-x.pgn"), "./-x.pgn");
        assert_eq!(shell_word("-"), "-");
        assert_eq!(shell_word(""), "''");
        assert_eq!(shell_word("a\n.pgn"), r"'a\n.pgn'");
    }

    #[test]
    fn escapes_are_undone() {
        for bytes in [b"a\xff\xc3.pgn".as_slice(), b"\xe9", b"x\\x41\xff", b"\\x\xff\\x"] {
            let name_of = OsStr::from_bytes(bytes);
            assert_eq!(unescaped(&name(name_of)).as_deref(), Some(name_of));
        }
        for text in ["a.pgn", "a\\x.pgn", "a\\x4", "a\\x41", "\\x+f", "\\x\u{e9}"] {
            assert_eq!(unescaped(text), None, "{text}");
        }
    }

    #[test]
    fn what_steers_a_terminal_is_escaped() {
        assert_eq!(printable("a\u{1b}[2J\n\u{9b}é"), "a\\u{1b}[2J\\n\\u{9b}é");
        assert_eq!(printable("Zürich"), "Zürich");
    }
}
