//! The month in which a game was played, as its tags tell.

use super::claims::{Claims, TextTag};

/// A year and a month of it, each as far as it is known. Without a year no month is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct YearMonth {
    /// From 1 to 9999.
    pub year: Option<u16>,
    /// From 1 to 12.
    pub month: Option<u8>,
}

impl YearMonth {
    /// Of the UTC date, else of what is whole of the local one.
    pub fn of(claims: &Claims<'_>) -> YearMonth {
        match claims.utc_date {
            Some(day) => YearMonth::of_day(day),
            None => claims.get(TextTag::Date).map_or(YearMonth::default(), YearMonth::of_date),
        }
    }

    /// Of a day, counted from 1970-01-01, in the proleptic Gregorian calendar.
    pub fn of_day(day: i32) -> YearMonth {
        // Years that begin in March, so that the leap day comes last: 719,468 days lie between 0000-03-01 and 1970-01-01.
        let day = i64::from(day) + 719_468;
        let (era, day) = (day.div_euclid(146_097), day.rem_euclid(146_097));
        let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
        let day = day - (365 * year + year / 4 - year / 100);
        let month = (5 * day + 2) / 153;
        let (month, carry) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
        match u16::try_from(year + era * 400 + carry) {
            Ok(year @ 1..=9999) => YearMonth { year: Some(year), month: u8::try_from(month).ok() },
            Ok(_) | Err(_) => YearMonth::default(),
        }
    }

    /// Of a date as the Date tag has it: `1992.08.31`, `1992.08.??`, `1992.??.??`, and nothing of any other text.
    pub fn of_date(date: &str) -> YearMonth {
        let mut parts = date.split(['.', '-', '/']);
        let mut digits = |length: usize| {
            let part = parts.next().filter(|part| part.len() == length)?;
            part.bytes()
                .try_fold(0, |sum, byte| byte.is_ascii_digit().then(|| sum * 10 + u16::from(byte - b'0')))
        };
        match digits(4).filter(|year| *year > 0) {
            None => YearMonth::default(),
            year => {
                let month = digits(2).and_then(|month| u8::try_from(month).ok());
                YearMonth { year, month: month.filter(|month| (1..=12).contains(month)) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::*;
    use crate::pgn::dates::calendar_date;

    #[test]
    fn a_day_lies_in_the_month_that_the_calendar_gives_it() {
        for year in [1, 1582, 1899, 1900, 1970, 2000, 2024, 9999] {
            for (month, last) in (1..=12).zip([31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]) {
                for day in [1, last] {
                    let days = calendar_date(&format!("{year:04}.{month:02}.{day:02}")).unwrap();
                    assert_eq!(YearMonth::of_day(days), YearMonth { year: Some(year), month: Some(month) });
                }
            }
        }
        for days in [i32::MIN, -719_529, 2_932_897, i32::MAX] {
            assert_eq!(YearMonth::of_day(days), YearMonth::default(), "{days}");
        }
    }

    #[test]
    fn of_a_date_what_is_whole_is_taken() {
        for (date, year, month) in [
            ("1992.08.31", Some(1992), Some(8)),
            ("1992-08-31", Some(1992), Some(8)),
            ("1992.08.??", Some(1992), Some(8)),
            ("1992.??.??", Some(1992), None),
            ("1992.13.01", Some(1992), None),
            ("1992.00.01", Some(1992), None),
            ("1992.8.31", Some(1992), None),
            ("1992", Some(1992), None),
            ("0000.08.31", None, None),
            ("????.08.??", None, None),
            ("31.08.1992", None, None),
            ("", None, None),
        ] {
            assert_eq!(YearMonth::of_date(date), YearMonth { year, month }, "{date}");
        }
    }

    #[test]
    fn the_utc_date_comes_before_the_local_one() {
        let mut claims = Claims::default();
        assert_eq!(YearMonth::of(&claims), YearMonth::default());
        claims.claim(TextTag::Date, Cow::Borrowed("2014.01.01"));
        assert_eq!(YearMonth::of(&claims), YearMonth { year: Some(2014), month: Some(1) });
        claims.utc_date = calendar_date("2013.12.31");
        assert_eq!(YearMonth::of(&claims), YearMonth { year: Some(2013), month: Some(12) });
    }
}
