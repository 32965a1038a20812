//! A move as it is written, packed into one word.
//!
//! Owns the bits of [`San`] and nothing else: reading and writing the text is for `san_text`,
//! finding the move that is meant for [`crate::chess::resolve`].
//!
//! ```text
//!  bit  0      6    9         13        17         20 21 22 23  24  25    26         27        28   29
//!      |square|kind|file, 0-8|rank, 0-8|promotion |x |+ |# |O-O|000|zeros|odd promo.|odd not. |null|unreadable|
//! ```
//! Whoever changes the layout changes the fast reader of movetext with it, which builds the same words by
//! tables.

use std::fmt;

use crate::chess::castling::CastlingSide;
use crate::chess::piece::PieceType;
use crate::chess::square::{File, Rank, Square};

/// A move as written (PGN standard 8.2.3). Castling has no square and no kind; a null move and an unreadable
/// token have nothing else.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct San(u32);

impl San {
    /// Where the kind's bits begin.
    pub const PIECE_SHIFT: u32 = 6;
    /// Where the bits of the file of origin begin.
    pub const FILE_SHIFT: u32 = 9;
    /// Where the bits of the rank of origin begin.
    pub const RANK_SHIFT: u32 = 13;
    /// Where the promotion's bits begin.
    pub const PROMOTION_SHIFT: u32 = 17;
    /// Which bit is the check mark.
    pub const CHECK_SHIFT: u32 = 21;
    /// Which bit is the mate mark.
    pub const MATE_SHIFT: u32 = 22;

    /// The bits of the square.
    pub const TO_MASK: u32 = 63;
    /// The bits of the kind.
    pub const PIECE_MASK: u32 = 7 << San::PIECE_SHIFT;
    /// The bits of the file of origin.
    pub const FILE_MASK: u32 = 15 << San::FILE_SHIFT;
    /// The bits of the rank of origin.
    pub const RANK_MASK: u32 = 15 << San::RANK_SHIFT;
    /// The bits of the promotion.
    pub const PROMOTION_MASK: u32 = 7 << San::PROMOTION_SHIFT;
    /// The bits of the file and the rank that the piece leaves.
    pub(crate) const ORIGIN: u32 = 15 << San::FILE_SHIFT | 15 << San::RANK_SHIFT;

    /// The bit of the capture mark, `x`.
    pub const CAPTURE_BIT: u32 = 1 << 20;
    /// The bit of the check mark, `+`.
    pub const CHECK_BIT: u32 = 1 << San::CHECK_SHIFT;
    /// The bit of the mate mark, `#`. A move that carries it has the check mark's bit too: mate is a check.
    pub const MATE_BIT: u32 = 1 << San::MATE_SHIFT;
    /// The bit of castling to the king's side.
    pub const CASTLE_KING_BIT: u32 = 1 << 23;
    /// The bit of castling to the queen's side.
    pub const CASTLE_QUEEN_BIT: u32 = 1 << 24;
    /// The bit of castling written with zeros.
    pub const ZEROS_BIT: u32 = 1 << 25;
    /// The bit of a promotion written otherwise than `=Q`.
    pub const ODD_PROMOTION_BIT: u32 = 1 << 26;
    /// The bit of any other departure from SAN that leaves no doubt: `e2e4`, `e2-e4`, `Ng1-f3`, `Pe4`,
    /// `exd6e.p.`.
    pub const ODD_NOTATION_BIT: u32 = 1 << 27;
    /// The bit of a null move.
    pub const NULL_BIT: u32 = 1 << 28;
    /// The bit of a token that is no move.
    pub const UNREADABLE_BIT: u32 = 1 << 29;

    /// A null move: `--` and its like. No move of chess (article 1.2).
    pub const NULL: San = San(San::NULL_BIT);
    /// A token that is no move in any spelling.
    pub const UNREADABLE: San = San(San::UNREADABLE_BIT);

    /// A word from its bits.
    #[inline]
    pub const fn from_bits(bits: u32) -> San {
        San(bits)
    }

    /// The bits.
    #[inline]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Whether all of `bits` are set.
    #[inline]
    pub const fn has(self, bits: u32) -> bool {
        self.0 & bits == bits
    }

    /// The word with `bits` set if `condition` holds.
    #[inline]
    pub(crate) const fn with(self, bits: u32, condition: bool) -> San {
        if condition { San(self.0 | bits) } else { self }
    }

