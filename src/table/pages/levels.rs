//! Which values are there, and which rows they belong to.
//!
//! Owns the levels of a page: how far each value is defined, and whether it begins a row (0) or goes on with one (1).
//! Most columns are defined throughout or not at all: until a level differs from the first, only their number is kept.

use super::bits::{put_mixture, put_run, width_of};

/// Levels of one kind.
#[derive(Debug, Default)]
struct Series {
    count: usize,
    /// The level of all, as long as there is no other.
    only: u8,
    /// All levels, once there is another.
    levels: Vec<u8>,
}

impl Series {
    #[inline]
    fn push(&mut self, level: u8, count: usize) {
        if self.count == 0 {
            self.only = level;
        }
        if level != self.only && self.levels.is_empty() {
            self.levels.resize(self.count, self.only);
        }
        self.count += count;
        if !self.levels.is_empty() {
            self.levels.resize(self.count, level);
        }
    }

    /// Appends levels that are not all the same.
    fn extend(&mut self, levels: impl Iterator<Item = u8>) {
        self.levels.resize(self.count, self.only);
        self.levels.extend(levels);
        self.count = self.levels.len();
    }

    /// Appends the levels behind their length in bytes, and begins anew.
    fn finish(&mut self, greatest: u8, out: &mut Vec<u8>) {
        if greatest == 0 {
            return self.clear();
        }
        let start = out.len();
        out.extend_from_slice(&[0; 4]);
        let width = width_of(greatest.into());
        if self.levels.is_empty() {
            put_run(self.only.into(), self.count, width, out);
        } else {
            put_mixture(&self.levels, width, out);
        }
        let length = (out.len() - start - 4) as u32;
        out[start..start + 4].copy_from_slice(&length.to_le_bytes());
        self.clear();
    }

    fn clear(&mut self) {
        self.count = 0;
        self.levels.clear();
    }
}

/// The levels of a page.
#[derive(Debug)]
pub(super) struct Levels {
    greatest_definition: u8,
    greatest_repetition: u8,
    /// The level of a row that is there and holds no item.
    empty: u8,
    definitions: Series,
    repetitions: Series,
}

impl Levels {
    pub(super) fn new(greatest_definition: i16, greatest_repetition: i16) -> Levels {
        Levels {
            greatest_definition: greatest_definition as u8,
            greatest_repetition: greatest_repetition as u8,
            empty: 0,
            definitions: Series::default(),
            repetitions: Series::default(),
        }
    }

    /// The same where whole rows may be missing.
    pub(super) fn with_nullable_rows(self) -> Levels {
        Levels { empty: 1, ..self }
    }

    /// How many values there are, missing ones among them.
    pub(super) fn len(&self) -> usize {
        self.definitions.count
    }

    /// A value that is there, or is missing, in a row of its own.
    #[inline]
    pub(super) fn push(&mut self, is_there: bool) {
        self.push_many(is_there, 1);
    }

    /// Such values, one like the other.
    #[inline]
    pub(super) fn push_many(&mut self, is_there: bool, count: usize) {
        self.definitions.push(self.greatest_definition - u8::from(!is_there), count);
    }

    /// Values in rows of their own, some of them missing. Tells how many are.
    pub(super) fn push_each(&mut self, are_there: impl ExactSizeIterator<Item = bool> + Clone) -> usize {
        let there = are_there.clone().filter(|is_there| *is_there).count();
        let count = are_there.len();
        if there == count {
            self.push_many(true, there);
        } else if there == 0 {
            self.push_many(false, count);
        } else {
            let missing = self.greatest_definition - 1;
            self.definitions.extend(are_there.map(|is_there| missing + u8::from(is_there)));
        }
        count - there
    }

    /// An item of a row.
    #[inline]
    pub(super) fn push_item(&mut self, is_there: bool, is_first: bool) {
        self.push(is_there);
        self.repetitions.push(u8::from(!is_first), 1);
    }

    /// A row without an item.
    #[inline]
    pub(super) fn push_empty(&mut self) {
        self.definitions.push(self.empty, 1);
        self.repetitions.push(0, 1);
    }

    /// A row that is missing.
    #[inline]
    pub(super) fn push_missing_row(&mut self) {
        self.definitions.push(0, 1);
        self.repetitions.push(0, 1);
    }

    /// Appends all levels, and begins anew.
    pub(super) fn finish(&mut self, out: &mut Vec<u8>) {
        self.repetitions.finish(self.greatest_repetition, out);
        self.definitions.finish(self.greatest_definition, out);
    }
}
