//! The text of a move: read in every spelling that leaves no doubt, written as the standard has it.
//!
//! Owns the grammar. This is the slow and complete reader, which takes a token apart from both ends; the fast
//! reader of movetext is held to it by a property test.

use std::fmt::{self, Write};

use crate::chess::castling::CastlingSide;
use crate::chess::piece::PieceType;
use crate::chess::san::San;
use crate::chess::square::{File, Rank, Square};

impl San {
    /// Reads a token; what can't be read is [`San::UNREADABLE`].
    ///
    /// Beyond the standard (PGN 8.2.3): `!` and `?` at the end, `++` for a check, castling with zeros,
    /// promotions as `e8Q`, `e8(Q)`, `e8/Q` or with a small letter, long algebraic `e2e4`, `e2-e4`, `Ng1-f3`,
    /// `P` for a pawn, `e.p.` or `ep` after a pawn's capture.
    ///
    /// ```
    /// use arbitro::chess::san::San;
    ///
    /// assert_eq!(San::parse(b"Nbxd2+!?").to_string(), "Nbxd2+");
    /// assert!(San::parse(b"Sf3").is_unreadable());
    /// ```
    pub fn parse(token: &[u8]) -> San {
        read(token).unwrap_or(San::UNREADABLE)
    }

    /// Appends the text that it is displayed as, for whoever writes millions.
    pub fn write(self, out: &mut Vec<u8>) {
        if self.is_null() || self.is_unreadable() {
            return out.extend_from_slice(if self.is_null() { b"--" } else { b"?" });
        }
        match self.castling() {
            Some(CastlingSide::King) => out.extend_from_slice(b"O-O"),
            Some(CastlingSide::Queen) => out.extend_from_slice(b"O-O-O"),
            None => {
                if self.kind() != PieceType::Pawn {
                    out.push(self.kind().letter());
                }
                out.extend(self.file().map(File::letter));
                out.extend(self.rank().map(Rank::digit));
                if self.is_capture() {
                    out.push(b'x');
                }
                out.extend_from_slice(&[self.to().file().letter(), self.to().rank().digit()]);
                if let Some(kind) = self.promotion() {
                    out.extend_from_slice(&[b'=', kind.letter()]);
                }
            }
        }
        match (self.is_mate(), self.is_check()) {
            (true, _) => out.push(b'#'),
            (false, true) => out.push(b'+'),
            (false, false) => {}
        }
    }
}

fn read(token: &[u8]) -> Option<San> {
    let glyphs = token.iter().rev().take_while(|byte| matches!(byte, b'!' | b'?')).count();
    let body = &token[..token.len() - glyphs];
    if matches!(body, b"--" | b"Z0" | b"null" | b"@@@@") {
        return Some(San::NULL);
    }
    let (body, marks) = split_marks(body);
    let san = match body {
        b"O-O" => San::castle(CastlingSide::King),
        b"O-O-O" => San::castle(CastlingSide::Queen),
        b"0-0" => San::castle(CastlingSide::King).with(San::ZEROS_BIT, true),
        b"0-0-0" => San::castle(CastlingSide::Queen).with(San::ZEROS_BIT, true),
        _ => read_move(body)?,
    };
    Some(san.with(marks, true))
}

fn split_marks(body: &[u8]) -> (&[u8], u32) {
    for (mark, bits) in
        [(&b"++"[..], San::CHECK_BIT), (b"+", San::CHECK_BIT), (b"#", San::CHECK_BIT | San::MATE_BIT)]
    {
        if let Some(rest) = body.strip_suffix(mark) {
            return (rest, bits);
        }
    }
    (body, 0)
}

