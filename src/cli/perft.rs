//! `arbitro perft`: how many lines of legal moves a position has.

use std::fmt::Write;

use clap::Args;

use crate::chess::fen::Fen;
use crate::chess::perft::{divide, perft};
use crate::chess::position::Position;
use crate::chess::uci::UciCastling;
use crate::cli::exit::Exit;
use crate::cli::rule::fen;
use crate::cli::talk::{Failure, print};

#[derive(Args, Debug)]
#[command(override_usage = "arbitro perft [--divide] <FEN> <DEPTH>")]
pub(super) struct Arguments {
    /// The position as FEN, quoted or as several words (its counters may be missing), or startpos; then the depth in plies
    #[arg(required = true, num_args = 2.., value_names = ["FEN", "DEPTH"])]
    fen_and_depth: Vec<String>,

    /// Print the count behind each move too
    #[arg(long)]
    divide: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let (position, depth) = arguments.read().map_err(Failure::Usage)?;
    if !arguments.divide || depth == 0 {
        print(&format!("{}\n", perft(&position, depth)))?;
        return Ok(Exit::Done);
    }
    let style =
        if position.castling().is_standard() { UciCastling::KingTarget } else { UciCastling::KingTakesRook };
    let mut text = String::new();
    let mut total = 0;
    for (mv, count) in divide(&position, depth) {
        let _ = writeln!(text, "{}: {count}", position.uci(mv, style));
        total += count;
    }
    print(&format!("{text}\n{total}\n"))?;
    Ok(Exit::Done)
}

impl Arguments {
    fn read(&self) -> Result<(Position, u32), String> {
        let Some((depth, words)) = self.fen_and_depth.split_last() else {
            return Err("give a FEN and a depth".to_owned());
        };
        // 15 plies from the start position are some 2 * 10^21 lines: the count would not fit, if anyone could wait for it.
        let depth =
            depth.parse().ok().filter(|depth| *depth <= 14).ok_or_else(|| {
                format!("{depth}: the last word is the depth, a number of plies from 0 to 14")
            })?;
        let fen = fen(words);
        let setup = Fen::parse(fen.as_bytes())
            .map_err(|error| format!("{fen}: {error}"))?
            .setup()
            .map_err(|error| format!("{fen}: {error}"))?;
        Ok((setup.position, depth))
    }
}
