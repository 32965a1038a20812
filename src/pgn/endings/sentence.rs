//! Sentences that say how a game ended: a player and what became of the player, or what became of the game.
//!
//! Owns the sentences of FICS (`gameproc.c`), the ICC (its list of game states), Lichess (`StatusText`), chess.com, cutechess and
//! fastchess, which tags and comments share. A sentence is read whole: what goes on is prose, and means nothing here. The player is
//! a colour, or a name that the tags know.

use super::words::strip_name;
use crate::chess::outcome::Outcome;
use crate::chess::piece::Color;
use crate::pgn::claims::{Claims, TextTag};
use crate::pgn::said::Ending;

/// What a sentence means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Meaning {
    pub(super) ending: Ending,
    pub(super) outcome: Option<Outcome>,
}

impl Meaning {
    pub(super) const fn new(ending: Ending, outcome: Option<Outcome>) -> Meaning {
        Meaning { ending, outcome }
    }

    const fn drawn(ending: Ending) -> Meaning {
        Meaning { ending, outcome: Some(Outcome::Draw) }
    }
}

/// The players' names, as the tags have them.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Players<'a> {
    names: [Option<&'a str>; 2],
}

impl<'a> Players<'a> {
    pub(super) fn of(claims: &'a Claims<'_>) -> Players<'a> {
        Players { names: [claims.get(TextTag::White), claims.get(TextTag::Black)] }
    }

    /// What a predicate makes of the sentence that it ends, whoever of the two is its subject. A name can be a colour, or that of both:
    /// then nobody knows who is meant.
    fn read(self, words: &[u8], predicate: impl Fn(Color, &[u8]) -> Option<Meaning>) -> Option<Meaning> {
        let [white, black] = self.names;
        let subjects = [
            (Some("white"), Color::White),
            (Some("black"), Color::Black),
            (white, Color::White),
            (black, Color::Black),
        ];
        let mut meaning: Option<Meaning> = None;
        for (name, color) in subjects {
            let read = name.and_then(|name| strip_name(words, name)).and_then(|rest| predicate(color, rest));
            meaning = match (meaning, read) {
                (Some(one), Some(other)) if one.outcome != other.outcome => {
                    Some(Meaning::new(one.ending, None))
                }
                (Some(one), _) => Some(one),
                (None, read) => read,
            };
        }
        meaning
    }
}

/// What the subject of a sentence does to the result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Does {
    Win,
    Lose,
    Draw,
    /// Something from which no result follows.
    Neither,
}

/// What becomes of a player. FICS and the ICC name the loser, chess.com the winner, Lichess now one, now the other.
const PREDICATES: [(&str, Does, Ending); 46] = [
    (" resigns", Does::Lose, Ending::Resignation),
    (" resigned", Does::Lose, Ending::Resignation),
    (" checkmated", Does::Lose, Ending::Checkmate),
    (" got checkmated", Does::Lose, Ending::Checkmate),
    (" forfeits on time", Does::Lose, Ending::TimeForfeit),
    (" loses on time", Does::Lose, Ending::TimeForfeit),
    (" lost on time", Does::Lose, Ending::TimeForfeit),
    (" ran out of time", Does::Lose, Ending::TimeForfeit),
    (" forfeits by disconnection", Does::Lose, Ending::Disconnection),
    (" disconnected and forfeits", Does::Lose, Ending::Disconnection),
    (" got disconnected and forfeits", Does::Lose, Ending::Disconnection),
    (" disconnects", Does::Lose, Ending::Disconnection),
    ("'s connection stalls", Does::Lose, Ending::StalledConnection),
    ("'s partner resigns", Does::Lose, Ending::Resignation),
    ("'s partner checkmated", Does::Lose, Ending::Checkmate),
    ("'s partner forfeits on time", Does::Lose, Ending::TimeForfeit),
    ("'s partner disconnected and forfeits", Does::Lose, Ending::Disconnection),
    (" left the game", Does::Lose, Ending::Abandoned),
    (" didn't move", Does::Lose, Ending::Abandoned),
    (" makes an illegal move", Does::Lose, Ending::IllegalMove),
    (" made an illegal move", Does::Lose, Ending::IllegalMove),
    (" loses by adjudication", Does::Lose, Ending::Adjudication),
    (" mates", Does::Win, Ending::Checkmate),
    (" wins by checkmate", Does::Win, Ending::Checkmate),
    (" won by checkmate", Does::Win, Ending::Checkmate),
    (" wins by resignation", Does::Win, Ending::Resignation),
    (" won by resignation", Does::Win, Ending::Resignation),
    (" wins on time", Does::Win, Ending::TimeForfeit),
    (" won on time", Does::Win, Ending::TimeForfeit),
    (" won - game abandoned", Does::Win, Ending::Abandoned),
    (" won by abandonment", Does::Win, Ending::Abandoned),
    (" wins by adjudication", Does::Win, Ending::Adjudication),
    (" declared the winner by adjudication", Does::Win, Ending::Adjudication),
    (" wins by losing all material", Does::Win, Ending::VariantEnd),
    (" wins by having less material", Does::Win, Ending::VariantEnd),
    (" wins by stalemate", Does::Win, Ending::VariantEnd),
    (" brings the king in the center", Does::Win, Ending::VariantEnd),
    (" gives the third check", Does::Win, Ending::VariantEnd),
    (" wins the race", Does::Win, Ending::VariantEnd),
    (" wins", Does::Win, Ending::Win),
    // Lichess names the loser here (lila, `StatusText`, as of `NoStart`), others the winner.
    (" wins by forfeit", Does::Neither, Ending::Forfeit),
    (" stalemated", Does::Draw, Ending::Stalemate),
    (" lost connection; game adjourned", Does::Neither, Ending::Adjourned),
    (" lost connection, game adjourned", Does::Neither, Ending::Adjourned),
    (" lost connection; game aborted", Does::Neither, Ending::Aborted),
    (" lost connection, game aborted", Does::Neither, Ending::Aborted),
];

