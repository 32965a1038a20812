//! Positions written as X-FEN.
//!
//! Owns the writer: castling letters `KQkq` where the rook is the outermost on its side, else its file's; the
//! en passant square only where such a capture is legal. One line a game is written, so it is put together in
//! a buffer on the stack.

use std::fmt;

use crate::chess::bitboard::Bitboard;
use crate::chess::board::Board;
use crate::chess::castling::CastlingSide;
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::Position;
use crate::chess::square::{File, Rank, Square};

/// 71 bytes of placement, 13 of the fields up to the fourth with their blanks, two numbers of ten digits, and
/// room.
const LONGEST: usize = 120;

struct Line {
    bytes: [u8; LONGEST],
    length: usize,
}

impl Line {
    fn new() -> Line {
        Line { bytes: [0; LONGEST], length: 0 }
    }

    fn push(&mut self, byte: u8) {
        self.bytes[self.length] = byte;
        self.length += 1;
    }

    fn push_square(&mut self, square: Square) {
        self.push(square.file().letter());
        self.push(square.rank().digit());
    }

    fn push_number(&mut self, number: u32) {
        if number >= 10 {
            self.push_number(number / 10);
        }
        self.push(b'0' + (number % 10) as u8);
    }

    fn push_placement(&mut self, board: &Board) {
        for rank in (0..8).rev().map(Rank::new) {
            let mut empty = 0;
            for file in File::all() {
                let piece = board.code_at(Square::at(file, rank));
                if piece.is_none() {
                    empty += 1;
                    continue;
                }
                self.push_empty(&mut empty);
                self.push(piece.letter() as u8);
            }
            self.push_empty(&mut empty);
            if rank != Rank::FIRST {
                self.push(b'/');
            }
        }
    }

    fn push_empty(&mut self, empty: &mut u8) {
        if *empty > 0 {
            self.push(b'0' + *empty);
            *empty = 0;
        }
    }

    fn push_castling(&mut self, position: &Position) {
        let before = self.length;
        for color in Color::ALL {
            for side in CastlingSide::ALL {
                if let Some(rook) = position.castling.rook(color, side) {
                    let letter = match is_outermost(&position.board, color, side, rook) {
                        true => side.letter(),
                        false => rook.file().letter().to_ascii_uppercase(),
                    };
                    self.push(match color {
                        Color::White => letter,
                        Color::Black => letter.to_ascii_lowercase(),
                    });
                }
            }
        }
        if self.length == before {
            self.push(b'-');
        }
    }

    fn as_str(&self) -> &str {
        // All of it is ASCII.
        str::from_utf8(&self.bytes[..self.length]).unwrap_or_default()
    }
}

fn is_outermost(board: &Board, color: Color, side: CastlingSide, rook: Square) -> bool {
    let rooks = board.of(color, PieceType::Rook) & Bitboard::back_rank(color);
    let beyond = |other: Square| match side {
        CastlingSide::King => other > rook,
        CastlingSide::Queen => other < rook,
    };
    !rooks.into_iter().any(beyond)
}

fn line_of(position: &Position) -> Line {
    let mut line = Line::new();
    line.push_placement(&position.board);
    line.push(b' ');
    line.push(position.turn.letter() as u8);
    line.push(b' ');
    line.push_castling(position);
    line.push(b' ');
    match position.en_passant {
        Some(square) => line.push_square(square),
        None => line.push(b'-'),
    }
    line.push(b' ');
    line.push_number(position.halfmove_clock);
    line.push(b' ');
    line.push_number(position.fullmove_number);
    line
}

/// Appends a position as X-FEN.
pub(super) fn write(position: &Position, out: &mut String) {
    out.push_str(line_of(position).as_str());
}

impl Position {
    /// The position as X-FEN; see [`crate::chess::fen::write`].
    pub fn fen(&self) -> String {
        line_of(self).as_str().to_owned()
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(line_of(self).as_str())
    }
}

impl fmt::Display for Board {
    /// As the first field of a FEN.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut line = Line::new();
        line.push_placement(self);
        f.write_str(line.as_str())
    }
}

#[cfg(test)]
mod tests {
    use crate::chess::fen::Fen;

    #[test]
    fn the_longest_line_has_room() {
        let board = ["rnbqkbnr", &["pppppppp"; 6].join("/"), "RNBQKBNR"].join("/");
        let fen = format!("{board} w KQkq - 999999999 999999999");

        assert_eq!(Fen::parse(fen.as_bytes()).unwrap().setup().unwrap().position.fen(), fen);
    }
}
