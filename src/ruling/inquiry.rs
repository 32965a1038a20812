//! Who could still mate at the end of a game, asked of the solver where the answer may matter.
//!
//! Owns which questions are worth asking: the last position, since what is dead stays dead; both sides where the gate sees a reason;
//! everything at exact effort; and the plies only of games that are proven.

use crate::chess::piece::{Color, PieceType};
use crate::chess::position::Position;
use crate::chess::san::San;
use crate::replay::{Facts, Prospects, Walker, Way};
use crate::rules::winnable::effort::Effort;
use crate::rules::winnable::gate::{Scrutiny, sides_in_doubt};
use crate::rules::winnable::mating_material;
use crate::rules::winnable::solver::Solver;
use crate::rules::winnable::statistics::Statistics;

/// What hangs on the answers for one game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stakes {
    /// How closely the gate looks.
    pub(super) scrutiny: Scrutiny,
    /// The side on whose power to mate a claim depends: that is asked by every means.
    pub(super) urgent: Option<Color>,
    /// The side that is said to have won. If it can't, it is asked by every means whether the position is dead.
    pub(super) winner: Option<Color>,
}

/// Asks the solver about games, one after the other.
#[derive(Clone, Debug, Default)]
pub(super) struct Inquiry {
    solver: Solver,
    walker: Walker,
}

impl Inquiry {
    /// An inquiry that tries so hard.
    pub(super) fn new(effort: Effort) -> Inquiry {
        Inquiry::with_solver(Solver::new(effort))
    }

    /// An inquiry by this solver.
    pub(super) fn with_solver(solver: Solver) -> Inquiry {
        Inquiry { solver, walker: Walker::default() }
    }

    /// The solver.
    pub(super) fn into_solver(self) -> Solver {
        self.solver
    }

    /// What the solver was asked so far.
    pub(super) const fn statistics(&self) -> &Statistics {
        self.solver.statistics()
    }

    /// The prospects at the end of a game. `way` gives its moves, which are asked for only where plies are to be found.
    pub(super) fn ask(
        &mut self,
        facts: &Facts,
        way: impl FnOnce() -> Option<Way>,
        moves: &[San],
        stakes: Stakes,
    ) -> Prospects {
        let Stakes { scrutiny, urgent, winner } = stakes;
        let Some(last) = &facts.last_position else { return Prospects::default() };
        if facts.is_checkmate || facts.is_stalemate {
            let mated = facts.is_checkmate.then_some(last.turn());
            let has_won = |side: Color| Some(mated == Some(!side));
            let mut prospects = Prospects {
                white_can_win: has_won(Color::White),
                black_can_win: has_won(Color::Black),
                ..Prospects::default()
            };
            // A stalemate that could not be avoided was dead before. It takes a replay to know.
            let is_asked = match self.solver.effort() {
                Effort::Board => false,
                Effort::Default => may_have_been_forced(last, &moves[..facts.plies as usize]),
                Effort::Exact => true,
            };
            if facts.is_stalemate
                && is_asked
                && let Some(before) = facts.plies.checked_sub(1)
                && let Some(way) = way()
            {
                self.walker.walk(&way);
                let position = self.walker.position(&way, before);
                if position.is_some_and(|position| self.solver.is_dead(&position) == Some(true)) {
                    self.date(&mut prospects, &way, before);
                }
            }
            return prospects;
        }
        let in_doubt = match self.solver.effort() {
            Effort::Board => return by_material(last),
            Effort::Default => sides_in_doubt(last, scrutiny),
            Effort::Exact => [true; 2],
        };
        if in_doubt == [false; 2] && urgent.is_none() {
            return Prospects::default();
        }
        let mut can_win = |side: Color| {
            if mating_material::is_lacking(last.board(), side) {
                Some(false)
            } else if urgent == Some(side) {
                self.solver.decide(last, side)
            } else if in_doubt[side.index()] {
                self.solver.can_win(last, side)
            } else {
                None
            }
        };
        let [mut white_can_win, mut black_can_win] = Color::ALL.map(&mut can_win);
        // Where one side is hopeless the position may be dead. Beside one that has nothing to mate with the gate has told already.
        let mut other = |side: Color| {
            if winner == Some(!side) {
                self.solver.decide(last, side)
            } else if mating_material::is_lacking(last.board(), !side) {
                None
            } else {
                self.solver.can_win(last, side)
            }
        };
        if (white_can_win, black_can_win) == (Some(false), None) {
            black_can_win = other(Color::Black);
        } else if (white_can_win, black_can_win) == (None, Some(false)) {
            white_can_win = other(Color::White);
        }
        let mut prospects = Prospects { white_can_win, black_can_win, ..Prospects::default() };
        // A probe near the first such ply can take milliseconds, and half of all won endgames end with a bare king: so by default only
        // what the ruling depends on is dated, a dead position and a winner who could not win.
        let hopeless = [white_can_win, black_can_win].map(|can_win| can_win == Some(false));
        let winner_is_hopeless = winner.is_some_and(|side| hopeless[side as usize]);
        let is_exact = self.solver.effort() == Effort::Exact && hopeless != [false; 2];
        if (hopeless == [true; 2] || winner_is_hopeless || is_exact)
            && let Some(way) = way()
        {
            self.walker.walk(&way);
            self.date(&mut prospects, &way, facts.plies);
        }
        prospects
    }

    /// Finds the plies up to `last` since which a side could not mate, of the game that was walked through last.
    fn date(&mut self, prospects: &mut Prospects, way: &Way, last: u32) {
        let Inquiry { solver, walker } = self;
        let mut first = |side: Color, can_win: Option<bool>| {
            let hopeless = can_win == Some(false);
            let at = |ply| walker.position(way, ply).unwrap_or(way.start);
            hopeless.then(|| solver.first_unwinnable_ply(at, last, side)).flatten()
        };
        prospects.white_cannot_win_ply = first(Color::White, prospects.white_can_win);
        prospects.black_cannot_win_ply = first(Color::Black, prospects.black_can_win);
    }
}

/// The prospects as far as material alone shows them.
fn by_material(position: &Position) -> Prospects {
    let [white_can_win, black_can_win] =
        Color::ALL.map(|side| mating_material::is_lacking(position.board(), side).then_some(false));
    Prospects { white_can_win, black_can_win, ..Prospects::default() }
}

/// Whether the move that gave stalemate may have been the only kind there was: a capture, or one of a side that has but pawns and minor
/// pieces to move.
fn may_have_been_forced(stalemate: &Position, moves: &[San]) -> bool {
    let board = stalemate.board();
    let heavy = board.pieces(PieceType::Queen) | board.pieces(PieceType::Rook);
    !heavy.meets(board.of_color(!stalemate.turn()))
        || moves.last().is_some_and(|san| san.has(San::CAPTURE_BIT))
}
