//! Charts: bars with their names, columns along a scale, and shares of a whole, as SVG within the page.
//!
//! No crate draws these, and three were looked at for it: charts-rs and plotters set colours and sizes as fixed values, so a chart would
//! be one for light or one for dark, and its words would shrink with it on a phone; charming needs a script; poloto can be styled,
//! and has neither shares nor text alternatives. Here lengths are shares of the width there is, words keep their size, colours are
//! classes of the page's style, and each chart has a title, a description, and its own [table](super::sections::table_behind).

use maud::{Markup, html};

use crate::report::numbers::{grouped, percent};

/// Pixels of a bar's line: its words above it, and the bar.
const LINE: usize = 40;
/// Pixels of the columns, and of the words above and below.
const COLUMN_HEIGHT: f64 = 150.0;
const ABOVE: f64 = 20.0;
const BELOW: f64 = 22.0;

/// How many of its greatest a description names.
pub(super) const NAMED: usize = 3;

/// What the table behind a chart has of all kinds of things that were counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Table {
    /// A line for each.
    Whole { kinds: usize },
    /// A line for each of the most frequent, and one for all others together.
    Cut { kinds: usize, listed: usize },
}

/// The words of a chart for those who don't see it.
pub(super) struct Words<'w> {
    /// A name that no other chart of the page has.
    pub(super) id: &'w str,
    /// What it shows.
    pub(super) title: &'w str,
    /// What is to be seen.
    pub(super) description: String,
}

/// A bar.
pub(super) struct Bar {
    pub(super) label: String,
    pub(super) games: u64,
}

/// A bar of parts that are a whole together.
pub(super) struct Shares<const N: usize> {
    pub(super) label: String,
    pub(super) note: String,
    pub(super) parts: [u64; N],
}

/// A column: what it stands for, in full and, where there is room for it, below.
pub(super) struct Column {
    pub(super) name: String,
    pub(super) below: String,
    pub(super) games: u64,
}

/// Bars below each other, as long as they count, of a `whole`.
pub(super) fn bars(words: &Words<'_>, bars: &[Bar], whole: u64) -> Markup {
    let most = bars.iter().map(|bar| bar.games).max().unwrap_or_default().max(1);
    frame(
        words,
        (bars.len() * LINE) as f64,
        &html! {
            @for (line, bar) in bars.iter().enumerate() {
                @let top = line * LINE;
                text x="0" y=(top + 15) { (bar.label) }
                text.value x="100%" y=(top + 15) { (grouped(bar.games)) " · " (percent(bar.games, whole)) }
                rect.track x="0" y=(top + 22) width="100%" height="10" rx="3" {}
                rect.bar x="0" y=(top + 22) width=(share(bar.games, most)) height="10" rx="3" {}
            }
        },
    )
}

/// Bars of equal length, each cut into its parts; `classes` are those of the style.
pub(super) fn shares<const N: usize>(words: &Words<'_>, classes: [&str; N], bars: &[Shares<N>]) -> Markup {
    frame(
        words,
        (bars.len() * LINE) as f64,
        &html! {
            @for (line, bar) in bars.iter().enumerate() {
                @let top = line * LINE;
                text x="0" y=(top + 15) { (bar.label) }
                text.value x="100%" y=(top + 15) { (bar.note) }
                @for (class, start, part) in parts(classes, bar.parts) {
                    rect class={ "part " (class) } x=(start) y=(top + 22) width=(part) height="12" {}
                }
            }
        },
    )
}

/// Columns side by side, as high as they count.
pub(super) fn columns(words: &Words<'_>, columns: &[Column]) -> Markup {
    let most = columns.iter().map(|column| column.games).max().unwrap_or_default().max(1);
    let width = 100.0 / columns.len().max(1) as f64;
    let every = columns.len().div_ceil(6).max(1);
    let base = ABOVE + COLUMN_HEIGHT;
    frame(
        words,
        base + BELOW,
        &html! {
            text.quiet x="0" y="12" { (grouped(most)) }
            line.axis x1="0" x2="100%" y1=(ABOVE) y2=(ABOVE) {}
            @for (index, column) in columns.iter().enumerate() {
                @let height = if column.games == 0 {
                    0.0
                } else {
                    (column.games as f64 / most as f64 * COLUMN_HEIGHT).max(1.0)
                };
                rect.bar x=(length(width * (index as f64 + 0.06))) y=(format!("{:.1}", base - height))
                    width=(length(width * 0.88)) height=(format!("{height:.1}")) {
                    title { (column.name) ": " (grouped(column.games)) }
                }
                @if index % every == 0 {
                    // The last has no room to its right.
                    @let is_last = index + every >= columns.len() && index > 0;
                    @let edge = if is_last { 0.94 } else { 0.06 };
                    text.below.at-end[is_last] x=(length(width * (index as f64 + edge))) y=(base + 16.0) { (column.below) }
                }
            }
            line.axis x1="0" x2="100%" y1=(base) y2=(base) {}
        },
    )
}

/// The key to the parts of [`shares`].
pub(super) fn key<const N: usize>(classes: [&str; N], names: [&str; N]) -> Markup {
    html! {
        ul.key {
            @for (class, name) in classes.into_iter().zip(names) {
                li {
                    svg.swatch width="14" height="14" aria-hidden="true" {
                        rect class={ "part " (class) } x="1" y="1" width="12" height="12" {}
                    }
                    " " (name)
                }
            }
        }
    }
}

