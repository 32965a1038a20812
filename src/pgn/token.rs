//! One token of the movetext, whatever it is.
//!
//! Owns the grammar below the game: words, numbers, comments, glyphs, results. Complete and in no hurry; the common move is
//! read by [`words`](super::words).

use std::iter;

use memchr::{memchr, memchr2};

use super::result::{Spelling, read_result};
use crate::chess::outcome::Outcome;
use crate::chess::san::San;

/// What stands at a place in the movetext.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Blank,
    /// A line that starts with `%`.
    Escape,
    /// A move number, with its dots.
    Number,
    /// Dots by themselves.
    Dots,
    Comment {
        closed: bool,
    },
    Open,
    Close,
    /// `$n`, or `!`, `?` and their like by themselves.
    Glyph,
    /// An evaluation symbol by itself, as Informants print them.
    Symbol,
    /// `e.p.` by itself.
    EnPassant,
    Result(Outcome, Spelling),
    /// A move, readable or not.
    Move(San),
}

/// A token: what it is, and where it ends.
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) end: usize,
}

/// The tokens from `at` to `end` that stand outside variations, each with the place where it begins. Parentheses are none of them.
pub(super) fn main_line(bytes: &[u8], at: usize, end: usize) -> impl Iterator<Item = (usize, Token)> {
    let (mut at, mut depth) = (at, 0u32);
    iter::from_fn(move || {
        while at < end {
            let (start, token) = (at, Token::read(bytes, at, end));
            at = token.end;
            match token.kind {
                Kind::Open => depth += 1,
                Kind::Close => depth = depth.saturating_sub(1),
                _ if depth == 0 => return Some((start, token)),
                _ => {}
            }
        }
        None
    })
}

/// More bytes than any spelling of a result has.
const LONGEST_RESULT: usize = 16;

impl Token {
    /// Reads one token at `at`, which is below `end`.
    pub(super) fn read(bytes: &[u8], at: usize, end: usize) -> Token {
        let token = |kind, end| Token { kind, end };
        match bytes[at] {
            byte if is_blank(byte) => token(Kind::Blank, skip_blanks(bytes, at, end)),
            b'%' if at == 0 || matches!(bytes[at - 1], b'\n' | b'\r') => {
                token(Kind::Escape, end_of_line(bytes, at, end))
            }
            b'{' => match memchr(b'}', &bytes[at + 1..end]) {
                Some(length) => {
                    let close = at + 1 + length;
                    token(Kind::Comment { closed: true }, close + 1)
                }
                None => token(Kind::Comment { closed: false }, end),
            },
            b';' => {
                let line = end_of_line(bytes, at, end);
                token(Kind::Comment { closed: true }, line)
            }
            b'(' => token(Kind::Open, at + 1),
            b')' => token(Kind::Close, at + 1),
            b'.' => token(Kind::Dots, skip_while(bytes, at, end, |byte| byte == b'.')),
            b'!' | b'?' => token(Kind::Glyph, skip_while(bytes, at, end, |byte| matches!(byte, b'!' | b'?'))),
            b'$' => {
                let digits = skip_while(bytes, at + 1, end, |byte| byte.is_ascii_digit());
                let kind = if digits > at + 1 { Kind::Glyph } else { Kind::Move(San::UNREADABLE) };
                token(kind, digits)
            }
            b'0'..=b'9' => Token::read_number(bytes, at, end),
            _ => Token::read_word(bytes, at, end),
        }
    }

    /// A token that starts with a digit: a move number, a result, or castling with zeros.
    fn read_number(bytes: &[u8], at: usize, end: usize) -> Token {
        let digits = skip_while(bytes, at, end, |byte| byte.is_ascii_digit());
        let number = Token { kind: Kind::Number, end: skip_while(bytes, digits, end, |byte| byte == b'.') };
        // A number ends with its dots, or before a move that stands close to it. The rest is no number.
        let after = bytes[digits..end].first().copied();
        match after {
            None => return number,
            Some(byte) if byte == b'.' && number.end - digits == 1 && bytes[at] == b'0' => {}
            Some(byte) if byte == b'.' || byte.is_ascii_alphabetic() || is_blank(byte) || ends_word(byte) => {
                return number;
            }
            Some(_) => {}
        }
        // `0.5-0.5` is a result and `0.` a number; what is longer than any result need not be looked through to know.
        let limit = if after == Some(b'.') { end.min(at + LONGEST_RESULT) } else { end };
        let word_end = end_of_word(bytes, at, limit);
        let word = &bytes[at..word_end];
        let kind = if word.starts_with(b"0-0") && San::parse(word) != San::UNREADABLE {
            Kind::Move(San::parse(word))
        } else if let Some((outcome, spelling)) = read_result(word) {
            Kind::Result(outcome, spelling)
        } else if after == Some(b'.') {
            return number;
        } else {
            Kind::Move(San::UNREADABLE)
        };
        Token { kind, end: word_end }
    }

