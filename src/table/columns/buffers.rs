//! The flat buffers that columns are built in, one kind for each type of column.
//!
//! Owns how a value, a null or a text lies in memory until it is encoded: a push is one store a number, and a copy and
//! a store a text. Knows nothing of games.

use std::ops::Range;

use super::list_buffers::{NumberLists, TextLists, TextMaps, items_of};

/// Parquet counts the bytes of a page in 31 bits; a single text beyond this is cut (at a character), so that no input
/// can overflow them.
const LONGEST_TEXT: usize = 1 << 28;

/// A text that is not there, in place of its length.
const NO_TEXT: u32 = u32::MAX;

/// A column of texts.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(in crate::table) struct Texts {
    bytes: Vec<u8>,
    lengths: Vec<u32>,
}

impl Texts {
    #[inline]
    pub(super) fn push(&mut self, text: Option<&str>) {
        match text {
            Some(text) => self.push_text(text),
            None => self.lengths.push(NO_TEXT),
        }
    }

    #[inline]
    pub(super) fn push_text(&mut self, text: &str) {
        let text =
            if text.len() <= LONGEST_TEXT { text } else { &text[..text.floor_char_boundary(LONGEST_TEXT)] };
        self.bytes.extend_from_slice(text.as_bytes());
        self.lengths.push(text.len() as u32);
    }

    /// Appends the ASCII text that `write` appends, without a copy.
    #[inline]
    pub(super) fn push_written(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        let start = self.bytes.len();
        write(&mut self.bytes);
        self.lengths.push((self.bytes.len() - start) as u32);
    }

    /// Copies those of some rows.
    pub(super) fn append(&mut self, others: &Texts, rows: Range<usize>) {
        let start = others.bytes_of(0..rows.start);
        let end = start + others.bytes_of(rows.clone());
        self.bytes.extend_from_slice(&others.bytes[start..end]);
        self.lengths.extend_from_slice(&others.lengths[rows]);
    }

    pub(in crate::table) fn len(&self) -> usize {
        self.lengths.len()
    }

    /// Which texts of some rows are there.
    pub(in crate::table) fn are_there(
        &self,
        rows: Range<usize>,
    ) -> impl ExactSizeIterator<Item = bool> + Clone {
        self.lengths[rows].iter().map(|length| *length != NO_TEXT)
    }

    /// The texts of some rows, as bytes.
    pub(in crate::table) fn iter(
        &self,
        rows: Range<usize>,
    ) -> impl ExactSizeIterator<Item = Option<&[u8]>> + Clone {
        let mut rest = &self.bytes[self.bytes_of(0..rows.start)..];
        self.lengths[rows].iter().map(move |length| {
            if *length == NO_TEXT {
                return None;
            }
            let (text, behind) = rest.split_at(*length as usize);
            rest = behind;
            Some(text)
        })
    }

    /// How many bytes the texts of some rows have.
    pub(in crate::table) fn bytes_of(&self, rows: Range<usize>) -> usize {
        if rows.len() == self.len() {
            return self.bytes.len();
        }
        self.lengths[rows].iter().filter(|length| **length != NO_TEXT).map(|length| *length as usize).sum()
    }
}

/// A column of numbers that are never the smallest of their type: that one stands for "no number".
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(in crate::table) struct Numbers {
    values: Vec<i32>,
}

impl Numbers {
    /// A number that is not there.
    pub(in crate::table) const NONE: i32 = i32::MIN;

    #[inline]
    pub(in crate::table) fn push(&mut self, value: Option<i32>) {
        self.values.push(value.unwrap_or(Numbers::NONE));
    }

    /// Copies those of some rows.
    pub(super) fn append(&mut self, others: &Numbers, rows: Range<usize>) {
        self.values.extend_from_slice(&others.values[rows]);
    }

    /// Appends a floating-point number as its bits. A negative zero, of which the bits say "no number", is zero; no number is none.
    #[inline]
    pub(super) fn push_float(&mut self, value: Option<f32>) {
        let value = value.filter(|value| !value.is_nan());
        self.push(value.map(|value| (value + 0.0).to_bits().cast_signed()));
    }

    pub(in crate::table) fn values(&self) -> &[i32] {
        &self.values
    }
}

/// A column of numbers that fill their type: offsets, times, keys.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(in crate::table) struct Longs {
    values: Vec<i64>,
    known: Vec<bool>,
}

impl Longs {
    #[inline]
    pub(in crate::table) fn push(&mut self, value: Option<i64>) {
        self.values.push(value.unwrap_or_default());
        self.known.push(value.is_some());
    }

    /// Copies those of some rows, each greater by `base`.
    pub(super) fn append(&mut self, others: &Longs, rows: Range<usize>, base: i64) {
        self.values.extend(others.values[rows.clone()].iter().map(|number| number.wrapping_add(base)));
        self.known.extend_from_slice(&others.known[rows]);
    }

