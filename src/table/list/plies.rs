//! The columns of the plies: the move, and the position after it.

use super::source::{ARBITRO, MOVES};
use crate::table::column::{Column, ColumnType, Vocabulary, found, maybe};

use ColumnType::{Boolean, Float32, Int16, Int32, Int64, Text, Word};

const EVAL: &str = "Lichess database (%eval)";

/// `source_file` to `fen`, which comes last because it is written where it is asked for. Squares are not called `from` and `to`, which
/// SQL keeps for itself.
pub static PLIES: [Column; 24] = [
    found("source_file", Text, "", "The input file, as the game's row has it.", ARBITRO),
    found("game_index", Int64, "games", "The game's number in its file, as its row has it.", ARBITRO),
    found("ply", Int32, "plies", "The half-move's number in its game, 1 for the first.", ARBITRO),
    found(
        "san",
        Text,
        "",
        "The move as the standard writes it, whatever the file has.",
        "PGN standard 8.2.3",
    ),
    found(
        "uci",
        Text,
        "",
        "The move as UCI writes it: castling is e1g1, in Chess960 the king's move to its rook (e1h1).",
        MOVES,
    ),
    found("piece", Word(Vocabulary::Piece), "", "What moved, the king if it castled.", MOVES),
    found("from_square", Word(Vocabulary::Square), "", "The square that it left.", MOVES),
    found(
        "to_square",
        Word(Vocabulary::Square),
        "",
        "The square that it came to, for castling the king's.",
        MOVES,
    ),
    maybe("captured", Word(Vocabulary::Piece), "", "What was taken, a pawn if en passant.", "FIDE Laws 3.1"),
    maybe("promotion", Word(Vocabulary::Piece), "", "What the pawn became.", "FIDE Laws 3.7.3.3"),
    found("is_check", Boolean, "", "Whether the other side is in check after it.", "FIDE Laws 3.9"),
    found("is_mate", Boolean, "", "Whether it is checkmate.", "FIDE Laws 5.1.1"),
    maybe(
        "clock",
        Float32,
        "seconds",
        "The clock's reading after it; from 131,072 s (a day and a half) on, a Float32 has no hundredths.",
        "PGN specification supplement 2001 (%clk)",
    ),
    maybe(
        "time_spent",
        Float32,
        "seconds",
        "The time that it took, by the rule of white_time_used in the games' table: by the clocks (the reading before, minus the one after, plus the increment) where they tell it, or else %timestamp or %emt.",
        "PGN specification supplement 2001 (%clk, %emt), chess.com (%timestamp)",
    ),
    maybe(
        "eval_centipawns",
        Int32,
        "centipawns",
        "The evaluation after it, from White's point of view; null if it is a mate.",
        EVAL,
    ),
    maybe(
        "eval_mate",
        Int32,
        "moves",
        "The moves to mate, negative where Black mates, 0 where the side to move is mated.",
        EVAL,
    ),
    maybe(
        "eval_depth",
        Int16,
        "plies",
        "The depth of the search that gave the evaluation, as it stands behind it (2.35,18); null where none does, as on Lichess.",
        "python-chess (%eval with a depth), ChessBase",
    ),
    maybe(
        "winning_chances",
        Float32,
        "",
        "White's winning chances by the evaluation, from -1 to 1, with evaluations held to 1000 centipawns and mates counted as such.",
        "lichess.org/page/accuracy, Lichess (scalachess, WinPercent)",
    ),
    maybe(
        "nag",
        Int32,
        "",
        "The number of the move's first glyph: 1 for !, 2 for ?, 3 for !!, 4 for ??, 5 for !?, 6 for ?!.",
        "PGN standard 8.2.3.8, 10",
    ),
    found(
        "repetition_count",
        Int32,
        "times",
        "How often the position after it has stood by then, 1 for the first time.",
        "FIDE Laws 9.2.3",
    ),
    found(
        "halfmove_clock",
        Int32,
        "plies",
        "Half-moves since the last capture or pawn move, a FEN's counter among them.",
        "FIDE Laws 9.3",
    ),
    found("legal_moves", Int16, "moves", "The legal moves in the position after it.", MOVES),
    found(
        "key",
        Int64,
        "",
        "The Polyglot book key of the position after it, as a bit pattern.",
        "Polyglot book format",
    ),
    found("fen", Text, "", "The position after it, as X-FEN; with --plies=fen only.", "X-FEN"),
];
