//! Where a game stands: file, number, bytes; and the site's own id and time.

use super::source::ARBITRO;
use crate::table::column::{Column, ColumnType, found, maybe};

use ColumnType::{Int64, Text, Timestamp};

/// `source_file` to `started_at`.
pub(in crate::table) const PLACE: &[Column] = &[
    found(
        "source_file",
        Text,
        "",
        "The input file: the argument as given, or the folder argument and the path below it.",
        ARBITRO,
    )
    .core(),
    found("game_index", Int64, "games", "The game's number in its file, 0 for the first.", ARBITRO).core(),
    found(
        "byte_offset",
        Int64,
        "bytes",
        "From the start of the decompressed file to the game's first bracket or token.",
        ARBITRO,
    )
    .core(),
    found("byte_length", Int64, "bytes", "The game's length, to its last byte that is not blank.", ARBITRO)
        .core(),
    maybe(
        "game_id",
        Text,
        "",
        "The site's own id of the game.",
        "Arbitro, from the tags Site, Link, LichessURL and their like",
    )
    .core(),
    maybe(
        "started_at",
        Timestamp,
        "milliseconds since 1970-01-01T00:00:00Z",
        "UTCDate and UTCTime together.",
        "PGN standard 9.5",
    )
    .core(),
];
