//! `manifest.json`: what a dataset is made of, and the proof that nothing was lost.
//!
//! Everything but the `run` section follows from the input and the options alone.

use serde_json::{Value, json};

use crate::pipeline::audit::AuditOptions;
use crate::pipeline::tally::Audit;
use crate::report::figures::{counts, cross_check, inputs, ledger, parts};
use crate::report::run::Run;
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
