//! How long the players thought.
//!
//! Owns the rule, one for a move and for the sums of a game: by the clocks a move took what the clock showed after the player's move before,
//! less what it shows now, and what the move added. So the first reading of each side tells nothing. Where clocks don't tell, what the file
//! says the move took (`%emt`, `%timestamp`) counts.

use crate::chess::piece::Color;
use crate::pgn::annotations::clocks::Clocks;
use crate::pgn::annotations::notes::Notes;
use crate::pgn::annotations::time_control::{Later, TimeControl};

/// Readings in whole seconds can be off by one.
const TOLERANCE: i64 = 1000;

/// The thinking of one side; times in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Thinking {
    /// Moves of which it is known how long they took.
    pub moves: u32,
    /// Their time in all.
    pub total: i64,
    /// The longest of them.
    pub longest: i64,
}

impl Thinking {
    /// The mean time of a move.
    pub fn mean(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.total as f64 / f64::from(self.moves))
    }

    fn add(&mut self, time: i64) {
        self.moves += 1;
        self.total = self.total.saturating_add(time);
        self.longest = self.longest.max(time);
    }
}

/// What moves add to a clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Gain {
    /// Milliseconds a move.
    increment: i64,
    /// The number of the last move that adds so much; what later ones add is not known here.
    moves: usize,
    /// What a clock that gained more was given.
    more: More,
}

/// Why a clock may gain more than the increment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum More {
    /// A new period began: how long the move took isn't known.
    Period,
    /// Somebody gave time: the move took next to none.
    Gift,
}

/// By what it is known how long the moves of a game took.
#[derive(Clone, Copy, Debug)]
pub struct Pace<'a> {
    clocks: &'a Clocks,
    notes: &'a Notes,
    first_to_move: Color,
    /// Of the side that moves first, and of the other; `None` where clocks tell nothing.
    gains: Option<[Gain; 2]>,
}

impl<'a> Pace<'a> {
    /// Of a game. `lacks_increment` says whose moves add nothing, whatever the time control: White's, Black's.
    ///
    /// Without a time control it isn't known what moves add. If no clock of the game ever rises they may have added nothing, and clocks
    /// count as they are. A period of one move begins anew with each, and its clock tells nothing.
    pub fn of(
        clocks: &'a Clocks,
        notes: &'a Notes,
        first_to_move: Color,
        control: Option<TimeControl>,
        lacks_increment: [bool; 2],
    ) -> Pace<'a> {
        let gain = match control {
            Some(TimeControl { moves: Some(1), .. }) => None,
            Some(control) => Some(Gain {
                increment: control.increment.milliseconds,
                moves: match (control.later, control.moves) {
                    (Later::Different, Some(moves)) => moves as usize,
                    (Later::Same, _) | (Later::Different, None) => usize::MAX,
                },
                more: if control.is_sudden_death() { More::Gift } else { More::Period },
            }),
            None => never_rises(clocks).then_some(Gain { increment: 0, moves: usize::MAX, more: More::Gift }),
        };
        let gains = gain.map(|gain| {
            let mut gains =
                lacks_increment.map(|lacks| if lacks { Gain { increment: 0, ..gain } } else { gain });
            if first_to_move == Color::Black {
                gains.reverse();
            }
            gains
        });
        Pace { clocks, notes, first_to_move, gains }
    }

    /// How long a ply took, 1 for the first, in milliseconds.
    pub fn spent(&self, ply: usize) -> Option<i64> {
        let note = || self.notes.plies().get(ply.checked_sub(1)?)?.elapsed();
        self.by_clock(ply).or_else(note)
    }

    /// The thinking of both sides, White's first.
    pub fn thinking(&self) -> [Thinking; 2] {
        let mut both = [Thinking::default(); 2];
        for ply in 1..=self.clocks.readings().len().max(self.notes.plies().len()) {
            if let Some(time) = self.spent(ply) {
                both[(self.first_to_move.index() + ply - 1) % 2].add(time);
            }
        }
        both
    }

    fn by_clock(&self, ply: usize) -> Option<i64> {
        let before = i64::from(self.clocks.at(ply.checked_sub(2)?)?);
        let after = i64::from(self.clocks.at(ply)?);
        let gain = self.gains?[(ply - 1) % 2];
        if ply.div_ceil(2) > gain.moves {
            return None;
        }
        let took = before - after + gain.increment;
        match gain.more {
            More::Period if took < -TOLERANCE => None,
            More::Period | More::Gift => Some(took.max(0)),
        }
    }
}

