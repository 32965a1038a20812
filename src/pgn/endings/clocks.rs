//! What the clocks show at the end of a game, and whether one was halved at its start.
//!
//! Owns the way from the game's end to the last reading of each side: the last few moves are looked at, and no others, for this
//! is done for every game whose file doesn't say how it ended. All readings are looked at by [`ClockCourse`], on demand.

use memchr::memchr;

use super::clock::{Clock, TimeControl, clocks, last_clock};
use super::comment::{Closing, comment_before, skip_blanks_back, skip_word_back};
use super::course::{ClockCourse, first_to_move};
use crate::chess::piece::Color;
use crate::pgn::claims::{Claims, TextTag};
use crate::pgn::game_text::GameText;

/// What the clocks show at the game's end. Each pair is White's and Black's.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Clocks {
    /// Each side's last reading, if it is written beside one of the last moves.
    pub last: [Option<Clock>; 2],
    /// Who gave up half their time at the start (Lichess arenas).
    pub berserk: [bool; 2],
}

impl Clocks {
    /// The last reading of a side.
    pub fn of(&self, color: Color) -> Option<Clock> {
        self.last[color.index()]
    }

    /// Whether a side's last reading leaves it no time. `None` without a reading.
    pub fn has_run_out(&self, color: Color) -> Option<bool> {
        self.of(color).map(|clock| clock.milliseconds <= 0)
    }

    /// Reads the clocks of a game. `bytes` are those that `game` was read from.
    pub fn read(bytes: &[u8], game: &GameText, claims: &Claims<'_>) -> Clocks {
        let movetext = bytes.get(game.movetext..game.span.end).unwrap_or_default();
        if memchr(b'{', movetext).is_none() {
            return Clocks { last: [None; 2], berserk: berserk_by_tag(claims) };
        }
        let first = first_to_move(claims);
        let closing = Closing::find(movetext, game.result.is_some());
        Clocks {
            last: last_of_each(movetext, &closing, game, first),
            berserk: berserk(movetext, claims, first),
        }
    }
}

fn last_of_each(movetext: &[u8], closing: &Closing, game: &GameText, first: Color) -> [Option<Clock>; 2] {
    let mut last = [None; 2];
    let Some(before) = game.moves.len().checked_sub(1) else { return last };
    let mut mover = if before % 2 == 0 { first } else { !first };
    last[mover.index()] =
        closing.comments().iter().find_map(|comment| last_clock(&movetext[comment.clone()]));
    let mut end = closing.moves_end;
    for moves in 0.. {
        if last.iter().all(Option::is_some) {
            break;
        }
        // What stands in a variation must be read forwards.
        if movetext[..skip_blanks_back(movetext, end)].last() == Some(&b')') {
            return ClockCourse::follow(movetext, first, None).last;
        }
        if moves == LAST_MOVES.min(before) {
            break;
        }
        let Some(start) = skip_move_back(movetext, end) else { break };
        (end, mover) = (start, !mover);
        while let Some(comment) = comment_before(movetext, end) {
            end = comment.start - 1;
            if last[mover.index()].is_none() {
                last[mover.index()] = last_clock(&movetext[comment]);
            }
        }
    }
    last
}

/// So many moves before the last are looked at: boards that send their moves leave out the reading of the last.
const LAST_MOVES: usize = 3;

/// Where the move begins, with its number, that ends at `end` with its glyphs. `None` if it can't be read backwards.
fn skip_move_back(movetext: &[u8], end: usize) -> Option<usize> {
    let mut at = end;
    let mut has_move = false;
    for _ in 0..MOST_WORDS {
        let word_end = skip_blanks_back(movetext, at);
        let start = skip_word_back(movetext, word_end);
        let word = &movetext[start..word_end];
        let is_number = word.iter().all(|byte| matches!(byte, b'0'..=b'9' | b'.'));
        let is_glyph = word.first() == Some(&b'$') || word.iter().all(|byte| matches!(byte, b'!' | b'?'));
        if word.is_empty() || (has_move && !is_number) {
            return has_move.then_some(at);
        }
        has_move |= !is_number && !is_glyph;
        at = start;
    }
    None
}

/// A move, its number and its glyphs are no more words than this.
const MOST_WORDS: usize = 8;

