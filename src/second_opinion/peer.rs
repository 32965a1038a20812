//! One game replayed by pgn-reader and shakmaty.
//!
//! Owns the second reader's replay: what it played, where it stopped, what it saw. Knows nothing of our own facts.

use std::collections::HashMap;
use std::ops::ControlFlow;

use pgn_reader::{KnownOutcome, Outcome as PeerOutcome, RawTag, Reader, SanPlus, Visitor};
use shakmaty::fen::Fen;
use shakmaty::zobrist::{Zobrist64, Zobrist128};
use shakmaty::{
    CastlingMode, Chess, Color, EnPassantMode, FromSetup, Position, PositionError, PositionErrorKinds, Role,
};

use super::meaning::{StopReason, resolve};
use super::notation::rewritten;
use crate::chess::outcome::Outcome;

/// A longer tag line makes pgn-reader give up on the file; its buffer is twice this.
const TAG_LINE_LIMIT: usize = 1 << 20;

/// shakmaty's move list holds 256 moves and panics beyond: with nine queens the most is 218.
const QUEENS_LIMIT: usize = 9;

/// What the second reader makes of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Opinion {
    /// Not a game that it plays, or none to start from.
    NotPlayed(NotPlayed),
    /// Replayed, to the end or to the first move that could not be made.
    Played(Box<Played>),
}

/// Why there is no replay.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NotPlayed {
    /// Another variant.
    Variant,
    /// A FEN that it can't read.
    BadFen,
    /// A start position that it won't play from.
    IllegalStart,
    /// A start position with more queens than its move list has room for.
    TooManyQueens,
}

/// A replay by the second reader. Plies count from 1, 0 is the start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// Half-moves made.
    pub plies: u32,
    /// Where it stopped, unless it reached the end.
    pub stop: Option<Stop>,
    /// The last position, as X-FEN with en passant only where such a capture is legal.
    pub final_fen: String,
    /// The Polyglot book key after each ply, that of the start first.
    pub keys: Vec<u64>,
    /// Mate on the board after the last ply.
    pub is_checkmate: bool,
    /// Stalemate on the board after the last ply.
    pub is_stalemate: bool,
    /// Neither side has the material to mate, by the sites' test.
    pub insufficient_material: bool,
    /// How often the most frequent position occurred.
    pub max_repetition: u32,
    /// The highest halfmove clock.
    pub max_halfmove_clock: u32,
    /// The result token.
    pub outcome: Option<Outcome>,
    /// Whether pgn-reader gave up before the end of the text (a comment or tag that is never closed).
    pub gave_up: bool,
    /// The same game with the moves rewritten that pgn-reader skips, if it has any.
    pub rewritten: Option<Box<Played>>,
}

/// The first move that the second reader could not make.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stop {
    /// The ply that it would have been.
    pub ply: u32,
    /// The move as the second reader understood it.
    pub token: String,
    /// Why.
    pub reason: StopReason,
}

/// Replays the one game in `game` with pgn-reader and shakmaty.
///
/// pgn-reader ends a game at an empty line; here its pieces are put together again, because where a game begins and ends
/// is not what this opinion is asked for.
pub fn opinion(game: &[u8]) -> Opinion {
    let mut first = replay(game);
    if let Opinion::Played(played) = &mut first
        && let Some(rewritten) = rewritten(game)
        && let Opinion::Played(second) = replay(&rewritten)
    {
        played.rewritten = Some(second);
    }
    first
}

fn replay(game: &[u8]) -> Opinion {
    let mut visitor = Replay::default();
    let tag_line = game.len().min(TAG_LINE_LIMIT);
    let mut reader = Reader::build(game).set_supported_tag_line_length(tag_line).finish();
    let gave_up = loop {
        match reader.read_game(&mut visitor) {
            Ok(Some(())) => {}
            Ok(None) => break false,
            // It is at the end then: only what is never closed makes it give up.
            Err(_) => break true,
        }
    };
    if matches!(visitor.start, Start::Unread) {
        visitor.set_up();
    }
    match visitor.start {
        Start::Refused(reason) => Opinion::NotPlayed(reason),
        Start::Unread | Start::Ready => Opinion::Played(Box::new(visitor.into_played(gave_up))),
    }
}

