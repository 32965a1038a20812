//! The ladder of proofs, from the cheapest to the dearest.
//!
//! Owns the order in which a question is tried, and stops at the first answer. Each step is exact where it answers at all;
//! what no step settles is undecided, and counted.

use std::time::{Duration, Instant};

use crate::chess::fen;
use crate::chess::moves::Move;
use crate::chess::piece::Color;
use crate::chess::position::Position;
use crate::rules::winnable::effort::Effort;
use crate::rules::winnable::few_men;
use crate::rules::winnable::full_search::{self, Found};
use crate::rules::winnable::giveaway;
use crate::rules::winnable::look::Lines;
use crate::rules::winnable::mating_material;
use crate::rules::winnable::shortest_mate::helpmate::Helpmate;
use crate::rules::winnable::shortest_mate::{self, MateSearch, shorten};
use crate::rules::winnable::statistics::{Slowest, Statistics};

/// Plies of the look that comes before any of the other crate's tests. Of the flagged games of Lichess whose winner could not
/// mate it settles three in four.
const LOOK: usize = 2;

/// Says of positions whether a side can still mate. Owned by one worker; buffers and statistics are kept from question to
/// question.
#[derive(Clone, Debug, Default)]
pub struct Solver {
    effort: Effort,
    lines: Lines,
    moves: Vec<Move>,
    statistics: Statistics,
}

impl Solver {
    /// A solver that tries so hard.
    pub fn new(effort: Effort) -> Solver {
        Solver { effort, ..Solver::default() }
    }

    /// How hard it tries.
    pub const fn effort(&self) -> Effort {
        self.effort
    }

    /// What it was asked so far.
    pub const fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// Whether some series of legal moves ends in `side`'s mating the other (articles 5.1.2, 5.2.2 and 6.9); `None` if that was
    /// not settled.
    pub fn can_win(&mut self, position: &Position, side: Color) -> Option<bool> {
        self.ask(position, side, self.effort)
    }

    /// The same by every means, whatever the solver's effort: for a claim that hangs on the answer.
    pub fn decide(&mut self, position: &Position, side: Color) -> Option<bool> {
        self.ask(position, side, Effort::Exact)
    }

    /// Whether neither side can mate: the position is dead (article 5.2.2). One side that can is enough to deny it.
    pub fn is_dead(&mut self, position: &Position) -> Option<bool> {
        // The side with more men is likelier to be able to win.
        let men = |side| position.board().of_color(side).len();
        let first = if men(Color::White) >= men(Color::Black) { Color::White } else { Color::Black };
        let one = self.can_win(position, first);
        if one == Some(true) {
            return Some(false);
        }
        match (one, self.can_win(position, !first)) {
            (_, Some(true)) => Some(false),
            (Some(false), Some(false)) => Some(true),
            (_, _) => None,
        }
    }

    /// A line of legal moves that ends in `side`'s mate, found by the full search; not the shortest. `None` if there is none, or
    /// none was found.
    pub fn helpmate(&mut self, position: &Position, side: Color) -> Option<Vec<Move>> {
        match by_the_board(position, side) {
            Some(true) => return Some(Vec::new()),
            Some(false) => return None,
            None => {}
        }
        match self.search(position, side)? {
            Found::Helpmate(line) => Some(line),
            Found::CannotWin => None,
        }
    }

    /// Whether `side` can't mate, as far as steps show that take less than a microsecond. `false` shows nothing.
    pub(super) fn is_plainly_hopeless(&mut self, position: &Position, side: Color) -> bool {
        by_material(position, side)
            .or_else(|| few_men::can_win(&mut self.lines, position, side))
            .or_else(|| self.by_a_look(position, side))
            == Some(false)
    }

    fn ask(&mut self, position: &Position, side: Color, effort: Effort) -> Option<bool> {
        self.statistics.queries += 1;
        let answer = by_the_board(position, side)
            .or_else(|| by_material(position, side))
            .or_else(|| few_men::can_win(&mut self.lines, position, side))
            .or_else(|| self.by_a_look(position, side))
            .or_else(|| self.by_a_giveaway(position, side))
            .or_else(|| self.by_the_fast_test(position, side))
            .or_else(|| match effort {
                Effort::Default => None,
                Effort::Exact => self.search(position, side).map(|found| matches!(found, Found::Helpmate(_))),
            });
        self.statistics.undecided += u64::from(answer.is_none());
        answer
    }

    fn by_a_look(&mut self, position: &Position, side: Color) -> Option<bool> {
        self.lines.all_end_without_mate(position, side, LOOK).then_some(false)
    }

    fn by_a_giveaway(&mut self, position: &Position, side: Color) -> Option<bool> {
        giveaway::shows_a_win(&mut self.lines, &mut self.moves, position, side).then_some(true)
    }

    fn by_the_fast_test(&mut self, position: &Position, side: Color) -> Option<bool> {
        let start = Instant::now();
        let hopeless = full_search::proves_hopeless(position, side);
        self.statistics.fast_tests += 1;
        self.note_time(start.elapsed(), position, side);
        hopeless.then_some(false)
    }

    fn search(&mut self, position: &Position, side: Color) -> Option<Found> {
        let start = Instant::now();
        let found = full_search::run(position, side);
        self.statistics.full_searches += 1;
        self.note_time(start.elapsed(), position, side);
        found
    }

    fn note_time(&mut self, time: Duration, position: &Position, side: Color) {
        if self.statistics.slowest.as_ref().is_none_or(|slowest| slowest.time < time) {
            let mut text = Vec::new();
            fen::write(position, &mut text);
            let fen = String::from_utf8_lossy(&text).into_owned();
            self.statistics.slowest = Some(Slowest { time, fen, side });
        }
    }
}

/// What the board alone settles: mate has won for one side, and stalemate, like mate, for no other (articles 5.1.1 and 5.2.1).
/// It comes before material.
fn by_the_board(position: &Position, side: Color) -> Option<bool> {
    (!position.has_legal_move()).then(|| position.turn() != side && position.is_check())
}

/// What material alone settles.
fn by_material(position: &Position, side: Color) -> Option<bool> {
    mating_material::is_lacking(position.board(), side).then_some(false)
}
