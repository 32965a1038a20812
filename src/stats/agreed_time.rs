//! By which time control a game was played: what its tag says, held against the first readings.
//!
//! Owns when the tag counts minutes (the standard has seconds, 9.6.1; many who send games to Lichess's broadcasts write `90+30`), and when
//! tag and clocks contradict each other. A first reading can be a little above the time control: an opponent may give time, fifteen seconds
//! at once on Lichess. Three times as much as the tag allows, and a minute more, nobody gives that way: then it is a clock set otherwise,
//! as that of who gives a simul on Lichess.

use crate::pgn::annotations::clocks::Clocks;
use crate::pgn::annotations::time_control::TimeControl;
use crate::pgn::origin::Origin;

/// What clocks make of a time control.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meaning {
    /// It means what the standard says.
    AsWritten,
    /// Its base is in minutes.
    InMinutes,
    /// Another one was played by.
    Contradicted,
}

/// A greater base is in seconds: nobody plays three hours with more than this.
const MOST_MINUTES: i64 = 180_000;

/// Nobody plays with so few seconds (Lichess has a quarter of a minute at least), nor with a base of at most three minutes and so great an
/// increment: where broadcasts and studies have such a one, it is in minutes, clocks or not.
const LEAST_BASE: i64 = 15_000;
const GREAT_INCREMENT: i64 = 10_000;

const MINUTE: i64 = 60_000;

/// The first reading of a side, in milliseconds, and the number of the move that it stands at.
type First = (i64, i64);

impl Meaning {
    /// Of a game's time control. Where the game comes from is asked for only where that decides.
    pub fn of(control: &TimeControl, clocks: &Clocks, origin: impl FnOnce() -> Origin) -> Meaning {
        let (base, increment) = (control.base.milliseconds, control.increment.milliseconds);
        let may_be_minutes = control.is_sudden_death() && (1..=MOST_MINUTES).contains(&base);
        let is_odd = may_be_minutes && (base < LEAST_BASE || increment >= GREAT_INCREMENT);
        let firsts = [0, 1].map(|from| first_reading(clocks.readings(), from));
        if firsts == [None, None] {
            return if is_odd && origin() == Origin::Relayed {
                Meaning::InMinutes
            } else {
                Meaning::AsWritten
            };
        }
        let by = |moves: i64| base.saturating_add(increment.saturating_mul(moves));
        let is_beyond = |(reading, moves): First| {
            // With the last move of a period the time of the next is there.
            let is_known = control.moves.is_none_or(|all| moves < i64::from(all)) && by(1) > 0;
            is_known && reading > by(moves).saturating_mul(3).saturating_add(MINUTE)
        };
        let mut known = firsts.into_iter().flatten();
        if !known.clone().any(is_beyond) {
            return Meaning::AsWritten;
        }
        if !may_be_minutes || !known.clone().all(is_beyond) {
            return Meaning::Contradicted;
        }
        let minutes = base.saturating_mul(60);
        let fits = known.any(|(reading, moves)| {
            (minutes / 4 * 3..=minutes + increment.saturating_mul(moves).saturating_add(MINUTE))
                .contains(&reading)
        });
        match origin() {
            // Its clocks are its own, and it writes seconds.
            Origin::Lichess => Meaning::Contradicted,
            Origin::Relayed if fits || is_odd => Meaning::InMinutes,
            Origin::Elsewhere if fits => Meaning::InMinutes,
            Origin::Relayed | Origin::Elsewhere => Meaning::Contradicted,
        }
    }

    /// The time control that is meant by one that is written so. One that clocks contradict stands, for want of another.
    pub fn apply(self, written: TimeControl) -> TimeControl {
        match self {
            Meaning::AsWritten | Meaning::Contradicted => written,
            Meaning::InMinutes => written.in_minutes(),
        }
    }
}

