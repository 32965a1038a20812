//! How the games began, and how they went from there.

use std::collections::BTreeMap;

use maud::{Markup, html};

use super::chart::{NAMED, Shares, Table, Words, key, shares};
use super::contradictions::shown_by;
use super::players::{RESULT_NAMES, RESULTS, results, score};
use super::sections::{OTHERS, cell, code, nothing, table_behind};
use super::tags::{isolated, shown};
use crate::report::numbers::{counted, grouped, percent};
use crate::report::provenance::Provenance;
use crate::table::survey::{Example, Frequent, OpeningTags, Openings, Results, RowPlace, Sum};

/// Openings that are drawn, and that stand in the table.
const DRAWN: usize = 12;
const LISTED: usize = 50;

/// Characters of a name above its bar: what a phone has room for beside the numbers.
const ROOM: usize = 30;
const TABLE_ROOM: usize = 90;

pub(super) fn openings(openings: &Openings, games: u64) -> Markup {
    let some = |sums: &Option<(&'static str, Frequent<Results>)>| {
        sums.as_ref().is_some_and(|(_, sums)| !sums.is_empty())
    };
    if !some(&openings.names) && !some(&openings.codes) {
        return nothing("No game names its opening.");
    }
    html! {
        p { "The most frequent openings, and how their games went." }
        (key(RESULTS, RESULT_NAMES))
        @if let Some((column, sums)) = openings.names.as_ref().filter(|(_, sums)| !sums.is_empty()) {
            h3 { "By name" }
            (by("opening-names", "Results by opening", "Opening", column, sums, games))
        }
        @if let Some((column, sums)) = openings.codes.as_ref().filter(|(_, sums)| !sums.is_empty()) {
            h3 { "By ECO code" }
            (by("opening-codes", "Results by ECO code", "Code", column, sums, games))
        }
    }
}

/// How often the tags name another opening than the moves, with a game in which they do.
pub(super) fn opening_tags(
    tags: &OpeningTags,
    examples: &BTreeMap<RowPlace, Example>,
    provenance: &Provenance,
) -> Markup {
    let (compared, differing) = (tags.compared, tags.differing);
    html! {
        @if compared > 0 {
            h3 { "Tags and moves" }
            p {
                "In " strong { (counted(differing, "game", "games")) } " (" (percent(differing, compared)) " of "
                (grouped(compared)) " from the usual start with both) the " code { "ECO" } " tag has another code than "
                code { "opening_eco" } ", which follows from the moves. Not each is a mistake: tables of openings draw some borders otherwise."
            }
        }
        @if let Some(other) = tags.first() {
            article {
                p { "The tag says " (code(other.tag)) ", the moves " (code(other.moves)) "." }
                @if let Some(example) = examples.get(other.place) { (shown_by(example, provenance)) }
            }
        }
    }
}

fn by(id: &str, title: &str, head: &str, column: &str, sums: &Frequent<Results>, games: u64) -> Markup {
    let sorted = sums.sorted();
    let bars: Vec<_> = sorted
        .iter()
        .take(DRAWN)
        .map(|(name, sum)| Shares {
            label: shown(name, ROOM),
            note: grouped(sum.games()),
            parts: results(sum),
        })
        .collect();
    let named = sorted.iter().take(NAMED);
    let named: Vec<_> = named.map(|(name, sum)| format!("{name} {}", grouped(sum.games()))).collect();
    let row = |name: Markup, sum: &Results| {
        let numbers = [sum.white, sum.drawn, sum.black, sum.other].map(|number| cell(grouped(number)));
        [name, cell(grouped(sum.games())), cell(percent(sum.games(), games))]
            .into_iter()
            .chain(numbers)
            .chain([cell(score(sum))])
            .collect()
    };
    let mut others = *sums.unlisted();
    sorted.iter().skip(LISTED).for_each(|(_, sum)| others.add(sum));
    let (kinds, listed) = (sorted.len(), sorted.len().min(LISTED));
    let table = if others.games() > 0 { Table::Cut { kinds, listed } } else { Table::Whole { kinds } };
    let others = (others.games() > 0).then(|| row(cell(OTHERS), &others));
    let rows: Vec<Vec<Markup>> = sorted
        .iter()
        .take(LISTED)
        .map(|(name, sum)| row(isolated(name, TABLE_ROOM), sum))
        .chain(others)
        .collect();
    let description = table.described(&format!("The most frequent are {}", shown(&named.join(", "), 300)));
    let heads = [head, "Games", "Share", "White", "Drawn", "Black", "Other", "Score"];
    let unnamed = games.saturating_sub(sums.games());
    html! {
        (shares(&Words { id, title, description }, RESULTS, &bars))
        p.note {
            (grouped(sums.len() as u64)) " different, from the column " (code(column))
            @if unnamed > 0 { "; " (counted(unnamed, "game has", "games have")) " none" }
            @if sums.unlisted().games() > 0 {
                "; " (counted(sums.unlisted().games(), "game has", "games have")) " one beyond those that were told apart"
            }
            @if let Some(cut) = table.note() { (cut) }
            "."
        }
        (table_behind(id, title, &heads, &rows))
    }
}
