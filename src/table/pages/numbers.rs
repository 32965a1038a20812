//! Columns of numbers of 16 and 32 bits.

use parquet::basic::Encoding;
use parquet::file::statistics::Statistics;

use super::chunk::{Chunk, EncodedChunk};
use super::deltas::Deltas;
use super::dictionary::NumberDictionary;
use super::indices::Indices;
use super::levels::Levels;
use crate::table::columns::Numbers;
use crate::table::error::TableError;

/// How the numbers that are there are kept until the row group ends.
enum Form {
    /// Few numbers, again and again.
    Dictionary { dictionary: NumberDictionary, indices: Indices },
    /// Numbers near the one before; the smallest and the greatest of them.
    Differences { deltas: Deltas, least: i32, most: i32 },
}

/// A column of numbers: one page.
pub(super) struct NumberPages {
    chunk: Chunk,
    levels: Levels,
    form: Form,
}

impl NumberPages {
    /// Numbers that repeat themselves.
    pub(super) fn repeating(chunk: Chunk) -> NumberPages {
        let form = Form::Dictionary { dictionary: NumberDictionary::default(), indices: Indices::new() };
        NumberPages::new(chunk.with_dictionary(), form)
    }

    /// Numbers near the one before.
    pub(super) fn packed(chunk: Chunk) -> NumberPages {
        NumberPages::new(
            chunk,
            Form::Differences { deltas: Deltas::short(), least: i32::MAX, most: i32::MIN },
        )
    }

    fn new(chunk: Chunk, form: Form) -> NumberPages {
        let (definition, repetition) = chunk.greatest_levels();
        NumberPages { chunk, levels: Levels::new(definition, repetition), form }
    }

    pub(super) fn write(&mut self, numbers: &[i32]) {
        self.chunk.count_rows(numbers.len());
        self.levels.push_each(numbers.iter().map(|number| *number != Numbers::NONE));
        if numbers.contains(&Numbers::NONE) {
            self.form.write(numbers.iter().copied().filter(|number| *number != Numbers::NONE));
        } else {
            self.form.write(numbers.iter().copied());
        }
    }

    pub(super) fn close(self) -> Result<EncodedChunk, TableError> {
        let NumberPages { mut chunk, mut levels, form } = self;
        let values = levels.len();
        let (least, most, there) = match form {
            Form::Dictionary { dictionary, mut indices } => {
                let there = indices.len();
                let numbers = dictionary.numbers();
                chunk.dictionary_page(numbers.len(), |page| {
                    numbers.iter().for_each(|number| page.extend_from_slice(&number.to_le_bytes()));
                })?;
                chunk.data_page(values, Encoding::RLE_DICTIONARY, |page| {
                    levels.finish(page);
                    indices.finish(numbers.len(), page);
                })?;
                (numbers.iter().copied().min(), numbers.iter().copied().max(), there)
            }
            Form::Differences { mut deltas, least, most } => {
                let there = deltas.len();
                chunk.data_page(values, Encoding::DELTA_BINARY_PACKED, |page| {
                    levels.finish(page);
                    deltas.finish(page);
                })?;
                ((there > 0).then_some(least), (there > 0).then_some(most), there)
            }
        };
        let missing = (values - there) as u64;
        chunk.close(Some(Statistics::int32(least, most, None, Some(missing), false)))
    }
}

impl Form {
    fn write(&mut self, numbers: impl Iterator<Item = i32>) {
        match self {
            Form::Dictionary { dictionary, indices } => {
                indices.extend(numbers.map(|number| dictionary.index(number)));
            }
            Form::Differences { deltas, least, most } => numbers.for_each(|number| {
                *least = number.min(*least);
                *most = number.max(*most);
                deltas.push(number.into());
            }),
        }
    }
}
