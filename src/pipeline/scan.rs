//! One chunk's games, each as a row.
//!
//! Owns the way of a game from bytes to ruling: tokens, claims, facts, ruling, in this order and each by its own floor. One
//! scanner a worker; its buffers are kept from game to game.

use crate::finding::Findings;
use crate::pgn::claims::Claims;
use crate::pgn::game_text::GameText;
use crate::pgn::split::Sections;
use crate::pipeline::counts::Counts;
use crate::replay::Replayer;
use crate::rules::laws::Laws;
use crate::ruling::rule;
use crate::table::GameRow;

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

/// One worker's buffers.
#[derive(Debug, Default)]
pub struct Scanner {
    game: GameText,
    replayer: Replayer,
}

impl Scanner {
    /// A scanner.
    pub fn new() -> Scanner {
        Scanner::default()
    }

    /// Calls `sink` once a game, in order. `game_index` counts from 0 in the chunk; the caller adds what came before.
    pub fn scan(
        &mut self,
        chunk: &Chunk<'_>,
        source_file: &str,
        sink: &mut dyn FnMut(&GameRow<'_>),
    ) -> ChunkReport {
        let bytes = chunk.bytes;
        let mut report = ChunkReport::default();
        let mut claims = Claims::default();
        // Where the text that no game has claimed yet begins. Games that overlapped would leave the ledger unbalanced.
        let mut unclaimed = 0;
        for section in Sections::new(bytes) {
            let mut at = section.start;
            while let Some(next) = self.game.read_next(bytes, at, section.end) {
                at = next;
                let mut findings: Findings = self.game.findings;
                claims.read(bytes, &self.game.tags, &mut findings);
                let facts = self.replayer.replay(bytes, chunk.offset, &self.game, &claims);
                let ruling = rule(&facts, &claims, self.game.result, Laws::in_force_on(claims.day()));
                findings.extend(facts.findings);
                findings.extend(ruling.findings);
                let span = &self.game.span;
                sink(&GameRow {
                    source_file,
                    game_index: report.games as i64,
                    byte_offset: chunk.offset as i64 + span.start as i64,
                    byte_length: span.len() as i64,
                    claims: &claims,
                    facts: &facts,
                    ruling: &ruling,
                    findings,
                });
                report.games += 1;
                report.game_bytes += span.len() as u64;
                report.between_bytes += span.start.saturating_sub(unclaimed) as u64;
                unclaimed = span.end;
                report.counts.add(&facts, &ruling, findings);
            }
        }
        report.between_bytes += bytes.len().saturating_sub(unclaimed) as u64;
        report
    }
}
