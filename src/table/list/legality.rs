//! Whether a game is chess, where it stops being so, and what is odd about it.

use super::source::{ARBITRO, MOVES};
use crate::table::column::{Column, ColumnType, Vocabulary, found, maybe};

use ColumnType::{Int32, Int64, Text, TextList, Word};

/// `legality` to `findings`.
pub(in crate::table) const LEGALITY: &[Column] = &[
    found(
        "legality",
        Word(Vocabulary::Legality),
        "",
        "Whether the movetext is a series of legal moves, and if not, what is wrong with it.",
        MOVES,
    )
    .core(),
    maybe("error_ply", Int32, "plies", "The half-move that could not be made, 1 for the first.", MOVES)
        .core(),
    maybe(
        "error_token",
        Text,
        "",
        "The token (or the FEN) at which the replay stopped, as written, at most 255 bytes.",
        ARBITRO,
    ),
    maybe("error_offset", Int64, "bytes", "From the start of the decompressed file to error_token.", ARBITRO),
    maybe("error_fen", Text, "", "The position (X-FEN) in which error_token could not be played.", "X-FEN"),
    found(
        "findings",
        TextList,
        "",
        "The codes of everything odd about the game; empty where there is nothing.",
        ARBITRO,
    )
    .core(),
];
