//! What the files say of the games' ends, beside the rulings.

use arrow_array::RecordBatch;
use arrow_schema::ArrowError;

use super::batch::Texts;
use super::endings::rulings;
use super::frequent::Frequent;
use super::results::Sum;
use crate::pgn::endings::claimed_ending;
use crate::ruling::{Agreement, Termination};

/// Games by ruling.
type ByRuling = [u64; Termination::ALL.len()];

/// What stands for a player's name, so that a sentence about a winner is the same of every winner.
const NAME: &str = "(name)";

/// How a sentence of chess.com goes on after the winner's name. Names can hold the same words: the last counts.
const HAS_WON: &str = " won ";

/// Games by what their `Termination` tag says, without the names of players, and by ruling.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Claims {
    sums: Frequent<Claim>,
    /// Games without the tag.
    pub none: u64,
}

/// The games of a claim. Their agreement is summed up as they come, for a claim without its name means less.
#[derive(Clone, PartialEq, Debug)]
struct Claim {
    rulings: [ByRuling; Agreement::ALL.len()],
}

impl Default for Claim {
    fn default() -> Claim {
        Claim { rulings: [[0; Termination::ALL.len()]; Agreement::ALL.len()] }
    }
}

impl Sum for Claim {
    fn add(&mut self, other: &Claim) {
        self.rulings.iter_mut().zip(&other.rulings).for_each(|(ours, theirs)| ours.add(theirs));
    }

    fn games(&self) -> u64 {
        self.rulings.iter().map(Sum::games).sum()
    }
}

/// One claim and the rulings that its games have.
#[derive(Clone, PartialEq, Debug)]
pub struct Claimed<'c> {
    /// The words of the tag; none for those that have no line of their own.
    pub words: Option<&'c str>,
    /// All its games.
    pub games: u64,
    /// By agreement, in the order of [`Agreement::ALL`].
    pub agreement: [u64; Agreement::ALL.len()],
    /// The rulings, most frequent first.
    pub rulings: Vec<(Termination, Agreement, u64)>,
}

impl Claims {
    pub(super) const COLUMNS: [&'static str; 2] = ["Termination", "ruling"];

    pub(super) fn take(&mut self, rows: &RecordBatch) -> Result<(), ArrowError> {
        let tags = Texts::of(rows, "Termination")?;
        let mut by_tag = vec![[0; Termination::ALL.len()]; tags.len()];
        for (key, ruling) in tags.keys().zip(rulings(rows)?) {
            match (key, ruling) {
                (Some(key), Some(ruling)) => by_tag[key][ruling] += 1,
                (None, _) => self.none += 1,
                (Some(_), None) => {}
            }
        }
        for (key, counts) in by_tag.iter().enumerate().filter(|(_, counts)| counts.games() > 0) {
            if let Some(tag) = tags.value(key) {
                self.add(tag, counts);
            }
        }
        Ok(())
    }

    fn add(&mut self, tag: &str, counts: &ByRuling) {
        let ending = claimed_ending(tag);
        let mut claim = Claim::default();
        for (index, (ruling, count)) in Termination::ALL.into_iter().zip(counts).enumerate() {
            claim.rulings[Agreement::of(ending, ruling) as usize][index] += count;
        }
        match tag.rfind(HAS_WON) {
            Some(at) => self.sums.add(&format!("{NAME}{}", &tag[at..]), &claim),
            None => self.sums.add(tag, &claim),
        }
    }

    pub(super) fn merge(&mut self, later: &Claims) {
        self.sums.merge(&later.sums);
        self.none += later.none;
    }

    /// The claims, those with most games first: at most so many, and then the rest of them together.
    pub fn sorted(&self, at_most: usize) -> Vec<Claimed<'_>> {
        let sorted = self.sums.sorted();
        let mut rest = self.sums.unlisted().clone();
        sorted.iter().skip(at_most).for_each(|(_, claim)| rest.add(claim));
        let listed = sorted.into_iter().take(at_most).map(|(words, claim)| claim.claimed(Some(words)));
        let rest = (rest.games() > 0).then(|| rest.claimed(None));
        listed.chain(rest).collect()
    }
}

impl Claim {
    fn claimed<'c>(&self, words: Option<&'c str>) -> Claimed<'c> {
        let by_agreement = Agreement::ALL.into_iter().zip(&self.rulings);
        let mut rulings: Vec<_> = by_agreement
            .flat_map(|(agreement, counts)| {
                Termination::ALL
                    .into_iter()
                    .zip(counts)
                    .map(move |(ruling, games)| (ruling, agreement, *games))
            })
            .filter(|(_, _, games)| *games > 0)
            .collect();
        rulings.sort_by_key(|(_, _, games)| std::cmp::Reverse(*games));
        let mut agreement = [0; Agreement::ALL.len()];
        agreement.iter_mut().zip(&self.rulings).for_each(|(sum, counts)| *sum = counts.games());
        Claimed { words, games: self.games(), agreement, rulings }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_winners_name_is_left_out_and_the_last_words_count() {
        let mut claims = Claims::default();
        let mut counts = [0; Termination::ALL.len()];
        counts[Termination::ALL.iter().position(|kind| *kind == Termination::Resignation).unwrap()] = 2;
        claims.add("ann won by resignation", &counts);
        claims.add("who won by checkmate won by resignation", &counts);
        claims.add("bob won by checkmate", &counts);
        claims.add("Normal", &counts);
        let found = claims.sorted(2);
        let words: Vec<_> = found.iter().map(|claim| (claim.words, claim.games, claim.agreement)).collect();
        assert_eq!(
            words,
            [
                (Some("(name) won by resignation"), 4, [4, 0, 0]),
                (Some("(name) won by checkmate"), 2, [0, 0, 2]),
                (None, 2, [0, 2, 0]),
            ]
        );
        assert_eq!(found[0].rulings, [(Termination::Resignation, Agreement::Same, 4)]);
    }
}
