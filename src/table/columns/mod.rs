//! Rows in, columns out: the builders of every column, in the order of the list.
//!
//! Owns which fact of a game goes into which column, and where nothing is known and null is the answer. Each file holds the
//! columns of one kind of fact.

mod along;
mod board;
mod buffers;
mod builders;
#[cfg(test)]
mod chance;
mod claims;
mod clocks;
mod ending;
mod event;
mod gathered;
mod handover;
mod last;
mod legality;
mod list_buffers;
mod lists;
mod notes;
mod opening;
mod place;
mod plies;
mod prospects;
mod row;
mod row_batch;
mod sides;
mod time;

pub use builders::Columns;
pub use gathered::Gathered;
pub use plies::{Fens, Plies};
pub use row::{GameRow, ReadTags};
pub use row_batch::{RowBatch, Run};

pub(super) use clocks::THINKING;
pub(super) use lists::EVALUATIONS;

pub(super) use buffers::{Codes, Longs, Numbers, Texts, Values};
#[cfg(test)]
pub(super) use chance::piece_by_chance;
pub(super) use list_buffers::{NO_LIST, NumberLists, TextLists, TextMaps, items_of};
