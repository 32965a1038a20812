//! What a condition means: its names as columns, its values as what those columns hold.
//!
//! Owns the check of names, sorts and words against the schema, so that a slip is a mistake and not an empty answer.

use std::collections::HashSet;
use std::ops::Range;

use super::condition::{Condition, Operator, Term, Written};
use super::literal::{day, moment};
use super::mistake::Mistake;
use super::predicate::{Asked, Other, Set};
use crate::finding::FINDINGS;
use crate::table::column::{Column, ColumnType};
use crate::table::near::nearest;
use crate::table::schema::columns;

/// The longest list of words that is shown for a misspelt one.
const MOST_LISTED: usize = 24;

/// Values that can be compared with each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sort {
    Texts,
    Numbers,
    Booleans,
    Days,
    Moments,
}

impl Sort {
    const fn noun(self) -> &'static str {
        match self {
            Sort::Texts => "texts, in single quotes",
            Sort::Numbers => "numbers",
            Sort::Booleans => "true and false",
            Sort::Days => "days, such as '2024-01-31'",
            Sort::Moments => "times, such as '2024-01-31' or '2024-01-31T23:59:59Z'",
        }
    }
}

/// What a condition means.
pub(super) fn of(condition: &Condition) -> Result<Asked, Mistake> {
    Ok(match condition {
        Condition::All(parts) => Asked::All(parts.iter().map(of).collect::<Result<_, _>>()?),
        Condition::Any(parts) => Asked::Any(parts.iter().map(of).collect::<Result<_, _>>()?),
        Condition::Not(part) => Asked::Not(Box::new(of(part)?)),
        Condition::Bare(written) => bare(written)?,
        Condition::Compare(left, operator, right) => compare(left, *operator, right)?,
        Condition::In(left, values) => one_of(left, values)?,
        Condition::IsNull(written) => match known(written)? {
            Some(column) => Asked::IsNull(column),
            None => return Err(Mistake::new(&written.place, "only a column can be null")),
        },
        Condition::Has(list, code) => has(list, code)?,
    })
}

/// The column that is named, if a name it is.
fn known(written: &Written) -> Result<Option<&'static Column>, Mistake> {
    let Term::Name { name, quoted } = &written.term else { return Ok(None) };
    let found = columns().iter().find(|column| column.name == name);
    if found.is_some() {
        return Ok(found);
    }
    let advice = match nearest(name, columns().iter().map(|column| column.name)) {
        Some(near) => format!("; did you mean {near}?"),
        None if *quoted => "; a text stands in single quotes".to_owned(),
        None => "; 'arbitro schema' lists them".to_owned(),
    };
    Err(Mistake::new(&written.place, format!("there is no column {name}{advice}")))
}

/// The column, and the sort of values that it holds.
fn sorted(column: &'static Column, place: &Range<usize>) -> Result<Sort, Mistake> {
    match column.kind {
        ColumnType::Text | ColumnType::Term(_) | ColumnType::Word(_) => Ok(Sort::Texts),
        ColumnType::Int16 | ColumnType::Int32 | ColumnType::Int64 | ColumnType::Float32 => Ok(Sort::Numbers),
        ColumnType::Boolean => Ok(Sort::Booleans),
        ColumnType::Date => Ok(Sort::Days),
        ColumnType::Timestamp => Ok(Sort::Moments),
        ColumnType::TextList => {
            let name = column.name;
            Err(Mistake::new(place, format!("{name} is a list: has({name}, '...') asks for what it holds")))
        }
        ColumnType::IntList | ColumnType::FloatList => {
            let name = column.name;
            Err(Mistake::new(place, format!("{name} is a list of numbers, of which a predicate can't ask")))
        }
        ColumnType::TextMap => {
            Err(Mistake::new(place, format!("{} is a map, of which a predicate can't ask", column.name)))
        }
    }
}

fn bare(written: &Written) -> Result<Asked, Mistake> {
    match known(written)? {
        Some(column) if sorted(column, &written.place)? == Sort::Booleans => Ok(Asked::IsTrue(column)),
        Some(column) => {
            let name = column.name;
            Err(Mistake::new(
                &written.place,
                format!("{name} is neither true nor false: compare it with something"),
            ))
        }
        None => Err(Mistake::new(&written.place, "a column is missing here: compare one with this")),
    }
}

