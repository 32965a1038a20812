//! Where a game stands: file, number, bytes; and the site's own id and time.

use std::sync::Arc;

use arrow_array::ArrayRef;
use arrow_array::types::{Int64Type, TimestampMillisecondType};

use super::buffers::{Numbers, Texts};
use super::row::GameRow;

/// `source_file` to `started_at`.
#[derive(Debug, Default)]
pub(super) struct PlaceColumns {
    source_file: Texts,
    game_index: Numbers<Int64Type>,
    byte_offset: Numbers<Int64Type>,
    byte_length: Numbers<Int64Type>,
    game_id: Texts,
    started_at: Numbers<TimestampMillisecondType>,
}

impl PlaceColumns {
    pub(super) fn push(&mut self, row: &GameRow<'_>) {
        self.source_file.push_text(row.source_file);
        self.game_index.push_value(row.game_index);
        self.byte_offset.push_value(row.byte_offset);
        self.byte_length.push_value(row.byte_length);
        self.game_id.push(row.claims.game_id.as_deref());
        self.started_at.push(row.claims.started_at);
    }

    pub(super) fn text_bytes(&self) -> usize {
        self.source_file.text_bytes() + self.game_id.text_bytes()
    }

    pub(super) fn finish(&mut self, arrays: &mut Vec<ArrayRef>) {
        arrays.push(Arc::new(self.source_file.finish()));
        arrays.push(self.game_index.finish());
        arrays.push(self.byte_offset.finish());
        arrays.push(self.byte_length.finish());
        arrays.push(Arc::new(self.game_id.finish()));
        arrays.push(Arc::new(self.started_at.array().with_timezone("UTC")));
    }
}
