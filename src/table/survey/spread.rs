//! How often each whole number of a range occurs; what lies outside is counted together.

/// Numbers that are told apart: more than any rating, and than the plies of all but the strangest games.
const LIMIT: usize = 4_096;

/// How often each number occurs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spread {
    counts: Vec<u64>,
    below: u64,
    above: u64,
    none: u64,
    greatest: Option<i32>,
}

impl Default for Spread {
    fn default() -> Spread {
        Spread { counts: vec![0; LIMIT], below: 0, above: 0, none: 0, greatest: None }
    }
}

impl Spread {
    /// Counts a number, or its absence.
    pub(super) fn count(&mut self, number: Option<i32>) {
        let Some(number) = number else {
            self.none += 1;
            return;
        };
        self.greatest = self.greatest.max(Some(number));
        match usize::try_from(number).map(|number| self.counts.get_mut(number)) {
            Ok(Some(count)) => *count += 1,
            Ok(None) => self.above += 1,
            Err(_) => self.below += 1,
        }
    }

    pub(super) fn merge(&mut self, later: &Spread) {
        self.counts.iter_mut().zip(&later.counts).for_each(|(count, more)| *count += more);
        self.below += later.below;
        self.above += later.above;
        self.none += later.none;
        self.greatest = self.greatest.max(later.greatest);
    }

    /// How many numbers there are.
    pub fn known(&self) -> u64 {
        self.below + self.counts.iter().sum::<u64>() + self.above
    }

    /// How many are absent.
    pub const fn none(&self) -> u64 {
        self.none
    }

    /// The greatest.
    pub const fn greatest(&self) -> Option<i32> {
        self.greatest
    }

    /// The number below which at most half of them lie, and above which at most half do; the lower one of two.
    pub fn median(&self) -> Option<i32> {
        let half = self.known().div_ceil(2);
        let mut passed = self.below;
        if half == 0 || passed >= half {
            return None;
        }
        let is_half = |count: &u64| {
            passed += count;
            passed >= half
        };
        self.counts.iter().position(is_half).and_then(|number| i32::try_from(number).ok())
    }

    /// Counts by steps of `width` from 0, from the first step that has any to the last; `at_most` steps from 0, of which the last
    /// holds all that is greater. Each with its first number.
    pub fn steps(&self, width: usize, at_most: usize) -> Vec<(usize, u64)> {
        let (width, last) = (width.max(1), at_most.max(1) - 1);
        let mut steps = vec![0; last + 1];
        for (number, count) in self.counts.iter().enumerate() {
            steps[(number / width).min(last)] += count;
        }
        steps[last] += self.above;
        let first = steps.iter().position(|count| *count > 0);
        let end = steps.iter().rposition(|count| *count > 0).map_or(0, |last| last + 1);
        (first.unwrap_or(end)..end).map(|step| (step * width, steps[step])).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lies_outside_is_counted_all_the_same() {
        let mut spread = Spread::default();
        for number in [Some(-3), Some(0), Some(7), Some(7), Some(12), Some(i32::MAX), None] {
            spread.count(number);
        }
        assert_eq!((spread.known(), spread.none(), spread.greatest()), (6, 1, Some(i32::MAX)));
        assert_eq!(spread.median(), Some(7));
        assert_eq!(spread.steps(5, 3), [(0, 1), (5, 2), (10, 2)]);
        assert_eq!(spread.steps(5, 2), [(0, 1), (5, 4)]);
        let mut twice = spread.clone();
        twice.merge(&spread);
        assert_eq!((twice.known(), twice.none(), twice.median()), (12, 2, Some(7)));
    }

    #[test]
    fn of_nothing_there_is_no_median_and_no_step() {
        let nothing = Spread::default();
        assert_eq!((nothing.median(), nothing.steps(10, 20).len(), nothing.greatest()), (None, 0, None));
    }
}
