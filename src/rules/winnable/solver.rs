//! The ladder of proofs, from the cheapest to the dearest.
//!
//! Owns the order in which a question is tried, and stops at the first answer. Each step is exact where it answers at all;
//! what no step settles is undecided, and counted.

use std::time::{Duration, Instant};

use crate::chess::fen;
use crate::chess::moves::Move;
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::Position;
use crate::rules::winnable::effort::Effort;
use crate::rules::winnable::few_men;
use crate::rules::winnable::full_search::{self, Found};
use crate::rules::winnable::giveaway;
use crate::rules::winnable::look::Lines;
use crate::rules::winnable::mating_material;
use crate::rules::winnable::shortest_mate::helpmate::Helpmate;
use crate::rules::winnable::shortest_mate::{self, MateSearch};
use crate::rules::winnable::shown::{Ground, Shown};
use crate::rules::winnable::statistics::{Slowest, Statistics};

/// Plies of the look that comes before any of the other crate's tests. Of the flagged games of Lichess whose winner could not
/// mate it settles three in four.
const LOOK: usize = 2;

/// Nodes of the search for the shortest line to mate: two to three seconds. Of 60 positions of Lichess that can be won, five
/// million settle 56 and this many 59.
const NODES: u64 = 32_000_000;

/// Pawns from which on the fast test tries all lines there are.
const MANY_PAWNS: u32 = 10;

/// Says of positions whether a side can still mate. Owned by one worker; buffers and statistics are kept from question to
/// question.
#[derive(Clone, Debug, Default)]
pub struct Solver {
    effort: Effort,
    lines: Lines,
    moves: Vec<Move>,
    statistics: Statistics,
    /// What the full search said, where that is kept.
    memory: Option<Vec<Searched>>,
}

/// A question to the full search, and what it found.
#[derive(Clone, Debug)]
struct Searched {
    position: Position,
    side: Color,
    found: Option<Found>,
}

impl Solver {
    /// A solver that tries so hard.
    pub fn new(effort: Effort) -> Solver {
        Solver { effort, ..Solver::default() }
    }

