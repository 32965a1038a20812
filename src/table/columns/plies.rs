//! The rows of the second table, one a half-move: builders of all its columns.
//!
//! Owns one walk through a game, of which every column takes what it needs. A game without end is handed on in pieces: rows take more
//! memory than the text that they come from.

use std::mem;

use crate::chess::fen;
use crate::chess::moves::Move;
use crate::chess::position::Position;
use crate::chess::resolve::Threat;
use crate::chess::uci::UciCastling;
use crate::pgn::months::YearMonth;
use crate::rules::repetition::Repetitions;
use crate::stats::thinking::Pace;
use crate::stats::winning_chances::whites_chances;

use super::buffers::{Codes, Longs, Numbers, Texts, ply as number_of};
use super::handover::Handover;
use super::last::bits;
use super::lists::{centipawns, moves_to_mate, spelling_of_castling};
use super::row::GameRow;
use super::row_batch::{RowBatch, Run, Used};

/// Rows after which a piece is handed on.
const ROWS_PER_PIECE: usize = 16_384;

/// Whether each row holds its position in full.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fens {
    /// No: its key is enough to find it by, and the moves lead to it.
    LeftOut,
    /// Yes, which adds two thirds to the size of the table.
    Written,
}

/// The plies of games in the making.
#[derive(Debug)]
pub struct Plies {
    rows: usize,
    used: Used,
    repetitions: Repetitions,
    source_file: Texts,
    game_index: Longs,
    ply: Numbers,
    san: Texts,
    uci: Texts,
    piece: Codes,
    from_square: Codes,
    to_square: Codes,
    captured: Codes,
    promotion: Codes,
    is_check: Codes,
    is_mate: Codes,
    clock: Numbers,
    time_spent: Numbers,
    eval_centipawns: Numbers,
    eval_mate: Numbers,
    eval_depth: Numbers,
    winning_chances: Numbers,
    nag: Numbers,
    repetition_count: Numbers,
    halfmove_clock: Numbers,
    legal_moves: Numbers,
    key: Longs,
    fen: Option<Texts>,
}

impl Plies {
    /// Empty builders.
    pub fn new(fens: Fens) -> Plies {
        let fen = match fens {
            Fens::LeftOut => None,
            Fens::Written => Some(Texts::default()),
        };
        Plies {
            rows: 0,
            used: Used::default(),
            repetitions: Repetitions::default(),
            source_file: Texts::default(),
            game_index: Longs::default(),
            ply: Numbers::default(),
            san: Texts::default(),
            uci: Texts::default(),
            piece: Codes::default(),
            from_square: Codes::default(),
            to_square: Codes::default(),
            captured: Codes::default(),
            promotion: Codes::default(),
            is_check: Codes::default(),
            is_mate: Codes::default(),
            clock: Numbers::default(),
            time_spent: Numbers::default(),
            eval_centipawns: Numbers::default(),
            eval_mate: Numbers::default(),
            eval_depth: Numbers::default(),
            winning_chances: Numbers::default(),
            nag: Numbers::default(),
            repetition_count: Numbers::default(),
            halfmove_clock: Numbers::default(),
            legal_moves: Numbers::default(),
            key: Longs::default(),
            fen,
        }
    }

    /// Appends the plies of a game, and hands on every piece that is full.
    pub fn push(&mut self, row: &GameRow<'_>, hand_on: &mut impl FnMut(RowBatch)) {
        let Some(mut position) = row.start.copied() else { return };
        let spelling = spelling_of_castling(row);
        let pace = row.pace();
        self.repetitions.start(position.key());
        for (ply, mv) in (1..).zip(row.moves) {
            self.source_file.push_text(row.source_file);
            self.game_index.push(Some(row.game_index));
            self.ply.push(Some(number_of(ply)));
            self.push_notes(row, ply as usize, &position, &pace);
            self.push_move(&mut position, *mv, spelling);
            self.rows += 1;
            if self.rows >= ROWS_PER_PIECE {
                hand_on(self.finish());
            }
        }
    }

