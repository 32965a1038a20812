//! A clock's reading.
//!
//! Owns the spellings of time in comments: `%clk` (PGN specification supplement, 2001).

use memchr::memrchr_iter;

use crate::pgn::token::is_blank;

/// Time on a clock, in milliseconds. Some files have it below zero.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Clock {
    /// The reading.
    pub milliseconds: i64,
}

impl Clock {
    /// The reading in seconds.
    pub fn seconds(self) -> f64 {
        self.milliseconds as f64 / 1000.0
    }

    /// Reads `H:MM:SS`, with or without a fraction, and with fewer fields: `1:30` is an hour and a half, as boards that send their moves
    /// write it (but see [`Reading::is_short`]); `1:30.5` is a minute and a half, and `90.5` is seconds.
    pub(super) fn parse(text: &[u8]) -> Option<Clock> {
        let (is_negative, text) = match text {
            [b'-', rest @ ..] => (true, rest),
            _ => (false, text),
        };
        let mut fields = [0i64; 3];
        let mut count = 0;
        let mut digits = 0;
        let mut thousandths = None;
        for byte in text {
            match (byte, &mut thousandths) {
                (b'0'..=b'9', None) => {
                    // More digits than any clock has are none.
                    if digits == 9 {
                        return None;
                    }
                    fields[count] = fields[count] * 10 + i64::from(byte - b'0');
                    digits += 1;
                }
                (b'0'..=b'9', Some((value, unit))) => {
                    *value += i64::from(byte - b'0') * *unit;
                    *unit /= 10;
                }
                (b':', None) if digits > 0 && count < 2 => {
                    count += 1;
                    digits = 0;
                }
                (b'.', None) if digits > 0 => thousandths = Some((0, 100)),
                _ => return None,
            }
        }
        if digits == 0 {
            return None;
        }
        let [one, two, three] = fields;
        let seconds = match (count, thousandths) {
            (0, _) => one,
            (1, None) => one * 3600 + two * 60,
            (1, Some(_)) => one * 60 + two,
            _ => one * 3600 + two * 60 + three,
        };
        let milliseconds = seconds * 1000 + thousandths.map_or(0, |(value, _)| value);
        Some(Clock { milliseconds: if is_negative { -milliseconds } else { milliseconds } })
    }
}

/// What a comment says of a clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Reading {
    pub(super) clock: Clock,
    /// Whether it is of two fields and no fraction, read as hours and minutes. In some games they are minutes and seconds: only the others
    /// of the game tell.
    pub(super) is_short: bool,
}

/// The last reading of a clock in a comment.
pub(super) fn last_clock(comment: &[u8]) -> Option<Reading> {
    match clock_at_end(comment) {
        Some((_, clock)) => Some(Reading { clock, is_short: false }),
        None => memrchr_iter(b'%', comment).find_map(|at| clock_at(comment, at)),
    }
}

/// The reading that stands last in a comment, as it nearly always does, plainly written; and what stands before it. Needs no search.
#[inline]
pub(in crate::pgn) fn clock_at_end(comment: &[u8]) -> Option<(&[u8], Clock)> {
    let (before, last) = comment.trim_ascii_end().split_last_chunk::<14>()?;
    let [b'[', b'%', b'c', b'l', b'k', b' ', time @ ..] = last else { return None };
    Some((before, time.first_chunk().and_then(plain_time)?))
}

/// The reading in `[%clk 0:01:00]`, of which the percent sign is at `at`.
#[inline]
fn clock_at(text: &[u8], at: usize) -> Option<Reading> {
    if at == 0 || text[at - 1] != b'[' {
        return None;
    }
    // A line may be broken behind the command.
    let (blank, time) = text[at..].strip_prefix(b"%clk")?.split_first()?;
    if !is_blank(*blank) {
        return None;
    }
    match time.first_chunk().and_then(plain_time) {
        Some(clock) => Some(Reading { clock, is_short: false }),
        None => time_before_bracket(time),
    }
}

/// The time in `H:MM:SS]`, as nearly all are written: a game's clocks take a sixth of the time that field by field they take.
#[inline]
fn plain_time(text: &[u8; 8]) -> Option<Clock> {
    let [hours, b':', tens, minutes, b':', seconds_tens, seconds, b']'] = *text else { return None };
    let digits = [hours, tens, minutes, seconds_tens, seconds].map(|byte| byte.wrapping_sub(b'0'));
    if digits.iter().any(|digit| *digit > 9) {
        return None;
    }
    let [hours, tens, minutes, seconds_tens, seconds] = digits.map(i64::from);
    let seconds = hours * 3600 + tens * 600 + minutes * 60 + seconds_tens * 10 + seconds;
    Some(Clock { milliseconds: seconds * 1000 })
}

/// The time before the next bracket, in any spelling.
fn time_before_bracket(time: &[u8]) -> Option<Reading> {
    let length = time.iter().take(LONGEST).position(|byte| *byte == b']')?;
    let time = time[..length].trim_ascii();
    let colons = time.iter().filter(|byte| **byte == b':').count();
    let clock = Clock::parse(time)?;
    Some(Reading { clock, is_short: colons == 1 && !time.contains(&b'.') })
}

/// The time that a move took, before the next bracket. Two fields are minutes and seconds: nobody counts a move's time in hours.
pub(super) fn elapsed_before_bracket(time: &[u8]) -> Option<Clock> {
    let Reading { clock, is_short } = time_before_bracket(time)?;
    Some(if is_short { Clock { milliseconds: clock.milliseconds / 60 } } else { clock })
}

/// The longest time that is read.
const LONGEST: usize = 24;

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<i64> {
        Clock::parse(text.as_bytes()).map(|clock| clock.milliseconds)
    }

    #[test]
    fn every_spelling_of_a_time_is_read() {
        for (text, milliseconds) in [
            ("0:01:00", 60_000),
            ("0:09:58.4", 598_400),
            ("71:59:11", 259_151_000),
            ("00:00:46", 46_000),
            ("0:00:00.05", 50),
            ("1:30", 5_400_000),
            ("1:30.5", 90_500),
            ("1.337", 1_337),
            ("0.0", 0),
            ("0:00:00", 0),
            ("-0:00:01", -1_000),
            ("90", 90_000),
            ("0:00:00.1239", 123),
        ] {
            assert_eq!(read(text), Some(milliseconds), "{text}");
        }
    }

    #[test]
    fn what_is_no_time_is_none() {
        for text in [
            "",
            ":",
            "1:",
            "1::2",
            "a",
            "1:2:3:4",
            ".5",
            "1.2.3",
            "1.2:3",
            "--1",
            "1 2",
            "9999999999",
            "\u{bd}",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn clocks_are_found_among_other_commands_and_words() {
        let comment = b" A blunder. [%eval -3.2] [%clk 0:00:07] [%csl Ga1]";
        let reading = |milliseconds, is_short| Some(Reading { clock: Clock { milliseconds }, is_short });
        assert_eq!(last_clock(comment), reading(7_000, false));
        assert_eq!(last_clock(b"[%clk\n0:01:14.5]"), reading(74_500, false));
        assert_eq!(last_clock(b"[%clk 0:07]"), reading(420_000, true));
        assert_eq!(last_clock(b"[%clk 0:07.5] 1:2"), reading(7_500, false));
        for text in ["%clk 0:00:07]", "[%clk 0:00:07", "[%clk]", "[%clk ]", "[%", "%", "[%clock 1:00:00]"] {
            assert_eq!(last_clock(text.as_bytes()), None, "{text}");
        }
    }
}
