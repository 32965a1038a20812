//! The id by which a site knows a game.
//!
//! Owns the places where sites write it: Lichess's eight characters (in `Site`, `GameId`, `LichessURL`, or the `LichessId` of spring 2018),
//! chess.com's number (in `Link`), the number in the FICS games database.

use std::borrow::Cow;

/// The id, from the `Site` tag and the tags without a column.
pub(super) fn game_id<'a>(
    site: Option<&'a str>,
    extra: &'a [(Cow<'_, str>, Option<Cow<'_, str>>)],
) -> Option<&'a str> {
    site.and_then(lichess_id).or_else(|| {
        extra.iter().find_map(|(name, value)| match (name.as_ref(), value.as_deref()) {
            ("LichessId" | "GameId" | "FICSGamesDBGameNo", Some(id)) => Some(id),
            ("Link" | "GameURL" | "LichessURL", Some(link)) => chesscom_id(link).or_else(|| lichess_id(link)),
            _ => None,
        })
    })
}

/// The id in `https://lichess.org/abcd1234`, with or without the colour, player or ply behind it; for a broadcast's
/// `https://lichess.org/broadcast/name/round/abcd1234/efgh5678` the last.
pub(super) fn lichess_id(url: &str) -> Option<&str> {
    let path = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://")).unwrap_or(url);
    let path = path.strip_prefix("lichess.org/")?;
    let is_id = |id: &&str| id.len() == 8 && id.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if path.starts_with("broadcast/") || path.starts_with("study/") {
        return path.rsplit('/').next().filter(is_id);
    }
    // Behind the id stands nothing, a colour, or a ply, or both (`/black#12`): `lichess.org/training/12345` is no game.
    let (id, rest) = path.split_once(['/', '#', '?']).unwrap_or((path, ""));
    let is_page = matches!(id, "analysis" | "practice" | "training" | "patron" | "editor");
    let ply = ["white", "black"].iter().find_map(|color| rest.strip_prefix(color)).unwrap_or(rest);
    let ply = ply.strip_prefix(['#', '/', '?']).unwrap_or(ply);
    if is_page || !ply.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    // A player's own address of a game has four characters more.
    let id = if id.len() == 12 { id.get(..8)? } else { id };
    Some(id).filter(is_id)
}

/// The number in `https://www.chess.com/game/live/123` and its like.
fn chesscom_id(url: &str) -> Option<&str> {
    let path = url.split_once("chess.com/")?.1;
    let id = path.split(['?', '#']).next()?.rsplit('/').find(|part| !part.is_empty())?;
    Some(id).filter(|id| id.bytes().all(|byte| byte.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(site: &str, extra: &[(&'static str, &'static str)]) -> Option<String> {
        let extra: Vec<_> =
            extra.iter().map(|(name, value)| (Cow::Borrowed(*name), Some(Cow::Borrowed(*value)))).collect();
        game_id(Some(site), &extra).map(str::to_owned)
    }

    #[test]
    fn ids_are_the_sites_own() {
        assert_eq!(of("https://lichess.org/ENPo6ReH", &[]).as_deref(), Some("ENPo6ReH"));
        assert_eq!(of("https://lichess.org/ENPo6ReH/black", &[]).as_deref(), Some("ENPo6ReH"));
        assert_eq!(of("https://lichess.org/ENPo6ReH/black#12", &[]).as_deref(), Some("ENPo6ReH"));
        assert_eq!(of("https://lichess.org/ENPo6ReH#12", &[]).as_deref(), Some("ENPo6ReH"));
        assert_eq!(of("https://lichess.org/ENPo6ReH/pgn", &[]), None);
        assert_eq!(of("https://lichess.org/ENPo6ReHabcd", &[]).as_deref(), Some("ENPo6ReH"));
        assert_eq!(
            of("https://lichess.org/broadcast/a/round-1/abcdefgh/ijklmnop", &[]).as_deref(),
            Some("ijklmnop")
        );
        assert_eq!(
            of("Chess.com", &[("Link", "https://www.chess.com/game/live/4129")]).as_deref(),
            Some("4129")
        );
        assert_eq!(of("FICS", &[("FICSGamesDBGameNo", "380")]).as_deref(), Some("380"));
        assert_eq!(of("?", &[("LichessURL", "https://lichess.org/ENPo6ReH")]).as_deref(), Some("ENPo6ReH"));
        assert_eq!(of("?", &[("LichessURL", "https://lichess.org/@/someone")]), None);
        assert_eq!(of("https://lichess.org/training/12345", &[]), None);
        assert_eq!(of("https://lichess.org/analysis/standard", &[]), None);
        assert_eq!(of("London", &[]), None);
    }
}
