//! One column: its name, type, unit, nullability, sentence and source.
//!
//! Owns the types that columns can have, and the words of those that hold words. Which columns there are is for the list to
//! say ([`super::schema`]).

use std::borrow::Cow;
use std::sync::Arc;

use arrow_schema::{DataType, Field, Metadata, Schema, TimeUnit};

use crate::chess::castling::CastlingSide;
use crate::chess::outcome::Outcome;
use crate::chess::piece::PieceType;
use crate::openings::Opening;
use crate::pgn::dialect::Dialect;
use crate::pgn::event::EventKind;
use crate::pgn::speed::SpeedClass;
use crate::replay::Legality;
use crate::ruling::{Basis, Termination};

use ColumnType::{
    Boolean, Date, Float32, FloatList, Int16, Int32, Int64, IntList, Term, Text, TextList, TextMap,
    Timestamp, Word,
};

/// A fixed list of words, stored as a dictionary.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Vocabulary {
    /// The kinds of [`Legality`].
    Legality,
    /// The kinds of [`Termination`].
    Ruling,
    /// The kinds of [`Basis`].
    Basis,
    /// The results of [`Outcome`].
    Outcome,
    /// The two sides of castling.
    Castling,
    /// The kinds of [`Dialect`].
    Dialect,
    /// The kinds of [`SpeedClass`].
    Speed,
    /// The kinds of [`EventKind`].
    EventKind,
    /// The kinds of [`PieceType`].
    Piece,
    /// The squares, `a1` to `h8`.
    Square,
}

impl Vocabulary {
    /// The words, in the order of the dictionary.
    pub fn words(self) -> Vec<&'static str> {
        match self {
            Vocabulary::Legality => Legality::ALL.map(Legality::as_str).to_vec(),
            Vocabulary::Ruling => Termination::ALL.map(Termination::as_str).to_vec(),
            Vocabulary::Basis => Basis::ALL.map(Basis::as_str).to_vec(),
            Vocabulary::Outcome => Outcome::ALL.map(Outcome::as_str).to_vec(),
            Vocabulary::Dialect => Dialect::ALL.map(Dialect::as_str).to_vec(),
            Vocabulary::Speed => SpeedClass::ALL.map(SpeedClass::as_str).to_vec(),
            Vocabulary::EventKind => EventKind::ALL.map(EventKind::as_str).to_vec(),
            Vocabulary::Piece => PieceType::ALL.map(PieceType::as_str).to_vec(),
            Vocabulary::Square => {
                SQUARES.as_chunks::<2>().0.iter().filter_map(|name| str::from_utf8(name).ok()).collect()
            }
            Vocabulary::Castling => {
                vec![castling_word(CastlingSide::King), castling_word(CastlingSide::Queen)]
            }
        }
    }
}

/// The squares' names, in the order of their numbers.
static SQUARES: [u8; 128] = {
    let (mut names, mut square) = ([0; 128], 0);
    while square < 64 {
        names[2 * square] = b"abcdefgh"[square % 8];
        names[2 * square + 1] = b"12345678"[square / 8];
        square += 1;
    }
    names
};

const fn castling_word(side: CastlingSide) -> &'static str {
    match side {
        CastlingSide::King => "king_side",
        CastlingSide::Queen => "queen_side",
    }
}

/// Texts that are known beforehand, too many to be told as a vocabulary.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lexicon {
    /// The codes of openings, from A00 to E99.
    OpeningCodes,
    /// Their names.
    OpeningNames,
}

impl Lexicon {
    /// How many texts there are.
    pub fn len(self) -> usize {
        match self {
            Lexicon::OpeningCodes => Opening::CODES,
            Lexicon::OpeningNames => Opening::COUNT,
        }
    }

    /// Whether there is none, which is never so.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The text with a number.
    pub fn text(self, number: usize) -> Cow<'static, str> {
        match self {
            Lexicon::OpeningCodes => Cow::Owned(Opening::code_text(number)),
            Lexicon::OpeningNames => Cow::Borrowed(Opening::at(number).map_or("", Opening::name)),
        }
    }
}

/// The type of a column: only what every reader agrees on (no unsigned integers, no views, no Time32).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ColumnType {
    /// UTF-8 text.
    Text,
    /// A word of a fixed list.
    Word(Vocabulary),
    /// UTF-8 text, one of thousands that are known beforehand: held as its number.
    Term(Lexicon),
    /// A 16-bit integer.
    Int16,
    /// A 32-bit integer.
    Int32,
    /// A 64-bit integer.
    Int64,
    /// A 32-bit floating-point number.
    Float32,
    /// True or false.
    Boolean,
    /// Days since 1970-01-01.
    Date,
    /// Milliseconds since 1970-01-01T00:00:00Z.
    Timestamp,
    /// A list of texts.
    TextList,
    /// A list of 32-bit integers, of which some may be null.
    IntList,
    /// A list of 32-bit floating-point numbers, of which some may be null.
    FloatList,
    /// Texts by unique names.
    TextMap,
}

