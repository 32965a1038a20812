//! How often each side offered a draw.
//!
//! Owns whether that is known. Comments tell of offers, but that there is none says something only where every offer would be written down: in
//! a game that has one, and in Lichess's since 4 July 2026 (its exporter, lichess-org/database).

use crate::pgn::annotations::notes::Notes;
use crate::pgn::claims::Claims;
use crate::pgn::dialect::Dialect;
use crate::pgn::origin::Origin;

/// 2026-07-04, in days since 1970-01-01.
const SINCE: i32 = 20_638;

/// White's and Black's offers, if they are known.
pub fn draw_offers(notes: &Notes, claims: &Claims<'_>, dialect: Dialect) -> Option<[u32; 2]> {
    let offers = notes.draw_offers();
    let is_told =
        || claims.utc_date.is_some_and(|day| day >= SINCE) && Origin::of(claims, dialect) == Origin::Lichess;
    (offers != [0; 2] || is_told()).then_some(offers)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Findings;
    use crate::pgn::dates::calendar_date;
    use crate::pgn::game_text::GameText;

    #[test]
    fn without_an_offer_there_were_none_only_where_each_would_be_written() {
        assert_eq!(calendar_date("2026.07.04"), Some(SINCE));
        let [lichess, broadcast, verona] =
            ["https://lichess.org/abcdefgh", "https://lichess.org/broadcast/a/b/abcdefgh/ijklmnop", "Verona"];
        for (site, date, moves, offers) in [
            (lichess, "2026.07.04", "1. e4 *", Some([0, 0])),
            (lichess, "2026.07.03", "1. e4 *", None),
            (lichess, "????.??.??", "1. e4 *", None),
            (broadcast, "2026.07.04", "1. e4 *", None),
            (verona, "2026.07.04", "1. e4 *", None),
            (verona, "1998.07.04", "1. e4 { Black offers draw } *", Some([0, 1])),
            (lichess, "2026.08.01", "1. e4 { White offers draw } *", Some([1, 0])),
        ] {
            let text = format!("[Site \"{site}\"]\n[UTCDate \"{date}\"]\n\n{moves}\n");
            let (mut game, mut claims, mut notes) =
                (GameText::default(), Claims::default(), Notes::default());
            game.read_next(text.as_bytes(), 0, text.len());
            claims.read(text.as_bytes(), &game.tags, &mut Findings::default());
            notes.read(text.as_bytes(), &game);
            assert_eq!(draw_offers(&notes, &claims, Dialect::recognise(&claims)), offers, "{text}");
        }
    }
}
