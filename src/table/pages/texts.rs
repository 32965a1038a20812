//! Columns of texts, and the leaves of lists and maps.
//!
//! Owns the forms that texts are written in, and the change from a dictionary that grew too large to another form: the
//! pages before it stay as they are.

use std::ops::Range;

use parquet::basic::Encoding;
use parquet::data_type::ByteArray;
use parquet::file::statistics::Statistics;

use super::chunk::{Chunk, EncodedChunk};
use super::deltas::Deltas;
use super::dictionary::TextDictionary;
use super::indices::Indices;
use super::levels::Levels;
use super::press::PAGE_BYTES;
use crate::table::columns::{NO_LIST, Texts};
use crate::table::error::TableError;

/// Texts of a page in a dictionary; no list is so long that its page outgrows 31 bits.
const PAGE_INDICES: usize = 1 << 20;

/// Texts that are longer are no bounds: a row group's footer isn't the place for a name without end.
const LONGEST_BOUND: usize = 1_024;

/// What the footer says of the texts of a row group.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Told {
    /// How many are missing.
    Missing,
    /// The smallest and the greatest as well, as long as a dictionary has all of them.
    Bounds,
}

/// What becomes of texts for which the dictionary has no room.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Spill {
    /// Each behind its length.
    Plain,
    /// Without what each has in common with the one before.
    Prefixes,
}

enum Form {
    Dictionary {
        dictionary: TextDictionary,
        indices: Indices,
        spill: Spill,
    },
    Plain {
        bytes: Vec<u8>,
    },
    /// The lengths apart from the characters.
    Lengths {
        lengths: Deltas,
        bytes: Vec<u8>,
    },
    Prefixes {
        common: Deltas,
        lengths: Deltas,
        bytes: Vec<u8>,
        last: Vec<u8>,
    },
}

/// The texts of one leaf.
pub(super) struct TextPages {
    chunk: Chunk,
    levels: Levels,
    form: Form,
    told: Told,
    missing: u64,
}

impl TextPages {
    /// Texts that repeat themselves, until the dictionary's page has `most_bytes`.
    pub(super) fn repeating(chunk: Chunk, most_bytes: usize, spill: Spill) -> TextPages {
        let dictionary = TextDictionary::new(most_bytes);
        TextPages::new(
            chunk.with_dictionary(),
            Form::Dictionary { dictionary, indices: Indices::new(), spill },
        )
    }

    /// Texts that don't.
    pub(super) fn distinct(chunk: Chunk) -> TextPages {
        TextPages::new(chunk, Form::Lengths { lengths: Deltas::short(), bytes: Vec::new() })
    }

    fn new(chunk: Chunk, form: Form) -> TextPages {
        let (definition, repetition) = chunk.greatest_levels();
        TextPages {
            chunk,
            levels: Levels::new(definition, repetition),
            form,
            told: Told::Missing,
            missing: 0,
        }
    }

    /// The same for lists that may be missing.
    pub(super) fn with_nullable_rows(self) -> TextPages {
        TextPages { levels: self.levels.with_nullable_rows(), ..self }
    }

    /// The same for a column by whose bounds readers skip row groups.
    pub(super) fn with_bounds(self) -> TextPages {
        TextPages { told: Told::Bounds, ..self }
    }

    /// Appends texts in rows of their own.
    pub(super) fn write(&mut self, texts: &Texts, mut rows: Range<usize>) -> Result<(), TableError> {
        self.chunk.count_rows(rows.len());
        loop {
            let taken = self.form.take(texts.iter(rows.clone()));
            self.missing += self.levels.push_each(texts.are_there(rows.start..rows.start + taken)) as u64;
            rows.start += taken;
            if rows.is_empty() {
                return Ok(());
            }
            match self.form {
                Form::Dictionary { .. } => self.give_up_dictionary(self.form.indexed())?,
                Form::Plain { .. } | Form::Lengths { .. } | Form::Prefixes { .. } => self.close_page()?,
            }
        }
    }

