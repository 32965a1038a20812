//! What a move did.

use crate::chess::castling::CastlingSide;
use crate::chess::moves::Move;
use crate::chess::san::San;
use crate::chess::square::Square;
use crate::chess::zobrist::Key;

/// What a move did, packed into one word so that it stays in a register: the move in bits 0-15, and a bit for each fact. The
/// bits of capture and check are those of a [`San`]'s marks, so that the two are compared as they are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Played(pub(super) u32);

impl Played {
    pub(crate) const CAPTURE: u32 = San::CAPTURE_BIT;
    pub(super) const CHECK: u32 = San::CHECK_BIT;
    pub(crate) const IRREVERSIBLE: u32 = 1 << 22;
    pub(super) const PROMOTED: u32 = 1 << 23;
    pub(super) const EN_PASSANT: u32 = 1 << 24;
    pub(super) const CASTLED: u32 = 1 << 25;
    pub(super) const ODD: u32 = 1 << 26;

    /// A move with nothing rare about it.
    #[inline(always)]
    pub(super) const fn plain(mv: Move, captured: bool, check: bool, irreversible: bool) -> Played {
        Played(
            mv.bits() as u32
                | (captured as u32 * Played::CAPTURE)
                | (check as u32 * Played::CHECK)
                | (irreversible as u32 * Played::IRREVERSIBLE),
        )
    }

    /// The move's bits.
    #[inline(always)]
    pub const fn move_bits(self) -> u16 {
        self.0 as u16
    }

    /// Capture and check, as the bits of a [`San`].
    #[inline(always)]
    pub const fn marks_due(self) -> u32 {
        self.0 & (Played::CAPTURE | Played::CHECK)
    }

    /// Whether it captured, en passant or otherwise.
    #[inline(always)]
    pub const fn is_capture(self) -> bool {
        self.0 & Played::CAPTURE != 0
    }

    /// Whether it gave check.
    #[inline(always)]
    pub const fn is_check(self) -> bool {
        self.0 & Played::CHECK != 0
    }

    /// Whether no earlier position can come back: after a capture, a pawn's move, castling. (Nor can it after the loss of a castling
    /// right, but that is in the position's key.)
    #[inline(always)]
    pub const fn is_irreversible(self) -> bool {
        self.0 & Played::IRREVERSIBLE != 0
    }

    /// Whether there is more to say of it than most moves have: promotion, en passant, castling, or odd notation.
    #[inline(always)]
    pub const fn is_rare(self) -> bool {
        self.0 >= Played::PROMOTED
    }

    /// Whether a pawn was promoted.
    pub const fn is_promotion(self) -> bool {
        self.0 & Played::PROMOTED != 0
    }

    /// Whether it captured en passant.
    pub const fn is_en_passant(self) -> bool {
        self.0 & Played::EN_PASSANT != 0
    }

    /// The side to which it castled, if it did.
    pub const fn castling(self) -> Option<CastlingSide> {
        if self.0 & Played::CASTLED == 0 {
            return None;
        }
        let (king, rook) = (Square::new((self.0 & 63) as u8), Square::new(((self.0 >> 6) & 63) as u8));
        Some(CastlingSide::of(king, rook))
    }
}

/// 2^64 divided by the golden ratio: spreads a move's sixteen bits over the upper half of a key, which a fold brings down again.
pub(crate) const MIX: u64 = 0x9E37_79B9_7F4A_7C15;

/// Adds a move to a key of the moves so far: a multiplication by an odd constant and a fold, so that order matters.
#[inline(always)]
pub(crate) fn mix(key: Key, mv: u16) -> Key {
    let product = (key.0 ^ u64::from(mv)).wrapping_mul(MIX);
    Key(product ^ product >> 32)
}
