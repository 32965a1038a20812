//! Whether a side can still mate, and what shows it: a line of moves, or the word of a proof.
//!
//! Owns the asking of the solver for reports, and its answer in words and as JSON.

use std::fmt::Write;

use serde_json::{Value, json};

use crate::chess::moves::Move;
use crate::chess::piece::Color;
use crate::chess::position::Position;
use crate::rules::winnable::shortest_mate::helpmate::Helpmate;
use crate::rules::winnable::shown::{Ground, Shown};
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
    /// One such series, in SAN, from the position on. Empty where mate is on the board.
    pub line: Option<Line>,
    /// How it is known that there is none, where that is proven.
    pub ground: Option<Ground>,
    /// The position's turn and number: those of the line's first move.
    turn: Color,
    number: u32,
}

/// A line to mate in SAN, replayed by the rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The moves.
    pub moves: Vec<String>,
    /// Half-moves that every line to this side's mate takes at least.
    pub at_least: u32,
    /// Whether it is proven that no line is shorter.
    pub is_shortest: bool,
}

impl Line {
    fn new(position: &Position, helpmate: &Helpmate) -> Line {
        let mut position = *position;
        let san = |mv: &Move| {
            let san = position.san(*mv).to_string();
            position.play_unchecked(*mv);
            san
        };
        Line {
            moves: helpmate.line().iter().map(san).collect(),
            at_least: helpmate.at_least(),
            is_shortest: helpmate.is_shortest(),
        }
    }
}

impl Prospect {
    /// Asks whether a side can still mate. Only at exact effort a line is searched for where the cheap proofs leave the question open.
    pub fn ask(solver: &mut Solver, position: &Position, side: Color) -> Prospect {
        let shown = solver.show(position, side);
        let (turn, number) = (position.turn(), position.fullmove_number());
        let prospect = Prospect { side, can_win: None, line: None, ground: None, turn, number };
        match shown {
            Shown::Line(helpmate) => {
                Prospect { can_win: Some(true), line: Some(Line::new(position, &helpmate)), ..prospect }
            }
            Shown::CanWin => Prospect { can_win: Some(true), ..prospect },
            Shown::CannotWin(ground) => Prospect { can_win: Some(false), ground: Some(ground), ..prospect },
            Shown::Undecided => prospect,
        }
    }

    /// The answer in one sentence, without its line.
    pub fn sentence(&self) -> String {
        let side = self.side;
        match (self.can_win, &self.line) {
            (Some(true), Some(Line { moves, .. })) if moves.is_empty() => format!("{side} has mated."),
            (Some(true), Some(Line { moves, is_shortest: true, .. })) => {
                format!("Yes: the shortest line to mate by {side} takes {}:", half_moves(moves.len()))
            }
            (Some(true), Some(Line { moves, at_least, .. })) => {
                let plies = half_moves(moves.len());
                let shown = format!("Yes: a line to mate by {side} takes {plies}");
                format!("{shown} (not proven to be the shortest; none takes fewer than {at_least}):")
            }
            (Some(true), None) => format!("Yes: {side} can mate by some series of legal moves."),
            (Some(false), _) => {
                let how = self.ground.map_or_else(String::new, |ground| format!(": {}", how(ground)));
                format!("No: no series of legal moves ends in mate by {side}{how}.")
            }
            (None, _) => format!("It is not decided whether {side} can mate."),
        }
    }

    /// The line with the numbers of its moves, in lines of text that each begin with `indent`. Empty where there is none.
    pub fn numbered_line(&self, indent: &str) -> String {
        let mut text = String::new();
        let mut width = 0;
        let (mut turn, mut number) = (self.turn, self.number);
        for (index, san) in self.line.iter().flat_map(|line| &line.moves).enumerate() {
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
        json!({
            "side": word(self.side),
            "can_win": self.can_win,
            "line": self.moves(),
            "line_is_shortest": self.is_shortest(),
            "shortest_line_at_least": self.at_least(),
            "cannot_win_by": self.ground.map(Ground::as_str),
        })
    }

    /// The moves of the line.
    pub(super) fn moves(&self) -> Option<&[String]> {
        self.line.as_ref().map(|line| line.moves.as_slice())
    }

    /// Whether no line is shorter; none where there is no line, `false` where that isn't proven.
    pub(super) fn is_shortest(&self) -> Option<bool> {
        self.line.as_ref().map(|line| line.is_shortest)
    }

    fn at_least(&self) -> Option<u32> {
        self.line.as_ref().map(|line| line.at_least)
    }
}

/// A number of half-moves in words.
pub(super) fn half_moves(count: usize) -> String {
    if count == 1 { "one half-move".to_owned() } else { format!("{count} half-moves") }
}

/// How it is known that a side can't mate.
const fn how(ground: Ground) -> &'static str {
    match ground {
        Ground::Board => "the game is over on the board",
        Ground::Material => "such material mates in no position",
        Ground::FewMen => "an exact rule for four men or fewer says so",
        Ground::Look => {
            "every line ends within two half-moves in stalemate, in mate by the other, or with too little to mate"
        }
        Ground::Giveaway | Ground::FastTest => "an analysis of forced moves and locked pawns proves it",
        Ground::FullSearch => "a search through all that can be played proves it",
    }
}

/// A colour's word in JSON.
pub(super) const fn word(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::fen::Fen;
    use crate::rules::winnable::effort::Effort;

    fn ask(fen: &str, side: Color) -> Prospect {
        let position = Fen::parse(fen.as_bytes()).unwrap().setup().unwrap().position;
        Prospect::ask(&mut Solver::new(Effort::Exact), &position, side)
    }

    #[test]
    fn the_words_and_the_json_say_whether_a_line_is_the_shortest() {
        let prospect = ask("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", Color::White);
        assert_eq!(prospect.sentence(), "Yes: the shortest line to mate by White takes 4 half-moves:");
        assert!(prospect.numbered_line("  ").starts_with("  1... "), "{}", prospect.numbered_line("  "));
        assert_eq!(prospect.json()["line_is_shortest"], true);
        let line = prospect.line.clone().map(|line| Line { at_least: 2, is_shortest: false, ..line });
        let unproven = Prospect { line, ..prospect };
        assert_eq!(
            unproven.sentence(),
            "Yes: a line to mate by White takes 4 half-moves (not proven to be the shortest; none takes fewer than 2):"
        );
        assert_eq!(unproven.json()["line_is_shortest"], false);
        assert_eq!(unproven.json()["shortest_line_at_least"], 2);
    }

    #[test]
    fn a_denial_says_how_it_is_known() {
        let says = |fen, side| (ask(fen, side).sentence(), ask(fen, side).json()["cannot_win_by"].clone());
        let (sentence, ground) = says("8/8/8/8/3k4/8/8/KQ5R b - - 0 1", Color::Black);
        assert!(sentence.ends_with("mate by Black: such material mates in no position."), "{sentence}");
        assert_eq!(ground, "material");
        let (sentence, ground) = says("3k4/8/8/p2p2p1/P2P2P1/8/3K4/8 w - - 0 1", Color::White);
        assert!(sentence.ends_with("an analysis of forced moves and locked pawns proves it."), "{sentence}");
        assert_eq!(ground, "fast_test");
        let (sentence, ground) = says("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Color::White);
        assert!(sentence.ends_with("the game is over on the board."), "{sentence}");
        assert_eq!(ground, "board");
    }
}
