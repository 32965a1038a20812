//! What a predicate can be of the rows of a row group, by the bounds that the file tells of its columns.
//!
//! Owns the skipping of row groups. Errs to one side alone: what it says can't be, can't be.

use std::cmp::Ordering;

use parquet::data_type::AsBytes;
use parquet::file::metadata::RowGroupMetaData;
use parquet::file::statistics::Statistics;

use super::condition::Operator;
use super::predicate::{Asked, Other, Set};
use crate::table::column::Column;

/// What a predicate can be of some rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Possible {
    pub(super) yes: bool,
    no: bool,
    neither: bool,
}

/// The values of a column lie between two.
enum Bounds<'s> {
    Texts(&'s [u8], &'s [u8]),
    Integers(i64, i64),
    Fractions(f64, f64),
    Booleans(bool, bool),
}

/// What is told of a column's rows.
struct Told<'s> {
    bounds: Option<Bounds<'s>>,
    some_null: bool,
    some_not: bool,
}

impl Possible {
    const ANYTHING: Possible = Possible { yes: true, no: true, neither: true };

    const fn not(self) -> Possible {
        Possible { yes: self.no, no: self.yes, neither: self.neither }
    }

    const fn and(self, other: Possible) -> Possible {
        Possible {
            yes: self.yes && other.yes,
            no: self.no || other.no,
            neither: (self.neither && (other.neither || other.yes)) || (other.neither && self.yes),
        }
    }

    const fn or(self, other: Possible) -> Possible {
        self.not().and(other.not()).not()
    }
}

/// What a predicate can be of the rows of a row group.
pub(super) fn possible(asked: &Asked, group: &RowGroupMetaData) -> Possible {
    match asked {
        Asked::All(parts) => {
            let of_none = Possible { yes: true, no: false, neither: false };
            parts.iter().fold(of_none, |all, part| all.and(possible(part, group)))
        }
        Asked::Any(parts) => {
            let of_none = Possible { yes: false, no: true, neither: false };
            parts.iter().fold(of_none, |any, part| any.or(possible(part, group)))
        }
        Asked::Not(part) => possible(part, group).not(),
        Asked::IsTrue(column) => compared(column, Operator::Equal, &Other::Boolean(true), group),
        Asked::IsNull(column) => {
            let told = told(column, group);
            Possible { yes: told.some_null, no: told.some_not, neither: false }
        }
        Asked::Compare(column, operator, other) => compared(column, *operator, other, group),
        Asked::OneOf(column, Set::Texts(set)) => {
            let tests = set.iter().map(|text| Other::Text(text.clone()));
            tests
                .map(|text| compared(column, Operator::Equal, &text, group))
                .reduce(Possible::or)
                .unwrap_or(Possible::ANYTHING)
        }
        Asked::OneOf(column, Set::Integers(set)) => {
            let tests = set.iter().map(|integer| Other::Integer(*integer));
            tests
                .map(|integer| compared(column, Operator::Equal, &integer, group))
                .reduce(Possible::or)
                .unwrap_or(Possible::ANYTHING)
        }
        Asked::Has(..) => Possible::ANYTHING,
        Asked::Known(truth) => {
            Possible { yes: *truth == Some(true), no: *truth == Some(false), neither: truth.is_none() }
        }
    }
}

fn compared(column: &Column, operator: Operator, other: &Other, group: &RowGroupMetaData) -> Possible {
    let told = told(column, group);
    let orders = match (told.bounds, other) {
        (Some(Bounds::Texts(least, most)), Other::Text(text)) => {
            orders(least.partial_cmp(text.as_bytes()), most.partial_cmp(text.as_bytes()))
        }
        (Some(Bounds::Integers(least, most)), Other::Integer(integer)) => {
            orders(least.partial_cmp(integer), most.partial_cmp(integer))
        }
        (Some(Bounds::Integers(least, most)), Other::Fraction(fraction)) => {
            orders((least as f64).partial_cmp(fraction), (most as f64).partial_cmp(fraction))
        }
        (Some(Bounds::Fractions(least, most)), Other::Fraction(fraction)) => {
            orders(least.partial_cmp(fraction), most.partial_cmp(fraction))
        }
        (Some(Bounds::Booleans(least, most)), Other::Boolean(boolean)) => {
            orders(least.partial_cmp(boolean), most.partial_cmp(boolean))
        }
        _ => EVERY_ORDER,
    };
    let can =
        |wanted: bool| told.some_not && orders.iter().flatten().any(|order| operator.holds(*order) == wanted);
    // Another column can be null in any row.
    let neither = told.some_null || matches!(other, Other::Column(_));
    Possible { yes: can(true), no: can(false), neither }
}

