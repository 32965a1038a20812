//! Which ends are automatic: the Laws in force.
//!
//! Owns the profiles, as data. A profile says at what a game is over by itself; what a player may claim is a fact of the
//! game under any of them.

/// A set of rules in force.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Laws {
    /// The same position for the fifth time ends the game (9.6.1).
    pub fivefold_ends: bool,
    /// Seventy-five moves without capture or pawn move end the game (9.6.2).
    pub seventy_five_ends: bool,
}

/// Half-moves without capture or pawn's move after which a draw may be claimed (9.3).
pub const FIFTY_MOVES: u32 = 100;

/// Half-moves without capture or pawn's move that end the game (9.6.2).
pub const SEVENTY_FIVE_MOVES: u32 = 150;

/// The day on which the Laws with article 9.6 came into force: 2014-07-01, in days since 1970-01-01.
const FIVEFOLD_IN_FORCE: i32 = 16_252;

impl Laws {
    /// The FIDE Laws as they have stood since 2014-07-01, as far as the end of a game goes.
    pub const FIDE: Laws = Laws { fivefold_ends: true, seventy_five_ends: true };
    /// The FIDE Laws before: mate, stalemate and dead positions alone end a game by themselves.
    pub const FIDE_1997: Laws = Laws { fivefold_ends: false, seventy_five_ends: false };

    /// The FIDE Laws in force on a day, in days since 1970-01-01; today's where no date is known.
    pub fn in_force_on(day: Option<i32>) -> &'static Laws {
        match day {
            Some(day) if day < FIVEFOLD_IN_FORCE => &Laws::FIDE_1997,
            Some(_) | None => &Laws::FIDE,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fivefold_repetition_ends_games_since_july_2014() {
        assert_eq!(*Laws::in_force_on(Some(16_251)), Laws::FIDE_1997);
        assert_eq!(*Laws::in_force_on(Some(16_252)), Laws::FIDE);
        assert_eq!(*Laws::in_force_on(None), Laws::FIDE);
    }
}
