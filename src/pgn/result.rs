//! Results in every spelling that files have.

use crate::chess::outcome::Outcome;

/// How a result is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spelling {
    /// One of the four of the PGN standard.
    Standard,
    /// Another way to write it.
    Odd,
}

/// Reads a result, as a tag's value or as a token. `None` if it is none.
///
/// Beside the standard's four: other dashes and `:` or `_` between the scores, `1/2`, `½` and `0.5` for a half, `0-0` and
/// one-sided halves, `+/-` style walkovers as `+:-`, and the words of some servers. `0-0` is read as a result here; in a
/// movetext it is castling first.
pub fn read_result(text: &[u8]) -> Option<(Outcome, Spelling)> {
    let standard = match text {
        b"1-0" => Outcome::WhiteWins,
        b"0-1" => Outcome::BlackWins,
        b"1/2-1/2" => Outcome::Draw,
        b"*" => Outcome::Unknown,
        _ => return read_odd_result(text).map(|outcome| (outcome, Spelling::Odd)),
    };
    Some((standard, Spelling::Standard))
}

/// One side's score.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Score {
    Zero,
    Half,
    One,
}

fn read_odd_result(text: &[u8]) -> Option<Outcome> {
    match text {
        b"1/2" | b"\xC2\xBD" | b"DRAW" => return Some(Outcome::Draw),
        b"WHITEWIN" => return Some(Outcome::WhiteWins),
        b"BLACKWIN" => return Some(Outcome::BlackWins),
        _ => {}
    }
    let (white, rest) = read_score(text)?;
    let rest = skip_spaces(rest);
    let (black, rest) = read_score(skip_spaces(skip_separator(rest)?))?;
    if !rest.is_empty() {
        return None;
    }
    match (white, black) {
        (Score::One, Score::Zero) => Some(Outcome::WhiteWins),
        (Score::Zero, Score::One) => Some(Outcome::BlackWins),
        (Score::Half, Score::Half) => Some(Outcome::Draw),
        (Score::Zero, Score::Zero) => Some(Outcome::BothLose),
        (Score::Half, Score::Zero) => Some(Outcome::WhiteHalf),
        (Score::Zero, Score::Half) => Some(Outcome::BlackHalf),
        (Score::One, Score::One | Score::Half) | (Score::Half, Score::One) => None,
    }
}

fn read_score(text: &[u8]) -> Option<(Score, &[u8])> {
    const SPELLINGS: [(&[u8], Score); 8] = [
        (b"1/2", Score::Half),
        (b"\xC2\xBD", Score::Half),
        (b"0.5", Score::Half),
        (b"0,5", Score::Half),
        (b"1", Score::One),
        (b"0", Score::Zero),
        (b"+", Score::One),
        (b"-", Score::Zero),
    ];
    SPELLINGS.iter().find_map(|(spelling, score)| Some((*score, text.strip_prefix(*spelling)?)))
}

/// Passes one hyphen, dash, minus, colon or underscore.
fn skip_separator(text: &[u8]) -> Option<&[u8]> {
    const SEPARATORS: [&[u8]; 8] = [
        b"-",
        b":",
        b"_",
        b"\xE2\x80\x90",
        b"\xE2\x80\x91",
        b"\xE2\x80\x93",
        b"\xE2\x80\x94",
        b"\xE2\x88\x92",
    ];
    SEPARATORS.iter().find_map(|separator| text.strip_prefix(*separator))
}

fn skip_spaces(mut text: &[u8]) -> &[u8] {
    while let Some(rest) = text.strip_prefix(b" ") {
        text = rest;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_four_of_the_standard_are_read_as_such() {
        for outcome in [Outcome::WhiteWins, Outcome::BlackWins, Outcome::Draw, Outcome::Unknown] {
            assert_eq!(read_result(outcome.as_str().as_bytes()), Some((outcome, Spelling::Standard)));
        }
    }

    #[test]
    fn odd_spellings_are_read() {
        for (text, outcome) in [
            ("1\u{2013}0", Outcome::WhiteWins),
            ("0:1", Outcome::BlackWins),
            ("\u{BD}-\u{BD}", Outcome::Draw),
            ("1/2", Outcome::Draw),
            ("0.5-0.5", Outcome::Draw),
            ("0-0", Outcome::BothLose),
            ("\u{BD}-0", Outcome::WhiteHalf),
            ("0-1/2", Outcome::BlackHalf),
            ("+:-", Outcome::WhiteWins),
            ("1 - 0", Outcome::WhiteWins),
        ] {
            assert_eq!(read_result(text.as_bytes()), Some((outcome, Spelling::Odd)), "{text}");
        }
    }

    #[test]
    fn other_text_is_no_result() {
        for text in ["", "1", "1-", "1-1", "10-0", "1-0-0", "e4", "+-", "-/+"] {
            assert_eq!(read_result(text.as_bytes()), None, "{text}");
        }
    }
}
