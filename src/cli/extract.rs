//! `arbitro extract`: the games themselves, chosen by a predicate on their rows.

use std::fs;
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use clap::Args;

use crate::cli::dataset;
use crate::cli::exit::Exit;
use crate::cli::signals::Signals;
use crate::cli::talk::{Failure, fault, say, warning};
use crate::error::RunError;
use crate::pipeline::draft::{Draft, Present};
use crate::pipeline::extract::{Dataset, Extracted, extract};
use crate::pipeline::extract_error::{ExtractError, Stopped};
use crate::pipeline::originals::find;
use crate::report::numbers::{bytes, counted, grouped};
use crate::table::Predicate;

/// How much is written to standard output at a time.
const BLOCK: usize = 64 * 1024;

#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// A dataset
    #[arg(value_name = "DATASET")]
    dataset: PathBuf,

    /// The games to take, by the columns of their rows: "ruling = 'time_forfeit_drawn' and Result <> '1/2-1/2'"
    #[arg(long = "where", value_name = "PREDICATE", allow_hyphen_values = true)]
    predicate: String,

    /// The file that the games are written to, or - for standard output, which is the default
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Replace the file if it exists
    #[arg(short, long, requires = "output")]
    force: bool,

    /// The folder to look for the audited files in, if they have moved
    #[arg(long, value_name = "DIR")]
    source: Option<PathBuf>,

    /// Say nothing but errors
    #[arg(short, long)]
    quiet: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let predicate = match Predicate::read(&arguments.predicate) {
        Ok(predicate) => predicate,
        Err(mistake) => {
            fault(format_args!("--where: {mistake}"));
            mistake.marked(&arguments.predicate).iter().for_each(|line| say(format_args!("  {line}")));
            return Ok(Exit::Usage);
        }
    };
    let dataset = match dataset::read(&arguments.dataset) {
        Ok((dataset, _)) => dataset,
        Err(reason) => {
            fault(format_args!("{}: {reason}", arguments.dataset.display()));
            return Ok(Exit::Fault);
        }
    };
    let stop = Arc::new(AtomicBool::new(false));
    let signals =
        Signals::raise(&stop).map_err(|error| RunError::Threads { reason: crate::error::reason(&error) })?;
    let extracted = match arguments.output.as_deref().filter(|output| *output != Path::new("-")) {
        Some(output) => arguments.extract_to(output, &dataset, predicate, &stop).map(Some),
        None => arguments.print(&dataset, predicate, &stop),
    };
    if let Some(exit) = signals.exit() {
        return Err(Failure::Signal(exit));
    }
    if let Some(extracted) = extracted?
        && !arguments.quiet
    {
        tell(&extracted);
    }
    Ok(Exit::Done)
}

impl Arguments {
    /// Extracts into a file, which appears if all goes well.
    fn extract_to(
        &self,
        output: &Path,
        dataset: &Dataset,
        predicate: Predicate,
        stop: &AtomicBool,
    ) -> Result<Extracted, Failure> {
        let mut draft = Draft::begin(output, if self.force { Present::Replace } else { Present::Keep })?;
        self.check_place(draft.target(), dataset)?;
        let extracted =
            extract(dataset, predicate, self.source.as_deref(), stop, &mut draft).map_err(|stopped| {
                match stopped.error {
                    ExtractError::Output(error) => RunError::output(draft.target())(error).into(),
                    // What stands in the draft goes with it.
                    error if !draft.is_written_through() => Failure::Extract(Stopped { error, games: 0 }),
                    error => Failure::Extract(Stopped { error, ..stopped }),
                }
            })?;
        draft.publish()?;
        Ok(extracted)
    }

    /// Refuses to write into the dataset, or over what it was made of.
    fn check_place(&self, target: &Path, dataset: &Dataset) -> Result<(), Failure> {
        let refuse = |what: &str| Err(Failure::Usage(format!("{}: {what}", target.display())));
        let folder = fs::canonicalize(&self.dataset);
        let parent =
            target.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        if let (Ok(folder), Ok(parent)) = (folder, fs::canonicalize(parent))
            && parent.starts_with(folder)
        {
            return refuse(
                "lies in the dataset, which holds nothing else; the output needs a place of its own",
            );
        }
        let is_target = |path: PathBuf| fs::canonicalize(path).is_ok_and(|path| path == target);
        let find = |name: &str| find(name, self.source.as_deref());
        if target.is_file() && dataset.sources.iter().filter_map(|source| find(&source.name)).any(is_target) {
            return refuse("is one of the files that the dataset was made of; it is not replaced");
        }
        Ok(())
    }

    /// Extracts to standard output. A reader that has had enough (`| head`) is no fault, and is told nothing.
    fn print(
        &self,
        dataset: &Dataset,
        predicate: Predicate,
        stop: &AtomicBool,
    ) -> Result<Option<Extracted>, Failure> {
        let mut stdout = BufWriter::with_capacity(BLOCK, io::stdout().lock());
        match extract(dataset, predicate, self.source.as_deref(), stop, &mut stdout) {
            Ok(extracted) => Ok(Some(extracted)),
            Err(Stopped { error: ExtractError::Output(error), .. }) => match error.kind() {
                io::ErrorKind::BrokenPipe => Ok(None),
                _ => Err(Failure::Stdout(error)),
            },
            Err(stopped) => Err(Failure::Extract(stopped)),
        }
    }
}

fn tell(extracted: &Extracted) {
    let rows = counted(extracted.rows, "game", "games");
    if extracted.games == 0 {
        say(format_args!("0 of {rows}: the predicate is true of none"));
        return;
    }
    say(format_args!(
        "{} of {rows}, {} from {}",
        grouped(extracted.games),
        bytes(extracted.bytes as f64),
        counted(extracted.sources, "file", "files")
    ));
    if extracted.run_together > 0 {
        warning(format_args!(
            "{} can't be told from the one before: no result and no tag parts them",
            counted(extracted.run_together, "game", "games")
        ));
    }
}
