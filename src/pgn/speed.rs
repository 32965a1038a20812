//! How fast a game is: the class that Lichess gives its time control.
//!
//! Owns the estimate of how long 40 moves take a player, and the bounds between the classes. Reads a time control only as far as
//! the estimate needs it.

use super::annotations::time_control::TimeControl;
use super::annotations::time_words::as_standard;
use super::origin::Origin;

/// Moves of the game whose length is estimated (Lichess).
const MOVES: u64 = 40;

/// Thousandths of a second: engines play with increments that small.
const SECOND: u64 = 1_000;

/// A class of time controls. The bounds are Lichess's (scalachess), of base time and forty increments together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SpeedClass {
    /// Less than 30 seconds.
    UltraBullet,
    /// Less than 3 minutes.
    Bullet,
    /// Less than 8 minutes.
    Blitz,
    /// Less than 25 minutes.
    Rapid,
    /// Less than 6 hours.
    Classical,
    /// Longer, or without a clock.
    Correspondence,
}

impl SpeedClass {
    /// All, in the order of the dataset's dictionary.
    pub const ALL: [SpeedClass; 6] = [
        SpeedClass::UltraBullet,
        SpeedClass::Bullet,
        SpeedClass::Blitz,
        SpeedClass::Rapid,
        SpeedClass::Classical,
        SpeedClass::Correspondence,
    ];

    /// The word of the dataset.
    pub const fn as_str(self) -> &'static str {
        match self {
            SpeedClass::UltraBullet => "ultra_bullet",
            SpeedClass::Bullet => "bullet",
            SpeedClass::Blitz => "blitz",
            SpeedClass::Rapid => "rapid",
            SpeedClass::Classical => "classical",
            SpeedClass::Correspondence => "correspondence",
        }
    }

    /// The class of a game that is estimated to take each player so many thousandths of a second.
    pub const fn of_estimate(milliseconds: u64) -> SpeedClass {
        match milliseconds / SECOND {
            0..30 => SpeedClass::UltraBullet,
            30..180 => SpeedClass::Bullet,
            180..480 => SpeedClass::Blitz,
            480..1_500 => SpeedClass::Rapid,
            1_500..21_600 => SpeedClass::Classical,
            _ => SpeedClass::Correspondence,
        }
    }

    /// The class of a time control as the TimeControl tag has it (PGN standard 9.6.1): `180+2`, `40/7200:3600`, `1/86400`. A dash is
    /// correspondence on Lichess, and elsewhere unknown. None of what is unknown, of a sand clock, and of no time at all (`0+0`: FICS
    /// writes it of games without clocks). `read` is what [`TimeControl::parse`] makes of the same text, in minutes or not.
    pub fn of_time_control(
        text: &str,
        read: Option<TimeControl>,
        origin: impl FnOnce() -> Origin,
    ) -> Option<SpeedClass> {
        match text {
            "-" => (origin() == Origin::Lichess).then_some(SpeedClass::Correspondence),
            _ => read
                .and_then(of_one_period)
                .or_else(|| of_periods(text))
                .filter(|time| *time > 0)
                .map(SpeedClass::of_estimate),
        }
    }
}

/// The same of one time for the whole game, as nearly every game has it, without reading it once more: it is asked of every game.
fn of_one_period(control: TimeControl) -> Option<u64> {
    let [base, increment] = [control.base, control.increment].map(|time| time.milliseconds.unsigned_abs());
    control.is_sudden_death().then_some(base + MOVES * increment)
}

/// The same of any, written as the standard has it or otherwise.
fn of_periods(text: &str) -> Option<u64> {
    let text = text.trim_ascii();
    estimate(text).or_else(|| estimate(&as_standard(text)?))
}

/// Thousandths of a second that a player has for forty moves.
fn estimate(text: &str) -> Option<u64> {
    let (mut left, mut time) = (MOVES, 0u64);
    let mut periods = text.split(':').peekable();
    while let Some(period) = periods.next() {
        let (moves, period) = match period.split_once('/') {
            Some((moves, period)) => (Some(moves.parse::<u64>().ok().filter(|moves| *moves > 0)?), period),
            None => (None, period),
        };
        let (base, increment) = match period.split_once('+') {
            Some((base, increment)) => (milliseconds(base)?, milliseconds(increment)?),
            None => (milliseconds(period)?, 0),
        };
        // The last period comes again and again; one without a number of moves is for all that are left.
        let (times, played) = match moves {
            Some(moves) if periods.peek().is_none() => (left.div_ceil(moves), left),
            Some(moves) => (u64::from(left > 0), moves.min(left)),
            None => (u64::from(left > 0), left),
        };
        time =
            time.saturating_add(base.saturating_mul(times)).saturating_add(increment.saturating_mul(played));
        left -= played;
    }
    Some(time)
}

