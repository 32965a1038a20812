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

    /// Half-moves that mate takes at least; no more than `plies` if some line is that short, which is then in
    /// `found`.
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
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;

    use super::*;
    use crate::chess::fen::Fen;
    use crate::rules::winnable::shortest_mate::helpmate::Helpmate;

    const NODES: u64 = 3_000_000;

    fn position(fen: &str) -> Position {
        Fen::parse(fen.as_bytes()).unwrap().setup().unwrap().position
    }

    /// What a breadth-first search of all positions comes to: the length of the shortest line, or the length up to which there
    /// is none.
    fn by_breadth(position: &Position, side: Color) -> Result<usize, usize> {
        let mut known = HashSet::new();
        let mut front = vec![*position];
        for plies in 0.. {
            if front.iter().any(|position| position.turn() != side && position.is_checkmate()) {
                return Ok(plies);
            }
            if front.is_empty() {
                return Err(usize::MAX);
            }
            if known.len() > 10_000 {
                return Err(plies);
            }
            let mut next = Vec::new();
            for position in front {
                for mv in position.legal_moves() {
                    let mut after = position;
                    after.play_unchecked(mv);
                    let fen = after.fen();
                    // Counters aside.
                    let placement: Vec<&str> = fen.split(' ').take(4).collect();
                    if known.insert(placement.join(" ")) {
                        next.push(after);
                    }
                }
            }
            front = next;
        }
        unreachable!("the loop has no end of its own")
    }

    fn agrees(position: &Position, side: Color) {
        let mut search = MateSearch::new(side);
        match by_breadth(position, side) {
            Ok(plies) => match search.run(position, usize::MAX, NODES) {
                Found::Shortest(line) => {
                    assert_eq!(line.len(), plies, "{position:?} {side}");
                    assert!(Helpmate::new(position, side, line, 0).is_some(), "{position:?} {side}");
                }
                Found::NoneBelow(least) => {
                    panic!("{position:?} {side}: {plies} half-moves, not {least} or more")
                }
            },
            Err(none_up_to) => {
                let found = search.run(position, none_up_to, NODES);
                assert!(matches!(found, Found::NoneBelow(_)), "{position:?} {side}: {found:?}");
            }
        }
    }

    /// A king in a corner of the board, its rival near, and some men: positions with mates in few half-moves.
    fn few_men() -> impl Strategy<Value = Position> {
        let man = (prop::sample::select(b"PNBRQpnbrqpnbp".to_vec()), 0..64_usize);
        let men = prop::collection::vec(man, 1..5);
        (0..3_usize, 0..3_usize, 0..4_usize, 0..4_usize, men, any::<bool>()).prop_filter_map(
            "no position to play from",
            |(file, rank, other_file, other_rank, men, white)| {
                let mut squares = [b'1'; 64];
                for (letter, square) in men {
                    squares[square] = letter;
                }
                squares[8 * rank + file] = b'k';
                squares[8 * other_rank + other_file] = b'K';
                let ranks: Vec<_> = squares.chunks(8).map(String::from_utf8_lossy).collect();
                let fen = format!("{} {} - - 0 1", ranks.join("/"), if white { 'w' } else { 'b' });
                Some(Fen::parse(fen.as_bytes()).ok()?.setup().ok()?.position)
            },
        )
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(100))]

        #[test]
        fn breadth_first_search_finds_lines_of_the_same_length(position in few_men()) {
            agrees(&position, Color::White);
            agrees(&position, Color::Black);
        }
    }

    #[test]
    fn breadth_first_search_agrees_where_moves_are_special() {
        // Mate by castling, by a capture en passant, by promotion to a knight; and a pawn alone.
        agrees(&position("8/8/8/8/8/7R/4R3/3k2K1 w - - 0 1"), Color::White);
        agrees(&position("8/8/8/8/8/8/7R/R3K1k1 w Q - 0 1"), Color::White);
        agrees(&position("8/8/8/8/4R3/R7/8/3k2KR w K - 0 1"), Color::White);
        agrees(&position("8/8/8/R7/k1pP4/2R5/8/1K6 b - d3 0 1"), Color::White);
        agrees(&position("k7/pp1P4/1p6/8/8/8/8/2R1K3 b - - 0 1"), Color::White);
        agrees(&position("8/8/8/8/8/p1p5/P1P5/k1K5 b - - 0 1"), Color::White);
        agrees(&position("8/8/8/8/pp6/kp6/1P6/K7 b - - 0 1"), Color::White);
        agrees(&position("kb6/p1P5/P7/8/8/8/8/K7 w - - 0 1"), Color::White);
    }

    fn shortest(fen: &str, side: Color) -> Option<usize> {
        match MateSearch::new(side).run(&position(fen), usize::MAX, NODES) {
            Found::Shortest(line) => Some(line.len()),
            Found::NoneBelow(_) => None,
        }
    }

    #[test]
    fn the_start_position_has_the_fools_mate_and_whites_of_five_half_moves() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(shortest(start, Color::Black), Some(4));
        assert_eq!(shortest(start, Color::White), Some(5));
    }

    #[test]
    fn a_long_line_of_pawns_and_kings_is_found() {
        // A. Buchanan, StrateGems 2002: the only way leads through a tempo.
        let composed = "Bb2kb2/bKp1p1p1/1pP1P1P1/pP6/6P1/P7/8/8 b - - 0 1";
        assert_eq!(shortest(composed, Color::White), Some(22));
    }

    #[test]
    fn mate_on_the_board_needs_no_move_and_mate_by_the_other_has_no_line() {
        let mated = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1";
        assert_eq!(shortest(mated, Color::White), Some(0));
        let found = MateSearch::new(Color::Black).run(&position(mated), usize::MAX, NODES);
        assert_eq!(found, Found::NoneBelow(u32::from(NEVER)));
    }

    #[test]
    fn what_was_refuted_is_said_where_the_nodes_or_the_length_end() {
        let start = Position::start();
        assert_eq!(MateSearch::new(Color::White).run(&start, 3, NODES), Found::NoneBelow(5));
        assert_eq!(MateSearch::new(Color::White).run(&start, usize::MAX, 100), Found::NoneBelow(3));
        assert_eq!(MateSearch::new(Color::White).run(&start, usize::MAX, 0), Found::NoneBelow(1));
    }
}
