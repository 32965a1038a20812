//! The values of flags that several commands have.

use crate::pgn::dialect::Dialect;
use crate::rules::laws::Profile;
use crate::table::ColumnSet;

/// The Laws of a word.
pub(super) fn laws(word: &str) -> Result<Profile, String> {
    let known = Profile::ALL.into_iter().find(|profile| profile.as_str() == word);
    known.ok_or_else(|| format!("one of {}", Profile::ALL.map(Profile::as_str).join(", ")))
}

/// The site of a word.
pub(super) fn site(word: &str) -> Result<Dialect, String> {
    Dialect::parse(word).ok_or_else(|| format!("one of {}", Dialect::ALL.map(Dialect::as_str).join(", ")))
}

/// The columns of `--columns`.
#[derive(Clone, Debug)]
pub(super) struct AskedColumns {
    /// As they were named.
    pub(super) text: String,
    /// Which they are.
    pub(super) set: ColumnSet,
}

impl AskedColumns {
    /// Reads them.
    pub(super) fn read(text: &str) -> Result<AskedColumns, String> {
        ColumnSet::read(text).map(|set| AskedColumns { text: text.to_owned(), set })
    }
}
