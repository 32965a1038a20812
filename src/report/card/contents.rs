//! By which rules games were judged, and the counts worth knowing.

use std::fmt::Write;

use super::quoted::quoted;
use crate::chess::outcome::Outcome;
use crate::pipeline::contradictions::Example;
use crate::pipeline::place::GamePlace;
use crate::pipeline::tally::Audit;
use crate::replay::Legality;
use crate::report::commands::explain;
use crate::report::manifest::Asked;
use crate::report::numbers::{counted, grouped, percent};
use crate::rules::laws::Profile;
use crate::ruling::{Basis, Termination};
use crate::table::SCHEMA_VERSION;

/// The options that the dataset follows from.
pub(super) fn options(asked: &Asked) -> String {
    let Asked { inputs, columns, partition, laws, site, exact, .. } = asked;
    let laws = match *laws {
        laws if laws == Profile::Auto.as_str() => "the FIDE Laws of each game's date (`auto`)".to_owned(),
        laws => format!("`{laws}`"),
    };
    let site = site.map_or("by each game's tags".to_owned(), |site| format!("`{site}`"));
    let folders = match partition {
        [] => "one for all games".to_owned(),
        keys => format!("by `{}`", keys.join(",")),
    };
    let effort = if *exact { "asked of every game (`--exact`)" } else { "asked where something hangs on it" };
    let inputs: Vec<_> = inputs.iter().map(|input| quoted(input)).collect();
    format!(
        "## How it was made\n\n\
         * Arbitro {}, schema {SCHEMA_VERSION}: `arbitro audit`\n\
         * inputs: {}\n\
         * Laws: {laws}\n\
         * who wrote the games: {site}\n\
         * who could still mate: {effort}\n\
         * columns: {}\n\
         * folders: {folders}\n",
        env!("CARGO_PKG_VERSION"),
        inputs.join(", "),
        quoted(columns),
    )
}

/// How many games there are of each kind.
pub(super) fn counts(audit: &Audit) -> String {
    let counts = &audit.counts;
    let games = counts.games;
    let mut text = "## What is in it\n".to_owned();
    let mut rulings = Termination::ALL.map(|kind| (kind.as_str(), counts.ruling(kind)));
    rulings.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let declared = Outcome::ALL.map(|kind| (kind.as_str(), counts.declared(kind)));
    let ruled = Outcome::ALL.map(|kind| (kind.as_str(), counts.ruled(kind)));
    let none = |count| [("none", count)];
    table(&mut text, "legality", games, Legality::ALL.map(|kind| (kind.as_str(), counts.legality(kind))));
    table(&mut text, "ruling", games, rulings);
    table(&mut text, "ruling_basis", games, Basis::ALL.map(|kind| (kind.as_str(), counts.basis(kind))));
    table(&mut text, "result as declared", games, declared.into_iter().chain(none(counts.undeclared())));
    table(&mut text, "ruled_result", games, ruled.into_iter().chain(none(counts.unruled())));
    text
}

/// A table of counts, without those that count nothing.
fn table<'a>(out: &mut String, of: &str, whole: u64, lines: impl IntoIterator<Item = (&'a str, u64)>) {
    let mut lines = lines.into_iter().filter(|(_, count)| *count > 0).peekable();
    if lines.peek().is_some() {
        let _ = writeln!(out, "\n| {of} | games | share |\n|---|--:|--:|");
        for (name, count) in lines {
            let _ = writeln!(out, "| `{name}` | {} | {} |", grouped(count), percent(count, whole));
        }
    }
}

/// How files contradict the rulings: how often, the first game, and the command that explains it.
pub(super) fn contradictions(audit: &Audit, asked: &Asked) -> Option<String> {
    let mut text = "## Contradictions\n\n\
                    Where what a file declares is not what it is ruled, with the first game of each kind and the command that explains it:\n\n"
        .to_owned();
    let heading = text.len();
    for (finding, Example { place, game_id }) in audit.contradictions.iter() {
        let GamePlace { source_file, game_index, .. } = place;
        let games = counted(audit.counts.finding(finding), "game", "games");
        let id = game_id.as_ref().map_or(String::new(), |id| format!(", id {}", quoted(id)));
        let command = explain(source_file, *game_index, Some(asked.laws), asked.site);
        let (code, file, command) = (finding.code(), quoted(source_file), quoted(&command));
        let _ =
            writeln!(text, "* `{code}`: {games}, the first is game {game_index} of {file}{id}: {command}");
    }
    (text.len() > heading).then_some(text)
}
