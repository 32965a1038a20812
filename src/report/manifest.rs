//! `manifest.json`: what a dataset is made of, and the proof that nothing was lost.
//!
//! Everything but the `run` section follows from the input and the options alone.

use serde_json::{Map, Value, json};

use crate::pipeline::cross_check::Share;
use crate::pipeline::tally::Audit;
use crate::report::figures::figures;
use crate::report::run::Run;
use crate::table::SCHEMA_VERSION;

/// The value of `format` by which a manifest of ours is known.
const FORMAT: &str = "arbitro-dataset";

/// What was asked for.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The inputs as named: folders are folders.
    pub inputs: Vec<String>,
    /// The columns written, as they were named.
    pub columns: String,
    /// Whether lists stand beside them.
    pub lists: bool,
    /// What stands in the table of plies, where there is one.
    pub plies: Option<&'static str>,
    /// The keys by which files are parted.
    pub partition: &'static [&'static str],
    /// The Laws ruled by.
    pub laws: &'static str,
    /// Who wrote the games, where that was said.
    pub site: Option<&'static str>,
    /// Whether it was to be found out of every game who could still mate.
    pub exact: bool,
    /// Whether nobody was to be asked who could still mate.
    pub no_solver: bool,
    /// The share of games to be held against the second opinion.
    pub cross_check: Option<Share>,
    /// What must not occur.
    pub fail_on: Vec<&'static str>,
    /// How many games there must be.
    pub expect_games: Option<u64>,
}

/// The manifest's text.
pub fn text(audit: &Audit, asked: &Asked, run: &Run) -> String {
    let mut manifest = Map::new();
    manifest.insert("format".to_owned(), FORMAT.into());
    let versions = json!({ "arbitro": env!("CARGO_PKG_VERSION"), "schema": SCHEMA_VERSION });
    manifest.insert("versions".to_owned(), versions);
    manifest.insert("options".to_owned(), asked.json());
    manifest.extend(figures(audit, run));
    format!("{:#}\n", Value::Object(manifest))
}

impl Asked {
    fn json(&self) -> Value {
        json!({
            "inputs": self.inputs,
            "columns": self.columns,
            "lists": self.lists,
            "plies": self.plies,
            "partition": self.partition,
            "laws": self.laws,
            "site": self.site,
            "exact": self.exact,
            "no_solver": self.no_solver,
            "cross_check": self.cross_check.map(Share::get),
            "fail_on": self.fail_on,
            "expect_games": self.expect_games,
        })
    }
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
