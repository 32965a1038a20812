//! The tables that a dataset has: their files, rows and columns.

use crate::pipeline::obstacles::{GAMES_FOLDER, PLIES_FOLDER, SUMMARY_NAME};
use crate::pipeline::tally::Audit;
use crate::report::manifest::Asked;
use crate::table::{Column, ColumnSet, PLIES, SUMMARY};

/// A table of the dataset.
pub(super) struct Table {
    /// Its name, which is that of its configuration on Hugging Face.
    pub(super) name: &'static str,
    /// Its files, from the dataset's folder.
    pub(super) files: String,
    /// What a row is.
    pub(super) row: &'static str,
    /// Its rows.
    pub(super) rows: u64,
    /// Its columns, as they stand in the files.
    pub(super) columns: Vec<&'static Column>,
}

/// The tables that were written, the games first.
pub(super) fn tables(audit: &Audit, asked: &Asked, columns: &ColumnSet) -> Vec<Table> {
    let depth = if asked.partition.is_empty() { "" } else { "**/" };
    let games = Table {
        name: GAMES_FOLDER,
        files: format!("{GAMES_FOLDER}/{depth}*.parquet"),
        row: "a game",
        rows: audit.ledger.rows,
        columns: columns.columns().collect(),
    };
    let summary = audit.summary.as_ref().map(|file| Table {
        name: "summary",
        files: SUMMARY_NAME.to_owned(),
        row: "all games that have month, speed, rating and ruling in common",
        rows: file.rows,
        columns: SUMMARY.iter().collect(),
    });
    let plies = audit.plies.as_ref().filter(|parts| !parts.is_empty()).map(|parts| Table {
        name: PLIES_FOLDER,
        files: format!("{PLIES_FOLDER}/*.parquet"),
        row: "a half-move, joined to its game by source_file and game_index",
        rows: parts.iter().map(|part| part.rows).sum(),
        columns: PLIES.iter().filter(|column| column.name != "fen" || asked.plies == Some("fen")).collect(),
    });
    // A table without a row has no file.
    [games].into_iter().filter(|_| !audit.parts.is_empty()).chain(plies).chain(summary).collect()
}
