//! Dates and times in quotes, as the numbers that the columns hold.

use crate::pgn::dates::{calendar_date, read_time};

const DAY: i64 = 24 * 60 * 60 * 1_000;

/// Days since 1970-01-01 of `2024-01-31`.
pub(super) fn day(text: &str) -> Option<i64> {
    calendar_date(text).map(i64::from)
}

/// Milliseconds since 1970-01-01T00:00:00Z of `2024-01-31`, which is its first moment, or of `2024-01-31T23:59:59Z`, in
/// which a blank may stand for the `T` and nothing for the `Z`.
pub(super) fn moment(text: &str) -> Option<i64> {
    let Some((date, time)) = text.split_once(['T', ' ']) else {
        return day(text).map(|day| day * DAY);
    };
    let seconds = read_time(time.strip_suffix('Z').unwrap_or(time))?;
    Some(day(date)? * DAY + i64::from(seconds) * 1_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_is_a_day_or_a_second_of_it() {
        assert_eq!(day("1970-01-02"), Some(1));
        assert_eq!(moment("1970-01-02"), Some(86_400_000));
        for text in ["1969-12-31T23:59:59Z", "1969-12-31 23:59:59", "1969.12.31 23:59:59"] {
            assert_eq!(moment(text), Some(-1_000), "{text}");
        }
        for text in ["", "T", "soon", "2024-01-31T", "2024-01-31T25:00:00", "2024-02-30", "2024-01-31T1:00"] {
            assert_eq!(moment(text), None, "{text}");
        }
    }
}
