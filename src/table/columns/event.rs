//! The event and its players: what follows from the tags.

use crate::chess::piece::Color;
use crate::pgn::event::{EventFacts, EventKind};
use crate::stats::players::{expected_score, is_bot, rating_gap};

use super::buffers::{Codes, Numbers, Texts};
use super::handover::Handover;
use super::row::GameRow;
use crate::table::column_set::ColumnSet;

/// `year` to `black_is_bot`.
#[derive(Debug, Default)]
pub(super) struct EventColumns {
    year: Numbers,
    month: Numbers,
    rated: Codes,
    event_kind: Codes,
    tournament_id: Option<Texts>,
    rating_gap: Numbers,
    expected_score: Numbers,
    is_bot: [Codes; 2],
    wants_expected_score: bool,
    wants_bots: bool,
}

impl EventColumns {
    pub(super) fn new(asked: &ColumnSet) -> EventColumns {
        EventColumns {
            tournament_id: asked.wants("tournament_id").then(Texts::default),
            wants_expected_score: asked.wants("expected_score"),
            wants_bots: asked.wants("white_is_bot") || asked.wants("black_is_bot"),
            ..EventColumns::default()
        }
    }

    pub(super) fn push(&mut self, row: &GameRow<'_>) {
        let date = row.tags.date;
        self.year.push(date.year.map(i32::from));
        self.month.push(date.month.map(i32::from));
        let event = EventFacts::of(row.claims, row.dialect);
        self.rated.push_flag(event.rated);
        self.event_kind.push(event.kind.map(EventKind::key));
        if let Some(ids) = &mut self.tournament_id {
            ids.push(event.tournament_id);
        }
        let gap = rating_gap(row.claims);
        self.rating_gap.push(gap);
        if self.wants_expected_score {
            self.expected_score.push_float(gap.map(|gap| expected_score(gap) as f32));
        }
        if self.wants_bots {
            for color in Color::ALL {
                self.is_bot[color.index()].push_flag(is_bot(row.claims, row.dialect, color));
            }
        }
    }

    pub(super) fn hand_over(&mut self, handover: &mut Handover) {
        handover.take(&mut self.year);
        handover.take(&mut self.month);
        handover.take(&mut self.rated);
        handover.take(&mut self.event_kind);
        handover.take_if(&mut self.tournament_id);
        handover.take(&mut self.rating_gap);
        handover.take(&mut self.expected_score);
        self.is_bot.iter_mut().for_each(|column| handover.take(column));
    }
}
