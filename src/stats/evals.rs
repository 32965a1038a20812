//! What the engine's evaluations say of a game: how much was lost, how accurately was played, what was spoilt.
//!
//! Owns which moves are measured, and what is said where evaluations are missing. A move is measured if the position before and after it has
//! one; before ply 1 that is Lichess's constant. Lichess evaluates no position that is mate already, so the mating move isn't measured
//! (nor on the site); one that is stalemate has 0.0 and is. Nothing measured is `None`, never 0.

use super::accuracy::accuracies;
use super::advice::judge;
use super::winning_chances::{Outlook, START};
use crate::chess::piece::Color;
use crate::pgn::annotations::eval::Eval;
use crate::pgn::annotations::judgement::{Judgement, Mark};

/// What the evaluations of a game say.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct EvalStats {
    /// Plies with an evaluation.
    pub evaluated_plies: u32,
    /// Of each colour: White, Black.
    pub colors: [ColorEvals; 2],
}

/// What the evaluations say of one colour's moves.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct ColorEvals {
    /// Moves with an evaluation before and after. All that follows is of these.
    pub measured_moves: u32,
    /// What a move lost on average, in centipawns: none above 1000, no gains, mates as 1000. `None` without a measured move. The site rounds it
    /// to a whole number (`AccuracyCP` in lichess-org/lila).
    pub average_centipawn_loss: Option<f64>,
    /// From 0 to 100, to a hundredth; the site shows whole numbers. `None` without a measured move, and in a game whose evaluations don't
    /// begin at ply 1 or have a gap, because it is made of neighbouring positions.
    pub accuracy: Option<f64>,
    /// How often each judgement was earned. `None` without a measured move.
    pub judgements: Option<Judgements>,
}

/// How often each judgement was earned.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Judgements {
    /// Winning chances (on the scale from -1 to 1) fell by 0.1 or more.
    pub inaccuracies: u32,
    /// By 0.2 or more.
    pub mistakes: u32,
    /// By 0.3 or more.
    pub blunders: u32,
}

impl Judgements {
    fn add(&mut self, judgement: Judgement) {
        match judgement {
            Judgement::Inaccuracy => self.inaccuracies += 1,
            Judgement::Mistake => self.mistakes += 1,
            Judgement::Blunder => self.blunders += 1,
        }
    }
}

impl EvalStats {
    /// The statistics of a game by the evaluation after each ply of its main line.
    ///
    /// `marks` are those that the file itself has at its moves, ply by ply; empty if it has none or nobody looked. Lichess
    /// judges no move that was its engine's own choice, which evaluations can't tell (they drift from one search to the next): 2% of
    /// the judgements by the formula. Where the marks are the site's, a move without a mark is taken to be such a one.
    pub fn of(evals: &[Option<Eval>], marks: &[Option<Mark>], first_to_move: Color) -> EvalStats {
        let mut stats = EvalStats::default();
        let mut losses = [0u64; 2];
        let mut faults = Faults { has_stray_mark: has_mark(marks.get(evals.len()..)), ..Faults::default() };
        let (mut before, mut mover) = (Some(START), first_to_move);
        for (index, &after) in evals.iter().enumerate() {
            let fault = before.zip(after).and_then(|(before, after)| {
                stats.colors[mover.index()].measured_moves += 1;
                let (before, after) = (Outlook::of(before, !mover, mover), Outlook::of(after, mover, mover));
                losses[mover.index()] += u64::from((before.ceiled() - after.ceiled()).max(0).unsigned_abs());
                judge(before, after)
            });
            faults.add(mover, fault, marks.get(index).copied().flatten());
            stats.evaluated_plies += u32::from(after.is_some());
            (before, mover) = (after, !mover);
        }
        let leading = evals.iter().position(Option::is_none).unwrap_or(evals.len());
        let accuracies = if stats.evaluated_plies as usize == leading {
            accuracies(leading, first_to_move, |ply| ceiled(evals, ply, first_to_move))
        } else {
            [None; 2]
        };
        let judgements = faults.judgements();
        for (index, color) in stats.colors.iter_mut().enumerate() {
            if color.measured_moves > 0 {
                color.average_centipawn_loss = Some(losses[index] as f64 / f64::from(color.measured_moves));
                color.accuracy = accuracies[index];
                color.judgements = Some(judgements[index]);
            }
        }
        stats
    }
}

fn has_mark(marks: Option<&[Option<Mark>]>) -> bool {
    marks.is_some_and(|marks| marks.iter().any(Option::is_some))
}

