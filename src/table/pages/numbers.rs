//! Columns of numbers of 16 and 32 bits, floating-point numbers by their bits among them.

use parquet::basic::Encoding;
use parquet::file::statistics::{Statistics, ValueStatistics};

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
    kind: Kind,
}

/// What the bits of a number mean.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Integer,
    Float,
}

impl NumberPages {
    /// Numbers that repeat themselves.
    pub(super) fn repeating(chunk: Chunk) -> NumberPages {
        let form = Form::Dictionary { dictionary: NumberDictionary::default(), indices: Indices::new() };
        NumberPages::new(chunk.with_dictionary(), form, Kind::Integer)
    }

    /// Floating-point numbers that repeat themselves: seconds, and means of a few.
    pub(super) fn floats(chunk: Chunk) -> NumberPages {
        NumberPages { kind: Kind::Float, ..NumberPages::repeating(chunk) }
    }

    /// Numbers near the one before.
    pub(super) fn packed(chunk: Chunk) -> NumberPages {
        NumberPages::new(
            chunk,
            Form::Differences { deltas: Deltas::short(), least: i32::MAX, most: i32::MIN },
            Kind::Integer,
        )
    }

    fn new(chunk: Chunk, form: Form, kind: Kind) -> NumberPages {
        let (definition, repetition) = chunk.greatest_levels();
        NumberPages { chunk, levels: Levels::new(definition, repetition), form, kind }
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
        let NumberPages { mut chunk, mut levels, form, kind } = self;
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
                if kind == Kind::Float {
                    let missing = (values - there) as u64;
                    return chunk.close(Some(float_statistics(numbers, missing)));
                }
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

/// The least and the greatest of floating-point numbers, none of which is without order.
fn float_statistics(bits: &[i32], missing: u64) -> Statistics {
    let numbers = || bits.iter().map(|bits| f32::from_bits(bits.cast_unsigned()));
    let (least, most) = (numbers().reduce(f32::min), numbers().reduce(f32::max));
    // A reader may take a zero for either of the two.
    let least = least.map(|least| if least == 0.0 { -0.0 } else { least });
    // Said though there is never one: without it a reader of the column's order must reckon with numbers beyond the bounds.
    Statistics::Float(ValueStatistics::new(least, most, None, Some(missing), false).with_nan_count(Some(0)))
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

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds(numbers: &[f32]) -> (Option<u32>, Option<u32>, Option<u64>) {
        let bits: Vec<i32> = numbers.iter().map(|number| number.to_bits().cast_signed()).collect();
        let Statistics::Float(found) = float_statistics(&bits, 3) else { panic!("of another type") };
        assert_eq!(found.null_count_opt(), Some(3));
        (
            found.min_opt().map(|least| least.to_bits()),
            found.max_opt().map(|most| most.to_bits()),
            found.nan_count_opt(),
        )
    }

    #[test]
    fn the_bounds_of_floating_point_numbers_are_not_those_of_their_bits() {
        for (numbers, least, most) in [
            (&[7.5, -1.5, 0.25, -30.0, 119.9][..], -30.0, 119.9),
            (&[-1.5, -30.0], -30.0, -1.5),
            (&[0.0, 60.0], -0.0, 60.0),
            (&[-1.0, 0.0], -1.0, 0.0),
            (&[5400.0], 5400.0, 5400.0),
        ] {
            let expected = (Some(f32::to_bits(least)), Some(f32::to_bits(most)), Some(0));
            assert_eq!(bounds(numbers), expected, "{numbers:?}");
        }
        assert_eq!(bounds(&[]), (None, None, Some(0)));
    }
}
