//! Whether a game is chess, where it stops being so, and what is odd about it.

use crate::chess::fen;
use crate::finding::Findings;
use crate::replay::Facts;

use super::buffers::{Codes, Longs, Numbers, Texts, ply, signed};
use super::handover::Handover;
use super::list_buffers::TextLists;

/// `legality` to `findings`.
#[derive(Debug, Default)]
pub(super) struct LegalityColumns {
    legality: Codes,
    error_ply: Numbers,
    error_token: Texts,
    error_offset: Longs,
    error_fen: Texts,
    findings: TextLists,
}

impl LegalityColumns {
    pub(super) fn push(&mut self, facts: &Facts, findings: Findings) {
        let error = facts.error.as_ref();
        self.legality.push(Some(facts.legality as u8));
        self.error_ply.push(error.and_then(|error| error.ply).map(ply));
        self.error_token.push(error.map(|error| error.token.as_str()));
        self.error_offset.push(error.map(|error| signed(error.offset)));
        // The last position is where the token failed; a game that reached its end has no such place.
        match facts.last_position.as_ref().filter(|_| error.is_some()) {
            Some(position) => self.error_fen.push_written(|bytes| fen::write(position, bytes)),
            None => self.error_fen.push(None),
        }
        if findings.is_empty() {
            self.findings.push([].into_iter());
        } else {
            self.findings.push(findings.iter().map(|finding| finding.code()));
        }
    }

    pub(super) fn hand_over(&mut self, handover: &mut Handover) {
        handover.take(&mut self.legality);
        handover.take(&mut self.error_ply);
        handover.take(&mut self.error_token);
        handover.take(&mut self.error_offset);
        handover.take(&mut self.error_fen);
        handover.take(&mut self.findings);
    }
}
