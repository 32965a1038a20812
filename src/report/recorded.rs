//! What a dataset's manifest says of it, read back.

use std::path::Path;

use serde_json::Value;

use crate::pipeline::extract::Dataset;
use crate::pipeline::originals::Recorded;
use crate::report::manifest::is_ours;

/// The dataset in `folder` of which these are the manifest's bytes; `None` if they are not of a manifest of ours.
pub fn dataset(folder: &Path, manifest: &[u8]) -> Option<Dataset> {
    if !is_ours(manifest) {
        return None;
    }
    let manifest: Value = serde_json::from_slice(manifest).ok()?;
    let parts = manifest["parts"].as_array()?.iter().map(|part| Some(folder.join(part["file"].as_str()?)));
    let inputs = manifest["inputs"].as_array()?.iter().filter(|input| input["kind"] == "file");
    let source = |input: &Value| {
        Some(Recorded {
            name: input["source_file"].as_str()?.to_owned(),
            bytes: input["bytes"].as_u64()?,
            stored_bytes: input["stored_bytes"].as_u64(),
        })
    };
    Some(Dataset {
        parts: parts.collect::<Option<_>>()?,
        sources: inputs.map(source).collect::<Option<_>>()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_manifest_is_read_or_refused() {
        let text = br#"{
            "format": "arbitro-dataset",
            "parts": [{ "file": "games/part-00000.parquet", "rows": 2, "bytes": 100 }],
            "inputs": [
                { "source_file": "in", "kind": "folder_without_pgn", "stored_bytes": null, "bytes": 0 },
                { "source_file": "a.pgn.zst", "kind": "file", "stored_bytes": 20, "bytes": 100 },
                { "source_file": "-", "kind": "file", "stored_bytes": null, "bytes": 7 }
            ]
        }"#;
        let dataset = super::dataset(Path::new("out"), text).unwrap();
        assert_eq!(dataset.parts, [Path::new("out/games/part-00000.parquet")]);
        let sources: Vec<_> = dataset
            .sources
            .iter()
            .map(|source| (source.name.as_str(), source.bytes, source.stored_bytes))
            .collect();
        assert_eq!(sources, [("a.pgn.zst", 100, Some(20)), ("-", 7, None)]);
        for other in
            ["{}", "", r#"{"format": "arbitro-dataset"}"#, r#"{"format": "arbitro-dataset", "parts": 1}"#]
        {
            assert_eq!(super::dataset(Path::new("out"), other.as_bytes()), None, "{other}");
        }
    }
}
