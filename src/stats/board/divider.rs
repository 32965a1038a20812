//! Where the opening ends and the endgame begins, as Lichess divides games.
//!
//! Owns the three measures of `Divider` in lichess-org/scalachess (core/src/main/scala/Divider.scala): how many knights, bishops, rooks
//! and queens are left; whether a first rank is sparse; how mixed the two colours are, by the scores that are fair to both since June 2025
//! (lichess-org/scalachess#701; those before gave more for White's men among Black's than for Black's among White's). The middlegame begins at the first
//! position with ten pieces or fewer, fewer than four men of a colour on its first rank, or a mixedness above 150; the endgame at the first
//! with six pieces or fewer. If both begin at once, there was no middlegame.

use crate::chess::bitboard::Bitboard;
use crate::chess::moves::Move;
use crate::chess::piece::Color;
use crate::chess::position::Position;
use crate::stats::board::walk::Walk;

/// The first plies of a game's phases: 0 for the start position.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Phases {
    /// The first ply of the middlegame; none if the game ended before, or went over into an endgame at once.
    pub middlegame_ply: Option<u32>,
    /// The first ply of the endgame.
    pub endgame_ply: Option<u32>,
}

const MIDDLEGAME_PIECES: u32 = 10;
const ENDGAME_PIECES: u32 = 6;
const SPARSE: u32 = 4;
const MIXED: u32 = 150;

/// Goes through a game until both are known. The moves are legal, from the first on.
pub fn phases(start: &Position, moves: impl Iterator<Item = Move>) -> Phases {
    let mut walk = Walk::new(start);
    let mut phases = Phases::default();
    let mut moves = moves.zip(1..);
    let mut ply = 0;
    loop {
        if phases.middlegame_ply.is_none() && is_middlegame(&walk) {
            phases.middlegame_ply = Some(ply);
        }
        // Pieces are few enough for an endgame only where they are for a middlegame, so that one is never without the other.
        if walk.pieces <= ENDGAME_PIECES {
            phases.endgame_ply = Some(ply);
            break;
        }
        let Some((mv, next)) = moves.next() else { break };
        walk.play(mv);
        ply = next;
    }
    if phases.middlegame_ply == phases.endgame_ply {
        phases.middlegame_ply = None;
    }
    phases
}

fn is_middlegame(walk: &Walk) -> bool {
    let is_sparse = |color: Color| {
        let on_back_rank = walk.sets[color.index()] & Bitboard::back_rank(color).0;
        Bitboard(on_back_rank).len() < SPARSE
    };
    walk.pieces <= MIDDLEGAME_PIECES || Color::ALL.into_iter().any(is_sparse) || mixedness(walk.sets) > MIXED
}

/// The sum of the scores of all 49 squares of two by two.
fn mixedness([white, black]: [u64; 2]) -> u32 {
    let mut sum = 0;
    for file in 0..7 {
        // A byte for each rank: the men on this file and the next, on this rank and the one above.
        let pairs = |set: u64| (set >> file & EVERY_RANK) + (set >> (file + 1) & EVERY_RANK);
        let [white, black] = [white, black].map(|set| pairs(set) + (pairs(set) >> 8));
        let both = (white | black << 3).to_le_bytes();
        for (scores, counts) in SCORES.iter().zip(both) {
            sum += u32::from(scores[usize::from(counts % 64)]);
        }
    }
    sum
}

/// A bit in each byte.
const EVERY_RANK: u64 = 0x0101_0101_0101_0101;

/// By the lower rank of the two, from 0, and the men on the four squares: White's in the lower three bits, Black's above.
static SCORES: [[u8; 64]; 7] = {
    let mut scores = [[0; 64]; 7];
    let mut rank = 0;
    while rank < 7 {
        let mut counts = 0;
        while counts < 64 {
            scores[rank][counts] = score(rank as i32 + 1, counts as i32 & 7, counts as i32 >> 3);
            counts += 1;
        }
        rank += 1;
    }
    scores
};

