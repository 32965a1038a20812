//! What is counted over all games: the numbers of the summary and the manifest.
//!
//! Owns plain sums, so that any two halves of a run add up to the whole. Judges nothing.

use crate::chess::outcome::Outcome;
use crate::finding::{FINDINGS, Finding, Findings};
use crate::replay::{Facts, Legality};
use crate::ruling::{Basis, Ruling, Termination};

/// Sums over games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counts {
    /// Games.
    pub games: u64,
    /// Half-moves replayed.
    pub plies: u64,
    legality: [u64; Legality::ALL.len()],
    declared: [u64; Outcome::ALL.len()],
    ruled: [u64; Outcome::ALL.len()],
    ruling: [u64; Termination::ALL.len()],
    basis: [u64; Basis::ALL.len()],
    findings: [u64; FINDINGS.len()],
}

impl Default for Counts {
    fn default() -> Counts {
        Counts {
            games: 0,
            plies: 0,
            legality: [0; _],
            declared: [0; _],
            ruled: [0; _],
            ruling: [0; _],
            basis: [0; _],
            findings: [0; _],
        }
    }
}

impl Counts {
    /// Counts one game.
    pub fn add(&mut self, facts: &Facts, ruling: &Ruling, findings: Findings) {
        self.games += 1;
        self.plies += u64::from(facts.plies);
        self.legality[facts.legality as usize] += 1;
        self.ruling[ruling.termination as usize] += 1;
        if let Some(outcome) = ruling.declared {
            self.declared[outcome as usize] += 1;
        }
        if let Some(outcome) = ruling.result {
            self.ruled[outcome as usize] += 1;
        }
        if let Some(basis) = ruling.basis {
            self.basis[basis as usize] += 1;
        }
        if !findings.is_empty() {
            for finding in findings.iter() {
                self.findings[finding as usize] += 1;
            }
        }
    }

    /// Adds another's sums.
    pub fn merge(&mut self, other: &Counts) {
        fn add(to: &mut [u64], from: &[u64]) {
            for (to, from) in to.iter_mut().zip(from) {
                *to += from;
            }
        }
        self.games += other.games;
        self.plies += other.plies;
        add(&mut self.legality, &other.legality);
        add(&mut self.declared, &other.declared);
        add(&mut self.ruled, &other.ruled);
        add(&mut self.ruling, &other.ruling);
        add(&mut self.basis, &other.basis);
        add(&mut self.findings, &other.findings);
    }

    /// Games of this legality.
    pub fn legality(&self, legality: Legality) -> u64 {
        self.legality[legality as usize]
    }

    /// Games whose movetext, or else whose `Result` tag, declares this.
    pub fn declared(&self, outcome: Outcome) -> u64 {
        self.declared[outcome as usize]
    }

    /// Games that declare no result.
    pub fn undeclared(&self) -> u64 {
        self.games - self.declared.iter().sum::<u64>()
    }

    /// Games whose ruled result is this.
    pub fn ruled(&self, outcome: Outcome) -> u64 {
        self.ruled[outcome as usize]
    }

    /// Games without a ruled result.
    pub fn unruled(&self) -> u64 {
        self.games - self.ruled.iter().sum::<u64>()
    }

    /// Games that ended so.
    pub fn ruling(&self, termination: Termination) -> u64 {
        self.ruling[termination as usize]
    }

    /// Games whose ruling rests on this.
    pub fn basis(&self, basis: Basis) -> u64 {
        self.basis[basis as usize]
    }

    /// Games with this finding.
    pub fn finding(&self, finding: Finding) -> u64 {
        self.findings[finding as usize]
    }
}
