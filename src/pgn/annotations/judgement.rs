//! The marks that sites put behind bad moves.
//!
//! Owns the three words and their spellings; by what rule a move gets one is for the statistics to say.

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

#[cfg(test)]
mod tests {
    use super::Judgement;

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
