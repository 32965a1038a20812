//! Places in a dictionary, in as few whole bytes as they need until a page is made of them.

use super::bits::{put_mixture, width_of};

/// Indices in one, two or four bytes: a row group has 122,880 of each column, and memory that is touched for the first
/// time costs more than the widening.
#[derive(Debug)]
pub(super) enum Indices {
    Bytes(Vec<u8>),
    Shorts(Vec<u16>),
    Words(Vec<u32>),
}

impl Indices {
    pub(super) fn new() -> Indices {
        Indices::Bytes(Vec::new())
    }

    pub(super) fn len(&self) -> usize {
        match self {
            Indices::Bytes(indices) => indices.len(),
            Indices::Shorts(indices) => indices.len(),
            Indices::Words(indices) => indices.len(),
        }
    }

    pub(super) fn truncate(&mut self, count: usize) {
        match self {
            Indices::Bytes(indices) => indices.truncate(count),
            Indices::Shorts(indices) => indices.truncate(count),
            Indices::Words(indices) => indices.truncate(count),
        }
    }

    #[inline]
    pub(super) fn push(&mut self, index: u32) {
        match self {
            Indices::Bytes(indices) if index <= u8::MAX.into() => indices.push(index as u8),
            Indices::Shorts(indices) if index <= u16::MAX.into() => indices.push(index as u16),
            Indices::Words(indices) => indices.push(index),
            Indices::Bytes(_) | Indices::Shorts(_) => self.push_wider(index),
        }
    }

    pub(super) fn extend(&mut self, mut indices: impl Iterator<Item = u32>) {
        if let Indices::Bytes(bytes) = self {
            bytes.reserve(indices.size_hint().1.unwrap_or_default());
            let wide = indices.by_ref().find(|index| match u8::try_from(*index) {
                Ok(index) => {
                    bytes.push(index);
                    false
                }
                Err(_) => true,
            });
            if let Some(index) = wide {
                self.push_wider(index);
            }
        }
        indices.for_each(|index| self.push(index));
    }

    #[cold]
    fn push_wider(&mut self, index: u32) {
        *self = match self {
            Indices::Bytes(indices) => Indices::Shorts(indices.iter().map(|index| (*index).into()).collect()),
            Indices::Shorts(indices) => Indices::Words(indices.iter().map(|index| (*index).into()).collect()),
            Indices::Words(indices) => Indices::Words(std::mem::take(indices)),
        };
        self.push(index);
    }

    /// Appends the width of `entries` places and all indices, and begins anew.
    pub(super) fn finish(&mut self, entries: usize, out: &mut Vec<u8>) {
        let width = width_of(entries.saturating_sub(1) as u32);
        out.push(width);
        match self {
            Indices::Bytes(indices) => put_mixture(indices, width, out),
            Indices::Shorts(indices) => put_mixture(indices, width, out),
            Indices::Words(indices) => put_mixture(indices, width, out),
        }
        *self = Indices::new();
    }
}
