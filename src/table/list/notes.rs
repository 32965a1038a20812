//! Evaluations, and what follows from them; draw offers. White stands before Black.

use crate::table::column::{Column, ColumnType, found, maybe};

use ColumnType::{Float32, Int16, Int32};

const EVAL: &str = "Lichess database (%eval)";
const ACCURACY: &str = "lichess.org/page/accuracy, Lichess (lila, AccuracyPercent)";
const LOSS: &str = "Lichess (lila, AccuracyCP)";
const ADVICE: &str = "Lichess (lila, Advice)";

/// `evaluated_plies` to `black_draw_offers`.
pub(in crate::table) const NOTES: &[Column] = &[
    found("evaluated_plies", Int32, "plies", "Half-moves with an evaluation (%eval) after them; all columns have it from White's point of view, also where the file has the mover's (ChessGUI).", EVAL).dear(),
    maybe(
        "white_evaluated_moves",
        Int32,
        "moves",
        "White's moves with an evaluation before and after them, null if there are none; the start counts as 15 centipawns.",
        LOSS,
    )
    .dear(),
    maybe(
        "black_evaluated_moves",
        Int32,
        "moves",
        "Black's moves with an evaluation before and after them, null if there are none; the start counts as 15 centipawns.",
        LOSS,
    )
    .dear(),
    maybe(
        "white_centipawn_loss",
        Float32,
        "centipawns",
        "What White's evaluated moves lost on average, with evaluations held to 1000 centipawns and mates counted as such.",
        LOSS,
    )
    .dear(),
    maybe(
        "black_centipawn_loss",
        Float32,
        "centipawns",
        "What Black's evaluated moves lost on average, with evaluations held to 1000 centipawns and mates counted as such.",
        LOSS,
    )
    .dear(),
    maybe(
        "white_accuracy",
        Float32,
        "percent",
        "White's accuracy by the winning chances that moves lost, to a hundredth; null unless every move has an evaluation.",
        ACCURACY,
    )
    .dear(),
    maybe(
        "black_accuracy",
        Float32,
        "percent",
        "Black's accuracy by the winning chances that moves lost, to a hundredth; null unless every move has an evaluation.",
        ACCURACY,
    )
    .dear(),
    maybe(
        "white_inaccuracies",
        Int32,
        "moves",
        "White's moves that lost a tenth to two tenths of the winning chances (from -1 to 1), or let a mate come or go without which its side is 1000 centipawns ahead or more; \
         where the file's own marks look like Lichess's (each at an inaccuracy, mistake or blunder, and one at every second of them at least), those without a mark are left out. \
         The kind is always by this rule; Lichess's monthly dumps mark by another, in centipawns: for the file's own see plies.nag.",
        ADVICE,
    )
    .dear(),
    maybe(
        "black_inaccuracies",
        Int32,
        "moves",
        "Black's moves that lost a tenth to two tenths of the winning chances (from -1 to 1), or let a mate come or go without which its side is 1000 centipawns ahead or more; \
         where the file's own marks look like Lichess's (each at an inaccuracy, mistake or blunder, and one at every second of them at least), those without a mark are left out. \
         The kind is always by this rule; Lichess's monthly dumps mark by another, in centipawns: for the file's own see plies.nag.",
        ADVICE,
    )
    .dear(),
    maybe(
        "white_mistakes",
        Int32,
        "moves",
        "White's moves that lost two tenths to three tenths of the winning chances (from -1 to 1), or let a mate come or go without which its side is 701 to 999 centipawns ahead; \
         where the file's own marks look like Lichess's (each at an inaccuracy, mistake or blunder, and one at every second of them at least), those without a mark are left out. \
         The kind is always by this rule; Lichess's monthly dumps mark by another, in centipawns: for the file's own see plies.nag.",
        ADVICE,
    )
    .dear(),
    maybe(
        "black_mistakes",
        Int32,
        "moves",
        "Black's moves that lost two tenths to three tenths of the winning chances (from -1 to 1), or let a mate come or go without which its side is 701 to 999 centipawns ahead; \
         where the file's own marks look like Lichess's (each at an inaccuracy, mistake or blunder, and one at every second of them at least), those without a mark are left out. \
         The kind is always by this rule; Lichess's monthly dumps mark by another, in centipawns: for the file's own see plies.nag.",
        ADVICE,
    )
    .dear(),
    maybe(
        "white_blunders",
        Int32,
        "moves",
        "White's moves that lost three tenths of the winning chances (from -1 to 1) or more, or let a mate come or go without which its side is 700 centipawns ahead or less; \
         where the file's own marks look like Lichess's (each at an inaccuracy, mistake or blunder, and one at every second of them at least), those without a mark are left out. \
         The kind is always by this rule; Lichess's monthly dumps mark by another, in centipawns: for the file's own see plies.nag.",
        ADVICE,
    )
    .dear(),
    maybe(
        "black_blunders",
        Int32,
        "moves",
        "Black's moves that lost three tenths of the winning chances (from -1 to 1) or more, or let a mate come or go without which its side is 700 centipawns ahead or less; \
         where the file's own marks look like Lichess's (each at an inaccuracy, mistake or blunder, and one at every second of them at least), those without a mark are left out. \
         The kind is always by this rule; Lichess's monthly dumps mark by another, in centipawns: for the file's own see plies.nag.",
        ADVICE,
    )
    .dear(),
    maybe(
        "white_draw_offers",
        Int16,
        "offers",
        "Draws that White offered, by comments that say so; null where nobody would: in a game without any offer, unless it was played on Lichess on 4 July 2026 or later.",
        "Lichess database (offers since 4 July 2026)",
    )
    .dear(),
    maybe(
        "black_draw_offers",
        Int16,
        "offers",
        "Draws that Black offered, by comments that say so; null where nobody would: in a game without any offer, unless it was played on Lichess on 4 July 2026 or later.",
        "Lichess database (offers since 4 July 2026)",
    )
    .dear(),
];