    /// What the file says of a ply, which is made in this position.
    fn push_notes(&mut self, row: &GameRow<'_>, ply: usize, before: &Position, pace: &Pace<'_>) {
        let seconds = |milliseconds: i64| (milliseconds as f64 / 1000.0) as f32;
        let note = row.notes.plies().get(ply - 1).copied().unwrap_or_default();
        self.clock.push_float(row.readings.at(ply).map(|reading| seconds(reading.into())));
        self.time_spent.push_float(pace.spent(ply).map(seconds));
        self.eval_centipawns.push(note.eval.and_then(centipawns));
        self.eval_mate.push(note.eval.and_then(moves_to_mate));
        self.eval_depth.push(note.depth.map(i32::from));
        let chances = note.eval.map(|eval| whites_chances(eval, before.turn()));
        self.winning_chances.push_float(chances.map(|chances| chances as f32));
        self.nag.push(note.glyph.map(i32::from));
    }

    /// Makes a move, and says what it was and where it led to.
    fn push_move(&mut self, position: &mut Position, mv: Move, spelling: UciCastling) {
        let before = *position;
        position.play_unchecked(mv);
        let castling = before.castling_side(mv);
        let to = castling.map_or(mv.to(), |side| side.king_target(before.turn()));
        self.uci.push_written(|bytes| before.write_uci(mv, spelling, bytes));
        self.piece.push(before.board().piece_at(mv.from()).map(|piece| piece.kind() as u8));
        self.from_square.push(Some(mv.from().index() as u8));
        self.to_square.push(Some(to.index() as u8));
        self.captured.push(before.captured(mv).map(|kind| kind as u8));
        self.promotion.push(mv.promotion().map(|kind| kind as u8));

        let legal_moves = position.count_legal_moves();
        let threat = match (position.is_check(), legal_moves) {
            (false, _) => Threat::None,
            (true, 0) => Threat::Mate,
            (true, _) => Threat::Check,
        };
        self.is_check.push_flag(Some(threat != Threat::None));
        self.is_mate.push_flag(Some(threat == Threat::Mate));
        let san = before.san_with(mv, threat);
        self.san.push_written(|bytes| san.write(bytes));
        self.legal_moves.push(i32::try_from(legal_moves).ok());
        let halfmove_clock = position.halfmove_clock();
        self.halfmove_clock.push(Some(number_of(halfmove_clock)));
        self.repetitions.push(position.key(), halfmove_clock == 0 || castling.is_some());
        self.repetition_count.push(Some(number_of(self.repetitions.last_count())));
        self.key.push(Some(bits(position.polyglot_key())));
        if let Some(fen) = &mut self.fen {
            fen.push_written(|bytes| fen::write(position, bytes));
        }
    }

    /// Whether no ply waits.
    pub fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// The plies appended so far as one piece; the builders are empty again.
    pub fn finish(&mut self) -> RowBatch {
        let mut handover = Handover::of_all(self.used.take());
        handover.take(&mut self.source_file);
        handover.take(&mut self.game_index);
        handover.take(&mut self.ply);
        handover.take(&mut self.san);
        handover.take(&mut self.uci);
        for codes in [
            &mut self.piece,
            &mut self.from_square,
            &mut self.to_square,
            &mut self.captured,
            &mut self.promotion,
            &mut self.is_check,
            &mut self.is_mate,
        ] {
            handover.take(codes);
        }
        for numbers in [
            &mut self.clock,
            &mut self.time_spent,
            &mut self.eval_centipawns,
            &mut self.eval_mate,
            &mut self.eval_depth,
            &mut self.winning_chances,
            &mut self.nag,
            &mut self.repetition_count,
            &mut self.halfmove_clock,
            &mut self.legal_moves,
        ] {
            handover.take(numbers);
        }
        handover.take(&mut self.key);
        handover.take_if(&mut self.fen);
        let rows = mem::take(&mut self.rows);
        let runs = vec![Run { key: YearMonth::default(), end: rows }];
        RowBatch::new(runs, handover.values, self.used.clone())
    }
}
