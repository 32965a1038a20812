//! What the clocks show. White stands before Black.

use crate::table::column::{Column, ColumnType, found, maybe};

use ColumnType::{Boolean, Float32, Int32};

const CLOCK: &str = "PGN specification supplement 2001 (%clk)";
const SPENT: &str = "PGN specification supplement 2001 (%clk, %emt), chess.com (%timestamp)";

/// `clock_plies` to `black_longest_think`.
pub(in crate::table) const CLOCKS: &[Column] = &[
    found("clock_plies", Int32, "plies", "Half-moves with a clock's reading (two fields are hours and minutes, unless other readings of the game have hours of their own or a first field shows a day: then they are minutes and seconds).", CLOCK),
    maybe("white_first_clock", Float32, "seconds", "White's first reading; from 131,072 s (a day and a half) on, a Float32 has no hundredths.", CLOCK).dear(),
    maybe("black_first_clock", Float32, "seconds", "Black's first reading; from 131,072 s (a day and a half) on, a Float32 has no hundredths.", CLOCK).dear(),
    maybe("white_last_clock", Float32, "seconds", "White's last reading; from 131,072 s (a day and a half) on, a Float32 has no hundredths.", CLOCK),
    maybe("black_last_clock", Float32, "seconds", "Black's last reading; from 131,072 s (a day and a half) on, a Float32 has no hundredths.", CLOCK),
    maybe("white_least_clock", Float32, "seconds", "White's least reading; from 131,072 s (a day and a half) on, a Float32 has no hundredths.", CLOCK).dear(),
    maybe("black_least_clock", Float32, "seconds", "Black's least reading; from 131,072 s (a day and a half) on, a Float32 has no hundredths.", CLOCK).dear(),
    maybe(
        "white_hurried_moves",
        Int32,
        "moves",
        "Moves that White made with less than ten seconds left, by the reading before them; null without readings.",
        CLOCK,
    ),
    maybe(
        "black_hurried_moves",
        Int32,
        "moves",
        "Moves that Black made with less than ten seconds left, by the reading before them; null without readings.",
        CLOCK,
    ),
    maybe(
        "white_clock_increases",
        Int32,
        "moves",
        "How often White's clock gained more than the increment (of which there is none after berserk) and a second from one move to the next; null without readings or a time control of one period for all moves.",
        CLOCK,
    )
    .dear(),
    maybe(
        "black_clock_increases",
        Int32,
        "moves",
        "How often Black's clock gained more than the increment (of which there is none after berserk) and a second from one move to the next; null without readings or a time control of one period for all moves.",
        CLOCK,
    )
    .dear(),
    maybe(
        "white_berserk",
        Boolean,
        "",
        "Whether White gave up half the time at the start, by the tag WhiteBerserk, or by the first reading of a game played on Lichess: false in a game by itself, a Swiss or a simul (event_kind); in any other true if it is half the base (or up to a second less, or half a second more) and false if it is the base; null where neither tells, or where forty increments are more than the base (then Lichess takes the increment alone).",
        "Lichess (berserk: lichess.org/tournament/help, scalachess Clock)",
    )
    .dear(),
    maybe(
        "black_berserk",
        Boolean,
        "",
        "Whether Black gave up half the time at the start, by the tag BlackBerserk, or by the first reading of a game played on Lichess: false in a game by itself, a Swiss or a simul (event_kind); in any other true if it is half the base (or up to a second less, or half a second more) and false if it is the base; null where neither tells, or where forty increments are more than the base (then Lichess takes the increment alone).",
        "Lichess (berserk: lichess.org/tournament/help, scalachess Clock)",
    )
    .dear(),
    maybe(
        "white_time_used",
        Float32,
        "seconds",
        "The time that White's moves took, as far as that is known: of each move the clock's reading before it, minus the one after it, plus the increment (none after berserk), 0 where that is less; or else %timestamp or %emt. Clocks tell nothing of a first move, of a move after which the next of several periods begins (its clock gains more than the increment and a second) or from which on increments change, nor where each move has a time of its own; without a TimeControl that can be read they count, without an increment, only if no clock of the game ever rises.",
        SPENT,
    )
    .dear(),
    maybe(
        "black_time_used",
        Float32,
        "seconds",
        "The time that Black's moves took, as far as that is known: of each move the clock's reading before it, minus the one after it, plus the increment (none after berserk), 0 where that is less; or else %timestamp or %emt. Clocks tell nothing of a first move, of a move after which the next of several periods begins (its clock gains more than the increment and a second) or from which on increments change, nor where each move has a time of its own; without a TimeControl that can be read they count, without an increment, only if no clock of the game ever rises.",
        SPENT,
    )
    .dear(),
    maybe(
        "white_mean_think",
        Float32,
        "seconds",
        "The mean time that a move of White's took, of the moves that white_time_used sums up.",
        SPENT,
    )
    .dear(),
    maybe(
        "black_mean_think",
        Float32,
        "seconds",
        "The mean time that a move of Black's took, of the moves that black_time_used sums up.",
        SPENT,
    )
    .dear(),
    maybe(
        "white_longest_think",
        Float32,
        "seconds",
        "The longest time that a move of White's took, of the moves that white_time_used sums up.",
        SPENT,
    )
    .dear(),
    maybe(
        "black_longest_think",
        Float32,
        "seconds",
        "The longest time that a move of Black's took, of the moves that black_time_used sums up.",
        SPENT,
    )
    .dear(),
];
