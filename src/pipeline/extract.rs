//! Games out of a dataset: the bytes themselves, from the files that it was made of.
//!
//! Owns the order (the dataset's), the blank lines between games, and the look at each: bytes that are not one game are
//! not what was audited. Changes no byte of a game.

use std::collections::HashMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::input::stretches::Stretches;
use crate::pgn::game_text::GameText;
use crate::pgn::games::Games;
use crate::pipeline::extract_error::{ExtractError, SourceFault, Stopped};
use crate::pipeline::originals::{self, Recorded};
use crate::pipeline::place::GamePlace;
use crate::table::{Place, Predicate, Selection, Unreadable};

/// A dataset as its manifest describes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dataset {
    /// The files of its games, in order.
    pub parts: Vec<PathBuf>,
    /// The files that it was made of.
    pub sources: Vec<Recorded>,
}

/// What was extracted.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Extracted {
    /// Games.
    pub games: u64,
    /// Bytes of games, without what stands between them.
    pub bytes: u64,
    /// Files that they came from, each counted as often as it was opened.
    pub sources: u64,
    /// Games of the dataset.
    pub rows: u64,
    /// Games that a reader will not tell from the one before: neither ends where the other begins by a result or a tag.
    pub run_together: u64,
}

/// Writes the games of `dataset` that `predicate` is true of to `out`. Sources are looked for in `moved_to`, where that
/// is given. Ends early when `stop` is raised.
///
/// # Errors
///
/// Where the dataset or a source can't be read, a source has changed, or `out` can't be written.
pub fn extract(
    dataset: &Dataset,
    predicate: Predicate,
    moved_to: Option<&Path>,
    stop: &AtomicBool,
    out: &mut dyn Write,
) -> Result<Extracted, Stopped> {
    let mut selection = Selection::new(dataset.parts.clone(), predicate);
    let mut copy = Copy::new(out);
    let copied = copy_all(dataset, &mut selection, moved_to, stop, &mut copy);
    // What stands before a fault is flushed too, so that the count is true.
    let flushed = copy.out.flush().map_err(ExtractError::Output);
    match copied.and(flushed) {
        Ok(()) => Ok(Extracted { rows: selection.rows(), ..copy.extracted }),
        Err(error) => Err(Stopped { error, games: copy.extracted.games }),
    }
}

fn copy_all(
    dataset: &Dataset,
    selection: &mut Selection,
    moved_to: Option<&Path>,
    stop: &AtomicBool,
    copy: &mut Copy<'_>,
) -> Result<(), ExtractError> {
    let recorded: HashMap<&str, &Recorded> =
        dataset.sources.iter().map(|source| (source.name.as_str(), source)).collect();
    let mut open: Option<(&Recorded, Stretches)> = None;
    while let Some(places) = selection.next_places().map_err(part)? {
        for place in places.iter() {
            if stop.load(Relaxed) {
                return Err(ExtractError::Interrupted);
            }
            let failed = |fault| ExtractError::Game { place: game_place(&place), fault };
            let (source, stretches) = match &mut open {
                Some((source, stretches)) if source.name == place.source_file => (*source, stretches),
                _ => {
                    let source = recorded.get(place.source_file).copied();
                    let source = source.ok_or_else(|| failed(SourceFault::Unrecorded))?;
                    let stretches = originals::open(source, moved_to).map_err(failed)?;
                    copy.extracted.sources += 1;
                    (source, &mut open.insert((source, stretches)).1)
                }
            };
            let text = text(source, stretches, &place).map_err(failed)?;
            if !copy.is_game(text) {
                return Err(failed(SourceFault::Gone));
            }
            copy.game(text).map_err(ExtractError::Output)?;
        }
    }
    Ok(())
}

/// A game's bytes. What lies beyond the recorded end is not looked for.
fn text<'s>(
    source: &Recorded,
    stretches: &'s mut Stretches,
    place: &Place<'_>,
) -> Result<&'s [u8], SourceFault> {
    let (Ok(offset), Ok(length)) = (u64::try_from(place.byte_offset), u64::try_from(place.byte_length))
    else {
        return Err(SourceFault::Gone);
    };
    if offset.checked_add(length).is_none_or(|end| end > source.bytes) {
        return Err(SourceFault::Gone);
    }
    let text = stretches.read(offset, length).map_err(|error| SourceFault::Input(error.fault))?;
    text.ok_or(SourceFault::Short)
}

fn part(unreadable: Unreadable) -> ExtractError {
    ExtractError::Part { path: unreadable.path, reason: unreadable.error.to_string() }
}

fn game_place(place: &Place<'_>) -> GamePlace {
    GamePlace {
        source_file: place.source_file.to_owned(),
        game_index: place.game_index,
        byte_offset: place.byte_offset,
    }
}

