//! What happened at every ply, as lists: one item a half-move replayed.

use super::source::MOVES;
use crate::table::column::{Column, ColumnType, maybe};

use ColumnType::{FloatList, IntList, TextList};

const CLOCK: &str = "PGN specification supplement 2001 (%clk)";
const EVAL: &str = "Lichess database (%eval)";

/// `moves_uci` to `mates`.
pub(in crate::table) const LISTS: &[Column] = &[
    maybe(
        "moves_uci",
        TextList,
        "",
        "The half-moves replayed, as UCI writes them: castling is e1g1, in Chess960 the king's move to its rook (e1h1); null where nothing can be replayed.",
        MOVES,
    )
    .apart(),
    maybe(
        "clocks",
        FloatList,
        "seconds",
        "The clock's reading after each of them; null where there is none at any. From 131,072 s (a day and a half) on, a Float32 has no hundredths.",
        CLOCK,
    )
    .apart(),
    maybe(
        "evals",
        IntList,
        "centipawns",
        "The evaluation after each of them, from White's point of view; an item is null where there is none or it is a mate, the list where there is no evaluation at any.",
        EVAL,
    )
    .apart(),
    maybe(
        "mates",
        IntList,
        "moves",
        "The moves to mate of the same evaluations, negative where Black mates, 0 where the side to move is mated; null where evals is.",
        EVAL,
    )
    .apart(),
];
