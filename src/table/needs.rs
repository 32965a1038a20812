//! What the columns that are asked for need, beyond what every ruling rests on.

use super::column_set::ColumnSet;
use super::columns::{EVALUATIONS, Fens, THINKING};
use super::group::Group;

/// What is to be found for a dataset's rows; nothing else is.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Needs {
    /// Rows: what several of their columns are made of.
    pub rows: bool,
    /// The opening.
    pub opening: bool,
    /// The moves made, one by one.
    pub moves: bool,
    /// Evaluations, elapsed times and glyphs, ply by ply.
    pub notes: bool,
    /// The elapsed times where a game tells them.
    pub elapsed: bool,
}

impl Needs {
    /// What these columns need.
    pub fn of(columns: &ColumnSet) -> Needs {
        Needs {
            rows: true,
            opening: columns.needs(Group::Opening),
            moves: columns.needs(Group::Along) || columns.wants("moves_uci"),
            notes: columns.needs(Group::Notes) || columns.wants_any(&EVALUATIONS),
            elapsed: columns.wants_any(&THINKING),
        }
    }

    /// The same with what the rows of plies need, where there are any.
    pub fn with_plies(self, plies: Option<Fens>) -> Needs {
        match plies {
            Some(Fens::LeftOut | Fens::Written) => Needs { moves: true, notes: true, ..self },
            None => self,
        }
    }
}
