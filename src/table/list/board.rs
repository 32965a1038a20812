//! What is left on the board in the last position.

use super::source::ARBITRO;
use crate::table::column::{Column, ColumnType, maybe};

use ColumnType::{Int16, Text};

/// `white_points` to `material`.
pub(in crate::table) const BOARD: &[Column] = &[
    maybe(
        "white_points",
        Int16,
        "points",
        "White's men in the last position: 1 for a pawn, 3 for a knight or bishop, 5 for a rook, 9 for a queen.",
        ARBITRO,
    )
    .dear(),
    maybe(
        "black_points",
        Int16,
        "points",
        "Black's men in the last position: 1 for a pawn, 3 for a knight or bishop, 5 for a rook, 9 for a queen.",
        ARBITRO,
    )
    .dear(),
    maybe("men", Int16, "men", "Men on the board in the last position, kings and pawns included.", ARBITRO).dear(),
    maybe(
        "material",
        Text,
        "",
        "The men in the last position as endgame tables are named, but with White first: KRPPvKRP.",
        ARBITRO,
    )
    .dear(),
];
