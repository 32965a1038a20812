//! How a game ended, as its file says: the words of all sites, brought together.
//!
//! Owns the meaning that words can have, not the words; judges nothing. Whether what is said can be true is for the ruling.

use std::ops::Range;

use crate::chess::outcome::Outcome;

/// What some words say of a game's end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// As games end: by mate, by resignation, or drawn (PGN standard 9.8.1).
    Normal,
    /// By mate.
    Checkmate,
    /// By stalemate.
    Stalemate,
    /// Drawn because nobody had the material to mate, or as a claim that the other side had not.
    InsufficientMaterial,
    /// Drawn by repetition; not said by how many.
    Repetition,
    /// Drawn by the fifty-move rule.
    FiftyMoves,
    /// Drawn by agreement.
    Agreement,
    /// Drawn, not said how.
    Draw,
    /// Won, not said how.
    Win,
    /// By resignation.
    Resignation,
    /// A flag fell.
    TimeForfeit,
    /// A flag fell, and the other side could not mate.
    TimeForfeitDrawn,
    /// Both flags fell.
    BothFlagsFell,
    /// A player left or didn't come.
    Abandoned,
    /// Called off: as if it had not been played.
    Aborted,
    /// Awarded, not said why.
    Forfeit,
    /// A player's connection was lost, and the game with it.
    Disconnection,
    /// A player broke the rules (on Lichess: was found to cheat).
    RulesInfraction,
    /// An illegal move lost the game.
    IllegalMove,
    /// An adjudicator decided.
    Adjudication,
    /// An engine answered no more.
    StalledConnection,
    /// By a variant's own rule.
    VariantEnd,
    /// Stopped at a number of plies.
    PlyLimit,
    /// Never played.
    Unplayed,
    /// Not over.
    Unterminated,
    /// Not over: put off.
    Adjourned,
    /// Words that say nothing, or that are not understood.
    Unknown,
}

/// Where words of a game's end stand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Source {
    /// The tag `Termination`.
    Termination,
    /// The tag `TerminationDetails`, as TCEC has it.
    TerminationDetails,
    /// The tag `ICCResult`.
    IccResult,
    /// The tag `LongResult`, of some exports of FICS games.
    LongResult,
    /// The tag `ResultDescription`, of others.
    ResultDescription,
    /// A comment after the last move.
    Comment,
}

impl Source {
    /// The tag's name; `None` for a comment.
    pub const fn tag_name(self) -> Option<&'static str> {
        match self {
            Source::Termination => Some("Termination"),
            Source::TerminationDetails => Some("TerminationDetails"),
            Source::IccResult => Some("ICCResult"),
            Source::LongResult => Some("LongResult"),
            Source::ResultDescription => Some("ResultDescription"),
            Source::Comment => None,
        }
    }

    /// The tag of a name, if it is one that says more than `Termination` does.
    pub(super) fn of_details(name: &str) -> Option<Source> {
        match name {
            "TerminationDetails" => Some(Source::TerminationDetails),
            "ICCResult" => Some(Source::IccResult),
            "LongResult" => Some(Source::LongResult),
            "ResultDescription" => Some(Source::ResultDescription),
            _ => None,
        }
    }
}

/// What a file says of a game's end in one place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Said {
    /// How the game ended.
    pub ending: Ending,
    /// The result, if these words tell it.
    pub outcome: Option<Outcome>,
    /// Where the words stand.
    pub source: Source,
    /// The words of a comment, in the bytes that were read. Empty for a tag, which is found by its name.
    pub place: Range<usize>,
}
