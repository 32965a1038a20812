//! The values of flags that several commands have.

use crate::pgn::dialect::Dialect;
use crate::rules::laws::Profile;
use crate::table::{ColumnSet, Fens};

/// The Laws of a word.
pub(super) fn laws(word: &str) -> Result<Profile, String> {
    let known = Profile::ALL.into_iter().find(|profile| profile.as_str() == word);
    known.ok_or_else(|| format!("one of {}", Profile::ALL.map(Profile::as_str).join(", ")))
}

/// The site of a word.
pub(super) fn site(word: &str) -> Result<Dialect, String> {
    Dialect::parse(word).ok_or_else(|| format!("one of {}", Dialect::ALL.map(Dialect::as_str).join(", ")))
}

/// What `--plies` asks for if it says nothing.
pub(super) const PLAIN_PLIES: &str = "plain";

/// The plies of `--plies`.
pub(super) fn plies(word: &str) -> Result<Fens, String> {
    let known = [Fens::LeftOut, Fens::Written].into_iter().find(|fens| plies_word(*fens) == word);
    known.ok_or_else(|| "fen, or nothing".to_owned())
}

/// Their word.
pub(super) const fn plies_word(fens: Fens) -> &'static str {
    match fens {
        Fens::LeftOut => PLAIN_PLIES,
        Fens::Written => "fen",
    }
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
