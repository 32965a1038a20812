//! How long the games were, in half-moves and on the clock.

use maud::{Markup, html};

use super::chart::{Bar, Column, Table, Words, bars, columns, described};
use super::players::range;
use super::sections::{OTHERS, cell, nothing, table_behind, words};
use super::tags::{isolated, shown};
use crate::report::numbers::{counted, grouped, percent};
use crate::table::survey::{Frequent, Lengths, TimeControls};

/// Half-moves of a column, and how many columns there can be.
const STEP: usize = 10;
const STEPS: usize = 31;

/// Time controls that are drawn, and that stand in the table.
const DRAWN: usize = 12;
const LISTED: usize = 60;

/// Characters of a time control beside its bar, and in the table.
const ROOM: usize = 22;
const TABLE_ROOM: usize = 60;

pub(super) fn lengths(lengths: &Lengths) -> Markup {
    let plies = &lengths.plies;
    let (Some(median), Some(greatest)) = (plies.median(), plies.greatest()) else {
        return nothing("No game was replayed.");
    };
    let by_step: Vec<Column> = plies
        .steps(STEP, STEPS)
        .into_iter()
        .map(|(from, games)| Column { name: range(from, STEP, STEPS), below: from.to_string(), games })
        .collect();
    let known = plies.known();
    let description = format!("The median is {median} half-moves, the longest game has {greatest}.");
    let rows: Vec<Vec<Markup>> = by_step
        .iter()
        .map(|step| vec![cell(&step.name), cell(grouped(step.games)), cell(percent(step.games, known))])
        .collect();
    html! {
        p {
            "Half of the games end after " strong { (counted(number(median), "half-move", "half-moves")) }
            " or earlier; the longest has " strong { (grouped(number(greatest))) } "."
        }
        (columns(&Words { id: "lengths", title: "Games by half-moves", description }, &by_step))
        @if plies.none() > 0 {
            p.note { (counted(plies.none(), "game was", "games were")) " not replayed." }
        }
        (table_behind("lengths", "Games by half-moves", &["Half-moves", "Games", "Share"], &rows))
    }
}

fn number(plies: i32) -> u64 {
    u64::try_from(plies).unwrap_or_default()
}

pub(super) fn time_controls(controls: &TimeControls, games: u64) -> Markup {
    let written = &controls.written;
    if written.is_empty() {
        return nothing("No game says how much time there was.");
    }
    let by_control = drawn(written, games, |text| shown(text, ROOM));
    let titles = ["Games by speed", "Games by time control"];
    html! {
        @if let Some(speeds) = controls.speeds.as_ref().filter(|speeds| !speeds.is_empty()) {
            @let by_speed = drawn(speeds, games, words);
            h3 { "Speed" }
            (bars(&Words { id: "speeds", title: titles[0], description: by_speed.description }, &by_speed.bars, games))
            (table_behind("speeds", titles[0], &["Speed", "Games", "Share"], &listed(speeds, games, |key| cell(words(key)))))
            h3 { "As written" }
        }
        (bars(&Words { id: "time-controls", title: titles[1], description: by_control.description }, &by_control.bars, games))
        p.note {
            (counted(written.len() as u64, "time control", "time controls")) " as the files write them"
            @if controls.none > 0 { "; " (counted(controls.none, "game says", "games say")) " nothing" }
            @if let Some(cut) = by_control.table.note() { (cut) }
            "."
        }
        @let rows = listed(written, games, |text| isolated(text, TABLE_ROOM));
        (table_behind("time-controls", titles[1], &["Time control", "Games", "Share"], &rows))
        (rest(written))
    }
}

/// The most frequent, and all others together, as bars.
struct Drawn {
    bars: Vec<Bar>,
    description: String,
    table: Table,
}

fn drawn(sums: &Frequent<u64>, games: u64, label: impl Fn(&str) -> String) -> Drawn {
    let sorted = sums.sorted();
    let (kinds, listed) = (sorted.len(), sorted.len().min(LISTED));
    let table = match others(sums, &sorted, LISTED) {
        None => Table::Whole { kinds },
        Some(_) => Table::Cut { kinds, listed },
    };
    let bar = |(text, games): &(&str, &u64)| Bar { label: label(text), games: **games };
    let mut bars: Vec<Bar> = sorted.iter().take(DRAWN).map(bar).collect();
    let description = described(&bars, games, table);
    bars.extend(others(sums, &sorted, DRAWN).map(|games| Bar { label: OTHERS.to_owned(), games }));
    Drawn { bars, description, table }
}

/// The same as rows of a table, which has room for more.
fn listed(sums: &Frequent<u64>, games: u64, name: impl Fn(&str) -> Markup) -> Vec<Vec<Markup>> {
    let row = |name: Markup, count: u64| vec![name, cell(grouped(count)), cell(percent(count, games))];
    let sorted = sums.sorted();
    let others = others(sums, &sorted, LISTED).map(|count| row(cell(OTHERS), count));
    sorted.iter().take(LISTED).map(|(text, count)| row(name(text), **count)).chain(others).collect()
}

/// The games of all but the most frequent, if there are any.
fn others(sums: &Frequent<u64>, sorted: &[(&str, &u64)], shown: usize) -> Option<u64> {
    let others = sums.games() - sorted.iter().take(shown).map(|(_, games)| **games).sum::<u64>();
    (others > 0).then_some(others)
}

/// What the table leaves out.
fn rest(sums: &Frequent<u64>) -> Markup {
    html! {
        @if *sums.unlisted() > 0 {
            p.note { (counted(*sums.unlisted(), "game has", "games have")) " one beyond those that were told apart." }
        }
    }
}
