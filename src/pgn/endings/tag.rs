//! What tags say of a game's end.
//!
//! Owns the words of `Termination` (PGN standard 9.8.1, Lichess, chess.com, cutechess and fastchess, ChessGUI) and of the tags beside it
//! that say more: `TerminationDetails`, `ICCResult`, and what other exports of FICS games call it.

use super::sentence::{Meaning, Players, read_drawn_by, read_from_the_end, read_player, read_sentence};
use super::words::Words;
use crate::chess::outcome::Outcome;
use crate::pgn::claims::{Claims, TextTag};
use crate::pgn::dialect::Dialect;
use crate::pgn::said::{Ending, Said, Source};

/// Reads the tags of a game. Of two that speak, the one with the details is heard, if it is understood.
pub(super) fn read_tags(claims: &Claims<'_>, dialect: Dialect) -> Option<Said> {
    let said = |meaning: Meaning, source| Said {
        ending: meaning.ending,
        outcome: meaning.outcome,
        source,
        place: 0..0,
    };
    if !claims.extra.is_empty()
        && let Some((meaning, source)) = read_details(claims)
    {
        return Some(said(meaning, source));
    }
    let meaning = read_termination(claims.get(TextTag::Termination)?, claims, dialect);
    Some(said(meaning, Source::Termination))
}

/// What a `Termination` tag says by itself: of nobody who is known, in the words of all sites.
pub fn claimed_ending(tag: &str) -> Ending {
    read_termination(tag, &Claims::default(), Dialect::Other).ending
}

/// The tags that say more than `Termination`, if any is there and understood.
fn read_details(claims: &Claims<'_>) -> Option<(Meaning, Source)> {
    claims.extra.iter().find_map(|(name, value)| {
        let source = Source::of_details(name)?;
        let words = Words::last_of(value.as_deref()?.as_bytes());
        let words = words.whole()?;
        let meaning = read_sentence(words, Players::of(claims))
            .or_else(|| read_drawn_by(words))
            .or_else(|| read_engine_rule(words))?;
        Some((meaning, source))
    })
}

/// By which rule TCEC's arbiter program ended a game: by evaluations, or by an endgame table.
fn read_engine_rule(words: &[u8]) -> Option<Meaning> {
    let is_rule = matches!(words, b"tcec win rule" | b"syzygytb");
    is_rule.then_some(Meaning::new(Ending::Adjudication, None))
}

/// What `Termination` says. The tag is there, so that silence can't be: what isn't understood is [`Ending::Unknown`].
fn read_termination(tag: &str, claims: &Claims<'_>, dialect: Dialect) -> Meaning {
    // Nearly all games that have the tag at all.
    match tag {
        "Normal" => return Meaning::new(Ending::Normal, None),
        "Time forfeit" => return Meaning::new(Ending::TimeForfeit, None),
        _ => {}
    }
    // Nearly all others: chess.com's, on a winner that the tags know.
    if let Some(meaning) = read_player(tag.as_bytes(), Players::of(claims)) {
        return meaning;
    }
    let words = Words::last_of(tag.as_bytes());
    // A tag that is too long says how the game ended at its end, if anywhere.
    let whole = words.whole().unwrap_or_default();
    read_word(whole, dialect)
        .or_else(|| read_sentence(whole, Players::of(claims)))
        .or_else(|| read_from_the_end(words.last()))
        .or_else(|| read_drawn_by(whole))
        .unwrap_or(Meaning::new(Ending::Unknown, None))
}

