//! Words made comparable: in small letters, one blank between them, at most so many.
//!
//! Owns the room for them, on the stack: a comment may be wrapped at any blank, and long comments say how a game ended at their end.

use crate::pgn::token::is_blank;

/// The longest words that say how a game ended: a player's name, and what became of the player.
const LONGEST: usize = 160;

/// Some words in small letters, with single blanks.
#[derive(Clone, Debug)]
pub(super) struct Words {
    bytes: [u8; LONGEST],
    start: usize,
    /// Whether there was more before them.
    is_cut: bool,
}

impl Words {
    /// The last words of a text.
    pub(super) fn last_of(text: &[u8]) -> Words {
        let mut words = Words { bytes: [0; LONGEST], start: LONGEST, is_cut: false };
        let mut is_after_blank = false;
        for byte in text.iter().rev() {
            if is_blank(*byte) {
                is_after_blank = true;
                continue;
            }
            if is_after_blank && words.start < LONGEST {
                words.push(b' ');
            }
            is_after_blank = false;
            words.push(byte.to_ascii_lowercase());
            if words.is_cut {
                break;
            }
        }
        words
    }

    /// Puts a byte before the others.
    fn push(&mut self, byte: u8) {
        match self.start.checked_sub(1) {
            Some(start) => {
                self.start = start;
                self.bytes[start] = byte;
            }
            None => self.is_cut = true,
        }
    }

    /// The words, if they are all.
    pub(super) fn whole(&self) -> Option<&[u8]> {
        (!self.is_cut).then_some(self.last())
    }

    /// The words, and maybe there were more before them.
    pub(super) fn last(&self) -> &[u8] {
        &self.bytes[self.start..]
    }
}

/// What follows a name, which may be in capitals.
pub(super) fn strip_name<'a>(words: &'a [u8], name: &str) -> Option<&'a [u8]> {
    let (start, rest) = words.split_at_checked(name.len())?;
    (!name.is_empty() && start.eq_ignore_ascii_case(name.as_bytes())).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_small_letters_and_single_blanks() {
        let words = Words::last_of(b" \r\n White\n  RESIGNS. ");
        assert_eq!(words.whole(), Some(b"white resigns.".as_slice()));
        assert_eq!(Words::last_of(b" \n").whole(), Some(b"".as_slice()));
    }

    #[test]
    fn of_long_texts_the_last_words_are_kept() {
        for length in [LONGEST - 1, LONGEST, LONGEST + 1, 1000] {
            let text = "a".repeat(length);
            let words = Words::last_of(text.as_bytes());
            assert_eq!(words.whole().is_some(), length <= LONGEST);
            assert_eq!(words.last().len(), length.min(LONGEST));
        }
    }
}
