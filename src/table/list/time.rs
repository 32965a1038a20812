//! The time control.

use crate::table::column::{Column, ColumnType, Vocabulary, maybe};

use ColumnType::{Float32, Int16, Int32, Word};

const TIME_CONTROL: &str = "PGN standard 9.6.1, US Chess rules 5B and 5C, cutechess (5/move)";

/// `time_base` to `speed`.
pub(in crate::table) const TIME: &[Column] = &[
    maybe(
        "time_base",
        Float32,
        "seconds",
        "The time of the first period of TimeControl. A single period of at most 180 is in minutes, not seconds, if the first clocks of a game not played on Lichess are far above it and near as many minutes, or in a broadcast or study of Lichess where it is below 15 or its increment at least 10 and no clock says otherwise.",
        TIME_CONTROL,
    ),
    maybe(
        "time_increment",
        Float32,
        "seconds",
        "What each move of the first period of TimeControl adds; a delay of US Chess (G/70;d10) counts as that.",
        TIME_CONTROL,
    ),
    maybe(
        "time_moves",
        Int32,
        "moves",
        "The moves to be made in the first period of TimeControl; null where it is for the whole game.",
        TIME_CONTROL,
    )
    .dear(),
    maybe("time_periods", Int16, "periods", "How many periods there are.", TIME_CONTROL).dear(),
    maybe(
        "speed",
        Word(Vocabulary::Speed),
        "",
        "The class of the estimated duration of a game (base and forty increments, or what forty moves have by several periods): under 30 s, 180 s, 480 s, 1500 s, 21600 s, or more. A dash is correspondence on Lichess; elsewhere it says nothing, nor does 0+0 anywhere: null.",
        "Lichess (scalachess, Speed)",
    ),
];
