//! `arbitro report`: a page to look at.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;

use clap::Args;

use crate::cli::dataset;
use crate::cli::exit::Exit;
use crate::cli::signals::Signals;
use crate::cli::talk::{Failure, fault, print, say};
use crate::error::RunError;
use crate::input::names::{name, printable};
use crate::pipeline::draft::{Draft, Present};
use crate::pipeline::obstacles::REPORT_NAME;
use crate::pipeline::survey::survey;
use crate::report::html::page;
use crate::report::numbers::{bytes, counted};
use crate::report::provenance::Provenance;

#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// A dataset
    #[arg(value_name = "DATASET")]
    dataset: PathBuf,

    /// The file that the page is written to, or - for standard output, which is the default
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Replace the file if it exists
    #[arg(short, long, requires = "output")]
    force: bool,

    /// How many threads to use [default: one for each processor]
    #[arg(short = 'j', long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// Say nothing but errors
    #[arg(short, long)]
    quiet: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let refused = |reason: &str| {
        fault(format_args!("{}: {reason}", arguments.dataset.display()));
        Ok(Exit::Fault)
    };
    let (dataset, manifest) = match dataset::read(&arguments.dataset) {
        Ok(read) => read,
        Err(reason) => return refused(&reason),
    };
    let Some(provenance) = Provenance::read(&manifest) else {
        return refused("its manifest.json has no ledger");
    };
    let draft = match arguments.output.as_deref().filter(|output| *output != Path::new("-")) {
        Some(output) => Some(arguments.draft(output)?),
        None => None,
    };
    let stop = Arc::new(AtomicBool::new(false));
    let signals =
        Signals::raise(&stop).map_err(|error| RunError::Threads { reason: crate::error::reason(&error) })?;
    let processors = || thread::available_parallelism().map_or(1, usize::from);
    let surveyed = survey(&dataset.parts, arguments.threads.map_or_else(processors, usize::from), &stop);
    if let Some(exit) = signals.exit() {
        return Err(Failure::Signal(exit));
    }
    let surveyed = surveyed?;
    let page = page(&provenance, &surveyed);
    match draft {
        Some(draft) => arguments.write(draft, &page, surveyed.survey.games)?,
        None => print(&page)?,
    }
    let faults = provenance.faults(surveyed.survey.games);
    faults.iter().for_each(|told| fault(format_args!("the ledger doesn't balance: {told}")));
    Ok(if faults.is_empty() { Exit::Done } else { Exit::Fault })
}

impl Arguments {
    /// Begins the page's file, which may stand in the dataset's folder under one name alone.
    fn draft(&self, output: &Path) -> Result<Draft, Failure> {
        let draft = Draft::begin(output, if self.force { Present::Replace } else { Present::Keep })?;
        let target = draft.target();
        let parent =
            target.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        if let (Ok(folder), Ok(parent)) = (fs::canonicalize(&self.dataset), fs::canonicalize(parent))
            && parent.starts_with(&folder)
            && !(parent == folder && target.file_name().is_some_and(|name| name == REPORT_NAME))
        {
            return Err(Failure::Usage(format!(
                "{}: lies in the dataset, where a report is named {REPORT_NAME}",
                target.display()
            )));
        }
        Ok(draft)
    }

    fn write(&self, mut draft: Draft, page: &str, games: u64) -> Result<(), Failure> {
        let target = draft.target().to_owned();
        draft.write_all(page.as_bytes()).map_err(RunError::output(&target))?;
        draft.publish()?;
        if !self.quiet {
            let size = bytes(page.len() as f64);
            let place = self.output.as_deref().unwrap_or(&target);
            let place = name(place.as_os_str());
            say(format_args!("{}: {}, {size}", printable(&place), counted(games, "game", "games")));
        }
        Ok(())
    }
}
