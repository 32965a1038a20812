//! The last position of a game that the table names.
//!
//! Owns speed: it keeps a mailbox and a key, nothing else, and stops where no position of the table can arise any more. A position
//! counts whatever way it was reached by, however late, and whatever position the game started from, the start itself included; in
//! Chess960, too. That castling rights and en passant belong to a position is article 9.2.3.
//!
//! Three facts end the search early, all of things that don't come back: a pawn that has left its first square, a right to castle that
//! was lost, a man that was captured. By these a game is given up after twenty-odd plies, while its last name came at the fourth to tenth.
//! That takes 2,000 instructions a game. (A trie of the moves that the table's lines make was the other way: it knows no transposition that
//! isn't written down.) Whether a capture en passant is legal is asked only of the few positions that are in the table but for that.

use crate::chess::Key;
use crate::chess::bitboard::Bitboard;
use crate::chess::board::Board;
use crate::chess::castling::CastlingSide;
use crate::chess::moves::Move;
use crate::chess::piece::{Color, Piece, PieceType};
use crate::chess::position::Position;
use crate::chess::square::{File, Rank, Square};
use crate::openings::book::{self, EnPassant, Opening};

/// An opening, and where a game reached it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Named {
    /// The opening.
    pub opening: Opening,
    /// The ply after which its position stood on the board; 0 for the start.
    pub ply: u32,
}

/// The last position of a game that the table names. The moves are legal, from the first on.
///
/// ```
/// use arbitro::chess::position::Position;
/// use arbitro::chess::san::San;
/// use arbitro::openings::last_named;
///
/// let (mut position, mut moves) = (Position::start(), Vec::new());
/// for written in ["Nf3", "Nc6", "e4", "e5", "Bc4", "a6"] {
///     let mv = position.resolve(San::parse(written.as_bytes())).unwrap();
///     position.play_unchecked(mv);
///     moves.push(mv);
/// }
/// let named = last_named(&Position::start(), moves.iter().copied()).unwrap();
/// assert_eq!((named.opening.eco(), named.opening.name(), named.ply), ("C50", "Italian Game", 5));
/// ```
pub fn last_named(start: &Position, moves: impl Iterator<Item = Move> + Clone) -> Option<Named> {
    match Rights::of(start) {
        Some(rights) => Walk::new(start, rights).last_named(start, moves),
        None => last_named_ply_by_ply(start, moves),
    }
}

/// The same on a [`Position`], which knows castling with any rook.
#[cold]
fn last_named_ply_by_ply(start: &Position, moves: impl Iterator<Item = Move>) -> Option<Named> {
    let mut position = *start;
    let mut last = Opening::of(&position).map(|opening| Named { opening, ply: 0 });
    for (mv, ply) in moves.zip(1..) {
        position.play_unchecked(mv);
        if book::WITHIN_MEN[position.board().occupied().len() as usize % 64] == 0 {
            break;
        }
        last = Opening::of(&position).map(|opening| Named { opening, ply }).or(last);
    }
    last
}

/// How many positions are kept before any is looked up.
const KEPT: usize = 16;

/// Keys of positions one after the other, without the term of en passant.
struct Kept {
    keys: [Key; KEPT],
    /// A bit for each of the keys that may be in the table: whether one is can't be predicted, so nothing branches on it.
    hits: u32,
    length: usize,
    /// The ply of the first.
    first: u32,
}

impl Kept {
    #[inline(always)]
    fn push(&mut self, key: Key) {
        let place = self.length % KEPT;
        self.keys[place] = key;
        self.hits |= book::may_have(key) << place;
        self.length += 1;
    }

    /// The last of them that is in the table; all are forgotten.
    #[inline(always)]
    fn settle(&mut self, start: &Position, moves: &(impl Iterator<Item = Move> + Clone)) -> Option<Named> {
        let mut hits = std::mem::take(&mut self.hits);
        let first = self.first;
        self.first += self.length as u32;
        self.length = 0;
        while hits != 0 {
            let place = hits.ilog2();
            hits ^= 1 << place;
            let ply = first + place;
            for (opening, needed) in Opening::with_key(self.keys[place as usize]) {
                let is_met = match needed {
                    EnPassant::OutOfQuestion => true,
                    EnPassant::No | EnPassant::On(_) => {
                        needed.is_met(en_passant_file(start, moves.clone(), ply))
                    }
                };
                if is_met {
                    return Some(Named { opening, ply });
                }
            }
        }
        None
    }
}

