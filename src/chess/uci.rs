//! Moves in the coordinate notation of the UCI protocol.
//!
//! Owns its two spellings of castling: the king's two steps (`e1g1`), and the king's move to its rook
//! (`e1h1`), which Chess960 needs.

use std::error::Error;
use std::fmt;

use crate::chess::castling::CastlingSide;
use crate::chess::moves::Move;
use crate::chess::piece::PieceType;
use crate::chess::position::Position;
use crate::chess::square::Square;

/// How castling is spelt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UciCastling {
    /// From the king's square to the square where it ends: `e1g1`.
    KingTarget,
    /// From the king's square to the rook's: `e1h1`.
    KingTakesRook,
}

/// Why a text means no move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UciError {
    /// Not two squares and perhaps a promotion.
    Unreadable,
    /// No legal move.
    Illegal,
}

impl fmt::Display for UciError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            UciError::Unreadable => "not a move in coordinate notation",
            UciError::Illegal => "illegal move",
        })
    }
}

impl Error for UciError {}

impl Position {
    /// A legal move in coordinate notation.
    pub fn uci(&self, mv: Move, castling: UciCastling) -> String {
        let mut text = Vec::with_capacity(5);
        self.write_uci(mv, castling, &mut text);
        text.into_iter().map(char::from).collect()
    }

    /// Appends what [`Position::uci`] gives.
    pub fn write_uci(&self, mv: Move, castling: UciCastling, out: &mut Vec<u8>) {
        let (from, to) = (mv.from(), mv.to());
        let to = match (castling, self.castling_side(mv)) {
            (UciCastling::KingTarget, Some(side)) => side.king_target(self.turn),
            (UciCastling::KingTarget, None) | (UciCastling::KingTakesRook, _) => to,
        };
        out.extend([from.file().letter(), from.rank().digit(), to.file().letter(), to.rank().digit()]);
        out.extend(mv.promotion().map(|kind| kind.letter().to_ascii_lowercase()));
    }

    /// The legal move that a text in coordinate notation means, castling in either spelling.
    ///
    /// # Errors
    ///
    /// [`UciError`], if it is not two squares and perhaps a small letter, or no legal move.
    pub fn parse_uci(&self, text: &[u8]) -> Result<Move, UciError> {
        let (squares, letter) = match text {
            [squares @ .., letter] if text.len() == 5 => (squares, Some(*letter)),
            _ => (text, None),
        };
        let (from, to) = squares.split_at_checked(2).ok_or(UciError::Unreadable)?;
        let from = Square::from_name(from).ok_or(UciError::Unreadable)?;
        let to = Square::from_name(to).ok_or(UciError::Unreadable)?;
        let mv = match letter {
            None => self.castling_by_target(from, to).unwrap_or(Move::new(from, to)),
            Some(letter @ (b'n' | b'b' | b'r' | b'q')) => {
                let kind = PieceType::from_letter(letter).ok_or(UciError::Unreadable)?;
                Move::promoting(from, to, kind)
            }
            Some(_) => return Err(UciError::Unreadable),
        };
        if self.is_legal(mv) { Ok(mv) } else { Err(UciError::Illegal) }
    }

    /// A king's leap of two files or more along its rank can only be castling, spelt by where the king ends.
    fn castling_by_target(&self, from: Square, to: Square) -> Option<Move> {
        let is_leap = from.rank() == to.rank() && from.file().index().abs_diff(to.file().index()) > 1;
        if !is_leap || from != self.board.king(self.turn) || self.board.of_color(self.turn).contains(to) {
            return None;
        }
        let side = CastlingSide::of(from, to);
        let rook = self.castling.rook(self.turn, side)?;
        (side.king_target(self.turn) == to).then(|| Move::new(from, rook))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::fen::Fen;

    #[test]
    fn what_is_written_into_a_buffer_is_the_text() {
        for fen in [
            "r3k2r/1P6/8/8/8/8/8/R3K2R w KQkq - 0 1",
            "1r3k1r/8/8/3pP3/8/8/6p1/1R3K1R w HBhb d6 0 1",
            "1r3k1r/8/8/3pP3/8/8/p7/1R3K1R b HBhb - 0 1",
        ] {
            let position = Fen::parse(fen.as_bytes()).unwrap().setup().unwrap().position;
            for mv in position.legal_moves() {
                for castling in [UciCastling::KingTarget, UciCastling::KingTakesRook] {
                    let mut written = Vec::new();
                    position.write_uci(mv, castling, &mut written);
                    let written = String::from_utf8(written).unwrap();
                    assert_eq!(written, position.uci(mv, castling), "{fen}");
                    // A move is displayed as its two squares.
                    let shown = match (position.castling_side(mv), castling) {
                        (Some(side), UciCastling::KingTarget) => {
                            Move::new(mv.from(), side.king_target(position.turn)).to_string()
                        }
                        (Some(_), UciCastling::KingTakesRook) | (None, _) => mv.to_string(),
                    };
                    assert_eq!(written, shown, "{fen}");
                }
            }
        }
    }

    #[test]
    fn castling_is_read_in_both_spellings_and_written_in_either() {
        let fen = Fen::parse(b"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").unwrap();
        let position = fen.setup().unwrap().position;
        for (target, rook) in [(b"e1g1", b"e1h1"), (b"e1c1", b"e1a1")] {
            let mv = position.parse_uci(target).unwrap();
            assert_eq!(position.parse_uci(rook), Ok(mv));
            assert_eq!(position.uci(mv, UciCastling::KingTarget).as_bytes(), target);
            assert_eq!(position.uci(mv, UciCastling::KingTakesRook).as_bytes(), rook);
        }
        assert_eq!(position.parse_uci(b"e1e3"), Err(UciError::Illegal));
        assert_eq!(position.parse_uci(b"e1"), Err(UciError::Unreadable));
        assert_eq!(position.parse_uci(b"a1a2x"), Err(UciError::Unreadable));
    }
}