    /// A plain move of a kind to a square.
    #[inline]
    pub const fn to_square(kind: PieceType, to: Square) -> San {
        San(to.index() as u32 | (kind as u32) << San::PIECE_SHIFT)
    }

    /// Castling.
    #[inline]
    pub const fn castle(side: CastlingSide) -> San {
        match side {
            CastlingSide::King => San(San::CASTLE_KING_BIT),
            CastlingSide::Queen => San(San::CASTLE_QUEEN_BIT),
        }
    }

    /// The same, leaving from a file.
    #[inline]
    pub const fn from_file(self, file: File) -> San {
        San(self.0 & !San::FILE_MASK | (file.index() as u32 + 1) << San::FILE_SHIFT)
    }

    /// The same, leaving from a rank.
    #[inline]
    pub const fn from_rank(self, rank: Rank) -> San {
        San(self.0 & !San::RANK_MASK | (rank.index() as u32 + 1) << San::RANK_SHIFT)
    }

    /// The same, the pawn becoming `kind`, which is a knight, bishop, rook or queen.
    #[inline]
    pub const fn promoting(self, kind: PieceType) -> San {
        San(self.0 & !San::PROMOTION_MASK | (kind as u32) << San::PROMOTION_SHIFT)
    }

    /// The square it enters.
    #[inline]
    pub const fn to(self) -> Square {
        Square::new((self.0 & 63) as u8)
    }

    /// The kind that moves.
    #[inline]
    pub const fn kind(self) -> PieceType {
        PieceType::new((self.0 >> San::PIECE_SHIFT & 7) as u8)
    }

    /// The file it leaves, where written.
    #[inline]
    pub const fn file(self) -> Option<File> {
        match self.0 >> San::FILE_SHIFT & 15 {
            0 => None,
            file => Some(File::new(file as u8 - 1)),
        }
    }

    /// The rank it leaves, where written.
    #[inline]
    pub const fn rank(self) -> Option<Rank> {
        match self.0 >> San::RANK_SHIFT & 15 {
            0 => None,
            rank => Some(Rank::new(rank as u8 - 1)),
        }
    }

    /// What the pawn becomes.
    #[inline]
    pub const fn promotion(self) -> Option<PieceType> {
        match self.0 >> San::PROMOTION_SHIFT & 7 {
            0 => None,
            kind => Some(PieceType::new(kind as u8)),
        }
    }

    /// The side to which it castles.
    #[inline]
    pub const fn castling(self) -> Option<CastlingSide> {
        if self.has(San::CASTLE_KING_BIT) {
            Some(CastlingSide::King)
        } else if self.has(San::CASTLE_QUEEN_BIT) {
            Some(CastlingSide::Queen)
        } else {
            None
        }
    }

    /// Whether a piece's move is written with the file or the rank that it leaves. A pawn's capture always is.
    #[inline(always)]
    pub(crate) const fn names_origin(self) -> bool {
        self.0 & San::ORIGIN != 0 && self.0 & San::PIECE_MASK != 0
    }

    /// Whether it is written as a capture.
    #[inline]
    pub const fn is_capture(self) -> bool {
        self.has(San::CAPTURE_BIT)
    }

    /// Whether it carries a check mark.
    #[inline]
    pub const fn is_check(self) -> bool {
        self.has(San::CHECK_BIT)
    }

    /// Whether it carries a mate mark.
    #[inline]
    pub const fn is_mate(self) -> bool {
        self.has(San::MATE_BIT)
    }

    /// Whether castling is written with zeros.
    #[inline]
    pub const fn has_zeros(self) -> bool {
        self.has(San::ZEROS_BIT)
    }

    /// Whether the promotion is written otherwise than `=Q`.
    #[inline]
    pub const fn has_odd_promotion(self) -> bool {
        self.has(San::ODD_PROMOTION_BIT)
    }

    /// Whether it is written in another way than SAN.
    #[inline]
    pub const fn has_odd_notation(self) -> bool {
        self.has(San::ODD_NOTATION_BIT)
    }

    /// Whether it is a null move.
    #[inline]
    pub const fn is_null(self) -> bool {
        self.has(San::NULL_BIT)
    }

    /// Whether the token is no move.
    #[inline]
    pub const fn is_unreadable(self) -> bool {
        self.has(San::UNREADABLE_BIT)
    }
}

impl fmt::Debug for San {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "San({self} {:#x})", self.0)
    }
}