/// A number of seconds with or without a fraction.
fn milliseconds(text: &str) -> Option<u64> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !digits(whole) || !digits(fraction) {
        return None;
    }
    let thousandths =
        fraction.bytes().chain([b'0'; 3]).take(3).fold(0, |sum, digit| sum * 10 + u64::from(digit - b'0'));
    Some(whole.parse::<u64>().unwrap_or(u64::MAX).saturating_mul(SECOND).saturating_add(thousandths))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn plain(text: &str) -> Option<u64> {
        TimeControl::parse(text).and_then(of_one_period)
    }

    fn class_of(text: &str) -> Option<SpeedClass> {
        SpeedClass::of_time_control(text, TimeControl::parse(text), || Origin::Elsewhere)
    }

    #[test]
    fn plain_time_controls_are_plain() {
        assert_eq!((plain("180+2"), plain("600"), plain("40/600")), (Some(260_000), Some(600_000), None));
    }

    #[test]
    fn the_bounds_are_those_of_lichess() {
        use SpeedClass::{Blitz, Bullet, Classical, Correspondence, Rapid, UltraBullet};
        for (time_control, class) in [
            ("15+0", UltraBullet),
            ("29", UltraBullet),
            ("0+1", Bullet),
            ("30+0", Bullet),
            ("60+2", Bullet),
            ("179+0", Bullet),
            ("180+0", Blitz),
            ("300+4", Blitz),
            ("300+5", Rapid),
            ("600+22", Rapid),
            ("900+15", Classical),
            ("10800+0", Classical),
            ("21600", Correspondence),
            ("180+2 ", Blitz),
            ("5/move", Blitz),
            ("40/80, SD30; +30", Classical),
            ("15 min/game + 10 sec/move", Rapid),
        ] {
            assert_eq!(class_of(time_control), Some(class), "{time_control}");
        }
    }

    #[test]
    fn a_dash_is_correspondence_on_lichess_alone() {
        for (origin, class) in [
            (Origin::Lichess, Some(SpeedClass::Correspondence)),
            (Origin::Relayed, None),
            (Origin::Elsewhere, None),
        ] {
            assert_eq!(SpeedClass::of_time_control("-", None, || origin), class, "{origin:?}");
        }
    }

    #[test]
    fn periods_and_fractions_are_counted_up_to_the_fortieth_move() {
        for (time_control, seconds) in [
            ("40/7200:3600", 7_200.),
            ("20/3600:1800", 5_400.),
            ("20/3600", 7_200.),
            ("40/5400+30:1800", 6_600.),
            ("10/60+1:20/60+2:300+3", 60. + 10. + 60. + 40. + 300. + 30.),
            ("1/86400", 40. * 86_400.),
            ("8+0.08", 11.2),
            ("60+0.6005", 84.),
            ("0.5", 0.5),
        ] {
            assert_eq!(estimate(time_control), Some((seconds * 1_000.) as u64), "{time_control}");
        }
        for huge in
            ["99999999999999999999+99999999999999999999", "40/18446744073709551615:18446744073709551615"]
        {
            assert_eq!(class_of(huge), Some(SpeedClass::Correspondence), "{huge}");
        }
    }

    proptest! {
        /// The slow twin reads every time control.
        #[test]
        fn what_is_plain_is_estimated_as_ever(text in "[0-9]{0,11}[+]?[0-9]{0,11}[+:/.*]?") {
            if let Some(plain) = plain(&text) {
                prop_assert_eq!(Some(plain), estimate(&text));
            }
        }
    }

    #[test]
    fn what_is_no_time_control_has_no_class() {
        for text in [
            "",
            "?",
            "*180",
            "inf",
            "180+",
            "+2",
            "0/300",
            "x/300",
            "-",
            "0",
            "0+0",
            "G/60;d",
            "1.5.5",
            "3 days per move",
            ":",
            "60:",
        ] {
            assert_eq!(class_of(text), None, "{text}");
        }
    }
}
