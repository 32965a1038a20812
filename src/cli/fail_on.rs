//! What `--fail-on` can name, and whether it occurred.

use crate::finding::{FINDINGS, FindingInfo, Severity};
use crate::pipeline::counts::Counts;
use crate::replay::Legality;

/// Something whose occurrence makes the exit code 3.
#[derive(Clone, Copy, Debug)]
pub(super) enum FailOn {
    /// A game that is not legal, for whatever reason.
    Invalid,
    /// A game of this legality.
    Legality(Legality),
    /// A finding of this severity.
    Severity(Severity),
    /// This finding.
    Finding(&'static FindingInfo),
}

/// The words for severities that a check can be for. Notes are habits of writing; one of them can be named by its code.
const SEVERITIES: [Severity; 2] = [Severity::Warning, Severity::Conflict];

impl FailOn {
    /// Reads one name.
    pub(super) fn parse(text: &str) -> Result<FailOn, String> {
        if text == "invalid" {
            return Ok(FailOn::Invalid);
        }
        let legality = Legality::ALL.into_iter().filter(|kind| *kind != Legality::Legal);
        let legality = legality.map(|kind| (kind.as_str(), FailOn::Legality(kind)));
        let severity = SEVERITIES.into_iter().map(|severity| (severity.as_str(), FailOn::Severity(severity)));
        let finding = FINDINGS.iter().map(|info| (info.code, FailOn::Finding(info)));
        legality.chain(severity).chain(finding).find(|(name, _)| *name == text).map(|(_, what)| what).ok_or_else(
            || {
                "name invalid, a kind of legality (illegal_move), conflict, warning, or the code of a finding; \
                 'arbitro schema --format json' lists them"
                    .to_owned()
            },
        )
    }

    /// How often it occurred. A game with two findings of one severity counts twice.
    pub(super) fn count(self, counts: &Counts) -> u64 {
        match self {
            FailOn::Invalid => counts.games - counts.legality(Legality::Legal),
            FailOn::Legality(kind) => counts.legality(kind),
            FailOn::Finding(info) => counts.finding(info.finding),
            FailOn::Severity(severity) => FINDINGS
                .iter()
                .filter(|info| info.severity == severity)
                .map(|info| counts.finding(info.finding))
                .sum(),
        }
    }

    /// Its name.
    pub(super) fn name(self) -> &'static str {
        match self {
            FailOn::Invalid => "invalid",
            FailOn::Legality(kind) => kind.as_str(),
            FailOn::Severity(severity) => severity.as_str(),
            FailOn::Finding(info) => info.code,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_and_others_refused() {
        for name in ["invalid", "illegal_move", "conflict", "warning", "self_play"] {
            assert_eq!(FailOn::parse(name).unwrap().name(), name);
        }
        for name in ["legal", "", "note", "nothing"] {
            assert!(FailOn::parse(name).is_err(), "{name}");
        }
    }
}
