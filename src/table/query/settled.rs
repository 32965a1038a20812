//! What is left of a predicate where some columns are the same in every row: the keys that folders are named after.
//!
//! Owns the taking out of those columns. What is left asks of the file alone.

use super::condition::Operator;
use super::predicate::{Asked, Other, Set};
use super::truth::{Truth, and, or};
use crate::table::column::Column;
use crate::table::partition::Key;

/// What a predicate asks of the rows in a folder with these keys: [`Asked::Known`] if they answer it.
pub(super) fn settled(asked: &Asked, keys: &[Key]) -> Asked {
    match asked {
        Asked::All(parts) => joined(parts, keys, true, and, Asked::All),
        Asked::Any(parts) => joined(parts, keys, false, or, Asked::Any),
        Asked::Not(part) => match settled(part, keys) {
            Asked::Known(truth) => Asked::Known(truth.map(|truth| !truth)),
            open => Asked::Not(Box::new(open)),
        },
        Asked::IsNull(column) => match value(column, keys) {
            Some(value) => Asked::Known(Some(value.is_none())),
            None => asked.clone(),
        },
        Asked::Compare(column, operator, other) => compared(column, *operator, other, keys),
        Asked::OneOf(column, Set::Integers(set)) => match value(column, keys) {
            Some(value) => Asked::Known(value.map(|value| set.contains(&value))),
            None => asked.clone(),
        },
        // No key is a text, a list, or true or false.
        Asked::OneOf(_, Set::Texts(_)) | Asked::IsTrue(_) | Asked::Has(..) | Asked::Known(_) => asked.clone(),
    }
}

/// The value of a key, null or not, if the column is one.
fn value(column: &Column, keys: &[Key]) -> Option<Option<i64>> {
    keys.iter().find(|key| key.name == column.name).map(|key| key.value)
}

fn joined(
    parts: &[Asked],
    keys: &[Key],
    neutral: bool,
    join: fn(Truth, Truth) -> Truth,
    whole: fn(Vec<Asked>) -> Asked,
) -> Asked {
    let (mut truth, mut open) = (Some(neutral), Vec::new());
    for part in parts {
        match settled(part, keys) {
            Asked::Known(of_part) => truth = join(truth, of_part),
            part => open.push(part),
        }
    }
    if open.is_empty() || truth == Some(!neutral) {
        return Asked::Known(truth);
    }
    if truth.is_none() {
        open.push(Asked::Known(None));
    }
    whole(open)
}

fn compared(column: &'static Column, operator: Operator, other: &Other, keys: &[Key]) -> Asked {
    let with = |column: &'static Column, operator, value: Option<i64>| match value {
        Some(value) => Asked::Compare(column, operator, Other::Integer(value)),
        None => Asked::Known(None),
    };
    match (value(column, keys), other) {
        (None, Other::Column(second)) => match value(second, keys) {
            Some(value) => with(column, operator, value),
            None => Asked::Compare(column, operator, other.clone()),
        },
        (Some(first), Other::Column(second)) => match value(second, keys) {
            Some(second) => {
                Asked::Known(first.zip(second).map(|(first, second)| operator.holds(first.cmp(&second))))
            }
            None => with(second, operator.turned(), first),
        },
        (Some(value), Other::Integer(integer)) => {
            Asked::Known(value.map(|value| operator.holds(value.cmp(integer))))
        }
        (Some(value), Other::Fraction(fraction)) => {
            let order = value.and_then(|value| (value as f64).partial_cmp(fraction));
            Asked::Known(order.map(|order| operator.holds(order)))
        }
        (Some(_), Other::Text(_) | Other::Boolean(_))
        | (None, Other::Text(_) | Other::Integer(_) | Other::Fraction(_) | Other::Boolean(_)) => {
            Asked::Compare(column, operator, other.clone())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::query::predicate::Predicate;

    fn of(text: &str, year: Option<i64>, month: Option<i64>) -> Asked {
        let keys = [Key { name: "year", value: year }, Key { name: "month", value: month }];
        settled(&Predicate::read(text).unwrap().0, &keys)
    }

    #[test]
    fn keys_answer_what_is_asked_of_them() {
        for (text, truth) in [
            ("year = 2018", Some(true)),
            ("2018 < year", Some(false)),
            ("year >= 2017.5", Some(true)),
            ("year in (2017, 2018)", Some(true)),
            ("year not in (2017, 2018)", Some(false)),
            ("year is null", Some(false)),
            ("month is null", Some(true)),
            ("month = 1", None),
            ("month in (1, 2)", None),
            ("year < month", None),
            ("year = year", Some(true)),
            ("year = 2017 and month = 1", Some(false)),
            ("year = 2018 and month = 1", None),
            ("year = 2018 or month = 1", Some(true)),
            ("not (year = 2017 or month = 1)", None),
            ("year = 2017 and plies > 5", Some(false)),
            ("year = 2018 or plies > 5", Some(true)),
        ] {
            match of(text, Some(2018), None) {
                Asked::Known(found) => assert_eq!(found, truth, "{text}"),
                open => panic!("{text}: {open:?}"),
            }
        }
    }

    #[test]
    fn what_is_left_asks_of_no_key() {
        for (text, names) in [
            ("year = 2018 and plies > 5", &["plies"][..]),
            ("month = 1 and plies > 5", &["plies"]),
            ("not (year = 2017 or White is null)", &["White"]),
            ("plies < year or WhiteElo > Year", &["plies", "WhiteElo"]),
            ("year > plies", &["plies"]),
        ] {
            let text = text.replace("Year", "year");
            let open = of(&text, Some(2018), None);
            let columns: Vec<_> = open.columns().iter().map(|column| column.name).collect();
            assert_eq!(columns, names, "{text}");
        }
        assert!(matches!(
            of("year > plies", Some(2018), None),
            Asked::Compare(column, Operator::Less, Other::Integer(2018)) if column.name == "plies"
        ));
    }
}
