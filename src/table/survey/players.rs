//! The players' ratings, and how games went by the gap between them.

use arrow_array::RecordBatch;
use arrow_schema::ArrowError;

use super::batch::numbers;
use super::results::{Results, Sum};
use super::spread::Spread;
use crate::chess::outcome::Outcome;

/// The columns of both.
const RATINGS: [&str; 2] = ["WhiteElo", "BlackElo"];

/// Rating points of a step, and how many steps are told apart on each side of none.
const STEP: i32 = 100;
const STEPS: i32 = 5;
const ALL_STEPS: usize = 2 * STEPS as usize + 1;

/// The ratings of all players: a game counts twice.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Ratings {
    /// Rating points; none where the player has no rating.
    pub points: Spread,
}

impl Ratings {
    pub(super) const COLUMNS: [&'static str; 2] = RATINGS;

    pub(super) fn take(&mut self, rows: &RecordBatch) -> Result<(), ArrowError> {
        for name in RATINGS {
            numbers(rows, name)?.into_iter().for_each(|points| self.points.count(points));
        }
        Ok(())
    }
}

/// Games by how far White's rating is above Black's.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Gaps {
    steps: [Step; ALL_STEPS],
}

#[derive(Clone, Copy, PartialEq, Default, Debug)]
struct Step {
    results: Results,
    /// The sum of what White was to score in the games that were won, drawn or lost.
    expected: f64,
}

/// A step of the gap.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Gap {
    /// The least gap; none where there is no limit.
    pub from: Option<i32>,
    /// The greatest gap; none where there is no limit.
    pub to: Option<i32>,
    /// How the games went.
    pub results: Results,
    /// What White was to score by Elo's formula, from 0 to 1, in the mean; none without such a game.
    pub expected: Option<f64>,
}

impl Gaps {
    pub(super) const COLUMNS: [&'static str; 2] = RATINGS;

    pub(super) fn take(&mut self, rows: &RecordBatch, results: &[Option<Outcome>]) -> Result<(), ArrowError> {
        let [white, black] = [numbers(rows, RATINGS[0])?, numbers(rows, RATINGS[1])?];
        for ((white, black), result) in white.into_iter().zip(black).zip(results) {
            let (Some(white), Some(black)) = (white, black) else { continue };
            let gap = white.saturating_sub(black);
            let step = &mut self.steps[(step(gap) + STEPS) as usize];
            let decided = step.results.decided();
            step.results.count(*result);
            if step.results.decided() > decided {
                step.expected += expected(gap);
            }
        }
        Ok(())
    }

    pub(super) fn merge(&mut self, later: &Gaps) {
        for (ours, theirs) in self.steps.iter_mut().zip(&later.steps) {
            ours.results.add(&theirs.results);
            ours.expected += theirs.expected;
        }
    }

    /// The steps, from the greatest disadvantage of White to the greatest advantage.
    pub fn iter(&self) -> impl Iterator<Item = Gap> {
        (-STEPS..=STEPS).zip(&self.steps).map(|(step, Step { results, expected })| {
            let decided = results.decided();
            Gap {
                from: (step > -STEPS).then(|| bound(step)),
                to: (step < STEPS).then(|| -bound(-step)),
                results: *results,
                expected: (decided > 0).then(|| expected / decided as f64),
            }
        })
    }

    /// The games of which both ratings are known.
    pub fn games(&self) -> u64 {
        self.steps.iter().map(|step| step.results.games()).sum()
    }
}

/// The step of a gap: how often it is beyond half a step and then whole ones, on whichever side, so that +50 is as far from level as -50.
fn step(gap: i32) -> i32 {
    (gap.saturating_abs().saturating_add(STEP / 2) / STEP).min(STEPS) * gap.signum()
}

/// The least gap of a step; its greatest is the other side's least.
const fn bound(step: i32) -> i32 {
    step * STEP - if step > 0 { STEP / 2 } else { STEP / 2 - 1 }
}

/// The share of the points that a player is to score who is so much stronger, by Elo's logistic formula.
fn expected(gap: i32) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-f64::from(gap) / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_400_points_stronger_is_to_score_ten_of_eleven() {
        assert!((expected(400) - 10.0 / 11.0).abs() < 1e-12);
        assert!((expected(0) - 0.5).abs() < 1e-12);
        assert!((expected(123) + expected(-123) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn the_steps_meet_and_have_no_end() {
        let gaps: Vec<_> = Gaps::default().iter().collect();
        assert_eq!((gaps[0].from, gaps[0].to), (None, Some(-450)));
        assert_eq!((gaps[1].from, gaps[1].to), (Some(-449), Some(-350)));
        assert_eq!((gaps[5].from, gaps[5].to), (Some(-49), Some(49)));
        assert_eq!((gaps[10].from, gaps[10].to), (Some(450), None));
        assert!(gaps.windows(2).all(|pair| pair[0].to.map(|to| to + 1) == pair[1].from));
        assert!(gaps.iter().zip(gaps.iter().rev()).all(|(gap, other)| gap.from == other.to.map(|to| -to)));
        for gap in (-600..=600).chain([i32::MIN, i32::MAX]) {
            let found = gaps[(step(gap) + STEPS) as usize];
            assert!(
                found.from.is_none_or(|from| from <= gap) && found.to.is_none_or(|to| gap <= to),
                "{gap}"
            );
        }
    }
}
