//! By which rules games were judged, and the counts worth knowing.

use std::fmt::Write;

use super::quoted::quoted;
use crate::chess::outcome::Outcome;
use crate::input::names::shell_word;
use crate::pipeline::contradictions::Example;
use crate::pipeline::place::GamePlace;
use crate::pipeline::tally::Audit;
use crate::replay::Legality;
use crate::report::commands::explain;
use crate::report::manifest::Asked;
use crate::report::numbers::{counted, grouped, percent};
use crate::rules::laws::Profile;
use crate::ruling::{Basis, Termination};
use crate::table::{SCHEMA_VERSION, Tier};

/// The options that the dataset follows from.
pub(super) fn options(asked: &Asked) -> String {
    let Asked { inputs, columns, lists, plies, partition, laws, site, exact, no_solver, .. } = asked;
    let laws = match *laws {
        laws if laws == Profile::Auto.as_str() => "the FIDE Laws of each game's date (`auto`)".to_owned(),
        laws => format!("`{laws}`"),
    };
    let site = site.map_or("by each game's tags".to_owned(), |site| format!("`{site}`"));
    let folders = match partition {
        [] => "one for all games".to_owned(),
        keys => format!("by `{}`", keys.join(",")),
    };
    let effort = match (exact, no_solver) {
        (true, _) => "asked of every game (`--exact`)",
        (false, true) => "told by the material alone (`--no-solver`)",
        (false, false) => "asked where something hangs on it",
    };
    let lists = if *lists { "yes (`--lists`)" } else { "no" };
    let plies = match plies {
        Some("fen") => "yes, with the position after each (`--plies=fen`)",
        Some(_) => "yes (`--plies`)",
        None => "no",
    };
    let inputs: Vec<_> = inputs.iter().map(|input| quoted(input)).collect();
    format!(
        "## How it was made\n\n\
         * Arbitro {}, schema {SCHEMA_VERSION}: `arbitro audit`\n\
         * inputs: {}\n\
         * Laws: {laws}\n\
         * who wrote the games: {site}\n\
         * who could still mate: {effort}\n\
         * columns: {}\n\
         * lists of moves, clocks and evaluations: {lists}\n\
         * table of half-moves: {plies}\n\
         * folders: {folders}\n\n\
         This makes it again, in the folder `out`: {}\n",
        env!("CARGO_PKG_VERSION"),
        inputs.join(", "),
        quoted(columns),
        quoted(&again(asked)),
    )
}

/// The command that makes the dataset again.
fn again(asked: &Asked) -> String {
    let Asked { inputs, columns, lists, plies, partition, laws, site, exact, no_solver, .. } = asked;
    let mut words = vec!["arbitro audit".to_owned()];
    words.extend(inputs.iter().map(|input| shell_word(input).into_owned()));
    if *laws != Profile::Auto.as_str() {
        words.push(format!("--laws {laws}"));
    }
    words.extend(site.map(|site| format!("--site {site}")));
    words.extend(exact.then(|| "--exact".to_owned()));
    words.extend(no_solver.then(|| "--no-solver".to_owned()));
    if columns != Tier::Default.as_str() {
        // Names, commas and signs, and perhaps blanks.
        let quote = if columns.contains(char::is_whitespace) { "'" } else { "" };
        words.push(format!("--columns={quote}{columns}{quote}"));
    }
    words.extend(lists.then(|| "--lists".to_owned()));
    words.extend(plies.map(|plies| if plies == "fen" { "--plies=fen" } else { "--plies" }.to_owned()));
    if !partition.is_empty() {
        words.push(format!("--partition {}", partition.join(",")));
    }
    words.push("-o out".to_owned());
    words.join(" ")
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
