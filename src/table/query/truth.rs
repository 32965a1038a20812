//! Whether a predicate is true of rows: SQL's logic of true, false and neither.

use arrow_array::cast::AsArray;
use arrow_array::types::{
    ArrowDictionaryKeyType, ArrowPrimitiveType, Date32Type, Float32Type, Float64Type, Int8Type, Int16Type,
    Int32Type, Int64Type, TimestampMillisecondType,
};
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_schema::{ArrowError, DataType, TimeUnit};

use super::condition::Operator;
use super::predicate::{Asked, Other, Set};
use crate::table::column::Column;

/// True, false, or neither.
pub(super) type Truth = Option<bool>;

/// A column's values, row by row.
enum Values<'b> {
    Texts(Vec<Option<&'b str>>),
    Integers(Vec<Option<i64>>),
    Fractions(Vec<Option<f64>>),
    Booleans(Vec<Option<bool>>),
}

/// What a predicate is of each row.
pub(super) fn truths(asked: &Asked, batch: &RecordBatch) -> Result<Vec<Truth>, ArrowError> {
    match asked {
        Asked::All(parts) => joined(parts, batch, Some(true), and),
        Asked::Any(parts) => joined(parts, batch, Some(false), or),
        Asked::Not(part) => {
            let mut truths = truths(part, batch)?;
            truths.iter_mut().for_each(|truth| *truth = truth.map(|truth| !truth));
            Ok(truths)
        }
        Asked::IsTrue(column) => match values(column, batch)? {
            Values::Booleans(booleans) => Ok(booleans),
            Values::Texts(_) | Values::Integers(_) | Values::Fractions(_) => Err(foreign(column.name)),
        },
        Asked::IsNull(column) => {
            let array = array(column, batch)?;
            Ok((0..array.len()).map(|row| Some(array.is_null(row))).collect())
        }
        Asked::Compare(column, operator, other) => compare(column, *operator, other, batch),
        Asked::OneOf(column, set) => one_of(column, set, batch),
        Asked::Has(column, text) => has(column, text, batch),
        Asked::Known(truth) => Ok(vec![*truth; batch.num_rows()]),
    }
}

/// `and`: false if one is, whatever the other is.
pub(super) const fn and(one: Truth, other: Truth) -> Truth {
    match (one, other) {
        (Some(false), _) | (_, Some(false)) => Some(false),
        (Some(true), Some(true)) => Some(true),
        (None, Some(true) | None) | (Some(true), None) => None,
    }
}

/// `or`: true if one is, whatever the other is.
pub(super) const fn or(one: Truth, other: Truth) -> Truth {
    match (one, other) {
        (Some(true), _) | (_, Some(true)) => Some(true),
        (Some(false), Some(false)) => Some(false),
        (None, Some(false) | None) | (Some(false), None) => None,
    }
}

fn joined(
    parts: &[Asked],
    batch: &RecordBatch,
    of_none: Truth,
    join: fn(Truth, Truth) -> Truth,
) -> Result<Vec<Truth>, ArrowError> {
    let mut all = vec![of_none; batch.num_rows()];
    for part in parts {
        for (truth, of_part) in all.iter_mut().zip(truths(part, batch)?) {
            *truth = join(*truth, of_part);
        }
    }
    Ok(all)
}

fn compare(
    column: &Column,
    operator: Operator,
    other: &Other,
    batch: &RecordBatch,
) -> Result<Vec<Truth>, ArrowError> {
    let left = values(column, batch)?;
    let right = match other {
        Other::Column(other) => return compare_columns(&left, operator, &values(other, batch)?, other.name),
        Other::Text(text) => match &left {
            Values::Texts(left) => return Ok(compared(left, operator, |_| Some(text.as_str()))),
            Values::Integers(_) | Values::Fractions(_) | Values::Booleans(_) => {
                return Err(foreign(column.name));
            }
        },
        Other::Integer(integer) => match &left {
            Values::Integers(left) => return Ok(compared(left, operator, |_| Some(*integer))),
            Values::Texts(_) | Values::Fractions(_) | Values::Booleans(_) => *integer as f64,
        },
        Other::Fraction(fraction) => *fraction,
        Other::Boolean(boolean) => match &left {
            Values::Booleans(left) => return Ok(compared(left, operator, |_| Some(*boolean))),
            Values::Texts(_) | Values::Integers(_) | Values::Fractions(_) => {
                return Err(foreign(column.name));
            }
        },
    };
    let left = fractions(&left).ok_or_else(|| foreign(column.name))?;
    Ok(compared(&left, operator, |_| Some(right)))
}

fn compare_columns(
    left: &Values<'_>,
    operator: Operator,
    right: &Values<'_>,
    name: &str,
) -> Result<Vec<Truth>, ArrowError> {
    match (left, right) {
        (Values::Texts(left), Values::Texts(right)) => Ok(compared(left, operator, |row| right[row])),
        (Values::Integers(left), Values::Integers(right)) => Ok(compared(left, operator, |row| right[row])),
        (Values::Booleans(left), Values::Booleans(right)) => Ok(compared(left, operator, |row| right[row])),
        (left, right) => match (fractions(left), fractions(right)) {
            (Some(left), Some(right)) => Ok(compared(&left, operator, |row| right[row])),
            (None, _) | (_, None) => Err(foreign(name)),
        },
    }
}

