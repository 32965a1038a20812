//! Where the replay stopped.

use super::source::ARBITRO;
use crate::table::column::{Column, ColumnType, maybe};

use ColumnType::{Int64, Text};

/// `final_fen` to `moves_key`.
pub(in crate::table) const LAST: &[Column] = &[
    maybe("final_fen", Text, "", "The last position replayed, as X-FEN.", "X-FEN"),
    maybe(
        "final_key",
        Int64,
        "",
        "The Polyglot book key of the last position, as a bit pattern.",
        "Polyglot book format",
    ),
    maybe(
        "moves_key",
        Int64,
        "",
        "A key of the start position and the moves replayed: equal for equal start and moves.",
        ARBITRO,
    ),
];
