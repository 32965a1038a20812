//! Where a text is cut into splits.
//!
//! Owns the cutting of text that is all at hand. A game belongs to the split that holds its first byte, and a cut is
//! moved to the next place where a game opens, which is a local fact: so splits need no coordination, and any set of
//! cuts gives the same games.
//!
//! ```text
//! |game 1|game 2   |game 3          |game 4|
//! ^ target bytes -> ^ next boundary -> ^
//! ```

use std::ops::Range;

use crate::pgn::split::next_boundary;

/// The splits of `text`, each of about `target` bytes, found as they are asked for.
pub fn plan(text: &[u8], target: usize) -> Splits<'_> {
    Splits { text, target: target.max(1), start: 0 }
}

/// Splits in order; together they are the text.
pub struct Splits<'a> {
    text: &'a [u8],
    target: usize,
    start: usize,
}

impl Iterator for Splits<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        let start = self.start;
        let rest = self.text.len() - start;
        if rest == 0 {
            return None;
        }
        self.start =
            if rest <= self.target { self.text.len() } else { next_boundary(self.text, start + self.target) };
        Some(start..self.start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_cuts_give_the_same_text_and_split_no_game() {
        let game =
            |number: usize| format!("[Event \"{number}\"]\n[Site \"x\"]\n\n1. e4 {{[Not a tag}} e5 *\n\n");
        let text: String = (0..50).map(game).collect();
        for target in [0, 1, 7, 50, 100, 1_000, text.len(), text.len() + 1] {
            let mut end = 0;
            for range in plan(text.as_bytes(), target) {
                assert_eq!(range.start, end, "target {target}");
                assert!(text[range.clone()].starts_with("[Event "), "target {target}");
                end = range.end;
            }
            assert_eq!(end, text.len(), "target {target}");
        }
    }

    #[test]
    fn a_text_without_a_boundary_is_one_split() {
        let mut splits = plan(b"prose and nothing else", 4);
        assert_eq!((splits.next(), splits.next()), (Some(0..22), None));
        assert_eq!(plan(b"", 4).count(), 0);
    }
}
