//! Games for the tests of this floor, made by number.

use std::borrow::Cow;

use crate::chess::Key;
use crate::chess::castling::CastlingSide;
use crate::chess::outcome::Outcome;
use crate::chess::position::Position;
use crate::finding::{Finding, Findings};
use crate::pgn::annotations::clocks::Clocks;
use crate::pgn::annotations::notes::Notes;
use crate::pgn::claims::{Claims, NumberTag, TextTag};
use crate::pgn::dialect::Dialect;
use crate::replay::{ColorFacts, Facts, Legality, Prospects, ReplayError};
use crate::ruling::{Basis, Ruling, Termination};
use crate::stats::clocks::ClockStats;

use super::column_set::ColumnSet;
use super::columns::{Columns, GameRow, ReadTags, RowBatch};

/// What a row is made of.
pub(super) struct Specimen {
    pub(super) claims: Claims<'static>,
    pub(super) facts: Facts,
    readings: Clocks,
    clocks: [ClockStats; 2],
    notes: Notes,
    pub(super) prospects: Prospects,
    pub(super) ruling: Ruling,
    pub(super) findings: Findings,
}

impl Specimen {
    /// A legal game; every third has a fact, a finding or a claim that the others have not.
    pub(super) fn legal(number: u32) -> Specimen {
        let mut claims = Claims::default();
        claims.claim(TextTag::White, Cow::Owned(format!("Player {number}")));
        claims.claim(TextTag::Event, Cow::Borrowed("Rated Blitz game"));
        claims.number[NumberTag::WhiteElo as usize] = i16::try_from(1_500 + number % 700).ok();
        claims.utc_date = Some(19_000);
        let (hours, minutes, seconds) = (number / 3600 % 24, number / 60 % 60, number % 60);
        claims.claim(TextTag::UtcTime, Cow::Owned(format!("{hours:02}:{minutes:02}:{seconds:02}")));
        let mut findings = Findings::NONE;
        if number.is_multiple_of(3) {
            claims.extra.push((Cow::Borrowed("Annotator"), Some(Cow::Owned(format!("A{number}")))));
            claims.extra.push((Cow::Borrowed("Board"), Some(Cow::Borrowed("7"))));
            findings.insert(Finding::CastlingWithZeros);
            findings.insert(Finding::SelfPlay);
        }
        let white =
            ColorFacts { captures: 3, castling: Some((CastlingSide::Queen, 17)), ..ColorFacts::default() };
        let facts = Facts {
            plies: number % 200,
            claimed_plies: number % 200,
            last_position: Some(Position::start()),
            is_checkmate: number.is_multiple_of(3),
            max_repetition: 1,
            last_repetition: 1,
            threefold_ply: number.is_multiple_of(3).then_some(40),
            max_halfmove_clock: 9,
            last_key: Some(Key(u64::MAX - u64::from(number))),
            moves_key: Some(Key(u64::from(number))),
            colors: [white, ColorFacts::default()],
            findings,
            ..Facts::default()
        };
        let ruling = Ruling {
            termination: Termination::Resignation,
            article: "5.1.2",
            basis: Some(Basis::Inferred),
            result: Some(Outcome::WhiteWins),
            declared: None,
            plies_after_end: Some(0),
            findings: Findings::NONE,
        };
        Specimen {
            claims,
            facts,
            readings: Clocks::default(),
            clocks: [ClockStats::default(); 2],
            notes: Notes::default(),
            prospects: Prospects { black_can_win: Some(false), ..Prospects::default() },
            ruling,
            findings,
        }
    }

    /// A game of another variant, of which nothing was replayed.
    pub(super) fn unreplayed() -> Specimen {
        let mut specimen = Specimen::legal(1);
        specimen.claims = Claims::default();
        specimen.facts.legality = Legality::UnsupportedVariant;
        specimen.facts.plies = 0;
        specimen.facts.claimed_plies = 31;
        specimen.facts.last_position = None;
        specimen.facts.max_repetition = 0;
        specimen.facts.last_key = None;
        specimen.facts.moves_key = None;
        specimen.facts.colors = Default::default();
        specimen.prospects = Prospects::default();
        let termination = Termination::Unknown;
        specimen.ruling = Ruling {
            termination,
            article: "",
            basis: None,
            result: None,
            declared: None,
            plies_after_end: None,
            findings: Findings::NONE,
        };
        specimen
    }

    /// A game that stops at an illegal move.
    pub(super) fn illegal() -> Specimen {
        let mut specimen = Specimen::legal(4);
        specimen.facts.legality = Legality::IllegalMove;
        specimen.facts.error = Some(ReplayError { ply: Some(5), token: "Ke3".to_owned(), offset: 1_234 });
        specimen
    }

    /// Its row.
    pub(super) fn row(&self, number: u32) -> GameRow<'_> {
        GameRow {
            source_file: "games/lichess.pgn",
            game_index: i64::from(number),
            byte_offset: i64::from(number) * 1_000,
            byte_length: 998,
            claims: &self.claims,
            tags: ReadTags::of(&self.claims, Dialect::Lichess, None),
            facts: &self.facts,
            start: self.facts.last_position.as_ref(),
            moves: &[],
            readings: &self.readings,
            clocks: &self.clocks,
            notes: &self.notes,
            prospects: &self.prospects,
            dialect: Dialect::Lichess,
            ruling: &self.ruling,
            findings: self.findings,
        }
    }
}

/// One piece of the given specimens.
pub(super) fn piece_of(specimens: &[Specimen]) -> RowBatch {
    let mut columns = Columns::new(&ColumnSet::every());
    for (number, specimen) in (0..).zip(specimens) {
        columns.push(&specimen.row(number));
    }
    columns.finish()
}

/// `rows` legal games in pieces of `piece` games, each with the number that its games count from.
pub(super) fn pieces_of(rows: u32, piece: u32) -> Vec<(RowBatch, i64)> {
    let mut columns = Columns::new(&ColumnSet::every());
    let firsts = (0..rows).step_by(piece as usize);
    firsts
        .map(|first| {
            for number in first..rows.min(first + piece) {
                let index = i64::from(number - first);
                columns.push(&GameRow { game_index: index, ..Specimen::legal(number).row(number) });
            }
            (columns.finish(), i64::from(first))
        })
        .collect()
}
