//! Positions written as X-FEN.
//!
//! Owns the writer: castling letters `KQkq` where the rook is the outermost on its side, else its file's; the
//! en passant square only where such a capture is legal. One line a game is written, so it is put together in
//! a buffer on the stack.

use std::fmt;

use crate::chess::bitboard::Bitboard;
use crate::chess::board::Board;
use crate::chess::castling::CastlingSide;
use crate::chess::piece::{Color, Piece, PieceType};
use crate::chess::position::Position;
use crate::chess::square::Square;

/// 71 bytes of placement, 13 of the fields up to the fourth with their blanks, two numbers of ten digits, and
/// room.
const LONGEST: usize = 120;

/// Where the symbols of a rank come from, by its occupied squares: 0 to 7 for what stands on a file, 8 to 15 for the
/// digits 1 to 8. Those beyond the length are written too, and overwritten by the next rank.
struct Shape {
    from: [u8; 8],
    length: u8,
}

static SHAPES: [Shape; 256] = shapes();

const fn shapes() -> [Shape; 256] {
    let mut shapes = [const { Shape { from: [0; 8], length: 0 } }; 256];
    let mut occupied = 0;
    while occupied < 256 {
        let shape = &mut shapes[occupied];
        let mut file = 0;
        while file < 8 {
            let empty = ((occupied | 256) >> file).trailing_zeros() as usize;
            if empty > 0 {
                shape.from[shape.length as usize] = 7 + empty as u8;
                file += empty;
            } else {
                shape.from[shape.length as usize] = file as u8;
                file += 1;
            }
            shape.length += 1;
        }
        occupied += 1;
    }
    shapes
}

/// The symbols of a rank.
fn squeeze(rank: &[Piece; 8], shape: &Shape) -> [u8; 8] {
    let mut symbols = *b"........12345678";
    for (symbol, piece) in symbols.iter_mut().zip(rank) {
        *symbol = piece.letter() as u8;
    }
    shape.from.map(|from| symbols[usize::from(from & 15)])
}

/// As [`squeeze`], with one shuffle for the letters and one for their places.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "ssse3")]
#[inline]
fn squeeze_at_once(rank: &[Piece; 8], shape: &Shape) -> [u8; 8] {
    use std::arch::x86_64::{_mm_cvtsi128_si64, _mm_set_epi64x, _mm_shuffle_epi8, _mm_unpacklo_epi64};
    let pair =
        |low: [u8; 8], high: [u8; 8]| _mm_set_epi64x(i64::from_le_bytes(high), i64::from_le_bytes(low));
    let letters = pair(*b"PNBRQK..", *b"pnbrqk..");
    let codes = pair(rank.map(|piece| piece.index() as u8), [0; 8]);
    let symbols = _mm_unpacklo_epi64(_mm_shuffle_epi8(letters, codes), pair(*b"12345678", [0; 8]));
    _mm_cvtsi128_si64(_mm_shuffle_epi8(symbols, pair(shape.from, [0; 8]))).to_le_bytes()
}

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
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("ssse3") {
            // SAFETY: the processor has the feature.
            #[allow(unsafe_code)]
            return self.push_ranks(board, |rank, shape| unsafe { squeeze_at_once(rank, shape) });
        }
        self.push_ranks(board, squeeze);
    }

    /// A rank is squeezed whole, without asking what stands on a square: 30 ns a board (12 with the processor's own
    /// shuffle) where a loop over the squares takes 150, most of it mispredicted.
    #[inline]
    fn push_ranks(&mut self, board: &Board, squeeze: impl Fn(&[Piece; 8], &Shape) -> [u8; 8]) {
        let occupied = board.occupied().0.to_le_bytes();
        let (ranks, _) = board.mailbox.as_chunks::<8>();
        for (rank, occupied) in ranks.iter().zip(occupied).rev() {
            let shape = &SHAPES[usize::from(occupied)];
            if let Some(out) = self.bytes[self.length..].first_chunk_mut::<8>() {
                *out = squeeze(rank, shape);
            }
            self.length += usize::from(shape.length);
            self.push(b'/');
        }
        self.length -= 1;
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

    fn as_bytes(&self) -> &[u8] {
        &self.bytes[..self.length]
    }

    fn as_str(&self) -> &str {
        // All of it is ASCII.
        str::from_utf8(self.as_bytes()).unwrap_or_default()
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
pub(super) fn write(position: &Position, out: &mut Vec<u8>) {
    out.extend_from_slice(line_of(position).as_bytes());
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
    use proptest::prelude::*;

    use super::*;
    use crate::chess::fen::Fen;
    use crate::chess::square::{File, Rank};

    /// The slow twin: square by square.
    fn placement(board: &Board) -> String {
        let rank_text = |rank: u8| {
            let (mut text, mut empty) = (String::new(), 0);
            for file in File::all() {
                match board.piece_at(Square::at(file, Rank::new(rank))) {
                    Some(piece) => {
                        if empty > 0 {
                            text += &empty.to_string();
                        }
                        text.push(piece.letter());
                        empty = 0;
                    }
                    None => empty += 1,
                }
            }
            if empty > 0 { text + &empty.to_string() } else { text }
        };
        (0..8).rev().map(rank_text).collect::<Vec<_>>().join("/")
    }

    proptest! {
        #[test]
        fn ranks_are_squeezed_as_square_by_square(letters in prop::collection::vec("[pnbrqkPNBRQK.]", 64), sparse: bool) {
            let mut board = Board::EMPTY;
            for (index, letter) in letters.iter().enumerate().filter(|(index, _)| !sparse || index % 5 == 0) {
                if let Some(piece) = Piece::from_letter(letter.as_bytes()[0]) {
                    board.put(Square::at(File::new(index as u8 % 8), Rank::new(index as u8 / 8)), piece);
                }
            }
            prop_assert_eq!(board.to_string(), placement(&board));
            let mut line = Line::new();
            line.push_ranks(&board, squeeze);
            prop_assert_eq!(line.as_str(), placement(&board));
        }
    }

    #[test]
    fn the_longest_line_has_room() {
        let board = ["rnbqkbnr", &["pppppppp"; 6].join("/"), "RNBQKBNR"].join("/");
        let fen = format!("{board} w KQkq - 999999999 999999999");

        assert_eq!(Fen::parse(fen.as_bytes()).unwrap().setup().unwrap().position.fen(), fen);
    }
}
