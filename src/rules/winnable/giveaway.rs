//! A line in which the other side gives its men away.
//!
//! Owns the cheap proof of "can win": one line of legal moves, in which both sides help, down to four men, of which the exact
//! rule knows that they win. The moves are chosen by greed and never taken back, so that a line takes microseconds and may
//! come to nothing; what it reaches is proven all the same.

use crate::chess::attacks;
use crate::chess::bitboard::Bitboard;
use crate::chess::board::Board;
use crate::chess::movegen::generate;
use crate::chess::moves::Move;
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::Position;
use crate::chess::sliders::Hyperbola;
use crate::chess::square::Square;
use crate::rules::winnable::few_men;
use crate::rules::winnable::look::Lines;
use crate::rules::winnable::mating_material;

/// Plies without a capture after which a line has come to nothing: a king crosses the board in fourteen.
const PATIENCE: u32 = 20;

/// Whether a greedy line shows that `side` can mate. `false` shows nothing.
pub(super) fn shows_a_win(
    lines: &mut Lines,
    moves: &mut Vec<Move>,
    position: &Position,
    side: Color,
) -> bool {
    let mut position = *position;
    let mut waited = 0;
    // The last two moves, the older first.
    let mut last = [None; 2];
    while waited < PATIENCE {
        if let Some(can_win) = few_men::can_win(lines, &position, side) {
            return can_win;
        }
        let men = position.board().occupied().len();
        match step(moves, &position, side, last[0]) {
            Step::Mate => return true,
            Step::Stuck => return false,
            Step::Played(mv, next) => (last, position) = ([last[1], Some(mv)], next),
        }
        waited = if position.board().occupied().len() < men { 0 } else { waited + 1 };
    }
    false
}

/// What became of one move.
enum Step {
    Mate,
    Stuck,
    Played(Move, Position),
}

/// Makes the best move that doesn't end the game the wrong way; taking back one's `last` move leads nowhere.
fn step(moves: &mut Vec<Move>, position: &Position, side: Color, last: Option<Move>) -> Step {
    moves.clear();
    generate(position, Hyperbola, moves);
    let greed = Greed::new(position, side);
    let back = last.map(|last| Move::new(last.to(), last.from()));
    let value = |mv: Move| greed.value(mv) - 4 * i32::from(back == Some(mv));
    while let Some(at) = (0..moves.len()).max_by_key(|&at| value(moves[at])) {
        let mv = moves.swap_remove(at);
        let mut next = *position;
        next.play_unchecked(mv);
        if mating_material::is_lacking(next.board(), side) {
            continue;
        }
        if next.has_legal_move() {
            return Step::Played(mv, next);
        }
        if next.is_check() && next.turn() != side {
            return Step::Mate;
        }
    }
    Step::Stuck
}

/// What makes a move worth choosing: both sides want all men off the board but one that can mate.
struct Greed<'p> {
    position: &'p Position,
    /// Whose mate is wanted.
    side: Color,
    /// The squares on which `side` can take what comes there.
    taking: Bitboard,
    /// The squares on which the other side's king can.
    giving: Bitboard,
    /// The men of `side` that it can do without.
    surplus: Bitboard,
    /// Whether the other side has more than its king.
    any_prey: bool,
    /// How the king of the player to move comes to what it may take.
    way: Way,
}

