//! Where the replay stopped: the last position, its key, and the key of the way to it.

use crate::chess::Key;
use crate::chess::fen;
use crate::replay::Facts;

use super::buffers::{Longs, Texts};
use super::handover::Handover;
use crate::table::column_set::ColumnSet;

/// `final_fen` to `moves_key`.
#[derive(Debug)]
pub(super) struct LastColumns {
    final_fen: Option<Texts>,
    final_key: Longs,
    moves_key: Longs,
}

impl LastColumns {
    pub(super) fn new(asked: &ColumnSet) -> LastColumns {
        LastColumns {
            final_fen: asked.wants("final_fen").then(Texts::default),
            final_key: Longs::default(),
            moves_key: Longs::default(),
        }
    }

    pub(super) fn push(&mut self, facts: &Facts) {
        if let Some(final_fen) = &mut self.final_fen {
            match &facts.last_position {
                Some(position) => final_fen.push_written(|bytes| fen::write(position, bytes)),
                None => final_fen.push(None),
            }
        }
        self.final_key.push(facts.last_key.map(bits));
        self.moves_key.push(facts.moves_key.map(bits));
    }

    pub(super) fn hand_over(&mut self, handover: &mut Handover) {
        handover.take_if(&mut self.final_fen);
        handover.take(&mut self.final_key);
        handover.take(&mut self.moves_key);
    }
}

/// A key as the bit pattern that the column holds.
pub(super) fn bits(key: Key) -> i64 {
    i64::from_ne_bytes(key.0.to_ne_bytes())
}
