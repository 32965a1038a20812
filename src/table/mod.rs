//! The dataset: the one list of columns, the builders that fill them, and Parquet.
//!
//! Owns every use of arrow and parquet, and with it the promise that the same rows give the same bytes however they
//! were cut into pieces. Knows neither the bytes of a game nor threads: whoever has threads is handed one writer a
//! column and decides who runs it.

pub mod survey;

#[cfg(test)]
mod as_arrow;
mod column;
mod column_set;
mod columns;
mod encoding;
mod error;
mod group;
mod list;
mod mixed;
mod near;
mod needs;
mod pages;
mod partition;
mod partitions;
mod parts;
mod query;
mod row_group;
mod schema;
mod sizes;
#[cfg(test)]
mod specimen;
mod summary;
mod table_file;

pub use column::{Column, ColumnType, Lexicon, Tier, Vocabulary};
pub use column_set::ColumnSet;
pub use columns::{Columns, Fens, GameRow, Gathered, Plies, ReadTags, RowBatch, Run};
pub use error::TableError;
pub use group::Group;
pub use list::{PLIES, SUMMARY};
pub use needs::Needs;
pub use partition::Partition;
pub use partitions::Partitions;
pub use parts::{Part, ROW_GROUPS_PER_PART, part_name};
pub use query::{Mistake, Place, Places, Predicate, Selection, Unreadable};
pub use row_group::{BYTES_PER_ROW_GROUP, ColumnWriter, EncodedColumn, ROWS_PER_ROW_GROUP, RowGroup, Slice};
pub use schema::{COLUMNS, SCHEMA_VERSION, columns};
pub use sizes::{ColumnSize, sizes};
pub use summary::Summary;
pub use table_file::{TableFile, TableKind};
