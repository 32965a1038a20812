//! The kinds of fact that columns come in.
//!
//! Owns their order in the file. Columns of one group are computed together, and not at all where none of them is asked for. A new
//! kind of fact is a variant here (at the end), a list in `table/list/`, and builders in `table/columns/`.

use super::column::Column;
use super::list::{
    ALONG, BOARD, CLAIMS, CLOCKS, ENDING, EVENT, LAST, LEGALITY, LISTS, NOTES, OPENING, PLACE, PROSPECTS,
    SIDES, TIME,
};

/// Columns of one kind of fact.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Group {
    /// What the file claims.
    Claims,
    /// Where a game stands.
    Place,
    /// Whether it is chess.
    Legality,
    /// How it ended.
    Ending,
    /// What each side did.
    Sides,
    /// Where the replay stopped.
    Last,
    /// Who could still mate.
    Prospects,
    /// What is known of the event and the players.
    Event,
    /// The time control.
    Time,
    /// What the clocks show.
    Clocks,
    /// The opening.
    Opening,
    /// What is left on the board.
    Board,
    /// What happened on the board along the way.
    Along,
    /// Evaluations and draw offers.
    Notes,
    /// Moves, clocks and evaluations, ply by ply.
    Lists,
}

impl Group {
    /// All, in the order of the file.
    pub const ALL: [Group; 15] = [
        Group::Claims,
        Group::Place,
        Group::Legality,
        Group::Ending,
        Group::Sides,
        Group::Last,
        Group::Prospects,
        Group::Event,
        Group::Time,
        Group::Clocks,
        Group::Opening,
        Group::Board,
        Group::Along,
        Group::Notes,
        Group::Lists,
    ];

    /// Its word in the schema.
    pub const fn as_str(self) -> &'static str {
        match self {
            Group::Claims => "claims",
            Group::Place => "place",
            Group::Legality => "legality",
            Group::Ending => "ending",
            Group::Sides => "sides",
            Group::Last => "last",
            Group::Prospects => "prospects",
            Group::Event => "event",
            Group::Time => "time",
            Group::Clocks => "clocks",
            Group::Opening => "opening",
            Group::Board => "board",
            Group::Along => "along",
            Group::Notes => "notes",
            Group::Lists => "lists",
        }
    }

    /// The group of a column of the games' table.
    pub fn of(column: &Column) -> Option<Group> {
        Group::ALL.into_iter().find(|group| group.columns().iter().any(|own| own.name == column.name))
    }

    /// Its columns, in the order of the file.
    pub const fn columns(self) -> &'static [Column] {
        match self {
            Group::Claims => CLAIMS,
            Group::Place => PLACE,
            Group::Legality => LEGALITY,
            Group::Ending => ENDING,
            Group::Sides => SIDES,
            Group::Last => LAST,
            Group::Prospects => PROSPECTS,
            Group::Event => EVENT,
            Group::Time => TIME,
            Group::Clocks => CLOCKS,
            Group::Opening => OPENING,
            Group::Board => BOARD,
            Group::Along => ALONG,
            Group::Notes => NOTES,
            Group::Lists => LISTS,
        }
    }

    /// How many columns come before it in the file.
    pub(super) const fn first(self) -> usize {
        let (mut before, mut at) = (0, 0);
        while at < self as usize {
            before += Group::ALL[at].columns().len();
            at += 1;
        }
        before
    }
}
