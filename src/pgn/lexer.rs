//! One game's tokens: tag pairs, then movetext.
//!
//! Owns what counts as a token, and where a game without tags begins and ends. The main line's moves are read into [`San`]
//! words; variations are passed over, comments are noted by place. What can't be read becomes [`San::UNREADABLE`] at
//! its offset, and is never skipped. The common move is read by [`words`](super::words); everything it declines is read
//! here, and the two must agree: what one calls a blank, a number or a move, the other does too.

use std::ops::Range;

use memchr::{memchr, memchr2};

use super::result::{Spelling, read_result};
use super::split::is_tag_line;
use super::tags::{TagPair, read_tag};
use super::words;
use crate::chess::outcome::Outcome;
use crate::chess::san::San;
use crate::finding::{Finding, Findings};

/// A comment, by place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Comment {
    /// The main line's plies before it.
    pub ply: u32,
    /// The text between the braces, or after the semicolon.
    pub text: Range<usize>,
}

/// A half-move of the main line, by place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Written {
    /// The move as written.
    pub san: San,
    /// Where it stands.
    pub offset: usize,
}

/// The tokens of one game. All places are offsets into the bytes that were read; buffers are kept from game to game.
#[derive(Clone, Debug, Default)]
pub struct GameText {
    /// From the first `[` or token to after the last byte that is not blank.
    pub span: Range<usize>,
    /// The tag pairs, in order.
    pub tags: Vec<TagPair>,
    /// The main line, one entry a half-move, readable or not.
    pub moves: Vec<Written>,
    /// The comments of the main line.
    pub comments: Vec<Comment>,
    /// The result token.
    pub result: Option<Outcome>,
    /// What is odd about the text.
    pub findings: Findings,
}

impl GameText {
    fn clear(&mut self) {
        self.tags.clear();
        self.moves.clear();
        self.comments.clear();
        self.result = None;
        self.findings = Findings::NONE;
    }

    /// The half-moves of the main line, readable or not.
    pub fn plies(&self) -> u32 {
        self.moves.len() as u32
    }

    /// The bytes of the main line's token number `index`.
    pub fn token<'a>(&self, bytes: &'a [u8], index: usize) -> &'a [u8] {
        let start = self.moves[index].offset;
        &bytes[start..end_of_word(bytes, start, self.span.end)]
    }

    fn push(&mut self, san: San, offset: usize) {
        self.moves.push(Written { san, offset });
    }

    /// Reads the next game of a section; `from` and `end` are offsets into `bytes`. Gives where to go on, or `None` if
    /// there is no game left between them.
    pub fn read_next(&mut self, bytes: &[u8], from: usize, end: usize) -> Option<usize> {
        self.clear();
        let start = skip_blanks(bytes, from, end);
        let moves = if is_tag_line(&bytes[..end], start) {
            self.span.start = start;
            self.read_tags(bytes, start, end)
        } else {
            self.span.start = first_move(bytes, start, end)?;
            self.span.start
        };
        let after = self.read_moves(bytes, moves, end);
        self.span.end = after - bytes[self.span.start..after].iter().rev().take_while(|byte| is_blank(**byte)).count();
        Some(after)
    }

    fn read_tags(&mut self, bytes: &[u8], start: usize, end: usize) -> usize {
        let mut at = start;
        while bytes[at..end].first() == Some(&b'[') {
            let (pair, next) = read_tag(bytes, at, end, &mut self.findings);
            self.tags.extend(pair);
            at = skip_blanks(bytes, next, end);
        }
        at
    }

    /// Reads movetext up to the result or to `end`; gives where it ends.
    fn read_moves(&mut self, bytes: &[u8], start: usize, end: usize) -> usize {
        let mut at = start;
        let mut depth = 0u32;
        while at < end {
            if depth == 0 {
                at = words::read_plain_moves(bytes, at, end, self);
                if at >= end {
                    break;
                }
            }
            let token = Token::read(bytes, at, end);
            match token.kind {
                Kind::Blank | Kind::Escape | Kind::Number | Kind::Dots => {}
                Kind::Comment { ref text, closed } => {
                    self.findings.insert_if(Finding::UnterminatedComment, !closed);
                    if depth == 0 {
                        self.comments.push(Comment { ply: self.plies(), text: text.clone() });
                    }
                }
                Kind::Open => depth += 1,
                Kind::Close => {
                    self.findings.insert_if(Finding::StrayParenthesis, depth == 0);
                    depth = depth.saturating_sub(1);
                }
                Kind::Glyph => {}
                Kind::Symbol => self.findings.insert(Finding::SymbolForNag),
                Kind::EnPassant => self.findings.insert(Finding::OddNotation),
                Kind::Result(outcome, spelling) if depth == 0 => {
                    self.findings.insert_if(Finding::OddResult, spelling == Spelling::Odd);
                    self.result = Some(outcome);
                    return read_trailing(bytes, token.end, end, self);
                }
                Kind::Result(..) => {}
                Kind::Move(san) if depth == 0 => self.push(san, at),
                Kind::Move(san) => self.findings.insert_if(Finding::UnreadableInVariation, san == San::UNREADABLE),
            }
            at = token.end;
        }
        self.findings.insert_if(Finding::UnterminatedVariation, depth > 0);
        end
    }
}