    /// Appends the items of rows that have so many each. A page ends where a row ends.
    pub(super) fn write_items<'t>(
        &mut self,
        mut items: impl Iterator<Item = Option<&'t [u8]>> + Clone,
        counts: &[u32],
    ) -> Result<(), TableError> {
        self.chunk.count_rows(counts.len());
        for count in counts {
            if self.form.is_full() {
                self.close_page()?;
            }
            match *count {
                NO_LIST => {
                    self.levels.push_missing_row();
                    continue;
                }
                0 => {
                    self.levels.push_empty();
                    continue;
                }
                _ => {}
            }
            let count = *count as usize;
            let before = self.form.indexed();
            let mut row = items.clone().take(count).flatten();
            if !row.all(|item| self.form.push(item)) {
                // All items of the row come again, so that no page begins within it.
                self.give_up_dictionary(before)?;
                items.clone().take(count).flatten().for_each(|item| _ = self.form.push(item));
            }
            for (number, item) in items.by_ref().take(count).enumerate() {
                self.levels.push_item(item.is_some(), number == 0);
            }
        }
        Ok(())
    }

    /// Writes the dictionary and the first `kept` texts that stand in it, and goes on in another form.
    #[cold]
    fn give_up_dictionary(&mut self, kept: usize) -> Result<(), TableError> {
        if let Form::Dictionary { indices, .. } = &mut self.form {
            indices.truncate(kept);
        }
        if self.levels.len() > 0 {
            self.close_page()?;
        }
        let Form::Dictionary { spill, .. } = &self.form else { return Ok(()) };
        let next = match spill {
            Spill::Plain => Form::Plain { bytes: Vec::new() },
            Spill::Prefixes => Form::Prefixes {
                common: Deltas::short(),
                lengths: Deltas::short(),
                bytes: Vec::new(),
                last: Vec::new(),
            },
        };
        if let Form::Dictionary { dictionary, .. } = std::mem::replace(&mut self.form, next) {
            write_dictionary(&mut self.chunk, dictionary)?;
        }
        Ok(())
    }

    fn close_page(&mut self) -> Result<(), TableError> {
        let TextPages { chunk, levels, form, .. } = self;
        let values = levels.len();
        match form {
            Form::Dictionary { dictionary, indices, .. } => {
                chunk.data_page(values, Encoding::RLE_DICTIONARY, |page| {
                    levels.finish(page);
                    indices.finish(dictionary.len(), page);
                })
            }
            Form::Plain { bytes } => chunk.data_page(values, Encoding::PLAIN, |page| {
                levels.finish(page);
                page.append(bytes);
            }),
            Form::Lengths { lengths, bytes } => {
                chunk.data_page(values, Encoding::DELTA_LENGTH_BYTE_ARRAY, |page| {
                    levels.finish(page);
                    lengths.finish(page);
                    page.append(bytes);
                })
            }
            Form::Prefixes { common, lengths, bytes, last } => {
                chunk.data_page(values, Encoding::DELTA_BYTE_ARRAY, |page| {
                    levels.finish(page);
                    common.finish(page);
                    lengths.finish(page);
                    page.append(bytes);
                    // The first text of a page has none before it.
                    last.clear();
                })
            }
        }
    }

    pub(super) fn close(mut self) -> Result<EncodedChunk, TableError> {
        if self.levels.len() > 0 {
            self.close_page()?;
        }
        let statistics = self.statistics();
        if let Form::Dictionary { dictionary, .. } = self.form {
            write_dictionary(&mut self.chunk, dictionary)?;
        }
        self.chunk.close(statistics)
    }

    /// Nothing is told of the items of lists: of which rows they are missing, a number doesn't say.
    fn statistics(&self) -> Option<Statistics> {
        let (_, repetition) = self.chunk.greatest_levels();
        let bounds = match (&self.form, self.told) {
            (Form::Dictionary { dictionary, .. }, Told::Bounds) => dictionary.bounds(),
            (Form::Dictionary { .. }, Told::Missing)
            | (Form::Plain { .. } | Form::Lengths { .. } | Form::Prefixes { .. }, _) => None,
        };
        let bounds = bounds.filter(|(least, most)| least.len().max(most.len()) <= LONGEST_BOUND);
        let (least, most) = bounds.unzip();
        let bound = |text: Option<&[u8]>| text.map(|text| ByteArray::from(text.to_vec()));
        (repetition == 0)
            .then(|| Statistics::byte_array(bound(least), bound(most), None, Some(self.missing), false))
    }
}

