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
use crate::pgn::origin::Origin;
use crate::pgn::speed::SpeedClass;
use crate::replay::{Facts, Prospects};
use crate::ruling::Ruling;
use crate::stats::berserk::berserk;
use crate::stats::clocks::ClockStats;
use crate::stats::thinking::Pace;

/// What tags mean of which several columns are made.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ReadTags {
    /// The year and the month.
    pub date: YearMonth,
    /// The time control, as the clocks let it be read.
    pub control: Option<TimeControl>,
    /// Its class.
    pub speed: Option<SpeedClass>,
}

impl ReadTags {
    /// Reads those of a game that is written in this dialect and was played by this time.
    pub fn of(claims: &Claims<'_>, dialect: Dialect, control: Option<TimeControl>) -> ReadTags {
        let origin = || Origin::of(claims, dialect);
        let text = claims.get(TextTag::TimeControl);
        let speed = text.and_then(|text| SpeedClass::of_time_control(text, control, origin));
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

impl GameRow<'_> {
    /// By what it is known how long its moves took.
    pub(super) fn pace(&self) -> Pace<'_> {
        let berserk = berserk(self.clocks, self.claims, self.dialect, self.tags.control);
        let lacks_increment = berserk.map(|berserk| berserk == Some(true));
        Pace::of(self.readings, self.notes, self.claims.first_to_move(), self.tags.control, lacks_increment)
    }
}
