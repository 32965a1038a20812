//! What the tags say of the kind of event.
//!
//! Owns the words of Lichess (`Rated Blitz tournament https://lichess.org/tournament/abcd1234` in its dumps, `Hourly Blitz Arena` in what its
//! website and its API give out) and FICS (`FICS rated blitz game`, `ICS rated blitz match`), and the addresses of chess.com's tournaments, which
//! have a tag of their own. Other events are names, of which nothing follows.

use super::claims::{Claims, NumberTag, TextTag};
use super::dialect::Dialect;
use super::origin::Origin;

/// A kind of event.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EventKind {
    /// A game by itself.
    Game,
    /// An arena: Lichess calls it a tournament.
    Arena,
    /// A Swiss tournament.
    Swiss,
    /// A simultaneous exhibition.
    Simul,
}

impl EventKind {
    /// All of them, in the order of the dataset's dictionary.
    pub const ALL: [EventKind; 4] = [EventKind::Game, EventKind::Arena, EventKind::Swiss, EventKind::Simul];

    /// Its place in the dataset's dictionary.
    pub const fn key(self) -> u8 {
        self as u8
    }

    /// The word in the dataset.
    pub const fn as_str(self) -> &'static str {
        match self {
            EventKind::Game => "game",
            EventKind::Arena => "arena",
            EventKind::Swiss => "swiss",
            EventKind::Simul => "simul",
        }
    }
}

/// What the tags tell of an event.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct EventFacts<'a> {
    /// Whether the game counts for ratings.
    pub rated: Option<bool>,
    /// What kind of event it is.
    pub kind: Option<EventKind>,
    /// The tournament's id on its site.
    pub tournament_id: Option<&'a str>,
}

/// Words that an event begins with, and whether it is rated by them.
const RATED: [(&str, bool); 6] = [
    ("Rated ", true),
    ("Casual ", false),
    ("rated ", true),
    ("casual ", false),
    ("Unrated ", false),
    ("unrated ", false),
];

/// Where Lichess has its events, and of which kind they are.
const FOLDERS: [(&str, EventKind); 3] =
    [("tournament/", EventKind::Arena), ("swiss/", EventKind::Swiss), ("simul/", EventKind::Simul)];

/// How the names end that Lichess gives events (lila, fullName): whoever makes an arena chooses what stands before. Its own four marathons
/// a year are arenas too; by what else ends with that word a Swiss may be meant.
const ENDINGS: [(&str, EventKind); 7] = [
    (" Arena", EventKind::Arena),
    (" Team Battle", EventKind::Arena),
    (" simul", EventKind::Simul),
    ("Spring Marathon", EventKind::Arena),
    ("Summer Marathon", EventKind::Arena),
    ("Autumn Marathon", EventKind::Arena),
    ("Winter Marathon", EventKind::Arena),
];

/// Lichess's own arenas for titled players, which have a number or a month behind.
const TITLED_ARENA: &str = "Titled Arena";

