//! The list of columns, as a table for people, as Markdown for documents, as JSON for programs.

use std::fmt::Write;

use serde_json::{Value, json};

use crate::finding::FINDINGS;
use crate::report::numbers::{counted, grouped};
use crate::table::{COLUMNS, Column, ColumnSize, Group, PLIES, SCHEMA_VERSION, SUMMARY, Tier};

/// How the list is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Aligned text.
    Table,
    /// A Markdown table.
    Markdown,
    /// JSON, with the words of the enumerations and the codes of the findings.
    Json,
}

/// A table of the dataset.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Table {
    /// One row a game.
    Games,
    /// One row a half-move.
    Plies,
    /// One row for games that have several things in common.
    Summary,
}

impl Table {
    fn columns(self) -> &'static [Column] {
        match self {
            Table::Games => &COLUMNS,
            Table::Plies => &PLIES,
            Table::Summary => &SUMMARY,
        }
    }

    /// Only what can be chosen from has tiers.
    fn tiers(self) -> Tiers {
        match self {
            Table::Games => Tiers::Shown,
            Table::Plies | Table::Summary => Tiers::Hidden,
        }
    }
}

/// Whether it is told to which tier a column belongs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tiers {
    /// It is told.
    Shown,
    /// It isn't: there is nothing to choose, or no longer.
    Hidden,
}

impl Tiers {
    /// A cell of a column that stands only where tiers are told.
    fn cell(self, text: String) -> String {
        match self {
            Tiers::Shown => text,
            Tiers::Hidden => String::new(),
        }
    }
}

/// The list of a table's columns.
pub fn schema(of: Table, format: Format) -> String {
    match format {
        Format::Table => table(of),
        Format::Markdown => markdown(of.columns(), of.tiers()),
        Format::Json => format!("{:#}\n", json(of)),
    }
}

/// What each column of a table costs, the dearest first.
pub fn sizes(table: &str, sizes: &[ColumnSize]) -> String {
    let mut sizes: Vec<_> = sizes.iter().collect();
    sizes.sort_by_key(|size| std::cmp::Reverse(size.bytes));
    let rows = sizes.first().map_or(0, |size| size.rows);
    let a_row = |bytes: u64| bytes as f64 / rows.max(1) as f64;
    let total: u64 = sizes.iter().map(|size| size.bytes).sum();
    let mut text = format!(
        "{table}, {}\n{:24} {:>14} {:>12}\n",
        counted(rows, "row", "rows"),
        "column",
        "bytes",
        "bytes/row"
    );
    for size in sizes {
        let _ = writeln!(text, "{:24} {:>14} {:>12.2}", size.name, grouped(size.bytes), a_row(size.bytes));
    }
    let _ = writeln!(text, "{:24} {:>14} {:>12.2}", "all", grouped(total), a_row(total));
    text
}

fn table(of: Table) -> String {
    let columns = of.columns();
    let width =
        |text: fn(&Column) -> &str| columns.iter().map(|column| text(column).len()).max().unwrap_or(0);
    let name = width(|column| column.name);
    let kind = width(|column| column.kind.as_str());
    let unit = width(|column| column.unit).max("unit".len());
    let tier = |tier: &str| of.tiers().cell(format!("{tier:7}  "));
    let mut text = String::new();
    let _ = writeln!(
        text,
        "{:name$}  {:kind$}  null  {}{:unit$}  meaning",
        "column",
        "type",
        tier("tier"),
        "unit"
    );
    for column in columns {
        let Column { name: column_name, unit: column_unit, sentence, .. } = column;
        let column_kind = column.kind.as_str();
        let column_tier = tier(column.tier_name());
        let null = nullable(column);
        let _ = writeln!(
            text,
            "{column_name:name$}  {column_kind:kind$}  {null:4}  {column_tier}{column_unit:unit$}  {sentence}"
        );
    }
    text
}

/// Columns as a Markdown table. Types stand as code: `list<utf8>` would be taken for HTML.
pub fn markdown<'c>(columns: impl IntoIterator<Item = &'c Column>, tiers: Tiers) -> String {
    let tier = |tier: &str| tiers.cell(format!("{tier} | "));
    let mut text = format!("| column | type | null | {}unit | meaning | source |\n", tier("tier"));
    let _ = writeln!(text, "|---|---|---|{}---|---|---|", tiers.cell("---|".to_owned()));
    for column in columns {
        let Column { name, unit, sentence, source, .. } = column;
        let (kind, tier) = (column.kind.as_str(), tier(column.tier_name()));
        let null = nullable(column);
        let _ = writeln!(text, "| `{name}` | `{kind}` | {null} | {tier}{unit} | {sentence} | {source} |");
    }
    text
}

fn json(of: Table) -> Value {
    let columns: Vec<_> = of
        .columns()
        .iter()
        .map(|column| {
            json!({
                "name": column.name,
                "type": column.kind.as_str(),
                "nullable": column.nullable,
                "tier": column.tier.map(Tier::as_str).filter(|_| of.tiers() == Tiers::Shown),
                "group": Group::of(column).filter(|_| of.tiers() == Tiers::Shown).map(Group::as_str),
                "unit": Some(column.unit).filter(|unit| !unit.is_empty()),
                "meaning": column.sentence,
                "source": Some(column.source).filter(|source| !source.is_empty()),
                "words": column.words(),
            })
        })
        .collect();
    let findings: Vec<_> = FINDINGS
        .iter()
        .map(|info| {
            json!({
                "code": info.code,
                "severity": info.severity.as_str(),
                "meaning": info.sentence,
                "source": info.source,
            })
        })
        .collect();
    json!({ "schema_version": SCHEMA_VERSION, "columns": columns, "findings": findings })
}

fn nullable(column: &Column) -> &'static str {
    if column.nullable { "yes" } else { "no" }
}
