//! What the file declares of the end: the `Termination` tag, in the words of the PGN standard and of Lichess.

use crate::pgn::claims::{Claims, TextTag};

/// What a `Termination` tag says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Declared {
    /// Ended as games do: by mate, resignation or a draw.
    Normal,
    /// A flag fell.
    TimeForfeit,
    /// Left or never begun; the standard's `death` and `emergency` too.
    Abandoned,
    /// Lost for breaking the rules.
    RulesInfraction,
    /// Decided by an adjudicator.
    Adjudication,
    /// Not over.
    Unterminated,
    /// Drawn because nobody could mate.
    InsufficientMaterial,
    /// Never played.
    Unplayed,
    /// Words that say nothing (`Unknown`), or that are not understood here.
    Other,
}

impl Declared {
    /// The tag's word: PGN standard 9.8.1, and database.lichess.org. `None` without a tag.
    pub(super) fn read(claims: &Claims<'_>) -> Option<Declared> {
        let tag = claims.get(TextTag::Termination)?.trim();
        let words = [
            ("normal", Declared::Normal),
            ("time forfeit", Declared::TimeForfeit),
            ("abandoned", Declared::Abandoned),
            ("death", Declared::Abandoned),
            ("emergency", Declared::Abandoned),
            ("rules infraction", Declared::RulesInfraction),
            ("adjudication", Declared::Adjudication),
            ("unterminated", Declared::Unterminated),
            ("insufficient material", Declared::InsufficientMaterial),
            ("unplayed", Declared::Unplayed),
        ];
        let known = words.into_iter().find(|(word, _)| tag.eq_ignore_ascii_case(word));
        Some(known.map_or(Declared::Other, |(_, declared)| declared))
    }
}
