//! Tag names: what they are made of, and which have a column.
//!
//! Owns the list of tags that have a column, and the names that a look-up of one word knows.

/// A tag whose value is text and has a column of its own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum TextTag {
    /// `Event`
    Event,
    /// `Site`
    Site,
    /// `White`
    White,
    /// `Black`
    Black,
    /// `Result`
    Result,
    /// `WhiteTitle`
    WhiteTitle,
    /// `BlackTitle`
    BlackTitle,
    /// `UTCTime`
    UtcTime,
    /// `ECO`
    Eco,
    /// `Opening`
    Opening,
    /// `Termination`
    Termination,
    /// `TimeControl`
    TimeControl,
    /// `Date`
    Date,
    /// `Round`
    Round,
    /// `FEN`
    Fen,
    /// `SetUp`
    SetUp,
    /// `Variant`
    Variant,
}

impl TextTag {
    /// How many there are.
    pub const COUNT: usize = 17;
}

/// A tag whose value is a whole number and has a column of its own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum NumberTag {
    /// `WhiteElo`
    WhiteElo,
    /// `BlackElo`
    BlackElo,
    /// `WhiteRatingDiff`
    WhiteRatingDiff,
    /// `BlackRatingDiff`
    BlackRatingDiff,
}

impl NumberTag {
    /// How many there are.
    pub const COUNT: usize = 4;
}

/// Where a tag's value goes: the columns of texts by [`TextTag`], those of numbers by [`NumberTag`], the date, and all else.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place(u8);

/// Every tag with a column, and the extra tags that are common enough to be worth a look-up.
const KNOWN: [(&str, Place); 33] = [
    ("Event", Place::text(TextTag::Event)),
    ("Site", Place::text(TextTag::Site)),
    ("White", Place::text(TextTag::White)),
    ("Black", Place::text(TextTag::Black)),
    ("Result", Place::text(TextTag::Result)),
    ("WhiteTitle", Place::text(TextTag::WhiteTitle)),
    ("BlackTitle", Place::text(TextTag::BlackTitle)),
    ("WhiteElo", Place::number(NumberTag::WhiteElo)),
    ("BlackElo", Place::number(NumberTag::BlackElo)),
    ("WhiteRatingDiff", Place::number(NumberTag::WhiteRatingDiff)),
    ("BlackRatingDiff", Place::number(NumberTag::BlackRatingDiff)),
    ("UTCDate", Place::UTC_DATE),
    ("UTCTime", Place::text(TextTag::UtcTime)),
    ("ECO", Place::text(TextTag::Eco)),
    ("Opening", Place::text(TextTag::Opening)),
    ("Termination", Place::text(TextTag::Termination)),
    ("TimeControl", Place::text(TextTag::TimeControl)),
    ("Date", Place::text(TextTag::Date)),
    ("Round", Place::text(TextTag::Round)),
    ("FEN", Place::text(TextTag::Fen)),
    ("SetUp", Place::text(TextTag::SetUp)),
    ("Variant", Place::text(TextTag::Variant)),
    ("EventDate", Place::EXTRA),
    ("WhiteFideId", Place::EXTRA),
    ("BlackFideId", Place::EXTRA),
    ("Variation", Place::EXTRA),
    ("PlyCount", Place::EXTRA),
    ("WhiteTeam", Place::EXTRA),
    ("BlackTeam", Place::EXTRA),
    ("EventType", Place::EXTRA),
    ("Annotator", Place::EXTRA),
    ("Source", Place::EXTRA),
    ("GameId", Place::EXTRA),
];

/// The bytes of a line that a look-up looks at.
pub(super) const WORD: usize = 16;

/// No known name is longer.
const LONGEST: usize = WORD - 1;

/// A known name as a word: `[`, the name, and where they leave room a blank and zeros; the first is the lowest byte. No other
/// name has the same word: a blank can stand in none.
#[derive(Clone, Copy)]
struct Known {
    word: u128,
    place: Place,
}

/// The known names, each where [`slot`] has it. What stands in the other slots is no name's word.
static KNOWN_BY_WORD: [Known; 64] = {
    let mut table = [Known { word: u128::MAX, place: Place::EXTRA }; 64];
    let mut index = 0;
    while index < KNOWN.len() {
        let (name, place) = KNOWN[index];
        let word = word_of(name.as_bytes());
        assert!(table[slot(word)].word == u128::MAX, "two known names share a slot: look for another factor");
        table[slot(word)] = Known { word, place };
        index += 1;
    }
    table
};

/// The bits of a word that so many bytes have.
static FIRST_BYTES: [u128; WORD + 2] = {
    let mut bits = [u128::MAX; WORD + 2];
    let mut length = 0;
    while length < WORD {
        bits[length] = (1 << (8 * length)) - 1;
        length += 1;
    }
    bits
};

/// The slot of a word. The factor was found by trial: it parts all known names by their first seven bytes.
const fn slot(word: u128) -> usize {
    ((word as u64).wrapping_mul(0x4F68_4C37_7CAF_B613) >> 58) as usize
}

