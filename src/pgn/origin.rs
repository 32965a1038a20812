//! Whether Lichess saw a game played, or only shows it.
//!
//! Owns that difference, which a dialect doesn't make: what is true of the games of Lichess's own clocks (berserk, seconds in `TimeControl`)
//! needn't be true of its broadcasts and studies, which carry the tags of whoever made them.

use super::claims::{Claims, TextTag};
use super::dialect::Dialect;
use super::game_id::lichess_id;

/// Where a game comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// It was played on Lichess.
    Lichess,
    /// It is in a broadcast or a study of Lichess.
    Relayed,
    /// Anywhere else.
    Elsewhere,
}

/// Tags that only broadcasts and studies of Lichess have.
const MARKS: [&str; 6] =
    ["BroadcastURL", "BroadcastName", "ChapterURL", "ChapterName", "StudyName", "GameURL"];

impl Origin {
    /// Where a game with these tags, written in this dialect, comes from.
    pub fn of(claims: &Claims<'_>, dialect: Dialect) -> Origin {
        let site = claims.get(TextTag::Site).unwrap_or_default();
        let is_relayed =
            || ["lichess.org/study/", "lichess.org/broadcast/"].iter().any(|at| site.contains(at));
        if lichess_id(site).is_some() && !is_relayed() {
            return Origin::Lichess;
        }
        // chess.com has addresses of games as well.
        let is_mark = |name: &str, value: &str| {
            MARKS.contains(&name) && (name != "GameURL" || value.contains("lichess.org/"))
        };
        let is_marked =
            || claims.extra.iter().any(|(name, value)| is_mark(name, value.as_deref().unwrap_or_default()));
        if dialect == Dialect::Lichess || is_marked() { Origin::Relayed } else { Origin::Elsewhere }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Findings;
    use crate::pgn::game_text::GameText;

    #[test]
    fn what_lichess_shows_is_not_what_was_played_there() {
        use Origin::{Elsewhere, Lichess, Relayed};
        for (tags, origin) in [
            ("[Site \"https://lichess.org/abcdefgh\"]", Lichess),
            ("[Site \"http://lichess.org/abcdefgh/black\"]", Lichess),
            ("[Site \"https://lichess.org/study/abcdefgh/ijklmnop\"]", Relayed),
            ("[Site \"https://lichess.org/broadcast/a/b/abcdefgh/ijklmnop\"]", Relayed),
            ("[Site \"Oslo\"]\n[GameURL \"https://lichess.org/broadcast/a/b/c/d\"]", Relayed),
            ("[Site \"Oslo\"]\n[StudyName \"A study\"]", Relayed),
            ("[Site \"?\"]\n[Annotator \"https://lichess.org/@/someone\"]", Relayed),
            ("[Site \"Chess.com\"]\n[GameURL \"https://www.chess.com/game/1\"]", Elsewhere),
            ("[Site \"Oslo\"]", Elsewhere),
            ("", Elsewhere),
        ] {
            let (mut game, mut claims) = (GameText::default(), Claims::default());
            game.read_next(tags.as_bytes(), 0, tags.len());
            claims.read(tags.as_bytes(), &game.tags, &mut Findings::default());
            assert_eq!(Origin::of(&claims, Dialect::recognise(&claims)), origin, "{tags}");
        }
    }
}
