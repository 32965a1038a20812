//! The times at which Lichess is known to have recorded games wrongly, as database.lichess.org lists them.
//!
//! Owns periods of some months at most, in which much of what a game says may be wrong. Not here are those of years, in which a few games are
//! (illegal castling up to August 2016, mate counts before 2016, tags that are missing up to December 2020): all games of that time would be
//! marked. Nor is June 2020, when players played themselves: `self_play` names those games.

/// Which games of a period are concerned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Concerned {
    All,
    /// Those of one variant.
    Variant(&'static str),
    /// Those of every variant but standard chess.
    Variants,
}

/// A period, in days since 1970-01-01, the last day included.
struct BadPeriod {
    first: i32,
    last: i32,
    concerned: Concerned,
}

static BAD_PERIODS: [BadPeriod; 7] = [
    // December 2016: evaluations.
    BadPeriod { first: 17_136, last: 17_166, concerned: Concerned::All },
    // July to 16 August 2020: evaluations.
    BadPeriod { first: 18_444, last: 18_490, concerned: Concerned::All },
    // December 2020 and January 2021: evaluations of variants.
    BadPeriod { first: 18_597, last: 18_658, concerned: Concerned::Variants },
    // 9 February 2021: games resigned after their end, and moves after it.
    BadPeriod { first: 18_667, last: 18_667, concerned: Concerned::All },
    // 12 March 2021: results, after a fire in a data centre.
    BadPeriod { first: 18_698, last: 18_698, concerned: Concerned::All },
    // December 2022: ratings.
    BadPeriod { first: 19_327, last: 19_357, concerned: Concerned::Variant("Antichess") },
    // November 2023: castling rights of rematches.
    BadPeriod { first: 19_662, last: 19_691, concerned: Concerned::Variant("Chess960") },
];

/// Whether a game of Lichess falls into such a period.
pub(super) fn is_known_bad(day: Option<i32>, variant: Option<&str>) -> bool {
    let Some(day) = day else { return false };
    let variant = variant.unwrap_or("Standard");
    BAD_PERIODS.iter().any(|period| {
        (period.first..=period.last).contains(&day)
            && match period.concerned {
                Concerned::All => true,
                Concerned::Variant(name) => variant == name,
                Concerned::Variants => variant != "Standard",
            }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bad_day_concerns_the_games_that_it_is_known_for() {
        assert!(is_known_bad(Some(18_698), None) && !is_known_bad(Some(18_699), None));
        assert!(
            is_known_bad(Some(19_662), Some("Chess960")) && !is_known_bad(Some(19_662), Some("Standard"))
        );
        assert!(is_known_bad(Some(18_600), Some("Atomic")) && !is_known_bad(Some(18_600), None));
        assert!(!is_known_bad(None, Some("Chess960")));
    }
}