/// Why a run of plain moves stops.
enum Stop {
    /// No more moves, or no position of the table can arise any more.
    End,
    /// So many positions are kept as can be.
    Full,
    /// A move that is not plain; it has not been made.
    Special(Move),
}

/// The squares of king and rook for each right, in the order of its bits.
const CASTLING_SQUARES: [u64; 4] = [1 << 4 | 1 << 7, 1 << 4 | 1, 1 << 60 | 1 << 63, 1 << 60 | 1 << 56];
const ALL_CASTLING_SQUARES: u64 = 1 | 1 << 4 | 1 << 7 | 1 << 56 | 1 << 60 | 1 << 63;
/// The first squares of all pawns.
const FIRST_SQUARES: u64 = 0x00FF_0000_0000_FF00;

/// Rights to castle as in a standard game: those whose king and rook stand on squares that were neither left nor entered.
#[derive(Clone, Copy)]
struct Rights {
    unmoved: u64,
    bits: u8,
}

impl Rights {
    /// The rights of a position, if its kings and rooks castle from the usual squares.
    #[inline(always)]
    fn of(position: &Position) -> Option<Rights> {
        let castling = position.castling();
        let unmoved = castling.unmoved.0;
        // Asked first, because nearly all games start that way: all rights, which these squares allow in one way only.
        if unmoved == ALL_CASTLING_SQUARES {
            Some(Rights { unmoved, bits: 0b1111 })
        } else {
            castling.is_standard().then(|| Rights { unmoved, bits: castling.bits() })
        }
    }

    /// What is left of them.
    fn without(self, moved: u64) -> Rights {
        let mut left = Rights { unmoved: 0, bits: 0 };
        for (right, squares) in CASTLING_SQUARES.into_iter().enumerate() {
            if self.unmoved & !moved & squares == squares {
                left.unmoved |= squares;
                left.bits |= 1 << right;
            }
        }
        left
    }
}

/// A game under way.
struct Walk {
    mailbox: [Piece; 64],
    /// The key, without the term of en passant.
    key: Key,
    rights: Rights,
    /// The bounds of the table that the game is still within, but for the number of men.
    within: u64,
    men: u32,
}

impl Walk {
    #[inline(always)]
    fn new(start: &Position, rights: Rights) -> Walk {
        let board = start.board();
        let touched = FIRST_SQUARES & !unmoved_pawns(board) | ALL_CASTLING_SQUARES & !rights.unmoved;
        let within =
            Bitboard(touched).into_iter().fold(!0, |within, square| within & book::WITHIN[square.index()]);
        Walk {
            mailbox: board.mailbox,
            key: start.key() ^ en_passant(start),
            rights,
            within: within & !book::NO_CASTLING_SQUARE,
            men: board.occupied().len(),
        }
    }

    #[inline(always)]
    fn last_named(mut self, start: &Position, moves: impl Iterator<Item = Move> + Clone) -> Option<Named> {
        let mut kept = Kept { keys: [Key(0); KEPT], hits: 0, length: 0, first: 0 };
        kept.push(self.key);
        let mut last = None;
        let mut ahead = moves.clone();
        loop {
            match self.run(&mut ahead, &mut kept) {
                Stop::End => return kept.settle(start, &moves).or(last),
                Stop::Full => last = kept.settle(start, &moves).or(last),
                Stop::Special(mv) => self.play(mv, &mut kept),
            }
        }
    }

