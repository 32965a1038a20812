//! What belongs to a run and not to its input: time, threads, rate, and what the solver's questions took.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};

use crate::pipeline::tally::Audit;
use crate::report::prospect::word;
use crate::rules::winnable::statistics::{Slowest, Statistics};

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
            "solver": solver(&audit.solver),
        })
    }
}

/// What it took to find out who could still mate.
fn solver(statistics: &Statistics) -> Value {
    let Statistics { queries, undecided, fast_tests, full_searches, slowest } = statistics;
    let slowest = slowest.as_ref().map(|Slowest { time, fen, side }| {
        json!({
            "milliseconds": (time.as_secs_f64() * 1e6).round() / 1e3,
            "fen": fen,
            "side": word(*side),
        })
    });
    json!({
        "queries": queries,
        "fast_tests": fast_tests,
        "full_searches": full_searches,
        "undecided": undecided,
        "slowest": slowest,
    })
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
    use crate::chess::piece::Color;

    use super::*;

    #[test]
    fn the_solvers_slowest_question_is_told_in_milliseconds() {
        assert_eq!(solver(&Statistics::default())["slowest"], Value::Null);
        let slowest = Slowest {
            time: Duration::from_nanos(1_234_567),
            fen: "8/8/8/8/8/8/8/K1k5 w - - 0 1".to_owned(),
            side: Color::Black,
        };
        let told = solver(&Statistics {
            queries: 7,
            fast_tests: 3,
            slowest: Some(slowest),
            ..Statistics::default()
        });
        let expected = json!({
            "queries": 7,
            "fast_tests": 3,
            "full_searches": 0,
            "undecided": 0,
            "slowest": { "milliseconds": 1.235, "fen": "8/8/8/8/8/8/8/K1k5 w - - 0 1", "side": "black" },
        });
        assert_eq!(told, expected);
    }

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
