//! The encoder of a column, by its type and by how it is encoded best.

use std::ops::Range;

use parquet::errors::ParquetError;
use parquet::schema::types::ColumnDescPtr;

use super::chunk::{Chunk, EncodedChunk};
use super::codes::{FlagPages, WordPages};
use super::longs::LongPages;
use super::nested::{ListPages, MapPages};
use super::number_lists::NumberListPages;
use super::numbers::NumberPages;
use super::press::Presses;
use super::terms::TermPages;
use super::texts::{Spill, TextPages};
use crate::table::column::{Column, ColumnType};
use crate::table::columns::Values;
use crate::table::encoding::{Choice, Form};
use crate::table::error::TableError;

/// The encoder of one column of a row group.
pub(in crate::table) struct ColumnEncoder {
    pages: Pages,
    /// Whether the numbers count from the first game of the piece that they come in.
    is_counted: bool,
}

enum Pages {
    Words(WordPages),
    Flags(FlagPages),
    Numbers(NumberPages),
    Longs(LongPages),
    Terms(TermPages),
    Texts(TextPages),
    Lists(ListPages),
    NumberLists(NumberListPages),
    Maps(Box<MapPages>),
}

impl ColumnEncoder {
    /// The encoder of a column with these leaves: a map has two, names and values, every other column one.
    pub(in crate::table) fn new(
        column: &Column,
        choice: Choice,
        leaves: &[ColumnDescPtr],
        presses: &Presses,
    ) -> Result<ColumnEncoder, TableError> {
        let mut chunks = leaves.iter().map(|leaf| Chunk::new(leaf.clone(), choice.effort, presses.clone()));
        let mut chunk = || chunks.next().ok_or_else(|| misfit(column.name));
        let texts = |chunk: Chunk| match choice.form {
            Form::Dictionary { most_bytes } => TextPages::repeating(chunk, most_bytes, Spill::Plain),
            Form::Addresses { most_bytes } => TextPages::repeating(chunk, most_bytes, Spill::Prefixes),
            Form::Packed | Form::Plain | Form::Lengths => TextPages::distinct(chunk),
        };
        let pages = match column.kind {
            ColumnType::Word(vocabulary) => {
                Pages::Words(WordPages::new(chunk()?, vocabulary.words(), choice.wants_bounds))
            }
            ColumnType::Boolean => Pages::Flags(FlagPages::new(chunk()?)),
            ColumnType::Int16 | ColumnType::Int32 | ColumnType::Date => Pages::Numbers(match choice.form {
                Form::Packed => NumberPages::packed(chunk()?),
                _ => NumberPages::repeating(chunk()?),
            }),
            ColumnType::Float32 => Pages::Numbers(NumberPages::floats(chunk()?)),
            ColumnType::Int64 | ColumnType::Timestamp => Pages::Longs(match choice.form {
                Form::Plain => LongPages::plain(chunk()?),
                _ => LongPages::packed(chunk()?),
            }),
            ColumnType::Term(lexicon) => Pages::Terms(TermPages::new(chunk()?, lexicon)),
            ColumnType::Text if choice.wants_bounds => Pages::Texts(texts(chunk()?).with_bounds()),
            ColumnType::Text => Pages::Texts(texts(chunk()?)),
            ColumnType::TextList if column.nullable => {
                Pages::Lists(ListPages::new(texts(chunk()?).with_nullable_rows()))
            }
            ColumnType::TextList => Pages::Lists(ListPages::new(texts(chunk()?))),
            ColumnType::IntList | ColumnType::FloatList => Pages::NumberLists(NumberListPages::new(chunk()?)),
            ColumnType::TextMap => Pages::Maps(Box::new(MapPages::new(texts(chunk()?), texts(chunk()?)))),
        };
        Ok(ColumnEncoder { pages, is_counted: column.name == "game_index" })
    }

    /// Encodes some rows of a piece whose games count from `first_game`.
    pub(in crate::table) fn write(
        &mut self,
        values: &Values,
        rows: Range<usize>,
        first_game: i64,
    ) -> Result<(), TableError> {
        match (&mut self.pages, values) {
            (Pages::Words(pages), Values::Codes(codes)) => pages.write(&codes.values()[rows]),
            (Pages::Flags(pages), Values::Codes(codes)) => pages.write(&codes.values()[rows]),
            (Pages::Numbers(pages), Values::Numbers(numbers)) => pages.write(&numbers.values()[rows]),
            (Pages::Terms(pages), Values::Numbers(numbers)) => pages.write(&numbers.values()[rows]),
            (Pages::Longs(pages), Values::Longs(longs)) => {
                let (numbers, known) = longs.values();
                let base = if self.is_counted { first_game } else { 0 };
                pages.write(&numbers[rows.clone()], &known[rows], base);
            }
            (Pages::Texts(pages), Values::Texts(texts)) => return pages.write(texts, rows),
            (Pages::Lists(pages), Values::TextLists(lists)) => return pages.write(lists, rows),
            (Pages::NumberLists(pages), Values::NumberLists(lists)) => return pages.write(lists, rows),
            (Pages::Maps(pages), Values::TextMaps(maps)) => return pages.write(maps, rows),
            _ => return Err(misfit("a piece")),
        }
        Ok(())
    }

    /// Encodes what is left, and gives the pages of each leaf.
    pub(in crate::table) fn close(self) -> Result<Vec<EncodedChunk>, TableError> {
        Ok(match self.pages {
            Pages::Words(pages) => vec![pages.close()?],
            Pages::Flags(pages) => vec![pages.close()?],
            Pages::Numbers(pages) => vec![pages.close()?],
            Pages::Longs(pages) => vec![pages.close()?],
            Pages::Terms(pages) => vec![pages.close()?],
            Pages::Texts(pages) => vec![pages.close()?],
            Pages::Lists(pages) => vec![pages.close()?],
            Pages::NumberLists(pages) => vec![pages.close()?],
            Pages::Maps(pages) => pages.close()?.into(),
        })
    }
}

/// Builders and list of columns disagree, which the tests rule out.
fn misfit(what: &str) -> TableError {
    TableError::Parquet(ParquetError::General(format!("{what} does not fit the list of columns")))
}
