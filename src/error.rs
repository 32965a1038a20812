//! What can go wrong around the games.
//!
//! Owns the two kinds of fault and their texts. An [`InputError`] is data: it becomes a line in the manifest, and the
//! run goes on with the other inputs. A [`RunError`] ends the run, because nothing true could be written any more.
//! What is odd *within* a game is neither; it is a [`crate::finding::Finding`] in the game's row.

use std::error::Error;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// An input that could not be read, or not to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InputError {
    /// The input, as the dataset's `source_file` names it.
    pub input: String,
    /// What is wrong with it.
    pub fault: InputFault,
}

/// What is wrong with an input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InputFault {
    /// There is no such file or folder.
    NotFound,
    /// It is there, but can't be opened or listed.
    Unreadable {
        /// What the system said.
        reason: String,
    },
    /// Reading stopped before the end.
    ReadFailed {
        /// Bytes read from the file until then.
        offset: u64,
        /// What the system said.
        reason: String,
    },
    /// Compressed data that ends within a frame.
    Truncated {
        /// Bytes of the compressed file, all of which were read.
        offset: u64,
        /// Bytes that came out of it.
        text_offset: u64,
    },
    /// Compressed data that can't be decoded.
    Corrupt {
        /// Bytes of the compressed file that were taken in before the fault.
        offset: u64,
        /// Bytes that came out of it.
        text_offset: u64,
        /// What the decoder said.
        reason: String,
    },
}

impl InputError {
    /// The fault of opening `input`.
    pub fn opening(input: &str, error: &io::Error) -> InputError {
        let fault = match error.kind() {
            io::ErrorKind::NotFound => InputFault::NotFound,
            _ => InputFault::Unreadable { reason: reason(error) },
        };
        InputError { input: input.to_owned(), fault }
    }
}

impl InputFault {
    /// The same fault, met after `text_bytes` of all of the file's text: whoever decodes a part of a file counts from
    /// that part's start.
    pub fn after_text(mut self, text_bytes: u64) -> InputFault {
        match &mut self {
            InputFault::NotFound | InputFault::Unreadable { .. } | InputFault::ReadFailed { .. } => {}
            InputFault::Truncated { text_offset, .. } | InputFault::Corrupt { text_offset, .. } => {
                *text_offset = text_bytes;
            }
        }
        self
    }

    /// One word for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            InputFault::NotFound => "not_found",
            InputFault::Unreadable { .. } => "unreadable",
            InputFault::ReadFailed { .. } => "read_failed",
            InputFault::Truncated { .. } => "truncated",
            InputFault::Corrupt { .. } => "corrupt",
        }
    }

    /// The byte of the file as stored at which it was met, where there is one.
    pub const fn offset(&self) -> Option<u64> {
        match self {
            InputFault::NotFound | InputFault::Unreadable { .. } => None,
            InputFault::ReadFailed { offset, .. }
            | InputFault::Truncated { offset, .. }
            | InputFault::Corrupt { offset, .. } => Some(*offset),
        }
    }
}

impl fmt::Display for InputFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InputFault::NotFound => f.write_str("no such file or folder"),
            InputFault::Unreadable { reason } => write!(f, "can't be read: {reason}"),
            InputFault::ReadFailed { offset, reason } => {
                write!(f, "reading failed at byte {offset}: {reason}")
            }
            InputFault::Truncated { offset, text_offset } => write!(
                f,
                "compressed data ends within a frame at byte {offset} (byte {text_offset} decompressed){}",
                audited(*text_offset)
            ),
            InputFault::Corrupt { offset, text_offset, reason } => write!(
                f,
                "compressed data can't be decoded near byte {offset} (byte {text_offset} decompressed): {reason}{}",
                audited(*text_offset)
            ),
        }
    }
}

/// What becomes of the text before a fault.
const fn audited(text_offset: u64) -> &'static str {
    if text_offset > 0 { "; what came before is audited" } else { "" }
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.input, self.fault)
    }
}

impl Error for InputError {}