impl<'p> Greed<'p> {
    fn new(position: &'p Position, side: Color) -> Greed<'p> {
        let board = position.board();
        let safe_steps = |color: Color| attacks::king(board.king(color)) & !attacked(board, !color);
        let kings = board.pieces(PieceType::King);
        let men = board.of_color(side) & !kings;
        let minors = board.pieces(PieceType::Knight) | board.pieces(PieceType::Bishop);
        let surplus = if (men & !minors).many() { men } else { men & minors };
        let prey = board.of_color(!side) & !kings;
        let us = position.turn();
        Greed {
            position,
            side,
            taking: attacked_by_men(board, side) | safe_steps(side),
            giving: safe_steps(!side),
            surplus,
            any_prey: prey.any(),
            way: Way::of_king(board, us, if us == side { prey } else { surplus }),
        }
    }

    /// The greater the better.
    fn value(&self, mv: Move) -> i32 {
        let board = self.position.board();
        let captured = self.position.captured(mv).map_or(0, |kind| 1 + kind as i32);
        let is_king = board.king(self.position.turn()) == mv.from();
        if self.position.turn() == self.side {
            let gives = self.surplus.contains(mv.from()) && self.giving.contains(mv.to());
            let nearer = if is_king {
                self.way.nearness(mv.to())
            } else if self.any_prey {
                0
            } else {
                8 - distance(mv.to(), board.king(!self.side))
            };
            100 * captured + 50 * i32::from(gives) + nearer
        } else if captured > 0 {
            if self.surplus.contains(mv.to()) { 100 } else { -100 }
        } else if is_king && self.surplus.is_empty() {
            distance(mv.to(), board.king(self.side))
        } else if is_king {
            self.way.nearness(mv.to())
        } else {
            50 * i32::from(self.taking.contains(mv.to())) + 8 - distance(mv.to(), board.king(self.side))
        }
    }
}

/// The way of a king to what it is to take, around pawns' attacks and its own men.
struct Way {
    /// By number of steps, the squares from which so many lead there.
    within: [Bitboard; Way::STEPS],
}

impl Way {
    const STEPS: usize = 12;

    fn of_king(board: &Board, color: Color, goal: Bitboard) -> Way {
        let guarded = attacks::pawns(!color, board.of(!color, PieceType::Pawn));
        let open = !guarded & !(board.of_color(color) & !board.pieces(PieceType::King));
        let mut within = [goal & open; Way::STEPS];
        for step in 1..Way::STEPS {
            let last = within[step - 1];
            let row = last | last.east() | last.west();
            within[step] = last | ((row | row.forward(Color::White) | row.forward(Color::Black)) & open);
        }
        Way { within }
    }

    /// The greater the fewer steps are left.
    fn nearness(&self, from: Square) -> i32 {
        self.within.iter().filter(|squares| squares.contains(from)).count() as i32
    }
}

/// The squares that a side's men attack, its king aside.
fn attacked_by_men(board: &Board, side: Color) -> Bitboard {
    let occupied = board.occupied();
    let knights = board.of(side, PieceType::Knight).into_iter().map(attacks::knight);
    let diagonal = board.diagonal(side).into_iter().map(|from| attacks::bishop(from, occupied));
    let orthogonal = board.orthogonal(side).into_iter().map(|from| attacks::rook(from, occupied));
    let pawns = attacks::pawns(side, board.of(side, PieceType::Pawn));
    knights.chain(diagonal).chain(orthogonal).fold(pawns, |all, set| all | set)
}

fn attacked(board: &Board, side: Color) -> Bitboard {
    attacked_by_men(board, side) | attacks::king(board.king(side))
}

/// King's steps between two squares.
fn distance(one: Square, other: Square) -> i32 {
    let files = one.file().index().abs_diff(other.file().index());
    let ranks = one.rank().index().abs_diff(other.rank().index());
    files.max(ranks) as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::fen::Fen;

    fn shows_a_win(fen: &str, side: Color) -> bool {
        let position = Fen::parse(fen.as_bytes()).unwrap().setup().unwrap().position;
        super::shows_a_win(&mut Lines::default(), &mut Vec::new(), &position, side)
    }

    #[test]
    fn a_pawn_against_a_queen_and_pawns_can_win() {
        assert!(shows_a_win("8/8/3k4/8/2q5/5K2/3p2PP/8 b - - 0 1", Color::White));
    }

    #[test]
    fn both_sides_can_win_from_the_start() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert!(shows_a_win(start, Color::White) && shows_a_win(start, Color::Black));
    }

    #[test]
    fn nothing_is_shown_of_a_fortress() {
        let fortress = "3k4/8/8/p2p2p1/P2P2P1/8/3K4/8 w - - 0 1";
        assert!(!shows_a_win(fortress, Color::White) && !shows_a_win(fortress, Color::Black));
    }
}
