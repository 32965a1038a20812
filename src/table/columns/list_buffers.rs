//! The buffers of columns that hold several values a row: lists and maps.
//!
//! Owns how they lie in memory: the items of all rows one behind the other, and how many each row has.

use std::ops::Range;

use super::buffers::{Buffer, Numbers, Texts, Values, same_room};

/// A list that is not there, in place of its number of items.
pub(in crate::table) const NO_LIST: u32 = u32::MAX;

/// A column of lists of texts.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(in crate::table) struct TextLists {
    pub(in crate::table) items: Texts,
    /// Items a row, or that there is no list.
    pub(in crate::table) counts: Vec<u32>,
}

impl TextLists {
    /// Appends a list of ASCII texts, each of which `write` appends; or none.
    pub(super) fn push_written<I>(
        &mut self,
        items: Option<impl Iterator<Item = I>>,
        mut write: impl FnMut(I, &mut Vec<u8>),
    ) {
        let before = self.items.len();
        let is_there = items.is_some();
        items.into_iter().flatten().for_each(|item| self.items.push_written(|bytes| write(item, bytes)));
        self.counts.push(if is_there { (self.items.len() - before) as u32 } else { NO_LIST });
    }

    #[inline]
    pub(super) fn push<'t>(&mut self, texts: impl Iterator<Item = &'t str>) {
        let before = self.items.len();
        texts.for_each(|text| self.items.push_text(text));
        self.counts.push((self.items.len() - before) as u32);
    }
}

/// A column of lists of numbers, of which some may not be there.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(in crate::table) struct NumberLists {
    pub(in crate::table) items: Numbers,
    /// Items a row, or that there is no list.
    pub(in crate::table) counts: Vec<u32>,
}

impl NumberLists {
    /// Appends a list of numbers, or none.
    pub(in crate::table) fn push(&mut self, items: Option<impl Iterator<Item = Option<i32>>>) {
        self.push_each(items, Numbers::push);
    }

    /// Appends a list of floating-point numbers, or none.
    pub(super) fn push_floats(&mut self, items: Option<impl Iterator<Item = Option<f32>>>) {
        self.push_each(items, Numbers::push_float);
    }

    fn push_each<I>(&mut self, items: Option<impl Iterator<Item = I>>, push: fn(&mut Numbers, I)) {
        let before = self.items.values().len();
        let is_there = items.is_some();
        items.into_iter().flatten().for_each(|item| push(&mut self.items, item));
        self.counts.push(if is_there { (self.items.values().len() - before) as u32 } else { NO_LIST });
    }
}

/// A column of texts by name, none of them null.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(in crate::table) struct TextMaps {
    pub(in crate::table) keys: Texts,
    pub(in crate::table) values: Texts,
    /// Pairs a row.
    pub(in crate::table) counts: Vec<u32>,
}

impl TextMaps {
    #[inline]
    pub(super) fn push<'t>(&mut self, pairs: impl Iterator<Item = (&'t str, Option<&'t str>)>) {
        let before = self.keys.len();
        for (key, value) in pairs {
            self.keys.push_text(key);
            self.values.push(value);
        }
        self.counts.push((self.keys.len() - before) as u32);
    }
}

/// Where the items of some rows stand, by the number of items in each row.
pub(in crate::table) fn items_of(counts: &[u32], rows: Range<usize>) -> Range<usize> {
    let sum = |counts: &[u32]| {
        counts.iter().filter(|count| **count != NO_LIST).map(|count| *count as usize).sum::<usize>()
    };
    let start = sum(&counts[..rows.start]);
    start..start + sum(&counts[rows])
}

impl Buffer for TextLists {
    fn with_same_room(&self) -> TextLists {
        TextLists { items: self.items.with_same_room(), counts: same_room(&self.counts) }
    }

    fn wrap(self) -> Values {
        Values::TextLists(self)
    }

    fn of(values: &mut Values) -> Option<&mut TextLists> {
        if let Values::TextLists(lists) = values { Some(lists) } else { None }
    }

    fn clear(&mut self) {
        self.items.clear();
        self.counts.clear();
    }
}

impl Buffer for NumberLists {
    fn with_same_room(&self) -> NumberLists {
        NumberLists { items: self.items.with_same_room(), counts: same_room(&self.counts) }
    }

    fn wrap(self) -> Values {
        Values::NumberLists(self)
    }

    fn of(values: &mut Values) -> Option<&mut NumberLists> {
        if let Values::NumberLists(lists) = values { Some(lists) } else { None }
    }

    fn clear(&mut self) {
        self.items.clear();
        self.counts.clear();
    }
}

impl Buffer for TextMaps {
    fn with_same_room(&self) -> TextMaps {
        TextMaps {
            keys: self.keys.with_same_room(),
            values: self.values.with_same_room(),
            counts: same_room(&self.counts),
        }
    }

    fn wrap(self) -> Values {
        Values::TextMaps(self)
    }

    fn of(values: &mut Values) -> Option<&mut TextMaps> {
        if let Values::TextMaps(maps) = values { Some(maps) } else { None }
    }

    fn clear(&mut self) {
        self.keys.clear();
        self.values.clear();
        self.counts.clear();
    }
}
