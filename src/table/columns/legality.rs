//! Whether a game is chess, where it stops being so, and what is odd about it.

use std::sync::Arc;

use arrow_array::ArrayRef;
use arrow_array::types::{Int32Type, Int64Type};

use crate::finding::Findings;
use crate::replay::Facts;
use crate::table::column::Vocabulary;

use super::buffers::{Numbers, TextLists, Texts, Words, ply, signed};
use super::last::write_fen;

/// `legality` to `findings`.
#[derive(Debug)]
pub(super) struct LegalityColumns {
    legality: Words,
    error_ply: Numbers<Int32Type>,
    error_token: Texts,
    error_offset: Numbers<Int64Type>,
    error_fen: Texts,
    findings: TextLists,
    fen: String,
}

impl LegalityColumns {
    pub(super) fn new() -> LegalityColumns {
        LegalityColumns {
            legality: Words::new(Vocabulary::Legality),
            error_ply: Numbers::default(),
            error_token: Texts::default(),
            error_offset: Numbers::default(),
            error_fen: Texts::default(),
            findings: TextLists::default(),
            fen: String::new(),
        }
    }

    pub(super) fn push(&mut self, facts: &Facts, findings: Findings) {
        let error = facts.error.as_ref();
        self.legality.push(Some(facts.legality as i8));
        self.error_ply.push(error.and_then(|error| error.ply).map(ply));
        self.error_token.push(error.map(|error| error.token.as_str()));
        self.error_offset.push(error.map(|error| signed(error.offset)));
        // The last position is where the token failed; a game that reached its end has no such place.
        match facts.last_position.as_ref().filter(|_| error.is_some()) {
            Some(position) => self.error_fen.push_text(write_fen(position, &mut self.fen)),
            None => self.error_fen.push(None),
        }
        if findings.is_empty() {
            self.findings.push([].into_iter());
        } else {
            self.findings.push(findings.iter().map(|finding| finding.code()));
        }
    }

    pub(super) fn text_bytes(&self) -> usize {
        self.error_token.text_bytes() + self.error_fen.text_bytes() + self.findings.text_bytes()
    }

    pub(super) fn finish(&mut self, arrays: &mut Vec<ArrayRef>) {
        arrays.push(self.legality.finish());
        arrays.push(self.error_ply.finish());
        arrays.push(Arc::new(self.error_token.finish()));
        arrays.push(self.error_offset.finish());
        arrays.push(Arc::new(self.error_fen.finish()));
        arrays.push(self.findings.finish());
    }
}
