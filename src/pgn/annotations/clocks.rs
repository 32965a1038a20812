//! The clock's reading at each ply of a game.
//!
//! Owns the pass over all comments that this takes: for every game, hence from where the lexer has found comments to end, and with no
//! search. A reading belongs to the player who has just moved; of several at one ply the last counts.

use std::ops::RangeInclusive;

use memchr::memchr;

use super::clock::{Reading, last_clock};
use super::follow::follow;
use super::plain_clocks::{DECLINED, plain_clock};
#[cfg(target_arch = "x86_64")]
use super::plain_clocks_abreast::Wide;
use crate::pgn::comments::ByPly;
use crate::pgn::game_text::GameText;

/// The readings of one game; buffers are kept from game to game.
#[derive(Clone, Default, Debug)]
pub struct Clocks {
    /// In milliseconds, one a ply up to the last that has one; [`Clocks::NONE`] where a ply has none.
    readings: Vec<i32>,
    /// Whether each of these plies has one.
    is_whole: bool,
    /// The plies, from 0, whose readings are of two fields: hours and minutes, as far as their comments show.
    short: Vec<usize>,
}

impl Clocks {
    /// No reading.
    pub const NONE: i32 = DECLINED;

    /// The readings in milliseconds, by ply, the first ply's first. There may be fewer than plies: later ones have none.
    pub fn readings(&self) -> &[i32] {
        &self.readings
    }

    /// Whether there are readings, and no ply without one before the last that has.
    pub const fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// The reading of a ply, 1 for the first.
    pub fn at(&self, ply: usize) -> Option<i32> {
        let reading = self.readings.get(ply.checked_sub(1)?)?;
        (*reading != Clocks::NONE).then_some(*reading)
    }

    /// Reads the clocks of a game. `bytes` are those that `game` was read from.
    pub fn read(&mut self, bytes: &[u8], game: &GameText) {
        self.readings.clear();
        self.short.clear();
        self.is_whole = false;
        if game.comments.is_empty() {
            return;
        }
        match game.comments.by_ply(game.moves.len()) {
            Some(comments) => self.read_by_ply(bytes.get(game.movetext..).unwrap_or_default(), comments),
            None => self.follow(bytes, game),
        }
        if !self.short.is_empty() {
            self.settle_short();
        }
        let used = self.readings.iter().rposition(|reading| *reading != Clocks::NONE);
        self.readings.truncate(used.map_or(0, |last| last + 1));
        self.is_whole = self.is_whole || !self.readings.is_empty() && !self.readings.contains(&Clocks::NONE);
    }

    fn read_by_ply(&mut self, movetext: &[u8], comments: ByPly<'_>) {
        let (read, mut are_plain) = self.read_abreast(movetext, comments.paired);
        self.readings.extend(comments.paired[read..].iter().map(|end| {
            let text = movetext.get(..*end as usize).and_then(|text| text.last_chunk());
            let reading = text.map_or(DECLINED, plain_clock);
            are_plain &= reading != DECLINED;
            reading
        }));
        self.is_whole = are_plain && !comments.paired.is_empty();
        if !are_plain {
            let mut start = 0;
            for (ply, (reading, end)) in self.readings.iter_mut().zip(comments.paired).enumerate() {
                if *reading == DECLINED {
                    let found = reading_in(braced(movetext, start, *end as usize));
                    *reading = found.map_or(Clocks::NONE, |(reading, _)| reading);
                    self.short.extend(found.and_then(|(_, is_short)| is_short.then_some(ply)));
                }
                start = *end as usize;
            }
        }
        let mut start = comments.paired.last().map_or(0, |end| *end as usize);
        for (end, ply) in comments.others.iter().zip(comments.moves) {
            let reading = reading_in(braced(movetext, start, *end as usize));
            self.take(*ply as usize, reading);
            self.is_whole = false;
            start = *end as usize;
        }
    }

    /// Takes the reading of a comment behind so many moves, which no comment behind more has come before.
    fn take(&mut self, ply: usize, reading: Option<(i32, bool)>) {
        if let (Some((reading, is_short)), Some(before)) = (reading, ply.checked_sub(1)) {
            self.readings.resize(before, Clocks::NONE);
            self.readings.push(reading);
            self.short.retain(|short| *short < before);
            self.short.extend(is_short.then_some(before));
        }
    }

    /// Two fields are hours and minutes in games that have no others. Where hours stand in other readings of the game, two fields are what is
    /// left below an hour, and no clock shows a day.
    #[cold]
    fn settle_short(&mut self) {
        const DAY: i32 = 24 * 3_600_000;
        let others =
            self.readings.iter().filter(|reading| **reading != Clocks::NONE).count() - self.short.len();
        if others > 0 || self.short.iter().any(|ply| self.readings[*ply] >= DAY) {
            self.short.iter().for_each(|ply| self.readings[*ply] /= 60);
        }
    }

