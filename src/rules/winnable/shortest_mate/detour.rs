//! Detours of a line to mate, and shorter ways.
//!
//! Owns the shortening of a line whose length is not known to be the least: ways of a few half-moves between positions of the
//! line, which cut its loops too, and shorter ends.

use std::collections::HashMap;

use crate::chess::moves::Move;
use crate::chess::position::Position;
use crate::chess::zobrist::Key;
use crate::rules::winnable::shortest_mate::search::{Found, MateSearch};

/// Half-moves of a way between two positions of a line.
const WAY: usize = 3;

/// Moves made in search of ways, by passes over the line: a tenth of a second.
const MOVES: u64 = 1_000_000;

/// Nodes for a shorter end of each position. A line has some fifty, so that a pass takes about as long as the search that went
/// before.
const NODES: u64 = 100_000;

/// Passes over a line. Nearly all is gained by the first two.
const PASSES: usize = 4;

/// The line, or a shorter one to the same side's mate.
pub(in crate::rules::winnable) fn shorten(
    search: &mut MateSearch,
    position: &Position,
    line: Vec<Move>,
) -> Vec<Move> {
    let mut line = line;
    for _ in 0..PASSES {
        let shorter = pass(search, position, &line);
        if shorter.len() >= line.len() {
            break;
        }
        line = shorter;
    }
    line
}

/// From the mate backwards, the best end of each position, put together from the best ends of those behind it.
fn pass(search: &mut MateSearch, position: &Position, line: &[Move]) -> Vec<Move> {
    let mut ends = Ends { best: HashMap::new(), moves_left: MOVES, way: Vec::new(), found: None };
    let positions = positions(position, line);
    let mut end = Vec::new();
    for (index, position) in positions.iter().enumerate().rev() {
        if let Some(mv) = line.get(index) {
            end.insert(0, *mv);
            if let Some(shorter) = ends.shorter(position, end.len()) {
                end = shorter;
            }
            if let Some(longest) = end.len().checked_sub(2)
                && let Found::Shortest(shorter) = search.run(position, longest, NODES)
            {
                end = shorter;
            }
        }
        ends.best.insert(position.key(), (*position, end.clone()));
    }
    end
}

/// The positions of a line, the first included.
fn positions(position: &Position, line: &[Move]) -> Vec<Position> {
    let mut position = *position;
    let mut positions = vec![position];
    for &mv in line {
        position.play_unchecked(mv);
        positions.push(position);
    }
    positions
}

/// The best known ends of the positions of a line.
struct Ends {
    best: HashMap<Key, (Position, Vec<Move>)>,
    moves_left: u64,
    /// The moves to the position that is looked at.
    way: Vec<Move>,
    /// The best line so far.
    found: Option<Vec<Move>>,
}

impl Ends {
    /// A line of fewer half-moves than `length` that leads to mate by way of a known position.
    fn shorter(&mut self, position: &Position, length: usize) -> Option<Vec<Move>> {
        self.found = None;
        self.look(position, length);
        self.found.take()
    }

    fn look(&mut self, position: &Position, length: usize) {
        if let Some((same, end)) = self.best.get(&position.key())
            && same.same_position(position)
        {
            let found = self.found.as_ref().map_or(length, Vec::len);
            if self.way.len() + end.len() < found {
                self.found = Some([self.way.as_slice(), end].concat());
            }
        }
        if self.way.len() == WAY {
            return;
        }
        for mv in position.legal_moves() {
            let Some(left) = self.moves_left.checked_sub(1) else { return };
            self.moves_left = left;
            let mut next = *position;
            next.play_unchecked(mv);
            self.way.push(mv);
            self.look(&next, length);
            self.way.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::piece::Color;
    use crate::chess::square::Square;
    use crate::rules::winnable::shortest_mate::helpmate::Helpmate;

    #[test]
    fn loops_and_detours_are_cut_and_the_end_is_shortened() {
        // Both sides' knights walk out and home, then some moves are made that the fool's mate does without.
        let text = "g1f3 g8f6 f3g1 f6g8 a2a3 a7a6 f2f3 e7e5 b1c3 b8c6 g2g4 d8h4";
        let square = |name: &str| Square::from_name(name.as_bytes()).unwrap();
        let line: Vec<_> =
            text.split(' ').map(|uci| Move::new(square(&uci[..2]), square(&uci[2..]))).collect();
        let start = Position::start();
        let mut search = MateSearch::new(Color::Black);
        let shorter = shorten(&mut search, &start, line.clone());
        assert_eq!(shorter.len(), 4);
        assert!(Helpmate::new(&start, Color::Black, shorter, 4).is_some());
        // Without nodes to search in, the ways alone cut the loop.
        let mut ends = Ends { best: HashMap::new(), moves_left: MOVES, way: Vec::new(), found: None };
        let home = positions(&start, &line)[4];
        ends.best.insert(home.key(), (home, line[4..].to_vec()));
        assert_eq!(ends.shorter(&start, line.len()), Some(line[4..].to_vec()));
        assert_eq!(ends.shorter(&start, line.len() - 4), None);
    }
}
