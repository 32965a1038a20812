//! Who wrote a game down: the site or the program, as its tags betray it.
//!
//! Owns the marks by which each is known. A dialect decides how words are read that several use, and is what `--site` sets.

use super::claims::{Claims, TextTag};

/// The site or program that wrote a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Dialect {
    /// Lichess: its dumps, its exports, its broadcasts and studies.
    Lichess,
    /// chess.com.
    Chesscom,
    /// The Free Internet Chess Server and its games database.
    Fics,
    /// The Internet Chess Club.
    Icc,
    /// The engine match manager cutechess.
    Cutechess,
    /// The engine match manager fastchess.
    Fastchess,
    /// The Top Chess Engine Championship.
    Tcec,
    /// ChessGUI, Matthias Gemuh's program for engine matches.
    Chessgui,
    /// Anyone else.
    #[default]
    Other,
}

/// From whose point of view an evaluation is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum View {
    /// White's: what is good for White is above 0.
    White,
    /// That of who made the move behind which it stands.
    Mover,
}

impl Dialect {
    /// All of them, in the order of the dataset's dictionary.
    pub const ALL: [Dialect; 9] = [
        Dialect::Lichess,
        Dialect::Chesscom,
        Dialect::Fics,
        Dialect::Icc,
        Dialect::Cutechess,
        Dialect::Fastchess,
        Dialect::Tcec,
        Dialect::Chessgui,
        Dialect::Other,
    ];

    /// The word in the dataset and on the command line.
    pub const fn as_str(self) -> &'static str {
        match self {
            Dialect::Lichess => "lichess",
            Dialect::Chesscom => "chesscom",
            Dialect::Fics => "fics",
            Dialect::Icc => "icc",
            Dialect::Cutechess => "cutechess",
            Dialect::Fastchess => "fastchess",
            Dialect::Tcec => "tcec",
            Dialect::Chessgui => "chessgui",
            Dialect::Other => "other",
        }
    }

    /// The dialect of a word, as [`Dialect::as_str`] has it.
    pub fn parse(word: &str) -> Option<Dialect> {
        Dialect::ALL.into_iter().find(|dialect| dialect.as_str() == word)
    }

    /// From whose point of view it writes evaluations. ChessGUI writes what each engine says of its own side, as 270 games of its in a
    /// collection show: of 8,447 pairs of evaluations one after the other, beyond a pawn both, 7,772 have opposite signs; and where Black
    /// has moved and the number is 200 or more, Black won nine games for each that White won.
    pub const fn view(self) -> View {
        match self {
            Dialect::Chessgui => View::Mover,
            Dialect::Lichess
            | Dialect::Chesscom
            | Dialect::Fics
            | Dialect::Icc
            | Dialect::Cutechess
            | Dialect::Fastchess
            | Dialect::Tcec
            | Dialect::Other => View::White,
        }
    }

    /// Who wrote these tags. Games of the dumps are known by their first tags.
    pub fn recognise(claims: &Claims<'_>) -> Dialect {
        let site = claims.get(TextTag::Site).unwrap_or_default();
        if site.starts_with("https://lichess.org/") {
            return Dialect::Lichess;
        }
        of_site(site)
            .or_else(|| claims.get(TextTag::Event).and_then(of_event))
            .or_else(|| of_extra_tags(claims))
            .unwrap_or_default()
    }
}

/// The dialect that a site's name betrays: an address, or the last word of `FICS freechess.org`. `chess.com INT` is how others write down
/// what was played there.
fn of_site(site: &str) -> Option<Dialect> {
    match site {
        "Internet Chess Club" => Some(Dialect::Icc),
        "FICS" => Some(Dialect::Fics),
        _ if site.strip_prefix("ChessGUI").is_some_and(is_version) => Some(Dialect::Chessgui),
        // Addresses have a dot; places seldom.
        _ if site.contains('.') => of_address(site.rsplit(' ').next()?),
        _ => None,
    }
}

/// Whether this may stand behind a program's name: `ChessGUI2`.
fn is_version(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'.' | b' '))
}

fn of_event(event: &str) -> Option<Dialect> {
    if event.starts_with("TCEC") {
        Some(Dialect::Tcec)
    } else if event.starts_with("FICS ") {
        Some(Dialect::Fics)
    } else {
        None
    }
}

