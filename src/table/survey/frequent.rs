//! Sums by texts, in a table that doesn't grow beyond a limit.
//!
//! A text has its own sum from its first game on, or not at all: once the table is full, games with texts that are not in it are
//! counted together. So what is listed is exact as long as no single [stretch](super::Stretch) fills a table by itself.

use std::collections::HashMap;

use super::results::Sum;

/// How many different texts are told apart. Lichess has some 3,700 names of openings and 2,000 time controls.
const LIMIT: usize = 16_384;

/// How many bytes a text can have that has a sum of its own.
const LONGEST: usize = 256;

/// Sums by texts.
#[derive(Clone, PartialEq, Debug)]
pub struct Frequent<S> {
    sums: HashMap<Box<str>, S>,
    unlisted: S,
}

impl<S: Default> Default for Frequent<S> {
    fn default() -> Frequent<S> {
        Frequent { sums: HashMap::new(), unlisted: S::default() }
    }
}

impl<S: Sum> Frequent<S> {
    /// Adds to the sum of a text.
    pub(super) fn add(&mut self, text: &str, more: &S) {
        if let Some(sum) = self.sums.get_mut(text) {
            sum.add(more);
        } else if self.sums.len() < LIMIT && text.len() <= LONGEST {
            self.sums.entry(text.into()).or_default().add(more);
        } else {
            self.unlisted.add(more);
        }
    }

    /// Adds the sums of games that come later.
    pub(super) fn merge(&mut self, later: &Frequent<S>) {
        // In an order that is always the same, for the table may fill on the way.
        later.sorted().into_iter().for_each(|(text, sum)| self.add(text, sum));
        self.unlisted.add(&later.unlisted);
    }

    /// The texts and their sums: those with most games first, and of as many in the order of the texts.
    pub fn sorted(&self) -> Vec<(&str, &S)> {
        let mut sums: Vec<(&str, &S)> = self.sums.iter().map(|(text, sum)| (&**text, sum)).collect();
        sums.sort_unstable_by(|(one, first), (other, second)| {
            second.games().cmp(&first.games()).then_with(|| one.cmp(other))
        });
        sums
    }

    /// How many texts have a sum of their own.
    pub fn len(&self) -> usize {
        self.sums.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.sums.is_empty() && self.unlisted.games() == 0
    }

    /// The games whose texts have no sum of their own.
    pub const fn unlisted(&self) -> &S {
        &self.unlisted
    }

    /// All games.
    pub fn games(&self) -> u64 {
        self.sums.values().map(Sum::games).sum::<u64>() + self.unlisted.games()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_table_counts_on_and_loses_no_game() {
        let mut table = Frequent::<u64>::default();
        for number in 0..LIMIT as u64 + 10 {
            table.add(&format!("{number:06}"), &1);
        }
        table.add("000003", &5);
        table.add(&"x".repeat(LONGEST + 1), &1);
        assert_eq!((table.len(), *table.unlisted(), table.games()), (LIMIT, 11, LIMIT as u64 + 16));
        assert_eq!(table.sorted()[..2], [("000003", &6), ("000000", &1)]);
    }

    #[test]
    fn tables_are_merged_alike_whatever_the_order_of_their_hashes() {
        let mut full = Frequent::<u64>::default();
        (0..LIMIT - 1).for_each(|number| full.add(&format!("{number:06}"), &1));
        let mut later = Frequent::<u64>::default();
        later.add("b", &1);
        later.add("a", &1);
        later.add("000000", &1);
        full.merge(&later);
        assert_eq!(full.sums.get("a"), Some(&1));
        assert_eq!(full.sums.get("b"), None);
        assert_eq!((full.sums["000000"], *full.unlisted()), (2, 1));
    }
}