const EVERY_ORDER: [Option<Ordering>; 3] =
    [Some(Ordering::Less), Some(Ordering::Equal), Some(Ordering::Greater)];

/// How values can compare with one of which it is known how the least and the greatest do.
fn orders(least: Option<Ordering>, most: Option<Ordering>) -> [Option<Ordering>; 3] {
    let (Some(least), Some(most)) = (least, most) else { return EVERY_ORDER };
    [
        least.is_lt().then_some(Ordering::Less),
        (least.is_le() && most.is_ge()).then_some(Ordering::Equal),
        most.is_gt().then_some(Ordering::Greater),
    ]
}

fn told<'s>(column: &Column, group: &'s RowGroupMetaData) -> Told<'s> {
    let chunk = group.columns().iter().find(|chunk| chunk.column_path().parts() == [column.name]);
    let Some(statistics) = chunk.and_then(|chunk| chunk.statistics()) else {
        return Told { bounds: None, some_null: true, some_not: true };
    };
    let rows = u64::try_from(group.num_rows()).unwrap_or(u64::MAX);
    let nulls = statistics.null_count_opt();
    Told {
        bounds: bounds(statistics),
        some_null: nulls != Some(0),
        some_not: nulls.is_none_or(|nulls| nulls < rows),
    }
}

fn bounds(statistics: &Statistics) -> Option<Bounds<'_>> {
    if statistics.is_min_max_deprecated() {
        return None;
    }
    Some(match statistics {
        Statistics::Boolean(told) => Bounds::Booleans(*told.min_opt()?, *told.max_opt()?),
        Statistics::Int32(told) => Bounds::Integers((*told.min_opt()?).into(), (*told.max_opt()?).into()),
        Statistics::Int64(told) => Bounds::Integers(*told.min_opt()?, *told.max_opt()?),
        Statistics::Double(told) => Bounds::Fractions(*told.min_opt()?, *told.max_opt()?),
        Statistics::ByteArray(told) => Bounds::Texts(told.min_opt()?.as_bytes(), told.max_opt()?.as_bytes()),
        Statistics::Float(_) | Statistics::Int96(_) | Statistics::FixedLenByteArray(_) => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::query::truth::{and, or};

    const TRUTHS: [Option<bool>; 3] = [Some(true), Some(false), None];

    fn holds(possible: Possible, truth: Option<bool>) -> bool {
        match truth {
            Some(true) => possible.yes,
            Some(false) => possible.no,
            None => possible.neither,
        }
    }

    fn sets() -> impl Iterator<Item = Possible> {
        (0..8).map(|bits| Possible { yes: bits & 1 > 0, no: bits & 2 > 0, neither: bits & 4 > 0 })
    }

    #[test]
    fn what_parts_can_be_is_what_the_whole_can_be() {
        for (one, other) in sets().flat_map(|one| sets().map(move |other| (one, other))) {
            for (a, b) in TRUTHS.iter().flat_map(|a| TRUTHS.iter().map(move |b| (*a, *b))) {
                if holds(one, a) && holds(other, b) {
                    assert!(holds(one.and(other), and(a, b)), "{one:?} {other:?}");
                    assert!(holds(one.or(other), or(a, b)), "{one:?} {other:?}");
                    assert!(holds(one.not(), a.map(|a| !a)), "{one:?}");
                }
            }
        }
    }

    #[test]
    fn values_between_two_compare_as_the_two_allow() {
        let values = [1, 2, 3, 4, 5];
        for (least, most, other) in [(2, 4, 1), (2, 4, 2), (2, 4, 3), (2, 4, 4), (2, 4, 5), (3, 3, 3)] {
            let possible = orders(least.partial_cmp(&other), most.partial_cmp(&other));
            for value in values.iter().filter(|value| (least..=most).contains(*value)) {
                assert!(possible.contains(&Some(value.cmp(&other))));
            }
        }
        assert_eq!(orders(3.partial_cmp(&3), 3.partial_cmp(&3)), [None, Some(Ordering::Equal), None]);
    }
}
