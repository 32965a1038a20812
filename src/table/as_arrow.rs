//! Pieces as Arrow has them: what the tests hold a file against.

use std::sync::Arc;

use arrow_array::builder::{
    Float32Builder, Int32Builder, ListBuilder, MapBuilder, MapFieldNames, StringBuilder,
};
use arrow_array::types::Int8Type;
use arrow_array::{
    ArrayRef, BooleanArray, Date32Array, DictionaryArray, Float32Array, Int8Array, Int16Array, Int32Array,
    Int64Array, RecordBatch, StringArray, TimestampMillisecondArray,
};
use arrow_schema::{DataType, Field};

use super::column::{Column, ColumnType};
use super::column_set::ColumnSet;
use super::columns::{Codes, NO_LIST, Numbers, RowBatch, Texts, Values};
use super::schema::COLUMNS;

/// A piece, column by column and value by value.
pub(super) fn as_arrow(piece: &RowBatch) -> RecordBatch {
    let arrays = COLUMNS.iter().zip(piece.values()).map(|(column, values)| array(column, values));
    RecordBatch::try_new(ColumnSet::every().arrow_schema(), arrays.collect()).unwrap()
}

fn array(column: &Column, values: &Values) -> ArrayRef {
    match (column.kind, values) {
        (ColumnType::Text, Values::Texts(list)) => Arc::new(StringArray::from_iter(texts(list))),
        (ColumnType::Term(lexicon), Values::Numbers(list)) => Arc::new(StringArray::from_iter(
            numbers(list).map(|number| number.map(|number| lexicon.text(number as usize))),
        )),
        (ColumnType::Word(vocabulary), Values::Codes(codes)) => {
            let keys: Int8Array =
                codes.values().iter().map(|code| there(*code).map(|code| code as i8)).collect();
            let words = StringArray::from(vocabulary.words());
            Arc::new(DictionaryArray::<Int8Type>::new(keys, Arc::new(words)))
        }
        (ColumnType::Boolean, Values::Codes(codes)) => {
            let flags = codes.values().iter().map(|code| there(*code).map(|code| code == 1));
            Arc::new(flags.collect::<BooleanArray>())
        }
        (ColumnType::Int16, Values::Numbers(list)) => {
            Arc::new(numbers(list).map(|number| number.map(|number| number as i16)).collect::<Int16Array>())
        }
        (ColumnType::Int32, Values::Numbers(list)) => Arc::new(numbers(list).collect::<Int32Array>()),
        (ColumnType::Float32, Values::Numbers(list)) => Arc::new(
            numbers(list)
                .map(|bits| bits.map(|bits| f32::from_bits(bits.cast_unsigned())))
                .collect::<Float32Array>(),
        ),
        (ColumnType::Date, Values::Numbers(list)) => Arc::new(numbers(list).collect::<Date32Array>()),
        (ColumnType::Int64, Values::Longs(_)) => Arc::new(longs(values).collect::<Int64Array>()),
        (ColumnType::Timestamp, Values::Longs(_)) => {
            Arc::new(longs(values).collect::<TimestampMillisecondArray>().with_timezone("UTC"))
        }
        (ColumnType::TextList, Values::TextLists(lists)) => {
            let DataType::List(field) = column.kind.data_type() else { panic!("a list") };
            let mut builder = ListBuilder::new(StringBuilder::new()).with_field(field);
            let mut items = texts(&lists.items);
            for count in &lists.counts {
                match *count {
                    NO_LIST => builder.append_null(),
                    count => builder.append_value(items.by_ref().take(count as usize)),
                }
            }
            Arc::new(builder.finish())
        }
        (ColumnType::IntList, Values::NumberLists(lists)) => {
            let DataType::List(field) = column.kind.data_type() else { panic!("a list") };
            let mut builder = ListBuilder::new(Int32Builder::new()).with_field(field);
            let mut items = numbers(&lists.items);
            for count in &lists.counts {
                match *count {
                    NO_LIST => builder.append_null(),
                    count => builder.append_value(items.by_ref().take(count as usize)),
                }
            }
            Arc::new(builder.finish())
        }
        (ColumnType::FloatList, Values::NumberLists(lists)) => {
            let DataType::List(field) = column.kind.data_type() else { panic!("a list") };
            let mut builder = ListBuilder::new(Float32Builder::new()).with_field(field);
            let mut items =
                numbers(&lists.items).map(|bits| bits.map(|bits| f32::from_bits(bits.cast_unsigned())));
            for count in &lists.counts {
                match *count {
                    NO_LIST => builder.append_null(),
                    count => builder.append_value(items.by_ref().take(count as usize)),
                }
            }
            Arc::new(builder.finish())
        }
        (ColumnType::TextMap, Values::TextMaps(maps)) => {
            let names = ["key_value", "key", "value"].map(str::to_owned);
            let [entry, key, value] = names;
            let names = MapFieldNames { entry, key, value };
            let mut builder = MapBuilder::new(Some(names), StringBuilder::new(), StringBuilder::new())
                .with_keys_field(Arc::new(Field::new("key", DataType::Utf8, false)));
            let mut pairs = texts(&maps.keys).zip(texts(&maps.values));
            for count in &maps.counts {
                for (key, value) in pairs.by_ref().take(*count as usize) {
                    builder.keys().append_option(key);
                    builder.values().append_option(value);
                }
                builder.append(true).unwrap();
            }
            Arc::new(builder.finish())
        }
        (kind, values) => panic!("{kind:?} as {values:?}"),
    }
}

fn texts(list: &Texts) -> impl Iterator<Item = Option<&str>> {
    list.iter(0..list.len()).map(|text| text.map(|text| str::from_utf8(text).unwrap()))
}

fn numbers(list: &Numbers) -> impl Iterator<Item = Option<i32>> {
    list.values().iter().map(|number| (*number != Numbers::NONE).then_some(*number))
}

fn longs(values: &Values) -> impl Iterator<Item = Option<i64>> {
    let Values::Longs(list) = values else { panic!("long numbers") };
    let (numbers, known) = list.values();
    numbers.iter().zip(known).map(|(number, known)| known.then_some(*number))
}

fn there(code: u8) -> Option<u8> {
    (code != Codes::NONE).then_some(code)
}
