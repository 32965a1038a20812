//! Rows in, columns out: the builders of every column, in the order of the list.
//!
//! Owns which fact of a game goes into which column, and where nothing is known and null is the answer. Each file holds the
//! columns of one kind of fact.

mod buffers;
mod builders;
mod claims;
mod ending;
mod last;
mod legality;
mod place;
mod row;
mod sides;

pub use builders::Columns;
pub use row::GameRow;
