//! The columns, one file a kind of fact: name, type, unit, tier, a sentence, and the source of the rule.
//!
//! Each list is written by the builders of the same name in `table/columns/`, in the same order. Their order in the file is
//! that of [`super::group::Group`].

mod along;
mod board;
mod claims;
mod clocks;
mod ending;
mod event;
mod last;
mod legality;
mod lists;
mod notes;
mod opening;
mod place;
mod plies;
mod prospects;
mod sides;
mod source;
mod summary;
mod time;

pub(super) use along::ALONG;
pub(super) use board::BOARD;
pub(super) use claims::CLAIMS;
pub(super) use clocks::CLOCKS;
pub(super) use ending::ENDING;
pub(super) use event::EVENT;
pub(super) use last::LAST;
pub(super) use legality::LEGALITY;
pub(super) use lists::LISTS;
pub(super) use notes::NOTES;
pub(super) use opening::OPENING;
pub(super) use place::PLACE;
pub use plies::PLIES;
pub(super) use prospects::PROSPECTS;
pub(super) use sides::SIDES;
pub use summary::SUMMARY;
pub(super) use time::TIME;
