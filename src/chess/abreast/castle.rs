//! Castling in eight lanes, as standard chess has it.
//!
//! Owns speed, not truth: there are three castlings in two games, and made by the judge, on a position put together for that, each takes
//! as long as several steps (`step.rs`). What is not plain about one (Chess960, odd notation, anything in the way) is left to the judge.

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
    /// Keeps in mind that some lanes castle in a row, those in which the board before it allows it. One of them may stop yet, in two cases.
    /// The king would be attacked where he comes to stand: then the move is illegal, and the game leaves the lane. Or the lane is
    /// forced: then the judge castles in the same row, to the same side. Castlings that are not plain are the judge's too; those are
    /// never noted here, and `replay::abreast` keeps account of what the judge has made.
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

    use super::super::lane::{Abreast, Rights};
    use super::super::step::END;
    use super::*;
    use crate::chess::fen::Fen;
    use crate::chess::moves::Move;
    use crate::chess::position::Position;
    use crate::chess::square::{File, Rank, Square};

    const STARTS: [&str; 6] = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 7",
        "4k2r/1b6/8/3n4/8/2B5/8/R3K3 w Qk - 0 1",
        "1r2k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1",
        // Of Chess960, the king and rooks elsewhere.
        "rk5r/8/8/8/8/8/8/RK5R w HAha - 0 1",
        // Of Chess960 too, but on one side all stand as they do in standard chess.
        "1r2k2r/8/8/8/8/8/8/1R2K2R w HBhb - 0 1",
    ];
    /// The row in which each lane castles, and that of its game's first move.
    const ROW: usize = 3;
    const FIRST: usize = 1;

    fn position(fen: &str) -> Position {
        Fen::parse(fen.as_bytes()).unwrap().setup().unwrap().position
    }

    /// All that a lane holds, but for where it has castled.
    fn held(eight: &Eight, lane: usize) -> ([u64; 15], [bool; 4]) {
        let words = [
            &eight.lines,
            &eight.slants,
            &eight.short,
            &eight.white,
            &eight.black,
            &eight.unmoved,
            &eight.clock,
            &eight.highest_clock,
            &eight.tallies,
            &eight.moves_key,
            &eight.last,
            &eight.earlier,
            &eight.wrong_marks,
            &eight.left_by_mover,
            &eight.left_by_other,
        ];
        let bits = [eight.mover_returned, eight.other_returned, eight.both_returned, eight.forced];
        (words.map(|words| words[lane]), bits.map(|bits| bits >> lane & 1 == 1))
    }

    /// The choices of a game's moves; pieces that go back leave something to be forgotten when a king castles.
    type Choices = [(prop::sample::Index, bool)];

    /// Plays a game up to a castling in one lane of both, by the judge.
    fn begin(
        proof: Abreast,
        both: [&mut Eight; 2],
        lane: usize,
        start: &str,
        choices: &Choices,
    ) -> (Position, Rights) {
        let start = position(start);
        let (mut position, mut made) = (start, Vec::<Move>::new());
        for (choice, goes_back) in choices {
            let moves = position.legal_moves();
            let Some(last) = moves.len().checked_sub(1) else { break };
            let back = made.len().checked_sub(2).map(|own| made[own]).filter(|_| *goes_back);
            let back = back.and_then(|own| {
                moves.iter().copied().find(|mv| (mv.from(), mv.to()) == (own.to(), own.from()))
            });
            let mv = back.unwrap_or_else(|| moves[choice.index(last + 1)]);
            made.push(mv);
            position.play_unchecked(mv);
        }
        let [fast, slow] = both.map(|eight| {
            let (mut position, mut rights) = (start, eight.begin(lane, &start));
            for &mv in &made {
                eight.play(proof, lane, &mut rights, position.san(mv)).unwrap();
                position.play_unchecked(mv);
            }
            rights
        });
        assert_eq!(format!("{fast:?}"), format!("{slow:?}"));
        (position, fast)
    }

    /// Whether a side's king and rook stand as in standard chess and have the right to castle.
    fn is_placed_plainly(position: &Position, side: CastlingSide) -> bool {
        let (turn, rank) = (position.turn(), Rank::back(position.turn()));
        let corner = match side {
            CastlingSide::King => Square::at(File::H, rank),
            CastlingSide::Queen => Square::at(File::A, rank),
        };
        position.castling.rook(turn, side) == Some(corner)
            && position.board.king(turn) == Square::at(File::E, rank)
    }

    #[test]
    fn castling_in_a_lane_is_castling_by_the_rules() {
        let Some(proof) = Abreast::detect_or_say("castling in a lane is castling by the rules") else {
            return;
        };
        let choices = prop::collection::vec((any::<prop::sample::Index>(), any::<bool>()), 0..9);
        let spelling = (any::<bool>(), 0u32..4, prop::bool::weighted(0.1));
        let game = (0..STARTS.len(), choices, spelling);
        proptest!(|(games in prop::collection::vec(game, 8))| {
            let (mut fast, mut slow) = (Eight::default(), Eight::default());
            let mut rows = [[END; 8]; ROW + 2];
            let mut games_before = Vec::new();
            for (lane, (start, choices, (is_short, marks, is_odd))) in games.iter().enumerate() {
                let side = if *is_short { CastlingSide::King } else { CastlingSide::Queen };
                let san = San::castle(side)
                    .with(San::CHECK_BIT, marks & 1 != 0)
                    .with(San::MATE_BIT, marks & 2 != 0)
                    .with(San::ODD_NOTATION_BIT, *is_odd);
                let (before, rights) = begin(proof, [&mut fast, &mut slow], lane, STARTS[*start], choices);
                rows[ROW][lane] = san.bits();
                games_before.push((before, rights, side, san));
            }
            let held_before: [_; 8] = std::array::from_fn(|lane| held(&fast, lane));
            let (at, lanes) = fast.advance(proof, &mut rows, ROW).unwrap();
            let stopped = if at == ROW { lanes } else { 0 };
            for (lane, (before, rights, side, san)) in games_before.into_iter().enumerate() {
                let made = stopped >> lane & 1 == 0;
                let turn = before.turn();
                let mut slow_rights = rights;
                let judged = slow.play(proof, lane, &mut slow_rights, san);
                let is_plain = is_placed_plainly(&before, side) && !san.has_odd_notation();
                let is_forced = before.en_passant.is_some();
                prop_assert_eq!(made, is_plain && !is_forced && judged.is_ok(), "{} {:?}", before.fen(), san);
                let noted = fast.castled(lane, turn, FIRST);
                prop_assert_eq!(fast.castled(lane, !turn, FIRST), None);
                let castled = Some((side, (ROW - FIRST + 1) as u32));
                if made {
                    let (_, _, by_judge) = judged.unwrap();
                    prop_assert_eq!(rows[ROW][lane], by_judge);
                    prop_assert_eq!(noted, castled);
                    prop_assert_eq!(held(&fast, lane), held(&slow, lane));
                    prop_assert_eq!(
                        fast.position(proof, lane, &rights).fen(),
                        slow.position(proof, lane, &slow_rights).fen()
                    );
                    continue;
                }
                prop_assert_eq!(rows[ROW][lane], san.bits());
                prop_assert_eq!(held(&fast, lane), held_before[lane]);
                // What is noted all the same is what the judge makes of it, or of a game that leaves the lane.
                let may_be_noted = is_plain && (is_forced || judged.is_err());
                prop_assert!(noted.is_none() || noted == castled && may_be_noted);
                fast.begin(lane, &before);
                prop_assert_eq!(fast.castled(lane, turn, FIRST), None);
            }
        });
    }

    #[test]
    fn a_king_on_e1_castles_in_his_lane_with_a_rook_on_h1_in_chess960_too() {
        let Some(proof) = Abreast::detect_or_say("castling in Chess960") else {
            return;
        };
        let start = position(STARTS[5]);
        assert!(!start.castling().is_standard());
        for (side, is_made) in [(CastlingSide::King, true), (CastlingSide::Queen, false)] {
            let mut eight = Eight::default();
            eight.begin(6, &start);
            let mut rows = [[END; 8]; 2];
            rows[0][6] = San::castle(side).bits();
            let stop = if is_made { (1, 1 << 6) } else { (0, 1 << 6) };
            assert_eq!(eight.advance(proof, &mut rows, 0), Some(stop));
            assert_eq!(eight.castled(6, Color::White, 0), is_made.then_some((side, 1)));
        }
    }
}
