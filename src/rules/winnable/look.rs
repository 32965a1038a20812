//! A look ahead at every move, a few plies deep.
//!
//! Owns the plainest proof of "cannot win": each line ends, within so many plies, where the side that would win has been
//! mated, has stalemated or been stalemated, or has no material to mate with. One line that does not is enough to stop, so
//! that an ordinary position costs about as many moves as there are plies.

use crate::chess::movegen::generate;
use crate::chess::moves::Move;
use crate::chess::piece::Color;
use crate::chess::position::Position;
use crate::chess::sliders::Hyperbola;
use crate::rules::winnable::mating_material;

/// Plies that any look goes ahead at most.
pub const DEEPEST: usize = 4;

/// The moves of each ply of a line; kept so that no look allocates.
#[derive(Clone, Debug, Default)]
pub struct Lines {
    plies: [Vec<Move>; DEEPEST + 1],
}

impl Lines {
    /// Whether every line of at most `plies` moves, [`DEEPEST`] at most, ends where `side` can't mate any more.
    pub fn all_end_without_mate(&mut self, position: &Position, side: Color, plies: usize) -> bool {
        let plies = plies.min(DEEPEST);
        ends_without_mate(&mut self.plies[..=plies], position, side)
    }
}

fn ends_without_mate(plies: &mut [Vec<Move>], position: &Position, side: Color) -> bool {
    // What has ended the game comes before material: there are mates that no game can reach and that the material rule denies.
    let Some((moves, deeper)) = plies.split_first_mut() else { return false };
    if deeper.is_empty() && !mating_material::is_lacking(position.board(), side) {
        // Only the end of the game could still tell.
        return !position.has_legal_move() && !is_mate_by(position, side);
    }
    moves.clear();
    generate(position, Hyperbola, moves);
    if moves.is_empty() {
        return !is_mate_by(position, side);
    }
    if mating_material::is_lacking(position.board(), side) {
        return true;
    }
    moves.iter().all(|&mv| {
        let mut next = *position;
        next.play_unchecked(mv);
        ends_without_mate(deeper, &next, side)
    })
}

/// Of a position without a legal move: whether `side` has mated.
fn is_mate_by(position: &Position, side: Color) -> bool {
    position.turn() != side && position.is_check()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::fen::Fen;

    fn needs(fen: &str, side: Color) -> Option<usize> {
        let position = Fen::parse(fen.as_bytes()).unwrap().setup().unwrap().position;
        let mut lines = Lines::default();
        (0..=DEEPEST).find(|&plies| lines.all_end_without_mate(&position, side, plies))
    }

    #[test]
    fn stalemate_and_mate_by_the_other_side_need_no_ply() {
        assert_eq!(needs("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Color::White), Some(0));
        assert_eq!(needs("7k/6Q1/6K1/8/8/8/8/7r b - - 0 1", Color::Black), Some(0));
        assert_eq!(needs("7k/6Q1/6K1/8/8/8/8/7r b - - 0 1", Color::White), None);
    }

    #[test]
    fn a_forced_capture_of_the_last_piece_needs_one_ply() {
        assert_eq!(needs("7k/6Q1/8/8/8/8/8/K7 b - - 0 1", Color::White), Some(1));
    }

    #[test]
    fn the_deepest_of_four_men_needs_four_plies() {
        assert_eq!(needs("1k6/8/K1P5/2q5/8/8/8/8 w - - 0 1", Color::White), Some(4));
    }

    #[test]
    fn an_ordinary_position_is_given_up_at_once() {
        assert_eq!(needs("4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1", Color::White), None);
        assert_eq!(needs("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", Color::Black), None);
    }
}