/// Games written one below the other.
struct Copy<'w> {
    out: &'w mut dyn Write,
    /// The game at hand, read as if nothing stood around it.
    game: GameText,
    /// The text of the game before, and whether whatever follows is another game.
    last: Vec<u8>,
    is_closed: bool,
    extracted: Extracted,
}

impl<'w> Copy<'w> {
    fn new(out: &'w mut dyn Write) -> Copy<'w> {
        let game = GameText::default();
        Copy { out, game, last: Vec::new(), is_closed: true, extracted: Extracted::default() }
    }

    /// Whether `text` is one game from its first byte to its last.
    fn is_game(&mut self, text: &[u8]) -> bool {
        Games::new(text).read(&mut self.game) && self.game.span == (0..text.len())
    }

    /// Writes a game that was looked at.
    fn game(&mut self, text: &[u8]) -> std::io::Result<()> {
        if self.extracted.games > 0 {
            self.out.write_all(line_end(&self.last))?;
        }
        self.out.write_all(text)?;
        self.out.write_all(line_end(text))?;
        self.extracted.games += 1;
        self.extracted.bytes += text.len() as u64;
        self.look_between(text);
        Ok(())
    }

    /// Counts two games that run together, and keeps the one at hand for the next look.
    fn look_between(&mut self, text: &[u8]) {
        let is_closed = self.game.result.is_some() && !last_line(text).contains(&b'[');
        if self.extracted.games > 1 && !(self.is_closed && text.starts_with(b"[")) {
            let end = self.last.len();
            let blank_line = line_end(&self.last).repeat(2);
            self.last.extend(blank_line);
            let start = self.last.len();
            self.last.extend(text);
            let mut games = Games::new(&self.last);
            let mut is_next = |span| games.read(&mut self.game) && self.game.span == span;
            self.extracted.run_together += u64::from(!(is_next(0..end) && is_next(start..self.last.len())));
        }
        self.is_closed = is_closed;
        self.last.clear();
        self.last.extend_from_slice(text);
    }
}

fn last_line(text: &[u8]) -> &[u8] {
    text.rsplit(|byte| matches!(byte, b'\n' | b'\r')).next().unwrap_or_default()
}

/// How the lines of a game end.
fn line_end(text: &[u8]) -> &'static [u8] {
    match text.iter().position(|byte| matches!(byte, b'\n' | b'\r')) {
        Some(at) if text[at..].starts_with(b"\r\n") => b"\r\n",
        Some(at) if text[at] == b'\r' => b"\r",
        Some(_) | None => b"\n",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn copied(games: &[&str]) -> (String, Extracted) {
        let mut out = Vec::new();
        let mut copy = Copy::new(&mut out);
        for game in games {
            assert!(copy.is_game(game.as_bytes()), "{game}");
            copy.game(game.as_bytes()).unwrap();
        }
        let extracted = copy.extracted;
        (String::from_utf8(out).unwrap(), extracted)
    }

    #[test]
    fn games_stand_below_each_other_in_lines_that_end_as_theirs_do() {
        let (text, extracted) =
            copied(&["[A \"\"]\r\n\r\n1. e4 *", "[B \"\"]\n\n1. d4 *", "[C \"\"]\r1. c4 *", "1. e4 *"]);
        assert_eq!(
            text,
            "[A \"\"]\r\n\r\n1. e4 *\r\n\r\n[B \"\"]\n\n1. d4 *\n\n[C \"\"]\r1. c4 *\r\r1. e4 *\n"
        );
        assert_eq!((extracted.games, extracted.bytes, extracted.run_together), (4, 53, 0));
    }

    #[test]
    fn games_that_run_together_are_counted() {
        for (one, other, together) in [
            ("[Event \"a\"]\n\n1. e4", "[White \"b\"]\n\n1. d4 *", 0),
            ("[Event \"a\"]", "[White \"b\"]\n\n1. d4 *", 1),
            ("[Event \"a\"]", "[Event \"b\"]\n\n1. d4 *", 0),
            ("[Event \"a\"] 1-0", "[White \"b\"]\n\n1. d4 *", 0),
            ("1. e4", "1. d4 *", 1),
            ("1. e4 1-0", "1. d4 *", 0),
            ("1. e4 1-0 {x", "1. d4 *", 1),
        ] {
            assert_eq!(copied(&[one, other]).1.run_together, together, "{one} | {other}");
        }
    }

    #[test]
    fn bytes_that_are_not_one_game_are_told() {
        let mut out = Vec::new();
        let mut copy = Copy::new(&mut out);
        for text in ["", " ", "prose", "\n[Event \"a\"]", "[Event \"a\"]\n", "1. e4 1-0\n1. d4 *"] {
            assert!(!copy.is_game(text.as_bytes()), "{text:?}");
        }
    }
}
