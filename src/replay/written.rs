//! The facts of a game as it is written: what its course and its text come to.
//!
//! Owns what is said of the place where a replay stopped.

use crate::chess::position::Position;
use crate::chess::resolve::SanError;
use crate::chess::san::San;
use crate::finding::Findings;
use crate::pgn::game_text::GameText;
use crate::pgn::tags::windows_1252;
use crate::replay::course::{Course, Method};
use crate::replay::{Facts, Legality, ReplayError};
use crate::rules::material;
use crate::rules::repetition::Repetitions;

/// The most of a token that a row keeps: more than any move takes, less than a file without blanks.
const LONGEST_TOKEN: usize = 255;

/// The facts of a game that has no position to start from.
pub(super) fn unplayed(legality: Legality, bytes: &[u8], offset: u64, game: &GameText) -> Facts {
    let error = fen_error(legality, bytes, offset, game);
    Facts { legality, error, claimed_plies: game.plies(), ..Facts::default() }
}

/// A game as it is written.
pub(super) struct Written<'a> {
    /// What is odd about the start.
    pub(super) findings: Findings,
    /// The text that the game was read from.
    pub(super) bytes: &'a [u8],
    /// The place of its first byte in the file.
    pub(super) offset: u64,
    pub(super) game: &'a GameText,
}

impl Facts {
    /// Replays a game by itself. Its facts take the place of those that were here.
    pub(super) fn follow(
        &mut self,
        method: Method,
        start: &Position,
        written: &Written<'_>,
        repetitions: &mut Repetitions,
    ) {
        let mut course = Course::new(start, repetitions);
        let stopped = course.follow(method, &written.game.moves, repetitions);
        self.set(&course, stopped, written, repetitions);
    }

    /// The facts of a game from its course, and from why the replay stopped before the end, if it did.
    pub(super) fn set(
        &mut self,
        course: &Course,
        stopped: Option<SanError>,
        written: &Written<'_>,
        repetitions: &Repetitions,
    ) {
        let game = written.game;
        let last = &course.position;
        let is_in_check = last.is_check();
        let has_move = !is_in_check && last.has_free_move() || last.has_legal_move();
        let index = course.plies as usize;
        // All of them by name, so that none can be left as it was.
        let Facts {
            legality,
            error,
            plies,
            claimed_plies,
            last_position,
            is_checkmate,
            is_stalemate,
            insufficient_material,
            insufficient_material_ply,
            max_repetition,
            last_repetition,
            threefold_ply,
            fivefold_ply,
            max_halfmove_clock,
            fifty_move_ply,
            seventy_five_move_ply,
            last_key,
            moves_key,
            colors,
            findings,
            opening,
        } = self;
        *legality = stopped.map_or(Legality::Legal, |error| legality_of(error, game.moves[index]));
        *error = stopped.map(|_| {
            let place = game.place(written.bytes, index);
            let offset = written.offset + place.start as u64;
            ReplayError { ply: Some(course.plies + 1), token: shown(&written.bytes[place]), offset }
        });
        *plies = course.plies;
        *claimed_plies = game.plies();
        *last_position = Some(*last);
        *is_checkmate = !has_move && is_in_check;
        *is_stalemate = !has_move && !is_in_check;
        *insufficient_material = material::is_insufficient(last.board());
        *insufficient_material_ply = course.insufficient_material_ply;
        *max_repetition = repetitions.max();
        *last_repetition = repetitions.last_count();
        *threefold_ply = repetitions.threefold_ply();
        *fivefold_ply = repetitions.fivefold_ply();
        *max_halfmove_clock = course.max_halfmove_clock;
        *fifty_move_ply = course.fifty_move_ply;
        *seventy_five_move_ply = course.seventy_five_move_ply;
        *last_key = Some(last.polyglot_key());
        *moves_key = Some(course.moves_key);
        *colors = course.colors();
        *findings = written.findings;
        findings.extend(course.findings(index.checked_sub(1).map(|last| game.moves[last]), *is_checkmate));
        *opening = None;
    }
}

fn legality_of(error: SanError, san: San) -> Legality {
    match error {
        _ if san.is_null() => Legality::NullMove,
        _ if san.is_unreadable() => Legality::UnreadableToken,
        SanError::Illegal => Legality::IllegalMove,
        SanError::Ambiguous => Legality::AmbiguousMove,
    }
}

/// The FEN tag, where it is at fault.
fn fen_error(legality: Legality, bytes: &[u8], offset: u64, game: &GameText) -> Option<ReplayError> {
    if legality == Legality::UnsupportedVariant {
        return None;
    }
    let tag = game.tags.iter().find(|tag| bytes[tag.name.clone()] == *b"FEN")?;
    Some(ReplayError {
        ply: None,
        token: shown(&bytes[tag.value.clone()]),
        offset: offset + tag.value.start as u64,
    })
}

/// A token as a row shows it.
fn shown(token: &[u8]) -> String {
    let token = &token[..token.len().min(LONGEST_TOKEN)];
    match token.utf8_chunks().next() {
        None => String::new(),
        // What the limit cut in two is left out; any other byte that is not UTF-8 makes all of it Windows-1252.
        Some(chunk) if chunk.invalid().is_empty() => chunk.valid().to_owned(),
        Some(chunk)
            if token.len() == LONGEST_TOKEN
                && chunk.valid().len() + chunk.invalid().len() == LONGEST_TOKEN =>
        {
            chunk.valid().to_owned()
        }
        Some(_) => token.iter().map(|byte| windows_1252(*byte)).collect(),
    }
}
