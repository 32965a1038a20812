//! The command line: flags, help, what is printed where, and the exit code.
//!
//! Results go to standard output, talk and progress to standard error. One file a command; the only user of clap and of
//! signal-hook.

mod audit;
mod command;
mod dataset;
mod exit;
mod explain;
mod extract;
mod fail_on;
mod perft;
mod report;
mod rule;
mod schema;
mod share;
mod signals;
mod sizes;
mod talk;
mod values;

pub use command::run;
pub use exit::Exit;
