//! How the games ended, and what the rulings rest on.

use maud::{Markup, html};

use super::chart::{Bar, Table, Words, bars, described};
use super::sections::{cell, code, nothing, table, table_behind, words};
use crate::report::numbers::{grouped, percent};
use crate::ruling::Basis;
use crate::table::survey::{Endings, RulingCount};

pub(super) fn endings(endings: &Endings) -> Markup {
    let games = endings.games();
    if games == 0 {
        return nothing("There is no game to rule on.");
    }
    let rulings = endings.sorted();
    let by_ruling: Vec<Bar> =
        rulings.iter().map(|count| Bar { label: words(count.ruling.as_str()), games: count.games }).collect();
    let bases = endings.bases();
    let by_basis: Vec<Bar> =
        bases.iter().map(|(basis, games)| Bar { label: meaning(*basis).to_owned(), games: *games }).collect();
    let rows: Vec<Vec<Markup>> = rulings
        .iter()
        .flat_map(|RulingCount { ruling, bases, .. }| {
            bases.iter().map(|(basis, count)| {
                let names = [words(ruling.as_str()), meaning(*basis).to_owned()].map(cell);
                names.into_iter().chain([cell(grouped(*count)), cell(percent(*count, games))]).collect()
            })
        })
        .collect();
    let of_rulings: Vec<Vec<Markup>> = rulings
        .iter()
        .map(|count| row(&words(count.ruling.as_str()), Some(count.ruling.as_str()), count.games, games))
        .collect();
    let of_bases: Vec<Vec<Markup>> = bases
        .iter()
        .map(|(basis, count)| row(meaning(*basis), basis.map(Basis::as_str), *count, games))
        .collect();
    let titles = ["Games by ruling", "Games by what the ruling rests on"];
    let whole = |bars: &[Bar]| described(bars, games, Table::Whole { kinds: bars.len() });
    html! {
        h3 { "The ruling" }
        (bars(&Words { id: "rulings", title: titles[0], description: whole(&by_ruling) }, &by_ruling, games))
        (table_behind("rulings", titles[0], &["Ruling", "Word in ruling", "Games", "Share"], &of_rulings))
        h3 { "What it rests on" }
        (bars(&Words { id: "bases", title: titles[1], description: whole(&by_basis) }, &by_basis, games))
        (table_behind("bases", titles[1], &["Basis", "Word in ruling_basis", "Games", "Share"], &of_bases))
        h3 { "Both together" }
        (table("Rulings and what they rest on", &["Ruling", "Basis", "Games", "Share"], &rows))
    }
}

/// A line of a table: what it is, the word that the dataset has for it, and its games.
fn row(name: &str, word: Option<&str>, count: u64, games: u64) -> Vec<Markup> {
    let word = word.map_or_else(|| cell("null"), code);
    vec![cell(name), word, cell(grouped(count)), cell(percent(count, games))]
}

/// What a basis is, in words.
const fn meaning(basis: Option<Basis>) -> &'static str {
    match basis {
        Some(Basis::Board) => "Board: the position proves it",
        Some(Basis::Tag) => "Tag: the file says so",
        Some(Basis::Comment) => "Comment: the file says so",
        Some(Basis::Clock) => "Clock: the times show it",
        Some(Basis::Inferred) => "Inferred: nothing else is left",
        None => "Nothing: unknown",
    }
}
