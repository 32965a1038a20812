//! `arbitro sizes`: what each column of a dataset's tables costs. For those who work on Arbitro.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::cli::exit::Exit;
use crate::cli::talk::{Failure, print};
use crate::pipeline::encode::table_error;
use crate::pipeline::obstacles::{GAMES_FOLDER, PLIES_FOLDER, SUMMARY_NAME};
use crate::report::schema;
use crate::table;

#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// A dataset
    #[arg(value_name = "DIR")]
    dataset: PathBuf,
}

pub(super) fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let mut sections = Vec::new();
    for name in [GAMES_FOLDER, PLIES_FOLDER, SUMMARY_NAME] {
        let path = arguments.dataset.join(name);
        // The games are there in every dataset; what else there is was asked for.
        if name != GAMES_FOLDER && !path.exists() {
            continue;
        }
        let sizes = table::sizes(&path).map_err(table_error(&path))?;
        let table = Path::new(name).file_stem().and_then(OsStr::to_str).unwrap_or(name);
        sections.push(schema::sizes(table, &sizes));
    }
    print(&sections.join("\n"))?;
    Ok(Exit::Done)
}
