//! Where a text is cut into splits.
//!
//! Owns the cutting of text that is all at hand. A game belongs to the split that holds its first byte, and a cut is
//! moved to the next place where a game opens, which is a local fact: so splits need no coordination, and any set of
//! cuts gives the same games. Text without tags is one section however long it is; where it outgrows what memory should
//! hold it is cut behind a game's result.
//!
//! ```text
//! |game 1|game 2   |game 3          |game 4|
//! ^ target bytes -> ^ next boundary -> ^
//! ```

use std::ops::Range;

use crate::pgn::games::last_game_end;
use crate::pgn::split::{last_boundary, next_boundary};

/// How many times the bytes of a split are looked through for a section start before a cut within the section is sought.
const PATIENCE: usize = 16;

/// Where text that begins with a section start, and may end anywhere, can be cut: everything before is whole games.
pub fn last_cut(text: &[u8], target: usize) -> Option<usize> {
    last_boundary(text).or_else(|| if text.len() >= limit(target) { last_cut_within(text) } else { None })
}

fn limit(target: usize) -> usize {
    target.saturating_mul(PATIENCE)
}

/// The last place within a section where it can be cut: behind a game, if the lines on both sides are the same kind of
/// line with or without the cut. That of a tag might not be, and a sign might still belong to the game.
fn last_cut_within(section: &[u8]) -> Option<usize> {
    let end = last_game_end(section)?;
    let (before, after) = section.split_at(end);
    let line = before.rsplit(|byte| matches!(byte, b'\n' | b'\r')).next().unwrap_or_default();
    let first = line.iter().find(|byte| !matches!(byte, b' ' | b'\t' | 0xEF | 0xBB | 0xBF));
    let next = after.iter().find(|byte| !byte.is_ascii_whitespace());
    (first != Some(&b'[') && next.is_some_and(u8::is_ascii_alphanumeric)).then_some(end)
}

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
        self.start = if rest <= self.target { self.text.len() } else { self.end() };
        Some(start..self.start)
    }
}

impl Splits<'_> {
    /// The end of a split that is longer than its target.
    fn end(&self) -> usize {
        let mut window = limit(self.target);
        loop {
            let seen = &self.text[..self.start.saturating_add(window).min(self.text.len())];
            let end = next_boundary(seen, self.start + self.target);
            if end < seen.len() || end == self.text.len() {
                return end;
            }
            if let Some(cut) = last_cut(&seen[self.start..], self.target) {
                return self.start + cut;
            }
            window = window.saturating_mul(2);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::pipeline::scan::{Chunk, Scanner};

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

    /// The games of a text in splits: offset and length of each.
    fn games(text: &[u8], splits: impl Iterator<Item = Range<usize>>) -> Vec<(i64, i64)> {
        let mut games = Vec::new();
        for range in splits {
            let chunk = Chunk { offset: range.start as u64, bytes: &text[range] };
            Scanner::default().scan(&chunk, "a", &mut |row| games.push((row.byte_offset, row.byte_length)));
        }
        games
    }

    #[test]
    fn a_long_section_is_cut_between_its_games() {
        let text =
            "1. e4 e5 2. Nf3 1-0 {his [last}\n\n1. d4 d5 *\n1. c4 {[Event \"c\"] 1-0} 0-1 ".repeat(100);
        let splits: Vec<_> = plan(text.as_bytes(), 4).collect();
        assert!(splits.iter().all(|split| split.len() < 200), "{splits:?}");
        let found = games(text.as_bytes(), splits.into_iter());
        assert_eq!(found.len(), 300);
        assert_eq!(found, games(text.as_bytes(), std::iter::once(0..text.len())));
    }

    proptest! {
        #[test]
        fn cuts_within_a_section_give_the_same_games(
            parts in prop::collection::vec(0..PARTS.len(), 0..80), target in 1..40usize,
        ) {
            let text: String = parts.into_iter().map(|part| PARTS[part]).collect();
            let whole = games(text.as_bytes(), std::iter::once(0..text.len()));
            prop_assert_eq!(games(text.as_bytes(), plan(text.as_bytes(), target)), whole);
        }
    }

    /// What can stand around a cut.
    const PARTS: [&str; 20] = [
        "1. e4 ",
        "e5 ",
        "1-0",
        "* ",
        "0-1\n",
        "\n",
        "\r\n\n",
        " ",
        "{a comment}",
        "{",
        "}",
        "; rest\n",
        "(",
        ")",
        "[Event \"x\"]",
        "\n[Site \"y\"]\n",
        "\n[Event \"z\"]\n\n",
        "$1",
        "%",
        "\u{feff}",
    ];

    #[test]
    fn a_text_without_a_boundary_is_one_split() {
        let mut splits = plan(b"prose and nothing else", 4);
        assert_eq!((splits.next(), splits.next()), (Some(0..22), None));
        assert_eq!(plan(b"", 4).count(), 0);
    }
}
