//! Positions on the way of a game whose moves are known to be legal.
//!
//! Owns the way to the few positions that a question is about: they are reached from milestones, which are made in one go.

use crate::chess::position::Position;
use crate::replay::way::Way;

/// Walks through games; owns the buffers that this takes.
#[derive(Clone, Debug, Default)]
pub struct Walker {
    /// The positions after every [`STRIDE`] plies of the game.
    milestones: Vec<Position>,
    /// The positions from a milestone up to the next.
    stretch: Vec<Position>,
    /// The ply of the first of these.
    first: usize,
}

/// Plies from milestone to milestone.
const STRIDE: usize = 16;

impl Walker {
    /// Walks through a game.
    pub fn walk(&mut self, way: &Way) {
        self.milestones.clear();
        self.stretch.clear();
        let mut position = way.start;
        self.milestones.push(position);
        for moves in way.moves.chunks_exact(STRIDE) {
            moves.iter().for_each(|mv| position.play_unchecked(*mv));
            self.milestones.push(position);
        }
    }

    /// The position after a ply of the game that was walked through last; the last one, if it has no such ply.
    pub fn position(&mut self, way: &Way, ply: u32) -> Option<Position> {
        let ply = (ply as usize).min(way.moves.len());
        if let Some(position) = ply.checked_sub(self.first).and_then(|place| self.stretch.get(place)) {
            return Some(*position);
        }
        let milestone = (ply / STRIDE).min(self.milestones.len().saturating_sub(1));
        let mut position = *self.milestones.get(milestone)?;
        self.first = milestone * STRIDE;
        self.stretch.clear();
        self.stretch.push(position);
        for mv in way.moves.get(self.first..).unwrap_or_default().iter().take(STRIDE) {
            position.play_unchecked(*mv);
            self.stretch.push(position);
        }
        self.stretch.get(ply - self.first).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::fen::Fen;
    use crate::chess::san::San;

    #[test]
    fn every_ply_of_a_game_can_be_asked_for_in_any_order() {
        let start = Fen::parse(b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
            .unwrap()
            .setup()
            .unwrap()
            .position;
        let moves: Vec<_> = ["Nf3", "Nf6", "Ng1", "Ng8"]
            .iter()
            .cycle()
            .take(50)
            .map(|san| San::parse(san.as_bytes()))
            .collect();
        let mut positions = vec![start];
        for san in &moves {
            let mut position = positions[positions.len() - 1];
            position.play_san(*san).unwrap();
            positions.push(position);
        }
        let mut walker = Walker::default();
        let way = Way::find(&start, &moves);
        assert_eq!(way.moves.len(), moves.len());
        walker.walk(&way);
        for ply in [50, 49, 47, 43, 35, 34, 33, 3, 0, 50, 1] {
            assert_eq!(walker.position(&way, ply).unwrap().fen(), positions[ply as usize].fen(), "{ply}");
        }
    }
}
