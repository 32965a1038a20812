//! Where a game stands: what a report names so that somebody can look.

use std::fmt;

use crate::input::names::printable;
use crate::replay::{Legality, ReplayError};
use crate::table::GameRow;

/// The place of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GamePlace {
    /// The input.
    pub source_file: String,
    /// The game's number in it, from 0.
    pub game_index: i64,
    /// Bytes from the file's start to the game's first.
    pub byte_offset: i64,
}

/// A game that is not legal, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InvalidGame {
    /// Where it stands.
    pub place: GamePlace,
    /// What is wrong with it.
    pub legality: Legality,
    /// Where the replay stopped, and at what.
    pub error: Option<ReplayError>,
}

impl GamePlace {
    /// The place of a row's game.
    pub fn of(row: &GameRow<'_>) -> GamePlace {
        GamePlace {
            source_file: row.source_file.to_owned(),
            game_index: row.game_index,
            byte_offset: row.byte_offset,
        }
    }

    /// The same, counted from `first_game` of its file.
    pub fn after(mut self, first_game: i64) -> GamePlace {
        self.game_index += first_game;
        self
    }
}

impl fmt::Display for GamePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let GamePlace { source_file, game_index, byte_offset } = self;
        let source_file = printable(source_file);
        write!(f, "{source_file}: game {game_index} at byte {byte_offset}")
    }
}

impl fmt::Display for InvalidGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.legality.as_str())?;
        if let Some(error) = &self.error {
            if let Some(ply) = error.ply {
                write!(f, " at ply {ply}")?;
            }
            write!(f, ", byte {}: {:?}", error.offset, error.token)?;
        }
        Ok(())
    }
}
