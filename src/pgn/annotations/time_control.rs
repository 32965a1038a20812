//! What was agreed of the time.
//!
//! Owns the spellings of the tag `TimeControl` (PGN standard 9.6.1): one period or several, with moves and increments.

use super::clock::Clock;
use super::time_words::as_standard;

/// What moves add in the periods after the first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Later {
    /// As much as in the first, or there is no other period.
    Same,
    /// Something else.
    Different,
}

/// A time control: its first period, and how many there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeControl {
    /// The time of the first period.
    pub base: Clock,
    /// What each of its moves adds.
    pub increment: Clock,
    /// The moves to be made in it; `None` for the whole game.
    pub moves: Option<u32>,
    /// How many periods there are.
    pub periods: u32,
    /// What moves add in the others.
    pub later: Later,
}

impl TimeControl {
    /// Reads `600`, `180+2`, `60.5+0.6`, `40/5400+30:1800`, `1/86400` (a day a move), with blanks around it or not, and what is
    /// as clear. `None` for other prose, for what is unknown (`?`) or unlimited (`-`), and for sand clocks (`*180`).
    pub fn parse(text: &str) -> Option<TimeControl> {
        let text = text.trim_ascii();
        TimeControl::plain(text)
            .or_else(|| TimeControl::of_periods(text))
            .or_else(|| TimeControl::of_periods(&as_standard(text)?))
    }

    fn of_periods(text: &str) -> Option<TimeControl> {
        let mut periods = text.split(':');
        let mut control = TimeControl::period(periods.next()?)?;
        for period in periods {
            if TimeControl::period(period)?.increment != control.increment {
                control.later = Later::Different;
            }
            control.periods += 1;
        }
        Some(control)
    }

    /// Reads `600` and `180+2`, as nearly all are, in a tenth of the time; `None` says nothing.
    fn plain(text: &str) -> Option<TimeControl> {
        let (mut seconds, mut at, mut digits) = ([0i64; 2], 0, 0);
        for byte in text.bytes() {
            match byte {
                b'0'..=b'9' if digits < 9 => {
                    seconds[at] = seconds[at] * 10 + i64::from(byte - b'0');
                    digits += 1;
                }
                b'+' if at == 0 && digits > 0 => (at, digits) = (1, 0),
                _ => return None,
            }
        }
        let [base, increment] = seconds.map(|seconds| Clock { milliseconds: seconds * 1000 });
        (digits > 0).then_some(TimeControl { base, increment, moves: None, periods: 1, later: Later::Same })
    }

    fn period(text: &str) -> Option<TimeControl> {
        let (moves, time) = match text.split_once('/') {
            Some((moves, time)) => (Some(moves.parse().ok().filter(|moves| *moves > 0)?), time),
            None => (None, text),
        };
        let (base, increment) = time.split_once('+').unwrap_or((time, "0"));
        let read = |part: &str| {
            let is_seconds =
                !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
            is_seconds.then(|| Clock::parse(part.as_bytes()))?
        };
        Some(TimeControl {
            base: read(base)?,
            increment: read(increment)?,
            moves,
            periods: 1,
            later: Later::Same,
        })
    }

    /// The same with the base in minutes instead of seconds.
    pub fn in_minutes(self) -> TimeControl {
        let milliseconds = self.base.milliseconds.saturating_mul(60);
        TimeControl { base: Clock { milliseconds }, ..self }
    }

    /// Whether one time is for the whole game.
    pub fn is_sudden_death(&self) -> bool {
        self.periods == 1 && self.moves.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_of_a_time_control_is_read() {
        let read = |text| {
            TimeControl::parse(text).map(|control| {
                let [base, increment] = [control.base, control.increment].map(|clock| clock.milliseconds);
                (base, increment, control.moves, control.periods)
            })
        };
        assert_eq!(read("180+2"), Some((180_000, 2_000, None, 1)));
        assert_eq!(read("600"), Some((600_000, 0, None, 1)));
        assert_eq!(read("10.931+0.109"), Some((10_931, 109, None, 1)));
        assert_eq!(read("40/7200:3600"), Some((7_200_000, 0, Some(40), 2)));
        assert_eq!(read("40/5400+30:20/3600+30:900+30"), Some((5_400_000, 30_000, Some(40), 3)));
        assert_eq!(read("1/86400"), Some((86_400_000, 0, Some(1), 1)));
        assert_eq!(read(" 180+2 "), Some((180_000, 2_000, None, 1)));
        assert_eq!(read("5/move"), Some((5_000, 0, Some(1), 1)));
        assert_eq!(read("40/80, SD30; +30"), Some((4_800_000, 30_000, Some(40), 2)));
        assert_eq!(read("15 min. + 10 s. per move"), Some((900_000, 10_000, None, 1)));
        for text in [
            "-",
            "",
            "?",
            "60+5d",
            "inf",
            "90 min. + 30 min.",
            "1:",
            "+",
            "5+",
            "*180",
            "0/60",
            "/60",
            "x/60",
            "40/",
            "99999999999/60",
            "600:?",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn plain_ones_are_read_as_any_other() {
        for text in ["0", "600", "180+2", "0+1", "007+08", "999999999+999999999"] {
            assert_eq!(TimeControl::plain(text), TimeControl::period(text), "{text}");
        }
        for text in ["", "+", "5+", "+5", "1.5", "40/60", "1+2+3", "9999999999", "60:60"] {
            assert_eq!(TimeControl::plain(text), None, "{text}");
        }
    }

    #[test]
    fn what_later_periods_add_is_the_same_or_not() {
        let later = |text| TimeControl::parse(text).map(|control| control.later);
        for text in ["180+2", "40/5400+30:20/3600+30:900+30", "40/7200:3600"] {
            assert_eq!(later(text), Some(Later::Same), "{text}");
        }
        for text in ["40/5400+30:1800", "40/7200:20/3600:900+30"] {
            assert_eq!(later(text), Some(Later::Different), "{text}");
        }
    }

    #[test]
    fn several_periods_or_a_number_of_moves_are_no_sudden_death() {
        for (text, is_sudden) in
            [("180+2", true), ("40/7200:3600", false), ("1/86400", false), ("60:60", false)]
        {
            assert_eq!(TimeControl::parse(text).map(|control| control.is_sudden_death()), Some(is_sudden));
        }
    }
}
