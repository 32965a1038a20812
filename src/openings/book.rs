//! The table: which position has which name.
//!
//! Owns two files that `ARBITRO_BLESS=1 cargo test --test openings` makes of `data/openings/*.tsv`, so that nothing is read or sorted when
//! the program starts:
//! * `names.txt`: the code, a tab and the name of each row, in the rows' order;
//! * `positions.bin`: a line of 15 bytes for each row, in the order of the keys, and one of 4 bytes for each [`Bound`].
//!
//! ```text
//! row:    0        8     10            14           15      bound:  0             2         3     4
//!         |key     |row  |place in text|en passant  |               |pawns gone   |rights   |men  |
//! ```
//! All numbers are little-endian. The key is the Laws' key without its term of en passant, the place is where the n-th line of `names.txt`
//! begins, n being the line in this file. Whoever changes the layout changes the test with it.

use crate::chess::Key;
use crate::chess::position::Position;
use crate::chess::square::File;

static NAMES: &str = include_str!("names.txt");
const POSITIONS: &[u8] = include_bytes!("positions.bin");

/// Bytes of a row in [`POSITIONS`].
const ROW: usize = 15;
/// Bytes of a bound.
const BOUND: usize = 4;

const fn number(at: usize, bytes: usize) -> u64 {
    let (mut number, mut index) = (0, 0);
    while index < bytes {
        number |= (POSITIONS[at + index] as u64) << (8 * index);
        index += 1;
    }
    number
}

/// A row, in the order of the keys.
#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    line: u32,
    row: u16,
    en_passant: u8,
}

static ENTRIES: [Entry; Opening::COUNT] = {
    let mut entries = [Entry { key: 0, line: 0, row: 0, en_passant: 0 }; Opening::COUNT];
    let mut place = 0;
    while place < Opening::COUNT {
        let at = ROW * place;
        entries[place] = Entry {
            key: number(at, 8),
            row: number(at + 8, 2) as u16,
            line: number(at + 10, 4) as u32,
            en_passant: POSITIONS[at + 14],
        };
        place += 1;
    }
    entries
};

/// Keys with equal upper bits stand together: one a bucket.
const BUCKETS: usize = 1 << 12;

/// Where each bucket begins, and where the last one ends.
static STARTS: [u16; BUCKETS + 1] = {
    let mut starts = [0; BUCKETS + 1];
    let (mut bucket, mut place) = (0, 0);
    while bucket <= BUCKETS {
        while place < Opening::COUNT && bucket_of(ENTRIES[place].key) < bucket {
            place += 1;
        }
        starts[bucket] = place as u16;
        bucket += 1;
    }
    starts
};

const fn bucket_of(key: u64) -> usize {
    (key >> 52) as usize
}

/// A bit for each value of a key's low sixteen bits: 8 KB, which a core keeps near, and one key of 17 that is not in the table passes.
static FILTER: [u64; 1024] = {
    let mut bits = [0; 1024];
    let mut place = 0;
    while place < Opening::COUNT {
        let key = ENTRIES[place].key;
        bits[(key >> 6) as usize % 1024] |= 1 << (key % 64);
        place += 1;
    }
    bits
};

/// Whether the table may have a position with this key, which lacks the term of en passant: 1, or 0 for most that it hasn't.
#[inline(always)]
pub(super) fn may_have(key: Key) -> u32 {
    (FILTER[(key.0 >> 6) as usize % 1024] >> (key.0 % 64)) as u32 & 1
}

/// A named opening: a row of the table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Opening(u16);

/// What a position must have beside its key for the table to name it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum EnPassant {
    /// Nothing: no pawn stands beside one that may just have made a double step.
    OutOfQuestion,
    /// A pawn does, but no such capture may be legal.
    No,
    /// A legal capture en passant on this file.
    On(File),
}

impl Opening {
    /// How many there are.
    pub const COUNT: usize = (POSITIONS.len() - BOUND * BOUNDS) / ROW;

    /// All of them, in the table's order.
    pub fn all() -> impl Iterator<Item = Opening> {
        (0..Opening::COUNT).map(|row| Opening(row as u16))
    }

    /// The opening that the table names a position by: placement, side to move, castling rights and legal en passant are equal
    /// (article 9.2.3).
    pub fn of(position: &Position) -> Option<Opening> {
        let legal = position.en_passant().map(|target| target.file());
        let key = position.key() ^ legal.map_or(Key(0), Key::of_en_passant);
        let mut fitting = Opening::with_key(key).filter(|(_, needed)| needed.is_met(legal));
        fitting.next().map(|(opening, _)| opening)
    }

    /// The openings whose position has this key, which lacks the term of en passant, and what they need beside it.
    #[inline]
    pub(super) fn with_key(key: Key) -> impl Iterator<Item = (Opening, EnPassant)> {
        let bucket = bucket_of(key.0);
        let entries = &ENTRIES[usize::from(STARTS[bucket])..usize::from(STARTS[bucket + 1])];
        entries.iter().filter(move |entry| entry.key == key.0).map(|entry| {
            let needed = match entry.en_passant {
                0 => EnPassant::OutOfQuestion,
                1 => EnPassant::No,
                file => EnPassant::On(File::new(file - 2)),
            };
            (Opening(entry.row), needed)
        })
    }

