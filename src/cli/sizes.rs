//! `arbitro sizes`: what each column of a dataset costs. For those who work on Arbitro.

use std::path::PathBuf;

use clap::Args;

use crate::cli::exit::Exit;
use crate::cli::talk::{Failure, print};
use crate::pipeline::encode::table_error;
use crate::pipeline::obstacles::GAMES_FOLDER;
use crate::report::schema;
use crate::table;

#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// A dataset
    #[arg(value_name = "DIR")]
    dataset: PathBuf,
}

pub(super) fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let folder = arguments.dataset.join(GAMES_FOLDER);
    let sizes = table::sizes(&folder).map_err(table_error(&folder))?;
    print(&schema::sizes(&sizes))?;
    Ok(Exit::Done)
}
