//! The list of findings, each with its sentence and its source.

use crate::finding::code::Finding;

/// How much a finding matters to an auditor.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// A habit of writing; the meaning is beyond doubt.
    Note,
    /// The file departs from the standard or is incomplete.
    Warning,
    /// File and board, or two statements of the file, contradict each other.
    Conflict,
}

impl Severity {
    /// The word used in the schema.
    pub const fn as_str(self) -> &'static str {
        match self {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Conflict => "conflict",
        }
    }
}

/// What the schema says of one finding.
#[derive(Clone, Copy, Debug)]
pub struct FindingInfo {
    /// The finding described.
    pub finding: Finding,
    /// The code, as it stands in the `findings` column.
    pub code: &'static str,
    /// How much it matters.
    pub severity: Severity,
    /// What it means, in one sentence.
    pub sentence: &'static str,
    /// The article, standard or documentation that it rests on.
    pub source: &'static str,
}

use Finding as F;
use Severity::{Conflict, Note, Warning};

const PGN: &str = "PGN standard";

/// Every finding, in the order of its discriminant.
pub const FINDINGS: [FindingInfo; 41] = [
    info(
        F::NotUtf8,
        "not_utf8",
        Warning,
        "A tag holds bytes that are not UTF-8; they are read as Windows-1252.",
        "PGN standard 4.1 (ISO 8859-1)",
    ),
    info(
        F::MalformedTag,
        "malformed_tag",
        Warning,
        "A tag pair is cut short, has stray quotes or no closing bracket.",
        "PGN standard 8.1.1",
    ),
    info(
        F::DuplicateTag,
        "duplicate_tag",
        Warning,
        "A tag name occurs twice; the first is kept, the repeat stands in ExtraTags as Name#2.",
        "PGN standard 8.1",
    ),
    info(
        F::ClaimOutOfType,
        "claim_out_of_type",
        Warning,
        "A tag's value doesn't fit its column's type; it stands in ExtraTags as written.",
        "PGN standard 8.1.1",
    ),
    info(
        F::UnterminatedComment,
        "unterminated_comment",
        Warning,
        "A comment's closing brace is missing; it ends with the game's text.",
        "PGN standard 5",
    ),
    info(
        F::UnterminatedVariation,
        "unterminated_variation",
        Warning,
        "A variation's closing parenthesis is missing.",
        "PGN standard 8.2.5",
    ),
    info(
        F::StrayParenthesis,
        "stray_parenthesis",
        Warning,
        "A closing parenthesis stands outside any variation.",
        "PGN standard 8.2.5",
    ),
    info(
        F::UnreadableInVariation,
        "unreadable_in_variation",
        Note,
        "A token inside a variation can't be read; variations are not replayed.",
        "PGN standard 8.2.5",
    ),
    info(
        F::SymbolForNag,
        "symbol_for_nag",
        Note,
        "An evaluation symbol stands by itself where the standard has a numeric glyph.",
        "PGN standard 8.2.4",
    ),
    info(
        F::CastlingWithZeros,
        "castling_with_zeros",
        Note,
        "Castling is written with zeros instead of the letter O.",
        "PGN standard 8.2.3.3",
    ),
    info(
        F::MissingCaptureMark,
        "missing_capture_mark",
        Note,
        "A capture is written without x.",
        "PGN standard 8.2.3.3",
    ),
    info(
        F::NeedlessCaptureMark,
        "needless_capture_mark",
        Note,
        "An x is written where nothing is captured.",
        "PGN standard 8.2.3.3",
    ),
    info(
        F::MissingCheckMark,
        "missing_check_mark",
        Note,
        "A check is written without +, or a mate without #.",
        "PGN standard 8.2.3.5",
    ),
    info(
        F::WrongCheckMark,
        "wrong_check_mark",
        Note,
        "A + or # is written where there is no check or no mate.",
        "PGN standard 8.2.3.5",
    ),
    info(
        F::OddPromotion,
        "odd_promotion",
        Note,
        "A promotion is not written with = and a piece letter.",
        "PGN standard 8.2.3.3",
    ),
    info(
        F::NeedlessDisambiguation,
        "needless_disambiguation",
        Note,
        "A file or rank of origin is written though one piece alone could make the move.",
        "PGN standard 8.2.3.4",
    ),
    info(
        F::OddNotation,
        "odd_notation",
        Note,
        "A move is written in another way than SAN: long algebraic, P for a pawn, e.p.",
        "PGN standard 8.2.3",
    ),
    info(
        F::OddFen,
        "odd_fen",
        Note,
        "The FEN lacks fields or is written in a way the standard doesn't have.",
        "PGN standard 16.1",
    ),
    info(
        F::StartCannotArise,
        "start_cannot_arise",
        Warning,
        "The start position could not come about in a game; it is replayed all the same.",
        "FIDE Laws 3 and 4",
    ),
    info(
        F::CastlingRightsDropped,
        "castling_rights_dropped",
        Warning,
        "The FEN grants castling without king and rook in place; those rights are left out.",
        "FIDE Laws 3.8.2",
    ),
    info(
        F::EnPassantDropped,
        "en_passant_dropped",
        Warning,
        "The FEN's en passant square fits no double step of a pawn; it is left out.",
        "FIDE Laws 3.7.3.1",
    ),
    info(
        F::MissingResult,
        "missing_result",
        Warning,
        "The movetext has no result token.",
        "PGN standard 8.2.6",
    ),
    info(
        F::OddResult,
        "odd_result",
        Note,
        "The result is not written as one of 1-0, 0-1, 1/2-1/2, *.",
        "PGN standard 8.2.6",
    ),
    info(
        F::ResultTagDiffers,
        "result_tag_differs",
        Conflict,
        "The Result tag and the result token differ.",
        "PGN standard 8.1.1.7",
    ),
    info(
        F::ResultContradictsBoard,
        "result_contradicts_board",
        Conflict,
        "The declared result is not the one that the board proves.",
        "FIDE Laws 5.1.1, 5.2.1, 5.2.2, 9.6",
    ),
    info(
        F::TerminationContradictsBoard,
        "termination_contradicts_board",
        Conflict,
        "The Termination tag names another end than the board shows.",
        "PGN standard 9.8.1",
    ),
    info(
        F::PlayedAfterEnd,
        "played_after_end",
        Conflict,
        "Moves follow after the game was over by the Laws.",
        "FIDE Laws 5.1.1, 5.2, 9.6",
    ),
    info(F::Unfinished, "unfinished", Note, "The game has no end: its result is *.", PGN),
    info(
        F::SelfPlay,
        "self_play",
        Warning,
        "White and Black carry the same name.",
        "Lichess database, known issues",
    ),
    info(
        F::TimeoutShouldBeDraw,
        "timeout_should_be_draw",
        Conflict,
        "Lost on time, though the opponent could not mate by any series of legal moves.",
        "FIDE Laws 6.9",
    ),
    info(
        F::DrawShouldBeLoss,
        "draw_should_be_loss",
        Conflict,
        "Drawn when time ran out, though the opponent could mate by a series of legal moves.",
        "FIDE Laws 6.9",
    ),
    info(
        F::ResignationShouldBeDraw,
        "resignation_should_be_draw",
        Conflict,
        "Resigned, though the opponent could not mate by any series of legal moves.",
        "FIDE Laws 5.1.2 (since 2023)",
    ),
    info(
        F::StatementContradictsResult,
        "statement_contradicts_result",
        Conflict,
        "A tag or the closing comment names an end that the declared result can't have: a win as drawn, a draw as resigned, or another winner.",
        "PGN standard 8.1.1.7, 9.8.1",
    ),
    info(
        F::MaterialSuffices,
        "material_suffices",
        Conflict,
        "Drawn for want of material by its site's word, though a side has men with which mate is possible and the Laws would have play go on.",
        "FIDE Laws 5.2.2",
    ),
    info(
        F::PlayedInDeadPosition,
        "played_in_dead_position",
        Warning,
        "Moves follow after neither player could mate any more by any series of legal moves.",
        "FIDE Laws 5.2.2",
    ),
    info(
        F::MissedThreefoldClaim,
        "missed_threefold_claim",
        Note,
        "A position stood for the third time, and the game went on or was lost.",
        "FIDE Laws 9.2",
    ),
    info(
        F::MissedFiftyClaim,
        "missed_fifty_claim",
        Note,
        "Fifty moves had passed without capture or pawn move, and the game went on or was lost otherwise than by mate.",
        "FIDE Laws 9.3",
    ),
    info(
        F::KnownBadPeriod,
        "known_bad_period",
        Warning,
        "The game is of a day, month or summer for which Lichess lists games recorded wrongly (periods of years are left out, and self-play, which shows by itself).",
        "Lichess database, known issues",
    ),
    info(
        F::ClockIncreased,
        "clock_increased",
        Note,
        "A clock gained more than the increment (none after berserk) and a second between two moves of its player; sites let players and arbiters give time.",
        "PGN specification supplement 2001 (%clk), PGN standard 9.6.1",
    ),
    info(
        F::ClockNegative,
        "clock_negative",
        Note,
        "A clock reads less than nothing.",
        "PGN specification supplement 2001 (%clk)",
    ),
    info(
        F::TimeControlContradictsClocks,
        "time_control_contradicts_clocks",
        Note,
        "A side's first clock is more than a minute above three times what TimeControl allows, and not because that is in minutes; who gives a simul may have more time.",
        "PGN specification supplement 2001 (%clk), PGN standard 9.6.1",
    ),
];

const fn info(
    finding: Finding,
    code: &'static str,
    severity: Severity,
    sentence: &'static str,
    source: &'static str,
) -> FindingInfo {
    FindingInfo { finding, code, severity, sentence, source }
}

impl Finding {
    /// What the schema says of it.
    pub const fn info(self) -> &'static FindingInfo {
        &FINDINGS[self as usize]
    }

    /// The code, as it stands in the `findings` column.
    pub const fn code(self) -> &'static str {
        self.info().code
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_in_the_order_of_the_discriminants() {
        for (index, info) in FINDINGS.iter().enumerate() {
            assert_eq!(info.finding as usize, index, "{}", info.code);
        }
    }

    #[test]
    fn codes_are_unique() {
        let mut codes: Vec<_> = FINDINGS.iter().map(|info| info.code).collect();
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), FINDINGS.len());
    }
}