    /// Reads the first clocks, eight at once, where the processor can do it; gives how many, and whether all of these are plain.
    fn read_abreast(&mut self, movetext: &[u8], ends: &[u32]) -> (usize, bool) {
        #[cfg(target_arch = "x86_64")]
        if let Some(wide) = Wide::detect() {
            return wide.read(movetext, ends, &mut self.readings);
        }
        (0, true)
    }

    /// The same, token by token.
    fn follow(&mut self, bytes: &[u8], game: &GameText) {
        follow(bytes, game, |ply, comment| {
            self.take(ply, bytes.get(comment).and_then(reading_in));
        });
    }
}

/// Whether a comment ends with these sixteen bytes as Lichess writes a clock: `[%clk 0:03:00] }`.
pub(in crate::pgn) fn is_plain_clock(end: &[u8; 16]) -> bool {
    plain_clock(end) != DECLINED
}

/// Readings that are kept, so that any two differ by less than 32 bits hold: the greatest is eighteen days, and four more than anyone is
/// given for a move.
const KEPT: RangeInclusive<i32> = -500_000_000..=1_600_000_000;

/// The comment in braces that ends at `end`, the only one in the text from `start` on: outside comments no brace stands that doesn't
/// begin one.
fn braced(text: &[u8], start: usize, end: usize) -> &[u8] {
    let text = text.get(start..end).unwrap_or_default();
    &text[memchr(b'{', text).unwrap_or(text.len())..]
}

