//! `summary.parquet`: the games counted by what they have in common, small enough to load anywhere.
//!
//! Owns the sums, of which any two make a third, so that threads need not share one. Its size is that of the combinations that
//! occur, not of the games.

use std::collections::HashMap;
use std::fs::File;
use std::hash::BuildHasherDefault;
use std::io::BufWriter;
use std::path::Path;

use super::columns::{Codes, GameRow, Longs, Numbers, RowBatch, Values};
use super::error::TableError;
use super::list::SUMMARY;
use super::mixed::Mixed;
use super::parts::Part;
use super::table_file::{TableFile, TableKind};
use crate::pgn::claims::{Claims, NumberTag};
use crate::pgn::months::YearMonth;

/// What games have in common, as one number: null is 0, and the order of the numbers is that of the columns.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
struct Shared(u64);

/// Bits of each column, the last one first.
const RESULT_BITS: u32 = 8;
const RULING_BITS: u32 = 8;
const BIN_BITS: u32 = 10;
const SPEED_BITS: u32 = 8;
const MONTH_BITS: u32 = 4;

/// The width of a bin, and the bins below 0: ratings of -32,768 are read too.
const BIN: i32 = 100;
const BINS_BELOW: i32 = 328;

/// What is summed.
#[derive(Clone, Copy, Default, Debug)]
struct Sums {
    games: u64,
    plies: u64,
}

/// The sums over games.
#[derive(Default, Debug)]
pub struct Summary {
    sums: HashMap<Shared, Sums, BuildHasherDefault<Mixed>>,
}

impl Summary {
    /// Counts a game.
    pub fn add(&mut self, row: &GameRow<'_>) {
        let sums = self.sums.entry(Shared::of(row)).or_default();
        sums.games += 1;
        sums.plies += u64::from(row.facts.plies);
    }

    /// Adds another's sums.
    pub fn merge(&mut self, other: Summary) {
        for (shared, sums) in other.sums {
            let own = self.sums.entry(shared).or_default();
            own.games += sums.games;
            own.plies += sums.plies;
        }
    }

    /// All games.
    pub fn games(&self) -> u64 {
        self.sums.values().map(|sums| sums.games).sum()
    }

    /// Writes the file at `path`, and tells its size.
    ///
    /// # Errors
    ///
    /// If it can't be written.
    pub fn write(&self, path: &Path) -> Result<Part, TableError> {
        let kind = TableKind::new("summary", SUMMARY.iter().collect())?;
        let mut file = TableFile::of(BufWriter::new(File::create(path)?), kind)?;
        let batch = self.batch();
        let mut start = 0;
        while start < batch.rows() {
            let mut group = file.row_group()?;
            let slice = group.take(&batch, start, 0);
            group.write(&slice)?;
            start += slice.rows();
            file.append(group.close())?;
        }
        let file = file.close()?.into_inner().map_err(|error| error.into_error())?;
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Ok(Part { name, rows: batch.rows() as u64, bytes: file.metadata()?.len() })
    }

    /// One row for each combination, in the order of the columns, nulls first.
    fn batch(&self) -> RowBatch {
        let mut rows: Vec<_> = self.sums.iter().collect();
        rows.sort_unstable_by_key(|(shared, _)| **shared);
        let [mut year, mut month, mut bin] = [Numbers::default(), Numbers::default(), Numbers::default()];
        let [mut speed, mut ruling, mut result] = [Codes::default(), Codes::default(), Codes::default()];
        let [mut games, mut plies] = [Longs::default(), Longs::default()];
        for (shared, sums) in &rows {
            let mut rest = shared.0;
            let mut field = |bits: u32| {
                let field = rest & ((1 << bits) - 1);
                rest >>= bits;
                field.checked_sub(1)
            };
            let code = |field: Option<u64>| field.and_then(|field| u8::try_from(field).ok());
            let number = |field: Option<u64>| field.and_then(|field| i32::try_from(field).ok());
            result.push(code(field(RESULT_BITS)));
            ruling.push(code(field(RULING_BITS)));
            bin.push(number(field(BIN_BITS)).map(|bin| (bin - BINS_BELOW) * BIN));
            speed.push(code(field(SPEED_BITS)));
            month.push(number(field(MONTH_BITS)).map(|month| month + 1));
            year.push(number(rest.checked_sub(1)).map(|year| year + 1));
            games.push(i64::try_from(sums.games).ok());
            plies.push(i64::try_from(sums.plies).ok());
        }
        let [year, month, bin] = [year, month, bin].map(Values::Numbers);
        let [speed, ruling, result] = [speed, ruling, result].map(Values::Codes);
        let [games, plies] = [games, plies].map(Values::Longs);
        let values = vec![year, month, speed, bin, ruling, result, games, plies];
        RowBatch::of(rows.len(), values)
    }
}