/// The dialects that tags without a column betray: those that only one site writes, and the times that engine matches have.
fn of_extra_tags(claims: &Claims<'_>) -> Option<Dialect> {
    claims.extra.iter().find_map(|(name, value)| {
        let value = value.as_deref().unwrap_or_default();
        match name.as_ref() {
            "Link" | "GameURL" | "BroadcastURL" | "ChapterURL" | "LichessURL" | "Annotator" => {
                of_address(value)
            }
            "LichessId" => Some(Dialect::Lichess),
            "FICSGamesDBGameNo" => Some(Dialect::Fics),
            "ICCResult" => Some(Dialect::Icc),
            // cutechess writes fractions of a second, fastchess an offset to UTC instead of a zone's name.
            "GameStartTime" if value.contains('T') => {
                Some(if value.contains('.') { Dialect::Cutechess } else { Dialect::Fastchess })
            }
            _ => None,
        }
    })
}

fn of_address(address: &str) -> Option<Dialect> {
    const HOSTS: [(&str, Dialect); 6] = [
        ("lichess.org", Dialect::Lichess),
        ("chess.com", Dialect::Chesscom),
        ("freechess.org", Dialect::Fics),
        ("chessclub.com", Dialect::Icc),
        ("tcec-chess.com", Dialect::Tcec),
        ("tcec.chessdom.com", Dialect::Tcec),
    ];
    let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
    let host = rest.split_once('/').map_or(rest, |(host, _)| host);
    let host = host.strip_prefix("www.").unwrap_or(host);
    HOSTS.iter().find(|(known, _)| known.eq_ignore_ascii_case(host)).map(|(_, dialect)| *dialect)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Findings;
    use crate::pgn::game_text::GameText;

    fn of(tags: &str) -> Dialect {
        let (mut game, mut claims, mut findings) =
            (GameText::default(), Claims::default(), Findings::default());
        game.read_next(tags.as_bytes(), 0, tags.len());
        claims.read(tags.as_bytes(), &game.tags, &mut findings);
        Dialect::recognise(&claims)
    }

    #[test]
    fn each_dialect_is_known_by_its_tags() {
        for (tags, dialect) in [
            ("[Site \"https://lichess.org/abcdefgh\"]", Dialect::Lichess),
            ("[Site \"http://lichess.org/abcdefgh\"]", Dialect::Lichess),
            ("[Site \"Moscow\"]\n[GameURL \"https://lichess.org/broadcast/a/b/c/d\"]", Dialect::Lichess),
            ("[Site \"?\"]\n[Annotator \"https://lichess.org/@/someone\"]", Dialect::Lichess),
            ("[Site \"Chess.com\"]", Dialect::Chesscom),
            ("[Site \"https://www.chess.com\"]", Dialect::Chesscom),
            ("[Link \"https://www.chess.com/game/live/1\"]", Dialect::Chesscom),
            ("[Site \"FICS freechess.org\"]", Dialect::Fics),
            ("[Site \"freechess.org\"]", Dialect::Fics),
            ("[FICSGamesDBGameNo \"1\"]", Dialect::Fics),
            ("[Event \"FICS rated blitz game\"]", Dialect::Fics),
            ("[Site \"Internet Chess Club\"]", Dialect::Icc),
            ("[ICCResult \"White checkmated\"]", Dialect::Icc),
            ("[Site \"https://tcec-chess.com\"]", Dialect::Tcec),
            ("[Site \"http://tcec.chessdom.com\"]", Dialect::Tcec),
            ("[Event \"TCEC Season 19 - FRC2 Testing\"]", Dialect::Tcec),
            ("[Site \"ChessGUI2\"]", Dialect::Chessgui),
            ("[Site \"ChessGUI\"]", Dialect::Chessgui),
            ("[GameStartTime \"2020-01-14T22:33:49.645 CST\"]", Dialect::Cutechess),
            ("[GameStartTime \"2025-03-06T17:56:00 +0300\"]", Dialect::Fastchess),
        ] {
            assert_eq!(of(tags), dialect, "{tags}");
        }
    }

    #[test]
    fn places_are_no_dialect() {
        for tags in [
            "",
            "[Site \"London\"]",
            "[Site \"St. Louis USA\"]",
            "[Site \"ICC INT\"]",
            "[Site \"chess.com INT\"]",
            "[Site \"lichess.org INT\"]",
            "[Site \"notlichess.org\"]",
            "[Site \"ChessGUIs\"]",
            "[Event \"Lichess\"]\n[Site \"?\"]",
            "[Annotator \"lichess.org @ someone\"]",
            "[Link \"https://example.org/chess.com/\"]",
            "[GameStartTime \"noon\"]",
        ] {
            assert_eq!(of(tags), Dialect::Other, "{tags}");
        }
    }

    #[test]
    fn words_and_dialects_are_one_to_one() {
        for dialect in Dialect::ALL {
            assert_eq!(Dialect::parse(dialect.as_str()), Some(dialect));
        }
        assert_eq!(Dialect::parse("Lichess"), None);
    }
}
