//! Tags and movetext, without a claim or a board.

use arbitro::pgn::game_text::GameText;
use arbitro::pgn::games::Games;
use divan::{Bencher, black_box};

use crate::split::boundaries;
use crate::texts::Text;

/// What is counted of the games' tokens.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Tokens {
    games: usize,
    plies: usize,
    tags: usize,
    results: usize,
}

impl Tokens {
    fn add(&mut self, game: &GameText) {
        let game = black_box(game);
        self.games += 1;
        self.plies += game.moves.len();
        self.tags += game.tags.len();
        self.results += usize::from(game.result.is_some());
    }

    /// What a text must have: every game a result, too.
    fn of(text: Text) -> Tokens {
        let known = text.known();
        Tokens { games: known.games, plies: known.plies, tags: known.tags, results: known.games }
    }
}

/// As a worker does it: sections are found on the way, and the splitter's tags are the game's.
#[divan::bench(args = Text::ALL)]
fn with_split(bencher: Bencher<'_, '_>, text: Text) {
    let bytes = text.bytes();
    text.counted(bencher).bench(|| {
        let mut tokens = Tokens::default();
        let mut game = GameText::default();
        let mut games = Games::new(black_box(bytes));
        while games.read(&mut game) {
            tokens.add(&game);
        }
        assert_eq!(tokens, Tokens::of(text));
    });
}

/// Games of whose places the reader is told, so that it reads every tag itself: the way of what the splitter does not know.
#[divan::bench(args = Text::ALL)]
fn without_split(bencher: Bencher<'_, '_>, text: Text) {
    let bytes = text.bytes();
    let mut ends: Vec<usize> = boundaries(bytes).skip(1).collect();
    ends.push(bytes.len());
    text.counted(bencher).bench(|| {
        let mut tokens = Tokens::default();
        let mut game = GameText::default();
        let mut start = 0;
        for end in &ends {
            game.read_next(black_box(bytes), start, *end).unwrap();
            tokens.add(&game);
            start = *end;
        }
        assert_eq!(tokens, Tokens::of(text));
    });
}
