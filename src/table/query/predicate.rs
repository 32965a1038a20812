//! A predicate over the columns: what it asks, and of which.

use std::collections::HashSet;

use super::condition::Operator;
use super::mistake::Mistake;
use super::{grammar, meaning};
use crate::table::column::Column;

/// A predicate over the columns of a game: true, false, or neither where it turns on a null.
#[derive(Clone, Debug)]
pub struct Predicate(pub(super) Asked);

/// What a predicate asks.
#[derive(Clone, Debug)]
pub(super) enum Asked {
    All(Vec<Asked>),
    Any(Vec<Asked>),
    Not(Box<Asked>),
    /// Whether a column of booleans is true.
    IsTrue(&'static Column),
    IsNull(&'static Column),
    Compare(&'static Column, Operator, Other),
    OneOf(&'static Column, Set),
    /// Whether a list holds a text.
    Has(&'static Column, String),
    /// Nothing: it is this of every row.
    Known(Option<bool>),
}

/// What a column is compared with.
#[derive(Clone, Debug)]
pub(super) enum Other {
    /// Another column, of the same sort.
    Column(&'static Column),
    Text(String),
    /// A number, a day or a moment.
    Integer(i64),
    Fraction(f64),
    Boolean(bool),
}

/// The values of a list.
#[derive(Clone, Debug)]
pub(super) enum Set {
    Texts(HashSet<String>),
    Integers(HashSet<i64>),
}

impl Predicate {
    /// Reads a predicate.
    ///
    /// # Errors
    ///
    /// Where it is not understood, names what is not there, or compares what can't be compared.
    pub fn read(text: &str) -> Result<Predicate, Mistake> {
        Ok(Predicate(meaning::of(&grammar::read(text)?)?))
    }

    /// The columns that it asks about, each once.
    pub fn columns(&self) -> Vec<&'static Column> {
        self.0.columns()
    }
}

impl Asked {
    pub(super) fn columns(&self) -> Vec<&'static Column> {
        let mut columns = Vec::new();
        self.collect(&mut columns);
        columns
    }

    fn collect(&self, columns: &mut Vec<&'static Column>) {
        let mut add = |column: &'static Column| {
            if !columns.iter().any(|known| known.name == column.name) {
                columns.push(column);
            }
        };
        match self {
            Asked::All(parts) | Asked::Any(parts) => parts.iter().for_each(|part| part.collect(columns)),
            Asked::Not(part) => part.collect(columns),
            Asked::Known(_) => {}
            Asked::IsTrue(column)
            | Asked::IsNull(column)
            | Asked::OneOf(column, _)
            | Asked::Has(column, _) => {
                add(column);
            }
            Asked::Compare(column, _, other) => {
                add(column);
                match other {
                    Other::Column(other) => add(other),
                    Other::Text(_) | Other::Integer(_) | Other::Fraction(_) | Other::Boolean(_) => {}
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_columns_that_are_asked_about_are_read() {
        let columns = |text: &str| {
            Predicate::read(text).unwrap().columns().iter().map(|column| column.name).collect::<Vec<_>>()
        };
        assert_eq!(
            columns("Result <> ruled_result and not (plies < 5 or plies > 9)"),
            ["Result", "ruled_result", "plies"]
        );
        assert_eq!(
            columns("has(findings, 'self_play') or White in ('a', Black)"),
            ["findings", "White", "Black"]
        );
    }
}
