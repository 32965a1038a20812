//! What a dataset was made of, as its manifest says, and whether its ledger balances.
//!
//! Owns the reading of those figures and the equations held once more. What belongs to the run (time, threads) is not asked for.

use serde_json::Value;

/// The sums of one input, or of all.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Sums {
    /// Bytes of text.
    pub bytes: u64,
    /// Bytes of games.
    pub game_bytes: u64,
    /// Bytes between games.
    pub between_bytes: u64,
    /// Games found.
    pub games: u64,
    /// Rows written.
    pub rows: u64,
}

/// An input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Input {
    /// Its name.
    pub name: String,
    /// Its sums.
    pub sums: Sums,
    /// What stopped it, if anything did.
    pub error: Option<String>,
}

/// What a dataset was made of.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Provenance {
    /// The version of Arbitro that made it.
    pub version: Option<String>,
    /// The Laws ruled by.
    pub laws: Option<String>,
    /// Who wrote the games, where that was said.
    pub site: Option<String>,
    /// Whether it was to be found out of every game who could still mate.
    pub is_exact: bool,
    /// Every input.
    pub inputs: Vec<Input>,
    /// The sums of all inputs.
    pub total: Sums,
    /// Half-moves replayed.
    pub plies: u64,
    /// Rows of the parts.
    pub rows_of_parts: u64,
}

impl Provenance {
    /// Of a manifest's bytes; `None` if they are of no manifest, or of one without a ledger.
    pub fn read(manifest: &[u8]) -> Option<Provenance> {
        let manifest: Value = serde_json::from_slice(manifest).ok()?;
        let options = &manifest["options"];
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let input = |input: &Value| {
            Some(Input {
                name: text(&input["source_file"])?,
                sums: Sums::read(input)?,
                error: text(&input["error"]["message"]),
            })
        };
        let rows = |part: &Value| part["rows"].as_u64();
        Some(Provenance {
            version: text(&manifest["versions"]["arbitro"]),
            laws: text(&options["laws"]),
            site: text(&options["site"]),
            is_exact: options["exact"] == true,
            inputs: manifest["inputs"].as_array()?.iter().map(input).collect::<Option<_>>()?,
            total: Sums::read(&manifest["ledger"])?,
            plies: manifest["counts"]["plies"].as_u64().unwrap_or_default(),
            rows_of_parts: manifest["parts"].as_array()?.iter().map(rows).sum::<Option<_>>()?,
        })
    }

    /// What doesn't balance, in words, of a dataset in which `rows` were counted; nothing where all does.
    pub fn faults(&self, rows: u64) -> Vec<String> {
        let total = &self.total;
        let sum = |part: fn(&Sums) -> u64| {
            self.inputs.iter().map(|input| part(&input.sums)).fold(0, u64::saturating_add)
        };
        [
            ("bytes of games and bytes between them", total.accounted(), "bytes read", total.bytes),
            ("bytes of all inputs", sum(|sums| sums.bytes), "bytes read", total.bytes),
            ("bytes accounted for in all inputs", sum(Sums::accounted), "bytes read", total.bytes),
            ("games of all inputs", sum(|sums| sums.games), "games found", total.games),
            ("rows written", total.rows, "games found", total.games),
            ("rows of the parts", self.rows_of_parts, "rows written", total.rows),
            ("rows read back", rows, "rows written", total.rows),
        ]
        .into_iter()
        .filter(|(_, one, _, other)| one != other)
        .map(|(what, one, than, other)| format!("{one} {what}, but {other} {than}"))
        .collect()
    }
}

impl Sums {
    fn read(sums: &Value) -> Option<Sums> {
        let number = |name: &str| sums[name].as_u64();
        Some(Sums {
            bytes: number("bytes")?,
            game_bytes: number("game_bytes")?,
            between_bytes: number("between_bytes")?,
            games: number("games")?,
            rows: number("rows")?,
        })
    }

    fn accounted(&self) -> u64 {
        self.game_bytes.saturating_add(self.between_bytes)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn manifest(between_bytes: u64) -> Vec<u8> {
        let sums = |name: &str| {
            json!({
                "source_file": name, "bytes": 10, "game_bytes": 7, "between_bytes": between_bytes,
                "games": 2, "rows": 2, "error": { "message": "cut short" },
            })
        };
        let manifest = json!({
            "versions": { "arbitro": "1.2.3" },
            "options": { "laws": "auto", "site": null, "exact": true },
            "inputs": [sums("a.pgn")],
            "ledger": sums(""),
            "counts": { "plies": 40 },
            "parts": [{ "rows": 2 }],
        });
        manifest.to_string().into_bytes()
    }

    #[test]
    fn a_manifest_is_read_and_its_equations_hold() {
        let provenance = Provenance::read(&manifest(3)).unwrap();
        assert_eq!((provenance.total.bytes, provenance.plies, provenance.is_exact), (10, 40, true));
        assert_eq!(provenance.inputs[0].error.as_deref(), Some("cut short"));
        assert_eq!(provenance.site, None);
        assert!(provenance.faults(2).is_empty());
    }

    #[test]
    fn a_lost_byte_and_a_lost_row_are_told() {
        let provenance = Provenance::read(&manifest(2)).unwrap();
        assert_eq!(
            provenance.faults(1),
            [
                "9 bytes of games and bytes between them, but 10 bytes read",
                "9 bytes accounted for in all inputs, but 10 bytes read",
                "1 rows read back, but 2 rows written",
            ]
        );
    }

    #[test]
    fn what_is_no_manifest_is_refused() {
        for other in ["", "{}", "[]", r#"{"inputs": [], "parts": [], "ledger": {"bytes": -1}}"#] {
            assert_eq!(Provenance::read(other.as_bytes()), None, "{other}");
        }
    }
}
