//! One game from its tokens to its facts.

use crate::chess::moves::Move;
use crate::chess::position::Position;
use crate::finding::Findings;
use crate::openings;
use crate::pgn::claims::Claims;
use crate::pgn::game_text::GameText;
use crate::replay::Facts;
#[cfg(target_arch = "x86_64")]
use crate::replay::abreast::{Entrant, Heats};
use crate::replay::course::Method;
use crate::replay::start::{Start, start};
use crate::replay::way::{Way, made_by};
use crate::replay::written::{Written, unplayed};
use crate::rules::repetition::Repetitions;

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
        let mut facts = Facts::default();
        let written = Written { findings: start.findings(), bytes, offset, game };
        facts.follow(self.method, position, &written, &mut self.repetitions);
        self.wanted.find(position, game, &mut facts, self.moves.get_mut(index));
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
            let (start, kept) = (entrant.start, self.moves.get_mut(entrant.index));
            let written = Written { findings, bytes, offset, game };
            match course {
                Some((course, records)) => {
                    facts.set(course, None, &written, repetitions);
                    self.wanted.keep(start, || records.moves(), facts, kept);
                }
                None => {
                    facts.follow(self.method, start, &written, repetitions);
                    self.wanted.find(start, game, facts, kept);
                }
            }
        });
        self.repetitions = repetitions;
    }
}

impl Wanted {
    /// The same as [`Wanted::keep`], of a game with these facts whose moves have to be found again.
    fn find(self, start: &Position, game: &GameText, facts: &mut Facts, kept: Option<&mut Vec<Move>>) {
        let written = &game.moves[..facts.plies as usize];
        self.keep(start, || made_by(start, written), facts, kept);
    }

    /// Keeps what is wanted of a game's moves.
    #[inline]
    fn keep<M: Iterator<Item = Move> + Clone>(
        self,
        start: &Position,
        made: impl Fn() -> M,
        facts: &mut Facts,
        kept: Option<&mut Vec<Move>>,
    ) {
        if self.opening {
            facts.opening = openings::last_named(start, made());
        }
        // A dead position is dated, and a stalemate may have been dead before: to find the moves again took as long as twenty games.
        if (self.moves || facts.insufficient_material || facts.is_stalemate)
            && let Some(kept) = kept
        {
            kept.extend(made());
        }
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
