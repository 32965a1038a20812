//! The result that a game's file declares.

use std::fmt;

use crate::chess::piece::Color;

/// The result that the file declares.
///
/// Results other than the four of the PGN standard are real: both sides can lose an over-the-board game (`0-0`), and a
/// draw can count for one side only.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// `1-0`
    WhiteWins,
    /// `0-1`
    BlackWins,
    /// `1/2-1/2`
    Draw,
    /// `*`: unfinished or not known.
    Unknown,
    /// `0-0`: both lose.
    BothLose,
    /// `1/2-0`
    WhiteHalf,
    /// `0-1/2`
    BlackHalf,
}

impl Outcome {
    /// All of them, in the order of the dataset's dictionary.
    pub const ALL: [Outcome; 7] = [
        Outcome::WhiteWins,
        Outcome::BlackWins,
        Outcome::Draw,
        Outcome::Unknown,
        Outcome::BothLose,
        Outcome::WhiteHalf,
        Outcome::BlackHalf,
    ];

    /// As PGN writes it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Outcome::WhiteWins => "1-0",
            Outcome::BlackWins => "0-1",
            Outcome::Draw => "1/2-1/2",
            Outcome::Unknown => "*",
            Outcome::BothLose => "0-0",
            Outcome::WhiteHalf => "1/2-0",
            Outcome::BlackHalf => "0-1/2",
        }
    }

    /// The side that won.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Outcome::WhiteWins => Some(Color::White),
            Outcome::BlackWins => Some(Color::Black),
            Outcome::Draw
            | Outcome::Unknown
            | Outcome::BothLose
            | Outcome::WhiteHalf
            | Outcome::BlackHalf => None,
        }
    }

    /// Whether one side won.
    pub const fn is_decisive(self) -> bool {
        self.winner().is_some()
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