/// What ends a run: nothing is published.
#[derive(Debug)]
pub enum RunError {
    /// The output can't be written.
    Output {
        /// Which file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The output's place is taken.
    OutputTaken {
        /// The place.
        path: PathBuf,
        /// Why it is not replaced.
        obstacle: Obstacle,
    },
    /// Something came into the output's place, or changed there, during the run.
    OutputChanged {
        /// The place.
        path: PathBuf,
    },
    /// The table can't be encoded.
    Table {
        /// What the encoder said.
        reason: String,
    },
    /// A part of a dataset can't be read back.
    Dataset {
        /// Which.
        path: PathBuf,
        /// What the reader said.
        reason: String,
    },
    /// The byte ledger doesn't balance: a fault of Arbitro itself.
    Unbalanced {
        /// Each equation that doesn't hold.
        faults: Vec<LedgerFault>,
    },
    /// The threads can't be started.
    Threads {
        /// What the system said.
        reason: String,
    },
    /// A signal, or the caller, asked for the end.
    Interrupted,
}

/// Why an existing output is not replaced.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Obstacle {
    /// It exists, and replacing it was not asked for.
    NotForced,
    /// An input lies in it.
    HoldsInput {
        /// The input as named.
        input: String,
    },
    /// It is a folder with something in it that is not of a dataset.
    Foreign {
        /// Where in the folder.
        name: PathBuf,
    },
    /// It is a folder without a manifest of ours.
    NoManifest,
    /// It is no folder.
    NotAFolder,
    /// It is the working directory, or above it.
    WorkingFolder,
    /// Another file system begins there.
    MountPoint,
}

/// One equation of the ledger that doesn't hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LedgerFault {
    /// The input, or `all inputs`.
    pub input: String,
    /// What was counted: `bytes`, `rows`.
    pub what: &'static str,
    /// The count at the source.
    pub expected: u64,
    /// The count at the end of the way.
    pub found: u64,
}

impl RunError {
    /// An output fault at `path`.
    pub fn output(path: &Path) -> impl FnOnce(io::Error) -> RunError {
        let path = path.to_owned();
        move |source| RunError::Output { path, source }
    }
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RunError::Output { path, source } => {
                write!(f, "{}: can't be written: {}", path.display(), reason(source))
            }
            RunError::OutputTaken { path, obstacle } => {
                let path = path.display();
                match obstacle {
                    Obstacle::NotForced => write!(f, "{path}: exists already; --force replaces it"),
                    Obstacle::HoldsInput { input } => {
                        write!(f, "{path}: holds the input {input}; the output needs a place of its own")
                    }
                    Obstacle::Foreign { name } => {
                        let name = name.display();
                        write!(f, "{path}: holds {name}, which is not of a dataset; it is not replaced")
                    }
                    Obstacle::NoManifest => {
                        write!(f, "{path}: has no manifest.json of a dataset; it is not replaced")
                    }
                    Obstacle::NotAFolder => write!(f, "{path}: is not a folder; it is not replaced"),
                    Obstacle::WorkingFolder => {
                        write!(
                            f,
                            "{path}: is the working directory or above it; the output needs a place of its own"
                        )
                    }
                    Obstacle::MountPoint => {
                        write!(
                            f,
                            "{path}: is a mount point, which can't be replaced; name a folder within it"
                        )
                    }
                }
            }
            RunError::OutputChanged { path } => write!(
                f,
                "{}: changed during the run; it stays as it is, and nothing is published",
                path.display()
            ),
            RunError::Dataset { path, reason } => write!(f, "{}: can't be read: {reason}", path.display()),
            RunError::Table { reason } => write!(f, "the table can't be encoded: {reason}"),
            RunError::Unbalanced { faults } => {
                f.write_str("the ledger doesn't balance, so nothing is published")?;
                for LedgerFault { input, what, expected, found } in faults {
                    write!(f, "; {input}: {expected} {what} in, {found} accounted for")?;
                }
                Ok(())
            }
            RunError::Threads { reason } => write!(f, "can't start the threads: {reason}"),
            RunError::Interrupted => f.write_str("interrupted; nothing is published"),
        }
    }
}

impl Error for RunError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            RunError::Output { source, .. } => Some(source),
            RunError::OutputTaken { .. }
            | RunError::OutputChanged { .. }
            | RunError::Table { .. }
            | RunError::Unbalanced { .. }
            | RunError::Threads { .. }
            | RunError::Dataset { .. }
            | RunError::Interrupted => None,
        }
    }
}

/// What the system said, without its number: `permission denied`.
pub fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or_default();
    let mut chars = text.chars();
    match chars.next() {
        // An acronym ("EOF ...") keeps its capitals.
        Some(first) if !text.chars().nth(1).is_some_and(char::is_uppercase) => {
            first.to_lowercase().chain(chars).collect()
        }
        Some(_) | None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_systems_text_loses_its_number_and_its_capital() {
        let error = io::Error::from_raw_os_error(13);
        assert_eq!(reason(&error), "permission denied");
        assert_eq!(
            InputError::opening("a.pgn", &error).to_string(),
            "a.pgn: can't be read: permission denied"
        );
    }

    #[test]
    fn a_missing_file_says_so() {
        let error = io::Error::from_raw_os_error(2);
        assert_eq!(InputError::opening("a.pgn", &error).to_string(), "a.pgn: no such file or folder");
    }
}
