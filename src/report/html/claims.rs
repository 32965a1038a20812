//! What the files say of the games' ends, beside the rulings.

use maud::{Markup, html};

use super::chart::{Shares, Words, key, shares};
use super::sections::{OTHERS, cell, nothing, table_behind, words};
use super::tags::{isolated, shown};
use crate::report::numbers::{counted, grouped, percent};
use crate::ruling::{Agreement, Termination};
use crate::table::survey::{Claimed, Claims};

/// Claims that are drawn, and that stand in the table.
const DRAWN: usize = 8;
const LISTED: usize = 40;

/// Characters of a claim above its bar, and in the table.
const ROOM: usize = 30;
const TABLE_ROOM: usize = 90;

/// The parts of a bar, in the order of [`Agreement::ALL`].
const CLASSES: [&str; 3] = ["same", "open", "differs"];
const NAMES: [&str; 3] = ["the same end", "left open by one", "another end"];

pub(super) fn claims(claims: &Claims) -> Markup {
    let all = claims.sorted(LISTED);
    if all.is_empty() {
        return nothing("No game has a Termination tag.");
    }
    let games: u64 = all.iter().map(|claim| claim.games).sum();
    let differing: u64 = all.iter().map(|claim| claim.agreement[Agreement::Differs as usize]).sum();
    let bars: Vec<_> = all
        .iter()
        .take(DRAWN)
        .map(|claim| Shares {
            label: claim.words.map_or_else(|| OTHERS.to_owned(), |words| shown(words, ROOM)),
            note: grouped(claim.games),
            parts: claim.agreement,
        })
        .collect();
    let description =
        format!("{} of {} name another end than the ruling.", grouped(differing), grouped(games));
    let title = "Claimed ends and rulings";
    html! {
        p {
            "In " strong { (counted(differing, "game", "games")) } " (" (percent(differing, games)) " of "
            (grouped(games)) " with the tag) the " code { "Termination" } " tag names another end than the ruling. "
            "A tag that says " q { "Normal" } " leaves open which of the usual ends it was."
        }
        (key(CLASSES, NAMES))
        (shares(&Words { id: "claims", title, description }, CLASSES, &bars))
        @if claims.none > 0 {
            p.note { (counted(claims.none, "game has", "games have")) " no such tag." }
        }
        (table_behind("claims", title, &["The file says", "Ruled", "Games", "Of the claim"], &rows(&all)))
    }
}

fn rows(claims: &[Claimed<'_>]) -> Vec<Vec<Markup>> {
    let of_claim = |claim: &Claimed<'_>| {
        let name = claim.words.map_or_else(|| cell(OTHERS), |words| isolated(words, TABLE_ROOM));
        let whole = claim.games;
        let row = move |(ruling, agreement, games): &(Termination, Agreement, u64)| {
            let ruled = html! {
                (words(ruling.as_str())) " " span.quiet.differs[*agreement == Agreement::Differs] { (agreement.as_str()) }
            };
            vec![name.clone(), ruled, cell(grouped(*games)), cell(percent(*games, whole))]
        };
        claim.rulings.iter().map(row).collect::<Vec<_>>()
    };
    claims.iter().flat_map(of_claim).collect()
}
