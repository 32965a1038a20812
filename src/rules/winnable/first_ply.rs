//! Since when a game could not be won any more.
//!
//! Owns the search for the first such ply. It rests on one fact: once no series of legal moves leads to mate, none does from
//! any later position. So halving finds the ply, if each probe is settled; the full search settles them, as the fast test is
//! incomplete and so not steady.

use crate::chess::piece::Color;
use crate::chess::position::Position;
use crate::rules::winnable::solver::Solver;

impl Solver {
    /// The first ply at which `side` can't mate any more, given that the caller has proof that it can't at ply `last`. `None` if a probe stays undecided. `last` should
    /// be no mate and no stalemate: those end the game otherwise.
    ///
    /// `positions` is asked many times, mostly for plies near the end.
    pub fn first_unwinnable_ply(
        &mut self,
        mut positions: impl FnMut(u32) -> Position,
        last: u32,
        side: Color,
    ) -> Option<u32> {
        // Most often the last man that could mate was taken: one dear probe, before that, then settles the rest.
        let plain = (0..last).rev().take_while(|&ply| self.is_plainly_hopeless(&positions(ply), side));
        let last = last - plain.count() as u32;
        // What locks a position for good is nearly always a pawn's move or a capture, and much may have been moved to and fro since.
        let likely = last.saturating_sub(positions(last).halfmove_clock());
        first(last, likely, |ply| self.probe(&positions(ply), side).map(|can_win| !can_win))
    }
}

/// The first ply up to `last` at which something holds that holds at `last` and, once it does, always does. It looks at the likely one, then goes
/// back in doubling steps, because most games are over soon after they can't be won, and then halves.
fn first(last: u32, likely: u32, mut holds: impl FnMut(u32) -> Option<bool>) -> Option<u32> {
    // It holds at `after`; nothing is known before `before`, where it doesn't.
    let (mut before, mut after) = (None, last);
    if likely < last {
        match holds(likely) {
            Some(true) => after = likely,
            Some(false) => before = Some(likely),
            // It was but a guess: nearer ones may be settled.
            None => {}
        }
    }
    let mut step = 1;
    while before.is_none() && after > 0 {
        let ply = after.saturating_sub(step);
        if holds(ply)? {
            after = ply;
            step = step.saturating_mul(2);
        } else {
            before = Some(ply);
        }
    }
    let Some(mut before) = before else { return Some(after) };
    while after - before > 1 {
        let ply = before + (after - before) / 2;
        if holds(ply)? {
            after = ply;
        } else {
            before = ply;
        }
    }
    Some(after)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::fen::Fen;
    use crate::rules::winnable::effort::Effort;

    #[test]
    fn every_first_ply_is_found() {
        for last in 0..70u32 {
            for at in 0..=last {
                for likely in [0, at.saturating_sub(1), at, last] {
                    assert_eq!(first(last, likely, |ply| Some(ply >= at)), Some(at));
                }
            }
        }
    }

    #[test]
    fn one_undecided_probe_leaves_the_ply_open() {
        assert_eq!(first(20, 20, |ply| if ply < 15 { None } else { Some(ply >= 18) }), Some(18));
        assert_eq!(first(20, 20, |ply| if ply < 15 { None } else { Some(true) }), None);
        assert_eq!(
            first(100, 60, |ply| if ply < 90 { None } else { Some(ply >= 98) }),
            Some(98),
            "an undecided guess"
        );
    }

    #[test]
    fn the_capture_of_the_last_pawn_is_the_first_dead_ply() {
        let fens = [
            "8/8/8/8/8/3k4/3P4/K7 w - - 0 1",
            "8/8/8/8/8/3k4/3P4/1K6 b - - 1 1",
            "8/8/8/8/8/8/3k4/1K6 w - - 0 2",
            "8/8/8/8/8/8/3k4/K7 b - - 1 2",
        ];
        let position =
            |ply: u32| Fen::parse(fens[ply as usize].as_bytes()).unwrap().setup().unwrap().position;
        let mut solver = Solver::new(Effort::Default);
        let plies = Color::ALL.map(|side| solver.first_unwinnable_ply(position, 3, side));
        // Dead since the later of the two.
        assert_eq!(plies.into_iter().max(), Some(Some(2)));
        assert_eq!(plies, [Some(2), Some(0)]);
    }
}
