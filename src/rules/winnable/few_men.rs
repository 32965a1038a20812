//! Four men or fewer: an exact answer, both ways.
//!
//! Owns a theorem. A retrograde analysis of every legal position with at most four men and no castling right has shown that a
//! side that the material rule gives a chance can mate, unless a look of at most four plies at every move says that it can't.
//! (2,045,292 positions are exceptions; two need all four plies: `1k6/8/K1P5/2q5/8/8/8/8 w - -` and its mirror image.)

use crate::chess::piece::Color;
use crate::chess::position::Position;
use crate::rules::winnable::look::Lines;

/// Men, kings included, up to which the theorem holds.
const MEN: u32 = 4;

/// Plies that the deepest exception needs.
const PLIES: usize = 4;

/// Whether the theorem speaks of a position.
#[inline]
pub fn apply(position: &Position) -> bool {
    position.board().occupied().len() <= MEN
        && !Color::ALL.into_iter().any(|color| position.castling().any(color))
}

/// Whether `side` can still mate; `None` if there are more men than four, or castling rights.
pub fn can_win(lines: &mut Lines, position: &Position, side: Color) -> Option<bool> {
    apply(position).then(|| !lines.all_end_without_mate(position, side, PLIES))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::fen::Fen;

    fn can_win(fen: &str, side: Color) -> Option<bool> {
        let position = Fen::parse(fen.as_bytes()).unwrap().setup().unwrap().position;
        super::can_win(&mut Lines::default(), &position, side)
    }

    #[test]
    fn one_pawn_can_win_unless_it_is_lost_at_once() {
        assert_eq!(can_win("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", Color::White), Some(true));
        assert_eq!(can_win("8/8/8/8/8/8/3kP3/K7 w - - 0 1", Color::White), Some(true));
        assert_eq!(can_win("8/8/8/8/8/8/kP6/3K4 b - - 0 1", Color::White), Some(true));
        assert_eq!(can_win("8/8/8/8/8/8/P7/k1K5 b - - 0 1", Color::White), Some(false));
    }

    #[test]
    fn the_deepest_exception_is_found() {
        assert_eq!(can_win("1k6/8/K1P5/2q5/8/8/8/8 w - - 0 1", Color::White), Some(false));
        assert_eq!(can_win("1k6/8/K1P5/2q5/8/8/8/8 w - - 0 1", Color::Black), Some(true));
    }

    #[test]
    fn castling_rights_and_a_fifth_man_are_beyond_it() {
        assert_eq!(can_win("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", Color::White), None);
        assert_eq!(can_win("4k3/8/8/8/8/8/8/RN1NK3 w - - 0 1", Color::White), None);
    }
}
