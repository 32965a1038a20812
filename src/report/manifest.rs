//! `manifest.json`: what a dataset is made of, and the proof that nothing was lost.
//!
//! Everything but the `run` section follows from the input and the options alone.

use serde_json::{Map, Value, json};

use crate::pipeline::audit::AuditOptions;
use crate::pipeline::publish::GAMES_FOLDER;
use crate::pipeline::tally::{Audit, InputKind, InputReport};
use crate::report::run::Run;
use crate::report::summary::{counts, ledger};
use crate::table::SCHEMA_VERSION;

/// The value of `format` by which a manifest of ours is known.
const FORMAT: &str = "arbitro-dataset";

/// The manifest's text.
pub fn text(audit: &Audit, options: &AuditOptions, run: &Run) -> String {
    let manifest = json!({
        "format": FORMAT,
        "versions": { "arbitro": env!("CARGO_PKG_VERSION"), "schema": SCHEMA_VERSION },
        "options": { "cross_check": options.cross_check.map(|share| share.get()) },
        "ledger": ledger(&audit.ledger),
        "counts": counts(&audit.counts),
        "inputs": inputs(audit),
        "parts": parts(audit),
        "cross_check": cross_check(audit),
        "run": run.json(audit),
    });
    format!("{manifest:#}\n")
}

/// Whether these are the bytes of a manifest of ours.
pub fn is_ours(bytes: &[u8]) -> bool {
    serde_json::from_slice::<Value>(bytes).is_ok_and(|manifest| manifest["format"] == FORMAT)
}

/// Every input with its ledger.
pub(super) fn inputs(audit: &Audit) -> Vec<Value> {
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

/// The files written.
pub(super) fn parts(audit: &Audit) -> Vec<Value> {
    audit
        .parts
        .iter()
        .map(|part| {
            json!({ "file": format!("{GAMES_FOLDER}/{}", part.name), "rows": part.rows, "bytes": part.bytes })
        })
        .collect()
}

/// What the second opinion said.
pub(super) fn cross_check(audit: &Audit) -> Value {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn anothers_manifest_is_not_ours() {
        assert!(is_ours(br#"{"format": "arbitro-dataset"}"#));
        assert!(!is_ours(br#"{"format": "another"}"#));
        assert!(!is_ours(b"{}"));
        assert!(!is_ours(b"not json"));
        assert!(!is_ours(b"[1]"));
    }
}
