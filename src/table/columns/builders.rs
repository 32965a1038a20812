//! All columns in the making.
//!
//! Values are appended to flat buffers that come back when their rows are encoded: once a run is under way, a row costs
//! no allocation.

use std::mem;

use super::along::AlongColumns;
use super::board::BoardColumns;
use super::claims::ClaimColumns;
use super::clocks::ClockColumns;
use super::ending::EndingColumns;
use super::event::EventColumns;
use super::handover::Handover;
use super::last::LastColumns;
use super::legality::LegalityColumns;
use super::lists::ListColumns;
use super::notes::NoteColumns;
use super::opening::OpeningColumns;
use super::place::PlaceColumns;
use super::prospects::ProspectColumns;
use super::row::GameRow;
use super::row_batch::{RowBatch, Run, Used};
use super::sides::SideColumns;
use super::time::TimeColumns;
use crate::pgn::months::YearMonth;
use crate::table::column_set::ColumnSet;
use crate::table::group::Group;
use crate::table::partition::Partition;

/// The builders of the columns that are asked for: a group of which none is has no builder.
#[derive(Debug)]
pub struct Columns {
    asked: ColumnSet,
    partition: Partition,
    rows: usize,
    /// Of all rows but the last ones, which belong to `key`.
    runs: Vec<Run>,
    key: YearMonth,
    used: Used,
    claims: Option<ClaimColumns>,
    place: Option<PlaceColumns>,
    legality: Option<LegalityColumns>,
    ending: Option<EndingColumns>,
    sides: Option<SideColumns>,
    last: Option<LastColumns>,
    prospects: Option<ProspectColumns>,
    event: Option<EventColumns>,
    time: Option<TimeColumns>,
    clocks: Option<ClockColumns>,
    opening: Option<OpeningColumns>,
    board: Option<BoardColumns>,
    along: Option<AlongColumns>,
    notes: Option<NoteColumns>,
    lists: Option<ListColumns>,
}

impl Columns {
    /// Empty builders of these columns.
    pub fn new(asked: &ColumnSet) -> Columns {
        Columns::parted(asked, Partition::Whole)
    }

    /// The same, for rows that are parted so.
    pub fn parted(asked: &ColumnSet, partition: Partition) -> Columns {
        fn needed<B>(asked: &ColumnSet, group: Group, builder: impl FnOnce(&ColumnSet) -> B) -> Option<B> {
            asked.needs(group).then(|| builder(asked))
        }
        Columns {
            asked: *asked,
            partition,
            rows: 0,
            runs: Vec::new(),
            key: YearMonth::default(),
            used: Used::default(),
            claims: needed(asked, Group::Claims, ClaimColumns::new),
            place: needed(asked, Group::Place, PlaceColumns::new),
            legality: needed(asked, Group::Legality, |_| LegalityColumns::default()),
            ending: needed(asked, Group::Ending, |_| EndingColumns::default()),
            sides: needed(asked, Group::Sides, |_| SideColumns::default()),
            last: needed(asked, Group::Last, LastColumns::new),
            prospects: needed(asked, Group::Prospects, ProspectColumns::new),
            event: needed(asked, Group::Event, EventColumns::new),
            time: needed(asked, Group::Time, |_| TimeColumns::default()),
            clocks: needed(asked, Group::Clocks, ClockColumns::new),
            opening: needed(asked, Group::Opening, |_| OpeningColumns::default()),
            board: needed(asked, Group::Board, BoardColumns::new),
            along: needed(asked, Group::Along, AlongColumns::new),
            notes: needed(asked, Group::Notes, |_| NoteColumns::default()),
            lists: needed(asked, Group::Lists, ListColumns::new),
        }
    }

    /// Appends a game.
    pub fn push(&mut self, row: &GameRow<'_>) {
        let key = self.partition.key(row.tags.date);
        if key != self.key {
            self.end_run();
            self.key = key;
        }
        if let Some(claims) = &mut self.claims {
            claims.push(row.claims);
        }
        if let Some(place) = &mut self.place {
            place.push(row);
        }
        if let Some(legality) = &mut self.legality {
            legality.push(row.facts, row.findings);
        }
        if let Some(ending) = &mut self.ending {
            ending.push(row.facts, row.ruling);
        }
        if let Some(sides) = &mut self.sides {
            sides.push(row.facts);
        }
        if let Some(last) = &mut self.last {
            last.push(row.facts);
        }
        if let Some(prospects) = &mut self.prospects {
            prospects.push(row);
        }
        if let Some(event) = &mut self.event {
            event.push(row);
        }
        if let Some(time) = &mut self.time {
            time.push(&row.tags);
        }
        if let Some(clocks) = &mut self.clocks {
            clocks.push(row);
        }
        if let Some(opening) = &mut self.opening {
            opening.push(row.facts.opening);
        }
        if let Some(board) = &mut self.board {
            board.push(row.facts);
        }
        if let Some(along) = &mut self.along {
            along.push(row);
        }
        if let Some(notes) = &mut self.notes {
            notes.push(row);
        }
        if let Some(lists) = &mut self.lists {
            lists.push(row);
        }
        self.rows += 1;
    }

