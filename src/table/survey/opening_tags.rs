//! Whether the ECO tags name the openings that the moves make.
//!
//! Owns what can be compared: codes of both, of games from the usual start. Some write more behind a code (`B90h`, `B90/04`); that is
//! not looked at.

use arrow_array::Array;
use arrow_schema::ArrowError;

use super::batch::{Texts, array};
use super::place::{Batch, RowPlace, keep_first};

/// The games by whether their tag has the code of their moves.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct OpeningTags {
    /// Games with both codes.
    pub compared: u64,
    /// Those of them in which the codes differ.
    pub differing: u64,
    first: Option<RowPlace>,
    codes: Option<[String; 2]>,
}

/// A game whose tag has another code than its moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OtherCode<'t> {
    /// Where it stands.
    pub place: &'t RowPlace,
    /// The code of the tag.
    pub tag: &'t str,
    /// The code by the moves.
    pub moves: &'t str,
}

impl OpeningTags {
    /// A game with a FEN may begin anywhere.
    pub(super) const COLUMNS: [&'static str; 3] = ["ECO", "opening_eco", "FEN"];

    pub(super) fn take(&mut self, batch: &Batch<'_>) -> Result<(), ArrowError> {
        let [tags, moves] = ["ECO", "opening_eco"].map(|name| Texts::of(batch.rows, name));
        let (tags, moves) = (tags?, moves?);
        let starts = array(batch.rows, "FEN")?;
        for (row, (tag, of_moves)) in tags.keys().zip(moves.keys()).enumerate() {
            let (Some(tag), Some(of_moves)) = (tag, of_moves) else { continue };
            if starts.is_valid(row) {
                continue;
            }
            let (Some(tag), Some(of_moves)) = (tags.value(tag).and_then(code), moves.value(of_moves)) else {
                continue;
            };
            self.compared += 1;
            if tag != of_moves {
                self.differing += 1;
                keep_first(&mut self.first, batch, row);
                self.codes.get_or_insert_with(|| [tag, of_moves].map(str::to_owned));
            }
        }
        Ok(())
    }

    pub(super) fn merge(&mut self, later: &OpeningTags) {
        self.compared += later.compared;
        self.differing += later.differing;
        if self.first.is_none() {
            self.first.clone_from(&later.first);
            self.codes.clone_from(&later.codes);
        }
    }

    /// The first of those that differ.
    pub fn first(&self) -> Option<OtherCode<'_>> {
        let [tag, moves] = self.codes.as_ref()?;
        Some(OtherCode { place: self.first.as_ref()?, tag, moves })
    }
}

/// The code that a tag begins with: a letter from A to E, and two digits.
fn code(tag: &str) -> Option<&str> {
    let code = tag.get(..3)?;
    matches!(code.as_bytes(), [b'A'..=b'E', b'0'..=b'9', b'0'..=b'9']).then_some(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_may_have_more_behind_it() {
        assert_eq!(["B90", "B90h", "C20/01"].map(code), [Some("B90"), Some("B90"), Some("C20")]);
        assert_eq!(["", "?", "F00", "b90", "B9", "жжж", "KP 1"].map(code), [None; 7]);
    }
}