/// After the result: comments and glyphs still belong to the game. Gives where the game ends.
fn read_trailing(bytes: &[u8], from: usize, end: usize, game: &mut GameText) -> usize {
    let mut at = from;
    let mut game_end = from;
    while at < end {
        let token = Token::read(bytes, at, end);
        match token.kind {
            Kind::Blank => {}
            Kind::Comment { text, closed } => {
                game.findings.insert_if(Finding::UnterminatedComment, !closed);
                game.comments.push(Comment { ply: game.plies(), text });
                game_end = token.end;
            }
            Kind::Glyph => game_end = token.end,
            Kind::Escape
            | Kind::Number
            | Kind::Dots
            | Kind::Open
            | Kind::Close
            | Kind::Symbol
            | Kind::EnPassant
            | Kind::Result(..)
            | Kind::Move(_) => break,
        }
        at = token.end;
    }
    game_end
}

/// Where a game without tags begins: the first readable move, or the number before it. `None` if there is no move.
fn first_move(bytes: &[u8], from: usize, end: usize) -> Option<usize> {
    let mut at = from;
    let mut number = None;
    while at < end {
        let token = Token::read(bytes, at, end);
        match token.kind {
            Kind::Blank | Kind::Dots | Kind::Comment { .. } => {}
            Kind::Number => number = Some(at),
            Kind::Move(san) if san != San::UNREADABLE => return Some(number.unwrap_or(at)),
            Kind::Escape
            | Kind::Open
            | Kind::Close
            | Kind::Glyph
            | Kind::Symbol
            | Kind::EnPassant
            | Kind::Result(..)
            | Kind::Move(_) => number = None,
        }
        at = token.end;
    }
    None
}

/// What stands at a place in the movetext.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Kind {
    Blank,
    /// A line that starts with `%`.
    Escape,
    /// A move number, with its dots.
    Number,
    /// Dots by themselves.
    Dots,
    Comment {
        text: Range<usize>,
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

struct Token {
    kind: Kind,
    end: usize,
}

impl Token {
    /// Reads one token at `at`, which is below `end`.
    fn read(bytes: &[u8], at: usize, end: usize) -> Token {
        let token = |kind, end| Token { kind, end };
        match bytes[at] {
            byte if is_blank(byte) => token(Kind::Blank, skip_blanks(bytes, at, end)),
            b'%' if at == 0 || matches!(bytes[at - 1], b'\n' | b'\r') => token(Kind::Escape, end_of_line(bytes, at, end)),
            b'{' => match memchr(b'}', &bytes[at + 1..end]) {
                Some(length) => {
                    let close = at + 1 + length;
                    token(Kind::Comment { text: at + 1..close, closed: true }, close + 1)
                }
                None => token(Kind::Comment { text: at + 1..end, closed: false }, end),
            },
            b';' => {
                let line = end_of_line(bytes, at, end);
                token(Kind::Comment { text: at + 1..line, closed: true }, line)
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
            Some(byte) if byte == b'.' || byte.is_ascii_alphabetic() || is_blank(byte) || ends_word(byte) => return number,
            Some(_) => {}
        }
        let word_end = end_of_word(bytes, at, end);
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
        "=", "+-", "-+", "+/-", "-/+", "+/=", "=/+", "+=", "=+", "+/\u{2212}", "\u{2212}/+", "\u{B1}", "\u{2213}", "\u{2A72}", "\u{2A71}",
        "\u{221E}", "\u{25A1}", "\u{2A00}", "\u{2191}", "\u{2192}", "\u{21C6}", "\u{27F3}", "=/\u{221E}", "N", "D", "+--",
    ];
    word.len() <= 5 && SYMBOLS.iter().any(|symbol| symbol.as_bytes() == word)
}

/// The end of the word that starts at `start`: before a blank or anything that begins a token by itself, but at least one
/// byte long. A promotion's piece in parentheses belongs to the word: `e8(Q)`.
fn end_of_word(bytes: &[u8], start: usize, end: usize) -> usize {
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
    matches!(byte, b'{' | b'}' | b'(' | b')' | b'[' | b']' | b';' | b'$' | b'<' | b'>')
}

/// Whether `byte` separates tokens. NUL and other control characters don't: they are tokens that can't be read.
pub(super) const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0B | 0x0C)
}

/// Past blanks and byte order marks.
fn skip_blanks(bytes: &[u8], from: usize, end: usize) -> usize {
    let at = skip_while(bytes, from, end, is_blank);
    if bytes[at..end].starts_with(b"\xEF\xBB\xBF") { skip_blanks(bytes, at + 3, end) } else { at }
}

fn end_of_line(bytes: &[u8], from: usize, end: usize) -> usize {
    memchr2(b'\n', b'\r', &bytes[from..end]).map_or(end, |at| from + at)
}

fn skip_while(bytes: &[u8], from: usize, end: usize, condition: impl Fn(u8) -> bool) -> usize {
    from + bytes[from..end].iter().take_while(|byte| condition(**byte)).count()
}
