//! Columns of words and of truth values.

use parquet::basic::Encoding;
use parquet::data_type::ByteArray;
use parquet::file::statistics::Statistics;

use super::bits::{put_mixture, width_of};
use super::chunk::{Chunk, EncodedChunk};
use super::levels::Levels;
use crate::table::columns::Codes;
use crate::table::error::TableError;

/// Codes that wait for the end of the row group: a byte each.
#[derive(Debug)]
struct Waiting {
    levels: Levels,
    codes: Vec<u8>,
}

impl Waiting {
    fn new(chunk: &Chunk) -> Waiting {
        let (definition, repetition) = chunk.greatest_levels();
        Waiting { levels: Levels::new(definition, repetition), codes: Vec::new() }
    }

    fn write(&mut self, codes: &[u8]) {
        self.levels.push_each(codes.iter().map(|code| *code != Codes::NONE));
        if codes.contains(&Codes::NONE) {
            self.codes.extend(codes.iter().filter(|code| **code != Codes::NONE));
        } else {
            self.codes.extend_from_slice(codes);
        }
    }

    fn missing(&self) -> u64 {
        (self.levels.len() - self.codes.len()) as u64
    }
}

/// A column of words: the dictionary is its vocabulary, as far as it is used.
pub(super) struct WordPages {
    chunk: Chunk,
    waiting: Waiting,
    words: Vec<&'static str>,
    wants_bounds: bool,
}

impl WordPages {
    pub(super) fn new(chunk: Chunk, words: Vec<&'static str>, wants_bounds: bool) -> WordPages {
        WordPages { waiting: Waiting::new(&chunk), chunk: chunk.with_dictionary(), words, wants_bounds }
    }

    pub(super) fn write(&mut self, codes: &[u8]) {
        self.chunk.count_rows(codes.len());
        self.waiting.write(codes);
    }

    pub(super) fn close(mut self) -> Result<EncodedChunk, TableError> {
        let missing = self.waiting.missing();
        let Waiting { mut levels, mut codes } = self.waiting;
        let mut is_used = [false; 256];
        codes.iter().for_each(|code| is_used[usize::from(*code)] = true);
        let (mut places, mut used) = ([0; 256], Vec::new());
        for (code, word) in self.words.iter().enumerate().filter(|(code, _)| is_used[*code]) {
            places[code] = used.len() as u8;
            used.push(*word);
        }
        codes.iter_mut().for_each(|code| *code = places[usize::from(*code)]);
        self.chunk.dictionary_page(used.len(), |page| {
            for word in &used {
                page.extend_from_slice(&(word.len() as u32).to_le_bytes());
                page.extend_from_slice(word.as_bytes());
            }
        })?;
        self.chunk.data_page(levels.len(), Encoding::RLE_DICTIONARY, |page| {
            levels.finish(page);
            let width = width_of(used.len().saturating_sub(1) as u32);
            page.push(width);
            put_mixture(&codes, width, page);
        })?;
        let bound = |word: Option<&&'static str>| word.map(|word| ByteArray::from(*word));
        let (least, most) = match self.wants_bounds {
            true => (bound(used.iter().min()), bound(used.iter().max())),
            false => (None, None),
        };
        let statistics = Some(Statistics::byte_array(least, most, None, Some(missing), false));
        self.chunk.close(statistics)
    }
}

/// A column of truth values, a bit each.
pub(super) struct FlagPages {
    chunk: Chunk,
    waiting: Waiting,
}

impl FlagPages {
    pub(super) fn new(chunk: Chunk) -> FlagPages {
        FlagPages { waiting: Waiting::new(&chunk), chunk }
    }

    pub(super) fn write(&mut self, codes: &[u8]) {
        self.chunk.count_rows(codes.len());
        self.waiting.write(codes);
    }

    pub(super) fn close(mut self) -> Result<EncodedChunk, TableError> {
        let missing = self.waiting.missing();
        let Waiting { mut levels, codes } = self.waiting;
        self.chunk.data_page(levels.len(), Encoding::PLAIN, |page| {
            levels.finish(page);
            let byte = |flags: &[u8]| flags.iter().rev().fold(0, |byte, flag| byte << 1 | flag);
            page.extend(codes.chunks(8).map(byte));
        })?;
        let bound = |code: Option<&u8>| code.map(|code| *code == 1);
        let (least, most) = (bound(codes.iter().min()), bound(codes.iter().max()));
        self.chunk.close(Some(Statistics::boolean(least, most, None, Some(missing), false)))
    }
}
