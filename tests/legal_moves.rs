//! The legal moves of thousands of positions, one by one, as an independent generator lists them.

#![allow(clippy::unwrap_used, reason = "a test that can't go on fails")]

mod vectors;

use std::collections::BTreeSet;

use arbitro::chess::moves::Move;
use arbitro::chess::square::Square;
use arbitro::chess::uci::UciCastling;
use vectors::position;

fn agrees(fen: &str, expected: &str) {
    let position = position(fen);
    let moves = position.legal_moves();
    // One list names castling a second time, by where the king ends.
    let named: BTreeSet<String> = expected.split_whitespace().map(str::to_owned).collect();
    let spelt = |castling| moves.iter().map(move |&mv| position.uci(mv, castling)).collect::<BTreeSet<_>>();
    let by_rook = spelt(UciCastling::KingTakesRook);
    assert!(named.is_superset(&by_rook), "{fen}: {by_rook:?}");
    let either = &by_rook | &spelt(UciCastling::KingTarget);
    assert!(named.is_subset(&either), "{fen}: {:?}", &named - &either);
    assert_eq!(by_rook.len(), moves.len(), "{fen}: a move twice");
    assert_eq!(position.count_legal_moves(), moves.len() as u64, "{fen}");
    assert_eq!(position.has_legal_move(), !moves.is_empty(), "{fen}");
}

/// Where the list is wrong: it lets the king castle from g1 to c1 across its own rook on e1. The perft list,
/// which has the same position with 42 moves, does not.
const ACROSS_ITS_OWN_ROOK: (&str, &str) =
    ("4rrk1/pbbp2p1/1ppnp3/3n1pqp/3N1PQP/1PPNP3/PBBP2P1/4RRK1 w Ff -", " g1c1 g1f1 ");

fn all_agree(name: &str) {
    for line in vectors::lines(name) {
        let (fen, moves) = line.split_once('\t').unwrap();
        let (wrong, castling) = ACROSS_ITS_OWN_ROOK;
        let moves = if fen == wrong { &moves.replace(castling, " ") } else { moves };
        agrees(fen, moves);
    }
}

#[test]
fn random_positions_have_exactly_the_listed_moves() {
    all_agree("legal-moves/random.tsv");
}

#[test]
fn tricky_positions_have_exactly_the_listed_moves() {
    all_agree("legal-moves/tricky.tsv");
}

#[test]
fn chess960_positions_have_exactly_the_listed_moves() {
    all_agree("legal-moves/chess960.tsv");
}

#[test]
fn out_of_double_check_only_the_king_moves() {
    agrees("4k3/r7/5N2/8/8/8/4R3/4K3 b - - 0 1", "e8d8 e8f7 e8f8");
}

#[test]
fn castling_needs_every_condition_of_the_article() {
    let castles = |fen: &str| {
        let position = position(fen);
        let mut castlings: Vec<String> = position
            .legal_moves()
            .into_iter()
            .filter(|mv| position.castling_side(*mv).is_some())
            .map(|mv| position.san(mv).to_string())
            .collect();
        castlings.sort_unstable();
        castlings.join(" ")
    };
    for (fen, expected, reason) in [
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O O-O-O", "nothing stands against it"),
        ("4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", "O-O-O", "the right is lost"),
        ("4k3/8/8/8/8/8/8/RN2K1NR w KQ - 0 1", "", "a piece stands between"),
        ("4k3/8/8/4r3/8/8/8/R3K2R w KQ - 0 1", "", "out of check"),
        ("4k3/8/8/5r2/8/8/8/R3K2R w KQ - 0 1", "O-O-O", "through f1, attacked"),
        ("4k3/8/8/6r1/8/8/8/R3K2R w KQ - 0 1", "O-O-O", "into g1, attacked"),
        ("4k3/8/8/1r6/8/8/8/R3K2R w KQ - 0 1", "O-O O-O-O", "the rook may cross an attacked square"),
        ("4k3/8/8/r6r/8/8/8/R3K2R w KQ - 0 1", "O-O O-O-O", "the rooks may be attacked"),
        ("4k3/8/8/8/8/8/8/rRK5 w B - 0 1", "", "the rook is pinned"),
        ("4k3/8/8/8/8/8/8/1RK4r w B - 0 1", "", "check along the rank"),
        ("4k3/8/8/8/8/8/8/1RK5 w B - 0 1", "O-O-O", "the king stays where it is"),
        ("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "O-O", "king and rook change places"),
        ("4k3/8/8/8/8/8/8/1K3NR1 w G - 0 1", "", "a knight on the rook's target"),
    ] {
        assert_eq!(castles(fen), expected, "{fen}: {reason}");
    }
}

#[test]
fn en_passant_is_possible_only_where_it_is_legal() {
    let target = |fen: &str| position(fen).en_passant().map(|square| square.to_string());
    assert_eq!(target("4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 2"), Some("e6".to_owned()));
    // No pawn stands beside.
    assert_eq!(target("4k3/8/8/4p3/8/8/8/4K3 w - e6 0 2"), None);
    // Both pawns leave the rank at once, and lay the king open.
    assert_eq!(target("4k3/8/8/K2Pp2r/8/8/8/8 w - e6 0 2"), None);
    // The pawn is pinned along the file; along the diagonal it may take on its pin.
    assert_eq!(target("3rk3/8/8/3Pp3/8/8/8/3K4 w - e6 0 2"), None);
    assert_eq!(target("4k3/8/5b2/4pP2/8/2K5/8/8 w - e6 0 2"), None);
    assert_eq!(target("4k3/5b2/8/3Pp3/2K5/8/8/8 w - e6 0 2"), Some("e6".to_owned()));
}

#[test]
fn an_illegal_move_is_told_from_a_legal_one() {
    let start = position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    let legal = start.legal_moves();
    for from in Square::all() {
        for to in Square::all() {
            let mv = Move::new(from, to);
            assert_eq!(start.is_legal(mv), legal.contains(&mv), "{mv}");
        }
    }
}
