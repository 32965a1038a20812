//! What an audit counted, as JSON: the pieces that summary and manifest have in common.

use serde_json::{Map, Value, json};

use crate::chess::outcome::Outcome;
use crate::finding::FINDINGS;
use crate::pipeline::contradictions::Example;
use crate::pipeline::counts::Counts;
use crate::pipeline::ledger::Ledger;
use crate::pipeline::obstacles::{GAMES_FOLDER, PLIES_FOLDER};
use crate::pipeline::tally::{Audit, InputKind, InputReport};
use crate::replay::Legality;
use crate::report::run::Run;
use crate::ruling::{Basis, Termination};
use crate::table::Part;

/// All that an audit found.
pub fn figures(audit: &Audit, run: &Run) -> Map<String, Value> {
    let figures = [
        ("ledger", whole_ledger(audit)),
        ("counts", counts(&audit.counts)),
        ("contradictions", contradictions(audit)),
        ("inputs", inputs(audit)),
        ("parts", parts(GAMES_FOLDER, &audit.parts)),
        ("plies", audit.plies.as_ref().map(|plies| parts(PLIES_FOLDER, plies)).into()),
        ("summary", summary(audit)),
        ("cross_check", cross_check(audit)),
        ("run", run.json(audit)),
    ];
    figures.into_iter().map(|(name, figure)| (name.to_owned(), figure)).collect()
}

/// A ledger.
fn ledger(ledger: &Ledger) -> Value {
    json!({
        "bytes": ledger.bytes,
        "game_bytes": ledger.game_bytes,
        "between_bytes": ledger.between_bytes,
        "games": ledger.games,
        "rows": ledger.rows,
    })
}

/// That of all inputs, with the rows of their plies; null where they have none.
fn whole_ledger(audit: &Audit) -> Value {
    let mut whole = ledger(&audit.ledger);
    let rows = audit.plies.as_ref().map(|parts| parts.iter().map(|part| part.rows).sum::<u64>());
    whole["ply_rows"] = rows.into();
    whole
}

/// All sums over games, those that are 0 too: a program need not ask whether a key is there.
fn counts(counts: &Counts) -> Value {
    let mut declared = object(Outcome::ALL.map(|kind| (kind.as_str(), counts.declared(kind))));
    declared.insert("none".to_owned(), counts.undeclared().into());
    let mut ruled = object(Outcome::ALL.map(|kind| (kind.as_str(), counts.ruled(kind))));
    ruled.insert("none".to_owned(), counts.unruled().into());
    json!({
        "games": counts.games,
        "plies": counts.plies,
        "legality": object(Legality::ALL.map(|kind| (kind.as_str(), counts.legality(kind)))),
        "result": declared,
        "ruled_result": ruled,
        "ruling": object(Termination::ALL.map(|kind| (kind.as_str(), counts.ruling(kind)))),
        "ruling_basis": object(Basis::ALL.map(|kind| (kind.as_str(), counts.basis(kind)))),
        "findings": object(FINDINGS.iter().map(|info| (info.code, counts.finding(info.finding)))),
    })
}

fn object<'a>(entries: impl IntoIterator<Item = (&'a str, u64)>) -> Map<String, Value> {
    entries.into_iter().map(|(name, count)| (name.to_owned(), count.into())).collect()
}

/// By which findings files contradict the rulings, each with the first game that shows it.
fn contradictions(audit: &Audit) -> Value {
    audit
        .contradictions
        .iter()
        .map(|(finding, Example { place, game_id })| {
            json!({
                "code": finding.code(),
                "games": audit.counts.finding(finding),
                "first": {
                    "source_file": place.source_file,
                    "game_index": place.game_index,
                    "byte_offset": place.byte_offset,
                    "game_id": game_id,
                },
            })
        })
        .collect()
}

/// Every input with its ledger.
fn inputs(audit: &Audit) -> Value {
    audit.inputs.iter().map(input).collect()
}

fn input(report: &InputReport) -> Value {
    let (kind, compression) = match report.kind {
        InputKind::File(compression) => ("file", Some(compression.as_str())),
        InputKind::EmptyFolder => ("folder_without_pgn", None),
        InputKind::Unopened => ("unopened", None),
    };
    let mut object = Map::new();
    object.insert("source_file".to_owned(), report.name.as_str().into());
    object.insert("kind".to_owned(), kind.into());
    object.insert("compression".to_owned(), compression.into());
    object.insert("stored_bytes".to_owned(), report.stored_bytes.into());
    if let Value::Object(ledger) = ledger(&report.ledger) {
        object.extend(ledger);
    }
    object.insert("plies".to_owned(), report.plies.into());
    let error = report.error.as_ref().map(|error| {
        json!({
            "code": error.fault.code(),
            "offset": error.fault.offset(),
            "message": error.fault.to_string(),
        })
    });
    object.insert("error".to_owned(), error.into());
    Value::Object(object)
}

/// The files written of a table.
fn parts(folder: &str, parts: &[Part]) -> Value {
    let part = |part: &Part| json!({ "file": format!("{folder}/{}", part.name), "rows": part.rows, "bytes": part.bytes });
    parts.iter().map(part).collect()
}

/// The summary's file.
fn summary(audit: &Audit) -> Value {
    let file = |part: &Part| json!({ "file": part.name, "rows": part.rows, "bytes": part.bytes });
    audit.summary.as_ref().map(file).into()
}

/// What the second opinion said.
fn cross_check(audit: &Audit) -> Value {
    let disagreements: Vec<_> = audit
        .disagreements
        .iter()
        .map(|game| {
            json!({
                "source_file": game.place.source_file,
                "game_index": game.place.game_index,
                "byte_offset": game.place.byte_offset,
                "point": game.disagreement.point,
                "arbitro": game.disagreement.ours,
                "second_reader": game.disagreement.theirs,
            })
        })
        .collect();
    json!({ "games": audit.checked, "disagreements": disagreements })
}
