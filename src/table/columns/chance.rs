//! Rows that no game has, for the tests: every column with its nulls, its repetitions and its oddest values.

use crate::table::column::ColumnType;
use crate::table::schema::COLUMNS;

use super::buffers::{Buffer, Codes, Longs, Numbers, Texts, Values};
use super::list_buffers::{NumberLists, TextLists, TextMaps};
use super::row_batch::RowBatch;

/// Numbers by chance: the same for the same seed.
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    fn any(&mut self) -> u64 {
        self.below(1 << 31) << 33 | self.below(1 << 31) << 2 | self.below(4)
    }
}

/// What a column is like for some rows.
struct Mood {
    /// One value in so many is null; 0 for none.
    null_in: u64,
    /// How many values there are to choose from.
    choices: u64,
    /// The value stays the same for about so many rows.
    run: u64,
}

impl Mood {
    fn of(chance: &mut Chance, nullable: bool) -> Mood {
        let null_in = if nullable { [0, 1, 2, 50][chance.below(4) as usize] } else { 0 };
        let choices = [1, 2, 5, 200, 70_000, 1 << 40][chance.below(6) as usize];
        Mood { null_in, choices, run: [1, 1, 3, 100][chance.below(4) as usize] }
    }
}

/// A number of the mood for each row, or none.
fn numbers(chance: &mut Chance, rows: usize, nullable: bool) -> Vec<Option<u64>> {
    let mood = Mood::of(chance, nullable);
    let mut last = None;
    (0..rows)
        .map(|row| {
            if row == 0 || chance.below(mood.run) == 0 {
                let is_null = mood.null_in > 0 && chance.below(mood.null_in) == 0;
                last = (!is_null).then(|| chance.any() % mood.choices);
            }
            last
        })
        .collect()
}

/// The text of a number: short, long, empty, with a beginning in common with others.
fn text(number: u64, style: u64) -> String {
    match style {
        0 => (number * 7_919).to_string(),
        1 => format!("https://example.org/{number:x}"),
        2 => "é".repeat(number as usize % 9),
        _ => format!("{number} {}", "x".repeat(2_000)),
    }
}

fn texts(chance: &mut Chance, rows: usize, nullable: bool) -> Texts {
    let style = chance.below(4);
    let mut texts = Texts::default();
    for number in numbers(chance, rows, nullable) {
        texts.push(number.map(|number| text(number, style)).as_deref());
    }
    texts
}

/// A piece of rows by chance.
pub(in crate::table) fn piece_by_chance(seed: u64, rows: usize) -> RowBatch {
    let chance = &mut Chance(seed);
    let values = COLUMNS.iter().map(|column| match column.kind {
        ColumnType::Text => texts(chance, rows, column.nullable).wrap(),
        ColumnType::Word(vocabulary) => codes(chance, rows, column.nullable, vocabulary.words().len() as u64),
        ColumnType::Term(lexicon) => {
            whole(chance, rows, column.nullable, |number| (number % lexicon.len() as u64) as i32)
        }
        ColumnType::Boolean => codes(chance, rows, column.nullable, 2),
        ColumnType::Int16 => whole(chance, rows, column.nullable, |number| i32::from(number as i16)),
        ColumnType::Int32 | ColumnType::Date => {
            let least = if chance.below(2) == 0 { 0 } else { i32::MIN + 1 };
            whole(chance, rows, column.nullable, |number| (number as i32).max(least))
        }
        ColumnType::Float32 => {
            let mut list = Numbers::default();
            let factor = [0.0, 0.1, -1.5, 1e30][chance.below(4) as usize];
            for number in numbers(chance, rows, column.nullable) {
                list.push_float(number.map(|number| number as i32 as f32 * factor));
            }
            list.wrap()
        }
        ColumnType::Int64 | ColumnType::Timestamp => {
            let mut longs = Longs::default();
            let factor = [1, 1_001, 1 << 40 | 1][chance.below(3) as usize];
            for number in numbers(chance, rows, column.nullable) {
                longs.push(number.map(|number| number.wrapping_mul(factor) as i64));
            }
            longs.wrap()
        }
        ColumnType::TextList => {
            let mut lists = TextLists::default();
            for count in numbers(chance, rows, column.nullable) {
                let items = count.map(|count| (0..count % 4).map(|item| text(item, 0)));
                lists.push_written(items, |item, bytes| bytes.extend_from_slice(item.as_bytes()));
            }
            lists.wrap()
        }
        ColumnType::IntList => {
            let mut lists = NumberLists::default();
            for count in numbers(chance, rows, column.nullable) {
                lists.push(count.map(|count| items(chance, count)));
            }
            lists.wrap()
        }
        ColumnType::FloatList => {
            let mut lists = NumberLists::default();
            for count in numbers(chance, rows, column.nullable) {
                lists.push_floats(
                    count.map(|count| items(chance, count).map(|item| item.map(|item| item as f32 * 0.01))),
                );
            }
            lists.wrap()
        }
        ColumnType::TextMap => {
            let style = chance.below(4);
            let mut maps = TextMaps::default();
            for count in numbers(chance, rows, false) {
                let count = count.unwrap_or_default();
                let keys: Vec<_> = (0..count % 4).map(|key| text(key, 0)).collect();
                let value = (count % 3 > 0).then(|| text(count, style));
                maps.push(keys.iter().map(|key| (key.as_str(), value.as_deref())));
            }
            maps.wrap()
        }
    });
    RowBatch::of(rows, values.collect())
}

/// Items of a list, some of them missing.
fn items(chance: &mut Chance, count: u64) -> impl Iterator<Item = Option<i32>> {
    let null_in = [1, 2, 50][chance.below(3) as usize];
    let (lengths, choices) = ([3, 20, 300], [2, 3, 1 << 30]);
    let length = count % lengths[chance.below(3) as usize];
    let choices = choices[chance.below(3) as usize];
    (0..length).map(move |_| (chance.below(null_in) > 0).then(|| chance.below(choices) as i32))
}

fn codes(chance: &mut Chance, rows: usize, nullable: bool, bound: u64) -> Values {
    let mut codes = Codes::default();
    for number in numbers(chance, rows, nullable) {
        codes.push(number.map(|number| (number % bound) as u8));
    }
    codes.wrap()
}

fn whole(chance: &mut Chance, rows: usize, nullable: bool, of: impl Fn(u64) -> i32) -> Values {
    let mut list = Numbers::default();
    for number in numbers(chance, rows, nullable) {
        list.push(number.map(&of));
    }
    list.wrap()
}