    /// How many games stand in the builders.
    pub fn len(&self) -> usize {
        self.rows
    }

    /// Whether they hold no game.
    pub fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// The games appended so far as one piece; the builders are empty again.
    pub fn finish(&mut self) -> RowBatch {
        let mut handover = Handover::into(self.used.take(), self.asked);
        if let Some(claims) = &mut self.claims {
            handover.begin(Group::Claims);
            claims.hand_over(&mut handover);
        }
        if let Some(place) = &mut self.place {
            handover.begin(Group::Place);
            place.hand_over(&mut handover);
        }
        if let Some(legality) = &mut self.legality {
            handover.begin(Group::Legality);
            legality.hand_over(&mut handover);
        }
        if let Some(ending) = &mut self.ending {
            handover.begin(Group::Ending);
            ending.hand_over(&mut handover);
        }
        if let Some(sides) = &mut self.sides {
            handover.begin(Group::Sides);
            sides.hand_over(&mut handover);
        }
        if let Some(last) = &mut self.last {
            handover.begin(Group::Last);
            last.hand_over(&mut handover);
        }
        if let Some(prospects) = &mut self.prospects {
            handover.begin(Group::Prospects);
            prospects.hand_over(&mut handover);
        }
        if let Some(event) = &mut self.event {
            handover.begin(Group::Event);
            event.hand_over(&mut handover);
        }
        if let Some(time) = &mut self.time {
            handover.begin(Group::Time);
            time.hand_over(&mut handover);
        }
        if let Some(clocks) = &mut self.clocks {
            handover.begin(Group::Clocks);
            clocks.hand_over(&mut handover);
        }
        if let Some(opening) = &mut self.opening {
            handover.begin(Group::Opening);
            opening.hand_over(&mut handover);
        }
        if let Some(board) = &mut self.board {
            handover.begin(Group::Board);
            board.hand_over(&mut handover);
        }
        if let Some(along) = &mut self.along {
            handover.begin(Group::Along);
            along.hand_over(&mut handover);
        }
        if let Some(notes) = &mut self.notes {
            handover.begin(Group::Notes);
            notes.hand_over(&mut handover);
        }
        if let Some(lists) = &mut self.lists {
            handover.begin(Group::Lists);
            lists.hand_over(&mut handover);
        }
        self.end_run();
        self.rows = 0;
        RowBatch::new(mem::take(&mut self.runs), handover.values, self.used.clone())
    }

    fn end_run(&mut self) {
        if self.runs.last().map_or(0, |run| run.end) < self.rows {
            self.runs.push(Run { key: self.key, end: self.rows });
        }
    }
}

#[cfg(test)]
mod tests {
    use arrow_array::Array;
    use arrow_array::cast::AsArray;
    use arrow_array::types::{Int8Type, Int16Type, Int32Type, Int64Type};
    use arrow_array::{ArrayRef, RecordBatch};

    use crate::table::as_arrow::as_arrow;
    use crate::table::schema::COLUMNS;
    use crate::table::specimen::{Specimen, piece_of};

    use super::*;

