//! Comments by ply, found by reading a game's text once more: the slow way, which is right for any text.
//!
//! Owns what belongs to which ply: a comment stands behind its move; behind the last move are those behind the result too; what stands
//! before the first move is about none, and so is what stands in variations.

use std::ops::Range;

use crate::pgn::game_text::GameText;
use crate::pgn::token::{Kind, main_line};

/// Calls `comment` for each comment of the main line, with its ply (1 for the first move) and its place in `bytes`, in order.
pub(super) fn follow(bytes: &[u8], game: &GameText, mut comment: impl FnMut(usize, Range<usize>)) {
    let mut ply = 0;
    let end = game.span.end.min(bytes.len());
    for (at, token) in main_line(bytes, game.movetext, end) {
        match token.kind {
            Kind::Move(_) => ply += 1,
            Kind::Comment { .. } if ply > 0 && ply <= game.moves.len() => comment(ply, at..token.end),
            Kind::Comment { .. }
            | Kind::Blank
            | Kind::Escape
            | Kind::Number
            | Kind::Dots
            | Kind::Open
            | Kind::Close
            | Kind::Glyph
            | Kind::Symbol
            | Kind::EnPassant
            | Kind::Result(..) => {}
        }
    }
}
