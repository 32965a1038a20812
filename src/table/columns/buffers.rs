//! The flat buffers that columns are built in, one kind for each type of column.
//!
//! Owns how a value, a null or a text becomes bytes in Arrow's layout. Knows nothing of games.

use std::mem;
use std::sync::Arc;

use arrow_array::types::{ArrowPrimitiveType, Int8Type};
use arrow_array::{
    ArrayRef, BooleanArray, DictionaryArray, ListArray, MapArray, PrimitiveArray, StringArray, StructArray,
};
use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::{DataType, Field, FieldRef};

use crate::table::column::{ColumnType, Vocabulary};

/// Arrow and Parquet count the bytes of a column's values in 31 bits; a single text beyond this is cut (at a
/// character), so that no input can overflow them.
const LONGEST_TEXT: usize = 1 << 28;

/// Which values are there. A byte each until the batch is whole: setting single bits made half the cost of a push.
#[derive(Debug, Default)]
struct Validity {
    flags: Vec<bool>,
}

impl Validity {
    #[inline]
    fn push(&mut self, valid: bool) {
        self.flags.push(valid);
    }

    fn finish(&mut self) -> Option<NullBuffer> {
        let flags = take(&mut self.flags);
        flags.contains(&false).then(|| NullBuffer::new(packed(&flags)))
    }
}

/// A column of texts.
#[derive(Debug)]
pub(super) struct Texts {
    bytes: Vec<u8>,
    offsets: Vec<i32>,
    validity: Validity,
}

impl Texts {
    #[inline]
    pub(super) fn push(&mut self, text: Option<&str>) {
        match text {
            Some(text) => self.push_text(text),
            None => {
                self.validity.push(false);
                self.close_value();
            }
        }
    }

    #[inline]
    pub(super) fn push_text(&mut self, text: &str) {
        let text =
            if text.len() <= LONGEST_TEXT { text } else { &text[..text.floor_char_boundary(LONGEST_TEXT)] };
        self.bytes.extend_from_slice(text.as_bytes());
        self.validity.push(true);
        self.close_value();
    }

    pub(super) fn len(&self) -> usize {
        self.offsets.len() - 1
    }

    pub(super) fn text_bytes(&self) -> usize {
        self.bytes.len()
    }

    #[inline]
    fn close_value(&mut self) {
        self.offsets.push(i32::try_from(self.bytes.len()).unwrap_or(i32::MAX));
    }

    pub(super) fn finish(&mut self) -> StringArray {
        let bytes = take(&mut self.bytes);
        let offsets = take(&mut self.offsets);
        self.offsets.push(0);
        string_array(offsets, bytes, self.validity.finish())
    }
}

impl Default for Texts {
    fn default() -> Texts {
        Texts { bytes: Vec::new(), offsets: vec![0], validity: Validity::default() }
    }
}

/// Validating the text of a row anew costs about as much as the append itself.
#[allow(unsafe_code)]
fn string_array(offsets: Vec<i32>, bytes: Vec<u8>, nulls: Option<NullBuffer>) -> StringArray {
    let offsets = OffsetBuffer::new(ScalarBuffer::from(offsets));
    // SAFETY: `OffsetBuffer::new` has checked that the offsets rise from 0; each is the length of `bytes` after a whole
    // `&str` was appended, so that every slice between two of them is UTF-8, and there is one null bit a slice.
    unsafe { StringArray::new_unchecked(offsets, Buffer::from_vec(bytes), nulls) }
}

/// A column of numbers.
#[derive(Debug)]
pub(super) struct Numbers<T: ArrowPrimitiveType> {
    values: Vec<T::Native>,
    validity: Validity,
}

impl<T: ArrowPrimitiveType> Numbers<T> {
    #[inline]
    pub(super) fn push(&mut self, value: Option<T::Native>) {
        self.validity.push(value.is_some());
        self.values.push(value.unwrap_or_default());
    }

    #[inline]
    pub(super) fn push_value(&mut self, value: T::Native) {
        self.validity.push(true);
        self.values.push(value);
    }

    pub(super) fn array(&mut self) -> PrimitiveArray<T> {
        PrimitiveArray::new(ScalarBuffer::from(take(&mut self.values)), self.validity.finish())
    }

    pub(super) fn finish(&mut self) -> ArrayRef {
        Arc::new(self.array())
    }
}

impl<T: ArrowPrimitiveType> Default for Numbers<T> {
    fn default() -> Numbers<T> {
        Numbers { values: Vec::new(), validity: Validity::default() }
    }
}

/// A column of words from a fixed list: the key is written, the words are made once.
#[derive(Debug)]
pub(super) struct Words {
    keys: Numbers<Int8Type>,
    words: ArrayRef,
}

