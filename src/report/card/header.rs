//! The header that Hugging Face reads: which files make which table, how many rows there are.
//!
//! Nothing in it comes from outside, so nothing needs escaping. It names no licence: that is for whoever publishes the dataset to say. A
//! `Site` tag that names Lichess proves no licence (studies and exports have it too), so it isn't concluded from the tags.

use std::fmt::Write;

use super::page::title;
use super::tables::Table;
use crate::table::{Column, ColumnType};

/// The sizes that Hugging Face has names for, by their first number of rows that is too large.
const SIZES: [(u64, &str); 10] = [
    (1_000, "n<1K"),
    (10_000, "1K<n<10K"),
    (100_000, "10K<n<100K"),
    (1_000_000, "100K<n<1M"),
    (10_000_000, "1M<n<10M"),
    (100_000_000, "10M<n<100M"),
    (1_000_000_000, "100M<n<1B"),
    (10_000_000_000, "1B<n<10B"),
    (100_000_000_000, "10B<n<100B"),
    (1_000_000_000_000, "100B<n<1T"),
];

pub(super) fn header(games: u64, tables: &[Table]) -> String {
    // A table of nothing but maps can't be told of at all.
    let tables: Vec<_> = tables.iter().filter(|table| loadable(table).next().is_some()).collect();
    let mut text = format!(
        "---\n\
         # license: for whoever publishes this to say; Arbitro can't know it. Games of database.lichess.org are CC0 (cc0-1.0).\n\
         pretty_name: \"{}\"\n\
         size_categories:\n- {}\n\
         tags:\n- chess\n- pgn\n- arbitro\n",
        title(games),
        size(games),
    );
    if !tables.is_empty() {
        text.push_str("configs:\n");
    }
    for (number, table) in tables.iter().enumerate() {
        let default = if number == 0 { "  default: true\n" } else { "" };
        let _ = write!(text, "- config_name: {}\n{default}  data_files: \"{}\"\n", table.name, table.files);
        if has_map(table) {
            let names: Vec<_> = loadable(table).map(|(column, _)| column.name).collect();
            let _ = writeln!(text, "  columns: [{}]", names.join(", "));
        }
    }
    let of_maps: Vec<_> = tables.into_iter().filter(|table| has_map(table)).collect();
    if !of_maps.is_empty() {
        text.push_str("dataset_info:\n");
    }
    for table in of_maps {
        let _ = write!(text, "- config_name: {}\n  features:\n", table.name);
        for (column, kind) in loadable(table) {
            let _ = writeln!(text, "  - {{name: {}, {kind}}}", column.name);
        }
    }
    text.push_str("---\n");
    text
}

/// Whether the table has a column that `datasets` doesn't know the type of. It refuses such a table as a whole
/// (huggingface/datasets#5612), unless it is told the other columns and their types.
fn has_map(table: &Table) -> bool {
    loadable(table).count() < table.columns.len()
}

/// The columns that `datasets` can load, with their types in its words.
fn loadable(table: &Table) -> impl Iterator<Item = (&'static Column, &'static str)> {
    table.columns.iter().filter_map(|column| Some((*column, feature(column.kind)?)))
}

fn feature(kind: ColumnType) -> Option<&'static str> {
    match kind {
        ColumnType::Text | ColumnType::Term(_) | ColumnType::Word(_) => Some("dtype: string"),
        ColumnType::Int16 => Some("dtype: int16"),
        ColumnType::Int32 => Some("dtype: int32"),
        ColumnType::Int64 => Some("dtype: int64"),
        ColumnType::Float32 => Some("dtype: float32"),
        ColumnType::Boolean => Some("dtype: bool"),
        ColumnType::Date => Some("dtype: date32"),
        ColumnType::Timestamp => Some("dtype: \"timestamp[ms, tz=UTC]\""),
        ColumnType::TextList => Some("list: string"),
        ColumnType::IntList => Some("list: int32"),
        ColumnType::FloatList => Some("list: float32"),
        ColumnType::TextMap => None,
    }
}

/// The size's name.
fn size(rows: u64) -> &'static str {
    SIZES.iter().find(|(too_large, _)| rows < *too_large).map_or("n>1T", |(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_the_names_of_their_decades() {
        let names = [0, 999, 1_000, 9_999, 94_000_000, 1_000_000_000_000].map(size);
        assert_eq!(names, ["n<1K", "n<1K", "1K<n<10K", "1K<n<10K", "10M<n<100M", "n>1T"]);
    }
}