impl Form {
    /// Appends texts until the page (or the dictionary) is full, and tells how many rows that were.
    fn take<'t>(&mut self, texts: impl ExactSizeIterator<Item = Option<&'t [u8]>>) -> usize {
        let rows = texts.len();
        let mut texts = texts.enumerate();
        let stop = match self {
            Form::Dictionary { dictionary, indices, .. } => {
                texts.find(|(_, text)| match text.map(|text| dictionary.index(text)) {
                    Some(Some(index)) => {
                        indices.push(index);
                        false
                    }
                    Some(None) => true,
                    None => false,
                })
            }
            Form::Lengths { lengths, bytes } => texts.find(|(_, text)| {
                if bytes.len() >= PAGE_BYTES {
                    return true;
                }
                if let Some(text) = text {
                    lengths.push(text.len() as i64);
                    bytes.extend_from_slice(text);
                }
                false
            }),
            form => texts.find(|(_, text)| form.is_full() || text.is_some_and(|text| !form.push(text))),
        };
        stop.map_or(rows, |(row, _)| row)
    }

    /// Appends a text; false if the dictionary has no room for it.
    fn push(&mut self, text: &[u8]) -> bool {
        match self {
            Form::Dictionary { dictionary, indices, .. } => match dictionary.index(text) {
                Some(index) => indices.push(index),
                None => return false,
            },
            Form::Plain { bytes } => {
                bytes.extend_from_slice(&(text.len() as u32).to_le_bytes());
                bytes.extend_from_slice(text);
            }
            Form::Lengths { lengths, bytes } => {
                lengths.push(text.len() as i64);
                bytes.extend_from_slice(text);
            }
            Form::Prefixes { common, lengths, bytes, last } => {
                let shared = common_length(text, last);
                common.push(shared as i64);
                lengths.push((text.len() - shared) as i64);
                bytes.extend_from_slice(&text[shared..]);
                last.clear();
                last.extend_from_slice(text);
            }
        }
        true
    }

    /// Whether the page is full.
    fn is_full(&self) -> bool {
        match self {
            Form::Dictionary { indices, .. } => indices.len() >= PAGE_INDICES,
            Form::Plain { bytes } | Form::Lengths { bytes, .. } | Form::Prefixes { bytes, .. } => {
                bytes.len() >= PAGE_BYTES
            }
        }
    }

    /// How many texts of the page stand in the dictionary.
    fn indexed(&self) -> usize {
        match self {
            Form::Dictionary { indices, .. } => indices.len(),
            Form::Plain { .. } | Form::Lengths { .. } | Form::Prefixes { .. } => 0,
        }
    }
}

/// How many bytes two texts begin with in common.
fn common_length(one: &[u8], other: &[u8]) -> usize {
    let (words, _) = one.as_chunks::<8>();
    let (other_words, _) = other.as_chunks::<8>();
    let whole = words.iter().zip(other_words).take_while(|(one, other)| one == other).count() * 8;
    let rest = one[whole..].iter().zip(&other[whole..]);
    whole + rest.take_while(|(one, other)| one == other).count()
}

fn write_dictionary(chunk: &mut Chunk, dictionary: TextDictionary) -> Result<(), TableError> {
    let entries = dictionary.len();
    chunk.dictionary_page(entries, |page| page.extend_from_slice(&dictionary.into_page()))
}
