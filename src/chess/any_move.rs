//! Whether there is a legal move at all.
//!
//! Owns the end of every game: it is asked of each last position, and every third game ends in mate, where all has to be tried. So it
//! goes its own way through the generator's parts, and makes no list.

use crate::chess::attacks;
use crate::chess::bitboard::Bitboard;
use crate::chess::movegen::{Flow, Generator, Sink};
use crate::chess::moves::Move;
use crate::chess::piece::PieceType;
use crate::chess::position::Position;
use crate::chess::sliders::{Hyperbola, Sliders};
use crate::chess::square::Square;

impl Position {
    /// Whether there is any legal move; stops at the first.
    pub fn has_legal_move(&self) -> bool {
        let mut any = Any(false);
        let generator = Generator::new(self, Hyperbola);
        if generator.checkers.is_empty() {
            generator.run(&mut any);
            return any.0;
        }
        // Every third game ends in mate, where all has to be tried: so not each piece's moves, but the pieces that reach a square that helps.
        generator.king_moves::<true>(&mut any);
        any.0 || generator.can_help(&mut any)
    }

    /// Whether there is a legal move of the plainest kind, for a player who is not in check: a pawn's step or a knight's leap of one
    /// that stands on no line with its king and so is not pinned. `false` says nothing. Nine positions of ten have one, and it is found in
    /// a quarter of the time that all pins take.
    pub(crate) fn has_free_move(&self) -> bool {
        let (board, us) = (&self.board, self.turn);
        let king = board.king(us);
        let free = board.of_color(us) & !(attacks::rook_rays(king) | attacks::bishop_rays(king));
        let steps = (free & board.pieces(PieceType::Pawn)).forward(us) & !board.occupied();
        let leaps = |from| (attacks::knight(from) & !board.of_color(us)).any();
        steps.any() || (free & board.pieces(PieceType::Knight)).into_iter().any(leaps)
    }
}

/// Stops at the first move.
struct Any(bool);

impl Any {
    #[inline(always)]
    fn note(&mut self, found: bool) -> Flow {
        self.0 |= found;
        if self.0 { Flow::Enough } else { Flow::More }
    }
}

impl Sink for Any {
    #[inline(always)]
    fn piece(&mut self, _: Square, targets: Bitboard) -> Flow {
        self.note(targets.any())
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, _: i8) -> Flow {
        self.note(targets.any())
    }

    #[inline(always)]
    fn promotions(&mut self, targets: Bitboard, _: i8) -> Flow {
        self.note(targets.any())
    }

    #[inline(always)]
    fn single(&mut self, _: Move) -> Flow {
        self.note(true)
    }
}

impl<S: Sliders> Generator<'_, S> {
    /// Whether another than the king can end a check: by taking the piece that gives it, or by stepping between (article 3.9.2). A pinned
    /// piece can't, since it stays on its line.
    #[inline(always)]
    fn can_help(&self, any: &mut Any) -> bool {
        let Some(checker) = self.checkers.single() else { return false };
        let targets = attacks::between(self.king, checker) | self.checkers;
        let own = self.own & !self.pinned & !Bitboard::of(self.king) & !self.board.pieces(PieceType::Pawn);
        self.pawns(targets, any);
        any.0 || targets.into_iter().any(|to| self.board.attackers(to, self.occupied).meets(own))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::chess::fen::Fen;

    const STARTS: [&str; 6] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "7k/3PPP2/8/2N3N1/8/2N3N1/1K1ppp2/8 b - - 0 1",
        // Near to mate and stalemate.
        "7k/8/5K2/6Q1/8/8/8/6r1 w - - 0 1",
        "5rk1/5ppp/8/8/8/8/1q3PPP/3R2K1 w - - 0 1",
    ];

    proptest! {
        #[test]
        fn there_is_a_legal_move_where_the_list_has_one(
            start in 0..STARTS.len(),
            choices in prop::collection::vec(any::<prop::sample::Index>(), 0..120),
        ) {
            let mut position = Fen::parse(STARTS[start].as_bytes()).unwrap().setup().unwrap().position;
            for choice in choices {
                let moves = position.legal_moves();
                prop_assert_eq!(position.has_legal_move(), !moves.is_empty());
                prop_assert!(!position.has_free_move() || position.is_check() || !moves.is_empty());
                // Each neighbour, so that there are many mates.
                for mv in &moves {
                    let mut next = position;
                    next.play_unchecked(*mv);
                    prop_assert_eq!(next.has_legal_move(), !next.legal_moves().is_empty(), "{}", next.fen());
                }
                if moves.is_empty() {
                    break;
                }
                position.play_unchecked(moves[choice.index(moves.len())]);
            }
        }
    }
}
