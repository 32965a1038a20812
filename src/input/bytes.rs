//! A stretch of bytes that can travel to any thread: a range of a map, or a buffer of its own.

use std::fmt;
use std::ops::{Deref, Range};
use std::sync::Arc;

use crate::input::map::Map;

/// A stretch of an input's bytes.
#[derive(Clone)]
pub enum Bytes {
    /// A range of a mapped file; the map lives as long as any of its ranges.
    Mapped {
        /// The whole file.
        map: Arc<Map>,
        /// The stretch.
        range: Range<usize>,
    },
    /// Bytes that were read or decoded.
    Owned(Arc<Vec<u8>>, Range<usize>),
}

impl Bytes {
    /// All of a map.
    pub fn mapped(map: Map) -> Bytes {
        let range = 0..map.len();
        Bytes::Mapped { map: Arc::new(map), range }
    }

    /// A buffer of its own.
    pub fn owned(bytes: Vec<u8>) -> Bytes {
        let range = 0..bytes.len();
        Bytes::Owned(Arc::new(bytes), range)
    }

    /// A stretch of this one, `range` counted from its start.
    ///
    /// # Panics
    ///
    /// If `range` goes beyond the end.
    pub fn slice(&self, range: Range<usize>) -> Bytes {
        assert!(range.start <= range.end && range.end <= self.len(), "a stretch lies within its bytes");
        match self {
            Bytes::Mapped { map, range: whole } => Bytes::Mapped {
                map: Arc::clone(map),
                range: whole.start + range.start..whole.start + range.end,
            },
            Bytes::Owned(bytes, whole) => {
                Bytes::Owned(Arc::clone(bytes), whole.start + range.start..whole.start + range.end)
            }
        }
    }
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Bytes::Mapped { map, range } => &map[range.clone()],
            Bytes::Owned(bytes, range) => &bytes[range.clone()],
        }
    }
}

impl AsRef<[u8]> for Bytes {
    fn as_ref(&self) -> &[u8] {
        self
    }
}

impl fmt::Debug for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Bytes::Mapped { range, .. } => write!(f, "Mapped({range:?})"),
            Bytes::Owned(_, range) => write!(f, "Owned({range:?})"),
        }
    }
}
