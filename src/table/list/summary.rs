//! The columns of the summary: what its games have in common, and their sums.

use super::source::{ARBITRO, DATES, LICHESS};
use crate::table::column::{Column, ColumnType, Vocabulary, found, maybe};

use ColumnType::{Int16, Int64, Word};

/// `year` to `plies`.
pub static SUMMARY: [Column; 8] = [
    maybe("year", Int16, "years", "The year of UTCDate, or else of Date.", DATES),
    maybe("month", Int16, "months", "The month of UTCDate, or else of Date, 1 for January.", DATES),
    maybe(
        "speed",
        Word(Vocabulary::Speed),
        "",
        "The class of the estimated duration of a game, as in the table of games.",
        LICHESS,
    ),
    maybe(
        "rating_bin",
        Int16,
        "rating points",
        "The mean of both ratings, rounded down to a hundred; null if one is missing.",
        ARBITRO,
    ),
    found(
        "ruling",
        Word(Vocabulary::Ruling),
        "",
        "How the games ended, by the evidence.",
        "FIDE Laws 5, 6.9, 9",
    ),
    maybe(
        "ruled_result",
        Word(Vocabulary::Outcome),
        "",
        "The result that the Laws give the ruling.",
        "FIDE Laws 5, 6.9, 9",
    ),
    found("games", Int64, "games", "How many games have all this in common.", ARBITRO),
    found("plies", Int64, "plies", "Half-moves replayed in them.", ARBITRO),
];
