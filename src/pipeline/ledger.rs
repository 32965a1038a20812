//! The byte ledger: nothing lost, nothing counted twice.
//!
//! Owns the equations: bytes of games + bytes between games = bytes of the text, and rows = games. A run whose ledger
//! doesn't balance publishes nothing.

use crate::error::LedgerFault;

/// The sums of one input, or of all.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Ledger {
    /// Bytes of text, counted where they come from.
    pub bytes: u64,
    /// Bytes that belong to games.
    pub game_bytes: u64,
    /// Bytes that belong to none.
    pub between_bytes: u64,
    /// Games found.
    pub games: u64,
    /// Rows handed to the table (or, without output, to nobody).
    pub rows: u64,
}

impl Ledger {
    /// Adds another's sums.
    pub fn merge(&mut self, other: &Ledger) {
        self.bytes += other.bytes;
        self.game_bytes += other.game_bytes;
        self.between_bytes += other.between_bytes;
        self.games += other.games;
        self.rows += other.rows;
    }

    /// The equations that don't hold.
    pub fn faults(&self, input: &str) -> Vec<LedgerFault> {
        let accounted = self.game_bytes + self.between_bytes;
        let bytes = Ledger::fault(input, "bytes", self.bytes, accounted);
        let rows = Ledger::fault(input, "games", self.games, self.rows);
        bytes.into_iter().chain(rows).collect()
    }

    /// The fault, if what came in is not what came out.
    pub fn fault(input: &str, what: &'static str, expected: u64, found: u64) -> Option<LedgerFault> {
        (expected != found).then(|| LedgerFault { input: input.to_owned(), what, expected, found })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lost_byte_and_a_lost_row_are_faults() {
        let even = Ledger { bytes: 10, game_bytes: 7, between_bytes: 3, games: 2, rows: 2 };
        assert!(even.faults("a").is_empty());
        assert_eq!(Ledger { bytes: 11, ..even }.faults("a").len(), 1);
        assert_eq!(Ledger { bytes: 11, rows: 1, ..even }.faults("a").len(), 2);
    }
}
