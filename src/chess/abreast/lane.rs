//! One lane of eight: a position put in, a position taken out, a move made by the judge in between.

use super::step::{Eight, KIND_SHIFT, NEEDLESS, RETURNED};
use super::vector::spread;
use crate::chess::bitboard::Bitboard;
use crate::chess::board::Board;
use crate::chess::castling::Castling;
use crate::chess::piece::{Color, Piece, PieceType};
use crate::chess::played::{Played, mix};
use crate::chess::position::Position;
use crate::chess::resolve::SanError;
use crate::chess::san::San;
use crate::chess::square::Square;
use crate::chess::zobrist::Key;

/// Proof that the processor has what the step asks for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Abreast(());

impl Abreast {
    /// The proof, where the processor has AVX-512 as of 2019 (Ice Lake, Zen 4).
    pub(crate) fn detect() -> Option<Abreast> {
        let found = !cfg!(feature = "one-by-one")
            && is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512cd")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("gfni")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        found.then_some(Abreast(()))
    }

    /// The same for a test, of which it is said that it is skipped.
    #[cfg(test)]
    pub(crate) fn detect_or_say(test: &str) -> Option<Abreast> {
        use std::io::Write;

        let proof = Abreast::detect();
        if proof.is_none() {
            // Past the harness, which shows what `eprintln` says of failed tests only.
            let _ = writeln!(std::io::stderr(), "skipped, for want of AVX-512: {test}");
        }
        proof
    }
}

/// What a position has that no lane keeps: the rights to castle as they were when the lane was set, of which its steps have taken some, and
/// where a pawn may be captured en passant.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rights {
    castling: Castling,
    en_passant: Option<Square>,
}

impl Default for Eight {
    fn default() -> Eight {
        const NOTHING: [u64; 8] = [0; 8];
        Eight {
            lines: NOTHING,
            slants: NOTHING,
            short: NOTHING,
            white: NOTHING,
            black: NOTHING,
            unmoved: NOTHING,
            clock: NOTHING,
            highest_clock: NOTHING,
            tallies: NOTHING,
            moves_key: NOTHING,
            last: NOTHING,
            earlier: NOTHING,
            wrong_marks: NOTHING,
            left_by_mover: NOTHING,
            left_by_other: NOTHING,
            castled: [[None; 2]; 8],
            mover_returned: 0,
            other_returned: 0,
            both_returned: 0,
            busy: 0,
            forced: 0,
        }
    }
}

impl Eight {
    /// Puts a game's start into a lane.
    pub(crate) fn begin(&mut self, lane: usize, start: &Position) -> Rights {
        self.busy |= 1 << lane;
        self.highest_clock[lane] = u64::from(start.halfmove_clock);
        self.tallies[lane] = 0;
        self.moves_key[lane] = start.key.0;
        self.last[lane] = 0;
        self.earlier[lane] = 0;
        self.wrong_marks[lane] = 0;
        self.castled[lane] = [None; 2];
        self.forget_returns(lane);
        self.both_returned &= !(1 << lane);
        self.set(lane, start)
    }

    /// Takes a lane out of use.
    pub(crate) fn end(&mut self, lane: usize) {
        self.busy &= !(1 << lane);
        self.forced &= !(1 << lane);
    }

    /// Whether any lane is in use.
    pub(crate) fn is_busy(&self) -> bool {
        self.busy != 0
    }

    /// Makes the moves of `rows` from a row on; see [`Eight::advance_on`].
    pub(crate) fn advance(
        &mut self,
        _proof: Abreast,
        rows: &mut [[u32; 8]],
        from: usize,
    ) -> Option<(usize, u8)> {
        #[allow(unsafe_code)]
        // SAFETY: an `Abreast` exists only where all the features that the function asks for have been found.
        unsafe {
            self.advance_on(rows, from)
        }
    }

