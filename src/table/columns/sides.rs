//! What each side did: captures, checks, promotions, en passant, castling. White stands before Black.

use arrow_array::ArrayRef;
use arrow_array::types::{Int16Type, Int32Type};

use crate::chess::castling::CastlingSide;
use crate::replay::{ColorFacts, Facts};
use crate::table::column::Vocabulary;

use super::buffers::{Numbers, Words, ply};

/// `white_captures` to `black_castling_ply`.
#[derive(Debug)]
pub(super) struct SideColumns {
    captures: [Numbers<Int16Type>; 2],
    checks: [Numbers<Int32Type>; 2],
    promotions: [Numbers<Int16Type>; 2],
    en_passants: [Numbers<Int16Type>; 2],
    castling: [Words; 2],
    castling_ply: [Numbers<Int32Type>; 2],
}

impl SideColumns {
    pub(super) fn new() -> SideColumns {
        SideColumns {
            captures: Default::default(),
            checks: Default::default(),
            promotions: Default::default(),
            en_passants: Default::default(),
            castling: [Words::new(Vocabulary::Castling), Words::new(Vocabulary::Castling)],
            castling_ply: Default::default(),
        }
    }

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

    pub(super) fn finish(&mut self, arrays: &mut Vec<ArrayRef>) {
        arrays.extend(self.captures.iter_mut().map(Numbers::finish));
        arrays.extend(self.checks.iter_mut().map(Numbers::finish));
        arrays.extend(self.promotions.iter_mut().map(Numbers::finish));
        arrays.extend(self.en_passants.iter_mut().map(Numbers::finish));
        arrays.extend(self.castling.iter_mut().map(Words::finish));
        arrays.extend(self.castling_ply.iter_mut().map(Numbers::finish));
    }
}

/// The place of a side in [`Vocabulary::Castling`].
const fn castling_key(side: CastlingSide) -> i8 {
    match side {
        CastlingSide::King => 0,
        CastlingSide::Queen => 1,
    }
}

/// Numbers that the 64 squares bound.
fn few(number: u32) -> i16 {
    i16::try_from(number).unwrap_or(i16::MAX)
}
