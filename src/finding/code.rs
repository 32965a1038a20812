//! The codes of what can be odd about a game.

/// Something odd about a game, worth a code.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Finding {
    // The tags.
    /// Bytes of a tag that are not UTF-8.
    NotUtf8,
    /// A tag pair that is cut short or badly quoted.
    MalformedTag,
    /// The same tag twice.
    DuplicateTag,
    /// A claim that doesn't fit its column's type.
    ClaimOutOfType,
    // The movetext.
    /// A comment without its closing brace.
    UnterminatedComment,
    /// A variation without its closing parenthesis.
    UnterminatedVariation,
    /// A closing parenthesis without a variation.
    StrayParenthesis,
    /// A token inside a variation that can't be read.
    UnreadableInVariation,
    /// An evaluation symbol where the standard has a NAG.
    SymbolForNag,
    // The notation of moves that are legal all the same.
    /// Castling written with zeros.
    CastlingWithZeros,
    /// A capture without `x`.
    MissingCaptureMark,
    /// An `x` where nothing is captured.
    NeedlessCaptureMark,
    /// A check without `+` or a mate without `#`.
    MissingCheckMark,
    /// A `+` or `#` where there is no such thing.
    WrongCheckMark,
    /// A promotion not written with `=`.
    OddPromotion,
    /// A file or rank that nothing asked for.
    NeedlessDisambiguation,
    /// Another way to write a move (long algebraic, `P` for a pawn, `e.p.`).
    OddNotation,
    // The start position.
    /// A FEN written in a way the standard doesn't have.
    OddFen,
    /// A start position that no game could reach.
    StartCannotArise,
    /// Castling rights without king and rook in place, left out.
    CastlingRightsDropped,
    /// An en passant square that fits no double step, left out.
    EnPassantDropped,
    // The result and the end.
    /// No result token.
    MissingResult,
    /// A result not written as the standard has it.
    OddResult,
    /// `Result` tag and result token differ.
    ResultTagDiffers,
    /// The result is not the one on the board.
    ResultContradictsBoard,
    /// The `Termination` tag is not what the board shows.
    TerminationContradictsBoard,
    /// Moves after the game was over.
    PlayedAfterEnd,
    /// A game without an end.
    Unfinished,
    /// White and Black carry the same name.
    SelfPlay,
    // What the Laws make of the end.
    /// Lost on time against a player who could not mate.
    TimeoutShouldBeDraw,
    /// Drawn on time although the opponent could mate.
    DrawShouldBeLoss,
    /// Resigned against a player who could not mate.
    ResignationShouldBeDraw,
    /// A tag or a comment names an end that the declared result can't have.
    StatementContradictsResult,
    /// Drawn for want of material that was there.
    MaterialSuffices,
    /// Moves after the position was dead.
    PlayedInDeadPosition,
    /// A draw by threefold repetition could have been claimed, and the game went on or was lost.
    MissedThreefoldClaim,
    /// A draw by the fifty-move rule could have been claimed, and the game went on or was lost.
    MissedFiftyClaim,
    // The source.
    /// A game of a month in which its source is known to be at fault.
    KnownBadPeriod,
    // The clocks.
    /// A clock gained more than the increment.
    ClockIncreased,
    /// A clock reads less than nothing.
    ClockNegative,
    /// The first readings are not those of the time control.
    TimeControlContradictsClocks,
}
