//! The summary of an audit, for people and for programs.

use std::fmt::{self, Write};
use std::path::Path;

use serde_json::{Map, Value, json};

use crate::chess::outcome::Outcome;
use crate::finding::{FINDINGS, Severity};
use crate::input::names::{name, printable};
use crate::pipeline::contradictions::Example;
use crate::pipeline::obstacles::PLIES_FOLDER;
use crate::pipeline::place::GamePlace;
use crate::pipeline::tally::{Audit, InputKind};
use crate::replay::Legality;
use crate::report::commands::explain;
use crate::report::figures::figures;
use crate::report::manifest::Asked;
use crate::report::numbers::{bytes, counted, grouped, percent};
use crate::report::run::Run;
use crate::rules::winnable::statistics::{Slowest, Statistics};
use crate::ruling::Termination;
use crate::table::Part;

/// How much people are told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Detail {
    /// Games, results, rulings, and what needs a look.
    Usual,
    /// Every finding too.
    Full,
}

/// The summary in words and columns.
pub fn text(audit: &Audit, asked: &Asked, run: &Run, output: Option<&Path>, detail: Detail) -> String {
    let mut text = String::new();
    // Writing to a String can't fail.
    let _ = write_text(&mut text, audit, asked, run, output, detail);
    text
}

fn write_text(
    out: &mut String,
    audit: &Audit,
    asked: &Asked,
    run: &Run,
    output: Option<&Path>,
    detail: Detail,
) -> fmt::Result {
    let Audit { counts, ledger, .. } = audit;
    let files = audit.inputs.iter().filter(|input| matches!(input.kind, InputKind::File(_))).count() as u64;
    writeln!(
        out,
        "{} with {} in {}, {}",
        counted(ledger.games, "game", "games"),
        counted(counts.plies, "ply", "plies"),
        counted(files, "file", "files"),
        bytes(ledger.bytes as f64),
    )?;
    let games = counts.games;
    section(out, "Legality", games, Legality::ALL.map(|kind| (kind.as_str(), counts.legality(kind))))?;
    let declared = Outcome::ALL.map(|kind| (kind.as_str(), counts.declared(kind)));
    section(out, "Result as declared", games, declared.into_iter().chain([("none", counts.undeclared())]))?;
    let mut rulings = Termination::ALL.map(|kind| (kind.as_str(), counts.ruling(kind)));
    rulings.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    section(out, "Ruling", games, rulings)?;
    let findings = FINDINGS
        .iter()
        .filter(|info| detail == Detail::Full || info.severity > Severity::Note)
        .map(|info| (info.code, counts.finding(info.finding)));
    section(out, "Findings", games, findings)?;
    contradictions(out, audit, asked)?;
    if !audit.invalid.is_empty() {
        writeln!(out, "\nGames that are not legal")?;
        for game in &audit.invalid {
            writeln!(out, "  {game}")?;
        }
        let listed = audit.invalid.len() as u64;
        let more = games - counts.legality(Legality::Legal) - listed;
        if more > 0 {
            writeln!(out, "  and {} more", grouped(more))?;
        }
    }
    if audit.checked > 0 {
        writeln!(
            out,
            "\nCross-check: {} replayed by pgn-reader and shakmaty, {}",
            counted(audit.checked, "game", "games"),
            counted(audit.disagreements.len() as u64, "disagreement", "disagreements"),
        )?;
    }
    if detail == Detail::Full && audit.solver.queries > 0 {
        solver(out, &audit.solver)?;
    }
    let rate = grouped(run.games_per_second(audit) as u64);
    writeln!(
        out,
        "\n{:.2} s on {}: {rate} games/s, {}/s",
        run.elapsed.as_secs_f64(),
        counted(run.threads as u64, "thread", "threads"),
        bytes(run.bytes_per_second(audit)),
    )?;
    if let Some(output) = output {
        written(out, output, &audit.parts)?;
        if let Some(plies) = &audit.plies {
            written(out, &output.join(PLIES_FOLDER), plies)?;
        }
    }
    Ok(())
}

/// What was written of a table, and where.
fn written(out: &mut String, output: &Path, parts: &[Part]) -> fmt::Result {
    writeln!(
        out,
        "{}: {} in {}, {}",
        printable(&name(output.as_os_str())),
        counted(parts.iter().map(|part| part.rows).sum(), "row", "rows"),
        counted(parts.len() as u64, "part", "parts"),
        bytes(parts.iter().map(|part| part.bytes).sum::<u64>() as f64),
    )
}

/// How files contradict the rulings: how often, the first game, and the command that explains it.
fn contradictions(out: &mut String, audit: &Audit, asked: &Asked) -> fmt::Result {
    let mut heading = "\nRulings that contradict the file, and the first game of each kind\n";
    for (finding, Example { place, game_id }) in audit.contradictions.iter() {
        let games = counted(audit.counts.finding(finding), "game", "games");
        let GamePlace { source_file, game_index, .. } = place;
        write!(
            out,
            "{heading}  {}: {games}\n    {}: game {game_index}",
            finding.code(),
            printable(source_file)
        )?;
        if let Some(id) = game_id {
            write!(out, ", id {}", printable(id))?;
        }
        writeln!(out, "\n    {}", explain(source_file, *game_index, Some(asked.laws), asked.site))?;
        heading = "";
    }
    Ok(())
}

/// What it took to find out who could still mate.
fn solver(out: &mut String, statistics: &Statistics) -> fmt::Result {
    let Statistics { queries, undecided, fast_tests, full_searches, slowest } = statistics;
    writeln!(
        out,
        "\nWho could still mate: {}, {}, {}, {} undecided",
        counted(*queries, "question", "questions"),
        counted(*fast_tests, "fast test", "fast tests"),
        counted(*full_searches, "full search", "full searches"),
        grouped(*undecided),
    )?;
    if let Some(Slowest { time, fen, side }) = slowest {
        writeln!(out, "  the slowest took {:.1} ms, for {side} in {fen}", time.as_secs_f64() * 1e3)?;
    }
    Ok(())
}

/// The width of the names: that of the longest finding's code.
const NAME_WIDTH: usize = 29;

/// A heading and its lines, without those that count nothing.
fn section<'a>(
    out: &mut String,
    heading: &str,
    whole: u64,
    lines: impl IntoIterator<Item = (&'a str, u64)>,
) -> fmt::Result {
    let lines: Vec<_> = lines.into_iter().filter(|(_, count)| *count > 0).collect();
    if lines.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n{heading}")?;
    let width = lines.iter().map(|(_, count)| grouped(*count).len()).max().unwrap_or_default();
    for (name, count) in lines {
        writeln!(out, "  {name:NAME_WIDTH$}  {:>width$}  {:>7}", grouped(count), percent(count, whole))?;
    }
    Ok(())
}

/// The same for programs.
pub fn json(audit: &Audit, run: &Run, output: Option<&Path>) -> Value {
    let mut summary = Map::new();
    summary.insert("output".to_owned(), json!(output.map(|path| name(path.as_os_str()))));
    summary.extend(figures(audit, run));
    Value::Object(summary)
}
