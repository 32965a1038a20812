//! The opening, by the moves.

use crate::openings::Named;

use super::buffers::Numbers;
use super::handover::Handover;

/// `opening_eco` to `opening_ply`.
#[derive(Debug, Default)]
pub(super) struct OpeningColumns {
    eco: Numbers,
    name: Numbers,
    ply: Numbers,
}

impl OpeningColumns {
    pub(super) fn push(&mut self, named: Option<Named>) {
        self.eco.push(named.map(|named| named.opening.code() as i32));
        self.name.push(named.map(|named| named.opening.index() as i32));
        self.ply.push(named.map(|named| named.ply.min(i16::MAX as u32) as i32));
    }

    pub(super) fn hand_over(&mut self, handover: &mut Handover) {
        handover.take(&mut self.eco);
        handover.take(&mut self.name);
        handover.take(&mut self.ply);
    }
}