    fn set(&mut self, lane: usize, position: &Position) -> Rights {
        let [pawns, knights, bishops, rooks, queens, kings, ..] = position.board.by_type;
        self.lines[lane] = (rooks | queens | knights).0;
        self.slants[lane] = (bishops | queens | kings).0;
        self.short[lane] = (pawns | knights | kings).0;
        self.white[lane] = position.board.by_color[0].0;
        self.black[lane] = u64::from(position.turn == Color::Black).wrapping_neg();
        self.unmoved[lane] = position.castling.rooks().0;
        self.clock[lane] = u64::from(position.halfmove_clock);
        self.forced = self.forced & !(1 << lane) | u8::from(position.en_passant.is_some()) << lane;
        Rights { castling: position.castling, en_passant: position.en_passant }
    }

    /// The position in a lane. Its key is not made up, nor is the square that a double step has just passed over.
    pub(crate) fn position(&self, _proof: Abreast, lane: usize, rights: &Rights) -> Position {
        let [lines, slants, short, white] =
            [self.lines[lane], self.slants[lane], self.short[lane], self.white[lane]].map(Bitboard);
        let mut board = Board::EMPTY;
        board.by_type[PieceType::Pawn.index()] = short & !lines & !slants;
        board.by_type[PieceType::Knight.index()] = short & lines;
        board.by_type[PieceType::Bishop.index()] = slants & !lines & !short;
        board.by_type[PieceType::Rook.index()] = lines & !slants & !short;
        board.by_type[PieceType::Queen.index()] = lines & slants;
        board.by_type[PieceType::King.index()] = short & slants;
        let black = (lines | slants | short) & !white;
        board.by_color = [white, black];
        let empty = !(lines | slants | short);
        let [_, knights, bishops, rooks, queens, kings, ..] = board.by_type;
        // The codes are kind and eight times the colour; that of an empty square is six.
        let codes = [knights | rooks | kings, bishops | rooks | empty, queens | kings | empty, black];
        #[allow(unsafe_code)]
        // SAFETY: an `Abreast` exists only where all the features that the function asks for have been found.
        let codes = unsafe { spread(codes.map(|set| set.0)) };
        board.mailbox = codes.map(|code| Piece::from_index(usize::from(code)));
        Position {
            board,
            key: Key(0),
            castling: rights.castling.with_rooks(Bitboard(self.unmoved[lane])),
            halfmove_clock: self.clock[lane] as u32,
            fullmove_number: 1,
            turn: if self.black[lane] == 0 { Color::White } else { Color::Black },
            en_passant: rights.en_passant,
            double_step: None,
        }
    }

    /// The last position of a lane's game, with all that belongs to it. `start` is its first position, `records` tell its moves.
    pub(crate) fn last_position(
        &self,
        proof: Abreast,
        lane: usize,
        rights: &Rights,
        start: &Position,
        records: &[[u32; 8]],
    ) -> Position {
        let mut position = self.position(proof, lane, rights);
        let moves_of_black = (records.len() as u32 + start.turn as u32) / 2;
        position.fullmove_number = start.fullmove_number + moves_of_black;
        position.double_step = records.last().map_or(start.double_step, |row| double_step(row[lane]));
        position.key = position.key_from_nothing();
        position
    }

    /// Makes a move that is not plain, by the judge. Gives what it did, and the record of it; the lane is left as it was if the move
    /// can't be made.
    pub(crate) fn play(
        &mut self,
        proof: Abreast,
        lane: usize,
        rights: &mut Rights,
        san: San,
    ) -> Result<(Played, Color, u32), SanError> {
        let mut position = self.position(proof, lane, rights);
        let needless = san.names_origin() && position.has_needless_origin(san);
        let before = position;
        let played = position.play_san(san)?;
        let from = Square::new((played.move_bits() & 63) as u8);
        let kind = before.board.code_at(from).kind_index() as u32;
        // The rights before and after are not the same, so no position before this move can come back.
        let parts = before.en_passant.is_some() || before.castling != position.castling;
        let parts = if parts { Played::IRREVERSIBLE } else { 0 };
        let record = played.0 | kind << KIND_SHIFT | parts;
        let record = if self.note_return(lane, record) { record | RETURNED } else { record };
        *rights = self.set(lane, &position);
        self.earlier[lane] |= if needless { NEEDLESS } else { 0 };
        self.count(lane, san, played, before.turn);
        Ok((played, before.turn, record))
    }

