//! What each side did. White stands before Black.

use crate::table::column::{Column, ColumnType, Vocabulary, maybe};

use ColumnType::{Int16, Int32, Word};

/// `white_captures` to `black_castling_ply`.
pub(in crate::table) const SIDES: &[Column] = &[
    maybe("white_captures", Int16, "captures", "Captures by White, en passant among them.", "FIDE Laws 3.1"),
    maybe("black_captures", Int16, "captures", "Captures by Black, en passant among them.", "FIDE Laws 3.1"),
    maybe("white_checks", Int32, "checks", "Checks given by White, mate among them.", "FIDE Laws 3.9"),
    maybe("black_checks", Int32, "checks", "Checks given by Black, mate among them.", "FIDE Laws 3.9"),
    maybe("white_promotions", Int16, "promotions", "Promotions of White's pawns.", "FIDE Laws 3.7.3.3"),
    maybe("black_promotions", Int16, "promotions", "Promotions of Black's pawns.", "FIDE Laws 3.7.3.3"),
    maybe("white_en_passants", Int16, "captures", "Captures en passant by White.", "FIDE Laws 3.7.3.1"),
    maybe("black_en_passants", Int16, "captures", "Captures en passant by Black.", "FIDE Laws 3.7.3.1"),
    maybe(
        "white_castling",
        Word(Vocabulary::Castling),
        "",
        "The side to which White castled; null if White did not.",
        "FIDE Laws 3.8.2",
    ),
    maybe(
        "black_castling",
        Word(Vocabulary::Castling),
        "",
        "The side to which Black castled; null if Black did not.",
        "FIDE Laws 3.8.2",
    ),
    maybe("white_castling_ply", Int32, "plies", "The half-move with which White castled.", "FIDE Laws 3.8.2"),
    maybe("black_castling_ply", Int32, "plies", "The half-move with which Black castled.", "FIDE Laws 3.8.2"),
];
