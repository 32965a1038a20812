//! What the Event tag says of the kind of event.
//!
//! Owns the words of Lichess (`Rated Blitz tournament https://lichess.org/tournament/abcd1234`) and FICS (`FICS rated blitz game`). Other
//! events are names, of which nothing follows.

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

/// What an Event tag tells.
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

impl<'a> EventFacts<'a> {
    /// Reads an Event tag.
    pub fn read(event: &'a str) -> EventFacts<'a> {
        let words = event.strip_prefix("FICS ").unwrap_or(event);
        let rated = RATED.iter().find(|(word, _)| words.starts_with(word)).map(|(_, rated)| *rated);
        if rated.is_some() && words.rsplit(' ').next().is_some_and(|last| last.eq_ignore_ascii_case("game")) {
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

#[cfg(test)]
mod tests {
    use super::*;

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
            ("Rated by nobody", Some(true), None, None),
            ("Tata Steel Masters", None, None, None),
            ("https://lichess.org/tournament/", None, Some(Arena), None),
            ("", None, None, None),
        ] {
            assert_eq!(EventFacts::read(event), EventFacts { rated, kind, tournament_id: id }, "{event}");
        }
    }
}
