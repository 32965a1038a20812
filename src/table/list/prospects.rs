//! Who wrote the game, who could still mate, and what the sites' own tests say.

use super::source::{ARBITRO, FLAG_FALL};
use crate::table::column::{Column, ColumnType, Vocabulary, found, maybe};

use ColumnType::{Boolean, Int32, Word};

/// `dialect` to `black_can_mate_chesscom`.
pub(in crate::table) const PROSPECTS: &[Column] = &[
    found(
        "dialect",
        Word(Vocabulary::Dialect),
        "",
        "The site or program that wrote the game, by its tags.",
        ARBITRO,
    )
    .core(),
    maybe(
        "white_can_win",
        Boolean,
        "",
        "Some series of legal moves from the last position ends in White's mating Black; null where that was not decided, as it is of most games unless --exact is given.",
        FLAG_FALL,
    ),
    maybe(
        "black_can_win",
        Boolean,
        "",
        "Some series of legal moves from the last position ends in Black's mating White; null where that was not decided, as it is of most games unless --exact is given.",
        FLAG_FALL,
    ),
    maybe(
        "dead_position_ply",
        Int32,
        "plies",
        "The first half-move after which neither side could mate by any series of legal moves. Without --exact a stalemate is taken for avoidable unless it came by a capture or from a side without queen and rook.",
        "FIDE Laws 5.2.2",
    ),
    maybe(
        "white_cannot_win_ply",
        Int32,
        "plies",
        "The first half-move after which White could not mate by any series of legal moves. Without --exact only of dead positions and of declared winners who could not mate.",
        FLAG_FALL,
    ),
    maybe(
        "black_cannot_win_ply",
        Int32,
        "plies",
        "The first half-move after which Black could not mate by any series of legal moves. Without --exact only of dead positions and of declared winners who could not mate.",
        FLAG_FALL,
    ),
    maybe(
        "white_can_mate_lichess",
        Boolean,
        "",
        "White wins if Black's time runs out in the last position, by the test of Lichess.",
        "Lichess (scalachess)",
    ),
    maybe(
        "black_can_mate_lichess",
        Boolean,
        "",
        "Black wins if White's time runs out in the last position, by the test of Lichess.",
        "Lichess (scalachess)",
    ),
    maybe(
        "white_can_mate_chesscom",
        Boolean,
        "",
        "White wins if Black's time runs out in the last position, by the test of chess.com.",
        "chess.com (help pages)",
    ),
    maybe(
        "black_can_mate_chesscom",
        Boolean,
        "",
        "Black wins if White's time runs out in the last position, by the test of chess.com.",
        "chess.com (help pages)",
    ),
];
