//! How long the players thought.
//!
//! Owns the rule by which clocks tell it: a move took what the clock showed after the player's move before, less what it shows now, and the
//! increment. So the first reading of each side tells nothing. Where clocks tell of no move, but the file says what each took (`%emt`,
//! `%timestamp`), that counts.

use crate::chess::piece::Color;
use crate::pgn::annotations::clocks::Clocks;
use crate::pgn::annotations::notes::Note;
use crate::pgn::annotations::time_control::TimeControl;

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

    /// Of both sides, White's first. The increment is that of the first period; without a time control that can be read clocks tell nothing.
    pub fn of_both(
        clocks: &Clocks,
        notes: &[Note],
        first_to_move: Color,
        control: Option<TimeControl>,
    ) -> [Thinking; 2] {
        let mut both = [Thinking::default(); 2];
        for ply in 3..=clocks.readings().len() {
            let took = took(clocks, ply, control);
            if let Some(time) = took {
                both[(first_to_move.index() + ply - 1) % 2].add(time);
            }
        }
        if both.iter().any(|side| side.moves > 0) {
            return both;
        }
        for (ply, note) in notes.iter().enumerate() {
            if let Some(time) = note.elapsed {
                both[(first_to_move.index() + ply) % 2].add(time);
            }
        }
        both
    }

    fn add(&mut self, time: i64) {
        self.moves += 1;
        self.total = self.total.saturating_add(time);
        self.longest = self.longest.max(time);
    }
}

/// Whether clocks tell of any move how long it took.
pub fn clocks_tell(clocks: &Clocks, control: Option<TimeControl>) -> bool {
    (3..=clocks.readings().len()).any(|ply| took(clocks, ply, control).is_some())
}

/// How long a ply took, in milliseconds: by the clocks, or else as its note has it.
pub fn spent(clocks: &Clocks, note: &Note, ply: usize, control: Option<TimeControl>) -> Option<i64> {
    took(clocks, ply, control).or(note.elapsed)
}

/// How long a ply took, in milliseconds, by the clocks: no less than nothing, since a clock that gained more than the increment was given time.
pub fn took(clocks: &Clocks, ply: usize, control: Option<TimeControl>) -> Option<i64> {
    // Where a period ends with so many moves, the time of the next is added at once.
    let control = control.filter(TimeControl::is_sudden_death)?;
    let before = i64::from(clocks.at(ply.checked_sub(2)?)?);
    let after = i64::from(clocks.at(ply)?);
    Some((before - after + control.increment.milliseconds).max(0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::annotations::notes::Notes;
    use crate::pgn::game_text::GameText;

    fn think(text: &str, control: &str) -> [Thinking; 2] {
        let (mut game, mut clocks, mut notes) = (GameText::default(), Clocks::default(), Notes::default());
        game.read_next(text.as_bytes(), 0, text.len());
        clocks.read(text.as_bytes(), &game);
        notes.read(text.as_bytes(), &game);
        Thinking::of_both(&clocks, notes.plies(), Color::White, TimeControl::parse(control))
    }

    #[test]
    fn a_move_took_what_its_clock_lost_and_the_increment() {
        let text = "1. e4 {[%clk 0:01:00]} e5 {[%clk 0:01:00]} 2. d4 {[%clk 0:00:58.5]} d5 {[%clk 0:01:02]} \
                    3. c4 {[%clk 0:00:50]} c5 4. Nc3 {[%clk 0:01:20]} *";
        let [white, black] = think(text, "60+2");
        assert_eq!((white.moves, white.total, white.longest), (3, 3_500 + 10_500, 10_500));
        assert_eq!((black.moves, black.total, black.longest), (1, 0, 0));
        assert_eq!(white.mean(), Some(14_000.0 / 3.0));
        assert_eq!(think(text, "?"), [Thinking::default(); 2]);
        assert_eq!(think(text, "40/60:60"), [Thinking::default(); 2]);
    }

    #[test]
    fn without_clocks_the_time_that_moves_took_counts_as_written() {
        let [white, black] =
            think("1. e4 {[%emt 1.5]} e5 {[%emt 0:00:02]} 2. d4 {[%emt 1.0]} (2. c4 {[%emt 9.0]}) *", "");
        assert_eq!((white.moves, white.total, black.total), (2, 2_500, 2_000));
    }

    #[test]
    fn where_clocks_tell_of_no_move_the_time_that_moves_took_counts() {
        let text = "1. e4 {[%clk 71:59:38][%timestamp 220]} e5 {[%clk 71:59:52][%timestamp 80]} \
                    2. d4 {[%clk 71:58:00][%timestamp 1200]} *";
        let [white, black] = think(text, "1/259200");
        assert_eq!((white.moves, white.total, black.moves, black.total), (2, 142_000, 1, 8_000));
        let [white, _] = think(text, "259200");
        assert_eq!((white.moves, white.total), (1, 98_000));
    }
}
