//! What tags claim, each in its column's type.

use arbitro::finding::Findings;
use arbitro::pgn::claims::{Claims, NumberTag, TextTag};
use divan::{Bencher, black_box};

use crate::ruled::read_games;
use crate::texts::Text;

#[divan::bench(args = Text::ALL)]
fn read(bencher: Bencher<'_, '_>, text: Text) {
    let (bytes, known) = (text.bytes(), text.known());
    let games = read_games(bytes);
    text.counted(bencher).bench(|| {
        let mut claims = Claims::default();
        let (mut ratings, mut openings) = (0, 0);
        for game in &games {
            let mut findings = Findings::NONE;
            claims.read(bytes, &game.tags, &mut findings);
            let claims = black_box(&claims);
            ratings += [NumberTag::WhiteElo, NumberTag::BlackElo]
                .iter()
                .filter(|tag| claims.number(**tag).is_some())
                .count();
            openings += usize::from(claims.get(TextTag::Eco).is_some());
        }
        assert_eq!((ratings, openings), (known.ratings, known.openings));
    });
}