impl Shared {
    fn of(row: &GameRow<'_>) -> Shared {
        let YearMonth { year, month } = row.tags.date;
        let speed = row.tags.speed;
        let coded = |code: Option<u8>| code.map_or(0, |code| u64::from(code) + 1);
        // Year and month begin at 1 themselves.
        let mut shared = u64::from(year.unwrap_or_default());
        let mut append = |bits: u32, field: u64| shared = shared << bits | field;
        append(MONTH_BITS, month.unwrap_or_default().into());
        append(SPEED_BITS, coded(speed.map(|speed| speed as u8)));
        append(BIN_BITS, rating_bin(row.claims).map_or(0, |bin| bin + 1));
        append(RULING_BITS, coded(Some(row.ruling.termination as u8)));
        append(RESULT_BITS, coded(row.ruling.result.map(|result| result as u8)));
        Shared(shared)
    }
}

/// The number of the bin that both ratings' mean lies in, counted from the lowest that a rating can have.
fn rating_bin(claims: &Claims<'_>) -> Option<u64> {
    let (white, black) = (claims.number(NumberTag::WhiteElo)?, claims.number(NumberTag::BlackElo)?);
    let bin = (i32::from(white) + i32::from(black)).div_euclid(2 * BIN) + BINS_BELOW;
    u64::try_from(bin).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::specimen::Specimen;

    fn summary(specimens: &[Specimen]) -> Summary {
        let mut summary = Summary::default();
        specimens.iter().for_each(|specimen| summary.add(&specimen.row(0)));
        summary
    }

    fn rated(white: i16, black: i16) -> Specimen {
        let mut specimen = Specimen::legal(1);
        specimen.claims.number[NumberTag::WhiteElo as usize] = Some(white);
        specimen.claims.number[NumberTag::BlackElo as usize] = Some(black);
        specimen
    }

    #[test]
    fn the_mean_of_two_ratings_is_rounded_down_to_a_hundred() {
        for (white, black, bin) in [
            (1_500, 1_499, 1_400),
            (1_500, 1_500, 1_500),
            (1_500, 1_701, 1_600),
            (0, 0, 0),
            (-1, 0, -100),
            (i16::MIN, i16::MIN, -32_800),
            (i16::MAX, i16::MAX, 32_700),
        ] {
            let found = rating_bin(&rated(white, black).claims).unwrap() as i32;
            assert_eq!((found - BINS_BELOW) * BIN, bin, "{white} {black}");
            assert!(found + 1 < 1 << BIN_BITS);
        }
        assert_eq!(rating_bin(&Specimen::legal(1).claims), None);
    }

    #[test]
    fn halves_make_a_whole_in_any_order() {
        let specimens: Vec<_> = (0..40).map(|number| rated(1_000 + 50 * number, 1_500)).collect();
        let whole = summary(&specimens);
        let (one, other) = specimens.split_at(17);
        for (first, second) in [(one, other), (other, one)] {
            let mut merged = summary(first);
            merged.merge(summary(second));
            assert_eq!(merged.batch(), whole.batch());
            assert_eq!(merged.games(), 40);
        }
    }
}
