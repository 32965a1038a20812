//! The ruling in a sentence or two.
//!
//! Owns what may be asserted: what the board shows is told as a fact, what only the file says is told as its word, and what follows from
//! silence is told as taken to be so.

use crate::chess::outcome::Outcome;
use crate::chess::piece::Color;
use crate::finding::Finding;
use crate::pgn::claims::TextTag;
use crate::pgn::said::{Ending, Said};
use crate::replay::Legality;
use crate::report::explanation::evidence::{Dossier, shortened};
use crate::report::explanation::words::consequence;
use crate::rules::laws::{FIFTY_MOVES, FlagRule, Laws};
use crate::ruling::{Basis, Ruling, Termination};

/// A ruling to be put into words.
pub(super) struct Ruled<'a> {
    pub(super) dossier: &'a Dossier<'a>,
    pub(super) ruling: &'a Ruling,
    pub(super) laws: &'a Laws,
    /// The side whose power to mate counts: the other than whose flag fell or who resigned.
    pub(super) opponent: Option<Color>,
    /// Who can still mate from the last position: White, Black.
    pub(super) can_mate: [Option<bool>; 2],
}

impl Ruled<'_> {
    /// The ruling in words.
    pub(super) fn sentence(&self) -> String {
        let follows = consequence(self.ruling.result);
        let said = self.deciding();
        match self.ruling.termination {
            Termination::Checkmate if said.is_some() => {
                format!("The file says that mate ended the game ({}): {follows}.", self.unseen())
            }
            Termination::Checkmate => format!("Mate: {follows}."),
            Termination::Stalemate if said.is_some() => {
                format!("The file says that stalemate ended the game ({}): {follows}.", self.unseen())
            }
            Termination::Stalemate => {
                "The player to move has no legal move and is not in check: a draw.".to_owned()
            }
            Termination::DeadPosition => "No series of legal moves leads to mate: a draw.".to_owned(),
            Termination::InsufficientMaterial if said.is_some() => self.said_to_want_material(),
            Termination::InsufficientMaterial => "Neither side has the material to mate: a draw.".to_owned(),
            Termination::FivefoldRepetition => {
                "The same position stood for the fifth time: a draw.".to_owned()
            }
            Termination::SeventyFiveMoves => {
                "Seventy-five moves were made by each side without capture or pawn move: a draw.".to_owned()
            }
            Termination::ThreefoldRepetition if said.is_some() && !self.stands_for_the_third_time() => {
                format!("The file says that repetition ended the game ({}): a draw.", self.unseen())
            }
            Termination::ThreefoldRepetition => {
                "The same position stood for the third time: a draw.".to_owned()
            }
            Termination::FiftyMoves if said.is_some() && !self.shows_fifty_moves() => {
                format!("The file says that the fifty-move rule ended the game ({}): a draw.", self.unseen())
            }
            Termination::FiftyMoves => "Fifty moves without capture or pawn move: a draw.".to_owned(),
            Termination::Agreement if said.is_some() => "The players agreed to a draw.".to_owned(),
            Termination::Agreement => {
                "The file gives a draw and not why: the players are taken to have agreed.".to_owned()
            }
            Termination::Resignation => self.resigned(),
            Termination::TimeForfeit => self.lost_on_time(),
            Termination::TimeForfeitDrawn => self.drawn_on_time(),
            Termination::Abandoned => match said.map(|said| said.ending) {
                Some(Ending::Aborted) => format!("The game was called off: {follows}."),
                Some(Ending::Forfeit) => format!("The game was awarded: {follows}."),
                _ => format!("A player left or did not come: {follows}."),
            },
            Termination::Disconnection => format!("A connection was lost: {follows}."),
            Termination::RulesInfraction => format!("A player broke the rules: {follows}."),
            Termination::IllegalMove => format!("An illegal move decided the game: {follows}."),
            Termination::Adjudication => format!("An adjudicator decided: {follows}."),
            Termination::StalledConnection => format!("An engine answered no more: {follows}."),
            Termination::VariantEnd => format!("A variant's own rule ended the game: {follows}."),
            Termination::PlyLimit => format!("The game was stopped at its limit of moves: {follows}."),
            Termination::Unplayed => "The file says that the game was never played.".to_owned(),
            Termination::Unterminated => match said.map(|said| said.ending) {
                Some(Ending::Adjourned) => "The file says that the game was put off.".to_owned(),
                Some(_) => "The file says that the game is not over.".to_owned(),
                None => "The file's result is *: the game is taken not to be over.".to_owned(),
            },
            Termination::Unknown => self.unknown(),
        }
    }

    /// The words that decided, if words did.
    fn deciding(&self) -> Option<&Said> {
        let evidence = self.dossier.evidence;
        match self.ruling.basis? {
            Basis::Tag => evidence.tag.as_ref(),
            Basis::Comment => evidence.comment.as_ref(),
            Basis::Board | Basis::Clock | Basis::Inferred => None,
        }
    }

    fn has(&self, finding: Finding) -> bool {
        self.ruling.findings.contains(finding)
    }

    fn stands_for_the_third_time(&self) -> bool {
        self.dossier.facts.is_whole() && self.dossier.facts.last_repetition >= 3
    }

    fn shows_fifty_moves(&self) -> bool {
        let clock = self.dossier.facts.last_position.map(|position| position.halfmove_clock());
        self.dossier.facts.is_whole() && clock.is_some_and(|clock| clock >= FIFTY_MOVES)
    }

    /// Why the board doesn't bear out what the file says.
    fn unseen(&self) -> &'static str {
        match self.dossier.facts.legality {
            Legality::Legal if self.dossier.facts.is_whole() => "the last position doesn't show it",
            Legality::Legal => "no move shows it",
            Legality::IllegalMove
            | Legality::AmbiguousMove
            | Legality::UnreadableToken
            | Legality::NullMove => "the replay stopped before the end",
            Legality::BadFen | Legality::IllegalStart => "there is no position to start from",
            Legality::UnsupportedVariant => "games of this variant are not replayed",
        }
    }

    /// A draw for want of material that the board doesn't show.
    fn said_to_want_material(&self) -> String {
        let says = "The file says that neither side had the material to mate";
        let who = match self.can_mate.map(|can| can == Some(true)) {
            [true, true] => "each side",
            [true, false] => "White",
            [false, true] => "Black",
            [false, false] if self.dossier.facts.is_whole() => return format!("{says}: a draw."),
            [false, false] => return format!("{says} ({}): a draw.", self.unseen()),
        };
        if self.dossier.facts.is_whole() {
            format!("{says}: a draw. The board doesn't end the game: {who} could still mate by legal moves.")
        } else {
            format!("{says} ({}): a draw.", self.unseen())
        }
    }

    /// Who lost by the words that decided, where these tell.
    fn said_loser(&self) -> Option<Color> {
        self.deciding().and_then(|said| said.outcome?.winner()).map(|side| !side)
    }

    fn resigned(&self) -> String {
        let Ruling { result, basis, .. } = *self.ruling;
        let said_loser = self.said_loser();
        let resigned = if basis == Some(Basis::Inferred) { "is taken to have resigned" } else { "resigned" };
        if self.has(Finding::ResignationShouldBeDraw)
            && let Some(other) = self.opponent
        {
            let could_not = format!("{other} could not mate by any series of legal moves: a draw.");
            return if said_loser == Some(other) {
                format!("The file says that {other} resigned, and yet that {other} won; {could_not}")
            } else {
                format!("{} {resigned}, but {could_not}", !other)
            };
        }
        let who = said_loser.map_or_else(|| "A player".to_owned(), |side| side.to_string());
        match (result, result.and_then(Outcome::winner)) {
            (_, Some(side)) if said_loser == Some(side) => {
                format!("The file says that {side} resigned, and yet that {side} won.")
            }
            (_, Some(side)) => format!("{} {resigned}: {side} wins.", !side),
            (Some(Outcome::Draw), None) => format!("{who} resigned, and the file calls it a draw."),
            (_, None) => format!("{who} resigned: {}.", consequence(result)),
        }
    }

    fn lost_on_time(&self) -> String {
        let result = self.ruling.result;
        let Some(side) = result.and_then(Outcome::winner) else {
            return format!("A flag fell: {}.", consequence(result));
        };
        if self.said_loser() == Some(side) {
            return format!("The file says that {side}'s flag fell, and yet that {side} won.");
        }
        if self.has(Finding::DrawShouldBeLoss) {
            let how = match self.laws.flag_fall {
                FlagRule::AnyMoves => "could mate by a series of legal moves",
                FlagRule::Lichess => "had the material to mate by Lichess's test",
                FlagRule::Chesscom => "had the material to mate by chess.com's test",
            };
            return format!("{}'s flag fell, and {side} {how}: {side} wins.", !side);
        }
        format!("{}'s flag fell: {side} wins.", !side)
    }

    fn drawn_on_time(&self) -> String {
        if self.dossier.both_flags_fell() {
            return "Both flags fell: a draw.".to_owned();
        }
        let Some(other) = self.opponent else { return "A flag fell, and the file gives a draw.".to_owned() };
        let loser = !other;
        let by_rule = match self.laws.flag_fall {
            FlagRule::AnyMoves => "could not mate by any series of legal moves",
            FlagRule::Lichess => "lacked the material to mate by Lichess's test",
            FlagRule::Chesscom => "lacked the material to mate by chess.com's test",
        };
        if self.has(Finding::TimeoutShouldBeDraw) {
            return if self.said_loser() == Some(other) {
                format!(
                    "The file says that {other}'s flag fell, and yet that {other} won; {other} {by_rule}: a draw."
                )
            } else {
                format!("{loser}'s flag fell, and {other} {by_rule}: a draw.")
            };
        }
        let ending = self.deciding().map(|said| said.ending);
        match self.can_mate[other.index()] {
            Some(false) => {
                format!(
                    "{loser}'s flag fell, and {other} could not mate by any series of legal moves: a draw."
                )
            }
            Some(true) | None if ending == Some(Ending::TimeForfeitDrawn) => {
                format!("{loser}'s flag fell, and by the file's word {other} could not mate: a draw.")
            }
            Some(true) | None => format!("{loser}'s flag fell, and the file gives a draw."),
        }
    }

    /// Why nothing settles how the game ended.
    fn unknown(&self) -> String {
        let evidence = self.dossier.evidence;
        let said = [&evidence.tag, &evidence.comment];
        if let Some(denied) = said.into_iter().flatten().find_map(|said| self.denied(said)) {
            return format!("{denied} How it ended is not known.");
        }
        let is_silent = said.into_iter().all(Option::is_none);
        let words = match (is_silent, self.ruling.declared) {
            (true, Some(_)) => "nothing found in the file says how the game ended",
            (false, Some(_)) => "what the file says doesn't settle how the game ended",
            (true, None) => "nothing found in the file says how the game ended, or with what result",
            (false, None) => "what the file says settles neither how the game ended nor its result",
        };
        match self.obstacle() {
            Some(obstacle) => format!("{obstacle}, and {words}."),
            None => format!("{}{}.", words[..1].to_uppercase(), &words[1..]),
        }
    }

    /// What the board, or the result, denies of what was said.
    fn denied(&self, said: &Said) -> Option<String> {
        let mate =
            |mate| format!("The file says that {mate} ended the game, and the last position disproves it.");
        match said.ending {
            Ending::Checkmate if self.dossier.facts.is_whole() => Some(mate("mate")),
            Ending::Stalemate if self.dossier.facts.is_whole() => Some(mate("stalemate")),
            Ending::InsufficientMaterial => {
                let declared = self.ruling.declared.filter(|outcome| *outcome != Outcome::Unknown)?;
                let declared = (declared != Outcome::Draw).then_some(declared)?.as_str();
                Some(format!(
                    "The file says that neither side had the material to mate, and yet its result is {declared}."
                ))
            }
            _ => None,
        }
    }

    /// Why the board doesn't tell how the game ended, where the game was not replayed as far as its end.
    fn obstacle(&self) -> Option<String> {
        let dossier = self.dossier;
        match dossier.facts.legality {
            Legality::Legal => {
                (dossier.facts.plies == 0).then(|| "The file has no moves of the game".to_owned())
            }
            Legality::IllegalMove
            | Legality::AmbiguousMove
            | Legality::UnreadableToken
            | Legality::NullMove => Some(match dossier.stumbled_at() {
                Some(place) => format!("The replay stopped before the end, at {place}"),
                None => "The replay stopped before the end".to_owned(),
            }),
            Legality::BadFen => Some("The FEN of the start position can't be read".to_owned()),
            Legality::IllegalStart => Some("The start position can't be played from".to_owned()),
            Legality::UnsupportedVariant => {
                let variant = shortened(dossier.claims.get(TextTag::Variant).unwrap_or_default());
                Some(format!("Games of the variant {variant} are not replayed"))
            }
        }
    }
}
