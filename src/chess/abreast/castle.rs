//! Castling in a lane, as standard chess has it.
//!
//! Owns speed, not truth: there are three castlings in two games, and made by the judge, on a position put together for that, each took
//! as long as six steps. What is not plain about one (Chess960, odd notation, anything in the way) is left to the judge.

use super::lane::Rights;
use super::step::{Eight, KIND_SHIFT};
use crate::chess::attacks;
use crate::chess::bitboard::Bitboard;
use crate::chess::castling::CastlingSide;
use crate::chess::moves::Move;
use crate::chess::piece::{Color, PieceType};
use crate::chess::played::Played;
use crate::chess::san::San;
use crate::chess::square::{File, Rank, Square};

impl Eight {
    /// Castles in a lane; gives the side, the player and the record. `None` leaves the lane as it was, and says nothing about the move.
    #[inline]
    pub(crate) fn castle(
        &mut self,
        lane: usize,
        rights: &mut Rights,
        san: San,
    ) -> Option<(CastlingSide, Color, u32)> {
        const MARKS: u32 = San::CHECK_BIT | San::MATE_BIT;
        let side = san.castling().filter(|side| san.bits() & !MARKS == San::castle(*side).bits())?;
        let us = if self.black[lane] == 0 { Color::White } else { Color::Black };
        let rank = Rank::back(us);
        let king = Square::at(File::E, rank);
        let corner = Square::at(if side == CastlingSide::King { File::H } else { File::A }, rank);
        // The right is with this rook, and the king is where all kings start: not so in some games of Chess960.
        let unmoved = Bitboard(self.unmoved[lane]);
        if rights.castling.rook(us, side) != Some(corner) || !unmoved.contains(king) {
            return None;
        }
        let men = Men::of(self, lane, us);
        let (king_target, rook_target) = (side.king_target(us), side.rook_target(us));
        if attacks::between(king, corner).meets(men.occupied)
            || [king, rook_target, king_target].into_iter().any(|square| men.is_attacked(square, us))
        {
            return None;
        }
        let kings = Bitboard::of(king) | Bitboard::of(king_target);
        let rooks = Bitboard::of(corner) | Bitboard::of(rook_target);
        self.lines[lane] ^= rooks.0;
        self.slants[lane] ^= kings.0;
        self.short[lane] ^= kings.0;
        self.white[lane] ^= if us == Color::White { (kings | rooks).0 } else { 0 };
        self.black[lane] = !self.black[lane];
        rights.castling.lose_all(us);
        rights.en_passant = None;
        self.unmoved[lane] = rights.castling.unmoved.0;
        self.clock[lane] += 1;
        self.forced &= !(1 << lane);
        self.forget_returns(lane);
        // Along the ranks and files of the king that has moved nothing is uncovered that the rook does not stand before.
        let occupied = men.occupied ^ kings ^ rooks;
        let is_check = attacks::rook(rook_target, occupied).meets(men.enemy & men.kings);
        let mv = Move::new(king, corner);
        let check = if is_check { Played::CHECK } else { 0 };
        let played = Played(u32::from(mv.bits()) | Played::IRREVERSIBLE | Played::CASTLED | check);
        self.count(lane, san, played, us);
        Some((side, us, played.0 | (PieceType::King as u32) << KIND_SHIFT))
    }
}

/// The men of one lane's board.
struct Men {
    occupied: Bitboard,
    enemy: Bitboard,
    pawns: Bitboard,
    knights: Bitboard,
    diagonal: Bitboard,
    orthogonal: Bitboard,
    kings: Bitboard,
}

impl Men {
    #[inline]
    fn of(eight: &Eight, lane: usize, us: Color) -> Men {
        let [lines, slants, short, white] =
            [eight.lines[lane], eight.slants[lane], eight.short[lane], eight.white[lane]].map(Bitboard);
        let occupied = lines | slants | short;
        Men {
            occupied,
            enemy: if us == Color::White { occupied & !white } else { white },
            pawns: short & !lines & !slants,
            knights: short & lines,
            diagonal: slants & !short,
            orthogonal: lines & !short,
            kings: short & slants,
        }
    }

    /// Whether the enemy of `us` attacks a square.
    #[inline]
    fn is_attacked(&self, square: Square, us: Color) -> bool {
        let attackers = attacks::knight(square) & self.knights
            | attacks::pawn(us, square) & self.pawns
            | attacks::king(square) & self.kings
            | attacks::rook(square, self.occupied) & self.orthogonal
            | attacks::bishop(square, self.occupied) & self.diagonal;
        attackers.meets(self.enemy)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::lane::Abreast;
    use super::*;
    use crate::chess::fen::Fen;

    const STARTS: [&str; 6] = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 7",
        "4k2r/1b6/8/3n4/8/2B5/8/R3K3 w Qk - 0 1",
        "1r2k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1",
        // Of Chess960, the king and rooks elsewhere.
        "rk5r/8/8/8/8/8/8/RK5R w HAha - 0 1",
        "1r2k2r/8/8/8/8/8/8/1R2K2R w HBhb - 0 1",
    ];

    proptest! {
        #[test]
        fn castling_in_a_lane_is_castling_by_the_rules(
            start in 0..STARTS.len(),
            choices in prop::collection::vec(any::<prop::sample::Index>(), 0..12),
            marks in 0u32..4,
        ) {
            let Some(proof) = Abreast::detect() else { return Ok(()) };
            let mut position = Fen::parse(STARTS[start].as_bytes()).unwrap().setup().unwrap().position;
            for choice in choices {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position.play_unchecked(moves[choice.index(moves.len())]);
            }
            for side in CastlingSide::ALL {
                let san = San::castle(side).with(San::CHECK_BIT, marks & 1 != 0).with(San::MATE_BIT, marks & 2 != 0);
                let (mut fast, mut slow) = (Eight::default(), Eight::default());
                let (mut rights, mut slow_rights) = (fast.begin(3, &position), slow.begin(3, &position));
                let made = fast.castle(3, &mut rights, san);
                let judged = slow.play(proof, 3, &mut slow_rights, san);
                if position.castling.is_standard() {
                    prop_assert_eq!(made.is_some(), judged.is_ok());
                }
                let (Some((castled, mover, record)), Ok((played, turn, by_judge))) = (made, judged) else {
                    prop_assert!(made.is_none());
                    continue;
                };
                prop_assert_eq!((Some(castled), mover, record), (played.castling(), turn, by_judge));
                prop_assert_eq!(
                    fast.position(proof, 3, &rights).fen(),
                    slow.position(proof, 3, &slow_rights).fen()
                );
                prop_assert_eq!(format!("{fast:?}{rights:?}"), format!("{slow:?}{slow_rights:?}"));
            }
        }
    }
}
