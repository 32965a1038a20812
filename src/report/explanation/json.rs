//! An explanation for programs. The keys are the same for every game; what can't be said is null.

use serde_json::{Value, json};

use crate::chess::outcome::Outcome;
use crate::chess::piece::Color;
use crate::finding::FindingInfo;
use crate::report::explanation::account::{Explanation, Player, Power};
use crate::report::explanation::evidence::{Item, Place};
use crate::report::prospect::{Prospect, word};
use crate::ruling::Basis;

impl Explanation {
    /// The explanation as JSON, under the dataset's names where it has one.
    pub fn json(&self) -> Value {
        let [white, black] = &self.players;
        let occasion: serde_json::Map<_, _> =
            self.occasion.iter().map(|(name, value)| ((*name).to_owned(), value.as_str().into())).collect();
        let findings = self.conflicts.iter().chain(&self.notes).map(|info| finding(info));
        json!({
            "source_file": self.source_file,
            "game_index": self.game_index,
            "game_id": self.game_id,
            "byte_offset": self.first.offset,
            "byte_length": self.byte_length,
            "first_line": self.first.line,
            "last_line": self.last.line,
            "dialect": self.dialect.as_str(),
            "white": player(white),
            "black": player(black),
            "tags": occasion,
            "laws": self.profile.as_str(),
            "laws_in_force": self.laws,
            "ruling": self.ruling.termination.as_str(),
            "sentence": self.sentence,
            "article": Some(self.ruling.article).filter(|article| !article.is_empty()),
            "ruling_basis": self.ruling.basis.map(Basis::as_str),
            "ruled_result": self.ruling.result.map(Outcome::as_str),
            "declared_result": self.ruling.declared.map(Outcome::as_str),
            "plies_after_end": self.ruling.plies_after_end,
            "evidence": self.evidence.iter().map(item).collect::<Vec<_>>(),
            "has_conflict": !self.conflicts.is_empty(),
            "findings": findings.collect::<Vec<_>>(),
            "decisive_ply": self.moment.as_ref().map(|moment| moment.ply),
            "decisive_move": self.moment.as_ref().map(|moment| &moment.after),
            "decisive_fen": self.moment.as_ref().map(|moment| &moment.fen),
            "power_to_mate": self.power.as_ref().map(power),
        })
    }
}

fn player(player: &Player) -> Value {
    json!({ "name": player.name, "rating": player.rating })
}

fn item(item: &Item) -> Value {
    let Place { offset, line } = match item.place {
        Some(place) => place,
        None => {
            return json!({ "kind": item.kind, "offset": null, "line": null, "written": item.written, "says": item.says });
        }
    };
    json!({ "kind": item.kind, "offset": offset, "line": line, "written": item.written, "says": item.says })
}

fn finding(info: &FindingInfo) -> Value {
    json!({
        "code": info.code,
        "severity": info.severity.as_str(),
        "sentence": info.sentence,
        "source": info.source,
    })
}

fn power(power: &Power) -> Value {
    let of = |color: Color| {
        let prospect = power.prospects.iter().find(|prospect| prospect.side == color);
        (word(color).to_owned(), prospect.map_or(Value::Null, Prospect::json))
    };
    let mut sides: serde_json::Map<_, _> = Color::ALL.into_iter().map(of).collect();
    sides.insert("lichess_test".to_owned(), power.tests.map(|[lichess, _]| lichess).into());
    sides.insert("chesscom_test".to_owned(), power.tests.map(|[_, chesscom]| chesscom).into());
    Value::Object(sides)
}