impl<'a> EventFacts<'a> {
    /// What a game's tags tell, written in this dialect.
    pub fn of(claims: &'a Claims<'_>, dialect: Dialect) -> EventFacts<'a> {
        let event = claims.get(TextTag::Event);
        if dialect == Dialect::Chesscom {
            return EventFacts::on_chesscom(claims, event);
        }
        let facts = event.map(EventFacts::read).unwrap_or_default();
        if facts.rated.is_some() && facts.kind.is_some() || Origin::of(claims, dialect) != Origin::Lichess {
            return facts;
        }
        // Ratings change by no other games.
        let has_changed = [NumberTag::WhiteRatingDiff, NumberTag::BlackRatingDiff]
            .into_iter()
            .any(|tag| claims.number(tag).is_some());
        EventFacts {
            rated: facts.rated.or(has_changed.then_some(true)),
            kind: facts.kind.or_else(|| event.and_then(kind_of_name)),
            ..facts
        }
    }

    /// What the tags tell of a game of chess.com, which gives the address of a tournament in a tag of its own.
    fn on_chesscom(claims: &'a Claims<'_>, event: Option<&'a str>) -> EventFacts<'a> {
        let facts = event.map(EventFacts::read).unwrap_or_default();
        let tag = claims.extra.iter().find(|(name, _)| name == "Tournament");
        let Some(address) = tag.and_then(|(_, value)| value.as_deref()) else { return facts };
        let Some((_, path)) = address.split_once("chess.com/tournament/") else { return facts };
        let path = path.strip_prefix("live/").unwrap_or(path);
        let (folder, path) = match path.strip_prefix("arena/") {
            Some(path) => (Some(EventKind::Arena), path),
            None => (None, path),
        };
        let id = path.split(['/', '?', '#']).next().filter(|id| !id.is_empty());
        let kind = facts.kind.or(folder).or_else(|| id.and_then(kind_of_address));
        EventFacts { rated: facts.rated, kind, tournament_id: facts.tournament_id.or(id) }
    }

    /// What the Event tag alone tells, whoever wrote it.
    fn read(event: &'a str) -> EventFacts<'a> {
        let ics = event.strip_prefix("ICS ");
        let words = ics.or_else(|| event.strip_prefix("FICS ")).unwrap_or(event);
        let rated = RATED.iter().find(|(word, _)| words.starts_with(word)).map(|(_, rated)| *rated);
        let is_game = |last: &str| last.eq_ignore_ascii_case("game") || ics.is_some() && last == "match";
        if rated.is_some() && words.rsplit(' ').next().is_some_and(is_game) {
            return EventFacts { rated, kind: Some(EventKind::Game), tournament_id: None };
        }
        let address = event.find("://lichess.org/").map(|at| &event[at + "://lichess.org/".len()..]);
        let found = address.and_then(|address| {
            FOLDERS.iter().find_map(|(folder, kind)| Some((*kind, address.strip_prefix(folder)?)))
        });
        let Some((kind, id)) = found else { return EventFacts { rated, ..EventFacts::default() } };
        let length = id.bytes().position(|byte| !byte.is_ascii_alphanumeric()).unwrap_or(id.len());
        EventFacts { rated, kind: Some(kind), tournament_id: Some(&id[..length]).filter(|id| !id.is_empty()) }
    }
}

/// The kind of an event that Lichess calls so.
fn kind_of_name(name: &str) -> Option<EventKind> {
    let by_ending = ENDINGS.iter().find(|(ending, _)| name.ends_with(ending)).map(|(_, kind)| *kind);
    by_ending.or_else(|| name.contains(TITLED_ARENA).then_some(EventKind::Arena))
}

/// The kind of a tournament of chess.com that has its word in the name of which the address is made (`friday-arena-123`). Most have none,
/// and the folder of arenas is left out of what exported games carry.
fn kind_of_address(name: &str) -> Option<EventKind> {
    let has = |word| name.split('-').any(|part| part == word);
    match (has("arena"), has("swiss")) {
        (true, false) => Some(EventKind::Arena),
        (false, true) => Some(EventKind::Swiss),
        (false, false) | (true, true) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Findings;
    use crate::pgn::game_text::GameText;

    #[test]
    fn on_chesscom_the_tag_of_the_tournament_tells_its_id_and_now_and_then_its_kind() {
        use EventKind::{Arena, Swiss};
        for (address, kind, id) in [
            (
                "https://www.chess.com/tournament/live/titled-tuesday-32-blitz-789085",
                None,
                Some("titled-tuesday-32-blitz-789085"),
            ),
            (
                "https://www.chess.com/tournament/live/-titled-tuesday-832833?x=1",
                None,
                Some("-titled-tuesday-832833"),
            ),
            ("https://www.chess.com/tournament/wcc-2016-17-tournament", None, Some("wcc-2016-17-tournament")),
            (
                "https://www.chess.com/tournament/live/a-blitz-arena-2-4292971",
                Some(Arena),
                Some("a-blitz-arena-2-4292971"),
            ),
            (
                "https://www.chess.com/tournament/live/arena/10-bullet-1925132",
                Some(Arena),
                Some("10-bullet-1925132"),
            ),
            (
                "https://www.chess.com/tournament/live/rapid-swiss-5768355/games",
                Some(Swiss),
                Some("rapid-swiss-5768355"),
            ),
            ("https://www.chess.com/tournament/live/swiss-or-arena-1", None, Some("swiss-or-arena-1")),
            ("https://www.chess.com/tournament/live/", None, None),
            ("A club's cup", None, None),
        ] {
            let tags = format!("[Event \"Live Chess\"]\n[Site \"Chess.com\"]\n[Tournament \"{address}\"]\n");
            let (mut game, mut claims) = (GameText::default(), Claims::default());
            game.read_next(tags.as_bytes(), 0, tags.len());
            claims.read(tags.as_bytes(), &game.tags, &mut Findings::default());
            let facts = EventFacts::of(&claims, Dialect::recognise(&claims));
            assert_eq!(facts, EventFacts { rated: None, kind, tournament_id: id }, "{address}");
            assert_eq!(EventFacts::of(&claims, Dialect::Other).tournament_id, None, "nobody else's tag");
        }
    }

    #[test]
    fn on_lichess_names_tell_the_kind_and_changes_of_ratings_that_it_is_rated() {
        use EventKind::{Arena, Simul, Swiss};
        let of = |tags: &str| {
            let (mut game, mut claims) = (GameText::default(), Claims::default());
            game.read_next(tags.as_bytes(), 0, tags.len());
            claims.read(tags.as_bytes(), &game.tags, &mut Findings::default());
            let facts = EventFacts::of(&claims, Dialect::recognise(&claims));
            (facts.rated, facts.kind)
        };
        let site = "[Site \"https://lichess.org/abcdefgh\"]\n";
        let changed = "[BlackRatingDiff \"+0\"]\n";
        for (event, kind) in [
            ("Hourly Bullet Arena", Some(Arena)),
            ("Lichess Titled Arena 9", Some(Arena)),
            ("Blitz Titled Arena July '23", Some(Arena)),
            ("Streamers Mega Battle Team Battle", Some(Arena)),
            ("Somebody vs members simul", Some(Simul)),
            ("Blitz swiss https://lichess.org/swiss/abcd1234", Some(Swiss)),
            ("2023 Winter Marathon", Some(Arena)),
            ("A club's Marathon", None),
            ("Arena of Verona", None),
            ("A club's cup", None),
        ] {
            let event = format!("[Event \"{event}\"]\n");
            assert_eq!(of(&format!("{event}{site}")), (None, kind), "{event}");
            assert_eq!(of(&format!("{event}{site}{changed}")), (Some(true), kind), "{event}");
        }
        for elsewhere in ["[Site \"Verona\"]\n", "[Site \"https://lichess.org/study/abcdefgh/abcdefgh\"]\n"] {
            assert_eq!(of(&format!("[Event \"Verona Arena\"]\n{elsewhere}{changed}")), (None, None));
        }
        assert_eq!(of(&format!("[Event \"Casual Blitz game\"]\n{site}")).0, Some(false));
    }

    #[test]
    fn events_of_sites_tell_their_kind_and_others_nothing() {
        use EventKind::{Arena, Game, Simul, Swiss};
        for (event, rated, kind, id) in [
            ("Rated Blitz game", Some(true), Some(Game), None),
            ("Casual correspondence game", Some(false), Some(Game), None),
            ("rated bullet game", Some(true), Some(Game), None),
            ("Rated game", Some(true), Some(Game), None),
            ("Casual Game", Some(false), Some(Game), None),
            ("Rated endgame", Some(true), None, None),
            (
                "Rated UltraBullet tournament https://lichess.org/tournament/BfTgxfVN",
                Some(true),
                Some(Arena),
                Some("BfTgxfVN"),
            ),
            (
                "Rated Bullet tournament http://lichess.org/tournament/yc1WW2Ox?x=1",
                Some(true),
                Some(Arena),
                Some("yc1WW2Ox"),
            ),
            ("Blitz swiss https://lichess.org/swiss/abcd1234", None, Some(Swiss), Some("abcd1234")),
            ("Classical simul https://lichess.org/simul/efgh5678", None, Some(Simul), Some("efgh5678")),
            ("FICS rated blitz game", Some(true), Some(Game), None),
            ("FICS unrated standard game", Some(false), Some(Game), None),
            ("ICS Rated blitz match", Some(true), Some(Game), None),
            ("ICS unrated atomic match", Some(false), Some(Game), None),
            ("Rated match", Some(true), None, None),
            ("Hourly Bullet Arena", None, None, None),
            ("Rated by nobody", Some(true), None, None),
            ("Tata Steel Masters", None, None, None),
            ("https://lichess.org/tournament/", None, Some(Arena), None),
            ("", None, None, None),
        ] {
            assert_eq!(EventFacts::read(event), EventFacts { rated, kind, tournament_id: id }, "{event}");
        }
    }
}
