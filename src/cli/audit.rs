//! `arbitro audit`: the main job.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::{Instant, SystemTime};

use clap::Args;

use crate::cli::exit::Exit;
use crate::cli::fail_on::FailOn;
use crate::cli::share;
use crate::cli::signals::Signals;
use crate::cli::talk::{Failure, fault, print, warning};
use crate::cli::values::{self, AskedColumns};
use crate::error::RunError;
use crate::input::files::{Entry, expand};
use crate::input::names::name;
use crate::pgn::dialect::Dialect;
use crate::pipeline::audit::{AuditOptions, JOB_BYTES, PlyTable, audit};
use crate::pipeline::bar::Bar;
use crate::pipeline::cross_check::Share;
use crate::pipeline::obstacles::{CARD_NAME, Existing, REPORT_NAME};
use crate::pipeline::parted::OPEN_BYTES;
use crate::pipeline::progress::Progress;
use crate::pipeline::publish::Stage;
use crate::pipeline::survey::survey;
use crate::pipeline::tally::{Audit, InputKind};
use crate::report::card::card;
use crate::report::html::page;
use crate::report::manifest::{self, Asked};
use crate::report::provenance::Provenance;
use crate::report::run::Run;
use crate::report::summary::{self, Detail};
use crate::rules::laws::Profile;
use crate::rules::winnable::effort::Effort;
use crate::ruling::Judgement;
use crate::table::{ColumnSet, Fens, Group, Partition, Tier};

/// The most games that are listed: more are for a query on the dataset.
const LISTED_GAMES: usize = 1_000;

/// What is said to a command without a place for its output.
const NO_PLACE: &str =
    "say where the dataset goes with -o DIR, or --no-output to find everything and write nothing";

/// What is said to a command that asks for no column but those that folders are named after.
const NO_COLUMN: &str = "no column is left to write: the names of the folders tell what --columns asks for";

/// What is said to a command that names standard input twice.
const ONE_STDIN: &str = "standard input (-) can be read once only";

#[derive(Args, Debug)]
#[command(
    override_usage = "arbitro audit [OPTIONS] <INPUT>... -o <DIR>\n       arbitro audit [OPTIONS] <INPUT>... --no-output"
)]
pub(super) struct Arguments {
    /// PGN files (also .zst), folders to walk for *.pgn and *.pgn.zst, or - for standard input
    #[arg(required = true, value_name = "INPUT")]
    inputs: Vec<OsString>,

    /// The folder that the dataset is written to
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,

    /// Find everything, write nothing
    #[arg(long, conflicts_with = "output")]
    no_output: bool,

    /// Replace the output if it is an empty folder, or a dataset and nothing else
    #[arg(short, long)]
    force: bool,

    /// Write report.html into the dataset: one page to look at, which loads nothing
    #[arg(long, conflicts_with = "no_output")]
    report: bool,

    /// How many threads to use [default: one for each processor]
    #[arg(short = 'j', long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// Say nothing but errors
    #[arg(short, long, conflicts_with = "verbose")]
    quiet: bool,

    /// List the games that are not legal (the first thousand), and count mere habits of writing too
    #[arg(short, long)]
    verbose: bool,

    /// Print the summary as JSON
    #[arg(long)]
    json: bool,

