//! Rows in, columns out: the builders of every column, in the order of the list.
//!
//! Owns which fact of a game goes into which column, and where nothing is known and null is the answer. Values are
//! appended to flat buffers that keep their size from batch to batch: one allocation a buffer and batch, none a row.

mod buffers;
mod claims;
mod ending;
mod last;
mod legality;
mod place;
mod sides;

use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::SchemaRef;

use crate::finding::Findings;
use crate::pgn::claims::Claims;
use crate::replay::Facts;
use crate::ruling::Ruling;
use crate::table::schema::{COLUMNS, arrow_schema};

use self::claims::ClaimColumns;
use self::ending::EndingColumns;
use self::last::LastColumns;
use self::legality::LegalityColumns;
use self::place::PlaceColumns;
use self::sides::SideColumns;

/// One game, as its row holds it.
#[derive(Clone, Copy, Debug)]
pub struct GameRow<'a> {
    /// The input file, as the dataset names it.
    pub source_file: &'a str,
    /// The game's number, 0 for the first of the chunk (or of the file).
    pub game_index: i64,
    /// Bytes from the file's start to the game's first.
    pub byte_offset: i64,
    /// Bytes to the end of its last byte that is not blank.
    pub byte_length: i64,
    /// What the tags claim.
    pub claims: &'a Claims<'a>,
    /// What the board showed.
    pub facts: &'a Facts,
    /// How it ended.
    pub ruling: &'a Ruling,
    /// Everything odd about it.
    pub findings: Findings,
}

/// The builders of all columns.
#[derive(Debug)]
pub struct Columns {
    schema: SchemaRef,
    rows: usize,
    claims: ClaimColumns,
    place: PlaceColumns,
    legality: LegalityColumns,
    ending: EndingColumns,
    sides: SideColumns,
    last: LastColumns,
}

impl Columns {
    /// Empty builders.
    pub fn new() -> Columns {
        Columns {
            schema: arrow_schema(),
            rows: 0,
            claims: ClaimColumns::default(),
            place: PlaceColumns::default(),
            legality: LegalityColumns::new(),
            ending: EndingColumns::new(),
            sides: SideColumns::new(),
            last: LastColumns::default(),
        }
    }

    /// Appends a game.
    pub fn push(&mut self, row: &GameRow<'_>) {
        self.claims.push(row.claims);
        self.place.push(row);
        self.legality.push(row.facts, row.findings);
        self.ending.push(row.facts, row.ruling);
        self.sides.push(row.facts);
        self.last.push(row.facts);
        self.rows += 1;
    }

    /// How many games stand in the builders.
    pub fn len(&self) -> usize {
        self.rows
    }

    /// Whether they hold no game.
    pub fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// How many bytes of text stand in the builders: more than a few hundred MiB should be finished, for Arrow counts
    /// the bytes of a column in 31 bits.
    pub fn text_bytes(&self) -> usize {
        self.claims.text_bytes() + self.place.text_bytes() + self.legality.text_bytes() + self.last.text_bytes()
    }

    /// The games appended so far as one batch; the builders are empty again.
    ///
    /// # Panics
    ///
    /// If builders and list of columns disagree, which the tests rule out.
    pub fn finish(&mut self) -> RecordBatch {
        let mut arrays: Vec<ArrayRef> = Vec::with_capacity(COLUMNS.len());
        self.claims.finish(&mut arrays);
        self.place.finish(&mut arrays);
        self.legality.finish(&mut arrays);
        self.ending.finish(&mut arrays);
        self.sides.finish(&mut arrays);
        self.last.finish(&mut arrays);
        self.rows = 0;
        RecordBatch::try_new(self.schema.clone(), arrays).expect("the builders are those of the list of columns")
    }
}

impl Default for Columns {
    fn default() -> Columns {
        Columns::new()
    }
}

/// A number of plies in the type of its column. No text holds more of them than that: it would be longer than 4 GiB.
fn ply(number: u32) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

/// An offset in the type of its column.
fn signed(offset: u64) -> i64 {
    i64::try_from(offset).unwrap_or(i64::MAX)
}
