//! What a replay finds out about one game.
//!
//! Owns the words for it; finding it out is for the rest of the folder.

use crate::chess::Key;
use crate::chess::castling::CastlingSide;
use crate::chess::position::Position;
use crate::finding::Findings;
use crate::openings::Named;

/// Whether a game's movetext is a series of legal moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Legality {
    /// Every move is legal.
    Legal,
    /// A move that no piece can make.
    IllegalMove,
    /// A move that two pieces could make.
    AmbiguousMove,
    /// A token that is no move.
    UnreadableToken,
    /// A null move (`--`, `Z0`).
    NullMove,
    /// A FEN that can't be read.
    BadFen,
    /// A start position that can't be played from.
    IllegalStart,
    /// A game of another variant; not replayed.
    UnsupportedVariant,
}

impl Legality {
    /// All of them, in the order of the dataset's dictionary.
    pub const ALL: [Legality; 8] = [
        Legality::Legal,
        Legality::IllegalMove,
        Legality::AmbiguousMove,
        Legality::UnreadableToken,
        Legality::NullMove,
        Legality::BadFen,
        Legality::IllegalStart,
        Legality::UnsupportedVariant,
    ];

    /// The word in the dataset.
    pub const fn as_str(self) -> &'static str {
        match self {
            Legality::Legal => "legal",
            Legality::IllegalMove => "illegal_move",
            Legality::AmbiguousMove => "ambiguous_move",
            Legality::UnreadableToken => "unreadable_token",
            Legality::NullMove => "null_move",
            Legality::BadFen => "bad_fen",
            Legality::IllegalStart => "illegal_start",
            Legality::UnsupportedVariant => "unsupported_variant",
        }
    }
}

/// Where and at what a replay stopped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReplayError {
    /// The ply that could not be made, 1 for the first; none where the start itself is at fault.
    pub ply: Option<u32>,
    /// The token (or the FEN) as written, at most 255 bytes, bytes that are not UTF-8 read as Windows-1252.
    pub token: String,
    /// Bytes from the file's start to the token.
    pub offset: u64,
}

/// What one colour did.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ColorFacts {
    /// Captures made, en passant among them.
    pub captures: u32,
    /// Checks given, mate among them.
    pub checks: u32,
    /// Promotions.
    pub promotions: u32,
    /// Captures en passant.
    pub en_passants: u32,
    /// Castling: the side, and the ply.
    pub castling: Option<(CastlingSide, u32)>,
}

/// The facts of one game, as the board shows them. Plies count from 1; a ply stands for the position after it.
#[derive(Clone, Debug)]
pub struct Facts {
    /// Whether the movetext is a series of legal moves.
    pub legality: Legality,
    /// Where the replay stopped, unless it reached the end.
    pub error: Option<ReplayError>,
    /// Half-moves replayed.
    pub plies: u32,
    /// Half-moves that the text holds in its main line, readable or not.
    pub claimed_plies: u32,
    /// The position after the last replayed ply; none where there was no position to start from.
    pub last_position: Option<Position>,
    /// Mate on the board after the last ply.
    pub is_checkmate: bool,
    /// Stalemate on the board after the last ply.
    pub is_stalemate: bool,
    /// Neither side has the material to mate in the last position (the sites' test; [`crate::rules::material`]).
    pub insufficient_material: bool,
    /// The first ply with that.
    pub insufficient_material_ply: Option<u32>,
    /// How often the most frequent position occurred (1 if none came back); 0 without a position.
    pub max_repetition: u32,
    /// How often the last position has occurred; 0 without a position.
    pub last_repetition: u32,
    /// The first ply at which a position occurred for the third time.
    pub threefold_ply: Option<u32>,
    /// The first ply at which a position occurred for the fifth time.
    pub fivefold_ply: Option<u32>,
    /// The highest halfmove clock; a FEN's counter counts.
    pub max_halfmove_clock: u32,
    /// The first ply with a halfmove clock of 100.
    pub fifty_move_ply: Option<u32>,
    /// The first ply with a halfmove clock of 150.
    pub seventy_five_move_ply: Option<u32>,
    /// The Polyglot book key of the last position.
    pub last_key: Option<Key>,
    /// A key of the start position and the moves replayed: equal for equal start and moves.
    pub moves_key: Option<Key>,
    /// What each colour did: White, Black.
    pub colors: [ColorFacts; 2],
    /// What is odd about text and moves.
    pub findings: Findings,
    /// The opening, where it was asked for and the game has one.
    pub opening: Option<Named>,
}

impl Facts {
    /// Whether all that the text holds could be replayed, and that is something.
    pub fn is_whole(&self) -> bool {
        self.legality == Legality::Legal && self.plies > 0
    }
}

impl Default for Facts {
    /// Those of a game that has no position to start from, before it is said why.
    fn default() -> Facts {
        Facts {
            legality: Legality::Legal,
            error: None,
            plies: 0,
            claimed_plies: 0,
            last_position: None,
            is_checkmate: false,
            is_stalemate: false,
            insufficient_material: false,
            insufficient_material_ply: None,
            max_repetition: 0,
            last_repetition: 0,
            threefold_ply: None,
            fivefold_ply: None,
            max_halfmove_clock: 0,
            fifty_move_ply: None,
            seventy_five_move_ply: None,
            last_key: None,
            moves_key: None,
            colors: [ColorFacts::default(); 2],
            findings: Findings::NONE,
            opening: None,
        }
    }
}