fn read_move(body: &[u8]) -> Option<San> {
    let (kind, named_pawn, rest) = match body.split_first()? {
        (b'P', rest) => (PieceType::Pawn, true, rest),
        (&letter @ (b'N' | b'B' | b'R' | b'Q' | b'K'), rest) => {
            (PieceType::from_letter(letter)?, false, rest)
        }
        _ => (PieceType::Pawn, false, body),
    };
    let is_pawn = kind == PieceType::Pawn;
    let (rest, says_en_passant) = match rest.strip_suffix(b"e.p.").or_else(|| rest.strip_suffix(b"ep")) {
        Some(rest) if is_pawn => (rest, true),
        Some(_) => return None,
        None => (rest, false),
    };
    let (rest, promotion) = split_promotion(rest);
    if promotion.is_some() && !is_pawn {
        return None;
    }
    let (origin, target) = rest.split_at_checked(rest.len().checked_sub(2)?)?;
    let to = Square::from_name(target)?;
    let (origin, joint) = match origin.split_last() {
        Some((&joint @ (b'x' | b'-'), origin)) => (origin, Some(joint)),
        _ => (origin, None),
    };
    let (file, rank) = match *origin {
        [] => (None, None),
        [file @ b'a'..=b'h'] => (File::from_letter(file), None),
        [rank] => (None, Some(Rank::from_digit(rank)?)),
        [file @ b'a'..=b'h', rank] => (File::from_letter(file), Some(Rank::from_digit(rank)?)),
        _ => return None,
    };
    let is_capture = joint == Some(b'x');
    let is_full = file.is_some() && rank.is_some();
    // A pawn is told apart by its file alone, and a capture always names it; a dash joins two squares.
    if (is_pawn && file.is_none() && (rank.is_some() || is_capture))
        || (joint == Some(b'-') && !is_full)
        || (says_en_passant && file.is_none())
    {
        return None;
    }
    let mut san = San::to_square(kind, to);
    if let Some(file) = file {
        san = san.from_file(file);
    }
    if let Some(rank) = rank {
        san = san.from_rank(rank);
    }
    let mut odd_promotion = false;
    if let Some((kind, spelling)) = promotion {
        san = san.promoting(kind);
        odd_promotion = spelling == Spelling::Odd;
    }
    let needless_file = is_pawn && !is_capture && file == Some(to.file());
    let is_odd =
        named_pawn || says_en_passant || joint == Some(b'-') || (is_pawn && is_full) || needless_file;
    Some(
        san.with(San::CAPTURE_BIT, is_capture)
            .with(San::ODD_PROMOTION_BIT, odd_promotion)
            .with(San::ODD_NOTATION_BIT, is_odd),
    )
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Spelling {
    Standard,
    Odd,
}

/// Splits `=Q`, `Q`, `(Q)` or `/Q` off the end.
fn split_promotion(rest: &[u8]) -> (&[u8], Option<(PieceType, Spelling)>) {
    let (head, letter) = match rest {
        [head @ .., b'(', letter, b')'] | [head @ .., b'/' | b'=', letter] | [head @ .., letter] => {
            (head, *letter)
        }
        [] => return (rest, None),
    };
    let kind = match letter {
        b'N' | b'B' | b'R' | b'Q' | b'n' | b'b' | b'r' | b'q' => PieceType::from_letter(letter),
        _ => None,
    };
    let is_standard = letter.is_ascii_uppercase() && matches!(rest, [.., b'=', _]);
    let spelling = if is_standard { Spelling::Standard } else { Spelling::Odd };
    match kind {
        Some(kind) => (head, Some((kind, spelling))),
        None => (rest, None),
    }
}

impl fmt::Display for San {
    /// The standard spelling, whatever the token's was; `--` for a null move, `?` for what could not be read.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = Vec::with_capacity(8);
        self.write(&mut text);
        text.into_iter().try_for_each(|byte| f.write_char(char::from(byte)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_into_a_buffer_is_what_is_displayed() {
        const AS_WRITTEN: [&str; 12] = [
            "e4", "exd5", "e8=Q+", "exd8=N#", "Nf3", "Nbd2", "N1xf3+", "Qh4e1", "O-O", "O-O-O+", "O-O#", "--",
        ];
        let as_written = AS_WRITTEN.into_iter().map(|token| (token, token));
        for (token, text) in as_written.chain([("Sf3", "?"), ("Ke2??", "Ke2")]) {
            let san = San::parse(token.as_bytes());
            let mut written = Vec::new();
            san.write(&mut written);
            let written = String::from_utf8(written).unwrap();
            assert_eq!(written, san.to_string(), "{token}");
            assert_eq!(written, text, "{token}");
        }
    }
}
