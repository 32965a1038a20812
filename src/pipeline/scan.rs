//! One chunk's games, each as a row.
//!
//! Owns the way of a game from bytes to ruling: tokens, claims, facts, ruling, in this order and each by its own floor. Some dozens of
//! games go this way together, so that they can be replayed abreast. One scanner a worker; its buffers are kept.

use crate::pgn::annotations::notes::{Notes, may_tell_times};
use crate::pgn::claims::Claims;
use crate::pgn::game_text::GameText;
use crate::pgn::games::Games;
use crate::pipeline::counts::Counts;
use crate::replay::{Entry, Facts, Replayer, Wanted};
use crate::rules::winnable::statistics::Statistics;
use crate::ruling::{Judge, Judged, Judgement};
use crate::table::{GameRow, Needs, ReadTags};

/// Whole sections of a file.
#[derive(Clone, Copy, Debug)]
pub struct Chunk<'a> {
    /// The sections.
    pub bytes: &'a [u8],
    /// Of `bytes[0]`, in the decompressed file.
    pub offset: u64,
}

/// What one chunk held.
#[derive(Clone, Default, Debug)]
pub struct ChunkReport {
    /// Games found.
    pub games: u64,
    /// Bytes of games.
    pub game_bytes: u64,
    /// Bytes between games.
    pub between_bytes: u64,
    /// Sums over the games.
    pub counts: Counts,
}

/// Games that are read before they are replayed together: enough that eight lanes are seldom idle, few enough to stay in the cache.
const GAMES_TOGETHER: usize = 64;
/// The same in half-moves, for games without end.
const PLIES_TOGETHER: usize = 64 * 1024;

/// One worker's buffers.
#[derive(Debug, Default)]
pub struct Scanner {
    games: Vec<GameText>,
    facts: Vec<Facts>,
    replayer: Replayer,
    judge: Judge,
    needs: Needs,
    notes: Notes,
}

impl Scanner {
    /// A scanner that rules so, and finds what rows need beyond that.
    pub fn new(judgement: Judgement, needs: Needs) -> Scanner {
        let wanted = Wanted { opening: needs.opening, moves: needs.moves };
        let (judge, replayer) = (Judge::new(judgement), Replayer::new(wanted));
        Scanner { judge, replayer, needs, ..Scanner::default() }
    }

    /// What the solver was asked so far.
    pub const fn statistics(&self) -> &Statistics {
        self.judge.statistics()
    }

    /// Calls `sink` once a game, in order. `game_index` counts from 0 in the chunk; the caller adds what came before.
    pub fn scan(
        &mut self,
        chunk: &Chunk<'_>,
        source_file: &str,
        sink: &mut dyn FnMut(&GameRow<'_>),
    ) -> ChunkReport {
        let mut batch = Batch {
            chunk: *chunk,
            source_file,
            claims: Vec::with_capacity(GAMES_TOGETHER),
            unclaimed: 0,
            report: ChunkReport::default(),
        };
        let mut games = std::mem::take(&mut self.games);
        games.resize_with(GAMES_TOGETHER, GameText::with_room);
        let (mut count, mut plies) = (0, 0);
        let mut reader = Games::new(chunk.bytes);
        while reader.read(&mut games[count]) {
            plies += games[count].moves.len();
            count += 1;
            if count == GAMES_TOGETHER || plies >= PLIES_TOGETHER {
                self.finish(&mut batch, &mut games[..count], sink);
                (count, plies) = (0, 0);
            }
        }
        self.finish(&mut batch, &mut games[..count], sink);
        self.games = games;
        batch.report.between_bytes += chunk.bytes.len().saturating_sub(batch.unclaimed) as u64;
        batch.report
    }

    /// Claims, facts, rulings and rows of games that have been read.
    fn finish<'a>(
        &mut self,
        batch: &mut Batch<'a>,
        games: &mut [GameText],
        sink: &mut dyn FnMut(&GameRow<'_>),
    ) {
        let Batch { chunk, source_file, claims, unclaimed, report } = batch;
        claims.resize_with(games.len().max(claims.len()), Claims::default);
        for (game, claims) in games.iter_mut().zip(claims.iter_mut()) {
            claims.read(chunk.bytes, &game.tags, &mut game.findings);
        }
        let entries: Vec<_> =
            games.iter().zip(claims.iter()).map(|(game, claims)| Entry { game, claims }).collect();
        self.replayer.replay_all(chunk.bytes, chunk.offset, &entries, &mut self.facts);
        for (index, (Entry { game, claims }, facts)) in entries.into_iter().zip(&self.facts).enumerate() {
            let way = || self.replayer.way_of(index, claims, game, facts);
            let Judged { evidence, control, clocks, prospects, ruling } =
                self.judge.judge(chunk.bytes, game, claims, facts, way);
            let mut findings = game.findings;
            findings.extend(facts.findings);
            findings.extend(ruling.findings);
            let tags = if self.needs.rows {
                ReadTags::of(claims, evidence.dialect, control)
            } else {
                ReadTags::default()
            };
            let Needs { notes, elapsed, .. } = self.needs;
            if notes || elapsed && may_tell_times(chunk.bytes, game) {
                self.notes.read(chunk.bytes, game);
                self.notes.show_to_white(evidence.dialect.view(), claims.first_to_move());
            } else if elapsed {
                self.notes.clear();
            }
            let span = &game.span;
            let started = if self.needs.moves { self.replayer.start(claims) } else { None };
            sink(&GameRow {
                source_file,
                game_index: report.games as i64,
                byte_offset: chunk.offset as i64 + span.start as i64,
                byte_length: span.len() as i64,
                claims,
                tags,
                facts,
                start: started.as_ref(),
                moves: self.replayer.moves(index),
                readings: self.judge.readings(),
                clocks: &clocks,
                notes: &self.notes,
                prospects: &prospects,
                dialect: evidence.dialect,
                ruling: &ruling,
                findings,
            });
            report.games += 1;
            report.game_bytes += span.len() as u64;
            report.between_bytes += span.start.saturating_sub(*unclaimed) as u64;
            *unclaimed = span.end;
            report.counts.add(facts, &ruling, findings);
        }
        games.iter_mut().for_each(GameText::give_back_excess);
    }
}

/// A chunk under way.
struct Batch<'a> {
    chunk: Chunk<'a>,
    source_file: &'a str,
    /// The claims of the games at hand; buffers are kept.
    claims: Vec<Claims<'a>>,
    /// Where the text that no game has claimed yet begins. Games that overlapped would leave the ledger unbalanced.
    unclaimed: usize,
    report: ChunkReport,
}
