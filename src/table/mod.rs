//! The dataset: the one list of columns, the builders that fill them, and Parquet.
//!
//! Owns every use of arrow and parquet, and with it the promise that the same rows give the same bytes however they
//! were cut into pieces. Knows neither the bytes of a game nor threads: whoever has threads is handed one writer a
//! column and decides who runs it.

pub mod survey;

#[cfg(test)]
mod as_arrow;
mod column;
mod columns;
mod encoding;
mod error;
mod pages;
mod parts;
mod query;
mod row_group;
mod schema;
mod sizes;
#[cfg(test)]
mod specimen;

pub use column::{Column, ColumnType, Vocabulary};
pub use columns::{Columns, GameRow, RowBatch};
pub use error::TableError;
pub use parts::{Part, Parts, ROW_GROUPS_PER_PART, TableFile, part_name};
pub use query::{Mistake, Place, Places, Predicate, Selection, Unreadable};
pub use row_group::{BYTES_PER_ROW_GROUP, ColumnWriter, EncodedColumn, ROWS_PER_ROW_GROUP, RowGroup, Slice};
pub use schema::{COLUMNS, SCHEMA_VERSION, arrow_schema, columns};
pub use sizes::{ColumnSize, sizes};
