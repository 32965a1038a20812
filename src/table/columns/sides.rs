//! What each side did: captures, checks, promotions, en passant, castling. White stands before Black.

use crate::chess::castling::CastlingSide;
use crate::replay::{ColorFacts, Facts};

use super::buffers::{Codes, Numbers, ply};
use super::handover::Handover;

/// `white_captures` to `black_castling_ply`.
#[derive(Debug, Default)]
pub(super) struct SideColumns {
    captures: [Numbers; 2],
    checks: [Numbers; 2],
    promotions: [Numbers; 2],
    en_passants: [Numbers; 2],
    castling: [Codes; 2],
    castling_ply: [Numbers; 2],
}

impl SideColumns {
    pub(super) fn push(&mut self, facts: &Facts) {
        // Without a position nothing was replayed, and nobody knows what the sides did.
        let replayed = facts.last_position.is_some();
        for (color, side) in facts.colors.iter().enumerate() {
            self.push_side(color, replayed.then_some(side));
        }
    }

    fn push_side(&mut self, color: usize, side: Option<&ColorFacts>) {
        let castling = side.and_then(|side| side.castling);
        self.captures[color].push(side.map(|side| few(side.captures)));
        self.checks[color].push(side.map(|side| ply(side.checks)));
        self.promotions[color].push(side.map(|side| few(side.promotions)));
        self.en_passants[color].push(side.map(|side| few(side.en_passants)));
        self.castling[color].push(castling.map(|(side, _)| castling_key(side)));
        self.castling_ply[color].push(castling.map(|(_, at)| ply(at)));
    }

    pub(super) fn hand_over(&mut self, handover: &mut Handover) {
        self.captures.iter_mut().for_each(|column| handover.take(column));
        self.checks.iter_mut().for_each(|column| handover.take(column));
        self.promotions.iter_mut().for_each(|column| handover.take(column));
        self.en_passants.iter_mut().for_each(|column| handover.take(column));
        self.castling.iter_mut().for_each(|column| handover.take(column));
        self.castling_ply.iter_mut().for_each(|column| handover.take(column));
    }
}

/// The place of a side in its vocabulary.
const fn castling_key(side: CastlingSide) -> u8 {
    match side {
        CastlingSide::King => 0,
        CastlingSide::Queen => 1,
    }
}

/// Numbers that the 64 squares bound.
fn few(number: u32) -> i32 {
    i16::try_from(number).unwrap_or(i16::MAX).into()
}