fn compare(left: &Written, operator: Operator, right: &Written) -> Result<Asked, Mistake> {
    match (known(left)?, known(right)?) {
        (Some(column), Some(other)) => {
            let (one, two) = (sorted(column, &left.place)?, sorted(other, &right.place)?);
            if one == two {
                return Ok(Asked::Compare(column, operator, Other::Column(other)));
            }
            let message =
                format!("{} holds {}, but {} holds {}", column.name, one.noun(), other.name, two.noun());
            Err(Mistake::new(&right.place, message))
        }
        (Some(column), None) => Ok(Asked::Compare(column, operator, literal(column, left, right)?)),
        (None, Some(column)) => Ok(Asked::Compare(column, operator.turned(), literal(column, right, left)?)),
        (None, None) => {
            let place = left.place.start..right.place.end;
            Err(Mistake::new(&place, "a column is missing here: two values are compared"))
        }
    }
}

/// A value as the column holds it.
fn literal(column: &'static Column, name: &Written, value: &Written) -> Result<Other, Mistake> {
    let sort = sorted(column, &name.place)?;
    let wrong = || Mistake::new(&value.place, format!("{} holds {}", column.name, sort.noun()));
    match (sort, &value.term) {
        (_, Term::Null) => {
            let name = column.name;
            let message = format!("nothing equals null, not even null: write {name} is null, or is not null");
            Err(Mistake::new(&value.place, message))
        }
        (Sort::Texts, Term::Text(text)) => {
            check_word(column, text, &value.place)?;
            Ok(Other::Text(text.clone()))
        }
        (Sort::Numbers, Term::Integer(number)) => Ok(Other::Integer(*number)),
        (Sort::Numbers, Term::Fraction(number)) => Ok(Other::Fraction(*number)),
        (Sort::Booleans, Term::Boolean(boolean)) => Ok(Other::Boolean(*boolean)),
        (Sort::Days, Term::Text(text)) => day(text).map(Other::Integer).ok_or_else(wrong),
        (Sort::Moments, Term::Text(text)) => moment(text).map(Other::Integer).ok_or_else(wrong),
        _ => Err(wrong()),
    }
}

/// A column of fixed words is compared with one of them.
fn check_word(column: &'static Column, text: &str, place: &Range<usize>) -> Result<(), Mistake> {
    match column.words() {
        Some(words) if !words.contains(&text) => {
            Err(no_such(&format!("{} is never", column.name), text, &words, place))
        }
        Some(_) | None => Ok(()),
    }
}

fn no_such(what: &str, text: &str, words: &[&str], place: &Range<usize>) -> Mistake {
    let advice = match nearest(text, words.iter().copied()) {
        Some(near) => format!("did you mean '{near}'?"),
        None if words.len() <= MOST_LISTED => format!("the words are {}", words.join(", ")),
        None => "'arbitro schema --format json' lists them".to_owned(),
    };
    Mistake::new(place, format!("{what} '{text}'; {advice}"))
}

fn one_of(left: &Written, values: &[Written]) -> Result<Asked, Mistake> {
    let tests =
        values.iter().map(|value| compare(left, Operator::Equal, value)).collect::<Result<Vec<_>, _>>()?;
    // A list of thousands is looked up and not gone through.
    let (mut texts, mut integers) = (HashSet::new(), HashSet::new());
    let mut column = None;
    for test in &tests {
        match test {
            Asked::Compare(of, _, Other::Text(text)) => {
                column = Some(*of);
                texts.insert(text.clone());
            }
            Asked::Compare(of, _, Other::Integer(integer)) => {
                column = Some(*of);
                integers.insert(*integer);
            }
            _ => return Ok(Asked::Any(tests)),
        }
    }
    let is_column = matches!(left.term, Term::Name { .. });
    Ok(match column {
        Some(column) if is_column && integers.is_empty() => Asked::OneOf(column, Set::Texts(texts)),
        Some(column) if is_column && texts.is_empty() => Asked::OneOf(column, Set::Integers(integers)),
        Some(_) | None => Asked::Any(tests),
    })
}

fn has(list: &Written, code: &Written) -> Result<Asked, Mistake> {
    let column = match known(list)? {
        Some(column) if column.kind == ColumnType::TextList => column,
        Some(column) => return Err(Mistake::new(&list.place, format!("{} is no list", column.name))),
        None => {
            return Err(Mistake::new(
                &list.place,
                "the name of a list is missing here: has(findings, '...')",
            ));
        }
    };
    let Term::Text(text) = &code.term else {
        return Err(Mistake::new(&code.place, format!("{} holds {}", column.name, Sort::Texts.noun())));
    };
    let codes: Vec<_> = FINDINGS.iter().map(|info| info.code).collect();
    if column.name == "findings" && !codes.contains(&text.as_str()) {
        return Err(no_such("there is no finding", text, &codes, &code.place));
    }
    Ok(Asked::Has(column, text.clone()))
}
