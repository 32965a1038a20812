//! The one list of columns: name, type, unit, nullability, a sentence, and the source of the rule.
//!
//! Everything that says something about the dataset is made from it: the Arrow schema, `arbitro schema`, the data
//! dictionary, the table in the README. A column in PascalCase is what the file claims, under its tag's own name; a
//! column in snake_case is what Arbitro found. New columns come at the end.

use std::sync::Arc;

use arrow_schema::{Schema, SchemaRef};

use super::column::{Column, ColumnType, Vocabulary, claim, found, maybe};

use ColumnType::{Boolean, Date, Int16, Int32, Int64, Text, TextList, TextMap, Timestamp, Word};

/// Moves when a column changes its meaning; a new column does not move it.
pub const SCHEMA_VERSION: &str = "1";

/// Every column, in the order of the file.
pub const fn columns() -> &'static [Column] {
    &COLUMNS
}

/// The schema in Arrow; each field carries its column's sentence as `description`.
pub fn arrow_schema() -> SchemaRef {
    Arc::new(Schema::new(COLUMNS.iter().map(Column::field).collect::<Vec<_>>()))
}

const ROSTER: &str = "PGN standard 8.1.1";
const SUPPLEMENT: &str = "PGN standard 9";
const LICHESS: &str = "Lichess database";
const ARBITRO: &str = "Arbitro";
const MOVES: &str = "FIDE Laws 3";
const FLAG_FALL: &str = "FIDE Laws 5.1.2, 5.2.2, 6.9";