    /// The numbers, and which of them are there.
    pub(in crate::table) fn values(&self) -> (&[i64], &[bool]) {
        (&self.values, &self.known)
    }
}

/// A column of small codes: a word's place in its vocabulary, or a truth value.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(in crate::table) struct Codes {
    values: Vec<u8>,
}

impl Codes {
    /// A code that is not there.
    pub(in crate::table) const NONE: u8 = u8::MAX;

    #[inline]
    pub(in crate::table) fn push(&mut self, code: Option<u8>) {
        self.values.push(code.unwrap_or(Codes::NONE));
    }

    #[inline]
    pub(super) fn push_flag(&mut self, flag: Option<bool>) {
        self.push(flag.map(u8::from));
    }

    /// Copies those of some rows.
    pub(super) fn append(&mut self, others: &Codes, rows: Range<usize>) {
        self.values.extend_from_slice(&others.values[rows]);
    }

    pub(in crate::table) fn values(&self) -> &[u8] {
        &self.values
    }
}

/// The values of one column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::table) enum Values {
    Texts(Texts),
    Numbers(Numbers),
    Longs(Longs),
    Codes(Codes),
    TextLists(TextLists),
    NumberLists(NumberLists),
    TextMaps(TextMaps),
}

impl Values {
    /// How many bytes of text and of lists stand in some rows; what has a fixed width is bounded by the number of rows.
    pub(in crate::table) fn text_bytes(&self, rows: Range<usize>) -> usize {
        match self {
            Values::Texts(texts) => texts.bytes_of(rows),
            Values::TextLists(lists) => lists.items.bytes_of(items_of(&lists.counts, rows)),
            Values::NumberLists(lists) => size_of::<i32>() * items_of(&lists.counts, rows).len(),
            Values::TextMaps(maps) => {
                let pairs = items_of(&maps.counts, rows);
                maps.keys.bytes_of(pairs.clone()) + maps.values.bytes_of(pairs)
            }
            Values::Numbers(_) | Values::Longs(_) | Values::Codes(_) => 0,
        }
    }
}

/// A buffer that becomes the values of a column.
pub(super) trait Buffer: Default {
    /// An empty one with room for as much as this one holds.
    fn with_same_room(&self) -> Self;
    fn wrap(self) -> Values;
    fn of(values: &mut Values) -> Option<&mut Self>;
    fn clear(&mut self);
}

impl Buffer for Texts {
    fn with_same_room(&self) -> Texts {
        Texts { bytes: same_room(&self.bytes), lengths: same_room(&self.lengths) }
    }

    fn wrap(self) -> Values {
        Values::Texts(self)
    }

    fn of(values: &mut Values) -> Option<&mut Texts> {
        if let Values::Texts(texts) = values { Some(texts) } else { None }
    }

    fn clear(&mut self) {
        self.bytes.clear();
        self.lengths.clear();
    }
}

impl Buffer for Numbers {
    fn with_same_room(&self) -> Numbers {
        Numbers { values: same_room(&self.values) }
    }

    fn wrap(self) -> Values {
        Values::Numbers(self)
    }

    fn of(values: &mut Values) -> Option<&mut Numbers> {
        if let Values::Numbers(numbers) = values { Some(numbers) } else { None }
    }

    fn clear(&mut self) {
        self.values.clear();
    }
}

impl Buffer for Longs {
    fn with_same_room(&self) -> Longs {
        Longs { values: same_room(&self.values), known: same_room(&self.known) }
    }

    fn wrap(self) -> Values {
        Values::Longs(self)
    }

    fn of(values: &mut Values) -> Option<&mut Longs> {
        if let Values::Longs(longs) = values { Some(longs) } else { None }
    }

    fn clear(&mut self) {
        self.values.clear();
        self.known.clear();
    }
}

impl Buffer for Codes {
    fn with_same_room(&self) -> Codes {
        Codes { values: same_room(&self.values) }
    }

    fn wrap(self) -> Values {
        Values::Codes(self)
    }

    fn of(values: &mut Values) -> Option<&mut Codes> {
        if let Values::Codes(codes) = values { Some(codes) } else { None }
    }

    fn clear(&mut self) {
        self.values.clear();
    }
}

/// An empty vector that is as large as a full one, and a little larger: pieces differ.
pub(super) fn same_room<T>(full: &[T]) -> Vec<T> {
    Vec::with_capacity(full.len() + full.len() / 8)
}

/// A number of plies in the type of its column. No text holds more of them than that: it would be longer than 4 GiB.
pub(super) fn ply(number: u32) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

/// An offset in the type of its column.
pub(super) fn signed(offset: u64) -> i64 {
    i64::try_from(offset).unwrap_or(i64::MAX)
}
