//! Columns of lists and maps: leaves of texts whose levels say where a row begins.

use std::ops::Range;

use super::chunk::EncodedChunk;
use super::texts::TextPages;
use crate::table::columns::{TextLists, TextMaps, items_of};
use crate::table::error::TableError;

/// A column of lists of texts.
pub(super) struct ListPages {
    items: TextPages,
}

impl ListPages {
    pub(super) fn new(items: TextPages) -> ListPages {
        ListPages { items }
    }

    pub(super) fn write(&mut self, lists: &TextLists, rows: Range<usize>) -> Result<(), TableError> {
        let items = lists.items.iter(items_of(&lists.counts, rows.clone()));
        self.items.write_items(items, &lists.counts[rows])
    }

    pub(super) fn close(self) -> Result<EncodedChunk, TableError> {
        self.items.close()
    }
}

/// A column of texts by name.
pub(super) struct MapPages {
    keys: TextPages,
    values: TextPages,
}

impl MapPages {
    pub(super) fn new(keys: TextPages, values: TextPages) -> MapPages {
        MapPages { keys, values }
    }

    pub(super) fn write(&mut self, maps: &TextMaps, rows: Range<usize>) -> Result<(), TableError> {
        let pairs = items_of(&maps.counts, rows.clone());
        let counts = &maps.counts[rows];
        self.keys.write_items(maps.keys.iter(pairs.clone()), counts)?;
        self.values.write_items(maps.values.iter(pairs), counts)
    }

    pub(super) fn close(self) -> Result<[EncodedChunk; 2], TableError> {
        Ok([self.keys.close()?, self.values.close()?])
    }
}