    /// Replay a share of the games (1% unless given) through pgn-reader and shakmaty; a disagreement makes the exit code 3
    #[arg(
        long, value_name = "SHARE", num_args = 0..=1, require_equals = true, default_missing_value = "1%",
        value_parser = share::parse
    )]
    cross_check: Option<Share>,

    /// Exit with 3 if any of these occurs: invalid, illegal_move, ..., conflict, warning, or a finding's code
    #[arg(long, value_name = "WHAT", value_delimiter = ',', value_parser = FailOn::parse)]
    fail_on: Vec<FailOn>,

    /// The Laws to rule by: auto (the FIDE Laws of each game's date), fide, fide1997, lichess, chesscom or online
    #[arg(long, value_name = "LAWS", default_value_t = Profile::Auto, value_parser = values::laws)]
    laws: Profile,

    /// Who wrote the games, where the tags don't tell: lichess, chesscom, fics, icc, cutechess, fastchess, tcec, chessgui or other
    #[arg(long, value_name = "SITE", value_parser = values::site)]
    site: Option<Dialect>,

    /// Find out of every game who could still mate, by a search that takes seconds at worst
    #[arg(long)]
    exact: bool,

    /// Don't ask who could still mate: material alone decides, and locked positions are not found to be dead
    #[arg(long, conflicts_with = "exact")]
    no_solver: bool,

    /// Exit with 3 unless there are so many games
    #[arg(long, value_name = "N")]
    expect_games: Option<u64>,

    /// The columns to write: core, default, all, their names, or several of these; -NAME leaves one out
    #[arg(long, value_name = "COLUMNS", default_value = Tier::Default.as_str(), value_parser = AskedColumns::read, allow_hyphen_values = true, conflicts_with = "no_output")]
    columns: AskedColumns,

    /// Lists of every game's moves (as UCI writes them), clocks and evaluations, beside the columns that are asked for
    #[arg(long, conflicts_with = "no_output")]
    lists: bool,

    /// Write a second table, plies, with a row for every half-move; with =fen the position after each stands in it. It is not partitioned
    #[arg(
        long, value_name = "fen", num_args = 0..=1, require_equals = true, default_missing_value = values::PLAIN_PLIES,
        value_parser = values::plies, conflicts_with = "no_output"
    )]
    plies: Option<Fens>,

    /// A folder for the games of each year (year) or month (year,month), as Hive names them
    #[arg(long, value_name = "KEYS", value_parser = Partition::read, conflicts_with = "no_output")]
    partition: Option<Partition>,

    /// About how many bytes the games that wait for their folders may take
    #[arg(long, value_name = "BYTES", hide = true, default_value_t = OPEN_BYTES)]
    open_bytes: usize,

    /// Bytes of text that a thread takes at a time
    #[arg(long, value_name = "BYTES", hide = true, default_value_t = JOB_BYTES)]
    chunk_size: usize,
}

pub(super) fn run(arguments: Arguments) -> Result<Exit, Failure> {
    if arguments.output.is_none() && !arguments.no_output {
        return Err(Failure::Usage(NO_PLACE.to_owned()));
    }
    if arguments.inputs.iter().filter(|input| *input == "-").count() > 1 {
        return Err(Failure::Usage(ONE_STDIN.to_owned()));
    }
    if arguments.written_columns().is_empty() {
        return Err(Failure::Usage(NO_COLUMN.to_owned()));
    }
    let started = (SystemTime::now(), Instant::now());
    let progress = Arc::new(Progress::new());
    let signals = Signals::raise(&progress.stop_flag())
        .map_err(|error| RunError::Threads { reason: crate::error::reason(&error) })?;
    let inputs = expand(&arguments.inputs);
    let stage = arguments.stage(&inputs)?;
    let options = arguments.options(stage.as_ref());
    let bar = if arguments.quiet { Bar::hidden() } else { Bar::follow(Arc::clone(&progress)) };
    let audited = audit(inputs, &options, &progress);
    drop(bar);
    if let Some(exit) = signals.exit() {
        return Err(Failure::Signal(exit));
    }
    let audit = audited?;
    let run = Run { started: started.0, elapsed: started.1.elapsed(), threads: options.threads };
    if let Some(stage) = stage {
        let asked = arguments.asked();
        let manifest = manifest::text(&audit, &asked, &run);
        stage.write(CARD_NAME, card(&audit, &asked, &options.columns).as_bytes())?;
        if arguments.report {
            write_report(&stage, &audit, manifest.as_bytes(), options.threads, &progress)?;
            if let Some(exit) = signals.exit() {
                return Err(Failure::Signal(exit));
            }
        }
        stage.publish(manifest.as_bytes())?;
    }
    let exit = arguments.tell_inputs(&audit).and(arguments.check(&audit));
    arguments.print_summary(&audit, &run)?;
    Ok(exit)
}

/// Surveys what was written, and puts the page beside it.
fn write_report(
    stage: &Stage,
    audit: &Audit,
    manifest: &[u8],
    threads: usize,
    progress: &Progress,
) -> Result<(), RunError> {
    let parts: Vec<_> = audit.parts.iter().map(|part| stage.games().join(&part.name)).collect();
    let surveyed = survey(&parts, threads, &progress.stop_flag())?;
    let provenance = Provenance::read(manifest).unwrap_or_default();
    stage.write(REPORT_NAME, page(&provenance, &surveyed).as_bytes())
}

