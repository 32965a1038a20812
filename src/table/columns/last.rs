//! Where the replay stopped: the last position, its key, and the key of the way to it.

use std::sync::Arc;

use arrow_array::ArrayRef;
use arrow_array::types::Int64Type;

use crate::chess::Key;
use crate::chess::fen;
use crate::chess::position::Position;
use crate::replay::Facts;

use super::buffers::{Numbers, Texts};

/// `final_fen` to `moves_key`.
#[derive(Debug, Default)]
pub(super) struct LastColumns {
    final_fen: Texts,
    final_key: Numbers<Int64Type>,
    moves_key: Numbers<Int64Type>,
    fen: String,
}

impl LastColumns {
    pub(super) fn push(&mut self, facts: &Facts) {
        match &facts.last_position {
            Some(position) => self.final_fen.push_text(write_fen(position, &mut self.fen)),
            None => self.final_fen.push(None),
        }
        self.final_key.push(facts.last_key.map(bits));
        self.moves_key.push(facts.moves_key.map(bits));
    }

    pub(super) fn text_bytes(&self) -> usize {
        self.final_fen.text_bytes()
    }

    pub(super) fn finish(&mut self, arrays: &mut Vec<ArrayRef>) {
        arrays.push(Arc::new(self.final_fen.finish()));
        arrays.push(self.final_key.finish());
        arrays.push(self.moves_key.finish());
    }
}

/// Writes a position as X-FEN into a buffer that is used again and again.
pub(super) fn write_fen<'b>(position: &Position, buffer: &'b mut String) -> &'b str {
    buffer.clear();
    fen::write(position, buffer);
    buffer
}

/// A key as the bit pattern that the column holds.
fn bits(key: Key) -> i64 {
    i64::from_ne_bytes(key.0.to_ne_bytes())
}
