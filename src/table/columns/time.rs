//! The time control, read.

use super::buffers::{Codes, Numbers};
use super::handover::Handover;
use super::row::ReadTags;

/// `time_base` to `speed`.
#[derive(Debug, Default)]
pub(super) struct TimeColumns {
    base: Numbers,
    increment: Numbers,
    moves: Numbers,
    periods: Numbers,
    speed: Codes,
}

impl TimeColumns {
    pub(super) fn push(&mut self, tags: &ReadTags) {
        let control = tags.control;
        self.base.push_float(control.map(|control| control.base.seconds() as f32));
        self.increment.push_float(control.map(|control| control.increment.seconds() as f32));
        self.moves.push(control.and_then(|control| i32::try_from(control.moves?).ok()));
        self.periods.push(control.map(|control| control.periods.min(i16::MAX as u32) as i32));
        self.speed.push(tags.speed.map(|speed| speed as u8));
    }

    pub(super) fn hand_over(&mut self, handover: &mut Handover) {
        handover.take(&mut self.base);
        handover.take(&mut self.increment);
        handover.take(&mut self.moves);
        handover.take(&mut self.periods);
        handover.take(&mut self.speed);
    }
}
