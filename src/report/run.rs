//! What belongs to a run and not to its input: time, threads, rate.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};

use crate::pipeline::tally::Audit;

/// One run.
#[derive(Clone, Copy, Debug)]
pub struct Run {
    /// When it began.
    pub started: SystemTime,
    /// How long it took.
    pub elapsed: Duration,
    /// How many threads it used.
    pub threads: usize,
}

impl Run {
    /// Seconds, never 0.
    fn seconds(&self) -> f64 {
        self.elapsed.as_secs_f64().max(1e-6)
    }

    /// Games a second.
    pub fn games_per_second(&self, audit: &Audit) -> f64 {
        audit.ledger.games as f64 / self.seconds()
    }

    /// Bytes of text a second.
    pub fn bytes_per_second(&self, audit: &Audit) -> f64 {
        audit.ledger.bytes as f64 / self.seconds()
    }

    /// For programs.
    pub fn json(&self, audit: &Audit) -> Value {
        json!({
            "started_at": timestamp(self.started),
            "seconds": (self.seconds() * 1e6).round() / 1e6,
            "threads": self.threads,
            "games_per_second": self.games_per_second(audit).round(),
            "bytes_per_second": self.bytes_per_second(audit).round(),
        })
    }
}

/// A time in UTC, as ISO 8601 has it.
fn timestamp(time: SystemTime) -> String {
    let seconds = time.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let (days, second) = (seconds / 86_400, seconds % 86_400);
    // Years of 365.2425 days that begin in March, so that the leap day comes last (the proleptic Gregorian calendar).
    let day = days + 719_468;
    let era = day / 146_097;
    let day = day % 146_097;
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, carry) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    let year = year + era * 400 + carry;
    let (hour, minute, second) = (second / 3_600, second / 60 % 60, second % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_those_of_the_calendar() {
        let at = |seconds| timestamp(UNIX_EPOCH + Duration::from_secs(seconds));
        assert_eq!(at(0), "1970-01-01T00:00:00Z");
        assert_eq!(at(951_782_399), "2000-02-28T23:59:59Z");
        assert_eq!(at(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(at(951_868_800), "2000-03-01T00:00:00Z");
        assert_eq!(at(1_404_172_800), "2014-07-01T00:00:00Z");
        assert_eq!(at(4_107_542_399), "2100-02-28T23:59:59Z");
        assert_eq!(at(4_107_542_400), "2100-03-01T00:00:00Z");
    }
}
