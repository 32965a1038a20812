//! The columns, one file a kind of fact: name, type, unit, tier, a sentence, and the source of the rule.
//!
//! Each list is written by the builders of the same name in `table/columns/`, in the same order. Their order in the file is
//! that of [`super::group::Group`].

mod claims;
mod ending;
mod last;
mod legality;
mod place;
mod prospects;
mod sides;
mod source;
mod summary;

pub(super) use claims::CLAIMS;
pub(super) use ending::ENDING;
pub(super) use last::LAST;
pub(super) use legality::LEGALITY;
pub(super) use place::PLACE;
pub(super) use prospects::PROSPECTS;
pub(super) use sides::SIDES;
pub use summary::SUMMARY;
