//! What was read, and the ledger.

use maud::{Markup, html};

use super::sections::{cell, open_table, table};
use super::tags::isolated;
use crate::report::numbers::{bytes, counted, grouped};
use crate::report::provenance::{Input, Provenance};
use crate::table::survey::Survey;

/// Inputs that are listed: more are for the manifest. Those that could not be read come first.
const LISTED: usize = 100;

/// Characters of a file's name.
const NAME_ROOM: usize = 120;

pub(super) fn sources(provenance: &Provenance, survey: &Survey) -> Markup {
    let total = &provenance.total;
    let files = provenance.inputs.len() as u64;
    html! {
        dl.figures {
            (figure("Games", &grouped(survey.games)))
            (figure("Half-moves", &grouped(provenance.plies)))
            (figure(if files == 1 { "Input" } else { "Inputs" }, &grouped(files)))
            (figure("Text", &bytes(total.bytes as f64)))
        }
        (ledger(provenance, survey))
        p { (rules(provenance)) }
        (unreadable(&provenance.inputs))
        (table("Each input", &["Input", "Games", "Bytes", "Between"], &inputs(&provenance.inputs)))
        @if provenance.inputs.len() > LISTED {
            p.note { "The first " (LISTED) " of " (grouped(files)) "; manifest.json has them all." }
        }
    }
}

fn figure(name: &str, value: &str) -> Markup {
    html! { div { dt { (name) } dd { (value) } } }
}

fn ledger(provenance: &Provenance, survey: &Survey) -> Markup {
    let total = &provenance.total;
    let faults = provenance.faults(survey.games);
    html! {
        @if faults.is_empty() {
            p.verdict.good {
                strong { "The ledger balances." }
                " Every byte belongs to a game or stands between games, and every game has its row."
            }
        } @else {
            div.verdict.bad {
                strong { "The ledger does not balance." }
                ul { @for fault in &faults { li { (fault) } } }
            }
        }
        (open_table("The ledger", &["Ledger", "Count"], &[
            ("Bytes of games", total.game_bytes),
            ("Bytes between games", total.between_bytes),
            ("Bytes read", total.bytes),
            ("Games found", total.games),
            ("Rows written", total.rows),
            ("Rows read back", survey.games),
        ].map(|(what, count)| vec![cell(what), cell(grouped(count))])))
    }
}

/// By which rules the games were judged.
fn rules(provenance: &Provenance) -> Markup {
    html! {
        "Ruled by "
        @match provenance.laws.as_deref() {
            Some("auto") | None => "the FIDE Laws of each game's date",
            Some(laws) => { "the rules named " code { (laws) } },
        }
        @if let Some(site) = &provenance.site { ", as games of " code { (site) } }
        @if provenance.is_exact { ", with an exact answer to who could still mate" }
        @if let Some(version) = &provenance.version { ", by Arbitro " (version) }
        "."
    }
}

fn unreadable(inputs: &[Input]) -> Markup {
    let faulty: Vec<_> = inputs.iter().filter_map(|input| Some((input, input.error.as_ref()?))).collect();
    html! {
        @if !faulty.is_empty() {
            div.verdict.bad {
                strong { (counted(faulty.len() as u64, "input", "inputs")) " could not be read to the end." }
                ul {
                    @for (input, error) in faulty.iter().take(LISTED) {
                        li { (isolated(&input.name, NAME_ROOM)) ": " (isolated(error, NAME_ROOM)) }
                    }
                }
            }
        }
    }
}

fn inputs(inputs: &[Input]) -> Vec<Vec<Markup>> {
    let row = |input: &Input| {
        let sums = &input.sums;
        let numbers = [sums.games, sums.bytes, sums.between_bytes];
        let name = isolated(&input.name, NAME_ROOM);
        [name].into_iter().chain(numbers.map(|number| cell(grouped(number)))).collect()
    };
    inputs.iter().take(LISTED).map(row).collect()
}
