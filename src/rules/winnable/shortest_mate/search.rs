//! The search: every line of so many half-moves, then every longer one.
//!
//! Owns iterative deepening with both sides at choice. What a pass refutes is kept for the next and for other positions of the
//! same line. A pass ends with the number of half-moves that every line takes at least, which is where the next one begins.

use crate::chess::movegen::generate;
use crate::chess::moves::Move;
use crate::chess::piece::Color;
use crate::chess::position::Position;
use crate::chess::sliders::Hyperbola;
use crate::rules::winnable::shortest_mate::mating_move::Checks;
use crate::rules::winnable::shortest_mate::plies_needed::{NEVER, plies_needed};
use crate::rules::winnable::shortest_mate::refuted::{Entry, Refuted};

/// Half-moves beyond which no line is searched for. No budget gets there.
const DEEPEST: u8 = 200;

/// A search for lines that end in one side's mate.
pub(in crate::rules::winnable) struct MateSearch {
    side: Color,
    refuted: Refuted,
    checks: Checks,
    /// The moves of all plies of the line that is looked at.
    moves: Vec<Move>,
    /// The line that was found, its last move first.
    found: Vec<Move>,
    nodes: u64,
}

/// What a search came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::rules::winnable) enum Found {
    /// A line, of which none is shorter.
    Shortest(Vec<Move>),
    /// None within what was allowed; every line takes at least so many half-moves.
    NoneBelow(u32),
}

/// The nodes allowed are used up.
struct Spent;

impl MateSearch {
    pub(in crate::rules::winnable) fn new(side: Color) -> MateSearch {
        MateSearch {
            side,
            refuted: Refuted::new(),
            checks: Checks::default(),
            moves: Vec::new(),
            found: Vec::new(),
            nodes: 0,
        }
    }

    /// The side whose mate is searched for.
    pub(super) fn side(&self) -> Color {
        self.side
    }

    /// Searches for the shortest line of at most `longest` half-moves, in at most so many nodes.
    pub(in crate::rules::winnable) fn run(
        &mut self,
        position: &Position,
        longest: usize,
        nodes: u64,
    ) -> Found {
        self.nodes = nodes;
        let mut plies = u8::from(position.turn() != self.side);
        if plies == 1 && position.is_checkmate() {
            return Found::Shortest(Vec::new());
        }
        plies += 1;
        while plies <= DEEPEST && usize::from(plies) <= longest {
            self.moves.clear();
            self.found.clear();
            match self.within(position, plies) {
                Ok(least) if least <= plies => {
                    self.found.reverse();
                    return Found::Shortest(self.found.clone());
                }
                Ok(least) => plies = least,
                Err(Spent) => break,
            }
        }
        Found::NoneBelow(u32::from(plies))
    }

    /// Half-moves that mate takes at least; no more than `plies` if it can be forced to be in so many, and then the line is
    /// in `found`.
    fn within(&mut self, position: &Position, plies: u8) -> Result<u8, Spent> {
        let needed = plies_needed(position, self.side);
        if needed > plies {
            return Ok(needed);
        }
        self.nodes = self.nodes.checked_sub(1).ok_or(Spent)?;
        if plies == 1 {
            let Some(mv) = self.checks.mating_move(position) else { return Ok(3) };
            self.found.push(mv);
            return Ok(1);
        }
        let entry = Entry::of(position);
        let known = self.refuted.least(entry);
        if known > plies {
            return Ok(known);
        }
        let first = self.moves.len();
        generate(position, Hyperbola, &mut self.moves);
        if self.moves.len() == first {
            return Ok(if position.turn() != self.side && position.is_check() { 0 } else { NEVER });
        }
        let mut least = NEVER;
        for at in first..self.moves.len() {
            let mv = self.moves[at];
            let mut next = *position;
            next.play_unchecked(mv);
            let rest = self.within(&next, plies - 1)?;
            least = least.min(rest.saturating_add(1));
            if least <= plies {
                self.found.push(mv);
                break;
            }
        }
        self.moves.truncate(first);
        if least > plies {
            self.refuted.store(entry, least);
        }
        Ok(least)
    }
}

#[cfg(test)]
mod measure {
    use super::*;
    use crate::chess::fen::Fen;
    #[test]
    fn measure() {
        let path = std::env::var("MEASURE").unwrap();
        let nodes: u64 = std::env::var("NODES").unwrap().parse().unwrap();
        let every: usize = std::env::var("EVERY").unwrap().parse().unwrap();
        let mut solver = crate::rules::winnable::solver::Solver::new(crate::rules::winnable::effort::Effort::Exact);
        for line in std::fs::read_to_string(path).unwrap().lines().step_by(every) {
            let f: Vec<&str> = line.split('\t').collect();
            let position = Fen::parse(f[0].as_bytes()).unwrap().setup().unwrap().position;
            let side = if f[1] == "white" { Color::White } else { Color::Black };
            let Some(theirs) = solver.helpmate(&position, side) else { println!("NOLINE {line}"); continue };
            let mut search = MateSearch::new(side);
            let t = std::time::Instant::now();
            let found = search.run(&position, theirs.len().saturating_sub(1).max(0), nodes);
            let used = nodes - search.nodes;
            let t1 = t.elapsed().as_millis();
            match found {
                Found::Shortest(l) => println!("SHORTEST {} of {} nodes {} ms {} men {}", l.len(), theirs.len(), used, t1, position.board().occupied().len()),
                Found::NoneBelow(n) => {
                    let t = std::time::Instant::now();
                    let l = crate::rules::winnable::shortest_mate::shorten(&mut search, &position, theirs.clone());
                    println!("OPEN >= {} shortened {} of {} nodes {} ms {} + {} {} {}", n, l.len(), theirs.len(), used, t1, t.elapsed().as_millis(), f[0], f[1]);
                }
            }
        }
    }
}