impl Words {
    pub(super) fn new(vocabulary: Vocabulary) -> Words {
        Words { keys: Numbers::default(), words: Arc::new(StringArray::from(vocabulary.words())) }
    }

    /// Appends the word at `key` of the vocabulary.
    #[inline]
    pub(super) fn push(&mut self, key: Option<i8>) {
        self.keys.push(key);
    }

    pub(super) fn finish(&mut self) -> ArrayRef {
        Arc::new(DictionaryArray::new(self.keys.array(), Arc::clone(&self.words)))
    }
}

/// A column of truth values.
#[derive(Debug, Default)]
pub(super) struct Flags {
    values: Vec<bool>,
    validity: Validity,
}

impl Flags {
    #[inline]
    pub(super) fn push(&mut self, value: Option<bool>) {
        self.validity.push(value.is_some());
        self.values.push(value.unwrap_or_default());
    }

    pub(super) fn finish(&mut self) -> ArrayRef {
        Arc::new(BooleanArray::new(packed(&take(&mut self.values)), self.validity.finish()))
    }
}

/// A column of lists of texts, none of them null.
#[derive(Debug)]
pub(super) struct TextLists {
    items: Texts,
    offsets: Vec<i32>,
}

impl TextLists {
    pub(super) fn push<'t>(&mut self, texts: impl Iterator<Item = &'t str>) {
        for text in texts {
            self.items.push_text(text);
        }
        self.offsets.push(count(self.items.len()));
    }

    pub(super) fn text_bytes(&self) -> usize {
        self.items.text_bytes()
    }

    pub(super) fn finish(&mut self) -> ArrayRef {
        let offsets = finish_offsets(&mut self.offsets);
        Arc::new(ListArray::new(nested(ColumnType::TextList), offsets, Arc::new(self.items.finish()), None))
    }
}

impl Default for TextLists {
    fn default() -> TextLists {
        TextLists { items: Texts::default(), offsets: vec![0] }
    }
}

/// A column of texts by name, none of them null.
#[derive(Debug)]
pub(super) struct TextMaps {
    keys: Texts,
    values: Texts,
    offsets: Vec<i32>,
}

impl TextMaps {
    pub(super) fn push<'t>(&mut self, pairs: impl Iterator<Item = (&'t str, Option<&'t str>)>) {
        for (key, value) in pairs {
            self.keys.push_text(key);
            self.values.push(value);
        }
        self.offsets.push(count(self.keys.len()));
    }

    pub(super) fn text_bytes(&self) -> usize {
        self.keys.text_bytes() + self.values.text_bytes()
    }

    pub(super) fn finish(&mut self) -> ArrayRef {
        let offsets = finish_offsets(&mut self.offsets);
        let entry = nested(ColumnType::TextMap);
        let DataType::Struct(fields) = entry.data_type() else { unreachable!("a map's entry is a struct") };
        let entries: Vec<ArrayRef> = vec![Arc::new(self.keys.finish()), Arc::new(self.values.finish())];
        let entries = StructArray::new(fields.clone(), entries, None);
        Arc::new(MapArray::new(entry, offsets, entries, None, false))
    }
}

impl Default for TextMaps {
    fn default() -> TextMaps {
        TextMaps { keys: Texts::default(), values: Texts::default(), offsets: vec![0] }
    }
}

/// A number of plies in the type of its column. No text holds more of them than that: it would be longer than 4 GiB.
pub(super) fn ply(number: u32) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

/// An offset in the type of its column.
pub(super) fn signed(offset: u64) -> i64 {
    i64::try_from(offset).unwrap_or(i64::MAX)
}

/// The field inside a list or a map.
fn nested(kind: ColumnType) -> FieldRef {
    match kind.data_type() {
        DataType::List(field) | DataType::Map(field, _) => field,
        other => Arc::new(Field::new("element", other, false)),
    }
}

fn count(len: usize) -> i32 {
    i32::try_from(len).unwrap_or(i32::MAX)
}

fn finish_offsets(offsets: &mut Vec<i32>) -> OffsetBuffer<i32> {
    let taken = take(offsets);
    offsets.push(0);
    OffsetBuffer::new(ScalarBuffer::from(taken))
}

fn packed(flags: &[bool]) -> BooleanBuffer {
    BooleanBuffer::collect_bool(flags.len(), |index| flags[index])
}

/// Takes a buffer and leaves an empty one of the size that this batch needed: the next one will need about as much.
fn take<T>(buffer: &mut Vec<T>) -> Vec<T> {
    let capacity = buffer.len();
    mem::replace(buffer, Vec::with_capacity(capacity))
}
