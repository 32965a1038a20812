//! What is known of the players before they move.
//!
//! Owns who is a program, and what ratings let expect.

use crate::chess::piece::Color;
use crate::pgn::claims::{Claims, NumberTag, TextTag};
use crate::pgn::dialect::Dialect;
use crate::stats::exponential::decay;

/// White's rating minus Black's.
pub fn rating_gap(claims: &Claims<'_>) -> Option<i32> {
    let white = claims.number(NumberTag::WhiteElo)?;
    Some(i32::from(white) - i32::from(claims.number(NumberTag::BlackElo)?))
}

/// What White may expect of a game with this rating gap, from 0 to 1, by Elo's logistic formula: `1 / (1 + 10^(-gap / 400))`, rounded to
/// ten-thousandths.
pub fn expected_score(gap: i32) -> f64 {
    // Of the greater rating: then the power is one that falls.
    let power = decay(f64::from(gap.unsigned_abs()) * std::f64::consts::LN_10 / 400.0);
    let of_the_stronger = 1.0 / (1.0 + power);
    let expected = if gap < 0 { 1.0 - of_the_stronger } else { of_the_stronger };
    (expected * 10_000.0).round() / 10_000.0
}

/// Whether a player is a program: by the title BOT or the tags `WhiteIsComp` (FICS) and `WhiteType` (PGN standard 9.1.6), by the name that
/// Lichess gives its own engine, or since the match was one of engines. Lichess marks all its bots, so that a player there without a mark is
/// none; elsewhere silence says nothing.
pub fn is_bot(claims: &Claims<'_>, dialect: Dialect, color: Color) -> Option<bool> {
    let (name, title, is_computer, kind) = match color {
        Color::White => (TextTag::White, TextTag::WhiteTitle, "WhiteIsComp", "WhiteType"),
        Color::Black => (TextTag::Black, TextTag::BlackTitle, "BlackIsComp", "BlackType"),
    };
    let says = |tag: &str, word: &str| {
        claims.extra.iter().any(|(name, value)| {
            name == tag && value.as_deref().is_some_and(|value| value.eq_ignore_ascii_case(word))
        })
    };
    let is_engine = claims.get(name).is_some_and(|name| name.starts_with("lichess AI level"));
    if claims.get(title) == Some("BOT") || is_engine || says(is_computer, "yes") || says(kind, "program") {
        return Some(true);
    }
    if says(is_computer, "no") || says(kind, "human") {
        return Some(false);
    }
    match dialect {
        Dialect::Lichess => Some(false),
        Dialect::Cutechess | Dialect::Fastchess | Dialect::Tcec => Some(true),
        // In ChessGUI people play too.
        Dialect::Chessgui | Dialect::Chesscom | Dialect::Fics | Dialect::Icc | Dialect::Other => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Findings;
    use crate::pgn::game_text::GameText;

    fn bots(tags: &str) -> [Option<bool>; 2] {
        let (mut game, mut claims) = (GameText::default(), Claims::default());
        game.read_next(tags.as_bytes(), 0, tags.len());
        claims.read(tags.as_bytes(), &game.tags, &mut Findings::default());
        Color::ALL.map(|color| is_bot(&claims, Dialect::recognise(&claims), color))
    }

    #[test]
    fn programs_are_known_by_title_tag_or_name() {
        let lichess = "[Site \"https://lichess.org/abcd1234\"]\n";
        assert_eq!(bots(&format!("{lichess}[WhiteTitle \"BOT\"]\n")), [Some(true), Some(false)]);
        assert_eq!(bots(&format!("{lichess}[Black \"lichess AI level 3\"]\n")), [Some(false), Some(true)]);
        assert_eq!(bots("[WhiteIsComp \"Yes\"]\n"), [Some(true), None]);
        assert_eq!(bots("[WhiteType \"program\"]\n[BlackType \"human\"]\n"), [Some(true), Some(false)]);
        assert_eq!(bots("[White \"Carlsen\"]\n"), [None, None]);
        for engines in ["[Event \"TCEC Season 19\"]\n", "[GameStartTime \"2020-01-14T22:33:49.645 CST\"]\n"] {
            assert_eq!(bots(engines), [Some(true), Some(true)]);
            assert_eq!(bots(&format!("{engines}[BlackType \"human\"]\n")), [Some(true), Some(false)]);
        }
    }

    #[test]
    fn the_expected_score_is_that_of_elos_formula() {
        for (gap, expected) in
            [(0, 0.5), (400, 0.9091), (-400, 0.0909), (100, 0.6401), (-1, 0.4986), (32_767, 1.0)]
        {
            assert_eq!(expected_score(gap), expected, "{gap}");
        }
    }
}
