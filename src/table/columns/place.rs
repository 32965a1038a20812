//! Where a game stands: file, number, bytes; and the site's own id and time.

use super::buffers::{Longs, Texts};
use super::handover::Handover;
use super::row::GameRow;
use crate::table::column_set::ColumnSet;

/// `source_file` to `started_at`.
#[derive(Debug)]
pub(super) struct PlaceColumns {
    source_file: Option<Texts>,
    game_index: Longs,
    byte_offset: Longs,
    byte_length: Longs,
    game_id: Option<Texts>,
    started_at: Longs,
}

impl PlaceColumns {
    pub(super) fn new(asked: &ColumnSet) -> PlaceColumns {
        PlaceColumns {
            source_file: asked.wants("source_file").then(Texts::default),
            game_index: Longs::default(),
            byte_offset: Longs::default(),
            byte_length: Longs::default(),
            game_id: asked.wants("game_id").then(Texts::default),
            started_at: Longs::default(),
        }
    }

    pub(super) fn push(&mut self, row: &GameRow<'_>) {
        if let Some(source_file) = &mut self.source_file {
            source_file.push_text(row.source_file);
        }
        self.game_index.push(Some(row.game_index));
        self.byte_offset.push(Some(row.byte_offset));
        self.byte_length.push(Some(row.byte_length));
        if let Some(game_id) = &mut self.game_id {
            game_id.push(row.claims.game_id());
        }
        self.started_at.push(row.claims.started_at());
    }

    pub(super) fn hand_over(&mut self, handover: &mut Handover) {
        handover.take_if(&mut self.source_file);
        handover.take(&mut self.game_index);
        handover.take(&mut self.byte_offset);
        handover.take(&mut self.byte_length);
        handover.take_if(&mut self.game_id);
        handover.take(&mut self.started_at);
    }
}
