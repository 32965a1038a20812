//! What is told of a FEN that can't be read.
//!
//! Owns the words of [`FenError`]; the type itself stands beside the reader.

use std::error::Error;
use std::fmt;

use crate::chess::fen::{FenError, FenFault, FenField};

impl fmt::Display for FenField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FenField::Placement => "placement",
            FenField::Turn => "turn",
            FenField::Castling => "castling rights",
            FenField::EnPassant => "en passant square",
            FenField::HalfmoveClock => "halfmove clock",
            FenField::FullmoveNumber => "move number",
            FenField::Surplus => "end",
        })
    }
}

impl fmt::Display for FenFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FenFault::Missing => f.write_str("missing"),
            FenFault::Unexpected(byte) if byte.is_ascii_graphic() => {
                write!(f, "unexpected '{}'", *byte as char)
            }
            FenFault::Unexpected(byte) => write!(f, "unexpected byte 0x{byte:02x}"),
            FenFault::RankLength(rank) => write!(f, "rank {rank} does not fill eight squares"),
            FenFault::RankCount => f.write_str("not eight ranks"),
            FenFault::TooManyRights => f.write_str("more than four rights"),
            FenFault::NoSquare => f.write_str("neither - nor a square"),
            FenFault::NoNumber => f.write_str("not a number of at most nine digits"),
        }
    }
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {}: {}", self.field, self.offset, self.fault)
    }
}

impl Error for FenError {}

#[cfg(test)]
mod tests {
    use crate::chess::fen::Fen;

    #[test]
    fn each_fault_names_field_and_byte() {
        for (fen, message) in [
            ("", "placement at byte 0: missing"),
            ("8/8/8/8/8/8/8/8", "turn at byte 15: missing"),
            ("8/8/8/8/8/8/8 w - - 0 1", "placement at byte 13: not eight ranks"),
            ("8/8/8/8/8/8/8/8/8 w - - 0 1", "placement at byte 16: not eight ranks"),
            ("8/8/7/8/8/8/8/8 w - - 0 1", "placement at byte 5: rank 6 does not fill eight squares"),
            ("8/8/54/8/8/8/8/8 w - - 0 1", "placement at byte 5: rank 6 does not fill eight squares"),
            ("8/8/8/8/8/8/8/7! w - - 0 1", "placement at byte 15: unexpected '!'"),
            ("8/8/8/8/8/8/8/7\u{1} w - - 0 1", "placement at byte 15: unexpected byte 0x01"),
            ("8/8/8/8/8/8/8/8 x - - 0 1", "turn at byte 16: unexpected 'x'"),
            ("8/8/8/8/8/8/8/8 w KX - 0 1", "castling rights at byte 19: unexpected 'X'"),
            ("8/8/8/8/8/8/8/8 w KQkqK - 0 1", "castling rights at byte 22: more than four rights"),
            ("8/8/8/8/8/8/8/8 w - e9 0 1", "en passant square at byte 20: neither - nor a square"),
            ("8/8/8/8/8/8/8/8 w - - -1 1", "halfmove clock at byte 22: not a number of at most nine digits"),
            (
                "8/8/8/8/8/8/8/8 w - - 0 1234567890",
                "move number at byte 24: not a number of at most nine digits",
            ),
            ("8/8/8/8/8/8/8/8 w - - 0 1 bm", "end at byte 26: unexpected 'b'"),
        ] {
            assert_eq!(Fen::parse(fen.as_bytes()).unwrap_err().to_string(), message, "{fen}");
        }
    }
}
