//! How accurately each colour played.
//!
//! Owns Lichess's measure (lichess.org/page/accuracy; `AccuracyPercent` in lichess-org/lila): of a move, what the loss in winning chances
//! leaves of a hundred; of a game, the mean of two means, one in which moves of stormy phases weigh more, and the harmonic one.

use super::exponential::decay;
use super::winning_chances::win_percent;
use crate::chess::piece::Color;

/// Moves of both colours in a window in which the storm is measured: a tenth of the game's, within these.
const WINDOW: (usize, usize) = (2, 8);
/// What a move weighs: the standard deviation of its window in percent, within these.
const WEIGHT: (f64, f64) = (0.5, 12.0);

/// What a move leaves of a hundred that loses so much of 100 percent to win; a gain is no loss. The site adds one to the curve that its page
/// prints, because engines are uncertain, and has all its digits.
#[inline]
pub(super) fn move_accuracy(loss: f64) -> f64 {
    // Nothing lost comes to 101, so it needs no branch, which half of the moves would take.
    let curve = 103.166_810_071_164_9 * decay(0.043_544_153_867_539_51 * bounded(loss, 0.0, 100.0))
        - 3.166_924_740_191_411;
    bounded(curve + 1.0, 0.0, 100.0)
}

/// Like `clamp` for numbers that are numbers, in two instructions.
#[inline]
fn bounded(number: f64, low: f64, high: f64) -> f64 {
    let number = if number > low { number } else { low };
    if number < high { number } else { high }
}

/// What has been added up of one colour's moves.
#[derive(Clone, Copy, Default)]
struct Sums {
    moves: u32,
    weighted: f64,
    weights: f64,
    /// Of one over the accuracy, which counts as 1 at least.
    inverses: f64,
}

impl Sums {
    fn add(&mut self, accuracy: f64, weight: f64) {
        self.moves += 1;
        self.weighted += accuracy * weight;
        self.weights += weight;
        self.inverses += 1.0 / bounded(accuracy, 1.0, 100.0);
    }

    /// The mean of both means, to a hundredth; `None` without a move.
    fn mean(&self) -> Option<f64> {
        (self.moves > 0).then(|| {
            let mean = (self.weighted / self.weights + f64::from(self.moves) / self.inverses) / 2.0;
            (mean * 100.0).round() / 100.0
        })
    }
}

/// The accuracy of White and of Black. `ceiled(n)` are the centipawns after ply n, the start among them, as White sees them, at most the
/// ceiling.
///
/// The window of a move reaches to the position after it; the first moves share the first window. Sums move along with the window, which
/// no rounding to a hundredth will tell from adding up each window anew.
pub(super) fn accuracies(plies: usize, first: Color, ceiled: impl Fn(usize) -> i32) -> [Option<f64>; 2] {
    let percent = |ply: usize| win_percent(ceiled(ply));
    let window = (plies / 10).clamp(WINDOW.0, WINDOW.1).min(plies + 1);
    let share = 1.0 / window as f64;
    let (mut sum, mut squares) = (0.0, 0.0);
    for ply in 0..window {
        sum += percent(ply);
        squares += percent(ply) * percent(ply);
    }
    // The percents of the last plies, each in the place of its number's last three bits.
    let mut last = [0.0; WINDOW.1];
    let (mut mover, mut before) = (first, percent(0));
    last[0] = before;
    let mut colors = [Sums::default(); 2];
    for ply in 1..=plies {
        let after = percent(ply);
        if ply >= window {
            let gone = last[(ply - window) % WINDOW.1];
            sum += after - gone;
            squares += after * after - gone * gone;
        }
        last[ply % WINDOW.1] = after;
        let mean = sum * share;
        // The bounds before the root: rounding can make nothing a little less than nothing.
        let weight = bounded(squares * share - mean * mean, WEIGHT.0 * WEIGHT.0, WEIGHT.1 * WEIGHT.1).sqrt();
        let loss = match mover {
            Color::White => before - after,
            Color::Black => after - before,
        };
        colors[mover.index()].add(move_accuracy(loss), weight);
        (mover, before) = (!mover, after);
    }
    colors.map(|sums| sums.mean())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// As the site words it: a list of windows, of which each move has one, and lists of what each colour's moves were.
    fn word_for_word(centipawns: &[i32], first: Color) -> [Option<f64>; 2] {
        let percents: Vec<f64> = centipawns.iter().map(|&centipawns| win_percent(centipawns)).collect();
        let moves = percents.len() - 1;
        let size = (moves / 10).clamp(2, 8);
        let mut windows: Vec<&[f64]> =
            vec![&percents[..size.min(percents.len())]; size.min(percents.len()).saturating_sub(2)];
        windows.extend(percents.windows(size));
        let weights: Vec<f64> = windows
            .iter()
            .map(|window| {
                let mean = window.iter().sum::<f64>() / window.len() as f64;
                let variance =
                    window.iter().map(|percent| (percent - mean).powi(2)).sum::<f64>() / window.len() as f64;
                variance.sqrt().clamp(0.5, 12.0)
            })
            .collect();
        Color::ALL.map(|color| {
            let (mut accuracies, mut own_weights) = (Vec::new(), Vec::new());
            for (index, pair) in percents.windows(2).enumerate() {
                if (index % 2 == 0) == (color == first) {
                    let lost = if color == Color::White { pair[0] - pair[1] } else { pair[1] - pair[0] };
                    let curve =
                        103.1668100711649 * (-0.04354415386753951 * lost).exp() - 3.166924740191411 + 1.0;
                    accuracies.push(if lost <= 0.0 { 100.0 } else { curve.clamp(0.0, 100.0) });
                    own_weights.push(weights[index]);
                }
            }
            if accuracies.is_empty() {
                return None;
            }
            let weighted =
                accuracies.iter().zip(&own_weights).map(|(accuracy, weight)| accuracy * weight).sum::<f64>()
                    / own_weights.iter().sum::<f64>();
            let harmonic = accuracies.len() as f64
                / accuracies.iter().map(|accuracy| 1.0 / accuracy.max(1.0)).sum::<f64>();
            Some((weighted + harmonic) / 2.0)
        })
    }

    fn game() -> impl Strategy<Value = Vec<i32>> {
        let centipawns = prop_oneof![-100i32..100, -400i32..400, -1000i32..1001, Just(1000), Just(-1000)];
        prop_oneof![
            prop::collection::vec(centipawns.clone(), 1..8),
            prop::collection::vec(centipawns, 1..300)
        ]
    }

    proptest! {
        #[test]
        fn accuracy_is_what_the_site_words(centipawns in game()) {
            for first in Color::ALL {
                let fast = accuracies(centipawns.len() - 1, first, |ply| centipawns[ply]);
                let slow = word_for_word(&centipawns, first);
                for (fast, slow) in fast.into_iter().zip(slow) {
                    prop_assert_eq!(fast.is_some(), slow.is_some());
                    let difference = fast.unwrap_or(0.0) - slow.unwrap_or(0.0);
                    prop_assert!(difference.abs() < 0.005 + 1e-9, "{fast:?} for {slow:?}");
                }
            }
        }
    }

    #[test]
    fn a_move_that_loses_nothing_is_perfect_and_one_that_loses_all_is_worth_nothing() {
        assert_eq!(move_accuracy(0.0), 100.0);
        assert_eq!(move_accuracy(-3.0), 100.0);
        assert_eq!(move_accuracy(100.0), 0.0);
        // The page's own curve says 63.6 for a loss of ten percent; the site adds one.
        assert!((move_accuracy(10.0) - 64.58).abs() < 0.005, "{}", move_accuracy(10.0));
    }
}
