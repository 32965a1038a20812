//! Single rows, read again: who played, and where the game is.

use std::collections::BTreeMap;
use std::fs::File;
use std::path::Path;

use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use arrow_array::{Array, RecordBatch};
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{ParquetRecordBatchReaderBuilder, RowSelection, RowSelector};

use super::batch::Texts;
use super::place::RowPlace;
use crate::table::error::TableError;
use crate::table::query::Unreadable;

/// What is read of a row.
const COLUMNS: [&str; 11] = [
    "Site",
    "White",
    "Black",
    "Result",
    "Round",
    "TimeControl",
    "ExtraTags",
    "source_file",
    "game_index",
    "game_id",
    "dialect",
];

/// The tags without a column that hold a game's address, in the order in which they are believed: chess.com's, that of Lichess's
/// broadcasts, one that some write who annotate games of Lichess, that of Lichess's studies.
const LINKS: [&str; 4] = ["Link", "GameURL", "LichessURL", "ChapterURL"];

/// A game that shows something. What the dataset has no column for, or the file doesn't say, is none.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Example {
    /// The place or address of the game, as claimed.
    pub site: Option<String>,
    /// White's name.
    pub white: Option<String>,
    /// Black's name.
    pub black: Option<String>,
    /// The result, as claimed.
    pub result: Option<String>,
    /// The file.
    pub source_file: Option<String>,
    /// The number of the game in it.
    pub game_index: Option<i64>,
    /// The id by which its site knows it.
    pub game_id: Option<String>,
    /// Who wrote it, as the dataset's dictionary has it.
    pub dialect: Option<String>,
    /// The round, as claimed.
    pub round: Option<String>,
    /// The time control, as claimed.
    pub time_control: Option<String>,
    /// What tags without a column hold that are there for its address.
    pub links: Vec<String>,
}

/// Reads rows by their places.
///
/// # Errors
///
/// Where a part can't be read.
pub fn examples<'p>(
    places: impl IntoIterator<Item = &'p RowPlace>,
) -> Result<BTreeMap<RowPlace, Example>, Unreadable> {
    let mut groups: BTreeMap<(&Path, usize), Vec<&RowPlace>> = BTreeMap::new();
    for place in places {
        groups.entry((&*place.part, place.group)).or_default().push(place);
    }
    let mut examples = BTreeMap::new();
    for ((part, group), mut places) in groups {
        places.sort_unstable();
        places.dedup();
        let read =
            read(part, group, &places).map_err(|error| Unreadable { path: part.to_path_buf(), error })?;
        examples.extend(places.into_iter().cloned().zip(read));
    }
    Ok(examples)
}

/// The rows of one row group at these places, which are in order.
fn read(part: &Path, group: usize, places: &[&RowPlace]) -> Result<Vec<Example>, TableError> {
    let builder = ParquetRecordBatchReaderBuilder::try_new(File::open(part)?)?;
    let schema = builder.schema();
    let indices: Vec<_> = COLUMNS.iter().filter_map(|name| schema.index_of(name).ok()).collect();
    if indices.is_empty() {
        return Ok(vec![Example::default(); places.len()]);
    }
    let projection = ProjectionMask::roots(builder.parquet_schema(), indices);
    let mut selectors = Vec::with_capacity(2 * places.len());
    let mut next = 0;
    for place in places {
        selectors.push(RowSelector::skip(place.row - next));
        selectors.push(RowSelector::select(1));
        next = place.row + 1;
    }
    let reader = builder
        .with_row_groups(vec![group])
        .with_projection(projection)
        .with_row_selection(RowSelection::from(selectors))
        .build()?;
    let mut examples = Vec::with_capacity(places.len());
    for rows in reader {
        let rows = rows?;
        examples.extend((0..rows.num_rows()).map(|row| example(&rows, row)));
    }
    Ok(examples)
}

fn example(rows: &RecordBatch, row: usize) -> Example {
    let text = |name: &str| {
        let texts = rows.column_by_name(name)?.as_string_opt::<i32>()?;
        texts.is_valid(row).then(|| texts.value(row).to_owned())
    };
    let number = |name: &str| {
        let numbers = rows.column_by_name(name)?.as_primitive_opt::<Int64Type>()?;
        numbers.is_valid(row).then(|| numbers.value(row))
    };
    let word = |name| {
        let words = Texts::of(rows, name).ok()?;
        words.value(words.keys().nth(row)??).map(str::to_owned)
    };
    Example {
        site: text("Site"),
        white: text("White"),
        black: text("Black"),
        result: text("Result"),
        source_file: text("source_file"),
        game_index: number("game_index"),
        game_id: text("game_id"),
        dialect: word("dialect"),
        round: text("Round"),
        time_control: text("TimeControl"),
        links: links(rows, row).unwrap_or_default(),
    }
}

/// The values of the tags that hold an address.
fn links(rows: &RecordBatch, row: usize) -> Option<Vec<String>> {
    let maps = rows.column_by_name("ExtraTags")?.as_map_opt()?;
    if maps.is_null(row) {
        return None;
    }
    let tags = maps.value(row);
    let [names, values] = [0, 1].map(|column| tags.columns().get(column)?.as_string_opt::<i32>());
    let (names, values) = (names?, values?);
    let value = |link: &str| {
        let mut places = (0..tags.len()).filter(|at| names.is_valid(*at) && values.is_valid(*at));
        places.find(|at| names.value(*at) == link).map(|at| values.value(at).to_owned())
    };
    Some(LINKS.into_iter().filter_map(value).collect())
}
