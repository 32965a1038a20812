//! Where the replay stopped: the last position, its key, and the key of the way to it.

use crate::chess::Key;
use crate::chess::fen;
use crate::replay::Facts;

use super::buffers::{Handover, Longs, Texts};

/// `final_fen` to `moves_key`.
#[derive(Debug, Default)]
pub(super) struct LastColumns {
    final_fen: Texts,
    final_key: Longs,
    moves_key: Longs,
}

impl LastColumns {
    pub(super) fn push(&mut self, facts: &Facts) {
        match &facts.last_position {
            Some(position) => self.final_fen.push_written(|bytes| fen::write(position, bytes)),
            None => self.final_fen.push(None),
        }
        self.final_key.push(facts.last_key.map(bits));
        self.moves_key.push(facts.moves_key.map(bits));
    }

    pub(super) fn hand_over(&mut self, handover: &mut Handover) {
        handover.take(&mut self.final_fen);
        handover.take(&mut self.final_key);
        handover.take(&mut self.moves_key);
    }
}

/// A key as the bit pattern that the column holds.
fn bits(key: Key) -> i64 {
    i64::from_ne_bytes(key.0.to_ne_bytes())
}
