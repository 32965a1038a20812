//! The kinds of fact that columns come in.
//!
//! Owns their order in the file. Columns of one group are computed together, and not at all where none of them is asked for. A new
//! kind of fact is a variant here (at the end), a list in `table/list/`, and builders in `table/columns/`.

use super::column::Column;
use super::list::{CLAIMS, ENDING, LAST, LEGALITY, PLACE, PROSPECTS, SIDES};

/// Columns of one kind of fact.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Group {
    /// What the file claims.
    Claims,
    /// Where a game stands.
    Place,
    /// Whether it is chess.
    Legality,
    /// How it ended.
    Ending,
    /// What each side did.
    Sides,
    /// Where the replay stopped.
    Last,
    /// Who could still mate.
    Prospects,
}

impl Group {
    /// All, in the order of the file.
    pub const ALL: [Group; 7] = [
        Group::Claims,
        Group::Place,
        Group::Legality,
        Group::Ending,
        Group::Sides,
        Group::Last,
        Group::Prospects,
    ];

    /// Its columns, in the order of the file.
    pub const fn columns(self) -> &'static [Column] {
        match self {
            Group::Claims => CLAIMS,
            Group::Place => PLACE,
            Group::Legality => LEGALITY,
            Group::Ending => ENDING,
            Group::Sides => SIDES,
            Group::Last => LAST,
            Group::Prospects => PROSPECTS,
        }
    }

    /// How many columns come before it in the file.
    pub(super) const fn first(self) -> usize {
        let (mut before, mut at) = (0, 0);
        while at < self as usize {
            before += Group::ALL[at].columns().len();
            at += 1;
        }
        before
    }
}
