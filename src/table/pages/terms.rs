//! Columns of texts that are known beforehand, held as their numbers.

use parquet::basic::Encoding;
use parquet::file::statistics::Statistics;

use super::chunk::{Chunk, EncodedChunk};
use super::dictionary::NumberDictionary;
use super::indices::Indices;
use super::levels::Levels;
use crate::table::column::Lexicon;
use crate::table::columns::Numbers;
use crate::table::error::TableError;

/// A column of such texts: one page behind the dictionary of those that occur.
pub(super) struct TermPages {
    chunk: Chunk,
    levels: Levels,
    lexicon: Lexicon,
    dictionary: NumberDictionary,
    indices: Indices,
    missing: u64,
}

impl TermPages {
    pub(super) fn new(chunk: Chunk, lexicon: Lexicon) -> TermPages {
        let (definition, repetition) = chunk.greatest_levels();
        TermPages {
            chunk: chunk.with_dictionary(),
            levels: Levels::new(definition, repetition),
            lexicon,
            dictionary: NumberDictionary::default(),
            indices: Indices::new(),
            missing: 0,
        }
    }

    pub(super) fn write(&mut self, numbers: &[i32]) {
        self.chunk.count_rows(numbers.len());
        self.missing += self.levels.push_each(numbers.iter().map(|number| *number != Numbers::NONE)) as u64;
        let there = numbers.iter().copied().filter(|number| *number != Numbers::NONE);
        self.indices.extend(there.map(|number| self.dictionary.index(number)));
    }

    pub(super) fn close(self) -> Result<EncodedChunk, TableError> {
        let TermPages { mut chunk, mut levels, lexicon, dictionary, mut indices, missing } = self;
        let values = levels.len();
        let numbers = dictionary.numbers();
        chunk.dictionary_page(numbers.len(), |page| {
            for number in numbers {
                let text = lexicon.text(usize::try_from(*number).unwrap_or_default());
                page.extend_from_slice(&(text.len() as u32).to_le_bytes());
                page.extend_from_slice(text.as_bytes());
            }
        })?;
        chunk.data_page(values, Encoding::RLE_DICTIONARY, |page| {
            levels.finish(page);
            indices.finish(numbers.len(), page);
        })?;
        chunk.close(Some(Statistics::byte_array(None, None, None, Some(missing), false)))
    }
}
