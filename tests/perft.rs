//! The move generator counts what is known: numbers of lines from thousands of positions, standard and
//! Chess960.

#![allow(clippy::unwrap_used, reason = "a test that can't go on fails")]

mod vectors;

use arbitro::chess::perft::{divide, perft, perft_portable};
use vectors::position;

/// Positions known for what they catch; the last numbers are deep enough that each rule occurs.
const KNOWN: [(&str, &[u64]); 12] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", &[20, 400, 8_902, 197_281, 4_865_609]),
    // Everything at once ("Kiwipete").
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", &[48, 2_039, 97_862, 4_085_603]),
    // En passant that would lay the king open along the rank.
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", &[14, 191, 2_812, 43_238, 674_624]),
    // Promotions with and without check, castling through attacked squares.
    ("r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1", &[6, 264, 9_467, 422_333]),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", &[44, 1_486, 62_379, 2_103_487]),
    // En passant out of check, and en passant that a bishop's pin forbids.
    ("8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1", &[15, 126, 1_928, 13_931, 206_379, 1_440_467]),
    ("3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1", &[18, 92, 1_670, 10_138, 185_429, 1_134_888]),
    // Castling gives check, and loses its right by the rook's capture.
    ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", &[15, 66, 1_198, 6_399, 120_330, 661_072]),
    ("r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq - 0 1", &[26, 1_141, 27_826, 1_274_206]),
    // Underpromotion to avoid stalemate.
    ("8/P1k5/K7/8/8/8/8/8 w - - 0 1", &[6, 27, 273, 1_329, 18_135, 92_683]),
    // Chess960: the rook at b1 is pinned to the king that it would castle with.
    ("4k3/8/8/8/8/8/8/rRK5 w B - 0 1", &[5, 57, 821, 12_489, 201_102]),
    // Chess960: king and rook change places and pass each other.
    ("r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w KQkq - 0 1", &[23, 522, 12_333, 285_754]),
];

#[test]
fn known_positions_have_their_known_numbers() {
    for (fen, numbers) in KNOWN {
        for (depth, &lines) in (1..).zip(numbers) {
            assert_eq!(perft(&position(fen), depth), lines, "{fen} at depth {depth}");
        }
        assert_eq!(perft_portable(&position(fen), 3), numbers[2], "{fen}, portable");
        assert_eq!(divide(&position(fen), 3).iter().map(|(_, lines)| lines).sum::<u64>(), numbers[2]);
    }
}

/// `FEN ;D1 20 ;D2 400 ...`, or `FEN,20,400,...`.
fn read_line(line: &str) -> (&str, Vec<(u32, u64)>) {
    if line.contains(';') {
        let mut parts = line.split(';');
        let fen = parts.next().unwrap().trim();
        let numbers = parts.map(|part| {
            let (depth, lines) = part.trim().trim_start_matches('D').split_once(' ').unwrap();
            (depth.parse().unwrap(), lines.trim().parse().unwrap())
        });
        (fen, numbers.collect())
    } else {
        let mut parts = line.split(',');
        let fen = parts.next().unwrap();
        (fen, (1..).zip(parts.map(|lines| lines.trim().parse().unwrap())).collect())
    }
}

/// Every position of a list, to the greatest depth with at most `limit` lines.
fn walk(name: &str, limit: u64) {
    for line in vectors::lines(name) {
        let (fen, numbers) = read_line(&line);
        let deepest = numbers.iter().filter(|(_, lines)| *lines <= limit).max();
        if let Some(&(depth, lines)) = deepest {
            assert_eq!(perft(&position(fen), depth), lines, "{fen} at depth {depth}");
        }
    }
}

const QUICK: u64 = 4_000_000;
const DEEP: u64 = 200_000_000;

#[test]
fn the_tricky_positions_agree() {
    walk("perft/tricky.epd", DEEP);
}

#[test]
fn the_standard_list_agrees() {
    walk("perft/standard.epd", 10 * QUICK);
    walk("perft/algerbrex.epd", 10 * QUICK);
}

#[test]
fn the_random_list_agrees() {
    walk("perft/random.epd", QUICK);
}

#[test]
fn the_opening_list_agrees() {
    // The same positions as the random list's, in another format: not as deep again.
    walk("perft/long.epd", QUICK / 4);
}

#[test]
fn the_chess960_list_agrees() {
    walk("perft/chess960.epd", 2 * QUICK);
}

#[test]
#[ignore = "counts thirty thousand million lines: a minute or two"]
fn the_standard_and_chess960_lists_agree_in_depth() {
    for name in ["standard", "algerbrex", "chess960"] {
        walk(&format!("perft/{name}.epd"), DEEP);
    }
}

#[test]
#[ignore = "counts two hundred thousand million lines: a quarter of an hour"]
fn the_random_list_agrees_in_depth() {
    walk("perft/random.epd", DEEP);
}