    /// Makes plain moves: no king and no rook of a standard game's start leaves its square or is captured there, and no pawn is promoted or
    /// captured en passant. All that changes stays in registers.
    #[inline(always)]
    fn run(&mut self, moves: &mut impl Iterator<Item = Move>, kept: &mut Kept) -> Stop {
        let (mut key, mut within, mut men) = (self.key, self.within, self.men);
        let (mut hits, mut length) = (kept.hits, kept.length);
        let stop = loop {
            if length >= KEPT {
                break Stop::Full;
            }
            let Some(mv) = moves.next() else { break Stop::End };
            let (from, to) = (mv.from(), mv.to());
            let (piece, captured) = (self.mailbox[from.index()], self.mailbox[to.index()]);
            let left = book::WITHIN[from.index()] & book::WITHIN[to.index()];
            let is_pawn = piece.kind_index() == PieceType::Pawn.index();
            let is_slant = (from.index() ^ to.index()) & 7 != 0;
            if (left & book::NO_CASTLING_SQUARE == 0)
                | (is_pawn & captured.is_none() & is_slant)
                | (mv.bits() >> 12 != 0)
            {
                break Stop::Special(mv);
            }
            within &= left;
            self.mailbox[from.index()] = Piece::NONE;
            self.mailbox[to.index()] = piece;
            key = key
                ^ Key::of_turn(Color::White)
                ^ Key::of_piece(captured, to)
                ^ Key::of_piece(piece, from)
                ^ Key::of_piece(piece, to);
            men = men.wrapping_sub(u32::from(!captured.is_none()));
            kept.keys[length] = key;
            hits |= book::may_have(key) << length;
            length += 1;
            if within & book::WITHIN_MEN[men as usize % 64] == 0 {
                break Stop::End;
            }
        };
        (self.key, self.within, self.men) = (key, within, men);
        (kept.hits, kept.length) = (hits, length);
        stop
    }

    /// Makes any move.
    #[inline(never)]
    fn play(&mut self, mv: Move, kept: &mut Kept) {
        let (from, to) = (mv.from(), mv.to());
        let (piece, captured) = (self.mailbox[from.index()], self.mailbox[to.index()]);
        let moved = 1 << from.index() | 1 << to.index();
        self.within &= book::WITHIN[from.index()] & book::WITHIN[to.index()];
        self.key ^= Key::of_turn(Color::White);
        if self.rights.unmoved & moved != 0 {
            let rights = self.rights.without(moved);
            self.key ^= Key::of_castling(self.rights.bits) ^ Key::of_castling(rights.bits);
            self.rights = rights;
        }
        if !captured.is_none() && captured.color() == piece.color() {
            self.castle(piece.color(), from, to);
        } else {
            self.mailbox[from.index()] = Piece::NONE;
            self.mailbox[to.index()] = piece;
            self.key ^= Key::of_piece(piece, from) ^ Key::of_piece(piece, to) ^ Key::of_piece(captured, to);
            self.men = self.men.wrapping_sub(u32::from(!captured.is_none()));
            if piece.kind_index() == PieceType::Pawn.index() {
                self.finish_pawn_move(mv, piece, captured);
            }
        }
        kept.push(self.key);
    }

    /// What only a pawn does, and seldom.
    fn finish_pawn_move(&mut self, mv: Move, piece: Piece, captured: Piece) {
        let (from, to) = (mv.from(), mv.to());
        if let Some(kind) = mv.promotion() {
            let promoted = Piece::new(piece.color(), kind);
            self.mailbox[to.index()] = promoted;
            self.key ^= Key::of_piece(piece, to) ^ Key::of_piece(promoted, to);
        } else if captured.is_none() && from.file() != to.file() {
            let passed = to.forward(!piece.color());
            self.key ^= Key::of_piece(self.mailbox[passed.index()], passed);
            self.mailbox[passed.index()] = Piece::NONE;
            self.men = self.men.wrapping_sub(1);
        }
    }

    fn castle(&mut self, us: Color, king: Square, rook: Square) {
        let side = CastlingSide::of(king, rook);
        let targets = (side.king_target(us), side.rook_target(us));
        for (kind, from, to) in [(PieceType::King, king, targets.0), (PieceType::Rook, rook, targets.1)] {
            let piece = Piece::new(us, kind);
            self.mailbox[from.index()] = Piece::NONE;
            self.mailbox[to.index()] = piece;
            self.key ^= Key::of_piece(piece, from) ^ Key::of_piece(piece, to);
        }
    }
}

/// The file of the legal captures en passant after so many plies.
#[cold]
fn en_passant_file(start: &Position, moves: impl Iterator<Item = Move>, ply: u32) -> Option<File> {
    let mut position = *start;
    for mv in moves.take(ply as usize) {
        position.play_unchecked(mv);
    }
    position.en_passant().map(|target| target.file())
}

/// The term of en passant in a position's key.
fn en_passant(position: &Position) -> Key {
    position.en_passant().map_or(Key(0), |target| Key::of_en_passant(target.file()))
}

/// The pawns on their first squares.
fn unmoved_pawns(board: &Board) -> u64 {
    let of = |color, rank| board.of(color, PieceType::Pawn) & Bitboard::rank(Rank::new(rank));
    (of(Color::White, 1) | of(Color::Black, 6)).0
}
