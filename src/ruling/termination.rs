//! The words of a ruling: how a game ended, and which evidence says so.

use crate::chess::outcome::Outcome;
use crate::finding::Findings;

/// How a game ended: the values of the column `ruling`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Termination {
    /// Mate on the board (FIDE Laws 5.1.1).
    Checkmate,
    /// Stalemate on the board (5.2.1).
    Stalemate,
    /// No series of legal moves leads to mate (5.2.2), beyond what the sites' material test sees.
    DeadPosition,
    /// Dead by the sites' material test.
    InsufficientMaterial,
    /// The same position for the fifth time (9.6.1).
    FivefoldRepetition,
    /// Seventy-five moves without capture or pawn move (9.6.2).
    SeventyFiveMoves,
    /// A draw claimed for a position's third occurrence (9.2).
    ThreefoldRepetition,
    /// A draw claimed for fifty moves without capture or pawn move (9.3).
    FiftyMoves,
    /// A draw agreed upon (5.2.3).
    Agreement,
    /// A resignation (5.1.2).
    Resignation,
    /// A flag fell and the other side wins (6.9).
    TimeForfeit,
    /// A flag fell and the other side could not mate (6.9): a draw.
    TimeForfeitDrawn,
    /// Left by a player, or never begun.
    Abandoned,
    /// Lost by disconnection.
    Disconnection,
    /// Lost for breaking the rules.
    RulesInfraction,
    /// Lost by an illegal move.
    IllegalMove,
    /// Decided by an adjudicator.
    Adjudication,
    /// An engine's connection stalled.
    StalledConnection,
    /// Ended by a variant's own rule.
    VariantEnd,
    /// Stopped at a site's limit of plies.
    PlyLimit,
    /// Never played.
    Unplayed,
    /// Not over.
    Unterminated,
    /// No evidence says.
    Unknown,
}

impl Termination {
    /// All of them, in the order of the dataset's dictionary.
    pub const ALL: [Termination; 23] = [
        Termination::Checkmate,
        Termination::Stalemate,
        Termination::DeadPosition,
        Termination::InsufficientMaterial,
        Termination::FivefoldRepetition,
        Termination::SeventyFiveMoves,
        Termination::ThreefoldRepetition,
        Termination::FiftyMoves,
        Termination::Agreement,
        Termination::Resignation,
        Termination::TimeForfeit,
        Termination::TimeForfeitDrawn,
        Termination::Abandoned,
        Termination::Disconnection,
        Termination::RulesInfraction,
        Termination::IllegalMove,
        Termination::Adjudication,
        Termination::StalledConnection,
        Termination::VariantEnd,
        Termination::PlyLimit,
        Termination::Unplayed,
        Termination::Unterminated,
        Termination::Unknown,
    ];

    /// The word in the dataset.
    pub const fn as_str(self) -> &'static str {
        match self {
            Termination::Checkmate => "checkmate",
            Termination::Stalemate => "stalemate",
            Termination::DeadPosition => "dead_position",
            Termination::InsufficientMaterial => "insufficient_material",
            Termination::FivefoldRepetition => "fivefold_repetition",
            Termination::SeventyFiveMoves => "seventy_five_moves",
            Termination::ThreefoldRepetition => "threefold_repetition",
            Termination::FiftyMoves => "fifty_moves",
            Termination::Agreement => "agreement",
            Termination::Resignation => "resignation",
            Termination::TimeForfeit => "time_forfeit",
            Termination::TimeForfeitDrawn => "time_forfeit_drawn",
            Termination::Abandoned => "abandoned",
            Termination::Disconnection => "disconnection",
            Termination::RulesInfraction => "rules_infraction",
            Termination::IllegalMove => "illegal_move",
            Termination::Adjudication => "adjudication",
            Termination::StalledConnection => "stalled_connection",
            Termination::VariantEnd => "variant_end",
            Termination::PlyLimit => "ply_limit",
            Termination::Unplayed => "unplayed",
            Termination::Unterminated => "unterminated",
            Termination::Unknown => "unknown",
        }
    }
}

/// Which evidence decided a ruling.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Basis {
    /// The replayed position proves it.
    Board,
    /// A tag says so.
    Tag,
    /// A comment says so.
    Comment,
    /// The clocks show it.
    Clock,
    /// By exclusion.
    Inferred,
}

impl Basis {
    /// All of them, in the order of the dataset's dictionary.
    pub const ALL: [Basis; 5] = [Basis::Board, Basis::Tag, Basis::Comment, Basis::Clock, Basis::Inferred];

    /// The word in the dataset.
    pub const fn as_str(self) -> &'static str {
        match self {
            Basis::Board => "board",
            Basis::Tag => "tag",
            Basis::Comment => "comment",
            Basis::Clock => "clock",
            Basis::Inferred => "inferred",
        }
    }
}

/// Our judgement of one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ruling {
    /// How the game ended.
    pub termination: Termination,
    /// The article of the FIDE Laws that the ruling rests on; empty where they have none for it.
    pub article: &'static str,
    /// Which evidence decided; none where nothing did.
    pub basis: Option<Basis>,
    /// The result that the Laws give; none where they can't give one.
    pub result: Option<Outcome>,
    /// The result that the file declares: that of the movetext, or else of the tag.
    pub declared: Option<Outcome>,
    /// Half-moves played after the game was over; none where no position was replayed.
    pub plies_after_end: Option<u32>,
    /// How file and board disagree, and what else is odd about the end.
    pub findings: Findings,
}
