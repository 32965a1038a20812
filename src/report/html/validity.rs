//! Whether the games are chess, and what else is odd about them.

use std::collections::BTreeMap;

use maud::{Markup, html};

use super::chart::{Bar, Table, Words, bars, described};
use super::contradictions::{best, shown_by};
use super::sections::{cell, code, nothing, table, table_behind, words};
use crate::finding::Severity;
use crate::replay::Legality;
use crate::report::numbers::{counted, grouped, percent};
use crate::report::provenance::Provenance;
use crate::table::survey::{Example, FindingCounts, RowPlace, Validity};

pub(super) fn validity(
    validity: &Validity,
    games: u64,
    examples: &BTreeMap<RowPlace, Example>,
    provenance: &Provenance,
) -> Markup {
    if games == 0 {
        return nothing("There is no game to replay.");
    }
    let legal = validity.count(Legality::Legal);
    let invalid: Vec<_> = validity.iter().filter(|(kind, _, _)| *kind != Legality::Legal).collect();
    let by_kind: Vec<Bar> =
        invalid.iter().map(|(kind, count, _)| Bar { label: words(kind.as_str()), games: *count }).collect();
    let title = "Games that are not legal, by kind";
    let rows: Vec<Vec<Markup>> = validity
        .iter()
        .map(|(kind, count, _)| {
            let (name, word) = (cell(words(kind.as_str())), code(kind.as_str()));
            vec![name, word, cell(grouped(count)), cell(percent(count, games))]
        })
        .collect();
    html! {
        p {
            strong { (percent(legal, games)) } " of the games are legal from the first move to the last: "
            (grouped(legal)) " of " (grouped(games)) "."
        }
        @if !invalid.is_empty() {
            @let description = described(&by_kind, games, Table::Whole { kinds: by_kind.len() });
            (bars(&Words { id: "legality", title, description }, &by_kind, games))
        }
        @let (all, heads) = ("Games by legality", ["Legality", "Word in legality", "Games", "Share"]);
        @if invalid.is_empty() { (table(all, &heads, &rows)) } @else { (table_behind("legality", all, &heads, &rows)) }
        @for (kind, count, first) in &invalid {
            @if let Some(example) = best(first, examples) {
                article {
                    h3 { (words(kind.as_str())) }
                    p { strong { (counted(*count, "game", "games")) } " · " (percent(*count, games)) }
                    (shown_by(example, provenance))
                }
            }
        }
    }
}

/// Warnings and mere habits of writing; contradictions have a section of their own.
pub(super) fn oddities(findings: &FindingCounts, games: u64) -> Markup {
    let found: Vec<_> = findings.iter().filter(|found| found.info.severity != Severity::Conflict).collect();
    html! {
        h3 { "What else is odd" }
        @if found.is_empty() {
            (nothing("Nothing else is odd about any game."))
        } @else {
            p {
                (counted(found.len() as u64, "kind", "kinds"))
                " of warnings and of habits of writing that leave the meaning beyond doubt."
            }
            details {
                summary { "Warnings and notes" }
                dl.findings {
                    @for found in &found {
                        dt {
                            strong { (words(found.info.code)) } ", a " (found.info.severity.as_str()) ": "
                            (counted(found.games, "game", "games")) " · " (percent(found.games, games))
                        }
                        dd.quiet { (found.info.sentence) " " (found.info.source) "." }
                    }
                }
            }
        }
    }
}
