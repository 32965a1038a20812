//! What the file claims, each under its tag's own name.

use super::source::{LICHESS, ROSTER, SUPPLEMENT};
use crate::table::column::{Column, ColumnType, claim, found};

use ColumnType::{Date, Int16, Text, TextMap};

/// `Event` to `ExtraTags`.
pub(in crate::table) const CLAIMS: &[Column] = &[
    claim("Event", Text, "", "The event, as the Event tag has it.", ROSTER).core(),
    claim("Site", Text, "", "The place, or the game's address on its site.", ROSTER),
    claim("White", Text, "", "The name of the player of the white pieces.", ROSTER).core(),
    claim("Black", Text, "", "The name of the player of the black pieces.", ROSTER).core(),
    claim("Result", Text, "", "The result, as the Result tag has it.", ROSTER).core(),
    claim("WhiteTitle", Text, "", "White's title (GM, IM, BOT, ...).", "PGN standard 9.1.1").core(),
    claim("BlackTitle", Text, "", "Black's title (GM, IM, BOT, ...).", "PGN standard 9.1.1").core(),
    claim("WhiteElo", Int16, "rating points", "White's rating before the game.", "PGN standard 9.1.2").core(),
    claim("BlackElo", Int16, "rating points", "Black's rating before the game.", "PGN standard 9.1.2").core(),
    claim("WhiteRatingDiff", Int16, "rating points", "What the game added to White's rating.", LICHESS),
    claim("BlackRatingDiff", Int16, "rating points", "What the game added to Black's rating.", LICHESS),
    claim("UTCDate", Date, "days since 1970-01-01", "The date of the start in UTC.", "PGN standard 9.5.3")
        .core(),
    claim("UTCTime", Text, "", "The time of the start in UTC, as written.", "PGN standard 9.5.2"),
    claim("ECO", Text, "", "The opening's code, as the ECO tag has it.", "PGN standard 9.4.1").core(),
    claim("Opening", Text, "", "The opening's name, as the Opening tag has it.", "PGN standard 9.3.1"),
    claim(
        "Termination",
        Text,
        "",
        "How the game ended, as the Termination tag has it.",
        "PGN standard 9.8.1",
    )
    .core(),
    claim("TimeControl", Text, "", "The time control, as written.", "PGN standard 9.6.1").core(),
    claim(
        "Date",
        Text,
        "",
        "The local date of the start, as written (it may be partial: 1992.??.??).",
        ROSTER,
    )
    .core(),
    claim("Round", Text, "", "The round, as written.", ROSTER).core(),
    claim(
        "FEN",
        Text,
        "",
        "The start position, as written, where it is not the usual one.",
        "PGN standard 9.7.2",
    ),
    claim(
        "SetUp",
        Text,
        "",
        "Whether the game starts from the FEN tag (1) or not (0), as written.",
        "PGN standard 9.7.1",
    ),
    claim("Variant", Text, "", "The variant of chess, as written.", LICHESS).core(),
    found(
        "ExtraTags",
        TextMap,
        "",
        "Every other tag, and each claim that doesn't fit its column's type; empty where there is none, a value null where the tag says nothing.",
        SUPPLEMENT,
    ),
];