/// Words that stand by themselves.
const WORDS: [(&str, Ending); 32] = [
    ("normal", Ending::Normal),
    ("time forfeit", Ending::TimeForfeit),
    ("abandoned", Ending::Abandoned),
    ("death", Ending::Abandoned),
    ("emergency", Ending::Abandoned),
    ("rules infraction", Ending::RulesInfraction),
    ("adjudication", Ending::Adjudication),
    ("unterminated", Ending::Unterminated),
    ("adjourned", Ending::Adjourned),
    ("aborted", Ending::Aborted),
    ("unplayed", Ending::Unplayed),
    ("unknown", Ending::Unknown),
    ("illegal move", Ending::IllegalMove),
    ("stalled connection", Ending::StalledConnection),
    ("disconnection", Ending::Disconnection),
    ("gui adjudication", Ending::Adjudication),
    ("gui tb adjudication", Ending::Adjudication),
    ("user adjudication", Ending::Adjudication),
    ("checkmate", Ending::Checkmate),
    ("win by checkmate", Ending::Checkmate),
    ("loss by checkmate", Ending::Checkmate),
    ("resign", Ending::Resignation),
    ("resignation", Ending::Resignation),
    ("win by resignation", Ending::Resignation),
    ("loss by resignation", Ending::Resignation),
    ("time", Ending::TimeForfeit),
    ("timeout", Ending::TimeForfeit),
    ("win on time", Ending::TimeForfeit),
    ("loss on time", Ending::TimeForfeit),
    ("forfeit", Ending::Forfeit),
    ("win by forfeit", Ending::Forfeit),
    ("loss by forfeit", Ending::Forfeit),
];

fn read_word(words: &[u8], dialect: Dialect) -> Option<Meaning> {
    if words == b"insufficient material" {
        return Some(Meaning::new(Ending::InsufficientMaterial, Some(Outcome::Draw)));
    }
    if words.starts_with(b"gui tb mate in ") {
        return Some(Meaning::new(Ending::Adjudication, None));
    }
    let (_, ending) = WORDS.iter().find(|(known, _)| known.as_bytes() == words)?;
    Some(Meaning::new(in_dialect(*ending, dialect), None))
}

