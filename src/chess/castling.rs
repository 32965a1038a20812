//! Castling rights.
//!
//! Owns which king may still castle with which rook, standard and Chess960 alike, and how rights are lost
//! (article 3.8.2.1). Whether castling is possible just now (3.8.2.2) is for the move generator.

use crate::chess::bitboard::Bitboard;
use crate::chess::piece::Color;
use crate::chess::square::{File, Rank, Square};
use crate::chess::zobrist::Key;

/// The side to which the king goes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum CastlingSide {
    /// O-O: the king ends on the g-file.
    King = 0,
    /// O-O-O: the king ends on the c-file.
    Queen = 1,
}

/// The castling rights of both players.
///
/// Beside the rights stands the set of unmoved squares: the kings and rooks that still have a right. A move
/// that neither leaves nor enters that set changes no right, so hot code tests one word, and only a move that
/// touches it goes on to `lose`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Castling {
    pub(crate) unmoved: Bitboard,
    rooks: [Option<Square>; 4],
}

impl CastlingSide {
    /// Both, the king's side first.
    pub const ALL: [CastlingSide; 2] = [CastlingSide::King, CastlingSide::Queen];

    /// 0 for the king's side, 1 for the queen's side.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Where the king of `color` ends.
    #[inline]
    pub const fn king_target(self, color: Color) -> Square {
        match self {
            CastlingSide::King => Square::at(File::G, Rank::back(color)),
            CastlingSide::Queen => Square::at(File::C, Rank::back(color)),
        }
    }

    /// Where the rook of `color` ends.
    #[inline]
    pub const fn rook_target(self, color: Color) -> Square {
        match self {
            CastlingSide::King => Square::at(File::F, Rank::back(color)),
            CastlingSide::Queen => Square::at(File::D, Rank::back(color)),
        }
    }

    /// The side to which a king castles with a rook.
    #[inline]
    pub const fn of(king: Square, rook: Square) -> CastlingSide {
        if rook.file().index() > king.file().index() { CastlingSide::King } else { CastlingSide::Queen }
    }

    /// The letter of a standard FEN, for White.
    pub const fn letter(self) -> u8 {
        match self {
            CastlingSide::King => b'K',
            CastlingSide::Queen => b'Q',
        }
    }
}

const fn slot(color: Color, side: CastlingSide) -> usize {
    2 * color as usize + side as usize
}

impl Castling {
    /// No rights.
    pub const NONE: Castling = Castling { unmoved: Bitboard::EMPTY, rooks: [None; 4] };

    /// All four, as a standard game starts.
    pub fn standard() -> Castling {
        let mut castling = Castling::NONE;
        for color in Color::ALL {
            let rank = Rank::back(color);
            for file in [File::A, File::H] {
                castling.grant(color, Square::at(File::E, rank), Square::at(file, rank));
            }
        }
        castling
    }

    /// Adds the right of `color`'s king to castle with a rook; both stand on the back rank.
    pub(crate) fn grant(&mut self, color: Color, king: Square, rook: Square) {
        self.rooks[slot(color, CastlingSide::of(king, rook))] = Some(rook);
        self.unmoved |= Bitboard::of(king) | Bitboard::of(rook);
    }

    /// The square of the rook with which `color` may still castle to `side`.
    #[inline]
    pub const fn rook(&self, color: Color, side: CastlingSide) -> Option<Square> {
        self.rooks[slot(color, side)]
    }

    /// The rooks with which a king may still castle.
    pub(crate) fn rooks(&self) -> Bitboard {
        self.rooks.iter().flatten().copied().collect()
    }

    /// What is left of these rights with no other rooks than `rooks`.
    pub(crate) fn with_rooks(mut self, rooks: Bitboard) -> Castling {
        if rooks.is_empty() {
            return Castling::NONE;
        }
        let gone = self.rooks() & !rooks;
        if gone.any() {
            self.lose(gone);
        }
        self
    }

    /// Whether `color` may still castle to either side.
    #[inline]
    pub const fn any(&self, color: Color) -> bool {
        self.unmoved.meets(Bitboard::back_rank(color))
    }