/// The faults of a game by the formula, and those of them that the file marks.
#[derive(Default)]
struct Faults {
    all: [Judgements; 2],
    marked: [Judgements; 2],
    /// Faults with a mark, and without.
    counts: (u32, u32),
    /// A mark stands where the formula sees no fault.
    has_stray_mark: bool,
}

impl Faults {
    #[inline]
    fn add(&mut self, mover: Color, fault: Option<Judgement>, mark: Option<Mark>) {
        let color = mover.index();
        match (fault, mark) {
            (None, None) => {}
            (None, Some(_)) => self.has_stray_mark = true,
            (Some(fault), None) => {
                self.all[color].add(fault);
                self.counts.1 += 1;
            }
            (Some(fault), Some(_)) => {
                self.all[color].add(fault);
                self.marked[color].add(fault);
                self.counts.0 += 1;
            }
        }
    }

    /// Of the marked faults, if the marks are the site's: each stands at a fault, and so does one at every second fault at least.
    fn judgements(&self) -> [Judgements; 2] {
        let (marked, unmarked) = self.counts;
        let are_the_sites = marked > 0 && marked >= unmarked && !self.has_stray_mark;
        if are_the_sites { self.marked } else { self.all }
    }
}

/// White's centipawns after a ply, at most the ceiling; only of plies with an evaluation, and of the start.
fn ceiled(evals: &[Option<Eval>], ply: usize, first_to_move: Color) -> i32 {
    let eval = ply.checked_sub(1).and_then(|index| evals.get(index).copied().flatten()).unwrap_or(START);
    let mover = if ply % 2 == 1 { first_to_move } else { !first_to_move };
    Outlook::of(eval, mover, Color::White).ceiled()
}

#[cfg(test)]
mod tests {
    use super::*;
    use Eval::{Centipawns, Mate};
    use proptest::prelude::*;

    fn eval() -> impl Strategy<Value = Eval> {
        prop_oneof![
            8 => (-400i32..400).prop_map(Centipawns),
            2 => (-3000i32..3000).prop_map(Centipawns),
            1 => (-9i32..10).prop_map(Mate),
            1 => any::<i32>().prop_map(Centipawns),
            1 => any::<i32>().prop_map(Mate),
        ]
    }

    fn game() -> impl Strategy<Value = Vec<Option<Eval>>> {
        prop_oneof![
            prop::collection::vec(eval().prop_map(Some), 0..120),
            prop::collection::vec(prop::option::weighted(0.9, eval()), 0..60),
        ]
    }

    /// The same game with the colours exchanged.
    fn mirrored(evals: &[Option<Eval>]) -> Vec<Option<Eval>> {
        let mirror = |eval| match eval {
            Centipawns(centipawns) => Centipawns(centipawns.saturating_neg()),
            Mate(moves) => Mate(moves.saturating_neg()),
        };
        evals.iter().map(|eval| eval.map(mirror)).collect()
    }

    fn of(evals: &[Option<Eval>]) -> EvalStats {
        EvalStats::of(evals, &[], Color::White)
    }

    #[test]
    fn without_evaluations_nothing_is_said() {
        for evals in [&[][..], &[None; 40]] {
            assert_eq!(of(evals), EvalStats::default());
            assert_eq!(of(evals).colors[0].judgements, None);
        }
    }

    #[test]
    fn a_game_by_hand() {
        // 1. f3 costs White 115 centipawns, 1... e5 nothing, 2. g4 lets Black mate, who does: a position without an evaluation.
        let stats = of(&[Some(Centipawns(-100)), Some(Centipawns(-110)), Some(Mate(-1)), None]);
        let [white, black] = stats.colors;
        assert_eq!(stats.evaluated_plies, 3);
        assert_eq!((white.measured_moves, black.measured_moves), (2, 1));
        assert_eq!(white.average_centipawn_loss, Some((115.0 + 890.0) / 2.0));
        assert_eq!(black.average_centipawn_loss, Some(0.0));
        assert_eq!(white.judgements, Some(Judgements { inaccuracies: 0, mistakes: 1, blunders: 1 }));
        assert_eq!(black.judgements, Some(Judgements::default()));
        // 51.38% fell to 40.90%, and 40.01% to 2.46%: 63.19 and 17.94, weighing 5.24 and 12.
        assert_eq!(black.accuracy, Some(100.0));
        assert_eq!(white.accuracy, Some(29.82));
    }