/// What a draw comes by.
const DRAWN_BY: [(&str, Ending); 23] = [
    ("agreement", Ending::Agreement),
    ("mutual agreement", Ending::Agreement),
    ("repetition", Ending::Repetition),
    ("3-fold repetition", Ending::Repetition),
    ("3-fold rep", Ending::Repetition),
    ("threefold repetition", Ending::Repetition),
    ("stalemate", Ending::Stalemate),
    ("stalemate (equal material)", Ending::VariantEnd),
    ("stalemate (opposite color bishops)", Ending::VariantEnd),
    ("insufficient material", Ending::InsufficientMaterial),
    ("insufficient mating material", Ending::InsufficientMaterial),
    ("neither player has mating material", Ending::InsufficientMaterial),
    ("50-move rule", Ending::FiftyMoves),
    ("50 move rule", Ending::FiftyMoves),
    ("the 50 move rule", Ending::FiftyMoves),
    ("fifty-move rule", Ending::FiftyMoves),
    ("fifty move rule", Ending::FiftyMoves),
    ("fifty moves rule", Ending::FiftyMoves),
    ("timeout vs insufficient material", Ending::TimeForfeitDrawn),
    ("time and insufficient material", Ending::TimeForfeitDrawn),
    ("both players ran out of time", Ending::BothFlagsFell),
    ("adjudication", Ending::Adjudication),
    ("tcec draw rule", Ending::Adjudication),
];

/// How a sentence begins that says what a draw came by.
const DRAWN: [&str; 9] = [
    "game drawn by ",
    "game drawn because ",
    "game drawn - ",
    "draw by ",
    "drawn by ",
    "draw - ",
    "partner's game drawn by ",
    "partner's game drawn because ",
    "xboard adjudication: ",
];

/// Sentences without a player. Lichess leaves out the player where nobody won: `wins on time.` (lila, issue 10339).
const GAMES: [(&str, Meaning); 13] = [
    ("neither player has mating material", Meaning::drawn(Ending::InsufficientMaterial)),
    ("wins on time", Meaning::drawn(Ending::TimeForfeitDrawn)),
    ("the game is a draw", Meaning::drawn(Ending::Draw)),
    ("game drawn", Meaning::drawn(Ending::Draw)),
    ("draw agreed", Meaning::drawn(Ending::Agreement)),
    ("1/2-1/2 wins", Meaning::drawn(Ending::Draw)),
    ("cheat detected", Meaning::new(Ending::RulesInfraction, None)),
    ("game ends by variant rule", Meaning::new(Ending::VariantEnd, None)),
    ("game was aborted", Meaning::new(Ending::Aborted, None)),
    ("game interrupted", Meaning::new(Ending::Unterminated, None)),
    ("no result", Meaning::new(Ending::Unterminated, None)),
    ("still in progress", Meaning::new(Ending::Unterminated, None)),
    ("xboard adjudication: checkmate", Meaning::new(Ending::Checkmate, None)),
];

/// Sentences that go on with who did it, or why.
const BEGINNINGS: [(&str, Ending); 6] = [
    ("game aborted ", Ending::Aborted),
    ("game courtesyaborted ", Ending::Aborted),
    ("bughouse game aborted", Ending::Aborted),
    ("bughouse game courtesyaborted ", Ending::Aborted),
    ("game adjourned ", Ending::Adjourned),
    ("game courtesyadjourned ", Ending::Adjourned),
];

