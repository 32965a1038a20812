//! What happened on the board along the way. White stands before Black.

use super::source::ARBITRO;
use crate::table::column::{Column, ColumnType, maybe};

use ColumnType::{Float32, Int16, Int32};

const DIVIDER: &str = "Lichess (scalachess, Divider)";

/// `first_capture_ply` to `mean_legal_moves`.
pub(in crate::table) const ALONG: &[Column] = &[
    maybe(
        "first_capture_ply",
        Int32,
        "plies",
        "The half-move of the first capture, en passant included.",
        "FIDE Laws 3.1",
    )
    .dear(),
    maybe(
        "queens_off_ply",
        Int32,
        "plies",
        "The first half-move after which neither side has a queen, 0 if the start has none; a later promotion doesn't undo it.",
        ARBITRO,
    )
    .dear(),
    maybe(
        "white_underpromotions",
        Int16,
        "promotions",
        "White's promotions to rook, bishop or knight.",
        "FIDE Laws 3.7.3.3",
    )
    .dear(),
    maybe(
        "black_underpromotions",
        Int16,
        "promotions",
        "Black's promotions to rook, bishop or knight.",
        "FIDE Laws 3.7.3.3",
    )
    .dear(),
    maybe(
        "white_king_moves",
        Int32,
        "moves",
        "Moves of White's king, castling not counted.",
        "FIDE Laws 3.8.1",
    )
    .dear(),
    maybe(
        "black_king_moves",
        Int32,
        "moves",
        "Moves of Black's king, castling not counted.",
        "FIDE Laws 3.8.1",
    )
    .dear(),
    maybe(
        "longest_quiet_run",
        Int32,
        "plies",
        "The longest run of half-moves of the game without capture or pawn move; unlike max_halfmove_clock without a FEN's counter.",
        "FIDE Laws 9.3",
    )
    .dear(),
    maybe(
        "middlegame_ply",
        Int32,
        "plies",
        "The first half-move after which there are ten knights, bishops, rooks and queens or fewer, fewer than four men of a colour on its back rank, or men mixed by more than 150 points; null if there was none, or an endgame at once.",
        DIVIDER,
    )
    .dear(),
    maybe(
        "endgame_ply",
        Int32,
        "plies",
        "The first half-move after which there are six knights, bishops, rooks and queens or fewer.",
        DIVIDER,
    )
    .dear(),
    maybe(
        "mean_legal_moves",
        Float32,
        "moves",
        "The mean number of legal moves in the positions in which a move was made.",
        "FIDE Laws 3",
    )
    .dear(),
];