/// Whether the start position is known yet.
#[derive(Default)]
enum Start {
    #[default]
    Unread,
    Ready,
    Refused(NotPlayed),
}

/// The state of a replay, across all pieces that pgn-reader makes of the game.
#[derive(Default)]
struct Replay {
    fen: Option<Vec<u8>>,
    variant: Option<Vec<u8>>,
    start: Start,
    position: Chess,
    keys: Vec<u64>,
    occurrences: HashMap<Zobrist128, u32>,
    max_halfmove_clock: u32,
    stop: Option<Stop>,
    outcome: Option<Outcome>,
}

impl Visitor for Replay {
    type Tags = ();
    type Movetext = ();
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn tag(&mut self, (): &mut (), name: &[u8], value: RawTag<'_>) -> ControlFlow<()> {
        let slot = match name.trim_ascii() {
            b"FEN" => &mut self.fen,
            b"Variant" => &mut self.variant,
            _ => return ControlFlow::Continue(()),
        };
        if slot.is_none() {
            *slot = Some(value.decode().trim_ascii().to_vec());
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn san(&mut self, (): &mut (), san: SanPlus) -> ControlFlow<()> {
        // Not before the first move: a badly quoted tag makes pgn-reader take the tags below it for another game's.
        if matches!(self.start, Start::Unread) {
            self.set_up();
        }
        if self.stop.is_some() || matches!(self.start, Start::Refused(_)) {
            return ControlFlow::Continue(());
        }
        match resolve(&self.position, san.san) {
            Ok(made) => {
                self.position.play_unchecked(made);
                self.record();
            }
            Err(reason) => {
                self.stop = Some(Stop { ply: self.plies() + 1, token: san.to_string(), reason });
            }
        }
        ControlFlow::Continue(())
    }

    fn outcome(&mut self, (): &mut (), outcome: PeerOutcome) -> ControlFlow<()> {
        self.outcome.get_or_insert(match outcome {
            PeerOutcome::Known(KnownOutcome::Decisive { winner: Color::White }) => Outcome::WhiteWins,
            PeerOutcome::Known(KnownOutcome::Decisive { winner: Color::Black }) => Outcome::BlackWins,
            PeerOutcome::Known(KnownOutcome::Draw) => Outcome::Draw,
            PeerOutcome::Unknown => Outcome::Unknown,
        });
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, (): ()) {}
}

impl Replay {
    /// Takes the start position from the tags.
    fn set_up(&mut self) {
        let start = if is_chess(self.variant.as_deref()) {
            start(self.fen.as_deref())
        } else {
            Err(NotPlayed::Variant)
        };
        self.start = match start {
            Ok(position) => {
                self.position = position;
                self.record();
                Start::Ready
            }
            Err(reason) => Start::Refused(reason),
        };
    }

    /// Takes note of the position that has just come about.
    fn record(&mut self) {
        let Zobrist64(key) = self.position.zobrist_hash(EnPassantMode::PseudoLegal);
        self.keys.push(key);
        *self.occurrences.entry(self.position.zobrist_hash(EnPassantMode::Legal)).or_default() += 1;
        self.max_halfmove_clock = self.max_halfmove_clock.max(self.position.halfmoves());
    }

    /// Half-moves made so far.
    fn plies(&self) -> u32 {
        u32::try_from(self.keys.len().saturating_sub(1)).unwrap_or(u32::MAX)
    }

    fn into_played(self, gave_up: bool) -> Played {
        Played {
            plies: self.plies(),
            stop: self.stop,
            final_fen: Fen::from_position(&self.position, EnPassantMode::Legal).to_string(),
            is_checkmate: self.position.is_checkmate(),
            is_stalemate: self.position.is_stalemate(),
            insufficient_material: self.position.is_insufficient_material(),
            max_repetition: self.occurrences.values().copied().max().unwrap_or(0),
            max_halfmove_clock: self.max_halfmove_clock,
            keys: self.keys,
            outcome: self.outcome,
            gave_up,
            rewritten: None,
        }
    }
}

/// Whether the rules of chess apply, in any of the spellings in use.
fn is_chess(variant: Option<&[u8]>) -> bool {
    let name: String = variant
        .unwrap_or_default()
        .iter()
        .filter(|byte| byte.is_ascii_alphanumeric())
        .map(|byte| char::from(byte.to_ascii_lowercase()))
        .collect();
    match name.as_str() {
        "" | "standard" | "normal" | "chess" | "fromposition" => true,
        other => other.contains("960") || other.starts_with("fischer"),
    }
}

/// The start position of a FEN tag. Castling is read as Chess960 has it, which takes in the usual squares.
fn start(fen: Option<&[u8]>) -> Result<Chess, NotPlayed> {
    let Some(fen) = fen.filter(|fen| !matches!(*fen, b"" | b"?")) else { return Ok(Chess::default()) };
    let setup = Fen::from_ascii(fen).map_err(|_| NotPlayed::BadFen)?.into_setup();
    if Color::ALL
        .iter()
        .any(|color| (setup.board.by_color(*color) & setup.board.by_role(Role::Queen)).count() > QUEENS_LIMIT)
    {
        return Err(NotPlayed::TooManyQueens);
    }
    // What merely could not arise is played all the same, without rights and squares that fit nothing.
    Chess::from_setup(setup, CastlingMode::Chess960)
        .or_else(PositionError::ignore_invalid_castling_rights)
        .or_else(PositionError::ignore_invalid_ep_square)
        .or_else(PositionError::ignore_impossible_check)
        .or_else(PositionError::ignore_too_much_material)
        .map_err(|error| {
            debug_assert!(error.kinds() != PositionErrorKinds::empty());
            NotPlayed::IllegalStart
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(game: &str) -> Played {
        match opinion(game.as_bytes()) {
            Opinion::Played(played) => *played,
            Opinion::NotPlayed(reason) => panic!("{reason:?}: {game}"),
        }
    }

    #[test]
    fn fools_mate_is_mate() {
        let played = played("[Event \"x\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n");
        assert_eq!((played.plies, played.is_checkmate, played.outcome), (4, true, Some(Outcome::BlackWins)));
        assert_eq!(played.final_fen, "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3");
    }

    #[test]
    fn an_empty_line_in_the_movetext_does_not_end_the_game() {
        assert_eq!(played("1. e4 e5\n\n2. Nf3 Nc6 *").plies, 4);
    }

    #[test]
    fn a_capture_without_its_mark_is_still_that_capture() {
        assert_eq!(played("1. e4 d5 2. ed5 Qd5 *").plies, 4);
    }

    #[test]
    fn it_stops_at_the_first_move_that_cannot_be_made() {
        let stop = played("1. e4 e5 2. Ke3 Nc6 *").stop;
        assert_eq!(stop, Some(Stop { ply: 3, token: "Ke3".to_owned(), reason: StopReason::Illegal }));
    }

    #[test]
    fn other_variants_are_not_played() {
        let game = b"[Variant \"Atomic\"]\n\n1. e4 *";
        assert_eq!(opinion(game), Opinion::NotPlayed(NotPlayed::Variant));
    }

    #[test]
    fn a_fen_below_a_badly_quoted_tag_is_found() {
        let game = "[White \"A \"B\" C\"]\n[FEN \"8/8/8/8/8/4k3/4p3/4K3 w - - 0 1\"]\n\n*";
        assert!(played(game).is_stalemate);
    }

    #[test]
    fn no_bytes_make_it_panic() {
        let seeds: [&[u8]; 4] = [
            b"[FEN \"QQQQQQQQ/QQQQQQQQ/8/K7/8/7k/QQQQQQQQ/8 b - - 0 1\"]\n\n1... Kg3 *",
            b"[White \"\\",
            b"1. e4 { never closed",
            b"(((( ;\n%\n[\n$$$ 1-0 0-0-0-0 \xc2\xbd",
        ];
        let mut state = 0x9E37_79B9_7F4A_7C15u64;
        for round in 0..20_000usize {
            let mut bytes = seeds[round % seeds.len()].to_vec();
            for _ in 0..4 {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let at = (state >> 33) as usize % bytes.len();
                bytes[at] = (state >> 24) as u8;
            }
            opinion(&bytes);
        }
    }
}
