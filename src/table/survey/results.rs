//! How games went: sums of results, and the sums of sums.

use arrow_array::RecordBatch;
use arrow_schema::ArrowError;

use super::batch::Texts;
use crate::chess::outcome::Outcome;

/// What can be added to another of its kind.
pub trait Sum: Default {
    /// Adds it.
    fn add(&mut self, other: &Self);

    /// How many games it counts.
    fn games(&self) -> u64;
}

/// How some games went.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Results {
    /// Won by White.
    pub white: u64,
    /// Drawn.
    pub drawn: u64,
    /// Won by Black.
    pub black: u64,
    /// Without a result, or with one of another kind.
    pub other: u64,
}

impl Results {
    /// Counts a game.
    pub(super) fn count(&mut self, outcome: Option<Outcome>) {
        let sum = match outcome {
            Some(Outcome::WhiteWins) => &mut self.white,
            Some(Outcome::Draw) => &mut self.drawn,
            Some(Outcome::BlackWins) => &mut self.black,
            Some(Outcome::Unknown | Outcome::BothLose | Outcome::WhiteHalf | Outcome::BlackHalf) | None => {
                &mut self.other
            }
        };
        *sum += 1;
    }

    /// Games that were won, drawn or lost.
    pub const fn decided(&self) -> u64 {
        self.white + self.drawn + self.black
    }

    /// White's points in half points: a win counts two, a draw one.
    pub const fn white_half_points(&self) -> u64 {
        2 * self.white + self.drawn
    }
}

impl Sum for Results {
    fn add(&mut self, other: &Results) {
        self.white += other.white;
        self.drawn += other.drawn;
        self.black += other.black;
        self.other += other.other;
    }

    fn games(&self) -> u64 {
        self.decided() + self.other
    }
}

impl Sum for u64 {
    fn add(&mut self, other: &u64) {
        *self += other;
    }

    fn games(&self) -> u64 {
        *self
    }
}

impl<const N: usize> Sum for [u64; N]
where
    [u64; N]: Default,
{
    fn add(&mut self, other: &[u64; N]) {
        self.iter_mut().zip(other).for_each(|(sum, more)| *sum += more);
    }

    fn games(&self) -> u64 {
        self.iter().sum()
    }
}

/// The result of each row: what the Laws give it, or else what the file claims.
pub(super) fn results(
    batch: &RecordBatch,
    column: Option<&'static str>,
) -> Result<Vec<Option<Outcome>>, ArrowError> {
    let Some(name) = column else { return Ok(vec![None; batch.num_rows()]) };
    let known = |word: &str| Outcome::ALL.into_iter().find(|outcome| outcome.as_str() == word);
    // A claim can be any text.
    Texts::of(batch, name)?.meant(|word| Some(known(word).unwrap_or(Outcome::Unknown)))
}