    fn column<'b>(batch: &'b RecordBatch, name: &str) -> &'b ArrayRef {
        batch.column_by_name(name).unwrap_or_else(|| panic!("no column {name}"))
    }

    fn word<'b>(batch: &'b RecordBatch, name: &str, row: usize) -> Option<&'b str> {
        let words = column(batch, name).as_dictionary::<Int8Type>();
        words.is_valid(row).then(|| words.values().as_string::<i32>().value(words.key(row).unwrap()))
    }

    #[test]
    fn every_value_stands_in_the_column_of_its_name() {
        let batch = as_arrow(&piece_of(&[Specimen::legal(3)]));
        let text = |name: &str| column(&batch, name).as_string::<i32>().value(0).to_owned();
        let int32 = |name: &str| column(&batch, name).as_primitive::<Int32Type>().value(0);
        let int64 = |name: &str| column(&batch, name).as_primitive::<Int64Type>().value(0);
        assert_eq!(text("Event"), "Rated Blitz game");
        assert_eq!(text("White"), "Player 3");
        assert_eq!(column(&batch, "WhiteElo").as_primitive::<Int16Type>().value(0), 1_503);
        assert_eq!(text("source_file"), "games/lichess.pgn");
        assert_eq!(int64("byte_length"), 998);
        assert_eq!(word(&batch, "legality", 0), Some("legal"));
        assert_eq!(word(&batch, "ruling", 0), Some("resignation"));
        assert_eq!(word(&batch, "ruling_basis", 0), Some("inferred"));
        assert_eq!(word(&batch, "ruled_result", 0), Some("1-0"));
        assert_eq!((int32("plies"), int32("threefold_ply"), int32("max_halfmove_clock")), (3, 40, 9));
        assert!(column(&batch, "is_checkmate").as_boolean().value(0));
        assert_eq!(column(&batch, "white_captures").as_primitive::<Int16Type>().value(0), 3);
        assert_eq!(word(&batch, "white_castling", 0), Some("queen_side"));
        assert_eq!(int32("white_castling_ply"), 17);
        assert_eq!(text("final_fen"), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        assert_eq!((int64("final_key"), int64("moves_key")), (-4, 3));
    }

    #[test]
    fn findings_are_a_list_of_codes_and_extra_tags_a_map() {
        let batch = as_arrow(&piece_of(&[Specimen::legal(3), Specimen::legal(4)]));
        let findings = column(&batch, "findings").as_list::<i32>();
        let codes: Vec<_> =
            findings.value(0).as_string::<i32>().iter().flatten().map(str::to_owned).collect();
        assert_eq!(codes, ["castling_with_zeros", "self_play"]);
        assert_eq!((findings.value_length(1), findings.null_count()), (0, 0));
        let tags = column(&batch, "ExtraTags").as_map();
        let entries = tags.value(0);
        let texts =
            |index: usize| entries.column(index).as_string::<i32>().iter().flatten().collect::<Vec<_>>();
        assert_eq!((texts(0), texts(1)), (vec!["Annotator", "Board"], vec!["A3", "7"]));
        assert_eq!((tags.value_length(1), tags.null_count()), (0, 0));
    }

    #[test]
    fn a_game_that_was_not_replayed_has_nulls_and_no_zeros() {
        let batch = as_arrow(&piece_of(&[Specimen::unreplayed()]));
        let known = [
            "ExtraTags",
            "source_file",
            "game_index",
            "byte_offset",
            "byte_length",
            "legality",
            "dialect",
            "findings",
            "ruling",
            "claimed_plies",
            "clock_plies",
            // The specimen is of Lichess, which marks its bots.
            "white_is_bot",
            "black_is_bot",
            "evaluated_plies",
        ];
        for (column, array) in COLUMNS.iter().zip(batch.columns()) {
            assert_eq!(array.is_valid(0), known.contains(&column.name), "{}", column.name);
        }
        assert_eq!(word(&batch, "ruling", 0), Some("unknown"));
    }

    #[test]
    fn a_game_that_stopped_says_where_and_one_that_did_not_says_nothing() {
        let batch = as_arrow(&piece_of(&[Specimen::illegal(), Specimen::legal(4)]));
        for name in ["error_ply", "error_token", "error_offset", "error_fen"] {
            assert!(column(&batch, name).is_valid(0) && column(&batch, name).is_null(1), "{name}");
        }
        assert_eq!(column(&batch, "error_ply").as_primitive::<Int32Type>().value(0), 5);
        assert_eq!(column(&batch, "error_token").as_string::<i32>().value(0), "Ke3");
        assert!(column(&batch, "plies").is_valid(0));
    }

    #[test]
    fn builders_are_empty_after_a_piece() {
        let mut columns = Columns::new(&ColumnSet::every());
        let specimen = Specimen::legal(3);
        columns.push(&specimen.row(0));
        assert_eq!((columns.len(), columns.finish().rows()), (1, 1));
        assert!(columns.is_empty());
        // The buffers of the first piece have come back by now.
        for _ in 0..2 {
            columns.push(&specimen.row(0));
            assert_eq!(columns.finish(), piece_of(&[Specimen::legal(3)]));
        }
    }

    #[test]
    fn every_word_has_the_key_of_its_kind() {
        use crate::replay::Legality;
        use crate::ruling::{Basis, Termination};
        assert!(Legality::ALL.iter().enumerate().all(|(key, kind)| *kind as usize == key));
        assert!(Termination::ALL.iter().enumerate().all(|(key, kind)| *kind as usize == key));
        assert!(Basis::ALL.iter().enumerate().all(|(key, kind)| *kind as usize == key));
        assert!(
            crate::chess::outcome::Outcome::ALL.iter().enumerate().all(|(key, kind)| *kind as usize == key)
        );
    }
}
