//! The time control, read.

use crate::pgn::annotations::time_control::TimeControl;
use crate::pgn::claims::{Claims, TextTag};
use crate::pgn::speed::SpeedClass;

use super::buffers::{Codes, Numbers};
use super::handover::Handover;

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
    pub(super) fn push(&mut self, claims: &Claims<'_>) {
        let text = claims.get(TextTag::TimeControl);
        let control = text.and_then(TimeControl::parse);
        self.base.push_float(control.map(|control| control.base.seconds() as f32));
        self.increment.push_float(control.map(|control| control.increment.seconds() as f32));
        self.moves.push(control.and_then(|control| i32::try_from(control.moves?).ok()));
        self.periods.push(control.map(|control| control.periods.min(i16::MAX as u32) as i32));
        self.speed.push(text.and_then(SpeedClass::of_time_control).map(|speed| speed as u8));
    }

    pub(super) fn hand_over(&mut self, handover: &mut Handover) {
        handover.take(&mut self.base);
        handover.take(&mut self.increment);
        handover.take(&mut self.moves);
        handover.take(&mut self.periods);
        handover.take(&mut self.speed);
    }
}