    /// The opening at a place in the table.
    pub const fn at(index: usize) -> Option<Opening> {
        if index < Opening::COUNT { Some(Opening(index as u16)) } else { None }
    }

    /// How many codes there are: five letters and two digits.
    pub const CODES: usize = 500;

    /// The number of its code, counted from A00.
    #[inline]
    pub fn code(self) -> usize {
        usize::from(CODE_OF[self.index()])
    }

    /// A code by its number.
    pub fn code_text(code: usize) -> String {
        format!("{}{:02}", (b'A' + (code / 100).min(4) as u8) as char, code % 100)
    }

    /// Its place in the table, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The code of the Encyclopaedia of Chess Openings: a letter from A to E and two digits.
    #[inline]
    pub fn eco(self) -> &'static str {
        self.line().0
    }

    /// The name, from the family to the variation: `Sicilian Defense: Najdorf Variation, English Attack`.
    #[inline]
    pub fn name(self) -> &'static str {
        self.line().1
    }

    fn line(self) -> (&'static str, &'static str) {
        let start = ENTRIES[self.index()].line as usize;
        let end = ENTRIES.get(self.index() + 1).map_or(NAMES.len(), |next| next.line as usize);
        // Code, tab, name, line feed: a test reads them all.
        NAMES[start..end].trim_end().split_once('\t').unwrap_or_default()
    }
}

/// The numbers of the codes, by row of the table.
static CODE_OF: [u16; Opening::COUNT] = {
    let mut codes = [0; Opening::COUNT];
    let names = NAMES.as_bytes();
    let mut row = 0;
    while row < Opening::COUNT {
        let at = ENTRIES[row].line as usize;
        let [letter, ten, one] = [names[at] - b'A', names[at + 1] - b'0', names[at + 2] - b'0'];
        codes[row] = letter as u16 * 100 + ten as u16 * 10 + one as u16;
        row += 1;
    }
    codes
};

impl EnPassant {
    /// Whether a position has it, given the file of its legal captures en passant.
    pub(super) fn is_met(self, legal: Option<File>) -> bool {
        match self {
            EnPassant::OutOfQuestion | EnPassant::No => legal.is_none(),
            EnPassant::On(file) => legal == Some(file),
        }
    }
}

/// As many bounds as a word has bits, but for one. The file has them all, the last ones without content if there are fewer.
pub(super) const BOUNDS: usize = 63;

/// Something that a position of the table has come to and that doesn't go back: the pawns that have left their first squares (White's
/// by file in the lower byte, then Black's), the castling rights lost (bits of [`Castling::bits`](crate::chess::castling::Castling::bits)),
/// the men left. Each position of the table is within one of the bounds: no more gone or lost than that, no fewer men.
#[derive(Clone, Copy)]
struct Bound {
    gone: u16,
    lost: u8,
    men: u8,
}

const fn bound(index: usize) -> Bound {
    let at = POSITIONS.len() - BOUND * (BOUNDS - index);
    Bound { gone: number(at, 2) as u16, lost: POSITIONS[at + 2], men: POSITIONS[at + 3] }
}

/// Set for all squares but those from which kings and rooks castle in a standard game.
pub(super) const NO_CASTLING_SQUARE: u64 = 1 << BOUNDS;

/// By square, the bounds that a game is still within once the square was left or entered, and [`NO_CASTLING_SQUARE`]. The first such move
/// takes a pawn from its first square, or the right to castle from a rook or a king.
pub(super) static WITHIN: [u64; 64] = {
    let mut within = [NO_CASTLING_SQUARE; 64];
    let mut square = 0;
    while square < 64 {
        let mut index = 0;
        while index < BOUNDS {
            let Bound { gone, lost, .. } = bound(index);
            let is_within = match square {
                8..16 => gone >> (square - 8) & 1 == 1,
                48..56 => gone >> (square - 40) & 1 == 1,
                7 => lost & 0b0001 == 0b0001,
                0 => lost & 0b0010 == 0b0010,
                4 => lost & 0b0011 == 0b0011,
                63 => lost & 0b0100 == 0b0100,
                56 => lost & 0b1000 == 0b1000,
                60 => lost & 0b1100 == 0b1100,
                _ => true,
            };
            within[square] |= (is_within as u64) << index;
            index += 1;
        }
        if matches!(square, 0 | 4 | 7 | 56 | 60 | 63) {
            within[square] ^= NO_CASTLING_SQUARE;
        }
        square += 1;
    }
    within
};

/// By the number of men (of 64 as of none: no such game leads to the table), the bounds that a game is still within.
pub(super) static WITHIN_MEN: [u64; 64] = {
    let mut within = [0; 64];
    let mut men = 0;
    while men < 64 {
        let mut index = 0;
        while index < BOUNDS {
            within[men] |= ((bound(index).men as usize <= men) as u64) << index;
            index += 1;
        }
        men += 1;
    }
    within
};
