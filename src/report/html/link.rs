//! Where a game is to be seen: its address on its site.
//!
//! Owns the order in which places are believed: a `Site` tag that is an address, the other tags that hold one, and where neither is
//! (or the dataset was written without them) the id by which the site knows the game.

use super::tags::address;
use crate::pgn::dialect::Dialect;
use crate::table::survey::Example;

/// The address of a game, if it is known.
pub(super) fn address_of(example: &Example) -> Option<String> {
    let written = example.site.iter().chain(&example.links).find_map(|text| address(text));
    written.map(str::to_owned).or_else(|| of_id(example))
}

/// The address that follows from the id.
fn of_id(example: &Example) -> Option<String> {
    let id = example.game_id.as_deref()?;
    match Dialect::parse(example.dialect.as_deref()?)? {
        // The id of a game in a broadcast or a study is that of a chapter, which has no address without the rest. Those have rounds.
        Dialect::Lichess => {
            let is_id = id.len() == 8 && id.bytes().all(|byte| byte.is_ascii_alphanumeric());
            let is_played = matches!(example.round.as_deref(), None | Some("-" | "?"));
            (is_id && is_played).then(|| format!("https://lichess.org/{id}"))
        }
        // Live games and those by correspondence are numbered each for themselves; the latter have days for a move.
        Dialect::Chesscom => {
            let is_id = !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_digit());
            let kind = if example.time_control.as_deref()?.starts_with("1/") { "daily" } else { "live" };
            is_id.then(|| format!("https://www.chess.com/game/{kind}/{id}"))
        }
        Dialect::Fics
        | Dialect::Icc
        | Dialect::Cutechess
        | Dialect::Fastchess
        | Dialect::Tcec
        | Dialect::Chessgui
        | Dialect::Other => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(site: &str, links: &[&str]) -> Example {
        let links = links.iter().map(|link| (*link).to_owned()).collect();
        Example { site: Some(site.to_owned()), links, ..Example::default() }
    }

    fn known(dialect: Dialect, id: &str, round: Option<&str>, control: Option<&str>) -> Option<String> {
        let text = |text: &str| Some(text.to_owned());
        address_of(&Example {
            dialect: text(dialect.as_str()),
            game_id: text(id),
            round: round.and_then(text),
            time_control: control.and_then(text),
            ..Example::default()
        })
    }

    #[test]
    fn a_site_goes_before_a_link_and_what_is_no_address_counts_for_nothing() {
        let (site, link) = ("https://lichess.org/abcd1234", "https://example.org/1");
        assert_eq!(address_of(&game(site, &[link])).as_deref(), Some(site));
        assert_eq!(address_of(&game("Chess.com", &["javascript:alert(1)", link])).as_deref(), Some(link));
        assert_eq!(address_of(&game("Chess.com", &["javascript:alert(1)"])), None);
        assert_eq!(address_of(&Example::default()), None);
    }

    #[test]
    fn an_id_gives_the_address_where_its_site_has_one() {
        use Dialect::{Chesscom, Fics, Lichess};
        let of = |dialect, id, round, control| known(dialect, id, round, control);
        assert_eq!(of(Lichess, "abcd1234", None, None).as_deref(), Some("https://lichess.org/abcd1234"));
        assert_eq!(of(Lichess, "abcd1234", Some("-"), None).as_deref(), Some("https://lichess.org/abcd1234"));
        assert_eq!(of(Chesscom, "7", None, Some("60")).as_deref(), Some("https://www.chess.com/game/live/7"));
        assert_eq!(
            of(Chesscom, "7", Some("-"), Some("1/86400")).as_deref(),
            Some("https://www.chess.com/game/daily/7")
        );
        for unknown in [
            of(Lichess, "abcd1234", Some("1.2"), None),
            of(Lichess, "a?/<x>12", None, None),
            of(Lichess, "abcd12345678", None, None),
            of(Chesscom, "7", None, None),
            of(Chesscom, "x7", None, Some("60")),
            of(Chesscom, "", None, Some("60")),
            of(Fics, "7", None, Some("60")),
        ] {
            assert_eq!(unknown, None);
        }
    }
}
