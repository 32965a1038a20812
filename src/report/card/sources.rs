//! What was read: the ledger, and every input.

use std::fmt::Write;

use super::quoted::quoted;
use crate::pipeline::tally::{Audit, InputKind, InputReport};
use crate::report::numbers::{counted, grouped};

/// Inputs that are listed: more are for the manifest.
const LISTED: usize = 100;

pub(super) fn sources(audit: &Audit) -> String {
    let ledger = &audit.ledger;
    let mut text = "## What was read\n\n| ledger | count |\n|---|--:|\n".to_owned();
    for (what, count) in [
        ("bytes of games", ledger.game_bytes),
        ("bytes between games", ledger.between_bytes),
        ("bytes read", ledger.bytes),
        ("games found", ledger.games),
        ("rows written", ledger.rows),
        ("half-moves replayed", audit.counts.plies),
    ] {
        let _ = writeln!(text, "| {what} | {} |", grouped(count));
    }
    text.push_str(
        "\nEvery byte belongs to a game or stands between games, and every game has its row: a run of which that is not true publishes \
         nothing. Bytes are those of the text, decompressed.\n\n",
    );
    let faults = audit.inputs.iter().filter(|input| input.error.is_some()).count() as u64;
    if faults > 0 {
        let inputs = counted(faults, "input", "inputs");
        let _ = writeln!(text, "**{inputs} could not be read to the end:** what could be read is here.\n");
    }
    // Those that could not be read come first: nobody should have to look for them.
    let (faulty, whole): (Vec<_>, Vec<_>) = audit.inputs.iter().partition(|input| input.error.is_some());
    for input in faulty.into_iter().chain(whole).take(LISTED) {
        let _ = writeln!(text, "* {}", line(input));
    }
    if audit.inputs.len() > LISTED {
        let all = grouped(audit.inputs.len() as u64);
        let _ = writeln!(text, "\nThese are {LISTED} of {all} inputs; `manifest.json` has them all.");
    }
    text
}

fn line(input: &InputReport) -> String {
    let name = quoted(&input.name);
    let games = counted(input.ledger.games, "game", "games");
    let bytes = counted(input.ledger.bytes, "byte", "bytes");
    let found = match input.kind {
        InputKind::File(_) => format!("{name}: {games}, {bytes}"),
        InputKind::EmptyFolder => format!("{name}: a folder without PGN files"),
        InputKind::Unopened => format!("{name}: not opened"),
    };
    match &input.error {
        Some(error) => format!("{found}; {}", quoted(&error.fault.to_string())),
        None => found,
    }
}
