//! The tokens of one game, by place in the bytes that they were read from.

use std::ops::Range;

use super::tags::TagPair;
use super::token::end_of_word;
use crate::chess::outcome::Outcome;
use crate::chess::san::San;
use crate::finding::Findings;

/// A comment, by place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Comment {
    /// The main line's plies before it.
    pub ply: u32,
    /// The text between the braces, or after the semicolon.
    pub text: Range<usize>,
}

/// A half-move of the main line, by place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Written {
    /// The move as written.
    pub san: San,
    /// Where it stands.
    pub offset: usize,
}

/// The tokens of one game. All places are offsets into the bytes that were read; buffers are kept from game to game.
#[derive(Clone, Debug, Default)]
pub struct GameText {
    /// From the first `[` or token to after the last byte that is not blank.
    pub span: Range<usize>,
    /// The tag pairs, in order.
    pub tags: Vec<TagPair>,
    /// The main line, one entry a half-move, readable or not.
    pub moves: Vec<Written>,
    /// The comments of the main line.
    pub comments: Vec<Comment>,
    /// The result token.
    pub result: Option<Outcome>,
    /// What is odd about the text.
    pub findings: Findings,
}

impl GameText {
    pub(super) fn clear(&mut self) {
        self.tags.clear();
        self.moves.clear();
        self.comments.clear();
        self.result = None;
        self.findings = Findings::NONE;
    }

    /// The half-moves of the main line, readable or not.
    pub fn plies(&self) -> u32 {
        self.moves.len() as u32
    }

    /// The bytes of the main line's token number `index`.
    pub fn token<'a>(&self, bytes: &'a [u8], index: usize) -> &'a [u8] {
        let start = self.moves[index].offset;
        &bytes[start..end_of_word(bytes, start, self.span.end)]
    }

    pub(super) fn push(&mut self, san: San, offset: usize) {
        self.moves.push(Written { san, offset });
    }
}