    /// Any other token: a move, a result in odd spelling, a symbol, or nothing that can be read.
    fn read_word(bytes: &[u8], at: usize, end: usize) -> Token {
        let word_end = end_of_word(bytes, at, end);
        let word = &bytes[at..word_end];
        let kind = if is_symbol(word) {
            Kind::Symbol
        } else if matches!(word, b"e.p." | b"ep" | b"e.p") {
            Kind::EnPassant
        } else {
            match San::parse(word) {
                San::UNREADABLE => match read_result(word) {
                    Some((outcome, spelling)) => Kind::Result(outcome, spelling),
                    None => Kind::Move(San::UNREADABLE),
                },
                san => Kind::Move(san),
            }
        };
        Token { kind, end: word_end }
    }
}

/// Evaluation symbols as ChessBase and the Informants print them, and the marks for a novelty and a diagram.
fn is_symbol(word: &[u8]) -> bool {
    const SYMBOLS: [&str; 26] = [
        "=",
        "+-",
        "-+",
        "+/-",
        "-/+",
        "+/=",
        "=/+",
        "+=",
        "=+",
        "+/\u{2212}",
        "\u{2212}/+",
        "\u{B1}",
        "\u{2213}",
        "\u{2A72}",
        "\u{2A71}",
        "\u{221E}",
        "\u{25A1}",
        "\u{2A00}",
        "\u{2191}",
        "\u{2192}",
        "\u{21C6}",
        "\u{27F3}",
        "=/\u{221E}",
        "N",
        "D",
        "+--",
    ];
    word.len() <= 5 && SYMBOLS.iter().any(|symbol| symbol.as_bytes() == word)
}

/// The end of the word that starts at `start`: before a blank or anything that begins a token by itself, but at least one
/// byte long. A promotion's piece in parentheses belongs to the word: `e8(Q)`.
pub(super) fn end_of_word(bytes: &[u8], start: usize, end: usize) -> usize {
    let mut at = start + 1;
    while at < end && !is_blank(bytes[at]) && !ends_word(bytes[at]) {
        at += 1;
    }
    let word = &bytes[start..at];
    let promotes = matches!(word, [b'a'..=b'h', .., b'1' | b'8'] if word.len() <= 4);
    match bytes[at..end] {
        [b'(', b'N' | b'B' | b'R' | b'Q', b')', ..] if promotes => {
            skip_while(bytes, at + 3, end, |byte| matches!(byte, b'+' | b'#' | b'!' | b'?'))
        }
        _ => at,
    }
}

/// Whether `byte` ends a word that it follows.
const fn ends_word(byte: u8) -> bool {
    matches!(byte, b'{' | b'}' | b'(' | b')' | b'[' | b']' | b';' | b'$' | b'*' | b'<' | b'>')
}

/// Whether `byte` separates tokens. NUL and other control characters don't: they are tokens that can't be read.
pub(super) const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0B | 0x0C)
}

/// Past blanks and byte order marks.
pub(super) fn skip_blanks(bytes: &[u8], from: usize, end: usize) -> usize {
    let mut at = skip_while(bytes, from, end, is_blank);
    while bytes[at..end].starts_with(b"\xEF\xBB\xBF") {
        at = skip_while(bytes, at + 3, end, is_blank);
    }
    at
}

fn end_of_line(bytes: &[u8], from: usize, end: usize) -> usize {
    memchr2(b'\n', b'\r', &bytes[from..end]).map_or(end, |at| from + at)
}

fn skip_while(bytes: &[u8], from: usize, end: usize, condition: impl Fn(u8) -> bool) -> usize {
    from + bytes[from..end].iter().take_while(|byte| condition(**byte)).count()
}
