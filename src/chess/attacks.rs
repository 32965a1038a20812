//! Which squares a piece attacks, and the lines between squares.
//!
//! Owns the tables of steps (knight, king, pawn) and of lines, all made by the compiler, and sliding attacks
//! for code that is not hot. Knows nothing of whose turn it is.

use crate::chess::bitboard::Bitboard;
use crate::chess::piece::Color;
use crate::chess::sliders::{Hyperbola, Sliders, ray};
use crate::chess::square::Square;

static KNIGHT: [u64; 64] = steps([(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]);
static KING: [u64; 64] = steps([(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]);
static PAWN: [[u64; 64]; 2] = [steps([(-1, 1), (1, 1)]), steps([(-1, -1), (1, -1)])];
static ROOK_RAYS: [u64; 64] = rays([(0, 1), (1, 0), (0, -1), (-1, 0)]);
static BISHOP_RAYS: [u64; 64] = rays([(1, 1), (1, -1), (-1, -1), (-1, 1)]);
static BETWEEN: [[u64; 64]; 64] = lines(Extent::Between);
static LINE: [[u64; 64]; 64] = lines(Extent::Whole);

const DIRECTIONS: [(i8, i8); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

enum Extent {
    Between,
    Whole,
}

const fn step(from: Square, east: i8, north: i8) -> u64 {
    let file = from.file().index() as i8 + east;
    let rank = from.rank().index() as i8 + north;
    if file >= 0 && file < 8 && rank >= 0 && rank < 8 { 1 << (rank * 8 + file) } else { 0 }
}

const fn steps<const N: usize>(directions: [(i8, i8); N]) -> [u64; 64] {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let mut n = 0;
        while n < N {
            table[square] |= step(Square::new(square as u8), directions[n].0, directions[n].1);
            n += 1;
        }
        square += 1;
    }
    table
}

const fn rays(directions: [(i8, i8); 4]) -> [u64; 64] {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let mut n = 0;
        while n < 4 {
            table[square] |= ray(Square::new(square as u8), directions[n].0, directions[n].1, 0);
            n += 1;
        }
        square += 1;
    }
    table
}

const fn lines(extent: Extent) -> [[u64; 64]; 64] {
    let mut table = [[0; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let origin = Square::new(from as u8);
        let mut n = 0;
        while n < 8 {
            let (east, north) = DIRECTIONS[n];
            let ahead = ray(origin, east, north, 0);
            let whole = ahead | ray(origin, -east, -north, 0) | 1 << from;
            let mut passed = 0;
            let mut rest = ahead;
            while rest != 0 {
                // Nearest first: a ray that leads to higher squares is walked from its lowest bit, and the
                // other way round.
                let to = if 8 * north + east > 0 { rest.trailing_zeros() } else { 63 - rest.leading_zeros() };
                table[from][to as usize] = match extent {
                    Extent::Between => passed,
                    Extent::Whole => whole,
                };
                passed |= 1 << to;
                rest &= !(1 << to);
            }
            n += 1;
        }
        from += 1;
    }
    table
}

/// The squares a knight attacks (article 3.6).
#[inline]
pub const fn knight(square: Square) -> Bitboard {
    Bitboard(KNIGHT[square.index()])
}

/// The squares a king attacks (article 3.8.1).
#[inline]
pub const fn king(square: Square) -> Bitboard {
    Bitboard(KING[square.index()])
}

/// The squares a pawn of `color` attacks (article 3.7.3).
#[inline]
pub const fn pawn(color: Color, square: Square) -> Bitboard {
    Bitboard(PAWN[color.index()][square.index()])
}

/// The squares that any pawn of a set attacks.
#[inline]
pub const fn pawns(color: Color, set: Bitboard) -> Bitboard {
    let ahead = set.forward(color);
    Bitboard(ahead.east().0 | ahead.west().0)
}

/// The squares a rook would attack on an empty board.
#[inline]
pub const fn rook_rays(square: Square) -> Bitboard {
    Bitboard(ROOK_RAYS[square.index()])
}

/// The squares a bishop would attack on an empty board.
#[inline]
pub const fn bishop_rays(square: Square) -> Bitboard {
    Bitboard(BISHOP_RAYS[square.index()])
}

/// The squares a rook attacks (article 3.3); hot code uses [`Sliders`].
#[inline]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    Hyperbola.rook(square, occupied)
}

/// The squares a bishop attacks (article 3.2); hot code uses [`Sliders`].
#[inline]
pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    Hyperbola.bishop(square, occupied)
}

/// The squares a queen attacks (article 3.4); hot code uses [`Sliders`].
#[inline]
pub fn queen(square: Square, occupied: Bitboard) -> Bitboard {
    Hyperbola.queen(square, occupied)
}

/// The squares strictly between two squares of one rank, file or diagonal; otherwise none.
#[inline]
pub const fn between(a: Square, b: Square) -> Bitboard {
    Bitboard(BETWEEN[a.index()][b.index()])
}

/// The whole rank, file or diagonal through two different squares, both included; none if they share no line.
#[inline]
pub const fn line(a: Square, b: Square) -> Bitboard {
    Bitboard(LINE[a.index()][b.index()])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::square::{File, Rank};

    fn square(name: &str) -> Square {
        Square::from_name(name.as_bytes()).unwrap()
    }

    fn set(names: &str) -> Bitboard {
        names.split(' ').map(square).collect()
    }

    #[test]
    fn steps_stop_at_the_edge() {
        assert_eq!(knight(Square::A1), set("b3 c2"));
        assert_eq!(king(Square::H8), set("g8 g7 h7"));
        assert_eq!(pawn(Color::White, square("a2")), set("b3"));
        assert_eq!(pawn(Color::Black, square("h7")), set("g6"));
        assert_eq!(pawn(Color::White, square("e8")), Bitboard::EMPTY);
    }

    #[test]
    fn pawns_attack_what_each_attacks() {
        for color in Color::ALL {
            let rank = Bitboard::rank(Rank::new(3));
            let each = rank.into_iter().fold(Bitboard::EMPTY, |all, from| all | pawn(color, from));
            assert_eq!(pawns(color, rank), each);
        }
    }

    #[test]
    fn lines_are_whole_and_between_is_open() {
        assert_eq!(between(square("b2"), square("e5")), set("c3 d4"));
        assert_eq!(between(square("e5"), square("b2")), set("c3 d4"));
        assert_eq!(between(square("a1"), square("b3")), Bitboard::EMPTY);
        assert_eq!(line(square("b2"), square("e5")), set("a1 b2 c3 d4 e5 f6 g7 h8"));
        assert_eq!(line(square("h3"), square("c3")), Bitboard::rank(Rank::new(2)));
        assert_eq!(line(square("d1"), square("d8")), Bitboard::file(File::D));
        assert_eq!(line(square("a1"), square("b3")), Bitboard::EMPTY);
    }

    #[test]
    fn a_queen_on_an_open_board_attacks_along_her_rays() {
        for from in Square::all() {
            assert_eq!(rook_rays(from) | bishop_rays(from), queen(from, Bitboard::EMPTY));
        }
    }
}
