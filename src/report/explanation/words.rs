//! The sentences of an explanation.

use crate::chess::outcome::Outcome;
use crate::chess::piece::Color;
use crate::pgn::said::{Ending, Said};
use crate::rules::laws::{Laws, Profile};
use crate::ruling::{Basis, Termination};

/// What some words are taken to say.
pub(super) fn meaning(said: &Said) -> String {
    let ending = ending(said.ending);
    match said.outcome {
        None => ending.to_owned(),
        Some(outcome) => format!("{ending}; {}", outcome.as_str()),
    }
}

const fn ending(ending: Ending) -> &'static str {
    match ending {
        Ending::Normal => "ended as games end: by mate, by resignation or drawn",
        Ending::Checkmate => "ended by checkmate",
        Ending::Stalemate => "ended by stalemate",
        Ending::InsufficientMaterial => "drawn for want of material to mate",
        Ending::Repetition => "drawn by repetition",
        Ending::FiftyMoves => "drawn by the fifty-move rule",
        Ending::Agreement => "drawn by agreement",
        Ending::Draw => "drawn, not said how",
        Ending::Win => "won, not said how",
        Ending::Resignation => "resigned",
        Ending::TimeForfeit => "a flag fell",
        Ending::TimeForfeitDrawn => "a flag fell, and the other side could not mate",
        Ending::BothFlagsFell => "both flags fell",
        Ending::Abandoned => "a player left or did not come",
        Ending::Aborted => "called off",
        Ending::Forfeit => "awarded, not said why",
        Ending::Disconnection => "lost by disconnection",
        Ending::RulesInfraction => "a player broke the rules",
        Ending::IllegalMove => "lost by an illegal move",
        Ending::Adjudication => "decided by an adjudicator",
        Ending::StalledConnection => "an engine answered no more",
        Ending::VariantEnd => "ended by a variant's own rule",
        Ending::PlyLimit => "stopped at a number of moves",
        Ending::Unplayed => "never played",
        Ending::Unterminated => "not over",
        Ending::Adjourned => "not over: put off",
        Ending::Unknown => "says nothing of the end, or is not understood",
    }
}

/// The ruling in one sentence. `opponent` is the side whose power to mate counts: the other than whose flag fell or who resigned.
pub(super) fn ruling(termination: Termination, result: Option<Outcome>, opponent: Option<Color>) -> String {
    let other = opponent.map_or_else(|| "the other".to_owned(), |side| side.to_string());
    let loser = opponent.map_or_else(|| "One side".to_owned(), |side| (!side).to_string());
    match termination {
        Termination::Checkmate => format!("Mate: {}.", consequence(result)),
        Termination::Stalemate => {
            "The player to move has no legal move and is not in check: a draw.".to_owned()
        }
        Termination::DeadPosition => "No series of legal moves leads to mate: a draw.".to_owned(),
        Termination::InsufficientMaterial => "Neither side has the material to mate: a draw.".to_owned(),
        Termination::FivefoldRepetition => "The same position stood for the fifth time: a draw.".to_owned(),
        Termination::SeventyFiveMoves => {
            "Seventy-five moves were made by each side without capture or pawn move: a draw.".to_owned()
        }
        Termination::ThreefoldRepetition => "The same position stood for the third time: a draw.".to_owned(),
        Termination::FiftyMoves => "Fifty moves without capture or pawn move: a draw.".to_owned(),
        Termination::Agreement => "The players agreed to a draw.".to_owned(),
        Termination::Resignation if result == Some(Outcome::Draw) => {
            format!("{loser} resigned, but {other} could not mate by any series of legal moves: a draw.")
        }
        Termination::Resignation => format!("{loser} resigned: {}.", consequence(result)),
        Termination::TimeForfeit => format!("{loser}'s flag fell: {}.", consequence(result)),
        Termination::TimeForfeitDrawn if opponent.is_none() => "A flag fell, or both did: a draw.".to_owned(),
        Termination::TimeForfeitDrawn => {
            format!("{loser}'s flag fell, and {other} is held unable to mate: a draw.")
        }
        Termination::Abandoned => format!("A player left or did not come: {}.", consequence(result)),
        Termination::Disconnection => format!("A connection was lost: {}.", consequence(result)),
        Termination::RulesInfraction => format!("A player broke the rules: {}.", consequence(result)),
        Termination::IllegalMove => format!("An illegal move decided the game: {}.", consequence(result)),
        Termination::Adjudication => format!("An adjudicator decided: {}.", consequence(result)),
        Termination::StalledConnection => format!("An engine answered no more: {}.", consequence(result)),
        Termination::VariantEnd => format!("A variant's own rule ended the game: {}.", consequence(result)),
        Termination::PlyLimit => {
            format!("The game was stopped at its limit of moves: {}.", consequence(result))
        }
        Termination::Unplayed => "The game was never played.".to_owned(),
        Termination::Unterminated => "The game is not over.".to_owned(),
        Termination::Unknown => "Nothing in the file says how the game ended.".to_owned(),
    }
}

fn consequence(result: Option<Outcome>) -> &'static str {
    match result {
        Some(Outcome::WhiteWins) => "White wins",
        Some(Outcome::BlackWins) => "Black wins",
        Some(Outcome::Draw) => "a draw",
        Some(Outcome::BothLose) => "both lose",
        Some(Outcome::WhiteHalf | Outcome::BlackHalf) => "half a point for one side",
        Some(Outcome::Unknown) | None => "no result follows",
    }
}

/// What a ruling rests on.
pub(super) const fn basis(basis: Option<Basis>) -> &'static str {
    match basis {
        Some(Basis::Board) => "the board proves it",
        Some(Basis::Tag) => "a tag says so",
        Some(Basis::Comment) => "a comment says so",
        Some(Basis::Clock) => "the clocks show it",
        Some(Basis::Inferred) => "by exclusion",
        None => "no evidence",
    }
}

/// The Laws by which a game is ruled on.
pub(super) fn laws(profile: Profile, laws: &Laws, has_date: bool) -> String {
    let name = if *laws == Laws::FIDE {
        "the FIDE Laws since 2023"
    } else if *laws == Laws::FIDE_2014 {
        "the FIDE Laws of July 2014 to 2022"
    } else if *laws == Laws::FIDE_1997 {
        "the FIDE Laws before July 2014"
    } else {
        return format!("the rules of play of the profile {profile}");
    };
    match profile {
        Profile::Auto if has_date => format!("{name}, by the game's date"),
        Profile::Auto => format!("{name}, for want of a date"),
        Profile::Fide | Profile::Fide1997 | Profile::Lichess | Profile::Chesscom | Profile::Online => {
            format!("{name}, as asked")
        }
    }
}
