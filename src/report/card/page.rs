//! The whole card, in its order.

use super::contents::{contradictions, counts, options};
use super::dictionary::{columns as dictionary, findings};
use super::header::header;
use super::loading::{CAVEATS, loading};
use super::sources::sources;
use super::tables::tables;
use crate::pipeline::tally::Audit;
use crate::report::manifest::Asked;
use crate::report::numbers::counted;
use crate::table::ColumnSet;

/// The card of what an audit wrote, whose games have these columns. Nothing that belongs to the run is in it.
pub fn card(audit: &Audit, asked: &Asked, columns: &ColumnSet) -> String {
    let games = audit.counts.games;
    let tables = tables(audit, asked, columns);
    let lead = format!(
        "# {}\n\n\
         Every game was replayed move by move under the Laws of Chess, and ruled on how it ended, by Arbitro. One row is one game; nothing \
         is left out, and what is not known is null.\n",
        title(games)
    );
    let sections = [
        Some(lead),
        Some(loading(asked, &tables)),
        Some(CAVEATS.to_owned()),
        Some(sources(audit)),
        Some(options(asked)),
        Some(counts(audit)),
        contradictions(audit, asked),
        Some(dictionary(&tables)),
        Some(findings(&audit.counts)),
    ];
    let sections: Vec<_> = sections.into_iter().flatten().collect();
    format!("{}\n{}", header(games, &tables), sections.join("\n"))
}

/// What the dataset is called.
pub(super) fn title(games: u64) -> String {
    counted(games, "audited chess game", "audited chess games")
}