    /// Counts a move that has been made in a lane by other means than a step.
    fn count(&mut self, lane: usize, san: San, played: Played, mover: Color) {
        self.highest_clock[lane] = self.highest_clock[lane].max(self.clock[lane]);
        let one = 1u64 << (16 * mover as u32);
        self.tallies[lane] +=
            u64::from(played.is_capture()) * one + ((u64::from(played.is_check()) * one) << 32);
        self.moves_key[lane] = mix(Key(self.moves_key[lane]), played.move_bits()).0;
        self.earlier[lane] |= self.last[lane];
        self.last[lane] = u64::from(san.bits());
        let differs = (san.bits() ^ played.0) & (San::CAPTURE_BIT | San::CHECK_BIT);
        self.wrong_marks[lane] |= u64::from(differs & san.bits()) | u64::from(differs & played.0) << 32;
    }

    /// Keeps account of who has gone back to a square that he had left; whether both have, since the last irreversible move.
    fn note_return(&mut self, lane: usize, record: u32) -> bool {
        let bit = 1 << lane;
        let (from, to) = (1u64 << (record & 63), 1u64 << (record >> 6 & 63));
        if record & Played::IRREVERSIBLE != 0 {
            self.forget_returns(lane);
            return false;
        }
        let other = self.other_returned & bit;
        let mover = self.mover_returned & bit | u8::from(self.left_by_mover[lane] & to != 0) << lane;
        self.mover_returned = self.mover_returned & !bit | other;
        self.other_returned = self.other_returned & !bit | mover;
        let left = self.left_by_mover[lane];
        self.left_by_mover[lane] = self.left_by_other[lane];
        self.left_by_other[lane] = left | from;
        self.both_returned |= mover & other;
        mover & other != 0
    }

    fn forget_returns(&mut self, lane: usize) {
        self.left_by_mover[lane] = 0;
        self.left_by_other[lane] = 0;
        self.mover_returned &= !(1 << lane);
        self.other_returned &= !(1 << lane);
    }

    /// Whether neither pawn nor rook nor queen is left in a lane.
    pub(crate) fn has_minors_alone(&self, lane: usize) -> bool {
        let [lines, slants, short] = [self.lines[lane], self.slants[lane], self.short[lane]];
        lines & !short == 0 && short & !lines & !slants == 0
    }

    /// What the lane has counted.
    pub(crate) fn counted(&self, lane: usize) -> Counted {
        let tallies = self.tallies[lane];
        let mate = u64::from(San::MATE_BIT);
        Counted {
            captures: [tallies as u16, (tallies >> 16) as u16],
            checks: [(tallies >> 32) as u16, (tallies >> 48) as u16],
            highest_clock: self.highest_clock[lane] as u32,
            moves_key: Key(self.moves_key[lane]),
            mate_marks: u32::from(self.earlier[lane] & mate != 0) + u32::from(self.last[lane] & mate != 0),
            wrong_marks: self.wrong_marks[lane] as u32,
            missing_marks: (self.wrong_marks[lane] >> 32) as u32,
            needless_origin: self.earlier[lane] & NEEDLESS != 0,
            has_returns: self.both_returned >> lane & 1 == 1,
        }
    }
}

/// What a lane has counted of its game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Counted {
    /// By colour.
    pub(crate) captures: [u16; 2],
    /// By colour.
    pub(crate) checks: [u16; 2],
    pub(crate) highest_clock: u32,
    pub(crate) moves_key: Key,
    /// Mate marks, those before the last move counted as one.
    pub(crate) mate_marks: u32,
    /// Bits of [`San`] that were set where they should not be.
    pub(crate) wrong_marks: u32,
    /// Bits of [`San`] that were left out where they should be.
    pub(crate) missing_marks: u32,
    /// Whether a move was written with an origin that it did not need.
    pub(crate) needless_origin: bool,
    /// Whether some record says [`RETURNED`].
    pub(crate) has_returns: bool,
}

/// The square that the recorded move passed over, if it was a pawn's double step.
fn double_step(record: u32) -> Option<Square> {
    let (from, to) = (record & 63, record >> 6 & 63);
    let is_double = record >> KIND_SHIFT & 7 == PieceType::Pawn as u32 && from ^ to == 16;
    is_double.then(|| Square::new(((from + to) / 2) as u8))
}
