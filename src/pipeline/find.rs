//! One game of a file, found by its number, by a byte of it or by its site's id.
//!
//! Owns the search: sections are read in order and nothing is replayed; a byte of plain text is gone to at once, because where games
//! begin is a local fact. Games are numbered, and bytes counted, as an audit does it.

use std::fmt;
use std::ops::ControlFlow;

use crate::error::InputError;
use crate::finding::Findings;
use crate::input::bytes::Bytes;
use crate::input::compression::Step;
use crate::input::files::InputFile;
use crate::input::source::{Source, TextReader, open};
use crate::pgn::claims::Claims;
use crate::pgn::game_text::GameText;
use crate::pgn::games::Games;
use crate::pgn::split::next_boundary;
use crate::pipeline::plan::{last_cut, plan};

/// How much text is looked through, or decoded, at a time.
const STRETCH: usize = 4 << 20;

/// The first step back in search of the section that a byte lies in; then twice as much.
const STEP_BACK: usize = 64 << 10;

/// How far into a file lines are counted for a game that was gone to at once: to read all of a dump for a number of a line would take
/// longer than the rest by far.
const LINES_COUNTED: usize = 1 << 30;

/// Which game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// The game of this number, 0 for the first of the file.
    Index(u64),
    /// The game that this byte of the decompressed text belongs to.
    Offset(u64),
    /// The game that its site knows by this id.
    Id(String),
}

impl fmt::Display for Wanted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wanted::Index(index) => write!(f, "no game {index}"),
            Wanted::Offset(offset) => write!(f, "no game at byte {offset}"),
            Wanted::Id(id) => write!(f, "no game with the id {id}"),
        }
    }
}

/// A game, and where it was found.
#[derive(Clone, Debug)]
pub struct FoundGame {
    /// Whole sections, the game's among them.
    pub bytes: Bytes,
    /// Of `bytes[0]`, in the decompressed file.
    pub offset: u64,
    /// The line that `bytes` begin in, 1 for the first; none where lines were not counted.
    pub line: Option<u64>,
    /// The game's number, 0 for the first of the file; none where games were not counted.
    pub game_index: Option<u64>,
    /// The game.
    pub game: GameText,
}

/// Why no game was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotFound {
    /// The file can't be read so far.
    Input(InputError),
    /// It holds no such game.
    Missing {
        /// The file's name.
        input: String,
        /// What was looked for.
        wanted: Wanted,
        /// How many games there are, where they were counted.
        games: Option<u64>,
    },
}

impl From<InputError> for NotFound {
    fn from(error: InputError) -> NotFound {
        NotFound::Input(error)
    }
}

impl fmt::Display for NotFound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotFound::Input(error) => write!(f, "{error}"),
            NotFound::Missing { input, wanted, games } => {
                write!(f, "{input}: {wanted}")?;
                match games {
                    None => Ok(()),
                    Some(0) => write!(f, "; the file holds none"),
                    Some(1) => write!(f, "; the file holds one, game 0"),
                    Some(games) => write!(f, "; the file holds {games}, from 0 to {}", games - 1),
                }
            }
        }
    }
}

/// Finds a game of a file.
///
/// # Errors
///
/// If the file can't be read up to the game, or holds no such game.
pub fn find(file: &InputFile, wanted: &Wanted) -> Result<FoundGame, NotFound> {
    let mut search = Search { wanted, offset: 0, line: 1, games: 0 };
    let found = match open(file)?.source {
        Source::Whole(bytes) => match wanted {
            Wanted::Offset(offset) => {
                return at_byte(&bytes, *offset).ok_or_else(|| search.missing(&file.name, None));
            }
            Wanted::Index(_) | Wanted::Id(_) => {
                plan(&bytes, STRETCH).find_map(|range| search.look(&bytes.slice(range)).break_value())
            }
        },
        Source::Compressed(stored) => {
            let reader = TextReader::compressed(&file.name, stored, 0)
                .map_err(|error| InputError::opening(&file.name, &error))?;
            search.read(reader)?
        }
        Source::Stream(reader) => search.read(reader)?,
    };
    found.ok_or_else(|| search.missing(&file.name, Some(search.games)))
}

/// A search under way, and what it has passed.
struct Search<'a> {
    wanted: &'a Wanted,
    offset: u64,
    line: u64,
    games: u64,
}