/// What is to be seen of bars: the greatest of them, and how many more there are. A bar for all others is none of these.
pub(super) fn described(bars: &[Bar], whole: u64, table: Table) -> String {
    let mut sorted: Vec<&Bar> = bars.iter().collect();
    sorted.sort_by_key(|bar| std::cmp::Reverse(bar.games));
    let first = sorted.iter().take(NAMED);
    let named: Vec<_> = first.map(|bar| format!("{} {}", bar.label, percent(bar.games, whole))).collect();
    table.described(&named.join(", "))
}

impl Table {
    /// The greatest by name, and then the rest: that of few there is no more, nobody needs to hear.
    pub(super) fn described(self, named: &str) -> String {
        let (kinds, has) = match self {
            Table::Whole { kinds } => (kinds, "all of them".to_owned()),
            Table::Cut { kinds, listed } => (kinds, cut(listed)),
        };
        match (kinds.saturating_sub(NAMED), self) {
            (0, Table::Whole { .. }) => format!("{named}."),
            (0, Table::Cut { .. }) => format!("{named}. The table has {has}."),
            (more, Table::Whole { .. } | Table::Cut { .. }) => {
                format!("{named}; and {} more. The table has {has}.", grouped(more as u64))
            }
        }
    }

    /// What is said beside a chart of a table that leaves something out.
    pub(super) fn note(self) -> Option<String> {
        match self {
            Table::Whole { .. } => None,
            Table::Cut { listed, .. } => Some(format!("; the table has {}", cut(listed))),
        }
    }
}

fn cut(listed: usize) -> String {
    format!("the {listed} most frequent, and all others together")
}

/// The SVG element itself, which is one image to a screen reader.
fn frame(words: &Words<'_>, height: f64, drawing: &Markup) -> Markup {
    let Words { id, title, description } = words;
    html! {
        svg.chart role="img" aria-labelledby={ (id) "-title" } aria-describedby={ (id) "-description" }
            aria-details={ (id) "-table" }
            width="100%" height=(height) {
            title id={ (id) "-title" } { (title) }
            desc id={ (id) "-description" } { (description) }
            (drawing)
        }
    }
}

/// Where each part begins and how long it is. The last ends where the whole does.
fn parts<const N: usize>(classes: [&str; N], parts: [u64; N]) -> Vec<(&str, String, String)> {
    let whole = parts.iter().sum::<u64>().max(1) as f64;
    let mut before = 0;
    let mut placed = Vec::with_capacity(N);
    for (class, part) in classes.into_iter().zip(parts).filter(|(_, part)| *part > 0) {
        placed.push((class, length(before as f64 / whole * 100.0), length(part as f64 / whole * 100.0)));
        before += part;
    }
    placed
}

fn share(part: u64, whole: u64) -> String {
    length(part as f64 / whole as f64 * 100.0)
}

fn length(percent: f64) -> String {
    format!("{percent:.3}%")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words() -> Words<'static> {
        Words { id: "x", title: "A <b>", description: "\"quoted\" & <i>".to_owned() }
    }

    #[test]
    fn words_are_escaped_in_a_drawing_too() {
        let bar = Bar { label: "<script>alert(1)</script>".to_owned(), games: 3 };
        let svg = bars(&words(), &[bar], 4).into_string();
        assert!(svg.contains("&lt;script&gt;alert(1)&lt;/script&gt;"), "{svg}");
        assert!(!svg.contains("<script") && !svg.contains("<b>") && !svg.contains("<i>"), "{svg}");
        assert!(svg.contains("3 · 75.00%"), "{svg}");
    }

    #[test]
    fn a_description_names_the_greatest_and_says_what_the_table_has() {
        let bar = |(label, games): (&str, u64)| Bar { label: label.to_owned(), games };
        let some = [("a", 1), ("b", 5), ("c", 3), ("d", 1)].map(bar);
        let of = |bars: &[Bar], table| described(bars, 10, table);
        assert_eq!(of(&some[..2], Table::Whole { kinds: 2 }), "b 50.00%, a 10.00%.");
        assert_eq!(
            of(&some, Table::Whole { kinds: 4 }),
            "b 50.00%, c 30.00%, a 10.00%; and 1 more. The table has all of them."
        );
        assert_eq!(
            of(&some, Table::Cut { kinds: 1_064, listed: 60 }),
            "b 50.00%, c 30.00%, a 10.00%; and 1,061 more. The table has the 60 most frequent, and all others together."
        );
        assert_eq!(
            of(&some[..1], Table::Cut { kinds: 1, listed: 1 }),
            "a 10.00%. The table has the 1 most frequent, and all others together."
        );
    }

    #[test]
    fn the_parts_of_a_whole_meet() {
        let placed = parts(["a", "b", "c"], [1, 0, 3]);
        assert_eq!(
            placed,
            [
                ("a", "0.000%".to_owned(), "25.000%".to_owned()),
                ("c", "25.000%".to_owned(), "75.000%".to_owned())
            ]
        );
        assert!(parts(["a"], [0]).is_empty());
    }

    #[test]
    fn a_column_that_counts_anything_can_be_seen() {
        let column = |games| Column { name: "n".to_owned(), below: "b".to_owned(), games };
        let svg = columns(&words(), &[column(1_000_000), column(1), column(0)]).into_string();
        assert!(svg.contains("height=\"1.0\"") && svg.contains("height=\"0.0\""), "{svg}");
    }

    #[test]
    fn nothing_is_drawn_of_nothing() {
        assert!(!bars(&words(), &[], 0).into_string().contains("<rect"));
        assert!(!columns(&words(), &[]).into_string().contains("<rect"));
    }
}
