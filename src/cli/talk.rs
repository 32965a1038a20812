//! What is said, and where: results on standard output, talk on standard error.

use std::ffi::OsString;
use std::fmt::Display;
use std::io::{self, Write};

use crate::cli::exit::Exit;
use crate::error::RunError;
use crate::input::names::printable;
use crate::pipeline::extract_error::Stopped;
use crate::pipeline::find::NotFound;

/// Why a command gave no result.
#[derive(Debug)]
pub(super) enum Failure {
    /// The run ended early.
    Run(RunError),
    /// The game that was asked for is not there, or can't be read.
    NotFound(NotFound),
    /// Games can't be extracted.
    Extract(Stopped),
    /// The command line asks for something that can't be meant.
    Usage(String),
    /// A signal ended it.
    Signal(Exit),
    /// Standard output can't be written.
    Stdout(io::Error),
}

impl From<RunError> for Failure {
    fn from(error: RunError) -> Failure {
        Failure::Run(error)
    }
}

impl Failure {
    /// Says what went wrong, and gives the exit for it.
    pub(super) fn tell(self) -> Exit {
        match self {
            Failure::Run(error) => {
                fault(&error);
                match error {
                    // The user named a place that is not ours to take.
                    RunError::OutputTaken { .. } => Exit::Usage,
                    RunError::Output { .. }
                    | RunError::OutputChanged { .. }
                    | RunError::Table { .. }
                    | RunError::Dataset { .. }
                    | RunError::Unbalanced { .. }
                    | RunError::Threads { .. }
                    | RunError::Interrupted => Exit::Fault,
                }
            }
            Failure::NotFound(error) => {
                fault(error);
                Exit::Fault
            }
            Failure::Extract(error) => {
                fault(error);
                Exit::Fault
            }
            Failure::Usage(text) => {
                fault(text);
                Exit::Usage
            }
            Failure::Signal(exit) => {
                fault(RunError::Interrupted);
                exit
            }
            Failure::Stdout(error) => {
                fault(format_args!("standard output: {}", crate::error::reason(&error)));
                Exit::Fault
            }
        }
    }
}

/// Says what went wrong.
pub(super) fn fault(text: impl Display) {
    say(format_args!("arbitro: error: {}", printable(&text.to_string())));
}

/// Says what may need a look.
pub(super) fn warning(text: impl Display) {
    say(format_args!("arbitro: warning: {}", printable(&text.to_string())));
}

/// Says something on standard error. Nobody is left to tell where that can't be written.
pub(super) fn say(text: impl Display) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}

/// Prints a result. A reader that has had enough (`| head`) is no fault.
pub(super) fn print(text: &str) -> Result<(), Failure> {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Failure::Stdout(error)),
        Ok(()) | Err(_) => Ok(()),
    }
}

/// Prints the help or version that was asked for, or says what is wrong with the command line.
pub(super) fn usage(error: &clap::Error, arguments: &[OsString]) -> Exit {
    if !error.use_stderr() {
        // clap colours only a terminal without NO_COLOR.
        let _ = error.print();
        return Exit::Done;
    }
    let is_plain = |argument: &OsString| !argument.to_string_lossy().contains(char::is_control);
    if arguments.iter().all(is_plain) {
        let _ = error.print();
    } else {
        // An argument is quoted as it is: lines are ours or its, and the rest would steer the terminal.
        let text = error.to_string();
        text.lines().for_each(|line| say(printable(line)));
    }
    Exit::Usage
}
