//! One game from its tokens to its facts.

use crate::chess::moves::Move;
use crate::chess::position::Position;
use crate::chess::resolve::SanError;
use crate::chess::san::San;
use crate::finding::Findings;
use crate::openings;
use crate::pgn::claims::Claims;
use crate::pgn::game_text::GameText;
use crate::pgn::tags::windows_1252;
#[cfg(target_arch = "x86_64")]
use crate::replay::abreast::{Entrant, Heats};
use crate::replay::course::{Course, Method};
use crate::replay::start::{Start, start};
use crate::replay::way::{Way, made_by};
use crate::replay::{Facts, Legality, ReplayError};
use crate::rules::material;
use crate::rules::repetition::Repetitions;

/// The most of a token that a row keeps: more than any move takes, less than a file without blanks.
const LONGEST_TOKEN: usize = 255;

/// Moves for which room is kept from game to game.
const MOST_KEPT: usize = 16 * 1024;

/// Replays games, one after the other; owns the buffers that this takes.
#[derive(Debug)]
pub struct Replayer {
    method: Method,
    standard: Position,
    repetitions: Repetitions,
    #[cfg(target_arch = "x86_64")]
    heats: Option<Heats>,
    wanted: Wanted,
    /// The moves made in each of the games replayed last, where they are kept.
    moves: Vec<Vec<Move>>,
}

/// What is wanted of a replay beyond the facts that it always finds.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Wanted {
    /// The opening: [`Facts::opening`].
    pub opening: bool,
    /// The moves made: [`Replayer::moves`].
    pub moves: bool,
}

impl Default for Replayer {
    fn default() -> Replayer {
        Replayer {
            method: Method::for_few(),
            standard: Position::start(),
            repetitions: Repetitions::default(),
            #[cfg(target_arch = "x86_64")]
            heats: Heats::detect(),
            wanted: Wanted::default(),
            moves: Vec::new(),
        }
    }
}

/// A game to replay: its text, what its tags claim.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'a> {
    /// The text.
    pub game: &'a GameText,
    /// The claims.
    pub claims: &'a Claims<'a>,
}

impl Replayer {
    /// A replayer that finds this beyond the facts.
    pub fn new(wanted: Wanted) -> Replayer {
        Replayer { wanted, ..Replayer::default() }
    }

    /// The moves made in a game of those replayed last, by its place among them; none where they are not [wanted](Wanted::moves), unless
    /// somebody is likely to ask.
    pub fn moves(&self, index: usize) -> &[Move] {
        self.moves.get(index).map_or(&[], Vec::as_slice)
    }

    /// The position that a game starts from; `None` if it can't be played from.
    pub fn start(&self, claims: &Claims<'_>) -> Option<Position> {
        start(claims).ok().map(|start| *start.position(&self.standard))
    }

    /// The way of a game with these facts; `None` if there is no position to start from.
    pub fn way(&self, claims: &Claims<'_>, game: &GameText, facts: &Facts) -> Option<Way> {
        self.start(claims).map(|start| Way::find(&start, &game.moves[..facts.plies as usize]))
    }

    /// The same of the game with this place among those replayed last: its moves may have been kept.
    pub fn way_of(&self, index: usize, claims: &Claims<'_>, game: &GameText, facts: &Facts) -> Option<Way> {
        match self.moves(index) {
            [] => self.way(claims, game, facts),
            kept => self.start(claims).map(|start| Way { start, moves: kept.to_vec() }),
        }
    }

    /// Replays a game. `bytes` are those that `game` was read from, `offset` is the place of their first in the file.
    pub fn replay(&mut self, bytes: &[u8], offset: u64, game: &GameText, claims: &Claims<'_>) -> Facts {
        self.make_room(1);
        self.replay_singly(0, bytes, offset, game, claims)
    }

    /// Replays the game with this place among those that are replayed together.
    fn replay_singly(
        &mut self,
        index: usize,
        bytes: &[u8],
        offset: u64,
        game: &GameText,
        claims: &Claims<'_>,
    ) -> Facts {
        let start = match start(claims) {
            Ok(start) => start,
            Err(legality) => return unplayed(legality, bytes, offset, game),
        };
        let position = start.position(&self.standard);
        let mut course = Course::new(position, &mut self.repetitions);
        let stopped = course.follow(self.method, &game.moves, &mut self.repetitions);
        let mut facts = Facts::default();
        let end = End { stopped, findings: start.findings(), bytes, offset, game };
        facts.set(&course, &end, &self.repetitions);
        let made = || made_by(position, &game.moves[..course.plies as usize]);
        self.wanted.keep(index, position, made, &mut facts, &mut self.moves);
        facts
    }

