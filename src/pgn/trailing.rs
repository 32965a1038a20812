//! What stands behind the result.
//!
//! Owns how far a game goes on there: over comments and glyphs, and no further than to what may begin another game.

use super::game_text::GameText;
use super::token::{Kind, Token};
use crate::finding::Finding;

/// After the result: comments and glyphs still belong to the game. Gives where the game ends.
pub(super) fn read_trailing(bytes: &[u8], from: usize, end: usize, game: &mut GameText) -> usize {
    let mut at = from;
    let mut game_end = from;
    while at < end {
        let token = Token::read(bytes, at, end);
        match token.kind {
            Kind::Blank => {}
            Kind::Comment { closed } => {
                game.findings.insert_if(Finding::UnterminatedComment, !closed);
                game.note_comment(bytes, at, &token);
                game_end = token.end;
            }
            Kind::Glyph => game_end = token.end,
            Kind::Escape
            | Kind::Number
            | Kind::Dots
            | Kind::Open
            | Kind::Close
            | Kind::Symbol
            | Kind::EnPassant
            | Kind::Result(..)
            | Kind::Move(_) => break,
        }
        at = token.end;
    }
    game_end
}
