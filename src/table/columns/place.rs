//! Where a game stands: file, number, bytes; and the site's own id and time.

use super::buffers::{Handover, Longs, Texts};
use super::row::GameRow;

/// `source_file` to `started_at`.
#[derive(Debug, Default)]
pub(super) struct PlaceColumns {
    source_file: Texts,
    game_index: Longs,
    byte_offset: Longs,
    byte_length: Longs,
    game_id: Texts,
    started_at: Longs,
}

impl PlaceColumns {
    pub(super) fn push(&mut self, row: &GameRow<'_>) {
        self.source_file.push_text(row.source_file);
        self.game_index.push(Some(row.game_index));
        self.byte_offset.push(Some(row.byte_offset));
        self.byte_length.push(Some(row.byte_length));
        self.game_id.push(row.claims.game_id());
        self.started_at.push(row.claims.started_at());
    }

    pub(super) fn hand_over(&mut self, handover: &mut Handover) {
        handover.take(&mut self.source_file);
        handover.take(&mut self.game_index);
        handover.take(&mut self.byte_offset);
        handover.take(&mut self.byte_length);
        handover.take(&mut self.game_id);
        handover.take(&mut self.started_at);
    }
}
