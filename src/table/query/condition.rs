//! A predicate as written: conditions on names and values, each with its place. What they mean is not known here.

use std::cmp::Ordering;
use std::ops::Range;

/// A condition as written.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Condition {
    /// `a and b and ...`
    All(Vec<Condition>),
    /// `a or b or ...`
    Any(Vec<Condition>),
    /// `not a`, and the `not` of `not in` and `is not null`.
    Not(Box<Condition>),
    /// A name that stands alone.
    Bare(Written),
    /// `a < b`
    Compare(Written, Operator, Written),
    /// `a in (b, c, ...)`
    In(Written, Vec<Written>),
    /// `a is null`
    IsNull(Written),
    /// `has(a, b)`
    Has(Written, Written),
}

/// A name or a value, and its place in the predicate's bytes.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Written {
    pub(super) term: Term,
    pub(super) place: Range<usize>,
}

/// A name or a value as written.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Term {
    /// The name of a column; `quoted` if it stands in double quotes.
    Name { name: String, quoted: bool },
    /// `'text'`, without the quotes.
    Text(String),
    /// A whole number.
    Integer(i64),
    /// A number with a fraction, or beyond the whole numbers that there are.
    Fraction(f64),
    /// `true` or `false`.
    Boolean(bool),
    /// `null`
    Null,
}

/// How two values are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Operator {
    Equal,
    Unequal,
    Less,
    AtMost,
    Greater,
    AtLeast,
}

impl Operator {
    /// Whether it holds of two values in that order.
    pub(super) const fn holds(self, order: Ordering) -> bool {
        match self {
            Operator::Equal => order.is_eq(),
            Operator::Unequal => order.is_ne(),
            Operator::Less => order.is_lt(),
            Operator::AtMost => order.is_le(),
            Operator::Greater => order.is_gt(),
            Operator::AtLeast => order.is_ge(),
        }
    }

    /// The one that holds of the same two values in the other order.
    pub(super) const fn turned(self) -> Operator {
        match self {
            Operator::Equal => Operator::Equal,
            Operator::Unequal => Operator::Unequal,
            Operator::Less => Operator::Greater,
            Operator::AtMost => Operator::AtLeast,
            Operator::Greater => Operator::Less,
            Operator::AtLeast => Operator::AtMost,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turned_operator_holds_of_turned_values() {
        use Operator::{AtLeast, AtMost, Equal, Greater, Less, Unequal};

        for operator in [Equal, Unequal, Less, AtMost, Greater, AtLeast] {
            for order in [Ordering::Less, Ordering::Equal, Ordering::Greater] {
                assert_eq!(operator.holds(order), operator.turned().holds(order.reverse()), "{operator:?}");
            }
        }
    }
}
