//! How each column is encoded: dictionaries, statistics and compression where they pay.
//!
//! Owns the choice, which is one of cost alone: no reader sees it. The figures in this file are nanoseconds and bytes a
//! game on one thread, for Lichess games. Where the level of zstd is not named it is 1: level 3 takes 30 more for all columns
//! together and saves no byte of 93.5 (13,016 games, none of them twice). What stands beside a habit was measured with the
//! encoders of the parquet crate and compares choices. Only encodings that DuckDB, pyarrow, Polars and Spark 3 read are
//! chosen from.

use arrow_schema::Schema;
use parquet::arrow::add_encoded_arrow_schema_to_metadata;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;

use super::column::Column;
use super::schema::SCHEMA_VERSION;
use crate::input::compression::Effort;

/// Part of every file, and therefore without the version of any crate: the same rows are the same bytes.
const CREATED_BY: &str = "arbitro";

/// `Site` is an address that no two games share, or a town that thousands do: a dictionary is tried, and given up after
/// some 500 addresses. 38 ns where the default bound of 1 MiB takes 163; 20 ns on over-the-board games, as ever.
const SMALL_DICTIONARY: usize = 16 << 10;

/// Any other dictionary, as large as Parquet's readers expect them.
const DICTIONARY: usize = 1 << 20;

/// What a column's values are like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Habit {
    /// Few values, again and again: a dictionary.
    Repeating,
    /// Numbers near the one before, or of few bits: differences, packed. `game_index` 5 ns and no bytes (dictionary: 58
    /// and 3.5), ratings 10 ns (18), `byte_length` 7 ns (21).
    Packed,
    /// As [`Habit::Packed`], but the differences are noise: `started_at` 9 ns, 4.9 bytes either way (compressed: 37 ns).
    PackedNoise,
    /// Texts of their own: no dictionary, lengths apart from the characters.
    Distinct,
    /// Positions: as [`Habit::Distinct`], but what repeats in them is short and near, so that the compressor may search
    /// less: 100 ns and 20.2 bytes (112 and 19.7).
    Placements,
    /// Texts of their own with a common beginning, or few that repeat.
    Addresses,
    /// Hashes: neither dictionary nor compression. 3 ns (dictionary and zstd: 41 ns, and a quarter more bytes).
    Noise,
}

fn habit(column: &Column) -> Habit {
    match column.name {
        "game_index" | "ply" | "byte_offset" | "byte_length" | "plies" | "claimed_plies" | "WhiteElo"
        | "BlackElo" => Habit::Packed,
        "started_at" => Habit::PackedNoise,
        "White" | "Black" | "UTCTime" | "game_id" => Habit::Distinct,
        "FEN" | "error_fen" | "final_fen" | "fen" => Habit::Placements,
        "Site" => Habit::Addresses,
        "final_key" | "moves_key" | "key" => Habit::Noise,
        _ => Habit::Repeating,
    }
}

/// The form of a column's values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// A dictionary; texts for which its page has no room are written as they are.
    Dictionary {
        /// The most bytes of its page.
        most_bytes: usize,
    },
    /// A small dictionary; after it, texts without what they have in common with the one before.
    Addresses {
        /// The most bytes of its page.
        most_bytes: usize,
    },
    /// Differences, packed.
    Packed,
    /// As they are.
    Plain,
    /// Lengths apart from the characters.
    Lengths,
}

/// How a column is encoded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Choice {
    pub(super) form: Form,
    /// How much effort goes into compression; `None` to leave pages as they are.
    pub(super) effort: Option<Effort>,
    /// Whether the smallest and the greatest text are told. Numbers always tell theirs, for a reader skips row groups by them; most
    /// texts don't: their smallest and greatest are about the same in every row group.
    pub(super) wants_bounds: bool,
}

impl Choice {
    /// How a column is encoded best.
    pub(super) fn of(column: &Column) -> Choice {
        let (form, effort) = match habit(column) {
            Habit::Repeating => (Form::Dictionary { most_bytes: DICTIONARY }, Some(Effort::Little)),
            Habit::Packed => (Form::Packed, Some(Effort::Little)),
            Habit::PackedNoise => (Form::Packed, None),
            Habit::Distinct => (Form::Lengths, Some(Effort::Little)),
            Habit::Placements => (Form::Lengths, Some(Effort::Least)),
            Habit::Addresses => (Form::Addresses { most_bytes: SMALL_DICTIONARY }, Some(Effort::Little)),
            Habit::Noise => (Form::Plain, None),
        };
        // "Which games are not legal" is asked of every dataset, and games of one file stand together.
        Choice { form, effort, wants_bounds: matches!(column.name, "legality" | "source_file") }
    }
}

/// The properties of every file of this schema.
pub(super) fn properties(schema: &Schema) -> WriterProperties {
    let version = KeyValue::new("schema_version".to_owned(), SCHEMA_VERSION.to_owned());
    let mut properties = WriterProperties::builder()
        .set_created_by(CREATED_BY.to_owned())
        .set_key_value_metadata(Some(vec![version]))
        .build();
    add_encoded_arrow_schema_to_metadata(schema, &mut properties);
    properties
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::list::PLIES;
    use crate::table::schema::COLUMNS;

    #[test]
    fn every_column_that_is_singled_out_exists() {
        let count =
            |columns: &[Column]| columns.iter().filter(|column| habit(column) != Habit::Repeating).count();
        assert_eq!((count(&COLUMNS), count(&PLIES)), (18, 4));
    }
}
