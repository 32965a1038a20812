//! The commands, and the way from a command line to one of them.

use std::env;
use std::ffi::OsString;

use clap::{Parser, Subcommand};

use crate::cli::exit::Exit;
use crate::cli::talk::Failure;
use crate::cli::{audit, explain, extract, perft, report, rule, schema, share, sizes, talk};

/// An arbiter for millions of chess games: PGN in, one ruled row a game out.
#[derive(Parser, Debug)]
#[command(name = "arbitro", version, about, max_term_width = 110, arg_required_else_help = true)]
struct Arbitro {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Replay every game, rule on how it ended, and write what was found as Parquet
    Audit(audit::Arguments),
    /// Explain one game's ruling: the evidence, the Laws, the board, who could still mate
    Explain(explain::Arguments),
    /// Take games out of the audited files, chosen by a predicate on their rows
    Extract(extract::Arguments),
    /// Show a dataset as one page of HTML, which loads nothing
    Report(report::Arguments),
    /// Say what the Laws say of one position
    Rule(rule::Arguments),
    /// Count the positions that legal moves lead to
    Perft(perft::Arguments),
    /// List the dataset's columns
    Schema(schema::Arguments),
    /// List what each column of a dataset costs
    #[command(hide = true)]
    Sizes(sizes::Arguments),
}

/// Does what the command line asks for.
pub fn run() -> Exit {
    let arguments: Vec<OsString> = share::joined(env::args_os().collect());
    let command = match Arbitro::try_parse_from(&arguments) {
        Ok(arbitro) => arbitro.command,
        Err(error) => return talk::usage(&error, &arguments),
    };
    let done = match command {
        Command::Audit(arguments) => audit::run(arguments),
        Command::Explain(arguments) => explain::run(&arguments),
        Command::Extract(arguments) => extract::run(&arguments),
        Command::Report(arguments) => report::run(&arguments),
        Command::Rule(arguments) => rule::run(&arguments),
        Command::Perft(arguments) => perft::run(&arguments),
        Command::Schema(arguments) => schema::run(&arguments),
        Command::Sizes(arguments) => sizes::run(&arguments),
    };
    done.unwrap_or_else(Failure::tell)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_flags_do_not_contradict_each_other() {
        Arbitro::command().debug_assert();
    }
}
