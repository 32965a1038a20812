//! All that a file says of a game's end, brought together.
//!
//! Owns nothing but the order: who wrote it, then each kind of evidence by its own reader.

use super::comment::Closing;
use super::tag::read_tags;
use crate::pgn::annotations::clocks::is_plain_clock;
use crate::pgn::claims::Claims;
use crate::pgn::dialect::Dialect;
use crate::pgn::game_text::GameText;
use crate::pgn::said::Said;

/// What a file says of a game's end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Evidence {
    /// Who wrote the game.
    pub dialect: Dialect,
    /// What a tag says: the one with the details, if one is there and understood, else `Termination`.
    pub tag: Option<Said>,
    /// What a comment after the last move says.
    pub comment: Option<Said>,
}

impl Evidence {
    /// Reads the evidence of a game. `bytes` are those that `game` was read from; `site` is who wrote the game, where a user says so.
    pub fn read(bytes: &[u8], game: &GameText, claims: &Claims<'_>, site: Option<Dialect>) -> Evidence {
        let dialect = site.unwrap_or_else(|| Dialect::recognise(claims));
        let tag = read_tags(claims, dialect);
        let movetext = bytes.get(game.movetext..game.span.end).unwrap_or_default();
        if game.comments.is_empty() || closes_with_a_clock(movetext, game) {
            return Evidence { dialect, tag, comment: None };
        }
        let closing = Closing::find(movetext, game.result.is_some());
        let comment = closing.read(movetext, game.movetext, claims);
        Evidence { dialect, tag, comment }
    }
}

/// Whether the last comment is that of the last move with a comment, and holds a plain clock and nothing else: so it is in half of all
/// dumped games, and then nothing is to be looked for.
fn closes_with_a_clock(movetext: &[u8], game: &GameText) -> bool {
    let Some(comments) = game.comments.by_ply(game.moves.len()) else { return false };
    let last = comments.paired.last().and_then(|end| movetext.get(..*end as usize)?.last_chunk::<18>());
    comments.others.is_empty()
        && last.is_some_and(|last| {
            let (opening, clock) = last.split_at(2);
            opening == b"{ " && clock.first_chunk().is_some_and(is_plain_clock)
        })
}

#[cfg(test)]
pub(super) mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::chess::outcome::Outcome;
    use crate::finding::Findings;
    use crate::pgn::said::Ending;

    /// The evidence of the first game in a text.
    pub(in super::super) fn read_by(text: &str, site: Option<Dialect>) -> Evidence {
        let (mut game, mut claims, mut findings) =
            (GameText::default(), Claims::default(), Findings::default());
        game.read_next(text.as_bytes(), 0, text.len());
        claims.read(text.as_bytes(), &game.tags, &mut findings);
        Evidence::read(text.as_bytes(), &game, &claims, site)
    }

    pub(in super::super) fn read(text: &str) -> Evidence {
        read_by(text, None)
    }

    /// What was said, without its place.
    pub(in super::super) fn meaning(said: Option<Said>) -> Option<(Ending, Option<Outcome>)> {
        said.map(|said| (said.ending, said.outcome))
    }

    fn game() -> impl Strategy<Value = String> {
        let part = prop::sample::select(vec![
            "[White \"ann\"]\n",
            "[Termination \"ann won on time\"]\n",
            "[FEN \"x b\"]\n",
            "\n",
            " ",
            "1. e4",
            "e5",
            "12...",
            "Nf3!?",
            "$4",
            "{",
            "}",
            "(",
            ")",
            "[%clk 0:00:01]",
            "[%clk",
            "[%emt 1.0]",
            "%",
            "White resigns",
            ", ",
            "ann wins",
            "'s ",
            "[%eval 0.1]",
            "]",
            "1-0",
            "*",
            "1/2-1/2",
            ";",
            "\u{e9}",
            "\u{feff}",
            "\0",
            "[TimeControl \"60+1\"]\n",
            "[Event \"https://lichess.org/tournament/x\"]\n",
        ]);
        prop::collection::vec(part, 0..40).prop_map(|parts| parts.concat())
    }

    proptest! {
        #[test]
        fn nothing_panics_and_nothing_is_read_beyond_the_game(text in game(), junk in ".{0,60}", start in 0usize..80, end in 0usize..200) {
            let (mut game, mut claims, mut findings) = (GameText::default(), Claims::default(), Findings::default());
            let around = format!("{text}{junk}");
            let bytes = around.as_bytes();
            let mut at = 0;
            while let Some(next) = game.read_next(bytes, at, text.len()) {
                at = next;
                claims.read(bytes, &game.tags, &mut findings);
                let evidence = Evidence::read(bytes, &game, &claims, None);
                if let Some(said) = &evidence.comment {
                    prop_assert!(game.movetext <= said.place.start && said.place.end <= game.span.end);
                }
                // The same without what stands around the game.
                let alone = Evidence::read(&bytes[..game.span.end], &game, &claims, None);
                prop_assert_eq!(&alone, &evidence);
                // Places that lie: no evidence, but no panic.
                let lie = GameText { span: start..end, movetext: start, ..game.clone() };
                Evidence::read(bytes, &lie, &claims, Some(Dialect::Other));
            }
        }

        #[test]
        fn any_bytes_can_be_read(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let (mut game, mut claims, mut findings) = (GameText::default(), Claims::default(), Findings::default());
            let bytes = [b"1. e4 {".as_slice(), &bytes, b"} 1-0"].concat();
            game.read_next(&bytes, 0, bytes.len());
            claims.read(&bytes, &game.tags, &mut findings);
            Evidence::read(&bytes, &game, &claims, None);
        }
    }
}
