//! Whether a ruling is what a tag claims: the same end, another one, or no claim that could differ.
//!
//! Owns the comparison of the words alone. Where a difference is a contradiction is for the findings to say: a tag that says
//! `Time forfeit` of a game that is ruled drawn on time names the same end, and one that says `Normal` leaves most ends open.

use crate::pgn::said::Ending;
use crate::ruling::Termination;

/// How a claimed end and a ruling stand to each other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Agreement {
    /// Both name the same end.
    Same,
    /// The claim, or the ruling, leaves open how the game ended.
    Open,
    /// They name different ends.
    Differs,
}

impl Agreement {
    /// All of them, from the best to the worst.
    pub const ALL: [Agreement; 3] = [Agreement::Same, Agreement::Open, Agreement::Differs];

    /// Of a claim and a ruling.
    pub const fn of(claim: Ending, ruling: Termination) -> Agreement {
        use Termination as T;
        let is_same = match claim {
            Ending::Checkmate => matches!(ruling, T::Checkmate),
            Ending::Stalemate => matches!(ruling, T::Stalemate),
            Ending::InsufficientMaterial => {
                matches!(ruling, T::InsufficientMaterial | T::DeadPosition | T::TimeForfeitDrawn)
            }
            Ending::Repetition => matches!(ruling, T::ThreefoldRepetition | T::FivefoldRepetition),
            Ending::FiftyMoves => matches!(ruling, T::FiftyMoves | T::SeventyFiveMoves),
            Ending::Agreement => matches!(ruling, T::Agreement),
            Ending::Resignation => matches!(ruling, T::Resignation),
            // Lichess has one word for a flag that fell and for a player who left.
            Ending::TimeForfeit => matches!(
                ruling,
                T::TimeForfeit | T::TimeForfeitDrawn | T::Abandoned | T::Disconnection | T::StalledConnection
            ),
            Ending::TimeForfeitDrawn | Ending::BothFlagsFell => matches!(ruling, T::TimeForfeitDrawn),
            // Engines' arbiters write "abandoned" of a connection that was lost.
            Ending::Abandoned | Ending::Aborted | Ending::Forfeit => {
                matches!(ruling, T::Abandoned | T::Disconnection | T::Unplayed)
            }
            Ending::Disconnection => matches!(ruling, T::Disconnection | T::Abandoned),
            Ending::RulesInfraction => matches!(ruling, T::RulesInfraction | T::IllegalMove),
            Ending::IllegalMove => matches!(ruling, T::IllegalMove),
            Ending::Adjudication => matches!(ruling, T::Adjudication),
            Ending::StalledConnection => matches!(ruling, T::StalledConnection),
            Ending::VariantEnd => matches!(ruling, T::VariantEnd),
            Ending::PlyLimit => matches!(ruling, T::PlyLimit),
            Ending::Unplayed => matches!(ruling, T::Unplayed),
            Ending::Unterminated | Ending::Adjourned => matches!(ruling, T::Unterminated),
            // As games end: only what is no ordinary end contradicts it.
            Ending::Normal | Ending::Draw | Ending::Win | Ending::Unknown => false,
        };
        if is_same {
            return Agreement::Same;
        }
        match (claim, ruling) {
            (_, T::Unknown) | (Ending::Unknown | Ending::Draw | Ending::Win, _) => Agreement::Open,
            (Ending::Normal, ruling) if is_ordinary(ruling) => Agreement::Open,
            (_, _) => Agreement::Differs,
        }
    }

    /// The word for it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Agreement::Same => "same",
            Agreement::Open => "open",
            Agreement::Differs => "differs",
        }
    }
}

/// Whether a game that ended so ended as games do (PGN standard 9.8.1, `normal`).
const fn is_ordinary(ruling: Termination) -> bool {
    match ruling {
        Termination::Checkmate
        | Termination::Stalemate
        | Termination::DeadPosition
        | Termination::InsufficientMaterial
        | Termination::FivefoldRepetition
        | Termination::SeventyFiveMoves
        | Termination::ThreefoldRepetition
        | Termination::FiftyMoves
        | Termination::Agreement
        | Termination::Resignation
        | Termination::VariantEnd
        | Termination::PlyLimit
        | Termination::Unknown => true,
        Termination::TimeForfeit
        | Termination::TimeForfeitDrawn
        | Termination::Abandoned
        | Termination::Disconnection
        | Termination::RulesInfraction
        | Termination::IllegalMove
        | Termination::Adjudication
        | Termination::StalledConnection
        | Termination::Unplayed
        | Termination::Unterminated => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_claim_is_held_to_the_ruling_by_its_meaning() {
        for (claim, ruling, agreement) in [
            (Ending::Checkmate, Termination::Checkmate, Agreement::Same),
            (Ending::Checkmate, Termination::Resignation, Agreement::Differs),
            (Ending::TimeForfeit, Termination::TimeForfeitDrawn, Agreement::Same),
            (Ending::TimeForfeit, Termination::Checkmate, Agreement::Differs),
            (Ending::Repetition, Termination::FivefoldRepetition, Agreement::Same),
            (Ending::InsufficientMaterial, Termination::DeadPosition, Agreement::Same),
            (Ending::Normal, Termination::Checkmate, Agreement::Open),
            (Ending::Normal, Termination::Resignation, Agreement::Open),
            (Ending::Normal, Termination::TimeForfeit, Agreement::Differs),
            (Ending::Normal, Termination::Unterminated, Agreement::Differs),
            (Ending::Unknown, Termination::Abandoned, Agreement::Open),
            (Ending::Abandoned, Termination::Unknown, Agreement::Open),
        ] {
            assert_eq!(Agreement::of(claim, ruling), agreement, "{claim:?} and {ruling:?}");
        }
    }

    #[test]
    fn no_claim_differs_from_a_ruling_that_says_nothing() {
        for claim in [Ending::Normal, Ending::Checkmate, Ending::Unplayed, Ending::Adjourned] {
            assert_eq!(Agreement::of(claim, Termination::Unknown), Agreement::Open, "{claim:?}");
        }
    }
}
