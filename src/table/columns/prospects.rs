//! Who could still mate, who wrote the game, and what the sites' own tests say.

use crate::chess::piece::Color;
use crate::rules::timeout;

use super::buffers::{Codes, Numbers, ply};
use super::handover::Handover;
use super::row::GameRow;
use crate::table::column_set::ColumnSet;

/// `dialect` to `black_can_mate_chesscom`.
#[derive(Debug, Default)]
pub(super) struct ProspectColumns {
    dialect: Codes,
    white_can_win: Codes,
    black_can_win: Codes,
    dead_position_ply: Numbers,
    white_cannot_win_ply: Numbers,
    black_cannot_win_ply: Numbers,
    white_can_mate_lichess: Codes,
    black_can_mate_lichess: Codes,
    white_can_mate_chesscom: Codes,
    black_can_mate_chesscom: Codes,
    /// Whether one of the sites' tests is asked for.
    wants_tests: bool,
}

/// The columns of the sites' own tests, which are made together.
const TESTS: [&str; 4] = [
    "white_can_mate_lichess",
    "black_can_mate_lichess",
    "white_can_mate_chesscom",
    "black_can_mate_chesscom",
];

impl ProspectColumns {
    pub(super) fn new(asked: &ColumnSet) -> ProspectColumns {
        let wants_tests = TESTS.iter().any(|name| asked.wants(name));
        ProspectColumns { wants_tests, ..ProspectColumns::default() }
    }

    pub(super) fn push(&mut self, row: &GameRow<'_>) {
        let prospects = row.prospects;
        self.dialect.push(Some(row.dialect as u8));
        self.white_can_win.push_flag(prospects.white_can_win);
        self.black_can_win.push_flag(prospects.black_can_win);
        self.dead_position_ply.push(prospects.dead_position_ply().map(ply));
        self.white_cannot_win_ply.push(prospects.white_cannot_win_ply.map(ply));
        self.black_cannot_win_ply.push(prospects.black_cannot_win_ply.map(ply));
        if self.wants_tests {
            self.push_tests(row);
        }
    }

    fn push_tests(&mut self, row: &GameRow<'_>) {
        let board = row.facts.last_position.as_ref().map(|position| position.board());
        let lichess = |side| board.map(|board| timeout::lichess_can_mate(board, side));
        let chesscom = |side| board.map(|board| timeout::chesscom_can_mate(board, side));
        self.white_can_mate_lichess.push_flag(lichess(Color::White));
        self.black_can_mate_lichess.push_flag(lichess(Color::Black));
        self.white_can_mate_chesscom.push_flag(chesscom(Color::White));
        self.black_can_mate_chesscom.push_flag(chesscom(Color::Black));
    }

    pub(super) fn hand_over(&mut self, handover: &mut Handover) {
        handover.take(&mut self.dialect);
        handover.take(&mut self.white_can_win);
        handover.take(&mut self.black_can_win);
        handover.take(&mut self.dead_position_ply);
        handover.take(&mut self.white_cannot_win_ply);
        handover.take(&mut self.black_cannot_win_ply);
        handover.take(&mut self.white_can_mate_lichess);
        handover.take(&mut self.black_can_mate_lichess);
        handover.take(&mut self.white_can_mate_chesscom);
        handover.take(&mut self.black_can_mate_chesscom);
    }
}
