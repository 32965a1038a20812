//! Columns of numbers of 64 bits: offsets, times, keys.

use parquet::basic::Encoding;
use parquet::file::statistics::Statistics;

use super::chunk::{Chunk, EncodedChunk};
use super::deltas::Deltas;
use super::levels::Levels;
use crate::table::error::TableError;

enum Form {
    /// Numbers near the one before.
    Differences(Deltas),
    /// Hashes, as they are.
    Plain(Vec<u8>),
}

/// A column of long numbers: one page.
pub(super) struct LongPages {
    chunk: Chunk,
    levels: Levels,
    form: Form,
    least: i64,
    most: i64,
    there: usize,
}

impl LongPages {
    /// Numbers near the one before.
    pub(super) fn packed(chunk: Chunk) -> LongPages {
        LongPages::new(chunk, Form::Differences(Deltas::long()))
    }

    /// Numbers that have nothing to do with each other.
    pub(super) fn plain(chunk: Chunk) -> LongPages {
        LongPages::new(chunk, Form::Plain(Vec::new()))
    }

    fn new(chunk: Chunk, form: Form) -> LongPages {
        let (definition, repetition) = chunk.greatest_levels();
        let levels = Levels::new(definition, repetition);
        LongPages { chunk, levels, form, least: i64::MAX, most: i64::MIN, there: 0 }
    }

    /// Appends numbers, each counted from `base`, as far as they are known.
    pub(super) fn write(&mut self, numbers: &[i64], known: &[bool], base: i64) {
        self.chunk.count_rows(numbers.len());
        self.levels.push_each(known.iter().copied());
        if known.contains(&false) {
            let there = numbers.iter().zip(known).filter(|(_, known)| **known);
            self.write_known(there.map(|(number, _)| number.wrapping_add(base)));
        } else {
            self.write_known(numbers.iter().map(|number| number.wrapping_add(base)));
        }
    }

    fn write_known(&mut self, numbers: impl Iterator<Item = i64>) {
        let (mut least, mut most, mut there) = (self.least, self.most, self.there);
        let bounded = numbers.inspect(|number| {
            least = least.min(*number);
            most = most.max(*number);
            there += 1;
        });
        match &mut self.form {
            Form::Differences(deltas) => bounded.for_each(|number| deltas.push(number)),
            Form::Plain(bytes) => {
                bounded.for_each(|number| bytes.extend_from_slice(&number.to_le_bytes()));
            }
        }
        (self.least, self.most, self.there) = (least, most, there);
    }

    pub(super) fn close(self) -> Result<EncodedChunk, TableError> {
        let LongPages { mut chunk, mut levels, form, least, most, there } = self;
        let missing = (levels.len() - there) as u64;
        match form {
            Form::Differences(mut deltas) => {
                chunk.data_page(levels.len(), Encoding::DELTA_BINARY_PACKED, |page| {
                    levels.finish(page);
                    deltas.finish(page);
                })?;
            }
            Form::Plain(bytes) => chunk.data_page(levels.len(), Encoding::PLAIN, |page| {
                levels.finish(page);
                page.extend_from_slice(&bytes);
            })?,
        }
        let (least, most) = ((there > 0).then_some(least), (there > 0).then_some(most));
        chunk.close(Some(Statistics::int64(least, most, None, Some(missing), false)))
    }
}