    /// The rights as four bits: White's king's side, White's queen's side, Black's king's side, Black's
    /// queen's side.
    pub const fn bits(&self) -> u8 {
        let mut bits = 0;
        let mut slot = 0;
        while slot < 4 {
            bits |= (self.rooks[slot].is_some() as u8) << slot;
            slot += 1;
        }
        bits
    }

    /// The term of these rights in a position's key.
    pub fn key(&self) -> Key {
        Key::of_castling(self.bits())
    }

    /// Takes away every right whose king or rook stands on a square of `touched`: it has moved or was
    /// captured. Returns what that changes in the position's key.
    #[cold]
    pub(crate) fn lose(&mut self, touched: Bitboard) -> Key {
        let before = self.key();
        for color in Color::ALL {
            let rank = Bitboard::back_rank(color);
            let sides = [slot(color, CastlingSide::King), slot(color, CastlingSide::Queen)];
            let rooks: Bitboard = sides.into_iter().filter_map(|slot| self.rooks[slot]).collect();
            let king = self.unmoved & rank & !rooks;
            for slot in sides {
                if self.rooks[slot].is_some_and(|rook| touched.meets(king | Bitboard::of(rook))) {
                    self.rooks[slot] = None;
                }
            }
            let left: Bitboard = sides.into_iter().filter_map(|slot| self.rooks[slot]).collect();
            self.unmoved &= !rank | left;
            if left.any() {
                self.unmoved |= king;
            }
        }
        before ^ self.key()
    }

    /// Whether every right is one that a standard game can have: king on e1 or e8, rook in the corner.
    pub fn is_standard(&self) -> bool {
        let standard = Castling::standard();
        self.unmoved & !standard.unmoved == Bitboard::EMPTY
            && (0..4).all(|slot| self.rooks[slot].is_none() || self.rooks[slot] == standard.rooks[slot])
    }
}

impl std::fmt::Debug for Castling {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.rooks.into_iter().flatten()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(name: &str) -> Square {
        Square::from_name(name.as_bytes()).unwrap()
    }

    #[test]
    fn a_kings_move_loses_both_rights_of_its_colour() {
        let mut castling = Castling::standard();
        let change = castling.lose(Bitboard::of(Square::E1));
        assert_eq!(castling.bits(), 0b1100);
        assert!(!castling.any(Color::White) && castling.any(Color::Black));
        assert_eq!(change, Key::of_castling(0b0011));
        assert_eq!(castling.unmoved, [square("e8"), square("a8"), square("h8")].into_iter().collect());
    }

    #[test]
    fn rights_are_left_with_the_rooks_that_are_left() {
        let all = Castling::standard();
        assert_eq!(all.with_rooks(all.rooks()), all);
        assert_eq!(all.with_rooks(Bitboard::EMPTY), Castling::NONE);
        for gone in ["a1", "h1", "a8", "h8"].map(square) {
            let mut left = all;
            left.lose(Bitboard::of(gone));
            assert_eq!(all.with_rooks(all.rooks() & !Bitboard::of(gone)), left);
            // A king without rooks has nothing to castle with.
            let mut alone = all;
            alone.lose(Bitboard::back_rank(Color::Black) | Bitboard::of(gone));
            assert_eq!(left.with_rooks(left.rooks() & Bitboard::back_rank(Color::White)), alone);
        }
    }

    #[test]
    fn a_rook_that_takes_a_rook_loses_one_right_of_each() {
        let mut castling = Castling::standard();
        castling.lose([square("h1"), square("h8")].into_iter().collect());
        assert_eq!(castling.bits(), 0b1010);
        castling.lose(Bitboard::of(square("a1")));
        assert!(!castling.unmoved.contains(Square::E1));
        assert_eq!(castling.bits(), 0b1000);
    }

    #[test]
    fn only_corner_rooks_are_standard() {
        assert!(Castling::standard().is_standard());
        let mut castling = Castling::NONE;
        castling.grant(Color::White, square("e1"), square("g1"));
        assert!(!castling.is_standard());
        assert_eq!(castling.rook(Color::White, CastlingSide::King), Some(square("g1")));
    }
}