impl ColumnType {
    /// The type as the schema prints it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Text | Term(_) => "utf8",
            Word(_) => "dictionary<int8, utf8>",
            Int16 => "int16",
            Int32 => "int32",
            Int64 => "int64",
            Float32 => "float32",
            Boolean => "boolean",
            Date => "date32",
            Timestamp => "timestamp[ms, UTC]",
            TextList => "list<utf8>",
            IntList => "list<int32>",
            FloatList => "list<float32>",
            TextMap => "map<utf8, utf8>",
        }
    }

    /// The type in Arrow. Lists and maps carry Parquet's own names (`element`; `key_value`, `key`, `value`), so that
    /// readers that hold files to the letter of the format take them.
    pub(super) fn data_type(self) -> DataType {
        match self {
            Text | Term(_) => DataType::Utf8,
            Word(_) => DataType::Dictionary(Box::new(DataType::Int8), Box::new(DataType::Utf8)),
            Int16 => DataType::Int16,
            Int32 => DataType::Int32,
            Int64 => DataType::Int64,
            Float32 => DataType::Float32,
            Boolean => DataType::Boolean,
            Date => DataType::Date32,
            Timestamp => DataType::Timestamp(TimeUnit::Millisecond, Some("UTC".into())),
            TextList => DataType::List(Arc::new(Field::new("element", DataType::Utf8, false))),
            IntList => DataType::List(Arc::new(Field::new("element", DataType::Int32, true))),
            FloatList => DataType::List(Arc::new(Field::new("element", DataType::Float32, true))),
            TextMap => {
                let key = Field::new("key", DataType::Utf8, false);
                let value = Field::new("value", DataType::Utf8, true);
                let entry = DataType::Struct(vec![key, value].into());
                DataType::Map(Arc::new(Field::new("key_value", entry, false)), false)
            }
        }
    }
}

/// How many datasets a column is for. Each tier holds those below it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Tier {
    /// What a first look at any dataset needs.
    Core,
    /// What is written unless something else is asked for.
    Default,
    /// What is dear, and written where it is asked for.
    All,
}

impl Tier {
    /// All, the smallest first.
    pub const ALL: [Tier; 3] = [Tier::Core, Tier::Default, Tier::All];

    /// Its word on the command line.
    pub const fn as_str(self) -> &'static str {
        match self {
            Tier::Core => "core",
            Tier::Default => "default",
            Tier::All => "all",
        }
    }
}

/// What the schema says of one column.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    /// The name: PascalCase for a claim of the file, snake_case for a finding of ours.
    pub name: &'static str,
    /// The type.
    pub kind: ColumnType,
    /// What the numbers count; empty where there is nothing to say.
    pub unit: &'static str,
    /// Whether it can be null.
    pub nullable: bool,
    /// The smallest choice of columns that it belongs to; `None` for what is written where it is asked for by itself.
    pub tier: Option<Tier>,
    /// What it holds, in one sentence.
    pub sentence: &'static str,
    /// The article, standard or documentation that it rests on.
    pub source: &'static str,
}

impl Column {
    /// The type as the schema prints it.
    pub const fn type_name(&self) -> &'static str {
        self.kind.as_str()
    }

    /// The words that the column can hold, where they are a fixed list.
    pub fn words(&self) -> Option<Vec<&'static str>> {
        match self.kind {
            Word(vocabulary) => Some(vocabulary.words()),
            Text | Term(_) | Int16 | Int32 | Int64 | Float32 | Boolean | Date | Timestamp => None,
            TextList | IntList | FloatList | TextMap => None,
        }
    }

    /// The same column, for a first look at any dataset.
    pub(super) const fn core(self) -> Column {
        Column { tier: Some(Tier::Core), ..self }
    }

    /// The same column, for whoever asks for all: it is dear.
    pub(super) const fn dear(self) -> Column {
        Column { tier: Some(Tier::All), ..self }
    }

    /// The same column, for whoever asks for it and not for all.
    pub(super) const fn apart(self) -> Column {
        Column { tier: None, ..self }
    }

    /// The word of the tier that it belongs to; of those that belong to none, the flag that asks for them.
    pub fn tier_name(&self) -> &'static str {
        self.tier.map_or("--lists", Tier::as_str)
    }

    /// The schema of some columns in Arrow.
    pub(super) fn schema<'c>(columns: impl Iterator<Item = &'c Column>) -> Schema {
        Schema::new(columns.map(Column::field).collect::<Vec<_>>())
    }

    /// The field in Arrow; it carries the sentence as `description`.
    pub(super) fn field(&self) -> Field {
        let metadata = Metadata::from([("description".to_owned(), self.sentence.to_owned())]);
        Field::new(self.name, self.kind.data_type(), self.nullable).with_metadata(metadata)
    }
}

/// A claim of the file: null where the file makes none.
pub(super) const fn claim(
    name: &'static str,
    kind: ColumnType,
    unit: &'static str,
    sentence: &'static str,
    source: &'static str,
) -> Column {
    maybe(name, kind, unit, sentence, source)
}

/// A finding that every game has.
pub(super) const fn found(
    name: &'static str,
    kind: ColumnType,
    unit: &'static str,
    sentence: &'static str,
    source: &'static str,
) -> Column {
    Column { nullable: false, ..maybe(name, kind, unit, sentence, source) }
}

/// A finding that is null where nothing is known.
pub(super) const fn maybe(
    name: &'static str,
    kind: ColumnType,
    unit: &'static str,
    sentence: &'static str,
    source: &'static str,
) -> Column {
    Column { name, kind, unit, nullable: true, tier: Some(Tier::Default), sentence, source }
}