/// Every column, in the order of the file.
pub const COLUMNS: [Column; 75] = [
    // What the file claims.
    claim("Event", Text, "", "The event, as the Event tag has it.", ROSTER),
    claim("Site", Text, "", "The place, or the game's address on its site.", ROSTER),
    claim("White", Text, "", "The name of the player of the white pieces.", ROSTER),
    claim("Black", Text, "", "The name of the player of the black pieces.", ROSTER),
    claim("Result", Text, "", "The result, as the Result tag has it.", ROSTER),
    claim("WhiteTitle", Text, "", "White's title (GM, IM, BOT, ...).", "PGN standard 9.1.1"),
    claim("BlackTitle", Text, "", "Black's title (GM, IM, BOT, ...).", "PGN standard 9.1.1"),
    claim("WhiteElo", Int16, "rating points", "White's rating before the game.", "PGN standard 9.1.2"),
    claim("BlackElo", Int16, "rating points", "Black's rating before the game.", "PGN standard 9.1.2"),
    claim("WhiteRatingDiff", Int16, "rating points", "What the game added to White's rating.", LICHESS),
    claim("BlackRatingDiff", Int16, "rating points", "What the game added to Black's rating.", LICHESS),
    claim("UTCDate", Date, "days since 1970-01-01", "The date of the start in UTC.", "PGN standard 9.5.3"),
    claim("UTCTime", Text, "", "The time of the start in UTC, as written.", "PGN standard 9.5.2"),
    claim("ECO", Text, "", "The opening's code, as the ECO tag has it.", "PGN standard 9.4.1"),
    claim("Opening", Text, "", "The opening's name, as the Opening tag has it.", "PGN standard 9.3.1"),
    claim(
        "Termination",
        Text,
        "",
        "How the game ended, as the Termination tag has it.",
        "PGN standard 9.8.1",
    ),
    claim("TimeControl", Text, "", "The time control, as written.", "PGN standard 9.6.1"),
    claim(
        "Date",
        Text,
        "",
        "The local date of the start, as written (it may be partial: 1992.??.??).",
        ROSTER,
    ),
    claim("Round", Text, "", "The round, as written.", ROSTER),
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
    claim("Variant", Text, "", "The variant of chess, as written.", LICHESS),
    found(
        "ExtraTags",
        TextMap,
        "",
        "Every other tag, and each claim that doesn't fit its column's type; empty where there is none, a value null where the tag says nothing.",
        SUPPLEMENT,
    ),
    // Where the game stands.
    found(
        "source_file",
        Text,
        "",
        "The input file: the argument as given, or the folder argument and the path below it.",
        ARBITRO,
    ),
    found("game_index", Int64, "games", "The game's number in its file, 0 for the first.", ARBITRO),
    found(
        "byte_offset",
        Int64,
        "bytes",
        "From the start of the decompressed file to the game's first bracket or token.",
        ARBITRO,
    ),
    found("byte_length", Int64, "bytes", "The game's length, to its last byte that is not blank.", ARBITRO),
    maybe(
        "game_id",
        Text,
        "",
        "The site's own id of the game.",
        "Arbitro, from the tags Site, Link and their like",
    ),
    maybe(
        "started_at",
        Timestamp,
        "milliseconds since 1970-01-01T00:00:00Z",
        "UTCDate and UTCTime together.",
        "PGN standard 9.5",
    ),
    // Whether it is chess.
    found(
        "legality",
        Word(Vocabulary::Legality),
        "",
        "Whether the movetext is a series of legal moves, and if not, what is wrong with it.",
        MOVES,
    ),
    maybe("error_ply", Int32, "plies", "The half-move that could not be made, 1 for the first.", MOVES),
    maybe(
        "error_token",
        Text,
        "",
        "The token (or the FEN) at which the replay stopped, as written, at most 255 bytes.",
        ARBITRO,
    ),
    maybe("error_offset", Int64, "bytes", "From the start of the decompressed file to that token.", ARBITRO),
    maybe("error_fen", Text, "", "The position (X-FEN) in which that token could not be played.", "X-FEN"),
    found(
        "findings",
        TextList,
        "",
        "The codes of everything odd about the game; empty where there is nothing.",
        ARBITRO,
    ),
    // How it ended.
    found(
        "ruling",
        Word(Vocabulary::Ruling),
        "",
        "How the game ended, by the evidence: board, tag, comment, clock, exclusion.",
        "FIDE Laws 5, 6.9, 9",
    ),
    maybe("ruling_basis", Word(Vocabulary::Basis), "", "Which evidence decided the ruling.", ARBITRO),
    maybe(
        "ruled_result",
        Word(Vocabulary::Outcome),
        "",
        "The result that the Laws give the ruling.",
        "FIDE Laws 5, 6.9, 9",
    ),
    maybe("plies", Int32, "plies", "Half-moves replayed.", MOVES),
    found(
        "claimed_plies",
        Int32,
        "plies",
        "Half-moves that the text holds in its main line, readable or not.",
        ARBITRO,
    ),
    maybe("is_checkmate", Boolean, "", "The last position is checkmate.", "FIDE Laws 5.1.1"),
    maybe("is_stalemate", Boolean, "", "The last position is stalemate.", "FIDE Laws 5.2.1"),
    maybe(
        "insufficient_material",
        Boolean,
        "",
        "Neither side has the material to mate in the last position, by the sites' test.",
        "Lichess (scalachess)",
    ),
    maybe(
        "max_repetition",
        Int32,
        "occurrences",
        "How often the most frequent position occurred, 1 if none came back.",
        "FIDE Laws 9.2.3",
    ),
    maybe(
        "threefold_ply",
        Int32,
        "plies",
        "The first half-move after which a position stood for the third time.",
        "FIDE Laws 9.2",
    ),
    maybe(
        "fivefold_ply",
        Int32,
        "plies",
        "The first half-move after which a position stood for the fifth time.",
        "FIDE Laws 9.6.1",
    ),
    maybe(
        "max_halfmove_clock",
        Int32,
        "plies",
        "The longest run of half-moves without capture or pawn move; a FEN's counter counts.",
        "FIDE Laws 9.3",
    ),
    maybe(
        "fifty_move_ply",
        Int32,
        "plies",
        "The first half-move after which fifty moves had passed without capture or pawn move.",
        "FIDE Laws 9.3",
    ),
    maybe(
        "seventy_five_move_ply",
        Int32,
        "plies",
        "The first half-move after which seventy-five moves had passed without capture or pawn move.",
        "FIDE Laws 9.6.2",
    ),
    maybe(
        "plies_after_end",
        Int32,
        "plies",
        "Half-moves played after the game was over by the Laws.",
        "FIDE Laws 5.1.1, 5.2, 9.6",
    ),
    // What each side did.
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
    // Where it stopped.
    maybe("final_fen", Text, "", "The last position replayed, as X-FEN.", "X-FEN"),
    maybe(
        "final_key",
        Int64,
        "",
        "The Polyglot book key of the last position, as a bit pattern.",
        "Polyglot book format",
    ),
    maybe(
        "moves_key",
        Int64,
        "",
        "A key of the start position and the moves replayed: equal for equal start and moves.",
        ARBITRO,
    ),
    found(
        "dialect",
        Word(Vocabulary::Dialect),
        "",
        "The site or program that wrote the game, by its tags.",
        ARBITRO,
    ),
    maybe(
        "white_can_win",
        Boolean,
        "",
        "Some series of legal moves from the last position ends in White's mating Black; null where that was not decided, as it is of most games unless --exact is given.",
        FLAG_FALL,
    ),
    maybe("black_can_win", Boolean, "", "The same of Black.", FLAG_FALL),
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
    maybe("black_cannot_win_ply", Int32, "plies", "The same of Black.", FLAG_FALL),
    maybe(
        "white_can_mate_lichess",
        Boolean,
        "",
        "White wins if Black's time runs out in the last position, by the test of Lichess.",
        "Lichess (scalachess)",
    ),
    maybe("black_can_mate_lichess", Boolean, "", "The same of Black.", "Lichess (scalachess)"),
    maybe(
        "white_can_mate_chesscom",
        Boolean,
        "",
        "White wins if Black's time runs out in the last position, by the test of chess.com.",
        "chess.com (help pages)",
    ),
    maybe("black_can_mate_chesscom", Boolean, "", "The same of Black.", "chess.com (help pages)"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_names_differ_in_case_alone() {
        let mut names: Vec<_> = COLUMNS.iter().map(|column| column.name.to_ascii_lowercase()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), COLUMNS.len());
    }

    #[test]
    fn claims_are_in_pascal_case_and_findings_in_snake_case() {
        let first_finding = COLUMNS.iter().position(|column| column.name == "source_file").unwrap();
        for (index, column) in COLUMNS.iter().enumerate() {
            let is_claim = column.name.starts_with(|c: char| c.is_ascii_uppercase());
            assert_eq!(is_claim, index < first_finding, "{}", column.name);
            assert!(
                is_claim || column.name.chars().all(|c| c == '_' || c.is_ascii_lowercase()),
                "{}",
                column.name
            );
        }
    }

    #[test]
    fn every_column_says_what_it_holds_and_why() {
        for column in columns() {
            assert!(column.sentence.ends_with('.'), "{}", column.name);
            assert!(!column.source.is_empty(), "{}", column.name);
        }
    }

    #[test]
    fn every_vocabulary_fits_its_keys_and_repeats_no_word() {
        for words in COLUMNS.iter().filter_map(Column::words) {
            assert!(words.len() <= i8::MAX as usize);
            let mut unique = words.clone();
            unique.sort_unstable();
            unique.dedup();
            assert_eq!(unique.len(), words.len());
        }
    }
}