    #[test]
    fn a_position_that_is_mate_counts_for_the_mover() {
        let stats = of(&[Some(Centipawns(0)), Some(Mate(0))]);
        assert_eq!(stats.colors[1].average_centipawn_loss, Some(0.0));
        assert_eq!(stats.colors[1].accuracy, Some(100.0));
        let stats = of(&[Some(Mate(0)), Some(Mate(0))]);
        assert_eq!(stats.colors[1].average_centipawn_loss, Some(0.0));
    }

    #[test]
    fn a_gap_leaves_its_moves_unmeasured_and_the_accuracy_unsaid() {
        let mut evals = [Some(Centipawns(20)); 20];
        evals[9] = None;
        let stats = of(&evals);
        assert_eq!(stats.evaluated_plies, 19);
        // Ply 10 is Black's, and ply 11 after it is White's.
        assert_eq!(stats.colors.map(|color| color.measured_moves), [9, 9]);
        assert_eq!(stats.colors.map(|color| color.accuracy), [None, None]);
        assert!(stats.colors[0].average_centipawn_loss.is_some());
        // Every second ply alone: but for White's first, no move has both its ends.
        let every_second: Vec<_> = (0..20).map(|index| (index % 2 == 0).then_some(Centipawns(20))).collect();
        let [white, black] = of(&every_second).colors;
        assert_eq!((white.measured_moves, black.measured_moves), (1, 0));
        assert_eq!(black, ColorEvals::default());
    }

    #[test]
    fn evaluations_up_to_a_ply_are_measured_up_to_it() {
        let start = [Some(Centipawns(-300)); 7];
        let mut longer = start.to_vec();
        longer.extend([None; 30]);
        assert_eq!(of(&longer), of(&start));
        assert!(of(&longer).colors[1].accuracy.is_some());
    }

    #[test]
    fn a_move_that_the_site_left_unmarked_is_no_fault() {
        use Judgement::{Blunder, Inaccuracy};
        let evals = [0, 70, 60, 250, 50].map(|centipawns| Some(Centipawns(centipawns)));
        let counts = |judgements: &[Option<Judgement>]| {
            let marks: Vec<_> = judgements.iter().map(|mark| mark.map(Mark::Judged)).collect();
            EvalStats::of(&evals, &marks, Color::White)
                .colors
                .map(|color| color.judgements.map(|j| [j.inaccuracies, j.mistakes, j.blunders]))
        };
        // Plies 2, 4 and 5 are an inaccuracy and a blunder of Black, and a blunder of White.
        let by_formula = [Some([0, 0, 1]), Some([1, 0, 1])];
        assert_eq!(counts(&[]), by_formula);
        assert_eq!(counts(&[None; 5]), by_formula);
        // The kind is the formula's: the dumps mark by another rule.
        assert_eq!(
            counts(&[None, None, None, Some(Inaccuracy), Some(Blunder)]),
            [Some([0, 0, 1]), Some([0, 0, 1])]
        );
        assert_eq!(
            counts(&[None, None, None, Some(Blunder)]),
            by_formula,
            "more faults without a mark than with"
        );
        assert_eq!(
            counts(&[Some(Blunder), None, None, Some(Blunder), Some(Blunder)]),
            by_formula,
            "a mark of somebody else's"
        );
    }

    proptest! {
        #[test]
        fn colours_exchanged_are_statistics_exchanged(evals in game()) {
            // But for the start, which is White's by 15 centipawns whoever moves first.
            let evals: Vec<_> = [None].into_iter().chain(evals).collect();
            let [white, black] = of(&evals).colors;
            let mirror = EvalStats::of(&mirrored(&evals), &[], Color::Black);
            prop_assert_eq!(mirror.colors, [black, white]);
        }

        #[test]
        fn whatever_is_written_the_numbers_stay_in_their_bounds(
            evals in game(), marks in prop::collection::vec(prop::option::of(Just(Mark::OfMate)), 0..80)
        ) {
            for first in Color::ALL {
                let stats = EvalStats::of(&evals, &marks, first);
                prop_assert_eq!(stats.evaluated_plies as usize, evals.iter().flatten().count());
                for color in stats.colors {
                    prop_assert_eq!(color.judgements.is_some(), color.measured_moves > 0);
                    prop_assert_eq!(color.average_centipawn_loss.is_some(), color.measured_moves > 0);
                    prop_assert!(color.average_centipawn_loss.is_none_or(|loss| (0.0..=2000.0).contains(&loss)));
                    prop_assert!(color.accuracy.is_none_or(|accuracy| (0.0..=100.0).contains(&accuracy)));
                    if let Some(judgements) = color.judgements {
                        prop_assert!(judgements.inaccuracies + judgements.mistakes + judgements.blunders <= color.measured_moves);
                    }
                }
            }
        }
    }
}