fn compared<T: PartialOrd + Copy>(
    left: &[Option<T>],
    operator: Operator,
    right: impl Fn(usize) -> Option<T>,
) -> Vec<Truth> {
    let compare =
        |(row, left): (usize, &Option<T>)| Some(operator.holds((*left)?.partial_cmp(&right(row)?)?));
    left.iter().enumerate().map(compare).collect()
}

fn one_of(column: &Column, set: &Set, batch: &RecordBatch) -> Result<Vec<Truth>, ArrowError> {
    match (values(column, batch)?, set) {
        (Values::Texts(texts), Set::Texts(set)) => {
            Ok(texts.into_iter().map(|text| Some(set.contains(text?))).collect())
        }
        (Values::Integers(integers), Set::Integers(set)) => {
            Ok(integers.into_iter().map(|integer| Some(set.contains(&integer?))).collect())
        }
        (Values::Fractions(fractions), Set::Integers(set)) => {
            let is_one = |number: f64| number.fract() == 0.0 && set.contains(&(number as i64));
            Ok(fractions.into_iter().map(|number| Some(is_one(number?))).collect())
        }
        (Values::Texts(_) | Values::Integers(_) | Values::Fractions(_) | Values::Booleans(_), _) => {
            Err(foreign(column.name))
        }
    }
}

fn has(column: &Column, text: &str, batch: &RecordBatch) -> Result<Vec<Truth>, ArrowError> {
    let lists = array(column, batch)?.as_list_opt::<i32>().ok_or_else(|| foreign(column.name))?;
    let texts = lists.values().as_string_opt::<i32>().ok_or_else(|| foreign(column.name))?;
    let offsets = lists.value_offsets();
    let is_held = |row: usize| (offsets[row]..offsets[row + 1]).any(|at| texts.value(at as usize) == text);
    Ok((0..lists.len()).map(|row| lists.is_valid(row).then(|| is_held(row))).collect())
}

fn array<'b>(column: &Column, batch: &'b RecordBatch) -> Result<&'b ArrayRef, ArrowError> {
    batch.column_by_name(column.name).ok_or_else(|| foreign(column.name))
}

/// The values of a column, whatever width they have in the file.
fn values<'b>(column: &Column, batch: &'b RecordBatch) -> Result<Values<'b>, ArrowError> {
    let array = array(column, batch)?;
    Ok(match array.data_type() {
        DataType::Utf8 => Values::Texts(array.as_string::<i32>().iter().collect()),
        DataType::Dictionary(key, value) if **value == DataType::Utf8 => match **key {
            DataType::Int8 => Values::Texts(words::<Int8Type>(array)),
            DataType::Int16 => Values::Texts(words::<Int16Type>(array)),
            _ => return Err(foreign(column.name)),
        },
        DataType::Boolean => Values::Booleans(array.as_boolean().iter().collect()),
        DataType::Int8 => Values::Integers(integers::<Int8Type>(array)),
        DataType::Int16 => Values::Integers(integers::<Int16Type>(array)),
        DataType::Int32 => Values::Integers(integers::<Int32Type>(array)),
        DataType::Int64 => Values::Integers(integers::<Int64Type>(array)),
        DataType::Date32 => Values::Integers(integers::<Date32Type>(array)),
        DataType::Timestamp(TimeUnit::Millisecond, _) => {
            Values::Integers(integers::<TimestampMillisecondType>(array))
        }
        DataType::Float32 => {
            // The shortest decimal, so that 0.1 in a predicate is 0.1 in the column.
            let exact = |value: f32| value.to_string().parse().unwrap_or(f64::from(value));
            Values::Fractions(
                array.as_primitive::<Float32Type>().iter().map(|value| value.map(exact)).collect(),
            )
        }
        DataType::Float64 => Values::Fractions(array.as_primitive::<Float64Type>().iter().collect()),
        _ => return Err(foreign(column.name)),
    })
}

fn words<K: ArrowDictionaryKeyType>(array: &ArrayRef) -> Vec<Option<&str>> {
    match array.as_dictionary::<K>().downcast_dict::<arrow_array::StringArray>() {
        Some(words) => words.into_iter().collect(),
        None => vec![None; array.len()],
    }
}

fn integers<T: ArrowPrimitiveType<Native: Into<i64>>>(array: &ArrayRef) -> Vec<Option<i64>> {
    array.as_primitive::<T>().iter().map(|value| value.map(Into::into)).collect()
}

fn fractions(values: &Values<'_>) -> Option<Vec<Option<f64>>> {
    match values {
        Values::Integers(integers) => {
            Some(integers.iter().map(|value| value.map(|value| value as f64)).collect())
        }
        Values::Fractions(fractions) => Some(fractions.clone()),
        Values::Texts(_) | Values::Booleans(_) => None,
    }
}

/// A file whose columns are not those of the schema.
pub(in crate::table) fn foreign(column: &str) -> ArrowError {
    ArrowError::SchemaError(format!("the column {column} is missing or of another type"))
}
