//! A stretch of bytes that can travel to any thread: a range of a map, or a buffer of its own.

use std::fmt;
use std::ops::{Deref, Range};
use std::sync::{Arc, Mutex, PoisonError};

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
    Owned {
        /// All that was read or decoded at once.
        buffer: Arc<Buffer>,
        /// The stretch.
        range: Range<usize>,
    },
}

/// Bytes read or decoded, whose memory goes back to where it came from.
pub struct Buffer {
    bytes: Vec<u8>,
    home: Option<Arc<Buffers>>,
}

/// Memory that is used again. Fresh megabytes cost more than to fill them: the system hands them out page by page.
#[derive(Default)]
pub struct Buffers {
    idle: Mutex<Idle>,
}

#[derive(Default)]
struct Idle {
    buffers: Vec<Vec<u8>>,
    bytes: usize,
    /// Whether nobody is going to take any more.
    closed: bool,
}

/// How much idle memory is kept: what is under way on a few threads.
const IDLE_BYTES: usize = 128 << 20;

impl Buffers {
    /// None yet.
    pub fn new() -> Arc<Buffers> {
        Arc::default()
    }

    /// An empty one.
    pub fn take(&self) -> Vec<u8> {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let buffer = idle.buffers.pop().unwrap_or_default();
        idle.bytes -= buffer.capacity();
        buffer
    }

    /// Frees what is idle, and from now on what is given back, by the thread that does so: left to the end of the process one
    /// thread would do it all, while the others have gone.
    pub fn close(&self) {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        idle.closed = true;
        let buffers = std::mem::take(&mut idle.buffers);
        idle.bytes = 0;
        drop(idle);
        drop(buffers);
    }

    fn give_back(&self, mut buffer: Vec<u8>) {
        buffer.clear();
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        if !idle.closed && idle.bytes + buffer.capacity() <= IDLE_BYTES {
            idle.bytes += buffer.capacity();
            idle.buffers.push(buffer);
            return;
        }
        drop(idle);
        drop(buffer);
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        if let Some(home) = &self.home {
            home.give_back(std::mem::take(&mut self.bytes));
        }
    }
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
        Bytes::Owned { buffer: Arc::new(Buffer { bytes, home: None }), range }
    }

    /// A buffer that goes back to `home` when nobody reads it any more.
    pub fn borrowed(bytes: Vec<u8>, home: &Arc<Buffers>) -> Bytes {
        let range = 0..bytes.len();
        Bytes::Owned { buffer: Arc::new(Buffer { bytes, home: Some(Arc::clone(home)) }), range }
    }

    /// Lets go of what is mapped: nobody is going to read it soon.
    pub fn let_go(&self) {
        match self {
            Bytes::Mapped { map, range } => map.let_go(range.clone()),
            Bytes::Owned { .. } => {}
        }
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
            Bytes::Owned { buffer, range: whole } => Bytes::Owned {
                buffer: Arc::clone(buffer),
                range: whole.start + range.start..whole.start + range.end,
            },
        }
    }
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Bytes::Mapped { map, range } => &map[range.clone()],
            Bytes::Owned { buffer, range } => &buffer.bytes[range.clone()],
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
            Bytes::Owned { range, .. } => write!(f, "Owned({range:?})"),
        }
    }
}
