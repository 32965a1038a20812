//! `arbitro explain`: one game's ruling, and what it rests on.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;

use crate::cli::exit::Exit;
use crate::cli::talk::{Failure, print};
use crate::cli::values;
use crate::input::files::{InputFile, Place};
use crate::input::names::name;
use crate::pgn::dialect::Dialect;
use crate::pipeline::find::{Wanted, find};
use crate::report::drawing::Signs;
use crate::report::explanation::explain;
use crate::rules::laws::Profile;

#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// A PGN file (also .zst), or - for standard input
    #[arg(value_name = "FILE")]
    file: OsString,

    #[command(flatten)]
    which: Which,

    /// The Laws to rule by: auto (the FIDE Laws of the game's date), fide, fide1997, lichess, chesscom or online
    #[arg(long, value_name = "LAWS", default_value_t = Profile::Auto, value_parser = values::laws)]
    laws: Profile,

    /// Who wrote the game, where the tags don't tell: lichess, chesscom, fics, icc, cutechess, fastchess, tcec, chessgui or other
    #[arg(long, value_name = "SITE", value_parser = values::site)]
    site: Option<Dialect>,

    /// Draw the board with letters
    #[arg(long)]
    ascii: bool,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Args, Debug)]
#[group(required = true, multiple = false)]
struct Which {
    /// The game of this number, 0 for the first of the file: the dataset's game_index
    #[arg(long, value_name = "N")]
    game: Option<u64>,

    /// The game that this byte of the decompressed text belongs to: the dataset's byte_offset
    #[arg(long, value_name = "BYTES")]
    offset: Option<u64>,

    /// The game that its site knows by this id: the dataset's game_id
    #[arg(long, value_name = "GAME_ID")]
    id: Option<String>,
}

impl Which {
    fn wanted(&self) -> Option<Wanted> {
        let Which { game, offset, id } = self;
        game.map(Wanted::Index).or_else(|| offset.map(Wanted::Offset)).or_else(|| id.clone().map(Wanted::Id))
    }
}

pub(super) fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let Arguments { file, which, laws, site, ascii, json } = arguments;
    let wanted = which.wanted().ok_or_else(|| {
        Failure::Usage("say which game: --game N, --offset BYTES or --id GAME_ID".to_owned())
    })?;
    let place = if file == "-" { Place::Stdin } else { Place::Path(PathBuf::from(file)) };
    let input = InputFile { name: name(file), place };
    let found = find(&input, &wanted).map_err(Failure::NotFound)?;
    let explanation = explain(&input.name, &found, *laws, *site);
    let signs = if *ascii { Signs::Ascii } else { Signs::Unicode };
    print(&if *json { format!("{:#}\n", explanation.json()) } else { explanation.text(signs) })?;
    Ok(Exit::Done)
}
