//! Who gave up half the time at the start, as Lichess's arenas allow.
//!
//! Owns what the first reading says of it. Lichess (lichess.org/tournament/help, scalachess `Clock`): who berserks has half the base and no
//! increment; where forty increments are more than the base, all of it stays (`1+2` becomes `1+0`), and no reading can tell. A first move costs
//! no time, so that the first reading is the whole base or half of it.

use super::clocks::ClockStats;
use crate::pgn::annotations::time_control::TimeControl;
use crate::pgn::claims::Claims;
use crate::pgn::dialect::Dialect;
use crate::pgn::event::{EventFacts, EventKind};
use crate::pgn::origin::Origin;

/// Readings in whole seconds can be off by one.
const TOLERANCE: i64 = 1000;

/// Whole seconds are rounded: of seven and a half Lichess makes eight.
const ROUNDING: i64 = 500;

/// What a first reading shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shown {
    /// Half the base.
    Half,
    /// All of it, or more.
    Whole,
    /// Nothing that tells.
    Neither,
}

fn shown(first: i32, control: &TimeControl) -> Shown {
    let (base, increment) = (control.base.milliseconds, control.increment.milliseconds);
    let (first, half) = (i64::from(first), base / 2);
    if !control.is_sudden_death() || base < increment.saturating_mul(40) {
        Shown::Neither
    } else if base > 0 && (half - TOLERANCE..=half + ROUNDING).contains(&first) {
        Shown::Half
    } else if first >= base - TOLERANCE {
        Shown::Whole
    } else {
        Shown::Neither
    }
}

/// Whether each side gave up half the time, White's first: by the tags that say so, or by the first readings of a game played on Lichess;
/// `None` where neither tells.
pub fn berserk(
    clocks: &[ClockStats; 2],
    claims: &Claims<'_>,
    dialect: Dialect,
    control: Option<TimeControl>,
) -> [Option<bool>; 2] {
    let mut berserk = [None; 2];
    if clocks.iter().any(|side| side.first.is_some()) && Origin::of(claims, dialect) == Origin::Lichess {
        let kind = EventFacts::of(claims, dialect).kind;
        berserk = [0, 1].map(|side: usize| by_clock(clocks[side].first?, kind, control));
    }
    for (side, name) in ["WhiteBerserk", "BlackBerserk"].into_iter().enumerate() {
        if claims.extra.iter().any(|(tag, value)| tag == name && value.as_deref() == Some("true")) {
            berserk[side] = Some(true);
        }
    }
    berserk
}

fn by_clock(first: i32, kind: Option<EventKind>, control: Option<TimeControl>) -> Option<bool> {
    match kind {
        Some(EventKind::Game | EventKind::Swiss | EventKind::Simul) => Some(false),
        Some(EventKind::Arena) | None => match shown(first, &control?) {
            Shown::Half => Some(true),
            Shown::Whole => Some(false),
            Shown::Neither => None,
        },
    }
}

/// Whether it may matter to the increment that somebody berserked: a cheap test for every game.
pub fn may_lack_increment(clocks: &[ClockStats; 2], claims: &Claims<'_>, control: &TimeControl) -> bool {
    let is_half = |side: &ClockStats| side.first.is_some_and(|first| shown(first, control) == Shown::Half);
    control.increment.milliseconds > 0
        && (clocks.iter().any(is_half) || claims.extra.iter().any(|(name, _)| name.ends_with("Berserk")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Findings;
    use crate::pgn::annotations::clocks::Clocks;
    use crate::pgn::claims::TextTag;
    use crate::pgn::game_text::GameText;

    fn read(text: &str) -> [Option<bool>; 2] {
        let (mut game, mut claims, mut clocks) = (GameText::default(), Claims::default(), Clocks::default());
        game.read_next(text.as_bytes(), 0, text.len());
        claims.read(text.as_bytes(), &game.tags, &mut Findings::default());
        clocks.read(text.as_bytes(), &game);
        let control = claims.get(TextTag::TimeControl).and_then(TimeControl::parse);
        let both = ClockStats::of_both(&clocks, claims.first_to_move(), || control);
        berserk(&both, &claims, Dialect::recognise(&claims), control)
    }

    fn game(event: &str, control: &str, clocks: [&str; 2]) -> [Option<bool>; 2] {
        read(&format!(
            "[Event \"{event}\"]\n[Site \"https://lichess.org/abcdefgh\"]\n[TimeControl \"{control}\"]\n\n\
             1. e4 {{ [%clk {}] }} 1... c5 {{ [%clk {}] }} 1-0",
            clocks[0], clocks[1]
        ))
    }

    #[test]
    fn berserk_is_half_the_time_in_an_arena_by_whatever_name() {
        for event in [
            "Rated Blitz tournament https://lichess.org/tournament/abcdefgh",
            "Hourly SuperBlitz Arena",
            "Lichess Titled Arena 9",
            "A club's cup",
        ] {
            assert_eq!(game(event, "180+0", ["0:03:00", "0:01:30"]), [Some(false), Some(true)], "{event}");
            assert_eq!(game(event, "15+0", ["0:00:08", "0:00:07"]), [Some(true); 2], "{event}");
            assert_eq!(game(event, "180+2", ["0:01:29", "0:02:40"]), [Some(true), None], "{event}");
        }
    }

    #[test]
    fn nobody_berserks_in_games_by_themselves_swisses_and_simuls() {
        for event in ["Rated Blitz game", "Blitz swiss https://lichess.org/swiss/abcdefgh", "GM's simul"] {
            assert_eq!(game(event, "180+0", ["0:03:00", "0:01:30"]), [Some(false); 2], "{event}");
        }
    }

    #[test]
    fn where_all_the_base_stays_readings_tell_nothing() {
        for clock in ["0:01:00", "0:00:30"] {
            assert_eq!(game("Hourly Bullet Arena", "60+2", [clock, clock]), [None; 2]);
        }
        // Forty increments are not more than the base.
        assert_eq!(game("Hourly Bullet Arena", "60+1", ["0:01:00", "0:00:30"]), [Some(false), Some(true)]);
        assert_eq!(game("Hourly Bullet Arena", "40/60:60", ["0:01:00", "0:00:30"]), [None; 2]);
        assert_eq!(game("Hourly Bullet Arena", "?", ["0:01:00", "0:00:30"]), [None; 2]);
    }

    #[test]
    fn tags_say_it_anywhere_and_clocks_on_lichess_alone() {
        assert_eq!(read("[WhiteBerserk \"true\"]\n\n1. e4 {x} *"), [Some(true), None]);
        assert_eq!(read("[BlackBerserk \"true\"]\n\n1. e4 *"), [None, Some(true)]);
        assert_eq!(read("[BlackBerserk \"false\"]\n\n1. e4 *"), [None; 2]);
        let clocks = "[TimeControl \"180+0\"]\n\n1. e4 {[%clk 0:03:00]} c5 {[%clk 0:01:30]} *";
        assert_eq!(read(clocks), [None; 2]);
        let study = "[Site \"https://lichess.org/study/abcdefgh/ijklmnop\"]\n";
        assert_eq!(read(&format!("{study}{clocks}")), [None; 2]);
    }
}
