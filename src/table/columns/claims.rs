//! The claims of the file, each under its tag's own name.

use crate::pgn::claims::{Claims, NumberTag, TextTag};

use super::buffers::{Numbers, Texts};
use super::handover::Handover;
use super::list_buffers::TextMaps;
use crate::table::column_set::ColumnSet;
use crate::table::group::Group;

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

/// `Event` to `ExtraTags`. Texts have a buffer where they are asked for: they are copied, and numbers cost nothing.
#[derive(Debug)]
pub(super) struct ClaimColumns {
    names: Vec<(TextTag, Texts)>,
    numbers: [Numbers; NUMBERS.len()],
    utc_date: Numbers,
    circumstances: Vec<(TextTag, Texts)>,
    extra_tags: Option<TextMaps>,
}

impl ClaimColumns {
    pub(super) fn new(asked: &ColumnSet) -> ClaimColumns {
        let first = Group::Claims.first();
        let texts = |tags: &[TextTag], first: usize| {
            let asked = tags.iter().enumerate().filter(|(at, _)| asked.has(first + at));
            asked.map(|(_, tag)| (*tag, Texts::default())).collect()
        };
        let dated = first + NAMES.len() + NUMBERS.len();
        ClaimColumns {
            names: texts(&NAMES, first),
            numbers: Default::default(),
            utc_date: Numbers::default(),
            circumstances: texts(&CIRCUMSTANCES, dated + 1),
            extra_tags: asked.has(dated + 1 + CIRCUMSTANCES.len()).then(TextMaps::default),
        }
    }

    pub(super) fn push(&mut self, claims: &Claims<'_>) {
        for (tag, column) in &mut self.names {
            column.push(claims.get(*tag));
        }
        for (column, tag) in self.numbers.iter_mut().zip(&NUMBERS) {
            column.push(claims.number(*tag).map(i32::from));
        }
        self.utc_date.push(claims.utc_date);
        for (tag, column) in &mut self.circumstances {
            column.push(claims.get(*tag));
        }
        if let Some(extra_tags) = &mut self.extra_tags {
            extra_tags.push(claims.extra.iter().map(|(name, value)| (name.as_ref(), value.as_deref())));
        }
    }

    pub(super) fn hand_over(&mut self, handover: &mut Handover) {
        handover.take_asked(NAMES.len(), self.names.iter_mut().map(|(_, column)| column));
        self.numbers.iter_mut().for_each(|column| handover.take(column));
        handover.take(&mut self.utc_date);
        handover.take_asked(CIRCUMSTANCES.len(), self.circumstances.iter_mut().map(|(_, column)| column));
        handover.take_if(&mut self.extra_tags);
    }
}
