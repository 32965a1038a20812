//! How a game ended, and what the Laws say of its end.

use super::source::{ARBITRO, MOVES};
use crate::table::column::{Column, ColumnType, Vocabulary, found, maybe};

use ColumnType::{Boolean, Float32, Int32, Word};

/// `ruling` to `plies_after_end`.
pub(in crate::table) const ENDING: &[Column] = &[
    found(
        "ruling",
        Word(Vocabulary::Ruling),
        "",
        "How the game ended, by the evidence: board, tag, comment, clock, exclusion.",
        "FIDE Laws 5, 6.9, 9",
    )
    .core(),
    maybe("ruling_basis", Word(Vocabulary::Basis), "", "Which evidence decided the ruling.", ARBITRO).core(),
    maybe(
        "ruled_result",
        Word(Vocabulary::Outcome),
        "",
        "The result that the Laws give the ruling.",
        "FIDE Laws 5, 6.9, 9",
    )
    .core(),
    maybe(
        "white_score",
        Float32,
        "points",
        "White's points by ruled_result: 1, 0.5 or 0; null where there is no result.",
        "FIDE Laws 10.1",
    )
    .core(),
    maybe("plies", Int32, "plies", "Half-moves replayed.", MOVES).core(),
    found(
        "claimed_plies",
        Int32,
        "plies",
        "Half-moves that the text holds in its main line, readable or not.",
        ARBITRO,
    ),
    maybe("is_checkmate", Boolean, "", "The last position is checkmate.", "FIDE Laws 5.1.1"),
    maybe("is_stalemate", Boolean, "", "The last position is stalemate.", "FIDE Laws 5.2.1"),
    maybe(
        "insufficient_material",
        Boolean,
        "",
        "Neither side has the material to mate in the last position, by the sites' test.",
        "Lichess (scalachess)",
    ),
    maybe(
        "max_repetition",
        Int32,
        "occurrences",
        "How often the most frequent position occurred, 1 if none came back.",
        "FIDE Laws 9.2.3",
    ),
    maybe(
        "threefold_ply",
        Int32,
        "plies",
        "The first half-move after which a position stood for the third time.",
        "FIDE Laws 9.2",
    ),
    maybe(
        "fivefold_ply",
        Int32,
        "plies",
        "The first half-move after which a position stood for the fifth time.",
        "FIDE Laws 9.6.1",
    ),
    maybe(
        "max_halfmove_clock",
        Int32,
        "plies",
        "The longest run of half-moves without capture or pawn move; a FEN's counter counts.",
        "FIDE Laws 9.3",
    ),
    maybe(
        "fifty_move_ply",
        Int32,
        "plies",
        "The first half-move after which fifty moves had passed without capture or pawn move.",
        "FIDE Laws 9.3",
    ),
    maybe(
        "seventy_five_move_ply",
        Int32,
        "plies",
        "The first half-move after which seventy-five moves had passed without capture or pawn move.",
        "FIDE Laws 9.6.2",
    ),
    maybe(
        "plies_after_end",
        Int32,
        "plies",
        "Half-moves played after the game was over by the Laws.",
        "FIDE Laws 5.1.1, 5.2, 9.6",
    )
    .core(),
];
