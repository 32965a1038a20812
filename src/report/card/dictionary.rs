//! The data dictionary: every column that was written, the words of the fixed lists, the findings.

use std::fmt::Write;

use super::tables::Table;
use crate::finding::FINDINGS;
use crate::pipeline::counts::Counts;
use crate::report::numbers::{counted, grouped};
use crate::report::schema::{Tiers, markdown};

/// The columns of each table, and what its words are.
pub(super) fn columns(tables: &[Table]) -> String {
    let mut text = "## The columns\n".to_owned();
    for Table { name, files, row, rows, columns } in tables {
        let rows = counted(*rows, "row", "rows");
        let _ = writeln!(text, "\n### `{name}`\n\nOne row is {row}: {rows} in `{files}`.\n");
        text.push_str(&markdown(columns.iter().copied(), Tiers::Hidden));
        let lists = columns.iter().filter_map(|column| Some((column.name, column.words()?)));
        for (number, (column, words)) in lists.enumerate() {
            let heading = if number == 0 { "\n| column | its words |\n|---|---|\n" } else { "" };
            let words: Vec<_> = words.iter().map(|word| format!("`{word}`")).collect();
            let _ = writeln!(text, "{heading}| `{column}` | {} |", words.join(", "));
        }
    }
    text
}

/// Every code of the column `findings`, with how many games have it.
pub(super) fn findings(counts: &Counts) -> String {
    let mut text = "## The findings\n\n\
                    | code | severity | games | meaning | source |\n|---|---|--:|---|---|\n"
        .to_owned();
    for info in &FINDINGS {
        let games = grouped(counts.finding(info.finding));
        let (code, severity) = (info.code, info.severity.as_str());
        let _ = writeln!(text, "| `{code}` | {severity} | {games} | {} | {} |", info.sentence, info.source);
    }
    text
}
