//! Columns of a batch as the survey reads them: texts and words by number, so that each different one is looked at once.

use arrow_array::cast::AsArray;
use arrow_array::types::{ArrowDictionaryKeyType, Int8Type, Int16Type, Int32Type};
use arrow_array::{Array, ArrayRef, RecordBatch, StringArray};
use arrow_schema::{ArrowError, DataType};

use crate::table::query::foreign;

/// A column of texts, or of words: the values that occur, and for each row the number of its own.
pub(super) struct Texts<'b> {
    name: &'static str,
    keys: Vec<Option<u32>>,
    values: &'b StringArray,
}

impl<'b> Texts<'b> {
    /// The column of this name.
    pub(super) fn of(batch: &'b RecordBatch, name: &'static str) -> Result<Texts<'b>, ArrowError> {
        let array = array(batch, name)?;
        let (keys, values) = match array.data_type() {
            DataType::Utf8 => {
                let values = array.as_string::<i32>();
                let key = |row: usize| values.is_valid(row).then_some(row as u32);
                ((0..values.len()).map(key).collect(), values)
            }
            DataType::Dictionary(key, _) => match **key {
                DataType::Int8 => dictionary::<Int8Type>(array, name)?,
                DataType::Int16 => dictionary::<Int16Type>(array, name)?,
                DataType::Int32 => dictionary::<Int32Type>(array, name)?,
                _ => return Err(foreign(name)),
            },
            _ => return Err(foreign(name)),
        };
        Ok(Texts { name, keys, values })
    }

    /// How many values there are; not all need occur.
    pub(super) fn len(&self) -> usize {
        self.values.len()
    }

    /// The value of a number; null is no value.
    pub(super) fn value(&self, key: usize) -> Option<&'b str> {
        self.values.is_valid(key).then(|| self.values.value(key))
    }

    /// The number of each row's value.
    pub(super) fn keys(&self) -> impl Iterator<Item = Option<usize>> {
        self.keys.iter().map(|key| key.map(|key| key as usize).filter(|key| self.values.is_valid(*key)))
    }

    /// What each row's word means.
    ///
    /// # Errors
    ///
    /// If a word occurs that nobody knows.
    pub(super) fn meant<T: Copy>(
        &self,
        meaning: impl Fn(&str) -> Option<T>,
    ) -> Result<Vec<Option<T>>, ArrowError> {
        let known: Vec<Option<T>> = (0..self.len()).map(|key| self.value(key).and_then(&meaning)).collect();
        self.keys()
            .map(|key| match key {
                None => Ok(None),
                Some(key) => known[key].map(Some).ok_or_else(|| foreign(self.name)),
            })
            .collect()
    }
}

fn dictionary<'b, K: ArrowDictionaryKeyType<Native: Into<i64>>>(
    array: &'b ArrayRef,
    name: &str,
) -> Result<(Vec<Option<u32>>, &'b StringArray), ArrowError> {
    let words = array.as_dictionary::<K>();
    let values = words.values().as_string_opt::<i32>().ok_or_else(|| foreign(name))?;
    let key = |key: Option<K::Native>| {
        key.and_then(|key| u32::try_from(key.into()).ok()).filter(|key| (*key as usize) < values.len())
    };
    Ok((words.keys().iter().map(key).collect(), values))
}

/// A column of numbers.
pub(super) fn numbers(batch: &RecordBatch, name: &'static str) -> Result<Vec<Option<i32>>, ArrowError> {
    let array = array(batch, name)?;
    Ok(match array.data_type() {
        DataType::Int16 => {
            array.as_primitive::<Int16Type>().iter().map(|number| number.map(i32::from)).collect()
        }
        DataType::Int32 => array.as_primitive::<Int32Type>().iter().collect(),
        _ => return Err(foreign(name)),
    })
}

/// The column of this name.
pub(super) fn array<'b>(batch: &'b RecordBatch, name: &str) -> Result<&'b ArrayRef, ArrowError> {
    batch.column_by_name(name).ok_or_else(|| foreign(name))
}
