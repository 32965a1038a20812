//! How likely White is to win, by an engine's centipawns.
//!
//! Owns Lichess's curve (lichess.org/page/accuracy; `WinPercent` in lichess-org/scalachess; the constant is that of lila pull request 11148,
//! fitted to games played there) and the mover's view of an evaluation.

use super::exponential::{decay, series};
use crate::chess::piece::Color;
use crate::pgn::annotations::eval::Eval;

/// The steepness of the curve, per centipawn.
pub(super) const STEEPNESS: f64 = 0.003_682_08;

/// Evaluations count as no more than this, and a mate as so much (`Cp.CEILING` in scalachess).
pub(super) const CEILING: i32 = 1000;

/// What Lichess takes the start of a game for, whatever the position (`Cp.initial` in scalachess).
pub(super) const START: Eval = Eval::Centipawns(15);

/// What is won in percent for -1000 to 1000 centipawns.
static PERCENTS: [f64; 2 * CEILING as usize + 1] = {
    let mut percents = [50.0; 2 * CEILING as usize + 1];
    let mut centipawns = 1;
    while centipawns <= CEILING as usize {
        let chances = 2.0 / (1.0 + 1.0 / series(STEEPNESS * centipawns as f64)) - 1.0;
        percents[CEILING as usize + centipawns] = 50.0 + 50.0 * chances;
        percents[CEILING as usize - centipawns] = 50.0 - 50.0 * chances;
        centipawns += 1;
    }
    percents
};

/// From 0, lost, to 100, won; centipawns up to the ceiling.
#[inline]
pub(super) fn win_percent(centipawns: i32) -> f64 {
    PERCENTS[(centipawns.clamp(-CEILING, CEILING) + CEILING) as usize]
}

/// From -1, lost, to 1, won, without a ceiling.
#[inline]
pub(super) fn winning_chances(centipawns: i32) -> f64 {
    if (-CEILING..=CEILING).contains(&centipawns) {
        return win_percent(centipawns) / 50.0 - 1.0;
    }
    let chances = 2.0 / (1.0 + decay(STEEPNESS * f64::from(centipawns.unsigned_abs()))) - 1.0;
    if centipawns < 0 { -chances } else { chances }
}

/// White's winning chances in a position after a move of `mover`: from -1, lost, to 1, won, though nothing counts as more than
/// the ceiling, which is 0.951.
#[inline]
pub fn whites_chances(eval: Eval, mover: Color) -> f64 {
    winning_chances(Outlook::of(eval, mover, Color::White).ceiled())
}

/// An evaluation as one player sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Outlook {
    /// No mate is seen: the player's centipawns.
    Centipawns(i32),
    /// The player mates, or has mated.
    Mating,
    /// The player is mated, or will be.
    Mated,
}

impl Outlook {
    /// What `eval` of the position after a move of `mover` is to `viewer`.
    #[inline]
    pub(super) fn of(eval: Eval, mover: Color, viewer: Color) -> Outlook {
        let is_for = |winner: Color| if winner == viewer { Outlook::Mating } else { Outlook::Mated };
        match eval {
            Eval::Centipawns(centipawns) => Outlook::Centipawns(match viewer {
                Color::White => centipawns,
                Color::Black => centipawns.saturating_neg(),
            }),
            Eval::Mate(1..) => is_for(Color::White),
            Eval::Mate(..=-1) => is_for(Color::Black),
            // Whoever is to move is mated.
            Eval::Mate(0) => is_for(mover),
        }
    }

    /// In centipawns, at most the ceiling.
    #[inline]
    pub(super) fn ceiled(self) -> i32 {
        match self {
            Outlook::Centipawns(centipawns) => centipawns.clamp(-CEILING, CEILING),
            Outlook::Mating => CEILING,
            Outlook::Mated => -CEILING,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_published_points_of_the_curve_are_met() {
        assert_eq!(winning_chances(0), 0.0);
        assert_eq!(win_percent(0), 50.0);
        for (centipawns, percent) in
            [(15, 51.3804), (100, 59.1026), (300, 75.1126), (1000, 97.5447), (-1000, 2.4553)]
        {
            assert!(
                (win_percent(centipawns) - percent).abs() < 0.000_05,
                "{centipawns}: {}",
                win_percent(centipawns)
            );
        }
        assert_eq!(winning_chances(i32::MAX), 1.0);
        assert_eq!(winning_chances(i32::MIN), -1.0);
    }

    proptest! {
        #[test]
        fn the_table_is_the_formula(centipawns in prop_oneof![-1100i32..1100, any::<i32>()]) {
            let formula = 2.0 / (1.0 + (-STEEPNESS * f64::from(centipawns)).exp()) - 1.0;
            prop_assert!((winning_chances(centipawns) - formula).abs() < 1e-14);
            prop_assert!((winning_chances(centipawns) + winning_chances(centipawns.saturating_neg())).abs() < 1e-14);
        }
    }

    #[test]
    fn whites_chances_are_whites_whoever_has_moved() {
        for mover in Color::ALL {
            assert_eq!(whites_chances(Eval::Centipawns(-300), mover), winning_chances(-300));
            assert_eq!(whites_chances(Eval::Centipawns(4000), mover), winning_chances(1000));
            assert_eq!(whites_chances(Eval::Mate(-2), mover), winning_chances(-1000));
        }
        assert_eq!(whites_chances(Eval::Mate(0), Color::Black), winning_chances(-1000));
    }

    #[test]
    fn a_mate_of_nought_is_the_movers() {
        for mover in Color::ALL {
            assert_eq!(Outlook::of(Eval::Mate(0), mover, mover), Outlook::Mating);
            assert_eq!(Outlook::of(Eval::Mate(0), mover, !mover), Outlook::Mated);
        }
        assert_eq!(Outlook::of(Eval::Mate(-2), Color::White, Color::Black).ceiled(), 1000);
        assert_eq!(Outlook::of(Eval::Centipawns(i32::MIN), Color::White, Color::Black).ceiled(), 1000);
    }
}