    /// The same, but it never runs the full search twice for one question. For reports on one position or one game: it keeps all
    /// that was found.
    pub fn remembering(effort: Effort) -> Solver {
        Solver { memory: Some(Vec::new()), ..Solver::new(effort) }
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

    /// Whether `side` can mate, with a line to the mate or the ground of the denial: for reports, as it takes long. The line is the
    /// shortest, or else the shortest found. What the cheap proofs leave open stays so unless the solver's effort is exact.
    pub fn show(&mut self, position: &Position, side: Color) -> Shown {
        let step = self.cheap_step(position, side);
        match step {
            Some(Step { can_win: false, ground }) => return Shown::CannotWin(ground),
            None if self.effort != Effort::Exact => return Shown::Undecided,
            Some(Step { can_win: true, .. }) | None => {}
        }
        // The full search first: it is quick to find some line, and a line bounds what is searched for a shorter one.
        let line = match self.search(position, side) {
            Some(Found::CannotWin) => return Shown::CannotWin(Ground::FullSearch),
            Some(Found::Helpmate(line)) => Some(line),
            None => None,
        };
        match shortest(position, side, line) {
            Some(helpmate) => Shown::Line(helpmate),
            None if step.is_some() => Shown::CanWin,
            None => Shown::Undecided,
        }
    }

    /// Whether `side` can't mate, as far as steps show that take less than a microsecond. `false` shows nothing.
    pub(super) fn is_plainly_hopeless(&mut self, position: &Position, side: Color) -> bool {
        by_material(position, side)
            .or_else(|| few_men::can_win(&mut self.lines, position, side))
            .or_else(|| self.by_a_look(position, side))
            == Some(false)
    }

    /// As [`Solver::decide`], of a position in which it is as likely that `side` can mate as that it can't. Over kings and many pawns the fast
    /// test ends with all lines that there are (1 ms), in vain where there is a mate, which the full search looks for first. So there the
    /// fast test comes last. Not to be left out: the full search lists all lines too, but under other conditions, so that it may give up where
    /// the fast test has proof. Of 7,966 such questions that our own steps leave open it gave up at none.
    pub(super) fn probe(&mut self, position: &Position, side: Color) -> Option<bool> {
        let board = position.board();
        let pawns = board.pieces(PieceType::Pawn);
        if board.occupied() != pawns | board.pieces(PieceType::King) || pawns.len() < MANY_PAWNS {
            return self.decide(position, side);
        }
        self.statistics.queries += 1;
        let answer = self
            .own_step(position, side)
            .map(|step| step.can_win)
            .or_else(|| self.search(position, side).map(|found| matches!(found, Found::Helpmate(_))))
            .or_else(|| self.by_the_fast_test(position, side));
        self.statistics.undecided += u64::from(answer.is_none());
        answer
    }

    fn ask(&mut self, position: &Position, side: Color, effort: Effort) -> Option<bool> {
        self.statistics.queries += 1;
        let step = self.cheap_step(position, side);
        let answer = step.map(|step| step.can_win).or_else(|| match effort {
            Effort::Board | Effort::Default => None,
            Effort::Exact => self.search(position, side).map(|found| matches!(found, Found::Helpmate(_))),
        });
        self.statistics.undecided += u64::from(answer.is_none());
        answer
    }

    /// The first of the cheap steps that answers.
    fn cheap_step(&mut self, position: &Position, side: Color) -> Option<Step> {
        let by_the_fast_test = |can_win| Step { can_win, ground: Ground::FastTest };
        self.own_step(position, side).or_else(|| self.by_the_fast_test(position, side).map(by_the_fast_test))
    }

    /// The first that answers of those that are ours.
    fn own_step(&mut self, position: &Position, side: Color) -> Option<Step> {
        let on = |ground| move |can_win| Step { can_win, ground };
        by_the_board(position, side)
            .map(on(Ground::Board))
            .or_else(|| by_material(position, side).map(on(Ground::Material)))
            .or_else(|| few_men::can_win(&mut self.lines, position, side).map(on(Ground::FewMen)))
            .or_else(|| self.by_a_look(position, side).map(on(Ground::Look)))
            .or_else(|| self.by_a_giveaway(position, side).map(on(Ground::Giveaway)))
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
        let known = self.memory.iter().flatten().find(|searched| searched.is_of(position, side));
        if let Some(Searched { found, .. }) = known {
            return found.clone();
        }
        let start = Instant::now();
        let found = full_search::run(position, side);
        self.statistics.full_searches += 1;
        self.note_time(start.elapsed(), position, side);
        if let Some(memory) = &mut self.memory {
            memory.push(Searched { position: *position, side, found: found.clone() });
        }
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

impl Searched {
    fn is_of(&self, position: &Position, side: Color) -> bool {
        self.side == side && self.position.same_position(position)
    }
}

/// What a cheap step says.
#[derive(Clone, Copy)]
struct Step {
    can_win: bool,
    ground: Ground,
}

/// The shortest line to `side`'s mate, or else the shortest found, of which `line` may be one.
fn shortest(position: &Position, side: Color, line: Option<Vec<Move>>) -> Option<Helpmate> {
    let mut search = MateSearch::new(side);
    let longest = line.as_ref().map_or(usize::MAX, |line| line.len().saturating_sub(1));
    let (line, at_least) = match search.run(position, longest, NODES) {
        shortest_mate::Found::Shortest(line) => {
            let plies = line.len() as u32;
            (line, plies)
        }
        shortest_mate::Found::NoneBelow(plies) => {
            let line = line?;
            let is_shortest = line.len() <= plies as usize;
            (if is_shortest { line } else { shortest_mate::shorten(&mut search, position, line) }, plies)
        }
    };
    Helpmate::new(position, side, line, at_least)
}

/// What the board alone settles: mate has won for one side, and stalemate, like mate, for no other (articles 5.1.1 and 5.2.1).
/// It comes before material.
fn by_the_board(position: &Position, side: Color) -> Option<bool> {
    let is_check = position.is_check();
    let has_move = !is_check && position.has_free_move() || position.has_legal_move();
    (!has_move).then_some(is_check && position.turn() != side)
}

/// What material alone settles.
fn by_material(position: &Position, side: Color) -> Option<bool> {
    mating_material::is_lacking(position.board(), side).then_some(false)
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::path::Path;

    use super::*;
    use crate::chess::fen::Fen;

    /// The questions of a list on positions with kings and many pawns alone: FEN, side, verdict.
    fn over_many_pawns(list: &str) -> Vec<(Position, Color, bool)> {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(list);
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| {
            // Past the harness, which shows what `eprintln` says of failed tests only.
            let _ = writeln!(std::io::stderr(), "skipped: {} ({error})", path.display());
            String::new()
        });
        let mut questions = Vec::new();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let fields: Vec<&str> = line.split('\t').collect();
            let placement = fields[0].split(' ').next().unwrap();
            let of = |kinds: &str| placement.chars().filter(|man| kinds.contains(*man)).count();
            if of("QRBNqrbn") == 0 && of("Pp") >= MANY_PAWNS as usize {
                let position = Fen::parse(fields[0].as_bytes()).unwrap().setup().unwrap().position;
                let side = if fields[1] == "white" { Color::White } else { Color::Black };
                questions.push((position, side, fields[2] == "winnable"));
            }
        }
        questions
    }

    #[test]
    fn a_probe_is_a_decision() {
        let few = over_many_pawns("tests/vectors/kings_and_pawns.tsv");
        let every = over_many_pawns("../shared/vectors/unwinnable_large.tsv");
        assert_eq!(few.len(), 54);
        assert!([8_162, 0].contains(&every.len()), "{}", every.len());
        let (mut probing, mut deciding) = (Solver::default(), Solver::default());
        for (position, side, can_win) in few.into_iter().chain(every) {
            let probed = probing.probe(&position, side);
            assert_eq!(probed, deciding.decide(&position, side), "{} {side}", position.fen());
            assert_eq!(probed, Some(can_win), "{} {side}", position.fen());
        }
        assert_eq!(probing.statistics().queries, deciding.statistics().queries);
    }
}
