//! One game, ready to become a row.

use crate::chess::moves::Move;
use crate::chess::position::Position;
use crate::finding::Findings;
use crate::pgn::annotations::clocks::Clocks;
use crate::pgn::annotations::notes::Notes;
use crate::pgn::annotations::time_control::TimeControl;
use crate::pgn::claims::{Claims, TextTag};
use crate::pgn::dialect::Dialect;
use crate::pgn::months::YearMonth;
use crate::pgn::speed::SpeedClass;
use crate::replay::{Facts, Prospects};
use crate::ruling::Ruling;
use crate::stats::clocks::ClockStats;

/// What tags mean of which several columns are made.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ReadTags {
    /// The year and the month.
    pub date: YearMonth,
    /// The time control.
    pub control: Option<TimeControl>,
    /// Its class.
    pub speed: Option<SpeedClass>,
}

impl ReadTags {
    /// Reads them.
    pub fn of(claims: &Claims<'_>) -> ReadTags {
        let text = claims.get(TextTag::TimeControl);
        let control = text.and_then(TimeControl::parse);
        let speed = text.and_then(|text| SpeedClass::of_time_control(text, control));
        ReadTags { date: YearMonth::of(claims), control, speed }
    }
}

/// One game, as its row holds it.
#[derive(Clone, Copy, Debug)]
pub struct GameRow<'a> {
    /// The input file, as the dataset names it.
    pub source_file: &'a str,
    /// The game's number, 0 for the first of the chunk (or of the file).
    pub game_index: i64,
    /// Bytes from the file's start to the game's first.
    pub byte_offset: i64,
    /// Bytes to the end of its last byte that is not blank.
    pub byte_length: i64,
    /// What the tags claim.
    pub claims: &'a Claims<'a>,
    /// What some of them mean; nothing where no row is [needed](crate::table::Needs::rows).
    pub tags: ReadTags,
    /// What the board showed.
    pub facts: &'a Facts,
    /// The position that the game starts from, if it can be played from.
    pub start: Option<&'a Position>,
    /// The moves made; none where they are not [needed](crate::table::Needs::moves).
    pub moves: &'a [Move],
    /// The clock's reading at each ply.
    pub readings: &'a Clocks,
    /// What the clocks show: White's, Black's.
    pub clocks: &'a [ClockStats; 2],
    /// What else is noted at each ply; nothing where that is not [needed](crate::table::Needs::notes).
    pub notes: &'a Notes,
    /// Who could still mate.
    pub prospects: &'a Prospects,
    /// Who wrote it down.
    pub dialect: Dialect,
    /// How it ended.
    pub ruling: &'a Ruling,
    /// Everything odd about it.
    pub findings: Findings,
}
