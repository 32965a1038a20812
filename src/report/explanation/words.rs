//! The sentences of an explanation.

use crate::chess::outcome::Outcome;
use crate::pgn::said::{Ending, Said};
use crate::replay::Legality;
use crate::rules::laws::{Laws, Profile};
use crate::ruling::Basis;

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
        Ending::Unknown => "not understood, or it leaves the end open",
    }
}

/// What follows for the players.
pub(super) const fn consequence(result: Option<Outcome>) -> &'static str {
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
        None => "nothing settles it",
    }
}

/// Why a move, or a start, could not be played.
pub(super) const fn fault(legality: Legality) -> &'static str {
    match legality {
        Legality::Legal => "every move is legal",
        Legality::IllegalMove => "no piece can make this move",
        Legality::AmbiguousMove => "two pieces could make this move",
        Legality::UnreadableToken => "this is no move",
        Legality::NullMove => "this passes the turn, which no player may",
        Legality::BadFen => "the FEN can't be read",
        Legality::IllegalStart => "this position can't be played from",
        Legality::UnsupportedVariant => "games of this variant are not replayed",
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