/// The first reading at the plies from `from` on, one side's.
fn first_reading(readings: &[i32], from: usize) -> Option<First> {
    let own = (1..).zip(readings.iter().skip(from).step_by(2));
    own.map(|(moves, reading)| (*reading, moves))
        .find(|(reading, _)| *reading != Clocks::NONE)
        .map(|(reading, moves)| (i64::from(reading), moves))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::game_text::GameText;

    fn of(control: &str, clocks: [&str; 2], origin: Origin) -> Meaning {
        let comment =
            |clock: &str| if clock.is_empty() { String::new() } else { format!("{{[%clk {clock}]}}") };
        let text = format!("1. e4 {} e5 {} 2. d4 *", comment(clocks[0]), comment(clocks[1]));
        let (mut game, mut clocks) = (GameText::default(), Clocks::default());
        game.read_next(text.as_bytes(), 0, text.len());
        clocks.read(text.as_bytes(), &game);
        Meaning::of(&TimeControl::parse(control).unwrap(), &clocks, || origin)
    }

    #[test]
    fn clocks_tell_minutes_from_seconds() {
        use Meaning::{AsWritten, Contradicted, InMinutes};
        use Origin::{Elsewhere, Lichess, Relayed};
        for (control, clocks, origin, meaning) in [
            ("90+30", ["1:30:56", "1:30:00"], Relayed, InMinutes),
            ("90+30", ["1:30:56", "1:30:00"], Elsewhere, InMinutes),
            ("90+30", ["1:30:56", ""], Elsewhere, InMinutes),
            // One came late.
            ("90+30", ["1:30:30", "0:42:52"], Relayed, InMinutes),
            ("90+30", ["0:20:00", "0:42:52"], Relayed, InMinutes),
            ("90+30", ["0:20:00", "0:42:52"], Elsewhere, Contradicted),
            ("90+30", ["0:01:30", "0:02:00"], Relayed, AsWritten),
            ("3+2", ["0:03:00", "0:03:02"], Relayed, InMinutes),
            ("180+2", ["0:03:00", "0:03:00"], Relayed, AsWritten),
            ("180+2", ["3:00:00", "3:00:00"], Lichess, Contradicted),
            ("180+2", ["3:00:00", "3:00:00"], Elsewhere, InMinutes),
            ("900+10", ["1:15:00", "0:15:05"], Lichess, Contradicted),
            ("600", ["10:00:00", "10:00:00"], Elsewhere, Contradicted),
            ("40/5400+30:1800+30", ["1:30:30", "1:30:30"], Elsewhere, AsWritten),
            ("40/90+30:30+30", ["1:30:30", "1:30:30"], Elsewhere, Contradicted),
            ("1/86400", ["71:00:00", "71:00:00"], Elsewhere, AsWritten),
            ("0+0", ["1:30:30", "1:30:30"], Elsewhere, AsWritten),
        ] {
            assert_eq!(of(control, clocks, origin), meaning, "{control} {clocks:?} {origin:?}");
        }
    }

    #[test]
    fn given_time_contradicts_nothing() {
        for (control, clock) in [("30+0", "0:02:15"), ("300+10", "0:11:30"), ("600+10", "0:14:48")] {
            assert_eq!(of(control, [clock, "0:00:30"], Origin::Lichess), Meaning::AsWritten, "{control}");
        }
    }

    #[test]
    fn without_clocks_broadcasts_and_studies_are_read_in_minutes_where_seconds_make_no_sense() {
        for (control, meaning) in [
            ("90+30", Meaning::InMinutes),
            ("15+10", Meaning::InMinutes),
            ("3+2", Meaning::InMinutes),
            ("60+0", Meaning::AsWritten),
            ("180+2", Meaning::AsWritten),
            ("5400+30", Meaning::AsWritten),
            ("0+10", Meaning::AsWritten),
        ] {
            assert_eq!(of(control, ["", ""], Origin::Relayed), meaning, "{control}");
            for origin in [Origin::Lichess, Origin::Elsewhere] {
                assert_eq!(of(control, ["", ""], origin), Meaning::AsWritten, "{control}");
            }
        }
    }

    #[test]
    fn no_numbers_are_too_great() {
        let control = "999999999+999999999";
        assert_eq!(of(control, ["400:00:00", ""], Origin::Elsewhere), Meaning::AsWritten);
    }
}