/// A word as its dialect means it. An engine that is "abandoned" has lost its connection (cutechess and fastchess write so).
fn in_dialect(ending: Ending, dialect: Dialect) -> Ending {
    match (ending, dialect) {
        (Ending::Abandoned, Dialect::Cutechess | Dialect::Fastchess | Dialect::Tcec) => Ending::Disconnection,
        (
            _,
            Dialect::Lichess
            | Dialect::Chesscom
            | Dialect::Fics
            | Dialect::Icc
            | Dialect::Cutechess
            | Dialect::Fastchess
            | Dialect::Tcec
            | Dialect::Chessgui
            | Dialect::Other,
        ) => ending,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::outcome::Outcome::{BlackWins, Draw, WhiteWins};
    use crate::pgn::endings::evidence::tests::{meaning, read, read_by};
    use crate::pgn::said::Ending as E;

    /// What a tag of a game between "ann" and "bob" means.
    fn of_tag(name: &str, value: &str) -> Option<(E, Option<Outcome>)> {
        meaning(read(&format!("[White \"ann\"]\n[Black \"bob\"]\n[{name} \"{value}\"]\n\n1. e4 e5 *\n")).tag)
    }

    const UNKNOWN: Option<(E, Option<Outcome>)> = Some((E::Unknown, None));

    #[test]
    fn the_words_of_the_standard_and_of_lichess_are_read() {
        for (word, ending) in [
            ("Normal", E::Normal),
            ("normal", E::Normal),
            ("Time forfeit", E::TimeForfeit),
            ("time forfeit", E::TimeForfeit),
            ("Abandoned", E::Abandoned),
            ("death", E::Abandoned),
            ("emergency", E::Abandoned),
            ("Rules infraction", E::RulesInfraction),
            ("Adjudication", E::Adjudication),
            ("Unterminated", E::Unterminated),
            ("Unplayed", E::Unplayed),
            ("Unknown", E::Unknown),
            ("stalled connection", E::StalledConnection),
            ("illegal move", E::IllegalMove),
            ("GUI TB Mate in 9", E::Adjudication),
            ("loss by resignation", E::Resignation),
        ] {
            assert_eq!(of_tag("Termination", word), Some((ending, None)), "{word}");
        }
        assert_eq!(
            of_tag("Termination", "Insufficient material"),
            Some((E::InsufficientMaterial, Some(Draw)))
        );
        assert_eq!(of_tag("Termination", "3-fold rep"), Some((E::Repetition, Some(Draw))));
        assert_eq!(of_tag("Termination", "?"), None);
        assert_eq!(of_tag("Round", "1"), None);
    }

    #[test]
    fn a_word_means_what_its_site_means_by_it() {
        let text = "[Termination \"abandoned\"]\n\n1. e4 e5 1-0\n";
        let of = |site| meaning(read_by(text, Some(site)).tag);
        assert_eq!(of(Dialect::Cutechess), Some((E::Disconnection, None)));
        assert_eq!(of(Dialect::Lichess), Some((E::Abandoned, None)));
    }

    #[test]
    fn the_sentences_of_chesscom_are_read() {
        for (sentence, ending, outcome) in [
            ("ann won by checkmate", E::Checkmate, Some(WhiteWins)),
            ("bob won by resignation", E::Resignation, Some(BlackWins)),
            ("Bob won on time", E::TimeForfeit, Some(BlackWins)),
            ("ann won - game abandoned", E::Abandoned, Some(WhiteWins)),
            ("renamed won on time", E::TimeForfeit, None),
            ("Game drawn by agreement", E::Agreement, Some(Draw)),
            ("Game drawn by repetition", E::Repetition, Some(Draw)),
            ("Game drawn by stalemate", E::Stalemate, Some(Draw)),
            ("Game drawn by insufficient material", E::InsufficientMaterial, Some(Draw)),
            ("Game drawn - insufficient material", E::InsufficientMaterial, Some(Draw)),
            ("Game drawn by 50-move rule", E::FiftyMoves, Some(Draw)),
            ("Game drawn by timeout vs insufficient material", E::TimeForfeitDrawn, Some(Draw)),
            ("Game drawn - timeout vs insufficient material", E::TimeForfeitDrawn, Some(Draw)),
        ] {
            assert_eq!(of_tag("Termination", sentence), Some((ending, outcome)), "{sentence}");
        }
    }

    #[test]
    fn names_that_are_phrases_deceive_nobody() {
        let of = |white: &str, black: &str, sentence: &str| {
            let tags = format!("[White \"{white}\"]\n[Black \"{black}\"]\n[Termination \"{sentence}\"]\n\n*");
            meaning(read(&tags).tag)
        };
        let time = |outcome| Some((E::TimeForfeit, outcome));
        assert_eq!(
            of("won on time", "b", "won on time won by checkmate"),
            Some((E::Checkmate, Some(WhiteWins)))
        );
        assert_eq!(
            of("a", "Game drawn by agreement", "Game drawn by agreement won on time"),
            time(Some(BlackWins))
        );
        assert_eq!(
            of("a", "Game drawn by agreement", "Game drawn by agreement"),
            Some((E::Agreement, Some(Draw)))
        );
        assert_eq!(of("Game aborted by", "b", "Game aborted by won on time"), time(Some(WhiteWins)));
        assert_eq!(of("a won by checkmate", "b", "a won by checkmate won on time"), time(Some(WhiteWins)));
        assert_eq!(of("x", "y", "a won by checkmate won on time"), time(None));
        // Who is meant, the colour or the player?
        assert_eq!(of("Black", "White", "White won on time"), time(None));
        assert_eq!(of("me", "me", "me won on time"), time(None));
        assert_eq!(of("", "", " won on time"), UNKNOWN);
        assert_eq!(of("Normal", "b", "Normal"), Some((E::Normal, None)));
    }

    #[test]
    fn other_languages_and_goals_are_not_understood() {
        for words in [
            "bob a gagn\u{e9} par abandon",
            "ann hat durch Zeit gewonnen",
            "mate in 4",
            "+400cp in 2",
            "promotion with +100cp",
            "draw in 20",
            "Armageddon",
            "won",
            "bob won by magic",
            "Game drawn by lot",
        ] {
            assert_eq!(of_tag("Termination", words), UNKNOWN, "{words}");
        }
    }

    #[test]
    fn details_are_heard_before_termination_if_they_are_understood() {
        for (tag, value, ending, outcome) in [
            ("TerminationDetails", "TCEC draw rule", E::Adjudication, Some(Draw)),
            ("TerminationDetails", "TCEC win rule", E::Adjudication, None),
            ("TerminationDetails", "SyzygyTB", E::Adjudication, None),
            ("TerminationDetails", "White mates", E::Checkmate, Some(WhiteWins)),
            ("TerminationDetails", "3-Fold repetition", E::Repetition, Some(Draw)),
            ("TerminationDetails", "Fifty moves rule", E::FiftyMoves, Some(Draw)),
            ("TerminationDetails", "Stalemate", E::Stalemate, Some(Draw)),
            ("TerminationDetails", "Black disconnects", E::Disconnection, Some(WhiteWins)),
            ("TerminationDetails", "Black's connection stalls", E::StalledConnection, Some(WhiteWins)),
            ("ICCResult", "White checkmated", E::Checkmate, Some(BlackWins)),
            ("ICCResult", "Black resigns", E::Resignation, Some(WhiteWins)),
            ("ICCResult", "Black forfeits on time", E::TimeForfeit, Some(WhiteWins)),
            ("ICCResult", "Black disconnected and forfeits", E::Disconnection, Some(WhiteWins)),
            (
                "ICCResult",
                "Unregistered player Black disconnected and forfeits",
                E::Disconnection,
                Some(WhiteWins),
            ),
            ("ICCResult", "Black got disconnected and forfeits", E::Disconnection, Some(WhiteWins)),
            ("ICCResult", "White declared the winner by adjudication", E::Adjudication, Some(WhiteWins)),
            ("ICCResult", "Black stalemated", E::Stalemate, Some(Draw)),
            ("ICCResult", "Game drawn by mutual agreement", E::Agreement, Some(Draw)),
            ("ICCResult", "Game drawn by repetition", E::Repetition, Some(Draw)),
            ("ICCResult", "Game drawn by the 50 move rule", E::FiftyMoves, Some(Draw)),
            ("ICCResult", "Game drawn by adjudication", E::Adjudication, Some(Draw)),
            (
                "ICCResult",
                "Game drawn because neither player has mating material",
                E::InsufficientMaterial,
                Some(Draw),
            ),
            (
                "ICCResult",
                "Black ran out of time and White has no material to mate",
                E::TimeForfeitDrawn,
                Some(Draw),
            ),
            ("ICCResult", "Game drawn because both players ran out of time", E::BothFlagsFell, Some(Draw)),
            ("ICCResult", "Game adjourned when White disconnected", E::Adjourned, None),
            ("ICCResult", "Game aborted because it's too short to adjourn", E::Aborted, None),
            ("ICCResult", "No result", E::Unterminated, None),
            ("LongResult", "Black wins by losing all material", E::VariantEnd, Some(BlackWins)),
            (
                "ResultDescription",
                "bob wins by having less material (stalemate)",
                E::VariantEnd,
                Some(BlackWins),
            ),
        ] {
            assert_eq!(of_tag(tag, value), Some((ending, outcome)), "{value}");
        }
        let both = |details| {
            let said =
                read(&format!("[Termination \"adjudication\"]\n[TerminationDetails \"{details}\"]\n\n*"))
                    .tag
                    .unwrap();
            (said.source, said.ending)
        };
        assert_eq!(both("White disconnects"), (Source::TerminationDetails, E::Disconnection));
        assert_eq!(both("who knows"), (Source::Termination, E::Adjudication));
    }
}
