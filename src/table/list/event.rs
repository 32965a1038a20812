//! The event and its players.

use super::source::{ARBITRO, DATES};
use crate::table::column::{Column, ColumnType, Vocabulary, maybe};

use ColumnType::{Boolean, Float32, Int16, Int32, Text, Word};

/// Who has events with addresses.
const SITES: &str = "Lichess database, chess.com";

/// `year` to `black_is_bot`.
pub(in crate::table) const EVENT: &[Column] = &[
    maybe("year", Int16, "years", "The year of UTCDate, or else of Date, which may be partial (1992.??.??).", DATES).dear(),
    maybe(
        "month",
        Int16,
        "months",
        "The month of UTCDate, or else of Date, 1 for January.",
        DATES,
    )
    .dear(),
    maybe(
        "rated",
        Boolean,
        "",
        "Whether the game counts for ratings, by the Event tag, or true if Lichess says how a rating changed.",
        "Lichess database, FICS",
    ),
    maybe(
        "event_kind",
        Word(Vocabulary::EventKind),
        "",
        "Whether it is a game by itself, or one of an arena, a Swiss tournament or a simul, by the Event tag: an address on Lichess, or the name that Lichess gives it (... Arena, ... Team Battle, Titled Arena ..., ... simul); on chess.com by the address in the Tournament tag, if it has the word arena or swiss. Null of other names.",
        SITES,
    ),
    maybe(
        "tournament_id",
        Text,
        "",
        "The tournament's id on its site: by the address in the Event tag on Lichess, by that in the Tournament tag on chess.com (what stands behind /tournament/ or /tournament/live/).",
        SITES,
    )
    .dear(),
    maybe("rating_gap", Int32, "rating points", "White's rating minus Black's.", ARBITRO),
    maybe(
        "expected_score",
        Float32,
        "points",
        "What White may expect by the ratings: 1 / (1 + 10^(-rating_gap / 400)), to four places.",
        "Elo, The Rating of Chessplayers (1978), 8.4",
    )
    .dear(),
    maybe(
        "white_is_bot",
        Boolean,
        "",
        "Whether White is a program: by the title BOT, the tags WhiteIsComp and WhiteType, as Lichess's own engine, or in a match of engines (cutechess, fastchess, TCEC).",
        "Lichess database, PGN standard 9.1.6",
    )
    .dear(),
    maybe(
        "black_is_bot",
        Boolean,
        "",
        "Whether Black is a program: by the title BOT, the tags BlackIsComp and BlackType, as Lichess's own engine, or in a match of engines (cutechess, fastchess, TCEC).",
        "Lichess database, PGN standard 9.1.6",
    )
    .dear(),
];