/// Reads a sentence in small letters. `None` if it says nothing of a game's end.
pub(super) fn read_sentence(words: &[u8], players: Players<'_>) -> Option<Meaning> {
    let words = strip_stop(words);
    let words = words.strip_prefix(b"unregistered player ").unwrap_or(words);
    // First, because names can be anything: there may be a player called "Game aborted by".
    read_player(words, players).or_else(|| of_result(words)).or_else(|| of_game(words))
}

/// Reads a sentence about a player; only the player may be in capitals, and no full stop ends it.
pub(super) fn read_player(words: &[u8], players: Players<'_>) -> Option<Meaning> {
    players.read(words, |color, rest| of_player(color, rest, players))
}

/// What became of a player.
fn of_player(color: Color, predicate: &[u8], players: Players<'_>) -> Option<Meaning> {
    if let Some(other) = predicate.strip_prefix(b" ran out of time and ") {
        let poor = |_, rest: &[u8]| {
            let is_poor = rest == b" has no material to mate" || rest == b" has no material to win";
            is_poor.then_some(Meaning::drawn(Ending::TimeForfeitDrawn))
        };
        return players.read(other, poor);
    }
    let bare = without_detail(predicate);
    let (_, does, ending) = *PREDICATES.iter().find(|(known, ..)| known.as_bytes() == bare)?;
    if bare != predicate && !may_have_detail(ending) {
        return None;
    }
    let outcome = match (does, color) {
        (Does::Win, Color::White) | (Does::Lose, Color::Black) => Some(Outcome::WhiteWins),
        (Does::Win, Color::Black) | (Does::Lose, Color::White) => Some(Outcome::BlackWins),
        (Does::Draw, Color::White | Color::Black) => Some(Outcome::Draw),
        (Does::Neither, Color::White | Color::Black) => None,
    };
    Some(Meaning::new(ending, outcome))
}

/// Lichess's studies: `1-0 White wins.`
fn of_result(words: &[u8]) -> Option<Meaning> {
    match words {
        b"1-0 white wins" => Some(Meaning::new(Ending::Win, Some(Outcome::WhiteWins))),
        b"0-1 black wins" => Some(Meaning::new(Ending::Win, Some(Outcome::BlackWins))),
        _ => None,
    }
}

/// What became of the game.
fn of_game(words: &[u8]) -> Option<Meaning> {
    let drawn = || DRAWN.iter().find_map(|lead| read_drawn_by(words.strip_prefix(lead.as_bytes())?));
    let adjudicated = || {
        let is_adjudication = matches!(without_detail(words), b"adjudication" | b"xboard adjudication");
        is_adjudication.then_some(Meaning::new(Ending::Adjudication, None))
    };
    let begun = || BEGINNINGS.iter().find(|(beginning, _)| words.starts_with(beginning.as_bytes()));
    GAMES
        .iter()
        .find(|(known, _)| known.as_bytes() == words)
        .map(|(_, meaning)| *meaning)
        .or_else(drawn)
        .or_else(adjudicated)
        .or_else(|| begun().map(|(_, ending)| Meaning::new(*ending, None)))
}

/// What a draw came by, said without a sentence: `3-fold repetition`.
pub(super) fn read_drawn_by(words: &[u8]) -> Option<Meaning> {
    let known = |words: &[u8]| DRAWN_BY.iter().find(|(known, _)| known.as_bytes() == words);
    known(words).or_else(|| known(without_detail(words))).map(|(_, ending)| Meaning::drawn(*ending))
}

/// What chess.com says of a winner whom the tags don't know: the last words count, because names can be anything.
pub(super) fn read_from_the_end(words: &[u8]) -> Option<Meaning> {
    let words = strip_stop(words);
    let won = |predicate: &str| predicate.starts_with(" won ") && words.ends_with(predicate.as_bytes());
    let (_, _, ending) = PREDICATES.iter().find(|(predicate, ..)| won(predicate))?;
    Some(Meaning::new(*ending, None))
}

/// Whether a machine adds details. After a resignation only people do, and what they add is prose.
fn may_have_detail(ending: Ending) -> bool {
    matches!(ending, Ending::IllegalMove | Ending::TimeForfeit | Ending::Adjudication | Ending::VariantEnd)
}

/// Words without the move, the time or the table that engine matches add: `: e2e5`, ` (12ms overrun)`.
fn without_detail(words: &[u8]) -> &[u8] {
    let end = words.windows(2).position(|pair| pair == b": " || pair == b" (").unwrap_or(words.len());
    &words[..end]
}

/// A sentence without its full stop.
fn strip_stop(words: &[u8]) -> &[u8] {
    words.strip_suffix(b".").unwrap_or(words)
}