impl Search<'_> {
    fn missing(&self, input: &str, games: Option<u64>) -> NotFound {
        NotFound::Missing { input: input.to_owned(), wanted: self.wanted.clone(), games }
    }

    /// Looks through text as it comes. What was read before a fault is looked through too.
    fn read(&mut self, mut reader: TextReader) -> Result<Option<FoundGame>, InputError> {
        let mut text = Vec::new();
        let mut target = STRETCH;
        loop {
            let step = reader.fill(&mut text, target);
            if !matches!(step, Ok(Step::Text)) {
                let found = self.look(&Bytes::owned(text)).break_value();
                return if found.is_some() { Ok(found) } else { step.map(|_| None) };
            }
            match last_cut(&text, STRETCH) {
                Some(cut) => {
                    let rest = text.split_off(cut);
                    if let ControlFlow::Break(found) = self.look(&Bytes::owned(text)) {
                        return Ok(Some(found));
                    }
                    text = rest;
                    target = text.len() + STRETCH;
                }
                // A section without end: doubling keeps the search for its cut linear.
                None => target = text.len() * 2,
            }
        }
    }

    /// Looks through whole sections, and passes them unless the game is there.
    fn look(&mut self, bytes: &Bytes) -> ControlFlow<FoundGame> {
        let mut game = GameText::default();
        let mut claims = Claims::default();
        let mut games = Games::new(bytes);
        while games.read(&mut game) {
            let is_it = match self.wanted {
                Wanted::Index(index) => *index == self.games,
                Wanted::Offset(offset) => holds(&game, self.offset, *offset),
                Wanted::Id(id) => {
                    claims.read(bytes, &game.tags, &mut Findings::default());
                    claims.game_id() == Some(id)
                }
            };
            if is_it {
                return ControlFlow::Break(FoundGame {
                    bytes: bytes.clone(),
                    offset: self.offset,
                    line: Some(self.line),
                    game_index: Some(self.games),
                    game,
                });
            }
            self.games += 1;
        }
        self.offset += bytes.len() as u64;
        self.line += line_ends(bytes);
        ControlFlow::Continue(())
    }
}

/// Whether a byte of the file belongs to a game of bytes that begin at `start`.
fn holds(game: &GameText, start: u64, offset: u64) -> bool {
    let within = offset.checked_sub(start).and_then(|within| usize::try_from(within).ok());
    within.is_some_and(|within| game.span.contains(&within))
}

/// The game that a byte belongs to, by its own section and no other.
fn at_byte(bytes: &Bytes, offset: u64) -> Option<FoundGame> {
    let at = usize::try_from(offset).ok().filter(|at| *at < bytes.len())?;
    let start = section_start(bytes, at);
    let section = bytes.slice(start..next_boundary(bytes, start + 1));
    let mut game = GameText::default();
    let mut games = Games::new(&section);
    while games.read(&mut game) {
        if holds(&game, start as u64, offset) {
            let line = (start <= LINES_COUNTED).then(|| 1 + line_ends(&bytes[..start]));
            return Some(FoundGame { bytes: section, offset: start as u64, line, game_index: None, game });
        }
    }
    None
}

/// Where the section begins that a byte lies in.
fn section_start(bytes: &[u8], at: usize) -> usize {
    // As much behind the byte as a line of it needs that opens a section.
    let seen = &bytes[..at.saturating_add(STEP_BACK).min(bytes.len())];
    let mut step = STEP_BACK;
    loop {
        let from = at.saturating_sub(step);
        let mut start = None;
        let mut next = next_boundary(seen, from);
        while next <= at {
            start = Some(next);
            next = next_boundary(seen, next + 1);
        }
        match start {
            Some(start) => return start,
            None if from == 0 => return 0,
            None => step = step.saturating_mul(2),
        }
    }
}

/// Ends of lines: LF, CR, or both together.
pub fn line_ends(bytes: &[u8]) -> u64 {
    let feeds = bytes.iter().filter(|byte| **byte == b'\n').count();
    let returns = bytes.iter().filter(|byte| **byte == b'\r').count();
    let pairs = if returns == 0 { 0 } else { bytes.windows(2).filter(|pair| *pair == b"\r\n").count() };
    (feeds + returns - pairs) as u64
}
