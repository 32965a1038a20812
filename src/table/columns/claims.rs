//! The claims of the file, each under its tag's own name.

use std::sync::Arc;

use arrow_array::ArrayRef;
use arrow_array::types::{Date32Type, Int16Type};

use crate::pgn::claims::{Claims, NumberTag, TextTag};

use super::buffers::{Numbers, TextMaps, Texts};

/// The text claims that stand before the numbers in the list of columns.
const NAMES: [TextTag; 7] = [
    TextTag::Event,
    TextTag::Site,
    TextTag::White,
    TextTag::Black,
    TextTag::Result,
    TextTag::WhiteTitle,
    TextTag::BlackTitle,
];

/// The number claims.
const NUMBERS: [NumberTag; NumberTag::COUNT] =
    [NumberTag::WhiteElo, NumberTag::BlackElo, NumberTag::WhiteRatingDiff, NumberTag::BlackRatingDiff];

/// The text claims that stand after the date.
const CIRCUMSTANCES: [TextTag; 10] = [
    TextTag::UtcTime,
    TextTag::Eco,
    TextTag::Opening,
    TextTag::Termination,
    TextTag::TimeControl,
    TextTag::Date,
    TextTag::Round,
    TextTag::Fen,
    TextTag::SetUp,
    TextTag::Variant,
];

/// `Event` to `ExtraTags`.
#[derive(Debug, Default)]
pub(super) struct ClaimColumns {
    names: [Texts; NAMES.len()],
    numbers: [Numbers<Int16Type>; NUMBERS.len()],
    utc_date: Numbers<Date32Type>,
    circumstances: [Texts; CIRCUMSTANCES.len()],
    extra_tags: TextMaps,
}

impl ClaimColumns {
    pub(super) fn push(&mut self, claims: &Claims<'_>) {
        for (column, tag) in self.names.iter_mut().zip(NAMES) {
            column.push(claims.get(tag));
        }
        for (column, tag) in self.numbers.iter_mut().zip(NUMBERS) {
            column.push(claims.number(tag));
        }
        self.utc_date.push(claims.utc_date);
        for (column, tag) in self.circumstances.iter_mut().zip(CIRCUMSTANCES) {
            column.push(claims.get(tag));
        }
        self.extra_tags.push(claims.extra.iter().map(|(name, value)| (name.as_ref(), value.as_deref())));
    }

    pub(super) fn text_bytes(&self) -> usize {
        let texts = self.names.iter().chain(&self.circumstances);
        texts.map(Texts::text_bytes).sum::<usize>() + self.extra_tags.text_bytes()
    }

    pub(super) fn finish(&mut self, arrays: &mut Vec<ArrayRef>) {
        for column in &mut self.names {
            arrays.push(Arc::new(column.finish()));
        }
        for column in &mut self.numbers {
            arrays.push(column.finish());
        }
        arrays.push(self.utc_date.finish());
        for column in &mut self.circumstances {
            arrays.push(Arc::new(column.finish()));
        }
        arrays.push(self.extra_tags.finish());
    }
}