/// Whose clock began with half the time, by its tag: API exports have one.
fn berserk_by_tag(claims: &Claims<'_>) -> [bool; 2] {
    let mut berserk = [false; 2];
    for (name, value) in &claims.extra {
        let is_true = || value.as_deref() == Some("true");
        match name.as_ref() {
            "WhiteBerserk" => berserk[0] = is_true(),
            "BlackBerserk" => berserk[1] = is_true(),
            _ => {}
        }
    }
    berserk
}

/// Whose clock began with half the time. In a dump the first readings tell it, because the first move costs no time on Lichess, and
/// only arenas allow it.
fn berserk(movetext: &[u8], claims: &Claims<'_>, first: Color) -> [bool; 2] {
    let mut berserk = berserk_by_tag(claims);
    let is_arena = claims.get(TextTag::Event).is_some_and(is_arena);
    let control = claims.get(TextTag::TimeControl).filter(|_| is_arena).and_then(TimeControl::parse);
    let Some(control) = control else { return berserk };
    let start = &movetext[..movetext.len().min(FIRST_MOVES)];
    if memchr(b'(', start).is_some() {
        return berserk;
    }
    let half = control.base.milliseconds / 2;
    let mut color = first;
    for clock in clocks(start).take(2) {
        berserk[color.index()] |= (half - 1000..=half).contains(&clock.milliseconds);
        color = !color;
    }
    berserk
}

/// Whether an event is an arena, as Lichess's dumps name it: `Rated Blitz tournament https://lichess.org/tournament/abcdefgh`.
fn is_arena(event: &str) -> bool {
    let address = memchr(b'/', event.as_bytes()).map(|slash| &event.as_bytes()[slash..]);
    address.is_some_and(|address| address.starts_with(b"//lichess.org/tournament/"))
}

