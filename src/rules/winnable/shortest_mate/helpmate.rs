//! A line to mate, and how much is known of shorter ones.

use crate::chess::moves::Move;
use crate::chess::piece::Color;
use crate::chess::position::Position;

/// A line of legal moves, by both sides, that ends in one side's mating the other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Helpmate {
    line: Vec<Move>,
    at_least: u32,
}

impl Helpmate {
    /// A line, replayed by the rules: `None` if a move isn't legal or the end isn't mate by `side`. `at_least` is the number of
    /// half-moves that every line is known to take.
    pub(in crate::rules::winnable) fn new(
        position: &Position,
        side: Color,
        line: Vec<Move>,
        at_least: u32,
    ) -> Option<Helpmate> {
        let mut position = *position;
        for &mv in &line {
            if !position.is_legal(mv) {
                return None;
            }
            position.play_unchecked(mv);
        }
        (position.turn() != side && position.is_checkmate()).then_some(Helpmate { line, at_least })
    }

    /// The moves; none where mate is on the board.
    pub fn line(&self) -> &[Move] {
        &self.line
    }

    /// Half-moves that every line to this side's mate takes at least.
    pub fn at_least(&self) -> u32 {
        self.at_least
    }

    /// Whether it is proven that no line is shorter.
    pub fn is_shortest(&self) -> bool {
        self.line.len() <= self.at_least as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::square::Square;

    fn moves(text: &str) -> Vec<Move> {
        let square = |name: &str| Square::from_name(name.as_bytes()).unwrap();
        text.split(' ').map(|uci| Move::new(square(&uci[..2]), square(&uci[2..]))).collect()
    }

    #[test]
    fn a_line_that_breaks_a_rule_or_ends_without_mate_is_none() {
        let start = Position::start();
        let mate = moves("f2f3 e7e5 g2g4 d8h4");
        assert!(Helpmate::new(&start, Color::Black, mate.clone(), 4).unwrap().is_shortest());
        assert!(!Helpmate::new(&start, Color::Black, mate.clone(), 3).unwrap().is_shortest());
        assert_eq!(Helpmate::new(&start, Color::White, mate, 0), None);
        assert_eq!(Helpmate::new(&start, Color::Black, moves("f2f3 e7e5 g2g4"), 0), None);
        assert_eq!(Helpmate::new(&start, Color::Black, moves("f2f3 d8h4"), 0), None);
    }
}
