//! Rows of one partition, gathered from pieces that hold those of others too.
//!
//! Owns their copies: flat buffers that take little more than the values themselves, where an encoder takes half a megabyte before
//! its first row.

use std::mem;
use std::ops::Range;

use super::buffers::{Codes, Longs, Numbers, Texts, Values};
use super::list_buffers::{NumberLists, TextLists, TextMaps, items_of};
use super::row_batch::RowBatch;
use crate::table::column_set::ColumnSet;

/// What buffers without a row take, about, and what a row adds beside its texts.
const EMPTY_WEIGHT: usize = 32 << 10;
const ROW_WEIGHT: usize = 512;

/// Rows that wait to be encoded together.
#[derive(Debug)]
pub struct Gathered {
    values: Vec<Values>,
    rows: usize,
    text_bytes: usize,
    /// The place of the column whose numbers count from the first game of the piece that they came in.
    counted: Option<usize>,
}

impl Gathered {
    /// No row yet.
    pub fn new(columns: &ColumnSet) -> Gathered {
        let counted = columns.columns().position(|column| column.name == "game_index");
        Gathered { values: Vec::new(), rows: 0, text_bytes: 0, counted }
    }

    /// Copies rows of a piece, whose games count from `first_game` of their file.
    pub fn add(&mut self, piece: &RowBatch, rows: Range<usize>, first_game: i64) {
        if self.values.is_empty() {
            self.values = piece.values().iter().map(Values::none).collect();
        }
        self.rows += rows.len();
        self.text_bytes += piece.text_bytes(rows.clone());
        for (place, (own, others)) in self.values.iter_mut().zip(piece.values()).enumerate() {
            let base = if self.counted == Some(place) { first_game } else { 0 };
            own.append(others, rows.clone(), base);
        }
    }

    /// How many rows wait.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// How many bytes of text they hold.
    pub fn text_bytes(&self) -> usize {
        self.text_bytes
    }

    /// About how many bytes of memory they take.
    pub fn weight(&self) -> usize {
        EMPTY_WEIGHT + Gathered::weight_of(self.rows, self.text_bytes)
    }

    /// What some rows add to that.
    pub fn weight_of(rows: usize, text_bytes: usize) -> usize {
        rows.saturating_mul(ROW_WEIGHT).saturating_add(text_bytes)
    }

    /// All of them as one piece, whose games count from 0.
    pub fn take(&mut self) -> RowBatch {
        self.text_bytes = 0;
        RowBatch::of(mem::take(&mut self.rows), mem::take(&mut self.values))
    }
}

impl Values {
    /// Of the same kind, and none.
    fn none(&self) -> Values {
        match self {
            Values::Texts(_) => Values::Texts(Texts::default()),
            Values::Numbers(_) => Values::Numbers(Numbers::default()),
            Values::Longs(_) => Values::Longs(Longs::default()),
            Values::Codes(_) => Values::Codes(Codes::default()),
            Values::TextLists(_) => Values::TextLists(TextLists::default()),
            Values::NumberLists(_) => Values::NumberLists(NumberLists::default()),
            Values::TextMaps(_) => Values::TextMaps(TextMaps::default()),
        }
    }

    /// Copies the values of some rows of the same column; `base` is added to long numbers.
    fn append(&mut self, others: &Values, rows: Range<usize>, base: i64) {
        match (self, others) {
            (Values::Texts(own), Values::Texts(others)) => own.append(others, rows),
            (Values::Numbers(own), Values::Numbers(others)) => own.append(others, rows),
            (Values::Longs(own), Values::Longs(others)) => own.append(others, rows, base),
            (Values::Codes(own), Values::Codes(others)) => own.append(others, rows),
            (Values::TextLists(own), Values::TextLists(others)) => {
                own.items.append(&others.items, items_of(&others.counts, rows.clone()));
                own.counts.extend_from_slice(&others.counts[rows]);
            }
            (Values::NumberLists(own), Values::NumberLists(others)) => {
                own.items.append(&others.items, items_of(&others.counts, rows.clone()));
                own.counts.extend_from_slice(&others.counts[rows]);
            }
            (Values::TextMaps(own), Values::TextMaps(others)) => {
                let pairs = items_of(&others.counts, rows.clone());
                own.keys.append(&others.keys, pairs.clone());
                own.values.append(&others.values, pairs);
                own.counts.extend_from_slice(&others.counts[rows]);
            }
            // Pieces of a run are all built by the same list of columns.
            (Values::Texts(_) | Values::Numbers(_) | Values::Longs(_), _)
            | (Values::Codes(_) | Values::TextLists(_) | Values::NumberLists(_) | Values::TextMaps(_), _) => {
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::columns::{Columns, piece_by_chance};
    use crate::table::specimen::Specimen;

    #[test]
    fn rows_gathered_one_by_one_are_those_of_the_whole() {
        for seed in 0..20 {
            let piece = piece_by_chance(seed, 150);
            for step in [1, 7, 150] {
                let mut gathered = Gathered::new(&ColumnSet::every());
                for start in (0..150).step_by(step) {
                    gathered.add(&piece, start..150.min(start + step), 0);
                }
                assert_eq!((gathered.rows(), gathered.text_bytes()), (150, piece.text_bytes(0..150)));
                assert!(gathered.take() == piece, "seed {seed}, {step} at a time");
                assert_eq!((gathered.rows(), gathered.text_bytes()), (0, 0));
            }
        }
    }

    #[test]
    fn games_keep_their_numbers_wherever_their_piece_began() {
        let columns = ColumnSet::read("White,game_index,byte_offset").unwrap();
        let mut builders = Columns::new(&columns);
        let specimen = Specimen::legal(1);
        let mut expected = Gathered::new(&columns);
        let mut gathered = Gathered::new(&columns);
        for first_game in [0, 70, 5_000] {
            builders.push(&specimen.row(3));
            gathered.add(&builders.finish(), 0..1, first_game);
            let index = first_game + 3;
            builders.push(&crate::table::GameRow { game_index: index, ..specimen.row(3) });
            expected.add(&builders.finish(), 0..1, 0);
        }
        assert_eq!(gathered.take(), expected.take());
    }
}
