//! What all sections of the page have: a heading, a word in place of what can't be shown, and the table behind each chart.

use maud::{Markup, html};

use crate::table::survey::Section;

/// What stands for all that are not drawn, or not listed.
pub(super) const OTHERS: &str = "All others";

/// A section with its heading.
pub(super) fn section(id: &str, heading: &str, content: &Markup) -> Markup {
    html! {
        section id=(id) aria-labelledby={ (id) "-heading" } {
            h2 id={ (id) "-heading" } { (heading) }
            (content)
        }
    }
}

/// What a section shows of what was counted, or the columns that it lacks.
pub(super) fn counted<T>(section: &Section<T>, show: impl FnOnce(&T) -> Markup) -> Markup {
    match section {
        Section::Counted(counted) => show(counted),
        Section::Lacking(columns) => lacking(columns),
    }
}

fn lacking(columns: &[&str]) -> Markup {
    html! {
        p.lacking {
            "The dataset was written without "
            @for (index, column) in columns.iter().enumerate() {
                @if index > 0 { ", " }
                code { (column) }
            }
            ", so this can't be shown."
        }
    }
}

/// What is said where there is nothing to show.
pub(super) fn nothing(text: &str) -> Markup {
    html! { p.lacking { (text) } }
}

/// A table that is opened by its reader. The first column names the rows, the others are figures.
pub(super) fn table(summary: &str, heads: &[&str], rows: &[Vec<Markup>]) -> Markup {
    html! {
        details {
            summary { (summary) }
            (open_table(summary, heads, rows))
        }
    }
}

/// The table behind a chart, opened by its reader: the chart [names it](super::chart) as its details.
pub(super) fn table_behind(chart: &str, title: &str, heads: &[&str], rows: &[Vec<Markup>]) -> Markup {
    html! {
        details id={ (chart) "-table" } {
            summary { (title) }
            (open_table(title, heads, rows))
        }
    }
}

/// A table that stands open.
pub(super) fn open_table(name: &str, heads: &[&str], rows: &[Vec<Markup>]) -> Markup {
    html! {
        // What is wider than a phone moves by itself, also by keys.
        div.wide role="region" aria-label=(name) tabindex="0" {
            table {
                thead { tr { @for head in heads { th scope="col" { (head) } } } }
                tbody {
                    @for row in rows {
                        tr {
                            @for (index, cell) in row.iter().enumerate() {
                                @if index == 0 { th scope="row" { (cell) } } @else { td { (cell) } }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// A code as words: `time_forfeit` is "Time forfeit".
pub(super) fn words(code: &str) -> String {
    let written = |word: &str| match word {
        "fen" => "FEN".to_owned(),
        "nag" => "NAG".to_owned(),
        "utf8" => "UTF-8".to_owned(),
        word => word.to_owned(),
    };
    let mut words = code.split('_').map(written).collect::<Vec<_>>().join(" ");
    if let Some(first) = words.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    words
}

/// A cell of text.
pub(super) fn cell(text: impl AsRef<str>) -> Markup {
    html! { (text.as_ref()) }
}

/// A cell that holds a code.
pub(super) fn code(text: &str) -> Markup {
    html! { code { (text) } }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_read_as_words() {
        assert_eq!(words("seventy_five_moves"), "Seventy five moves");
        assert_eq!(words("not_utf8"), "Not UTF-8");
        assert_eq!(words(""), "");
        assert_eq!(words("жук"), "жук");
    }

    #[test]
    fn what_lacks_is_named() {
        let lacking = Section::<u64>::Lacking(vec!["ruling", "plies"]);
        let text = counted(&lacking, |_| html! {}).into_string();
        assert!(text.contains("<code>ruling</code>, <code>plies</code>"), "{text}");
    }
}
