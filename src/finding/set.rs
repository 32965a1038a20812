//! A set of findings, in one word.

use std::fmt;

use crate::finding::{FINDINGS, Finding};

/// A set of findings.
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Findings(u64);

impl Findings {
    /// No finding.
    pub const NONE: Findings = Findings(0);

    /// A set of these.
    pub const fn of(findings: &[Finding]) -> Findings {
        let mut bits = 0;
        let mut index = 0;
        while index < findings.len() {
            bits |= 1 << findings[index] as u8;
            index += 1;
        }
        Findings(bits)
    }

    /// Adds one.
    pub fn insert(&mut self, finding: Finding) {
        self.0 |= 1 << finding as u8;
    }

    /// Adds one if `condition` holds.
    pub fn insert_if(&mut self, finding: Finding, condition: bool) {
        self.0 |= u64::from(condition) << finding as u8;
    }

    /// Adds those of `other`.
    pub fn extend(&mut self, other: Findings) {
        self.0 |= other.0;
    }

    /// Whether it holds `finding`.
    pub const fn contains(self, finding: Finding) -> bool {
        self.0 >> finding as u8 & 1 == 1
    }

    /// Whether it holds any of those of `other`.
    pub const fn meets(self, other: Findings) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether it holds none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The findings, in the order of the list.
    pub fn iter(self) -> impl Iterator<Item = Finding> {
        FINDINGS.iter().map(|info| info.finding).filter(move |finding| self.contains(*finding))
    }
}

impl fmt::Debug for Findings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
