//! The games whose file and ruling contradict each other: of each kind the first, so that somebody can look.
//!
//! Owns which findings are meant, and the choice of the example by the order of the input, never by thread. How many there are is
//! among the [`counts`](crate::pipeline::counts). An ordinary game costs one test.

use crate::finding::{Finding, Findings};
use crate::pipeline::place::GamePlace;
use crate::table::GameRow;

/// The findings by which a file contradicts the ruling: what it declares, or one of two things it declares, is not what it is ruled.
pub const CONTRADICTIONS: [Finding; 8] = [
    Finding::ResultTagDiffers,
    Finding::ResultContradictsBoard,
    Finding::TerminationContradictsBoard,
    Finding::TimeoutShouldBeDraw,
    Finding::DrawShouldBeLoss,
    Finding::ResignationShouldBeDraw,
    Finding::StatementContradictsResult,
    Finding::MaterialSuffices,
];

/// The same as a set.
const ANY: Findings = Findings::of(&CONTRADICTIONS);

/// A game that shows a contradiction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Example {
    /// Where it stands.
    pub place: GamePlace,
    /// The id by which its site knows it.
    pub game_id: Option<String>,
}

/// The first game of each kind.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Contradictions {
    first: [Option<Example>; CONTRADICTIONS.len()],
}

impl Contradictions {
    /// Looks at one game; games come in the order of their file.
    #[inline]
    pub fn note(&mut self, row: &GameRow<'_>) {
        if row.findings.meets(ANY) {
            self.keep(row);
        }
    }

    #[cold]
    fn keep(&mut self, row: &GameRow<'_>) {
        for (first, finding) in self.first.iter_mut().zip(CONTRADICTIONS) {
            if first.is_none() && row.findings.contains(finding) {
                let game_id = row.claims.game_id().map(str::to_owned);
                *first = Some(Example { place: GamePlace::of(row), game_id });
            }
        }
    }

    /// Takes those that come after, in the order of the input; their games count from `first_game` of their file.
    pub fn extend(&mut self, later: &Contradictions, first_game: i64) {
        for (ours, theirs) in self.first.iter_mut().zip(&later.first) {
            if ours.is_none()
                && let Some(Example { place, game_id }) = theirs
            {
                *ours = Some(Example { place: place.clone().after(first_game), game_id: game_id.clone() });
            }
        }
    }

    /// The kinds that there are, in the order of the list of findings, each with its first game.
    pub fn iter(&self) -> impl Iterator<Item = (Finding, &Example)> {
        CONTRADICTIONS
            .into_iter()
            .zip(&self.first)
            .filter_map(|(finding, first)| Some((finding, first.as_ref()?)))
    }
}

#[cfg(test)]
mod tests {
    use crate::finding::Severity;

    use super::*;

    fn example(game_index: i64) -> Option<Example> {
        let place = GamePlace { source_file: "a.pgn".to_owned(), game_index, byte_offset: 0 };
        Some(Example { place, game_id: None })
    }

    #[test]
    fn contradictions_are_conflicts_in_the_order_of_the_list() {
        assert!(CONTRADICTIONS.is_sorted());
        assert!(CONTRADICTIONS.iter().all(|finding| finding.info().severity == Severity::Conflict));
    }

    #[test]
    fn the_first_game_stays_and_later_ones_count_on() {
        let mut all = Contradictions::default();
        let mut one = Contradictions::default();
        one.first[2] = example(5);
        let mut two = Contradictions::default();
        two.first[2] = example(1);
        two.first[0] = example(2);
        all.extend(&one, 0);
        all.extend(&two, 100);
        let found: Vec<_> = all.iter().map(|(finding, game)| (finding, game.place.game_index)).collect();
        assert_eq!(found, [(Finding::ResultTagDiffers, 102), (Finding::TerminationContradictsBoard, 5)]);
    }
}
