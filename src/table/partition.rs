//! By what the files of the games are parted: folders named after the year and the month of the games in them.
//!
//! Owns the names, which are Hive's, so that readers take them for columns: `year=2024/month=01`, as the public Lichess datasets have
//! them. What a folder's name tells, its files leave out.

use std::path::{Path, PathBuf};

use crate::pgn::months::YearMonth;

/// What Hive, Spark, DuckDB, Polars and pyarrow take for null in the name of a folder.
const NULL: &str = "__HIVE_DEFAULT_PARTITION__";

/// What the name of a folder tells of all games in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Key {
    /// The column.
    pub(super) name: &'static str,
    /// Its value.
    pub(super) value: Option<i64>,
}

/// What the folders that a file lies in tell of its games, from the innermost outwards as far as they are keys.
pub(super) fn keys_of(file: &Path) -> Vec<Key> {
    let key = |folder: &Path| {
        let (name, value) = folder.file_name()?.to_str()?.split_once('=')?;
        let name = Partition::YearMonth.keys().iter().find(|key| **key == name)?;
        let value = if value == NULL { None } else { Some(value.parse().ok()?) };
        Some(Key { name, value })
    };
    file.ancestors().skip(1).map_while(key).collect()
}

/// By what games are parted.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Partition {
    /// They are not.
    #[default]
    Whole,
    /// By their year.
    Year,
    /// By their year and month.
    YearMonth,
}

impl Partition {
    /// Reads the names of the keys, parted by commas.
    ///
    /// # Errors
    ///
    /// A sentence that says what can be named.
    pub fn read(text: &str) -> Result<Partition, String> {
        let keys: Vec<_> = text.split(',').map(|key| key.trim().to_ascii_lowercase()).collect();
        [Partition::Year, Partition::YearMonth]
            .into_iter()
            .find(|partition| partition.keys() == keys)
            .ok_or_else(|| "games can be parted by year, or by year,month".to_owned())
    }

    /// The names of the keys, the outer folder's first.
    pub const fn keys(self) -> &'static [&'static str] {
        match self {
            Partition::Whole => &[],
            Partition::Year => &["year"],
            Partition::YearMonth => &["year", "month"],
        }
    }

    /// Where a game belongs: what is not a key is not told.
    #[inline]
    pub(super) const fn key(self, date: YearMonth) -> YearMonth {
        match self {
            Partition::Whole => YearMonth { year: None, month: None },
            Partition::Year => YearMonth { year: date.year, month: None },
            Partition::YearMonth => date,
        }
    }

    /// The folder of a key, below the table's.
    pub(super) fn folder(self, key: YearMonth) -> PathBuf {
        let year = || key.year.map_or(NULL.to_owned(), |year| year.to_string());
        let month = || key.month.map_or(NULL.to_owned(), |month| format!("{month:02}"));
        match self {
            Partition::Whole => PathBuf::new(),
            Partition::Year => PathBuf::from(format!("year={}", year())),
            Partition::YearMonth => PathBuf::from(format!("year={}/month={}", year(), month())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_read_in_their_order() {
        assert_eq!(Partition::read("year"), Ok(Partition::Year));
        assert_eq!(Partition::read("Year, month"), Ok(Partition::YearMonth));
        for text in ["", "month", "month,year", "year,", "day", "year,month,day"] {
            assert!(Partition::read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn what_is_written_into_names_is_read_from_them() {
        for (year, month) in [(Some(2024), Some(1)), (Some(987), None), (None, None)] {
            let folder = Partition::YearMonth.folder(YearMonth { year, month });
            let file = Path::new("year=1999/out/games").join(folder).join("part-00000.parquet");
            let [year, month] = [("year", year.map(i64::from)), ("month", month.map(i64::from))]
                .map(|(name, value)| Key { name, value });
            assert_eq!(keys_of(&file), [month, year]);
        }
        for other in ["year=1999/games/a.parquet", "games/year=x/a.parquet", "games/day=1/a.parquet", ""] {
            assert_eq!(keys_of(Path::new(other)), [], "{other}");
        }
    }

    #[test]
    fn folders_have_the_names_that_hive_gives_them() {
        for (year, month, folder, by_year) in [
            (Some(2024), Some(1), "year=2024/month=01", "year=2024"),
            (Some(987), Some(12), "year=987/month=12", "year=987"),
            (Some(1895), None, "year=1895/month=__HIVE_DEFAULT_PARTITION__", "year=1895"),
            (
                None,
                None,
                "year=__HIVE_DEFAULT_PARTITION__/month=__HIVE_DEFAULT_PARTITION__",
                "year=__HIVE_DEFAULT_PARTITION__",
            ),
        ] {
            let key = YearMonth { year, month };
            assert_eq!(Partition::YearMonth.folder(key), PathBuf::from(folder));
            assert_eq!(Partition::Year.folder(key), PathBuf::from(by_year));
            assert_eq!(Partition::Whole.folder(key), PathBuf::new());
        }
    }
}
