//! Moves: lines of play counted from a position, the last half-move without making it.

use std::fmt;

use arbitro::chess::fen::Fen;
use arbitro::chess::perft::{perft, perft_portable};
use arbitro::chess::position::Position;
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};

/// A position, and the lines of play of a certain length from it, as everyone counts them.
#[derive(Clone, Copy, Debug)]
struct Count {
    name: &'static str,
    fen: &'static str,
    depth: u32,
    lines: u64,
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
/// Everything at once.
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// Those of `make bench-peers`: a quarter to half a second each.
const DEEP: [Count; 2] = [
    Count { name: "start", fen: START, depth: 6, lines: 119_060_324 },
    Count { name: "Kiwipete", fen: KIWIPETE, depth: 5, lines: 193_690_690 },
];
const SHALLOW: [Count; 2] = [
    Count { name: "start", fen: START, depth: 5, lines: 4_865_609 },
    Count { name: "Kiwipete", fen: KIWIPETE, depth: 4, lines: 4_085_603 },
];

impl Count {
    fn assert(self, bencher: Bencher<'_, '_>, count: fn(&Position, u32) -> u64) {
        let position = Fen::parse(self.fen.as_bytes()).unwrap().setup().unwrap().position;
        bencher
            .counter(ItemsCount::new(self.lines))
            .bench(|| assert_eq!(count(black_box(&position), self.depth), self.lines));
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {} deep", self.name, self.depth)
    }
}

#[divan::bench(args = DEEP)]
fn fastest(bencher: Bencher<'_, '_>, count: Count) {
    count.assert(bencher, perft);
}

#[divan::bench(args = SHALLOW)]
fn slow_twin(bencher: Bencher<'_, '_>, count: Count) {
    count.assert(bencher, perft_portable);
}
