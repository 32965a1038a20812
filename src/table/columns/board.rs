//! What is left on the board in the last position.

use std::fmt::Write;

use crate::chess::piece::Color;
use crate::replay::Facts;
use crate::stats::board::Material;

use super::buffers::{Numbers, Texts};
use super::handover::Handover;
use crate::table::column_set::ColumnSet;

/// `white_points` to `material`.
#[derive(Debug, Default)]
pub(super) struct BoardColumns {
    points: [Numbers; 2],
    men: Numbers,
    material: Option<Texts>,
    text: String,
}

impl BoardColumns {
    pub(super) fn new(asked: &ColumnSet) -> BoardColumns {
        BoardColumns { material: asked.wants("material").then(Texts::default), ..BoardColumns::default() }
    }

    pub(super) fn push(&mut self, facts: &Facts) {
        let material = facts.last_position.as_ref().map(|position| Material::of(position.board()));
        for color in Color::ALL {
            let points = material.as_ref().map(|material| material.points(color) as i32);
            self.points[color.index()].push(points);
        }
        self.men.push(material.as_ref().map(|material| material.men() as i32));
        if let Some(signatures) = &mut self.material {
            self.text.clear();
            let is_written = material.is_some_and(|material| write!(self.text, "{material}").is_ok());
            signatures.push(is_written.then_some(&self.text));
        }
    }

    pub(super) fn hand_over(&mut self, handover: &mut Handover) {
        self.points.iter_mut().for_each(|column| handover.take(column));
        handover.take(&mut self.men);
        handover.take_if(&mut self.material);
    }
}