/// The last reading in a comment, before its brace; and whether it is of two fields.
fn reading_in(comment: &[u8]) -> Option<(i32, bool)> {
    let comment = comment.strip_suffix(b"}").unwrap_or(comment);
    let Reading { clock, is_short } = last_clock(comment)?;
    let reading = i32::try_from(clock.milliseconds).ok().filter(|reading| KEPT.contains(reading));
    reading.map(|reading| (reading, is_short))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(text: &str) -> Vec<Option<i32>> {
        let (mut game, mut clocks) = (GameText::default(), Clocks::default());
        game.read_next(text.as_bytes(), 0, text.len());
        clocks.read(text.as_bytes(), &game);
        (1..=game.moves.len()).map(|ply| clocks.at(ply).map(|reading| reading / 1000)).collect()
    }

    #[test]
    fn every_reading_stands_at_its_ply() {
        let (two, none) = ([Some(7), Some(5)], [None, None]);
        for (text, clocks) in [
            ("1. e4 { [%clk 0:00:07] } 1... e5 { [%clk 0:00:05] } 1-0", two),
            ("1. e4 {[%clk 0:00:07.5]} 1... e5 {[%clk 0:00:05]} 1-0", two),
            ("1. e4 {[%clk 0:00:09]} {[%clk 0:00:07]} e5 {[%clk 0:00:05]} {x} {y} 1-0 {z}", two),
            ("1.e4{[%clk 0:00:07]}e5{[%clk 0:00:05]}1-0", two),
            ("1. e4!? $1 {[%eval 0.3] [%clk 0:00:07]} 1... e5 $2 {[%clk\n0:00:05]} 1-0", two),
            ("1. e4 {[%clk 0:00:07]} {[%emt 1.0]} e5 {[%clk 0:00:05]} {[%emt 1.0]} 1-0", two),
            ("1. e4 {[%clk 0:00:07]} e5 {[%clk 0:00:05]} (1... c5 {[%clk 0:00:03]}) 1-0", two),
            ("1. e4 {[%clk 0:00:07]} (1. d4 {[%clk 0:00:03]}) 1... e5 {[%clk 0:00:05]} *", two),
            ("1. e4 {[%clk 0:00:07]} 1... e5 1-0 {[%clk 0:00:05]}", two),
            ("1. e4 {[%clk 0:00:07]} ; [%clk 0:00:09] {\n1... e5 {[%clk 0:00:05]} *", [Some(9), Some(5)]),
            ("1. e4 {[%clk 0:00:07]} ; [%clk 0:00:09] {x}\n1... e5 {[%clk 0:00:05]} *", [Some(9), Some(5)]),
            ("1. e4 {[%clk 0:00:07]} e5 {} {[%clk 0:00:05]} {[%eval 0.1]} *", two),
            ("1. e4 {[%clk 0:00:07]}\n% {[%clk 0:00:08]}\n1... e5 {[%clk 0:00:05]} *", two),
            ("1. e4 {[%clk 0:00:07]} e5 *", [Some(7), None]),
            ("1. e4 e5 {[%clk 0:00:05]} *", [None, Some(5)]),
            ("{[%clk 0:00:03]} 1. e4 e5 *", none),
            ("1. e4 {x} e5 {[%clk 9999:00:00]} 1-0", none),
            ("1. e4 e5 1-0", none),
            // Two fields are hours and minutes, unless others tell of hours.
            ("1. e4 {[%clk 1:30]} e5 {[%clk 0:07]} 1-0", [Some(5_400), Some(420)]),
            ("1. e4 {[%clk 1:00:00]} e5 {[%clk 59:07]} 1-0", [Some(3_600), Some(3_547)]),
            ("1. e4 {[%clk 0:09]} {x} e5 {[%clk 1:00:00]} 1-0", [Some(9), Some(3_600)]),
            ("1. e4 {[%clk 0:09.5]} e5 {[%clk 0:07]} 1-0", [Some(9), Some(7)]),
            ("1. e4 {[%clk 59:59]} e5 {[%clk 0:07]} 1-0", [Some(3_599), Some(7)]),
            ("1. e4 {[%clk 0:09]} {[%clk 0:08]} e5 {[%clk 0:07]} 1-0", [Some(480), Some(420)]),
            ("1. e4 {[%clk 0:09]} {[%clk 0:00:08]} e5 {[%clk 0:07]} 1-0", [Some(8), Some(7)]),
        ] {
            assert_eq!(read(text), clocks, "{text}");
        }
        assert!(read("{[%clk 0:00:03]} *").is_empty());
    }

    /// Games as sites write them, with something else here and there, and long enough for several blocks.
    fn games() -> impl Strategy<Value = String> {
        let comment = prop_oneof![
            30 => (0u32..100).prop_map(|seconds| format!(" {{ [%clk 0:01:{seconds:02}] }}")),
            3 => (0u32..60).prop_map(|seconds| format!(" {{ [%eval 0.17] [%clk 1:00:{seconds:02}] }}")),
            1 => prop::sample::select(vec![
                "",
                " { [%clk 0:01:05.3] }",
                " {[%clk -0:00:01]}",
                " { [%clk 0:07] }",
                " { [%clk 59:07] }",
                " {x}",
                " { [%clk 0:00:01] } {y}",
                " (1. d4 { [%clk 0:00:03] })",
                " $1 { [%clk 0:00:02] }",
                "?! { [%clk 0:00:02] }",
                " [%clk 0:00:09] { [%clk 0:00:02] }",
                " [%clk 0:00:09] { x }",
                " ; { [%clk 0:00:03] }\n",
                " { never { closed twice }",
                "\n% { [%clk 0:00:04] }\n",
                " { [%clk 0:00:04] } {White resigns} 1-0 { [%clk 0:00:06] }\n",
                " {",
            ])
            .prop_map(str::to_owned),
        ];
        let word = prop::sample::select(vec!["Nf3", "e4", "O-O-O", "R1xa8#", "1-0x", "Black"]);
        prop::collection::vec((prop_oneof![40 => Just("Nf3"), 1 => word], comment), 0..60).prop_map(|plies| {
            let ply = |(ply, (word, comment)): (usize, &(&str, String))| {
                let dots = if ply % 2 == 0 { "." } else { "..." };
                format!("{}{dots} {word}{comment} ", ply / 2 + 1)
            };
            plies.iter().enumerate().map(ply).collect::<String>() + "1-0"
        })
    }

    proptest! {
        /// The twin reads the game once more, token by token.
        #[test]
        fn the_place_of_a_comment_tells_its_ply(text in games()) {
            let bytes = text.as_bytes();
            let (mut game, mut clocks, mut followed) = (GameText::default(), Clocks::default(), Clocks::default());
            let mut at = 0;
            while let Some(next) = game.read_next(bytes, at, bytes.len()) {
                at = next;
                clocks.read(bytes, &game);
                followed.readings.clear();
                followed.short.clear();
                followed.follow(bytes, &game);
                followed.settle_short();
                prop_assert_eq!(clocks.readings(), followed.readings());
                let has_gap = clocks.readings().contains(&Clocks::NONE);
                prop_assert_eq!(clocks.is_whole(), !clocks.readings().is_empty() && !has_gap);
            }
        }

        #[test]
        fn any_bytes_can_be_read(text in prop::collection::vec(any::<u8>(), 0..200), start in 0usize..300, end in 0usize..300) {
            let bytes = [b"1. e4 { [%clk 0:00:01] } {".as_slice(), &text, b"} 1-0"].concat();
            let (mut game, mut clocks) = (GameText::default(), Clocks::default());
            game.read_next(&bytes, 0, bytes.len());
            clocks.read(&bytes, &game);
            // Places that lie: no reading that is true, but no panic.
            let lie = GameText { span: start..end, movetext: start, ..game.clone() };
            clocks.read(&bytes, &lie);
        }
    }
}
