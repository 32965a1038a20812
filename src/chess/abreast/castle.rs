//! Castling in eight lanes, as standard chess has it.
//!
//! Owns speed, not truth: there are three castlings in two games, and made by the judge, on a position put together for that, each took
//! as long as six steps. What is not plain about one (Chess960, odd notation, anything in the way) is left to the judge.

use super::attacks::{Lines, Pieces, rays};
use super::step::Eight;
use super::vector::*;
use crate::chess::castling::CastlingSide;
use crate::chess::piece::Color;
use crate::chess::san::San;

/// What castling would do in each lane, whether or not it is written there.
#[derive(Clone, Copy)]
pub(super) struct Castles {
    /// The lanes in which it is written plainly and allowed, as far as the board before it shows: it is not yet known whether the king
    /// would be attacked where he comes to stand.
    pub(super) able: Lanes,
    /// The lanes in which the king goes to the king's side.
    pub(super) short: Lanes,
    /// Where the king stands.
    king: Words,
    /// Where the rook stands.
    corner: Words,
    /// Where the king comes to stand.
    pub(super) king_target: Words,
    /// Where the rook comes to stand.
    pub(super) rook_target: Words,
}

impl Castles {
    /// Those of the player who has the pieces `own`; `unmoved` are the rooks that may still castle.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,gfni")]
    pub(super) fn find(word: Words, pieces: Pieces, own: Words, black: Words, unmoved: Words) -> Castles {
        const MARKS: u32 = San::CHECK_BIT | San::MATE_BIT;
        let written = without(word, all(u64::from(MARKS)));
        let short = equal(written, all(u64::from(San::CASTLE_KING_BIT)));
        let long = equal(written, all(u64::from(San::CASTLE_QUEEN_BIT)));
        // White's squares, for Black on the last rank.
        let up = and(black, all(56));
        let on_side = |on_short, on_long| rotate(select(short, all(on_short), all(on_long)), up);
        let king = rotate(all(bits("e1")), up);
        let corner = on_side(bits("h1"), bits("a1"));
        let king_target = on_side(bits("g1"), bits("c1"));
        let rook_target = on_side(bits("f1"), bits("d1"));
        let between = on_side(bits("f1") | bits("g1"), bits("b1") | bits("c1") | bits("d1"));
        let occupied = pieces.occupied();
        let enemy = without(occupied, own);
        // The king is attacked neither where he stands nor where he passes (article 3.8.2.2).
        let attackers = |square: Words| {
            let place = number(square);
            pieces.around(square, place, Lines::through(place), black).attackers
        };
        let hindrance = or(and(or(attackers(king), attackers(rook_target)), enemy), and(between, occupied));
        // The right is with this rook, and the king is where all kings start: not so in some games of Chess960.
        let able = (short | long)
            & meets(unmoved, corner)
            & meets(and(pieces.kings(), own), king)
            & misses(hindrance, hindrance);
        Castles { able, short, king, corner, king_target, rook_target }
    }

    /// The squares that are left.
    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(super) fn left(self) -> Words {
        or(self.king, self.corner)
    }

    /// The squares that are entered.
    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(super) fn entered(self) -> Words {
        or(self.king_target, self.rook_target)
    }

    /// The move, as the king's to his own rook.
    #[inline]
    #[target_feature(enable = "avx512f,avx512cd")]
    pub(super) fn mv(self) -> Words {
        or(number(self.king), up::<6>(number(self.corner)))
    }

    /// What the rook attacks after it. Along the lines of the king that has moved nothing is uncovered that the rook does not stand before.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,gfni")]
    pub(super) fn attacked(self, occupied: Words) -> Words {
        let occupied = or(without(occupied, self.left()), self.entered());
        rays(self.rook_target, Lines::through(number(self.rook_target)), occupied).rook
    }
}

/// The bit of a square of White's first rank.
const fn bits(square: &str) -> u64 {
    1 << (square.as_bytes()[0] - b'a')
}

impl Eight {
    /// Keeps in mind that some lanes castle in a row.
    #[inline]
    pub(super) fn note_castling(&mut self, row: usize, mut lanes: Lanes, short: Lanes, black: Lanes) {
        while lanes != 0 {
            let lane = lanes.trailing_zeros() as usize;
            lanes &= lanes - 1;
            let color = usize::from(black >> lane & 1);
            self.castled[lane][color] = Some(2 * row as u32 + u32::from(short >> lane & 1 == 0));
        }
    }

    /// How White or Black has castled in a lane's game, and with which ply; the game's first move is in the row `first`.
    pub(crate) fn castled(&self, lane: usize, color: Color, first: usize) -> Option<(CastlingSide, u32)> {
        self.castled[lane][color.index()].map(|noted| {
            let side = if noted.is_multiple_of(2) { CastlingSide::King } else { CastlingSide::Queen };
            (side, noted / 2 - first as u32 + 1)
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::lane::Abreast;
    use super::super::step::END;
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
                let (rights, mut slow_rights) = (fast.begin(3, &position), slow.begin(3, &position));
                let before = fast.position(proof, 3, &rights).fen();
                let judged = slow.play(proof, 3, &mut slow_rights, san);
                let mut rows = [[END; 8]; 2];
                rows[0][3] = san.bits();
                let made = fast.advance(proof, &mut rows, 0) == Some((1, 1 << 3));
                // A capture en passant that is possible takes the judge.
                if position.castling.is_standard() && position.en_passant.is_none() {
                    prop_assert_eq!(made, judged.is_ok());
                }
                let (true, Ok((played, turn, by_judge))) = (made, judged) else {
                    prop_assert!(!made);
                    prop_assert_eq!(fast.position(proof, 3, &rights).fen(), before);
                    continue;
                };
                prop_assert_eq!(rows[0][3], by_judge);
                prop_assert_eq!(fast.castled(3, turn, 0), played.castling().map(|side| (side, 1)));
                prop_assert_eq!(fast.castled(3, !turn, 0), None);
                prop_assert_eq!(
                    fast.position(proof, 3, &rights).fen(),
                    slow.position(proof, 3, &slow_rights).fen()
                );
                prop_assert_eq!(fast.counted(3), slow.counted(3));
            }
        }
    }
}