impl Arguments {
    fn stage(&self, inputs: &[Entry]) -> Result<Option<Stage>, RunError> {
        let existing =
            if self.force { Existing::Replace { is_ours: manifest::is_ours } } else { Existing::Keep };
        self.output.as_deref().map(|target| Stage::begin(target, existing, inputs)).transpose()
    }

    /// What stands in the files: what the names of their folders tell does not.
    fn written_columns(&self) -> ColumnSet {
        let asked = if self.lists { self.columns.set.with(Group::Lists) } else { self.columns.set };
        asked.without(self.partition.unwrap_or_default().keys())
    }

    fn asked(&self) -> Asked {
        Asked {
            inputs: self.inputs.iter().map(|input| name(input)).collect(),
            columns: self.columns.text.clone(),
            lists: self.lists,
            plies: self.plies.map(values::plies_word),
            partition: self.partition.unwrap_or_default().keys(),
            laws: self.laws.as_str(),
            site: self.site.map(Dialect::as_str),
            exact: self.exact,
            no_solver: self.no_solver,
            cross_check: self.cross_check,
            fail_on: self.fail_on.iter().map(|what| what.name()).collect(),
            expect_games: self.expect_games,
        }
    }

    const fn effort(&self) -> Effort {
        match (self.no_solver, self.exact) {
            (true, _) => Effort::Board,
            (false, false) => Effort::Default,
            (false, true) => Effort::Exact,
        }
    }

    fn options(&self, stage: Option<&Stage>) -> AuditOptions {
        let processors = || thread::available_parallelism().map_or(1, usize::from);
        AuditOptions {
            threads: self.threads.map_or_else(processors, usize::from),
            job_bytes: self.chunk_size,
            games_folder: stage.map(Stage::games),
            plies: stage.zip(self.plies).map(|(stage, fens)| PlyTable { folder: stage.plies(), fens }),
            summary_file: stage.map(Stage::summary),
            columns: self.written_columns(),
            partition: self.partition.unwrap_or_default(),
            open_bytes: self.open_bytes,
            judgement: Judgement { laws: self.laws, site: self.site, effort: self.effort() },
            cross_check: self.cross_check,
            listed: if self.verbose { LISTED_GAMES } else { 0 },
        }
    }

    /// Names the inputs that could not be read, or that hold no game.
    fn tell_inputs(&self, audit: &Audit) -> Exit {
        let mut exit = Exit::Done;
        for input in &audit.inputs {
            if let Some(error) = &input.error {
                fault(error);
                exit = Exit::Fault;
            } else if !self.quiet && input.ledger.games == 0 {
                match input.kind {
                    InputKind::EmptyFolder => {
                        warning(format_args!("{}: no *.pgn or *.pgn.zst in this folder", input.name));
                    }
                    InputKind::File(_) | InputKind::Unopened => {
                        warning(format_args!("{}: no game in {} bytes", input.name, input.ledger.bytes));
                    }
                }
            }
        }
        exit
    }

    /// Says which of the checks that were asked for failed.
    fn check(&self, audit: &Audit) -> Exit {
        let mut exit = Exit::Done;
        for game in &audit.disagreements {
            fault(format_args!("{}: {}", game.place, game.disagreement));
            exit = Exit::CheckFailed;
        }
        for what in &self.fail_on {
            let count = what.count(&audit.counts);
            if count > 0 {
                fault(format_args!("--fail-on {}: {count} found", what.name()));
                exit = Exit::CheckFailed;
            }
        }
        if let Some(expected) = self.expect_games
            && expected != audit.ledger.games
        {
            fault(format_args!("--expect-games {expected}: {} found", audit.ledger.games));
            exit = Exit::CheckFailed;
        }
        exit
    }

    fn print_summary(&self, audit: &Audit, run: &Run) -> Result<(), Failure> {
        let output = self.output.as_deref();
        if self.json {
            return print(&format!("{:#}\n", summary::json(audit, run, output)));
        }
        if self.quiet {
            return Ok(());
        }
        let detail = if self.verbose { Detail::Full } else { Detail::Usual };
        print(&summary::text(audit, &self.asked(), run, output, detail))
    }
}
