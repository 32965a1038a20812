//! Moves made under the Laws.

use arbitro::replay::{Entry, Facts, Legality, Replayer};
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};

use crate::ruled::{read_claims, read_games};
use crate::texts::Text;

/// What is counted of the games' facts.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Tally {
    legal: usize,
    plies: usize,
    captures: usize,
    checkmates: usize,
}

impl Tally {
    fn add(&mut self, facts: &Facts) {
        let facts = black_box(facts);
        self.legal += usize::from(facts.legality == Legality::Legal);
        self.plies += facts.plies as usize;
        self.captures += facts.colors.iter().map(|color| color.captures as usize).sum::<usize>();
        self.checkmates += usize::from(facts.is_checkmate);
    }

    /// What a text must have.
    fn of(text: Text) -> Tally {
        let known = text.known();
        Tally {
            legal: known.games,
            plies: known.plies,
            captures: known.captures,
            checkmates: known.checkmates,
        }
    }
}

/// Games that are replayed together, as a worker does it.
const GAMES_TOGETHER: usize = 64;

/// Several games in turn, where the processor can do that.
#[divan::bench(args = Text::ALL)]
fn together(bencher: Bencher<'_, '_>, text: Text) {
    let bytes = text.bytes();
    let games = read_games(bytes);
    let claims = read_claims(bytes, &games);
    let entries: Vec<Entry<'_>> =
        games.iter().zip(&claims).map(|(game, claims)| Entry { game, claims }).collect();
    let mut replayer = Replayer::default();
    let mut facts = Vec::new();
    bencher.counter(ItemsCount::new(text.known().plies)).bench_local(|| {
        let mut tally = Tally::default();
        for entries in entries.chunks(GAMES_TOGETHER) {
            replayer.replay_all(bytes, 0, entries, &mut facts);
            facts.iter().for_each(|facts| tally.add(facts));
        }
        assert_eq!(tally, Tally::of(text));
    });
}

/// One game after the other, as all are where games can't be replayed together.
#[divan::bench(args = Text::ALL)]
fn one_by_one(bencher: Bencher<'_, '_>, text: Text) {
    let bytes = text.bytes();
    let games = read_games(bytes);
    let claims = read_claims(bytes, &games);
    let mut replayer = Replayer::default();
    bencher.counter(ItemsCount::new(text.known().plies)).bench_local(|| {
        let mut tally = Tally::default();
        for (game, claims) in games.iter().zip(&claims) {
            tally.add(&replayer.replay(bytes, 0, game, claims));
        }
        assert_eq!(tally, Tally::of(text));
    });
}
