//! What is wrong with a predicate, and where.

use std::fmt;
use std::ops::Range;

/// What is wrong with a predicate, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mistake {
    /// What is wrong.
    pub message: String,
    /// The bytes of the predicate that are meant; empty at its end for what is missing there.
    pub place: Range<usize>,
}

impl Mistake {
    pub(super) fn new(place: &Range<usize>, message: impl Into<String>) -> Mistake {
        Mistake { message: message.into(), place: place.clone() }
    }

    /// The line of the predicate in which the place begins, and a line that marks it: two lines to be printed one above
    /// the other. What steers a terminal is a blank in the first.
    pub fn marked(&self, predicate: &str) -> [String; 2] {
        let place = self.place.start.min(predicate.len());
        let before = predicate.get(..place).unwrap_or_default();
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        let line = predicate[start..].lines().next().unwrap_or_default();
        let width = |from: usize, to: usize| predicate.get(from..to).map_or(0, |text| text.chars().count());
        let end = self.place.end.min(start + line.len());
        let mark = "^".repeat(width(place, end).max(1));
        let printable = |character: char| if character.is_control() { ' ' } else { character };
        [line.chars().map(printable).collect(), " ".repeat(width(start, place)) + &mark]
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Mistake {}

#[cfg(test)]
mod tests {
    use super::*;

    fn marked(predicate: &str, place: Range<usize>) -> String {
        Mistake::new(&place, "").marked(predicate).join("\n")
    }

    #[test]
    fn the_place_is_marked_in_its_line() {
        assert_eq!(marked("plies < x", 8..9), "plies < x\n        ^");
        assert_eq!(marked("plies <", 7..7), "plies <\n       ^");
        assert_eq!(marked("", 0..0), "\n^");
        assert_eq!(marked("a = 1\nand béta =\t2\nor c", 10..15), "and béta = 2\n    ^^^^");
        assert_eq!(marked("a = 'x\ny'", 4..9), "a = 'x\n    ^^");
    }

    #[test]
    fn a_place_that_is_none_does_no_harm() {
        assert_eq!(marked("é", 1..7), "é\n^");
        assert_eq!(marked("a", 7..9), "a\n ^");
    }
}
