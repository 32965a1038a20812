//! Dates and times as tags write them.
//!
//! Owns the calendar: days are counted from 1970-01-01.

/// Days since 1970-01-01 of a whole date that the calendar has; `None` for any other text.
pub fn calendar_date(value: &str) -> Option<i32> {
    let [y1, y2, y3, y4, b'.' | b'-' | b'/', m1, m2, b'.' | b'-' | b'/', d1, d2] = *value.as_bytes() else {
        return None;
    };
    day_number(number([y1, y2, y3, y4])?, number([m1, m2])?, number([d1, d2])?)
}

/// The latest day that a date with question marks can mean: `2013.??.??` is at the latest 2013-12-31.
pub(super) fn latest_day(value: &str) -> Option<i32> {
    let mut parts = value.split(['.', '-', '/']);
    let year = number::<4>(parts.next()?.as_bytes().try_into().ok()?)?;
    let month = parts.next().and_then(|month| number::<2>(month.as_bytes().try_into().ok()?));
    let month = month.filter(|month| (1..=12).contains(month)).unwrap_or(12);
    day_number(year, month, last_day(year, month))
}

/// The number that digits stand for, if all are digits.
fn number<const LENGTH: usize>(digits: [u8; LENGTH]) -> Option<i32> {
    let digits = digits.map(|digit| digit.wrapping_sub(b'0'));
    digits
        .iter()
        .all(|digit| *digit < 10)
        .then(|| digits.iter().fold(0, |sum, digit| sum * 10 + i32::from(*digit)))
}

/// The last day of a month, of which the number is from 1 to 12.
fn last_day(year: i32, month: i32) -> i32 {
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    match month {
        2 => 28 + i32::from(leap),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Days since 1970-01-01 of a day that the calendar has.
fn day_number(year: i32, month: i32, day: i32) -> Option<i32> {
    if !(1..=12).contains(&month) || !(1..=last_day(year, month)).contains(&day) {
        return None;
    }
    // Count from 1 March, so that the leap day is the last of the year; 719,468 days lie between 0000-03-01 and 1970-01-01.
    let (years, months) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let leap_days = years.div_euclid(4) - years.div_euclid(100) + years.div_euclid(400);
    Some(years * 365 + leap_days + (153 * months + 2) / 5 + day - 1 - 719_468)
}

/// Seconds since midnight of `HH:MM:SS`.
pub fn read_time(value: &str) -> Option<u32> {
    let [h1, h2, b':', m1, m2, b':', s1, s2] = *value.as_bytes() else { return None };
    let pair = |tens: u8, ones: u8| {
        (tens.is_ascii_digit() && ones.is_ascii_digit())
            .then(|| u32::from(tens - b'0') * 10 + u32::from(ones - b'0'))
    };
    let (hours, minutes, seconds) = (pair(h1, h2)?, pair(m1, m2)?, pair(s1, s2)?);
    (hours < 24 && minutes < 60 && seconds < 60).then_some((hours * 60 + minutes) * 60 + seconds)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn dates_count_from_1970() {
        for (date, days) in [
            ("1970.01.01", 0),
            ("2000.02.29", 11_016),
            ("2014.07.01", 16_252),
            ("1969.12.31", -1),
            ("2024-12-31", 20_088),
        ] {
            assert_eq!(calendar_date(date), Some(days), "{date}");
        }
        for date in
            ["2023.02.29", "1900.02.29", "2020.00.10", "2020.01.32", "2020.1.1", "????.??.??", "2020.01.??"]
        {
            assert_eq!(calendar_date(date), None, "{date}");
        }
    }

    #[test]
    fn a_date_in_part_is_the_latest_day_it_can_mean() {
        for (date, day) in [
            ("2013.??.??", "2013.12.31"),
            ("2014.06.??", "2014.06.30"),
            ("2012.02.??", "2012.02.29"),
            ("1851", "1851.12.31"),
            ("2013.13.45", "2013.12.31"),
        ] {
            assert_eq!(latest_day(date), calendar_date(day), "{date}");
        }
        assert_eq!(latest_day("soon"), None);
    }

    proptest! {
        /// The slow twin writes out the dates that it could be.
        #[test]
        fn the_latest_day_is_that_of_the_latest_date(value in "[0-9?]{0,5}([./-][0-9?]{0,3}){0,3}") {
            let mut parts = value.split(['.', '-', '/']);
            let (year, month) = (parts.next().unwrap(), parts.next().unwrap_or("??"));
            let last = |month: &str| (28..=31).rev().find_map(|day| calendar_date(&format!("{year}.{month}.{day}")));
            prop_assert_eq!(latest_day(&value), last(month).or_else(|| last("12")));
        }
    }
}
