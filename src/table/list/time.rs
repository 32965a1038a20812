//! The time control.

use crate::table::column::{Column, ColumnType, Vocabulary, maybe};

use ColumnType::{Float32, Int16, Int32, Word};

const TIME_CONTROL: &str = "PGN standard 9.6.1";

/// `time_base` to `speed`.
pub(in crate::table) const TIME: &[Column] = &[
    maybe("time_base", Float32, "seconds", "The time of the first period of TimeControl.", TIME_CONTROL),
    maybe(
        "time_increment",
        Float32,
        "seconds",
        "What each move of the first period of TimeControl adds.",
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
        "The class of the estimated duration of a game (base and forty increments, or what forty moves have by several periods): under 30 s, 180 s, 480 s, 1500 s, 21600 s, or more.",
        "Lichess (scalachess, Speed)",
    ),
];
