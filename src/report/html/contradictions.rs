//! Where the file contradicts the board or itself, each kind with a game that shows it.

use std::collections::BTreeMap;

use maud::{Markup, html};

use super::link::address_of;
use super::sections::{nothing, words};
use super::tags::{isolated, shown};
use crate::finding::Severity;
use crate::report::commands::explain;
use crate::report::numbers::{counted, percent};
use crate::report::provenance::Provenance;
use crate::table::survey::{Example, FindingCounts, RowPlace};

/// Characters of a name, and of a place.
const NAME_ROOM: usize = 60;

/// The name of standard input, which nothing can explain again.
const STDIN: &str = "-";

pub(super) fn contradictions(
    findings: &FindingCounts,
    games: u64,
    examples: &BTreeMap<RowPlace, Example>,
    provenance: &Provenance,
) -> Markup {
    let found: Vec<_> = findings.iter().filter(|found| found.info.severity == Severity::Conflict).collect();
    if found.is_empty() {
        return nothing("No game contradicts the board or itself.");
    }
    html! {
        @for found in found {
            article {
                h3 { (words(found.info.code)) }
                p { (found.info.sentence) " " span.quiet { (found.info.source) } }
                p { strong { (counted(found.games, "game", "games")) } " · " (percent(found.games, games)) }
                @if let Some(example) = best(found.first, examples) {
                    (shown_by(example, provenance))
                }
            }
        }
    }
}

/// Of some games the first that can be looked at where it was played, or else the first.
pub(super) fn best<'e>(
    places: &[RowPlace],
    examples: &'e BTreeMap<RowPlace, Example>,
) -> Option<&'e Example> {
    let found = || places.iter().filter_map(|place| examples.get(place));
    found().find(|example| address_of(example).is_some()).or_else(|| found().next())
}

/// A game: who played, where it is to be seen, and the command that explains it.
pub(super) fn shown_by(example: &Example, provenance: &Provenance) -> Markup {
    let name = |name: &Option<String>| isolated(name.as_deref().unwrap_or("?"), NAME_ROOM);
    let is_named = example.white.is_some() || example.black.is_some();
    let players = html! {
        @if is_named { (name(&example.white)) " – " (name(&example.black)) } @else { "a game without names" }
        @if let Some(result) = &example.result { ", " (isolated(result, NAME_ROOM)) }
    };
    html! {
        div.example {
            p {
                span.quiet { "For example " }
                @match address_of(example) {
                    Some(address) => a href=(address) rel="noopener noreferrer nofollow" { (players) },
                    None => (players),
                }
            }
            @if let (Some(file), Some(index)) = (&example.source_file, example.game_index) {
                @if file == STDIN {
                    p.quiet { "Game " (index) " of standard input, which nothing has kept." }
                } @else {
                    @let laws = provenance.laws.as_deref();
                    pre { code { (command(file, index, laws, provenance.site.as_deref())) } }
                }
            }
        }
    }
}

fn command(file: &str, index: i64, laws: Option<&str>, site: Option<&str>) -> String {
    let command = explain(file, index, laws, site);
    shown(&command, command.len())
}