/// Whether no reading is above the one before it of the same side.
fn never_rises(clocks: &Clocks) -> bool {
    let readings = clocks.readings();
    let pairs = readings.iter().zip(readings.iter().skip(2));
    pairs.filter(|(before, _)| **before != Clocks::NONE).all(|(before, after)| after <= before)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::game_text::GameText;

    fn think_lacking(text: &str, control: &str, lacks_increment: [bool; 2]) -> [Thinking; 2] {
        let (mut game, mut clocks, mut notes) = (GameText::default(), Clocks::default(), Notes::default());
        game.read_next(text.as_bytes(), 0, text.len());
        clocks.read(text.as_bytes(), &game);
        notes.read(text.as_bytes(), &game);
        let control = TimeControl::parse(control);
        Pace::of(&clocks, &notes, Color::White, control, lacks_increment).thinking()
    }

    fn think(text: &str, control: &str) -> [Thinking; 2] {
        think_lacking(text, control, [false; 2])
    }

    fn totals(text: &str, control: &str) -> [(u32, i64); 2] {
        think(text, control).map(|side| (side.moves, side.total))
    }

    const RISING: &str = "1. e4 {[%clk 0:01:00]} e5 {[%clk 0:01:00]} 2. d4 {[%clk 0:00:58.5]} d5 {[%clk 0:01:02]} \
                          3. c4 {[%clk 0:00:50]} c5 4. Nc3 {[%clk 0:01:20]} *";

    #[test]
    fn a_move_took_what_its_clock_lost_and_the_increment() {
        let [white, black] = think(RISING, "60+2");
        assert_eq!((white.moves, white.total, white.longest), (3, 3_500 + 10_500, 10_500));
        assert_eq!((black.moves, black.total, black.longest), (1, 0, 0));
        assert_eq!(white.mean(), Some(14_000.0 / 3.0));
    }

    #[test]
    fn who_gave_up_the_increment_used_no_more_than_the_clock_lost() {
        let text = "1. e4 {[%clk 0:00:30]} e5 {[%clk 0:01:00]} 2. d4 {[%clk 0:00:28]} d5 {[%clk 0:00:58]} *";
        let [white, black] = think_lacking(text, "60+1", [true, false]);
        assert_eq!((white.total, black.total), (2_000, 3_000));
        let [white, black] = think_lacking(text, "60+1", [false, true]);
        assert_eq!((white.total, black.total), (3_000, 2_000));
    }

    #[test]
    fn of_several_periods_only_the_crossing_is_unknown() {
        // 4. Nc3 begins a period: what it took can't be known.
        assert_eq!(totals(RISING, "3/60:60"), [(2, 1_500 + 8_500), (0, 0)]);
        assert_eq!(totals(RISING, "40/60+2:60+2"), [(2, 3_500 + 10_500), (1, 0)]);
        // What the second period adds is something else.
        assert_eq!(totals(RISING, "2/60+2:60"), [(1, 3_500), (1, 0)]);
        assert_eq!(totals(RISING, "1/60"), [(0, 0); 2]);
    }

    #[test]
    fn without_a_time_control_clocks_that_never_rise_count_as_they_are() {
        for control in ["?", "60+5d"] {
            assert_eq!(totals(RISING, control), [(0, 0); 2]);
        }
        let falling = RISING.replace("0:01:02", "0:00:59").replace("0:01:20", "0:00:50");
        assert_eq!(totals(&falling, "?"), [(3, 1_500 + 8_500), (1, 1_000)]);
    }

    #[test]
    fn where_clocks_do_not_tell_the_time_that_moves_took_counts_as_written() {
        let [white, black] =
            think("1. e4 {[%emt 1.5]} e5 {[%emt 0:00:02]} 2. d4 {[%emt 1.0]} (2. c4 {[%emt 9.0]}) *", "");
        assert_eq!((white.moves, white.total, black.total), (2, 2_500, 2_000));
        let one_pair = "1. e4 {[%clk 0:01:00][%emt 0:00:03]} e5 {[%emt 0:00:02]} 2. d4 {[%clk 0:00:50][%emt 0:00:11]} \
                        d5 {[%emt 0:00:04]} *";
        assert_eq!(totals(one_pair, "60"), [(2, 13_000), (2, 6_000)]);
    }

    #[test]
    fn where_each_move_has_its_own_time_what_is_written_counts() {
        let text = "1. e4 {[%clk 71:59:38][%timestamp 220]} e5 {[%clk 71:59:52][%timestamp 80]} \
                    2. d4 {[%clk 71:58:00][%timestamp 1200]} *";
        assert_eq!(totals(text, "1/259200"), [(2, 142_000), (1, 8_000)]);
        assert_eq!(totals(text, "259200"), [(2, 22_000 + 98_000), (1, 8_000)]);
    }

    #[test]
    fn a_ply_and_the_sums_follow_one_rule() {
        let text = RISING.replace("c5 ", "c5 {[%emt 0:00:07]} ");
        let (mut game, mut clocks, mut notes) = (GameText::default(), Clocks::default(), Notes::default());
        game.read_next(text.as_bytes(), 0, text.len());
        clocks.read(text.as_bytes(), &game);
        notes.read(text.as_bytes(), &game);
        let pace = Pace::of(&clocks, &notes, Color::White, TimeControl::parse("60+2"), [false; 2]);
        let spent: Vec<_> = (0..=8).map(|ply| pace.spent(ply)).collect();
        let none = None;
        assert_eq!(spent, [none, none, none, Some(3_500), Some(0), Some(10_500), Some(7_000), Some(0), none]);
        assert_eq!(pace.thinking().map(|side| side.total), [14_000, 7_000]);
    }
}
