//! What can go wrong when games are extracted: always with the game at which it did, and how many were written before.

use std::error::Error;
use std::fmt;
use std::io;
use std::path::PathBuf;

use crate::error::InputFault;
use crate::pipeline::place::GamePlace;

/// An extraction that ended early.
#[derive(Debug)]
pub struct Stopped {
    /// Why.
    pub error: ExtractError,
    /// Games written until then.
    pub games: u64,
}

/// Why games could not be extracted.
#[derive(Debug)]
pub enum ExtractError {
    /// A part of the dataset can't be read.
    Part {
        /// Which.
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// A game can't be had from its source.
    Game {
        /// Where it was.
        place: GamePlace,
        /// Why.
        fault: SourceFault,
    },
    /// The output can't be written.
    Output(io::Error),
    /// A signal, or the caller, asked for the end.
    Interrupted,
}

/// Why a source doesn't give a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SourceFault {
    /// The manifest doesn't name it.
    Unrecorded,
    /// The games came from standard input.
    StandardInput,
    /// It can't be found, read or decoded so far.
    Input(InputFault),
    /// It has another size than at the audit.
    Resized {
        /// Bytes at the audit.
        was: u64,
        /// Bytes now.
        is: u64,
    },
    /// Its text ends before the game does.
    Short,
    /// The bytes are not those of one game.
    Gone,
}

impl fmt::Display for SourceFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SourceFault::Unrecorded => f.write_str("the dataset's manifest doesn't name this source"),
            SourceFault::StandardInput => f.write_str("came from standard input, which nothing has kept"),
            SourceFault::Input(fault) => match fault {
                InputFault::NotFound => f.write_str(
                    "there is no such file any more; if it has moved, name the folder with --source DIR",
                ),
                InputFault::Truncated { offset, .. } | InputFault::Corrupt { offset, .. } => {
                    write!(f, "the compressed data can't be decoded near byte {offset} of the file")
                }
                InputFault::Unreadable { .. } | InputFault::ReadFailed { .. } => write!(f, "{fault}"),
            },
            SourceFault::Resized { was, is } => {
                write!(f, "the file has changed since the audit: it had {was} bytes and has {is}")
            }
            SourceFault::Short => f.write_str("the file has changed since the audit: it ends before that"),
            SourceFault::Gone => {
                f.write_str("the file has changed since the audit: there is no such game any more")
            }
        }
    }
}

impl fmt::Display for ExtractError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExtractError::Part { path, reason } => write!(f, "{}: can't be read: {reason}", path.display()),
            ExtractError::Game { place, fault } => write!(f, "{place}: {fault}"),
            ExtractError::Output(error) => write!(f, "can't be written: {}", crate::error::reason(error)),
            ExtractError::Interrupted => f.write_str("interrupted"),
        }
    }
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.games {
            0 => write!(f, "{}; no game was written", self.error),
            1 => write!(f, "{}; 1 game was written before", self.error),
            games => write!(f, "{}; {games} games were written before", self.error),
        }
    }
}

impl Error for ExtractError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            ExtractError::Output(error) => Some(error),
            ExtractError::Part { .. } | ExtractError::Game { .. } | ExtractError::Interrupted => None,
        }
    }
}

impl Error for Stopped {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.error)
    }
}
