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
