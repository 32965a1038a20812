//! Which moves are inaccuracies, mistakes and blunders.
//!
//! Owns Lichess's rule (`Advice` in lichess-org/lila, since its pull request 5337 of August 2019). What a move loses is measured in winning
//! chances, on the scale from -1 to 1. The monthly dumps of database.lichess.org mark moves by another, older rule, in centipawns.

use super::winning_chances::{Outlook, winning_chances};
use crate::pgn::annotations::judgement::Judgement;

/// What Lichess calls a move that leads from one evaluation to another, both as the mover sees them.
#[inline]
pub(super) fn judge(before: Outlook, after: Outlook) -> Option<Judgement> {
    match (before, after) {
        (Outlook::Centipawns(before), Outlook::Centipawns(after)) => {
            // Most moves lose next to nothing, and an inaccuracy costs 55 centipawns at least.
            if after >= before.saturating_sub(50) {
                return None;
            }
            by_loss(winning_chances(before) - winning_chances(after))
        }
        // A mate that was not there before: no matter to who was lost already.
        (Outlook::Centipawns(before), Outlook::Mated) => Some(by_what_was_lost(before.saturating_neg())),
        // A mate let go: no matter to who still wins.
        (Outlook::Mating, Outlook::Centipawns(after)) => Some(by_what_was_lost(after)),
        (Outlook::Mating, Outlook::Mated) => Some(Judgement::Blunder),
        // A mate that comes later than it might is no fault to Lichess.
        (Outlook::Centipawns(_) | Outlook::Mating, Outlook::Mating)
        | (Outlook::Mated, Outlook::Centipawns(_) | Outlook::Mating | Outlook::Mated) => None,
    }
}

/// By the loss of winning chances.
fn by_loss(loss: f64) -> Option<Judgement> {
    match loss {
        0.3.. => Some(Judgement::Blunder),
        0.2.. => Some(Judgement::Mistake),
        0.1.. => Some(Judgement::Inaccuracy),
        _ => None,
    }
}

/// By how much the better side was or stayed ahead, in centipawns, where a mate came or went.
fn by_what_was_lost(ahead: i32) -> Judgement {
    match ahead {
        1000.. => Judgement::Inaccuracy,
        701.. => Judgement::Mistake,
        _ => Judgement::Blunder,
    }
}

#[cfg(test)]
mod tests {
    use super::Outlook::{Centipawns, Mated, Mating};
    use super::*;
    use crate::stats::winning_chances::STEEPNESS;
    use proptest::prelude::*;

    /// Every row of the rule, and what lies one centipawn to this side and to that.
    #[test]
    fn every_row_of_the_rule_is_met() {
        use Judgement::{Blunder, Inaccuracy, Mistake};
        for (before, after, judgement) in [
            (Centipawns(15), Centipawns(15), None),
            (Centipawns(0), Centipawns(400), None),
            (Centipawns(0), Centipawns(-54), None),
            (Centipawns(0), Centipawns(-55), Some(Inaccuracy)),
            (Centipawns(0), Centipawns(-110), Some(Inaccuracy)),
            (Centipawns(0), Centipawns(-111), Some(Mistake)),
            (Centipawns(0), Centipawns(-168), Some(Mistake)),
            (Centipawns(0), Centipawns(-169), Some(Blunder)),
            // The rule has no ceiling: with one, the first would be none.
            (Centipawns(1200), Centipawns(716), Some(Inaccuracy)),
            (Centipawns(900), Centipawns(716), None),
            (Centipawns(-1000), Mated, Some(Inaccuracy)),
            (Centipawns(-999), Mated, Some(Mistake)),
            (Centipawns(-701), Mated, Some(Mistake)),
            (Centipawns(-700), Mated, Some(Blunder)),
            (Centipawns(i32::MIN), Mated, Some(Inaccuracy)),
            (Mating, Centipawns(1000), Some(Inaccuracy)),
            (Mating, Centipawns(999), Some(Mistake)),
            (Mating, Centipawns(701), Some(Mistake)),
            (Mating, Centipawns(700), Some(Blunder)),
            (Mating, Mated, Some(Blunder)),
            (Mating, Mating, None),
            (Centipawns(500), Mating, None),
            (Mated, Mated, None),
            (Mated, Mating, None),
            (Mated, Centipawns(0), None),
        ] {
            assert_eq!(judge(before, after), judgement, "{before:?} to {after:?}");
        }
    }

    /// No two numbers of centipawns lie so near a bound that the last digits of the curve could decide.
    #[test]
    fn no_pair_of_evaluations_stands_on_a_bound() {
        let mut nearest = 1.0f64;
        for before in -3000..=3000 {
            for bound in [0.1, 0.2, 0.3] {
                // The chances that are just lost, and the centipawns on either side of them.
                let chances = winning_chances(before) - bound;
                if chances > -1.0 {
                    let centipawns = ((1.0 + chances) / (1.0 - chances)).ln() / STEEPNESS;
                    for after in [centipawns.floor() as i32, centipawns.ceil() as i32] {
                        nearest =
                            nearest.min((winning_chances(before) - winning_chances(after) - bound).abs());
                    }
                }
            }
        }
        assert!(nearest > 1e-10, "{nearest}");
    }

    proptest! {
        #[test]
        fn the_short_way_out_leaves_no_judgement_out(before in -1500i32..1500, gain in -50i32..200) {
            let loss = winning_chances(before) - winning_chances(before + gain);
            prop_assert_eq!(by_loss(loss), None);
            prop_assert_eq!(judge(Centipawns(before), Centipawns(before + gain)), None);
        }
    }
}
