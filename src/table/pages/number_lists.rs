//! Columns of lists of numbers, integers and floating-point numbers by their bits.
//!
//! Owns the change from a dictionary that grew too large to plain numbers, and pages of bounded size: a row group of lists holds as many
//! numbers as there are half-moves in its games.

use std::ops::Range;

use parquet::basic::Encoding;

use super::chunk::{Chunk, EncodedChunk};
use super::dictionary::NumberDictionary;
use super::indices::Indices;
use super::levels::Levels;
use super::press::PAGE_BYTES;
use crate::table::columns::{NO_LIST, NumberLists, Numbers, items_of};
use crate::table::error::TableError;

/// Values of a page, whichever way they are written.
const PAGE_VALUES: usize = PAGE_BYTES / size_of::<i32>();

/// Different numbers of a dictionary: a quarter of a megabyte. Clocks of whole seconds and evaluations have some thousands.
const MOST_ENTRIES: usize = 1 << 16;

enum Form {
    Dictionary { dictionary: NumberDictionary, indices: Indices },
    Plain { bytes: Vec<u8> },
}

/// A column of lists of numbers.
pub(super) struct NumberListPages {
    chunk: Chunk,
    levels: Levels,
    form: Form,
}

impl NumberListPages {
    /// Lists that may be missing, of numbers that may be.
    pub(super) fn new(chunk: Chunk) -> NumberListPages {
        let (definition, repetition) = chunk.greatest_levels();
        let levels = Levels::new(definition, repetition).with_nullable_rows();
        let form = Form::Dictionary { dictionary: NumberDictionary::default(), indices: Indices::new() };
        NumberListPages { chunk: chunk.with_dictionary(), levels, form }
    }

    /// Appends the lists of some rows. A page ends where a row ends.
    pub(super) fn write(&mut self, lists: &NumberLists, rows: Range<usize>) -> Result<(), TableError> {
        let mut items = &lists.items.values()[items_of(&lists.counts, rows.clone())];
        let counts = &lists.counts[rows];
        self.chunk.count_rows(counts.len());
        for count in counts {
            if self.levels.len() >= PAGE_VALUES {
                self.end_page()?;
            }
            match *count {
                NO_LIST => self.levels.push_missing_row(),
                0 => self.levels.push_empty(),
                count => {
                    let (list, behind) = items.split_at(count as usize);
                    items = behind;
                    self.write_list(list);
                }
            }
        }
        Ok(())
    }

    fn write_list(&mut self, list: &[i32]) {
        for (number, item) in list.iter().enumerate() {
            self.levels.push_item(*item != Numbers::NONE, number == 0);
        }
        let there = list.iter().filter(|item| **item != Numbers::NONE);
        match &mut self.form {
            Form::Dictionary { dictionary, indices } => {
                there.for_each(|item| indices.push(dictionary.index(*item)));
            }
            Form::Plain { bytes } => there.for_each(|item| bytes.extend_from_slice(&item.to_le_bytes())),
        }
    }

    fn end_page(&mut self) -> Result<(), TableError> {
        let NumberListPages { chunk, levels, form } = self;
        let values = levels.len();
        match form {
            Form::Dictionary { dictionary, indices } => {
                let entries = dictionary.numbers().len();
                chunk.data_page(values, Encoding::RLE_DICTIONARY, |page| {
                    levels.finish(page);
                    indices.finish(entries, page);
                })?;
                if entries > MOST_ENTRIES {
                    write_dictionary(chunk, dictionary)?;
                    self.form = Form::Plain { bytes: Vec::new() };
                }
                Ok(())
            }
            Form::Plain { bytes } => chunk.data_page(values, Encoding::PLAIN, |page| {
                levels.finish(page);
                page.append(bytes);
            }),
        }
    }

    pub(super) fn close(mut self) -> Result<EncodedChunk, TableError> {
        if self.levels.len() > 0 {
            self.end_page()?;
        }
        if let Form::Dictionary { dictionary, .. } = &self.form {
            write_dictionary(&mut self.chunk, dictionary)?;
        }
        self.chunk.close(None)
    }
}

fn write_dictionary(chunk: &mut Chunk, dictionary: &NumberDictionary) -> Result<(), TableError> {
    let numbers = dictionary.numbers();
    chunk.dictionary_page(numbers.len(), |page| {
        numbers.iter().for_each(|number| page.extend_from_slice(&number.to_le_bytes()));
    })
}
