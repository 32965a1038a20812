//! How each column is encoded: dictionaries, statistics and compression where they pay.
//!
//! Owns the choice, which is one of cost alone: no reader sees it. The figures in this file are nanoseconds and bytes a
//! game on one thread, for 40,000 Lichess games: 926 ns and 84.0 bytes in all, where Parquet's defaults with zstd 3 take
//! 1,925 and 98.2 (over the board 910 and 65.4 for 1,407 and 70.8). Only encodings that DuckDB, pyarrow, Polars and
//! Spark 3 read are chosen from.

use parquet::arrow::add_encoded_arrow_schema_to_metadata;
use parquet::basic::{Compression, Encoding, ZstdLevel};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties, WriterPropertiesBuilder};
use parquet::schema::types::ColumnPath;

use super::column::{Column, ColumnType};
use super::row_group::ROWS_PER_ROW_GROUP;
use super::schema::{COLUMNS, SCHEMA_VERSION, arrow_schema};

/// Part of every file, and therefore without the version of any crate: the same rows are the same bytes.
const CREATED_BY: &str = "arbitro";

/// Of every column that repeats itself.
const ZSTD_LEVEL: i32 = 3;

/// Of texts that hardly repeat themselves, in which level 3 searches long and finds little: `final_fen` takes 193 ns and
/// 20.9 bytes (level 3: 336 and 20.1), `UTCTime` 36 ns and 3.1 bytes (44 and 3.3).
const FAST_ZSTD_LEVEL: i32 = 1;

/// `Site` is an address that no two games share, or a town that thousands do: a dictionary is tried, and given up after
/// some 500 addresses. 38 ns where the default bound of 1 MiB takes 163; 20 ns on over-the-board games, as ever.
const SMALL_DICTIONARY: usize = 16 << 10;

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
    /// Texts of their own with a common beginning, or few that repeat.
    Addresses,
    /// Hashes: neither dictionary nor compression. 3 ns (dictionary and zstd: 41 ns, and a quarter more bytes).
    Noise,
}

fn habit(column: &Column) -> Habit {
    match column.name {
        "game_index" | "byte_offset" | "byte_length" | "plies" | "claimed_plies" | "WhiteElo"
        | "BlackElo" => Habit::Packed,
        "started_at" => Habit::PackedNoise,
        "White" | "Black" | "UTCTime" | "FEN" | "game_id" | "error_fen" | "final_fen" => Habit::Distinct,
        "Site" => Habit::Addresses,
        "final_key" | "moves_key" => Habit::Noise,
        _ => Habit::Repeating,
    }
}

/// Statistics let a reader skip row groups. They cost a comparison a value, so they are kept for numbers and dates (1
/// ns) and for `legality` (9 ns, but "which games are not legal" is asked of every dataset); not for texts (5 to 18 ns),
/// whose smallest and greatest are about the same in every row group.
fn statistics(column: &Column) -> EnabledStatistics {
    match column.kind {
        ColumnType::Text | ColumnType::TextList | ColumnType::TextMap => EnabledStatistics::None,
        ColumnType::Word(_) if column.name != "legality" => EnabledStatistics::None,
        ColumnType::Word(_) | ColumnType::Int16 | ColumnType::Int32 | ColumnType::Int64 => {
            EnabledStatistics::Chunk
        }
        ColumnType::Boolean | ColumnType::Date | ColumnType::Timestamp => EnabledStatistics::Chunk,
    }
}

/// The properties of every file.
pub(super) fn properties() -> Result<WriterProperties, ParquetError> {
    let version = KeyValue::new("schema_version".to_owned(), SCHEMA_VERSION.to_owned());
    let mut builder = WriterProperties::builder()
        .set_created_by(CREATED_BY.to_owned())
        .set_compression(zstd(ZSTD_LEVEL)?)
        // One page a column and row group, unless it grows beyond 1 MiB: a page costs a header and a start of the
        // compressor, and with the default of 20,000 rows a fifth of the bytes.
        .set_data_page_row_count_limit(ROWS_PER_ROW_GROUP)
        .set_statistics_enabled(EnabledStatistics::None)
        .set_key_value_metadata(Some(vec![version]));
    for column in &COLUMNS {
        builder = set_column(builder, column)?;
    }
    let mut properties = builder.build();
    add_encoded_arrow_schema_to_metadata(&arrow_schema(), &mut properties);
    Ok(properties)
}

fn set_column(
    builder: WriterPropertiesBuilder,
    column: &Column,
) -> Result<WriterPropertiesBuilder, ParquetError> {
    let path = || ColumnPath::from(column.name);
    let builder = builder.set_column_statistics_enabled(path(), statistics(column));
    Ok(match habit(column) {
        Habit::Repeating => builder,
        Habit::Packed => builder
            .set_column_dictionary_enabled(path(), false)
            .set_column_encoding(path(), Encoding::DELTA_BINARY_PACKED),
        Habit::PackedNoise => builder
            .set_column_dictionary_enabled(path(), false)
            .set_column_encoding(path(), Encoding::DELTA_BINARY_PACKED)
            .set_column_compression(path(), Compression::UNCOMPRESSED),
        Habit::Distinct => builder
            .set_column_dictionary_enabled(path(), false)
            .set_column_encoding(path(), Encoding::DELTA_LENGTH_BYTE_ARRAY)
            .set_column_compression(path(), zstd(FAST_ZSTD_LEVEL)?),
        Habit::Addresses => builder
            .set_column_dictionary_page_size_limit(path(), SMALL_DICTIONARY)
            .set_column_encoding(path(), Encoding::DELTA_BYTE_ARRAY)
            .set_column_compression(path(), zstd(FAST_ZSTD_LEVEL)?),
        Habit::Noise => builder
            .set_column_dictionary_enabled(path(), false)
            .set_column_compression(path(), Compression::UNCOMPRESSED),
    })
}

fn zstd(level: i32) -> Result<Compression, ParquetError> {
    Ok(Compression::ZSTD(ZstdLevel::try_new(level)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_column_that_is_singled_out_exists() {
        let singled_out = COLUMNS.iter().filter(|column| habit(column) != Habit::Repeating).count();
        assert_eq!(singled_out, 18);
    }
}
