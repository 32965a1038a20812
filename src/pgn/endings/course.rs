//! All readings of the clocks in a game: where they began and ended, and where they went as no clock does.
//!
//! Owns the pass over all comments that this takes, which is too dear to be made for every game unasked.

use memchr::{memchr, memmem};

use super::clock::{Clock, ELAPSED, TimeControl, clocks, elapsed, last_clock};
use crate::chess::piece::Color;
use crate::pgn::claims::{Claims, TextTag};
use crate::pgn::game_text::GameText;
use crate::pgn::token::{Kind, main_line};

/// What the clocks of a game show. Each pair is White's and Black's; variations don't count.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ClockCourse {
    /// How many readings there are.
    pub count: [u32; 2],
    /// The first readings.
    pub first: [Option<Clock>; 2],
    /// The last readings.
    pub last: [Option<Clock>; 2],
    /// The least readings.
    pub least: [Option<Clock>; 2],
    /// How often a clock gained more than the increment. On Lichess a player can give the other fifteen seconds.
    pub increased: [u32; 2],
    /// How many readings are below zero.
    pub negative: [u32; 2],
    /// The time that moves took, by `%emt`, in all.
    pub elapsed: [Option<Clock>; 2],
}

/// Readings in whole seconds can be off by one.
const TOLERANCE: i64 = 1000;

impl ClockCourse {
    /// Reads all clocks of a game. `bytes` are those that `game` was read from.
    pub fn read(bytes: &[u8], game: &GameText, claims: &Claims<'_>) -> ClockCourse {
        let Some(movetext) = bytes.get(game.movetext..game.span.end) else { return ClockCourse::default() };
        let control = claims.get(TextTag::TimeControl).and_then(TimeControl::parse);
        let first = first_to_move(claims);
        ClockCourse::alternating(movetext, game.moves.len(), first, control)
            .unwrap_or_else(|| ClockCourse::follow(movetext, first, control))
    }

    /// The course, if every move has one reading, as sites write it, or none. `None` says nothing.
    fn alternating(
        movetext: &[u8],
        plies: usize,
        first: Color,
        control: Option<TimeControl>,
    ) -> Option<ClockCourse> {
        if memchr(b'(', movetext).is_some() {
            return None;
        }
        let mut course = ClockCourse::default();
        let mut color = first;
        for clock in clocks(movetext) {
            course.add(color, clock, control);
            color = !color;
        }
        let count = (course.count[0] + course.count[1]) as usize;
        let is_told = (count == plies || count == 0) && memmem::find(movetext, ELAPSED).is_none();
        is_told.then_some(course)
    }

    /// The course, move by move.
    pub(super) fn follow(movetext: &[u8], first: Color, control: Option<TimeControl>) -> ClockCourse {
        let mut course = ClockCourse::default();
        // Before the first move a comment is about nobody's move.
        let (mut next, mut mover) = (first, None);
        for (at, token) in main_line(movetext, 0, movetext.len()) {
            if let Kind::Move(_) = token.kind {
                (mover, next) = (Some(next), !next);
            } else if let (Kind::Comment { .. }, Some(color)) = (token.kind, mover) {
                let comment = &movetext[at..token.end];
                if let Some(clock) = last_clock(comment) {
                    course.add(color, clock, control);
                }
                if let Some(time) = elapsed(comment) {
                    let sum = course.elapsed[color.index()].map_or(0, |sum| sum.milliseconds);
                    let milliseconds = sum.saturating_add(time.milliseconds);
                    course.elapsed[color.index()] = Some(Clock { milliseconds });
                }
            }
        }
        course
    }

    fn add(&mut self, color: Color, clock: Clock, control: Option<TimeControl>) {
        let side = color.index();
        self.count[side] += 1;
        self.negative[side] += u32::from(clock.milliseconds < 0);
        self.first[side] = self.first[side].or(Some(clock));
        self.least[side] = Some(self.least[side].map_or(clock, |least| least.min(clock)));
        if let (Some(control), Some(before)) = (control, self.last[side]) {
            let gain = clock.milliseconds - before.milliseconds;
            self.increased[side] += u32::from(gain > control.increment.milliseconds + TOLERANCE);
        }
        self.last[side] = Some(clock);
    }
}

/// Who moves first.
pub(super) fn first_to_move(claims: &Claims<'_>) -> Color {
    let turn = claims.get(TextTag::Fen).and_then(|fen| fen.split_ascii_whitespace().nth(1));
    if turn.is_some_and(|turn| turn.eq_ignore_ascii_case("b")) { Color::Black } else { Color::White }
}
