//! Text without tags: where a game begins in it.

use super::token::{Kind, main_line};
use crate::chess::san::San;

/// Where a game without tags begins: the first move, or the number before it. `None` if there is no readable move. Moves in
/// variations don't count, nor does a word after a number unless it ends as a move does: prose has its years too.
pub(super) fn first_move(bytes: &[u8], from: usize, end: usize) -> Option<usize> {
    let mut number = None;
    let mut start = None;
    for (at, token) in main_line(bytes, from, end) {
        match token.kind {
            Kind::Blank | Kind::Dots | Kind::Comment { .. } | Kind::Open | Kind::Close => {}
            Kind::Number => number = Some(at),
            Kind::Move(san) if san != San::UNREADABLE => return start.or(number).or(Some(at)),
            Kind::Move(_) => {
                let written = number.take().filter(|_| ends_with_square(&bytes[at..token.end]));
                start = start.or(written);
            }
            Kind::Result(..) => (number, start) = (None, None),
            Kind::Escape | Kind::Glyph | Kind::Symbol | Kind::EnPassant => number = None,
        }
    }
    None
}

/// Whether a word that can't be read ends as moves do in every language: `Sf3`, `Cxe5+`.
fn ends_with_square(word: &[u8]) -> bool {
    let marks = word.iter().rev().take_while(|byte| matches!(byte, b'+' | b'#' | b'!' | b'?')).count();
    matches!(word[..word.len() - marks], [.., b'a'..=b'h', b'1'..=b'8'])
}
