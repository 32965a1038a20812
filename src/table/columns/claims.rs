//! The claims of the file, each under its tag's own name.

use crate::pgn::claims::{Claims, NumberTag, TextTag};

use super::buffers::{Handover, Numbers, TextMaps, Texts};

/// The text claims that stand before the numbers in the list of columns.
static NAMES: [TextTag; 7] = [
    TextTag::Event,
    TextTag::Site,
    TextTag::White,
    TextTag::Black,
    TextTag::Result,
    TextTag::WhiteTitle,
    TextTag::BlackTitle,
];

/// The number claims.
static NUMBERS: [NumberTag; NumberTag::COUNT] =
    [NumberTag::WhiteElo, NumberTag::BlackElo, NumberTag::WhiteRatingDiff, NumberTag::BlackRatingDiff];

/// The text claims that stand after the date.
static CIRCUMSTANCES: [TextTag; 10] = [
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
    numbers: [Numbers; NUMBERS.len()],
    utc_date: Numbers,
    circumstances: [Texts; CIRCUMSTANCES.len()],
    extra_tags: TextMaps,
}

impl ClaimColumns {
    pub(super) fn push(&mut self, claims: &Claims<'_>) {
        for (column, tag) in self.names.iter_mut().zip(&NAMES) {
            column.push(claims.get(*tag));
        }
        for (column, tag) in self.numbers.iter_mut().zip(&NUMBERS) {
            column.push(claims.number(*tag).map(i32::from));
        }
        self.utc_date.push(claims.utc_date);
        for (column, tag) in self.circumstances.iter_mut().zip(&CIRCUMSTANCES) {
            column.push(claims.get(*tag));
        }
        self.extra_tags.push(claims.extra.iter().map(|(name, value)| (name.as_ref(), value.as_deref())));
    }

    pub(super) fn hand_over(&mut self, handover: &mut Handover) {
        self.names.iter_mut().for_each(|column| handover.take(column));
        self.numbers.iter_mut().for_each(|column| handover.take(column));
        handover.take(&mut self.utc_date);
        self.circumstances.iter_mut().for_each(|column| handover.take(column));
        handover.take(&mut self.extra_tags);
    }
}
