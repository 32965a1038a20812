//! The answers of the stages, made ready for those behind them.

use arbitro::finding::Findings;
use arbitro::pgn::annotations::clocks::Clocks;
use arbitro::pgn::annotations::notes::Notes;
use arbitro::pgn::claims::Claims;
use arbitro::pgn::game_text::GameText;
use arbitro::pgn::games::Games;
use arbitro::replay::{Facts, Replayer, Wanted};
use arbitro::ruling::{Judge, Judged};
use arbitro::table::{GameRow, ReadTags};

use crate::texts::Text;

/// A text's games with all that is found in them.
pub(crate) struct Ruled {
    pub(crate) games: Vec<GameText>,
    pub(crate) claims: Vec<Claims<'static>>,
    pub(crate) facts: Vec<Facts>,
    judged: Vec<Judged>,
    readings: Clocks,
    notes: Notes,
}

impl Ruled {
    pub(crate) fn of(text: Text) -> Ruled {
        let bytes = text.bytes();
        let games = read_games(bytes);
        let claims = read_claims(bytes, &games);
        let mut replayer = Replayer::new(Wanted { opening: true, moves: false });
        let facts: Vec<Facts> =
            games.iter().zip(&claims).map(|(game, claims)| replayer.replay(bytes, 0, game, claims)).collect();
        let mut judge = Judge::default();
        let judged = games
            .iter()
            .zip(&claims)
            .zip(&facts)
            .map(|((game, claims), facts)| {
                judge.judge(bytes, game, claims, facts, || replayer.way(claims, game, facts))
            })
            .collect();
        Ruled { games, claims, facts, judged, readings: Clocks::default(), notes: Notes::default() }
    }

    /// The rows, numbered from 0.
    pub(crate) fn rows(&self) -> impl Iterator<Item = GameRow<'_>> {
        (0..self.games.len()).map(|index| {
            let (game, facts, judged) = (&self.games[index], &self.facts[index], &self.judged[index]);
            let mut findings = game.findings;
            findings.extend(facts.findings);
            findings.extend(judged.ruling.findings);
            GameRow {
                source_file: "games/sample.pgn",
                game_index: index as i64,
                byte_offset: game.span.start as i64,
                byte_length: game.span.len() as i64,
                claims: &self.claims[index],
                tags: ReadTags::of(&self.claims[index], judged.evidence.dialect, judged.control),
                facts,
                start: None,
                moves: &[],
                readings: &self.readings,
                clocks: &judged.clocks,
                notes: &self.notes,
                prospects: &judged.prospects,
                dialect: judged.evidence.dialect,
                ruling: &judged.ruling,
                findings,
            }
        })
    }
}

pub(crate) fn read_games(bytes: &[u8]) -> Vec<GameText> {
    let mut reader = Games::new(bytes);
    let mut games = Vec::new();
    let mut game = GameText::default();
    while reader.read(&mut game) {
        games.push(game.clone());
    }
    games
}

pub(crate) fn read_claims<'a>(bytes: &'a [u8], games: &[GameText]) -> Vec<Claims<'a>> {
    let read = |game: &GameText| {
        let mut claims = Claims::default();
        let mut findings = Findings::NONE;
        claims.read(bytes, &game.tags, &mut findings);
        claims
    };
    games.iter().map(read).collect()
}
