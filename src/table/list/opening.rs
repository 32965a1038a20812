//! The opening, by the moves.

use crate::table::column::{Column, ColumnType, Lexicon, maybe};

use ColumnType::{Int16, Term};

const OPENINGS: &str = "Lichess (chess-openings, CC0)";

/// `opening_eco` to `opening_ply`.
pub(in crate::table) const OPENING: &[Column] = &[
    maybe(
        "opening_eco",
        Term(Lexicon::OpeningCodes),
        "",
        "The code of the last position of the game that the opening table names.",
        OPENINGS,
    ),
    maybe(
        "opening_name",
        Term(Lexicon::OpeningNames),
        "",
        "The name of the last position of the game that the opening table names.",
        OPENINGS,
    ),
    maybe(
        "opening_ply",
        Int16,
        "plies",
        "The half-move after which the position that opening_eco and opening_name name stood on the board, 0 for the start.",
        OPENINGS,
    ),
];