/// The score of four squares whose lower rank is `rank`, counted from 1. One colour by itself scores the more the further it has come (a
/// single man the less), and nothing at home; of both colours together, each pair of counts has a line of its own.
const fn score(rank: i32, white: i32, black: i32) -> u8 {
    let score = match (white, black) {
        (_, 0) => alone(rank, white),
        (0, _) => alone(8 - rank, black),
        (1, 1) => 5 + (4 - rank).abs(),
        (2, 1) => 3 + rank,
        (1, 2) => 11 - rank,
        (3, 1) => 4 + rank,
        (1, 3) => 12 - rank,
        (2, 2) => 7,
        // More men than squares.
        _ => 0,
    };
    score as u8
}

/// The score of one colour by itself, `rank` being counted from its own side.
const fn alone(rank: i32, men: i32) -> i32 {
    match men {
        1 => 9 - rank,
        2 if rank > 2 => rank,
        3 | 4 if rank > 1 => rank + 2,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::fen::Fen;
    use crate::chess::san::San;

    fn position(fen: &str) -> Position {
        Fen::parse(fen.as_bytes()).unwrap().setup().unwrap().position
    }

    #[test]
    fn the_start_is_not_mixed_at_all() {
        assert_eq!(mixedness(Walk::new(&Position::start()).sets), 0);
    }

    /// By the squares of four that the pawn has entered or left; of the others, those with men hold a row of pawns or more, all at home.
    /// ```text
    /// ranks 4 and 5: one man from rank 4 on:  d and e, e and f: 2 x 5
    /// ranks 3 and 4: one man from rank 3 on:  d and e, e and f: 2 x 6
    /// ranks 2 and 3: one man from rank 2 on:  d and e, e and f: 2 x 7
    /// ranks 1 and 2: three men from rank 1 on score nothing
    /// ```
    #[test]
    fn a_pawn_on_e4_scores_36() {
        let mut start = Position::start();
        let mv = start.resolve(San::parse(b"e4")).unwrap();
        start.play_unchecked(mv);
        assert_eq!(mixedness(Walk::new(&start).sets), 2 * 5 + 2 * 6 + 2 * 7);
    }

    #[test]
    fn a_board_seen_from_the_other_side_is_as_mixed() {
        for fen in [
            "r1bq1rk1/ppp2ppp/3p1n2/1B2p3/3bP3/2NP4/PPP1QPPP/R1B2RK1 w - - 0 9",
            "r4rk1/pb1nqpp1/1p2pn1p/2pP4/4P3/P1NB1N2/1P2QPPP/R4RK1 b - - 0 14",
            "4k3/8/8/3pP3/2PpPp2/8/8/4K3 w - - 0 1",
        ] {
            let [white, black] = Walk::new(&position(fen)).sets;
            assert_eq!(mixedness([white, black]), mixedness([black, white].map(u64::swap_bytes)), "{fen}");
        }
        assert_eq!(SCORES.map(|scores| scores[1 | 1 << 3]), [8, 7, 6, 5, 6, 7, 8]);
        assert_eq!(SCORES.map(|scores| scores[2 | 1 << 3]), [4, 5, 6, 7, 8, 9, 10]);
        assert_eq!(SCORES.map(|scores| scores[3 | 1 << 3]), [5, 6, 7, 8, 9, 10, 11]);
    }

    #[test]
    fn two_kings_are_an_endgame_from_the_start() {
        let phases = phases(&position("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), std::iter::empty());
        assert_eq!(phases, Phases { middlegame_ply: None, endgame_ply: Some(0) });
    }

    #[test]
    fn a_sparse_first_rank_is_a_middlegame() {
        let sparse = "rnbqkbnr/pppppppp/8/8/8/2NBBN2/PPPPQPPP/R3K2R b KQkq - 0 1";
        let phases = phases(&position(sparse), std::iter::empty());
        assert_eq!(phases, Phases { middlegame_ply: Some(0), endgame_ply: None });
    }
}
