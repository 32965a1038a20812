//! The tokens of one game, by place in the bytes that they were read from.

use std::ops::Range;

use super::comments::Comments;
use super::tags::TagPair;
use super::token::{Kind, Token, end_of_word, main_line};
use crate::chess::outcome::Outcome;
use crate::chess::san::San;
use crate::finding::Findings;

/// The tokens of one game. All places are offsets into the bytes that were read; buffers are kept from game to game.
#[derive(Clone, Debug, Default)]
pub struct GameText {
    /// From the first `[` or token to after the last byte that is not blank.
    pub span: Range<usize>,
    /// Where the movetext begins.
    pub movetext: usize,
    /// The tag pairs, in order.
    pub tags: Vec<TagPair>,
    /// The main line, one entry a half-move, readable or not.
    pub moves: Vec<San>,
    /// The comments of the main line and behind it.
    pub comments: Comments,
    /// The result token.
    pub result: Option<Outcome>,
    /// What is odd about the text.
    pub findings: Findings,
}

/// Half-moves for which there is room from the start: 1,280 bytes, because of lists that grow by doubling each begins at the same place of a
/// page, where the nearest cache has room for a dozen and not for the sixty that are read together.
const ROOM: usize = 320;

impl GameText {
    /// An empty one, with room for all but the longest games.
    pub fn with_room() -> GameText {
        let mut game = GameText::default();
        game.moves.reserve(ROOM);
        game.comments.reserve(ROOM);
        game
    }

    pub(super) fn clear(&mut self) {
        self.tags.clear();
        self.moves.clear();
        self.comments.clear();
        self.result = None;
        self.findings = Findings::NONE;
    }

    /// Notes a comment token that begins at `at`.
    pub(super) fn note_comment(&mut self, bytes: &[u8], at: usize, token: &Token) {
        if bytes[at] == b'{' && token.kind == (Kind::Comment { closed: true }) {
            self.comments.push(token.end - self.movetext, self.moves.len());
        } else {
            self.comments.set_broken();
        }
    }

    /// Gives back what a giant game has taken.
    pub fn give_back_excess(&mut self) {
        const KEPT: usize = 16 * 1024;
        if self.moves.capacity() > KEPT {
            self.moves = Vec::new();
        }
        self.comments.give_back_excess(KEPT);
        if self.tags.capacity() > KEPT {
            self.tags = Vec::new();
        }
    }

    /// The half-moves of the main line, readable or not.
    pub fn plies(&self) -> u32 {
        self.moves.len() as u32
    }

    /// Where the main line's token number `index` stands: found by reading once more, because hardly anyone asks.
    pub fn place(&self, bytes: &[u8], index: usize) -> Range<usize> {
        let end = self.span.end;
        let mut moves =
            main_line(bytes, self.movetext, end).filter(|(_, token)| matches!(token.kind, Kind::Move(_)));
        moves.nth(index).map_or(end..end, |(at, _)| at..end_of_word(bytes, at, end))
    }

    /// Where the result token stands, if one ends the game: found by reading once more.
    pub fn result_place(&self, bytes: &[u8]) -> Option<Range<usize>> {
        self.result?;
        let tokens = main_line(bytes, self.movetext, self.span.end);
        let results = tokens.filter(|(_, token)| matches!(token.kind, Kind::Result(..)));
        results.last().map(|(at, token)| at..token.end)
    }
}
