//! The players' ratings, and how games went by the gap between them.

use maud::{Markup, html};

use super::chart::{Column, Shares, Words, columns, key, shares};
use super::sections::{cell, code, nothing, table_behind};
use crate::report::numbers::{counted, grouped, percent};
use crate::table::survey::{Gap, Gaps, Ratings, Results, Sum};

/// Rating points of a column, and how many columns there can be.
const STEP: usize = 100;
const STEPS: usize = 40;

/// The parts of a bar of results: their classes and names.
pub(super) const RESULTS: [&str; 3] = ["white", "drawn", "black"];
pub(super) const RESULT_NAMES: [&str; 3] = ["White wins", "Drawn", "Black wins"];

pub(super) fn ratings(ratings: &Ratings) -> Markup {
    let points = &ratings.points;
    let steps = points.steps(STEP, STEPS);
    let (Some(median), Some(greatest)) = (points.median(), points.greatest()) else {
        return nothing("No player has a rating.");
    };
    let by_step: Vec<Column> = steps
        .iter()
        .map(|(from, games)| Column {
            name: range(*from, STEP, STEPS),
            below: from.to_string(),
            games: *games,
        })
        .collect();
    let known = points.known();
    let whole = known + points.none();
    let description = format!(
        "The median is {median}, the highest rating {greatest}. {} by steps of {STEP} points.",
        counted(by_step.len() as u64, "column", "columns")
    );
    let rows: Vec<Vec<Markup>> = by_step
        .iter()
        .map(|step| vec![cell(&step.name), cell(grouped(step.games)), cell(percent(step.games, known))])
        .collect();
    html! {
        p {
            "Half of the players are rated " strong { (median) } " or less, the strongest "
            strong { (greatest) } ". " (percent(known, whole)) " of the seats have a rating."
        }
        (columns(&Words { id: "ratings", title: "Players by rating", description }, &by_step))
        p.note { "Each game counts twice: once for White, once for Black." }
        (table_behind("ratings", "Players by rating", &["Rating", "Players", "Share"], &rows))
    }
}

/// A step of numbers in words; the last step has no end.
pub(super) fn range(from: usize, step: usize, steps: usize) -> String {
    if from >= step * (steps - 1) {
        format!("{from} or more")
    } else {
        format!("{from}–{}", from + step - 1)
    }
}

pub(super) fn gaps(gaps: &Gaps, result_column: Option<&str>) -> Markup {
    if gaps.games() == 0 {
        return nothing("No game has the ratings of both players.");
    }
    let shown: Vec<Gap> = gaps.iter().filter(|gap| gap.results.games() > 0).collect();
    let bars: Vec<_> = shown
        .iter()
        .map(|gap| Shares { label: words(gap), note: note(&gap.results), parts: results(&gap.results) })
        .collect();
    let rows: Vec<Vec<Markup>> = shown
        .iter()
        .map(|gap| {
            let Results { white, drawn, black, other } = gap.results;
            let numbers =
                [gap.results.games(), white, drawn, black, other].map(|number| cell(grouped(number)));
            let scores = [cell(score(&gap.results)), cell(gap.expected.map_or_else(dash, in_percent))];
            [cell(words(gap))].into_iter().chain(numbers).chain(scores).collect()
        })
        .collect();
    let description = match (shown.first(), shown.last()) {
        (Some(first), Some(last)) => format!(
            "White scores {} with {}, and {} with {}.",
            score(&first.results),
            words(first),
            score(&last.results),
            words(last)
        ),
        (None, _) | (_, None) => String::new(),
    };
    let heads =
        ["White's rating less Black's", "Games", "White", "Drawn", "Black", "Other", "Score", "Expected"];
    html! {
        p { "How games went, by how far White's rating is above Black's. Beside each bar: won, drawn and lost by White." }
        (key(RESULTS, RESULT_NAMES))
        (shares(&Words { id: "gaps", title: "Results by rating gap", description }, RESULTS, &bars))
        p.note {
            "Expected is White's score by Elo's formula. "
            @if let Some(column) = result_column { "Results are those of the column " (code(column)) "." }
        }
        (table_behind("gaps", "Results by rating gap", &heads, &rows))
    }
}

fn words(gap: &Gap) -> String {
    let signed = |points: i32| match points {
        points if points > 0 => format!("+{points}"),
        points => points.to_string().replace('-', "−"),
    };
    match (gap.from, gap.to) {
        (None, Some(to)) => format!("{} or less", signed(to)),
        (Some(from), None) => format!("{} or more", signed(from)),
        (Some(from), Some(to)) => format!("{} to {}", signed(from), signed(to)),
        (None, None) => "any".to_owned(),
    }
}

/// The parts of a bar.
pub(super) const fn results(results: &Results) -> [u64; 3] {
    [results.white, results.drawn, results.black]
}

/// What stands beside a bar of results.
fn note(results: &Results) -> String {
    let share = |part: u64| match results.decided() {
        0 => dash(),
        decided => format!("{:.0}%", part as f64 * 100.0 / decided as f64),
    };
    let [white, drawn, black] = [results.white, results.drawn, results.black].map(share);
    format!("{} · {white} {drawn} {black}", grouped(results.games()))
}

/// White's share of the points.
pub(super) fn score(results: &Results) -> String {
    match results.decided() {
        0 => dash(),
        decided => in_percent(results.white_half_points() as f64 / (2 * decided) as f64),
    }
}

fn in_percent(share: f64) -> String {
    format!("{:.1}%", share * 100.0)
}

fn dash() -> String {
    "–".to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read_as_people_write_them() {
        assert_eq!(range(1_500, 100, 40), "1500–1599");
        assert_eq!(range(3_900, 100, 40), "3900 or more");
        let gap = |from, to| words(&Gap { from, to, results: Results::default(), expected: None });
        assert_eq!(gap(None, Some(-450)), "−450 or less");
        assert_eq!(gap(Some(-49), Some(49)), "−49 to +49");
        assert_eq!(gap(Some(450), None), "+450 or more");
    }

    #[test]
    fn games_without_a_result_count_for_nobody() {
        let some = Results { white: 2, drawn: 1, black: 1, other: 6 };
        assert_eq!((score(&some), note(&some)), ("62.5%".to_owned(), "10 · 50% 25% 25%".to_owned()));
        let none = Results { other: 6, ..Results::default() };
        assert_eq!((score(&none), note(&none)), ("–".to_owned(), "6 · – – –".to_owned()));
    }
}
