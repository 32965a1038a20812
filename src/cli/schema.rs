//! `arbitro schema`: the dataset's columns.

use clap::{Args, ValueEnum};

use crate::cli::exit::Exit;
use crate::cli::talk::{Failure, print};
use crate::report::schema;

#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// How the list is written
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,

    /// Which table's columns
    #[arg(long, value_enum, default_value_t = Table::Games)]
    table: Table,
}

#[derive(Clone, Copy, ValueEnum, Debug)]
enum Table {
    Games,
    Plies,
    Summary,
}

#[derive(Clone, Copy, ValueEnum, Debug)]
enum Format {
    Table,
    Markdown,
    Json,
}

pub(super) fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let format = match arguments.format {
        Format::Table => schema::Format::Table,
        Format::Markdown => schema::Format::Markdown,
        Format::Json => schema::Format::Json,
    };
    let table = match arguments.table {
        Table::Games => schema::Table::Games,
        Table::Plies => schema::Table::Plies,
        Table::Summary => schema::Table::Summary,
    };
    print(&schema::schema(table, format))?;
    Ok(Exit::Done)
}
