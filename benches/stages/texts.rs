//! The texts that the stages read: samples of `data/games`, repeated.
//!
//! Owns what is known of them. The numbers are those of python-chess and grep, not Arbitro's own.

use std::fmt;
use std::fs::{self, File};
use std::io::BufReader;
use std::path::Path;
use std::sync::LazyLock;

use arbitro::input::compression::ZstdReader;
use divan::Bencher;
use divan::counter::{BytesCount, ItemsCount};

/// A text to read.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Text {
    /// Lichess games: a clock at every move, in one game of twelve an evaluation, too.
    Lichess,
    /// Bare scores, a few tags each, lines of 80 characters that end with CR and LF.
    OverTheBoard,
}

/// What a text holds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known {
    /// Games, all of them legal; each has an Event tag.
    pub(crate) games: usize,
    /// Half-moves.
    pub(crate) plies: usize,
    /// Tag pairs.
    pub(crate) tags: usize,
    /// `WhiteElo` and `BlackElo` with a number in it.
    pub(crate) ratings: usize,
    /// `ECO` with a code in it.
    pub(crate) openings: usize,
    /// Captures, by either side.
    pub(crate) captures: usize,
    /// Games whose last position is mate.
    pub(crate) checkmates: usize,
    /// Decisive games without mate, and without a `Termination` but `Normal`.
    pub(crate) resignations: usize,
}

impl Text {
    pub(crate) const ALL: [Text; 2] = [Text::Lichess, Text::OverTheBoard];

    /// The files of which it is made.
    fn files(self) -> &'static [&'static str] {
        match self {
            Text::Lichess => {
                &["lichess_bullet_2018.pgn", "lichess_titled_arenas_2018.pgn", "lichess_dump_2025_05.pgn.zst"]
            }
            Text::OverTheBoard => &["over_the_board_berlin_1897.pgn", "over_the_board_hastings_1895.pgn"],
        }
    }

    /// How often they are repeated: until there are 8,000 games, whose bytes are more than the processor's nearer caches hold.
    const fn times(self) -> usize {
        match self {
            Text::Lichess => 10,
            Text::OverTheBoard => 20,
        }
    }

    /// What one repetition holds.
    const fn known_once(self) -> Known {
        match self {
            Text::Lichess => Known {
                games: 829,
                plies: 51_397,
                tags: 14_089,
                ratings: 1_658,
                openings: 823,
                captures: 12_492,
                checkmates: 197,
                resignations: 264,
            },
            Text::OverTheBoard => Known {
                games: 411,
                plies: 35_251,
                tags: 4_110,
                ratings: 0,
                openings: 411,
                captures: 6_953,
                checkmates: 11,
                resignations: 285,
            },
        }
    }

    /// Games after which the samples are repeated.
    pub(crate) const fn games_once(self) -> usize {
        self.known_once().games
    }

    /// What the text holds.
    pub(crate) const fn known(self) -> Known {
        let (once, times) = (self.known_once(), self.times());
        Known {
            games: once.games * times,
            plies: once.plies * times,
            tags: once.tags * times,
            ratings: once.ratings * times,
            openings: once.openings * times,
            captures: once.captures * times,
            checkmates: once.checkmates * times,
            resignations: once.resignations * times,
        }
    }

    /// The text itself.
    pub(crate) fn bytes(self) -> &'static [u8] {
        static LICHESS: LazyLock<Vec<u8>> = LazyLock::new(|| Text::Lichess.read());
        static OVER_THE_BOARD: LazyLock<Vec<u8>> = LazyLock::new(|| Text::OverTheBoard.read());
        match self {
            Text::Lichess => &LICHESS,
            Text::OverTheBoard => &OVER_THE_BOARD,
        }
    }

    fn read(self) -> Vec<u8> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/games");
        let once: Vec<u8> = self.files().iter().flat_map(|name| text_of(&folder.join(name))).collect();
        once.repeat(self.times())
    }

    /// A benchmark that goes through the whole text: games and bytes a second.
    pub(crate) fn counted<'b, 'c>(self, bencher: Bencher<'b, 'c>) -> Bencher<'b, 'c> {
        bencher.counter(ItemsCount::new(self.known().games)).counter(BytesCount::new(self.bytes().len()))
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self {
            Text::Lichess => "lichess",
            Text::OverTheBoard => "over the board",
        };
        write!(f, "{name}, {} MB", (self.bytes().len() + 500_000) / 1_000_000)
    }
}

/// A sample, decompressed where it has to be.
fn text_of(path: &Path) -> Vec<u8> {
    if path.extension().is_none_or(|extension| extension != "zst") {
        return fs::read(path).unwrap();
    }
    let stored = BufReader::new(File::open(path).unwrap());
    let mut text = Vec::new();
    ZstdReader::new(stored, 0).unwrap().fill(&mut text, TEXT_LIMIT).unwrap();
    text
}

/// More than any sample has.
const TEXT_LIMIT: usize = 16 << 20;
