//! The way of buffers out of the builders.
//!
//! Owns which columns are handed over, and in which order: those that are asked for, as the list has them.

use std::mem;

use super::buffers::{Buffer, Values};
use crate::table::column_set::ColumnSet;
use crate::table::group::Group;

/// The values of the columns that are asked for as they are handed over, in the order of the list. Each buffer is changed for
/// an empty one that has held as much before: once a run is under way, no memory is asked for.
#[derive(Debug)]
pub(super) struct Handover {
    pub(super) values: Vec<Values>,
    next: usize,
    /// `None` for a table of which every column is.
    asked: Option<ColumnSet>,
    /// The place in the list of the column that is taken next.
    column: usize,
}

impl Handover {
    /// Into what was handed over before, and is no longer needed.
    pub(super) fn into(used: Vec<Values>, asked: ColumnSet) -> Handover {
        Handover { values: used, next: 0, asked: Some(asked), column: 0 }
    }

    /// The same where every column is asked for.
    pub(super) fn of_all(used: Vec<Values>) -> Handover {
        Handover { values: used, next: 0, asked: None, column: 0 }
    }

    /// What is taken next is the first column of a group.
    pub(super) fn begin(&mut self, group: Group) {
        self.column = group.first();
    }

    /// Takes the next column. What nobody asked for is thrown away.
    pub(super) fn take(&mut self, buffer: &mut impl Buffer) {
        let is_asked = self.asked.is_none_or(|asked| asked.has(self.column));
        self.column += 1;
        if is_asked { self.hand(buffer) } else { buffer.clear() }
    }

    /// Takes the next column, which has a buffer if it is asked for.
    pub(super) fn take_if(&mut self, buffer: &mut Option<impl Buffer>) {
        self.column += 1;
        if let Some(buffer) = buffer {
            self.hand(buffer);
        }
    }

    /// Takes those of the next `count` columns that are asked for, which alone have buffers.
    pub(super) fn take_asked<'b, B: Buffer + 'b>(
        &mut self,
        count: usize,
        buffers: impl Iterator<Item = &'b mut B>,
    ) {
        self.column += count;
        buffers.for_each(|buffer| self.hand(buffer));
    }

    fn hand(&mut self, buffer: &mut impl Buffer) {
        match self.values.get_mut(self.next) {
            Some(values) => {
                let mut fresh = mem::take(buffer);
                if let Some(used) = Buffer::of(values) {
                    mem::swap(&mut fresh, used);
                }
                fresh.clear();
                *buffer = fresh;
            }
            None => {
                let fresh = buffer.with_same_room();
                self.values.push(mem::replace(buffer, fresh).wrap());
            }
        }
        self.next += 1;
    }
}
