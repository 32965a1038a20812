//! `arbitro rule`: one position under the Laws.

use clap::Args;

use crate::cli::exit::Exit;
use crate::cli::talk::{Failure, print};
use crate::report::drawing::Signs;
use crate::report::position::judge;
use crate::rules::winnable::effort::Effort;

/// The position that every standard game begins with.
pub(super) const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// The position as FEN, quoted or as several words (its counters may be missing), or startpos
    #[arg(required = true, value_name = "FEN")]
    fen: Vec<String>,

    /// Find out who could still mate, by a search that takes seconds and gives up after some 17 million moves
    #[arg(long)]
    exact: bool,

    /// Draw the board with letters
    #[arg(long)]
    ascii: bool,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let fen = fen(&arguments.fen);
    let effort = if arguments.exact { Effort::Exact } else { Effort::Default };
    let verdict = judge(&fen, effort).map_err(|error| Failure::Usage(format!("{fen}: {error}")))?;
    let signs = if arguments.ascii { Signs::Ascii } else { Signs::Unicode };
    print(&if arguments.json { format!("{:#}\n", verdict.json()) } else { verdict.text(signs) })?;
    Ok(Exit::Done)
}

/// The FEN that some words make.
pub(super) fn fen(words: &[String]) -> String {
    let fen = words.join(" ");
    let fen = fen.trim();
    if fen == "startpos" { START.to_owned() } else { fen.to_owned() }
}
