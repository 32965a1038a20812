//! Which ends are automatic, and what a flag fall needs: the Laws in force.
//!
//! Owns the profiles, as data in one table. A profile says at what a game is over by itself and who can't lose when time runs out; what
//! a player may claim, and what the sites' tests say, are facts of the game under any of them.

use std::fmt;

/// A set of rules in force, as far as the end of a game goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Laws {
    /// The same position for the third time ends the game by itself (under FIDE Laws a claim, 9.2).
    pub threefold_ends: bool,
    /// Fifty moves without capture or pawn move end the game by themselves (under FIDE Laws a claim, 9.3).
    pub fifty_ends: bool,
    /// The same position for the fifth time ends the game (9.6.1).
    pub fivefold_ends: bool,
    /// Seventy-five moves without capture or pawn move end the game (9.6.2).
    pub seventy_five_ends: bool,
    /// What ends a game because nobody can mate.
    pub dead: DeadRule,
    /// Who can't win when the opponent's time runs out.
    pub flag_fall: FlagRule,
    /// A player who resigns doesn't lose if the opponent can't mate (5.1.2).
    pub resignation_needs_mate: bool,
}

/// What ends a game because nobody can mate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DeadRule {
    /// No series of legal moves leads to mate (5.2.2).
    AnyMoves,
    /// The material test of Lichess ([`crate::rules::material`]).
    Material,
    /// The table of chess.com: neither side has more than it needs to win on time ([`crate::rules::timeout::chesscom_can_mate`]).
    ChesscomTable,
}

/// Who can't win when the opponent's time runs out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FlagRule {
    /// Who can't mate by any series of legal moves (6.9).
    AnyMoves,
    /// Who lacks the material by the test of Lichess.
    Lichess,
    /// Who lacks the material by the test of chess.com.
    Chesscom,
}

/// Half-moves without capture or pawn's move after which a draw may be claimed (9.3).
pub const FIFTY_MOVES: u32 = 100;

/// Half-moves without capture or pawn's move that end the game (9.6.2).
pub const SEVENTY_FIVE_MOVES: u32 = 150;

/// The day on which the Laws with article 9.6 came into force: 2014-07-01, in days since 1970-01-01.
const FIVEFOLD_IN_FORCE: i32 = 16_252;
/// The day on which the Laws with today's article 5.1.2 came into force: 2023-01-01.
const RESIGNATION_IN_FORCE: i32 = 19_358;
/// The day since which Lichess ends a game at the fifth occurrence of a position: 2020-01-14 (scalachess).
const LICHESS_FIVEFOLD: i32 = 18_275;

impl Laws {
    /// The FIDE Laws before 2014-07-01: mate, stalemate and dead positions alone end a game by themselves.
    pub const FIDE_1997: Laws = Laws {
        threefold_ends: false,
        fifty_ends: false,
        fivefold_ends: false,
        seventy_five_ends: false,
        dead: DeadRule::AnyMoves,
        flag_fall: FlagRule::AnyMoves,
        resignation_needs_mate: false,
    };
    /// The FIDE Laws from 2014-07-01 to 2022.
    pub const FIDE_2014: Laws = Laws { fivefold_ends: true, seventy_five_ends: true, ..Laws::FIDE_1997 };
    /// The FIDE Laws since 2023.
    pub const FIDE: Laws = Laws { resignation_needs_mate: true, ..Laws::FIDE_2014 };
    /// Lichess before 2020-01-14.
    const LICHESS_2013: Laws =
        Laws { fifty_ends: true, dead: DeadRule::Material, flag_fall: FlagRule::Lichess, ..Laws::FIDE_1997 };
    /// Lichess (scalachess): fifty moves and the fifth occurrence end a game, and so does material alone.
    pub const LICHESS: Laws = Laws { fivefold_ends: true, ..Laws::LICHESS_2013 };
    /// chess.com: the third occurrence and fifty moves end a game, and so does material alone.
    pub const CHESSCOM: Laws = Laws {
        threefold_ends: true,
        fifty_ends: true,
        dead: DeadRule::ChesscomTable,
        flag_fall: FlagRule::Chesscom,
        ..Laws::FIDE_1997
    };
    /// Play without an arbiter at hand: what could be claimed ends a game by itself.
    pub const ONLINE: Laws = Laws { threefold_ends: true, fifty_ends: true, ..Laws::FIDE };
}

/// Which Laws to rule by: the choice of `--laws`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Profile {
    /// The FIDE Laws of the game's date; today's where no date is known.
    #[default]
    Auto,
    /// The FIDE Laws of today.
    Fide,
    /// The FIDE Laws before 2014-07-01.
    Fide1997,
    /// Lichess.
    Lichess,
    /// chess.com.
    Chesscom,
    /// Play without an arbiter at hand.
    Online,
}

impl Profile {
    /// All of them.
    pub const ALL: [Profile; 6] = [
        Profile::Auto,
        Profile::Fide,
        Profile::Fide1997,
        Profile::Lichess,
        Profile::Chesscom,
        Profile::Online,
    ];

    /// The word on the command line and in the manifest.
    pub const fn as_str(self) -> &'static str {
        match self {
            Profile::Auto => "auto",
            Profile::Fide => "fide",
            Profile::Fide1997 => "fide1997",
            Profile::Lichess => "lichess",
            Profile::Chesscom => "chesscom",
            Profile::Online => "online",
        }
    }

    /// The Laws for a game played on a day, in days since 1970-01-01. `Auto` and `Lichess` changed over time.
    pub fn in_force_on(self, day: Option<i32>) -> &'static Laws {
        let before = |change: i32| day.is_some_and(|day| day < change);
        match self {
            Profile::Auto if before(FIVEFOLD_IN_FORCE) => &Laws::FIDE_1997,
            Profile::Auto if before(RESIGNATION_IN_FORCE) => &Laws::FIDE_2014,
            Profile::Auto | Profile::Fide => &Laws::FIDE,
            Profile::Fide1997 => &Laws::FIDE_1997,
            Profile::Lichess if before(LICHESS_FIVEFOLD) => &Laws::LICHESS_2013,
            Profile::Lichess => &Laws::LICHESS,
            Profile::Chesscom => &Laws::CHESSCOM,
            Profile::Online => &Laws::ONLINE,
        }
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_laws_of_a_game_are_those_of_its_day() {
        let auto = |day| *Profile::Auto.in_force_on(day);
        assert_eq!(auto(Some(16_251)), Laws::FIDE_1997);
        assert_eq!(auto(Some(16_252)), Laws::FIDE_2014);
        assert_eq!(auto(Some(19_357)), Laws::FIDE_2014);
        assert_eq!(auto(Some(19_358)), Laws::FIDE);
        assert_eq!(auto(None), Laws::FIDE);
        assert!(!Profile::Lichess.in_force_on(Some(18_274)).fivefold_ends);
        assert!(Profile::Lichess.in_force_on(Some(18_275)).fivefold_ends);
    }

    #[test]
    fn a_profile_that_is_named_is_in_force_on_every_day() {
        for profile in [Profile::Fide, Profile::Fide1997, Profile::Chesscom, Profile::Online] {
            assert_eq!(profile.in_force_on(Some(0)), profile.in_force_on(None));
        }
    }
}
