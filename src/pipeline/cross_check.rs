//! A share of the games, held against the second opinion.
//!
//! Owns the choice of the games: by their place in their file, never by thread or clock, so that the same command
//! checks the same games. Shares no chess with the main path.

use std::hash::{DefaultHasher, Hash, Hasher};

use crate::pipeline::place::GamePlace;
use crate::second_opinion::{Disagreement, compare, opinion};
use crate::table::GameRow;

/// Which games are checked.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Share {
    share: f64,
}

/// The share unless told otherwise.
pub const DEFAULT_SHARE: Share = Share { share: 0.01 };

impl Share {
    /// A share of all games, from 0 to 1.
    pub fn new(share: f64) -> Option<Share> {
        (0.0..=1.0).contains(&share).then_some(Share { share })
    }

    /// The share of 1.
    pub fn get(self) -> f64 {
        self.share
    }

    /// Whether the game at this place is among them.
    pub fn holds(self, source_file: &str, byte_offset: i64) -> bool {
        if self.share >= 1.0 {
            return true;
        }
        // The name too, or in a folder of many small files the first games would be chosen all together or not at all.
        let mut hasher = DefaultHasher::new();
        (source_file, byte_offset).hash(&mut hasher);
        (hasher.finish() as f64) < self.share * u64::MAX as f64
    }
}

/// A game on which the two readers differ.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckedGame {
    /// Where it stands.
    pub place: GamePlace,
    /// The two opinions.
    pub disagreement: Disagreement,
}

/// Asks the second opinion of one game.
pub fn check(row: &GameRow<'_>, game: &[u8]) -> Option<CheckedGame> {
    compare(row.facts, &opinion(game))
        .map(|disagreement| CheckedGame { place: GamePlace::of(row), disagreement })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_holds_about_that_many_games_and_the_same_ones_each_time() {
        let share = Share::new(0.1).unwrap();
        let chosen = || (0..10_000).filter(|offset| share.holds("a.pgn", *offset)).collect::<Vec<_>>();
        assert!((800..1200).contains(&chosen().len()));
        assert_eq!(chosen(), chosen());
        assert!(!Share::new(0.0).unwrap().holds("a.pgn", 0));
        assert!(Share::new(1.0).unwrap().holds("a.pgn", 0));
        assert!(Share::new(1.5).is_none());
    }
}