    /// Forgets the moves of the games before, and makes room for those of as many.
    fn make_room(&mut self, games: usize) {
        self.moves.resize_with(games.max(self.moves.len()), Vec::new);
        for moves in &mut self.moves {
            moves.clear();
            // What a giant game has taken.
            moves.shrink_to(MOST_KEPT);
        }
    }

    /// Replays games, all of them together where the processor can do that; the facts are in the games' order. `bytes` are those that they
    /// were read from, `offset` is the place of their first in the file.
    pub fn replay_all(&mut self, bytes: &[u8], offset: u64, entries: &[Entry<'_>], facts: &mut Vec<Facts>) {
        self.make_room(entries.len());
        #[cfg(target_arch = "x86_64")]
        if let Some(mut heats) = self.heats.take() {
            self.replay_abreast(&mut heats, bytes, offset, entries, facts);
            self.heats = Some(heats);
            return;
        }
        facts.clear();
        for (index, entry) in entries.iter().enumerate() {
            facts.push(self.replay_singly(index, bytes, offset, entry.game, entry.claims));
        }
    }

    #[cfg(target_arch = "x86_64")]
    fn replay_abreast(
        &mut self,
        heats: &mut Heats,
        bytes: &[u8],
        offset: u64,
        entries: &[Entry<'_>],
        facts: &mut Vec<Facts>,
    ) {
        let standard = self.standard;
        let starts: Vec<_> = entries.iter().map(|entry| start(entry.claims)).collect();
        // Written over in place: what a game leaves is half a kilobyte, and each copy of it took 10 ns.
        facts.resize_with(entries.len(), Facts::default);
        let mut entrants = Vec::with_capacity(entries.len());
        for (index, ((entry, start), facts)) in entries.iter().zip(&starts).zip(facts.iter_mut()).enumerate()
        {
            match start {
                Ok(start) => entrants.push(Entrant {
                    index,
                    start: start.position(&standard),
                    moves: &entry.game.moves,
                }),
                Err(legality) => *facts = unplayed(*legality, bytes, offset, entry.game),
            }
        }
        let mut repetitions = std::mem::take(&mut self.repetitions);
        heats.run(&entrants, &mut repetitions, |entrant, course, repetitions| {
            let game = entries[entrant.index].game;
            let findings = starts[entrant.index].as_ref().map_or(Findings::NONE, Start::findings);
            let facts = &mut facts[entrant.index];
            let (index, start) = (entrant.index, entrant.start);
            let end = End { stopped: None, findings, bytes, offset, game };
            match course {
                Some((course, records)) => {
                    facts.set(course, &end, repetitions);
                    self.wanted.keep(index, start, || records.moves(), facts, &mut self.moves);
                }
                None => {
                    let mut course = Course::new(start, repetitions);
                    let stopped = course.follow(self.method, entrant.moves, repetitions);
                    facts.set(&course, &End { stopped, ..end }, repetitions);
                    let made = || made_by(start, &entrant.moves[..course.plies as usize]);
                    self.wanted.keep(index, start, made, facts, &mut self.moves);
                }
            }
        });
        self.repetitions = repetitions;
    }
}

impl Wanted {
    /// Keeps what is wanted of a game's moves.
    #[inline]
    fn keep<M: Iterator<Item = Move> + Clone>(
        self,
        index: usize,
        start: &Position,
        made: impl Fn() -> M,
        facts: &mut Facts,
        moves: &mut [Vec<Move>],
    ) {
        if self.opening {
            facts.opening = openings::last_named(start, made());
        }
        // A dead position is dated: to find its moves again took as long as twenty games.
        if (self.moves || facts.insufficient_material)
            && let Some(moves) = moves.get_mut(index)
        {
            moves.extend(made());
        }
    }
}

fn unplayed(legality: Legality, bytes: &[u8], offset: u64, game: &GameText) -> Facts {
    let error = fen_error(legality, bytes, offset, game);
    Facts { legality, error, claimed_plies: game.plies(), ..Facts::default() }
}

/// What is known of a game's end beside its course.
struct End<'a> {
    /// Why the replay stopped before the end, if it did.
    stopped: Option<SanError>,
    /// What is odd about the start.
    findings: Findings,
    /// The text that the game was read from.
    bytes: &'a [u8],
    /// The place of its first byte in the file.
    offset: u64,
    game: &'a GameText,
}

impl Facts {
    /// The facts of a game from its course, in place of those that were here.
    fn set(&mut self, course: &Course, end: &End<'_>, repetitions: &Repetitions) {
        let End { stopped, game, .. } = end;
        let last = &course.position;
        let is_in_check = last.is_check();
        let has_move = !is_in_check && last.has_free_move() || last.has_legal_move();
        let index = course.plies as usize;
        // All of them by name, so that none can be left as it was.
        let Facts {
            legality,
            error,
            plies,
            claimed_plies,
            last_position,
            is_checkmate,
            is_stalemate,
            insufficient_material,
            insufficient_material_ply,
            max_repetition,
            last_repetition,
            threefold_ply,
            fivefold_ply,
            max_halfmove_clock,
            fifty_move_ply,
            seventy_five_move_ply,
            last_key,
            moves_key,
            colors,
            findings,
            opening,
        } = self;
        *legality = stopped.map_or(Legality::Legal, |error| legality_of(error, game.moves[index]));
        *error = stopped.map(|_| {
            let place = game.place(end.bytes, index);
            let offset = end.offset + place.start as u64;
            ReplayError { ply: Some(course.plies + 1), token: shown(&end.bytes[place]), offset }
        });
        *plies = course.plies;
        *claimed_plies = game.plies();
        *last_position = Some(*last);
        *is_checkmate = !has_move && is_in_check;
        *is_stalemate = !has_move && !is_in_check;
        *insufficient_material = material::is_insufficient(last.board());
        *insufficient_material_ply = course.insufficient_material_ply;
        *max_repetition = repetitions.max();
        *last_repetition = repetitions.last_count();
        *threefold_ply = repetitions.threefold_ply();
        *fivefold_ply = repetitions.fivefold_ply();
        *max_halfmove_clock = course.max_halfmove_clock;
        *fifty_move_ply = course.fifty_move_ply;
        *seventy_five_move_ply = course.seventy_five_move_ply;
        *last_key = Some(last.polyglot_key());
        *moves_key = Some(course.moves_key);
        *colors = course.colors();
        *findings = end.findings;
        findings.extend(course.findings(index.checked_sub(1).map(|last| game.moves[last]), *is_checkmate));
        *opening = None;
    }
}

fn legality_of(error: SanError, san: San) -> Legality {
    match error {
        _ if san.is_null() => Legality::NullMove,
        _ if san.is_unreadable() => Legality::UnreadableToken,
        SanError::Illegal => Legality::IllegalMove,
        SanError::Ambiguous => Legality::AmbiguousMove,
    }
}

/// The FEN tag, where it is at fault.
fn fen_error(legality: Legality, bytes: &[u8], offset: u64, game: &GameText) -> Option<ReplayError> {
    if legality == Legality::UnsupportedVariant {
        return None;
    }
    let tag = game.tags.iter().find(|tag| bytes[tag.name.clone()] == *b"FEN")?;
    Some(ReplayError {
        ply: None,
        token: shown(&bytes[tag.value.clone()]),
        offset: offset + tag.value.start as u64,
    })
}

/// A token as a row shows it.
fn shown(token: &[u8]) -> String {
    let token = &token[..token.len().min(LONGEST_TOKEN)];
    match token.utf8_chunks().next() {
        None => String::new(),
        // What the limit cut in two is left out; any other byte that is not UTF-8 makes all of it Windows-1252.
        Some(chunk) if chunk.invalid().is_empty() => chunk.valid().to_owned(),
        Some(chunk)
            if token.len() == LONGEST_TOKEN
                && chunk.valid().len() + chunk.invalid().len() == LONGEST_TOKEN =>
        {
            chunk.valid().to_owned()
        }
        Some(_) => token.iter().map(|byte| windows_1252(*byte)).collect(),
    }
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::pgn::games::Games;

    /// The facts of all games of a text, replayed so many together.
    fn facts_of_all(replayer: &mut Replayer, bytes: &[u8], together: usize) -> Vec<String> {
        let mut reader = Games::new(bytes);
        let mut games = Vec::new();
        loop {
            let mut game = GameText::default();
            if !reader.read(&mut game) {
                break;
            }
            let mut claims = Claims::default();
            claims.read(bytes, &game.tags, &mut Findings::default());
            games.push((game, claims));
        }
        let entries: Vec<_> = games.iter().map(|(game, claims)| Entry { game, claims }).collect();
        let mut facts = Vec::new();
        let mut all = Vec::new();
        for entries in entries.chunks(together) {
            replayer.replay_all(bytes, 7, entries, &mut facts);
            all.extend(facts.iter().map(|facts| format!("{facts:?}")));
        }
        all
    }

    #[test]
    fn every_processor_finds_the_same_in_every_sample() {
        let mut games = 0;
        for folder in ["data/games", "tests/specimens"] {
            for file in std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)).unwrap() {
                let path = file.unwrap().path();
                if path.extension().is_none_or(|extension| extension != "pgn") {
                    continue;
                }
                let bytes = std::fs::read(&path).unwrap();
                let portable = || Replayer { heats: None, method: Method::portable(), ..Replayer::default() };
                let single = facts_of_all(&mut portable(), &bytes, 64);
                for together in [7, 64] {
                    assert_eq!(facts_of_all(&mut Replayer::default(), &bytes, together), single, "{path:?}");
                }
                games += single.len();
            }
        }
        assert!(games > 1_000, "{games}");
    }
}
