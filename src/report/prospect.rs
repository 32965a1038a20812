//! Whether a side can still mate, and what shows it: a line of moves, or the word of a proof.
//!
//! Owns the asking of the solver for reports, and its answer in words and as JSON.

use std::fmt::Write;

use serde_json::{Value, json};

use crate::chess::piece::Color;
use crate::chess::position::Position;
use crate::rules::winnable::effort::Effort;
use crate::rules::winnable::solver::Solver;

/// How wide a line of moves gets.
const WIDTH: usize = 88;

/// What is known of one side's way to mate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Prospect {
    /// The side.
    pub side: Color,
    /// Whether any series of legal moves ends in its mating the other (FIDE Laws 5.2.2, 6.9); none if not decided.
    pub can_win: Option<bool>,
    /// One such series, in SAN, from the position on; not the shortest. Empty where mate is on the board.
    pub line: Option<Vec<String>>,
    /// The position's turn and number: those of the line's first move.
    turn: Color,
    number: u32,
}

impl Prospect {
    /// Asks whether a side can still mate. Only at exact effort a line is searched for where the cheap proofs leave the question open.
    pub fn ask(position: &Position, side: Color, effort: Effort) -> Prospect {
        let mut solver = Solver::new(effort);
        let can_win = solver.can_win(position, side);
        let line = match can_win {
            Some(true) => solver.helpmate(position, side),
            Some(false) | None => None,
        };
        let line = line.map(|moves| {
            let mut position = *position;
            let san = |mv| {
                let san = position.san(mv).to_string();
                position.play_unchecked(mv);
                san
            };
            moves.into_iter().map(san).collect()
        });
        Prospect { side, can_win, line, turn: position.turn(), number: position.fullmove_number() }
    }

    /// The answer in one sentence, without its line.
    pub fn sentence(&self) -> String {
        let side = self.side;
        match (self.can_win, &self.line) {
            (Some(true), Some(line)) if line.is_empty() => format!("{side} has mated."),
            (Some(true), Some(line)) => {
                format!("Yes: {side} can mate, for instance in {} half-moves:", line.len())
            }
            (Some(true), None) => format!("Yes: {side} can mate by some series of legal moves."),
            (Some(false), _) => {
                format!("No: it is proven that no series of legal moves ends in mate by {side}.")
            }
            (None, _) => format!("It is not decided whether {side} can mate."),
        }
    }

    /// The line with the numbers of its moves, in lines of text that each begin with `indent`. Empty where there is none.
    pub fn numbered_line(&self, indent: &str) -> String {
        let mut text = String::new();
        let mut width = 0;
        let (mut turn, mut number) = (self.turn, self.number);
        for (index, san) in self.line.iter().flatten().enumerate() {
            let word = match (turn, index) {
                (Color::White, _) => format!("{number}. {san}"),
                (Color::Black, 0) => format!("{number}... {san}"),
                (Color::Black, _) => san.clone(),
            };
            if turn == Color::Black {
                number = number.saturating_add(1);
            }
            turn = !turn;
            if width == 0 || width + word.len() >= WIDTH {
                let _ = write!(text, "{}{indent}{word}", if width == 0 { "" } else { "\n" });
                width = indent.len() + word.len();
            } else {
                let _ = write!(text, " {word}");
                width += 1 + word.len();
            }
        }
        if width > 0 {
            text.push('\n');
        }
        text
    }

    /// The answer for programs.
    pub fn json(&self) -> Value {
        json!({ "side": word(self.side), "can_win": self.can_win, "line": self.line })
    }
}

/// A colour's word in JSON.
pub(super) const fn word(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}
