//! The marks that sites put behind bad moves.
//!
//! Owns the three words and their spellings, as glyphs and in comments; by what rule a move gets one is for the statistics to say.

use memchr::{memchr, memmem};

/// What a move is called that spoils something.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Judgement {
    /// `?!`, `$6`
    Inaccuracy,
    /// `?`, `$2`
    Mistake,
    /// `??`, `$4`
    Blunder,
}

impl Judgement {
    /// All of them, the mildest first.
    pub const ALL: [Judgement; 3] = [Judgement::Inaccuracy, Judgement::Mistake, Judgement::Blunder];

    /// The mark behind a move (PGN standard 8.2.3.8). Other marks are no judgement of this kind.
    pub const fn of_suffix(suffix: &[u8]) -> Option<Judgement> {
        match suffix {
            b"?!" => Some(Judgement::Inaccuracy),
            b"?" => Some(Judgement::Mistake),
            b"??" => Some(Judgement::Blunder),
            _ => None,
        }
    }

    /// The number of a glyph (PGN standard 10): `$2`, `$4` and `$6` are the three marks.
    pub const fn of_glyph(number: u16) -> Option<Judgement> {
        match number {
            6 => Some(Judgement::Inaccuracy),
            2 => Some(Judgement::Mistake),
            4 => Some(Judgement::Blunder),
            _ => None,
        }
    }
}

/// A mark at a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mark {
    /// That the move is this.
    Judged(Judgement),
    /// That a mate came or went, as Lichess's comments tell it: how bad that was they leave open.
    OfMate,
}

/// What comments of Lichess begin with (`Advice` in lichess-org/lila).
const WORDS: [(&[u8], Mark); 5] = [
    (b"Inaccuracy.", Mark::Judged(Judgement::Inaccuracy)),
    (b"Mistake.", Mark::Judged(Judgement::Mistake)),
    (b"Blunder.", Mark::Judged(Judgement::Blunder)),
    (b"Checkmate is now unavoidable.", Mark::OfMate),
    (b"Lost forced checkmate sequence.", Mark::OfMate),
];

impl Mark {
    /// The mark that a comment is, by the words that it begins with: `Mistake. Nf3 was best.` Both evaluations may stand before them, in
    /// brackets with an arrow.
    pub fn of_comment(text: &[u8]) -> Option<Mark> {
        let text = text.trim_ascii_start();
        let text = without_evaluations(text).unwrap_or(text);
        WORDS.iter().find(|(words, _)| text.starts_with(words)).map(|(_, mark)| *mark)
    }
}

/// What stands behind `(0.30 → -0.60) `.
fn without_evaluations(text: &[u8]) -> Option<&[u8]> {
    let end = memchr(b')', text.strip_prefix(b"(")?)? + 1;
    memmem::find(&text[..end], "→".as_bytes())?;
    Some(text[end + 1..].trim_ascii_start())
}

#[cfg(test)]
mod tests {
    use super::{Judgement, Mark};

    #[test]
    fn comments_are_marks_by_the_words_that_they_begin_with() {
        use Judgement::{Blunder, Inaccuracy, Mistake};
        for (comment, mark) in [
            ("Inaccuracy. Nf3 was best.", Some(Mark::Judged(Inaccuracy))),
            (" (0.30 → -0.60) Mistake. c4 was best. ", Some(Mark::Judged(Mistake))),
            ("Blunder.", Some(Mark::Judged(Blunder))),
            ("(-4.0 → Mate in 3) Checkmate is now unavoidable. Kg1 was best.", Some(Mark::OfMate)),
            ("(Mate in 3 → 0.0) Lost forced checkmate sequence. Kg1 was best.", Some(Mark::OfMate)),
            ("Mistake", None),
            ("Mistakes. Many of them.", None),
            ("A blunder. Blunder.", None),
            ("(so they say) Blunder.", None),
            ("(→", None),
            ("()", None),
            ("", None),
        ] {
            assert_eq!(Mark::of_comment(comment.as_bytes()), mark, "{comment}");
        }
    }

    #[test]
    fn suffixes_and_glyphs_are_two_spellings_of_the_same() {
        for (suffix, glyph, judgement) in
            [("?!", 6, Judgement::Inaccuracy), ("?", 2, Judgement::Mistake), ("??", 4, Judgement::Blunder)]
        {
            assert_eq!(Judgement::of_suffix(suffix.as_bytes()), Some(judgement));
            assert_eq!(Judgement::of_glyph(glyph), Some(judgement));
        }
        for suffix in ["", "!", "!!", "!?", "???"] {
            assert_eq!(Judgement::of_suffix(suffix.as_bytes()), None);
        }
        for glyph in [0, 1, 3, 5, 7, 246] {
            assert_eq!(Judgement::of_glyph(glyph), None);
        }
    }
}