/// The word of a name of at most [`LONGEST`] bytes.
const fn word_of(name: &[u8]) -> u128 {
    let mut word = b'[' as u128;
    let mut index = 0;
    while index < name.len() {
        word |= (name[index] as u128) << (8 * (1 + index));
        index += 1;
    }
    if name.len() < LONGEST { word | (b' ' as u128) << (8 * (1 + name.len())) } else { word }
}

impl Place {
    /// The column of `UTCDate`.
    pub const UTC_DATE: Place = Place((TextTag::COUNT + NumberTag::COUNT) as u8);
    /// The extra tags.
    pub const EXTRA: Place = Place(Place::UTC_DATE.0 + 1);

    /// The column of a text.
    pub const fn text(tag: TextTag) -> Place {
        Place(tag as u8)
    }

    /// The column of a number.
    pub const fn number(tag: NumberTag) -> Place {
        Place(TextTag::COUNT as u8 + tag as u8)
    }

    /// Its number among the columns of texts, if it is below [`TextTag::COUNT`].
    #[inline]
    pub(super) fn text_index(self) -> usize {
        usize::from(self.0)
    }

    /// Its number among the columns of numbers, if it is below [`NumberTag::COUNT`].
    pub(super) fn number_index(self) -> usize {
        usize::from(self.0).wrapping_sub(TextTag::COUNT)
    }

    /// Whether it is the column of a rating.
    pub(super) fn is_rating(self) -> bool {
        self == Place::number(NumberTag::WhiteElo) || self == Place::number(NumberTag::BlackElo)
    }

    /// A bit of its own for each column, and one for the extra tags.
    #[inline]
    pub(super) fn bit(self) -> u32 {
        1 << (self.0 & 31)
    }

    /// The place of a tag. Names are case-sensitive (PGN standard 8.1.1).
    pub(super) fn of(name: &[u8]) -> Place {
        if name.len() > LONGEST {
            Place::EXTRA
        } else {
            Place::look_up(word_of(name)).unwrap_or(Place::EXTRA)
        }
    }

    /// The place of the known name in a line that begins with `[`, a name, a blank, and a quote at `open`. One multiplication and one
    /// comparison: byte by byte, the names of a Lichess game took 118 ns more.
    #[inline(always)]
    pub(super) fn of_known(line: &[u8; WORD], open: usize) -> Option<Place> {
        Place::look_up(u128::from_le_bytes(*line) & FIRST_BYTES.get(open)?)
    }

    #[inline(always)]
    fn look_up(word: u128) -> Option<Place> {
        let known = &KNOWN_BY_WORD[slot(word)];
        (known.word == word).then_some(known.place)
    }
}

/// Whether a tag name may hold a byte: the symbol characters of the PGN standard (section 7).
static IS_NAME_BYTE: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        let symbol = byte as u8;
        table[byte] =
            symbol.is_ascii_alphanumeric() || matches!(symbol, b'_' | b'+' | b'#' | b'=' | b':' | b'-');
        byte += 1;
    }
    table
};

/// How many bytes of a tag name `text` begins with.
#[inline]
pub(super) fn name_length(text: &[u8]) -> usize {
    text.iter().position(|byte| !IS_NAME_BYTE[usize::from(*byte)]).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The slow twin of the look-up.
    fn of(name: &str) -> Option<Place> {
        KNOWN.iter().find(|(known, _)| *known == name).map(|(_, place)| *place)
    }

    #[test]
    fn every_column_has_its_name() {
        let places: Vec<Place> =
            KNOWN.iter().map(|(_, place)| *place).filter(|place| *place != Place::EXTRA).collect();
        assert_eq!(places.len(), TextTag::COUNT + NumberTag::COUNT + 1);
        for (name, place) in KNOWN {
            assert_eq!(Place::of(name.as_bytes()), place, "{name}");
            assert_eq!(name_length(name.as_bytes()), name.len(), "a known name is known to be one");
        }
        assert_eq!(
            (Place::of(b""), Place::of(b"event"), Place::of(b"Event\0")),
            (Place::EXTRA, Place::EXTRA, Place::EXTRA)
        );
    }

    proptest! {
        #[test]
        fn look_up_and_comparison_agree(known in prop::sample::select(KNOWN.to_vec()), length in 1usize..20, zeros in 0usize..3, junk in "[ -~]{30}") {
            let known = &known.0[..known.0.len().min(length)];
            for name in [known.to_owned(), format!("{known}{}", "\0".repeat(zeros)), junk[..length].replace(' ', "")] {
                let line = format!("[{name} \"{junk}");
                let word: [u8; WORD] = line.as_bytes()[..WORD].try_into().unwrap();
                prop_assert_eq!(Place::of_known(&word, name.len() + 2), of(&name));
                prop_assert_eq!(Place::of(name.as_bytes()), of(&name).unwrap_or(Place::EXTRA));
            }
        }
    }
}