/// The first two moves, with evaluations and clocks, are in so many bytes.
const FIRST_MOVES: usize = 160;

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::finding::Findings;

    fn read(text: &str) -> (Clocks, ClockCourse) {
        let (mut game, mut claims, mut findings) =
            (GameText::default(), Claims::default(), Findings::default());
        game.read_next(text.as_bytes(), 0, text.len());
        claims.read(text.as_bytes(), &game.tags, &mut findings);
        let course = ClockCourse::read(text.as_bytes(), &game, &claims);
        (Clocks::read(text.as_bytes(), &game, &claims), course)
    }

    fn last(text: &str) -> [Option<i64>; 2] {
        let (clocks, course) = read(text);
        assert_eq!(clocks.last, course.last, "{text}");
        clocks.last.map(|clock| clock.map(|clock| clock.milliseconds / 1000))
    }

    #[test]
    fn the_last_reading_of_each_side_is_found() {
        let (two, one) = ([Some(7), Some(5)], [Some(7), None]);
        for (text, clocks) in [
            ("1. e4 { [%clk 0:00:07] } 1... e5 { [%clk 0:00:05] } 1-0", two),
            ("1. e4 {[%clk 0:00:07.5]} 1... e5 {[%clk 0:00:05]} 2. d4 1-0", two),
            ("1. e4 {[%clk 0:00:09]} e5 {[%clk 0:00:05]} 2. d4 {[%clk 0:00:07]} {x} {y} 1-0 {z}", two),
            ("1.e4{[%clk 0:00:07]}e5{[%clk 0:00:05]}1-0", two),
            ("1. e4!? $1 {[%eval 0.3] [%clk 0:00:07]} 1... e5 $2 {[%clk\n0:00:05]} 1-0", two),
            ("1. e4 {[%clk 0:00:07]} {[%emt 1.0]} e5 {[%clk 0:00:05]} {[%emt 1.0]} 1-0", two),
            ("1. e4 {[%clk 0:00:07]} e5 {[%clk 0:00:05]} (1... c5 {[%clk 0:00:03]}) 1-0", two),
            ("1. e4 {[%clk 0:00:07]} (1. d4 {[%clk 0:00:03]}) 1... e5 {[%clk 0:00:05]} *", two),
            ("[FEN \"8/8/8/8/8/8/8/8 b - - 0 1\"]\n\n1... e5 {[%clk 0:00:05]} 2. e4 {[%clk 0:00:07]} *", two),
            ("1. e4 {[%clk 0:00:07]} *", one),
            ("{[%clk 0:00:03]} 1. e4 {[%clk 0:00:07]}", one),
            ("{[%clk 0:00:03]} *", [None, None]),
            ("1. e4 e5 1-0", [None, None]),
            ("[White \"x\"]\n\n*", [None, None]),
        ] {
            assert_eq!(last(text), clocks, "{text}");
        }
    }

    #[test]
    fn a_clock_that_shows_nothing_has_run_out() {
        let (clocks, _) = read("1. e4 {[%clk 0:00:00]} e5 {[%clk 0:00:05]} 0-1");
        assert_eq!(
            [Color::White, Color::Black].map(|color| clocks.has_run_out(color)),
            [Some(true), Some(false)]
        );
    }

    #[test]
    fn berserk_is_half_the_time_in_an_arena_or_a_tag() {
        let event = "[Event \"Rated Blitz tournament https://lichess.org/tournament/abcdefgh\"]\n";
        let moves = "[TimeControl \"180+0\"]\n\n1. e4 { [%clk 0:03:00] } 1... c5 { [%clk 0:01:30] } 1-0";
        assert_eq!(read(&format!("{event}{moves}")).0.berserk, [false, true]);
        assert_eq!(read(moves).0.berserk, [false, false]);
        assert_eq!(read("[WhiteBerserk \"true\"]\n\n1. e4 {x} *").0.berserk, [true, false]);
        assert_eq!(read("[BlackBerserk \"true\"]\n\n1. e4 *").0.berserk, [false, true]);
    }

    #[test]
    fn clocks_that_go_up_or_below_zero_are_counted() {
        let moves = "1. e4 {[%clk 0:00:10]} e5 {[%clk 0:00:10]} 2. d4 {[%clk 0:00:12]} d5 {[%clk -0:00:01]} \
                     3. c4 {[%clk 0:00:20]} c5 {[%clk 0:00:01]} *";
        let (_, course) = read(&format!("[TimeControl \"10+1\"]\n\n{moves}"));
        assert_eq!((course.count, course.increased, course.negative), ([3, 3], [1, 0], [0, 1]));
        assert_eq!(course.least.map(|clock| clock.map(Clock::seconds)), [Some(10.0), Some(-1.0)]);
        // Without a time control nobody knows what was too much.
        assert_eq!(read(moves).1.increased, [0, 0]);
    }

    #[test]
    fn the_time_that_moves_took_is_added_up() {
        let (_, course) =
            read("1. e4 {[%emt 1.5]} e5 {[%emt 0:00:02]} 2. d4 {[%emt 1.0]} (2. c4 {[%emt 9.0]}) *");
        assert_eq!(course.elapsed.map(|clock| clock.map(Clock::seconds)), [Some(2.5), Some(2.0)]);
    }

    fn plies() -> impl Strategy<Value = String> {
        let comment = prop::sample::select(vec![
            "",
            " {[%clk 0:00:07]}",
            " { [%clk 0:01:05.3] }",
            " {x}",
            " {[%eval 1.0] [%clk 1:00:00]}",
            " {[%clk 0:00:01]} {y}",
            " (1. d4 {[%clk 0:00:03]})",
            " $1",
        ]);
        prop::collection::vec(comment, 0..12).prop_map(|comments| {
            let ply = |(ply, comment): (usize, &str)| {
                let number = if ply % 2 == 0 { format!("{}. ", ply / 2 + 1) } else { String::new() };
                format!("{number}Nf3{comment} ")
            };
            comments.into_iter().enumerate().map(ply).collect::<String>() + "1-0"
        })
    }

    proptest! {
        /// The twin reads forwards, move by move.
        #[test]
        fn backwards_and_forwards_find_the_same(text in plies()) {
            let (mut game, mut claims) = (GameText::default(), Claims::default());
            game.read_next(text.as_bytes(), 0, text.len());
            claims.read(text.as_bytes(), &game.tags, &mut Findings::default());
            let movetext = &text.as_bytes()[game.movetext..game.span.end];
            let follow = ClockCourse::follow(movetext, Color::White, None);
            prop_assert_eq!(ClockCourse::read(text.as_bytes(), &game, &claims), follow);
            let last = Clocks::read(text.as_bytes(), &game, &claims).last;
            for (found, true_last) in last.into_iter().zip(follow.last) {
                // Readings that stand far from the end are left where they are.
                prop_assert!(found.is_none() || found == true_last);
            }
        }
    }
}
