//! Many games replayed together, eight at a time.
//!
//! Owns which game goes into which lane, and what is done by the way: moves that are not plain, and what a game's lane has counted
//! once it ends. A game that is not legal, or in which something rare is to be dated, is left to [`Course`], which goes ply by ply.

use std::ops::Range;

use crate::chess::Key;
use crate::chess::abreast::{Abreast, END, Eight, KIND_SHIFT, RETURNED, Rights};
use crate::chess::moves::Move;
use crate::chess::piece::{Color, Piece, PieceType};
use crate::chess::played::Played;
use crate::chess::position::Position;
use crate::chess::san::San;
use crate::chess::square::Square;
use crate::finding::Findings;
use crate::replay::ColorFacts;
use crate::replay::course::{Course, note_rare};
use crate::rules::laws::{FIFTY_MOVES, SEVENTY_FIVE_MOVES};
use crate::rules::material;
use crate::rules::repetition::Repetitions;

/// Longer games are replayed by themselves: lanes that wait for one long game are lost, and a lane's counts have sixteen bits.
const MOST_PLIES: usize = 2048;
const _: () = assert!(MOST_PLIES <= u16::MAX as usize);
/// More than any list of games has places.
const PLACES: u64 = 1 << 48;

/// A game to replay.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entrant<'a> {
    /// Its place in the caller's list.
    pub(super) index: usize,
    pub(super) start: &'a Position,
    pub(super) moves: &'a [San],
}

/// A game in a lane.
#[derive(Clone, Copy, Debug)]
struct Running {
    /// Its place in the queue.
    entrant: usize,
    /// The row of its first move.
    row: usize,
    rights: Rights,
    colors: [ColorFacts; 2],
    findings: Findings,
    insufficient_material_ply: Option<u32>,
}

/// The records of one game's moves, in its lane.
#[derive(Clone, Copy, Debug)]
pub(super) struct Records<'a> {
    rows: &'a [[u32; 8]],
    lane: usize,
}

impl<'a> Records<'a> {
    /// The moves, in order.
    pub(super) fn moves(self) -> impl Iterator<Item = Move> + Clone + 'a {
        // The lower half of a record is the move (see [`Played`]).
        self.rows.iter().map(move |row| Move::from_bits(row[self.lane] as u16))
    }
}

/// Replays games abreast; owns the buffers that this takes.
#[derive(Debug)]
pub(super) struct Heats {
    proof: Abreast,
    eight: Eight,
    /// Written moves in, records of what they did out: one row a ply, one column a lane.
    rows: Vec<[u32; 8]>,
    /// The order in which games begin: by the length, and by the place in the list.
    order: Vec<u64>,
    running: [Option<Running>; 8],
}

impl Heats {
    /// Where the processor can do it.
    pub(super) fn detect() -> Option<Heats> {
        let proof = Abreast::detect()?;
        let (rows, order) = (Vec::new(), Vec::new());
        Some(Heats { proof, eight: Eight::default(), rows, order, running: [None; 8] })
    }

    /// Replays the games, in an order of its own. Calls `finished` for each with its course and what its moves left, or without where it is to
    /// be replayed by itself.
    pub(super) fn run(
        &mut self,
        entrants: &[Entrant<'_>],
        repetitions: &mut Repetitions,
        mut finished: impl FnMut(&Entrant<'_>, Option<(&Course, Records<'_>)>, &mut Repetitions),
    ) {
        // The longest first, so that the lanes run empty together at the end. What is sorted are numbers of one word.
        self.order.clear();
        for (place, entrant) in entrants.iter().enumerate() {
            if entrant.moves.len() > MOST_PLIES {
                finished(entrant, None, repetitions);
            } else {
                self.order.push((MOST_PLIES - entrant.moves.len()) as u64 * PLACES + place as u64 % PLACES);
            }
        }
        self.order.sort_unstable();
        let mut queue = 0..self.order.len();
        for lane in 0..8 {
            self.begin_next(lane, 0, entrants, &mut queue);
        }
        let mut row = 0;
        while self.eight.is_busy() {
            let Some((at, mut lanes)) = self.eight.advance(self.proof, &mut self.rows, row) else { break };
            row = at + 1;
            while lanes != 0 {
                let lane = lanes.trailing_zeros() as usize;
                lanes &= lanes - 1;
                let word = self.rows[at][lane];
                if word == END {
                    let Some(running) = &self.running[lane] else { continue };
                    let entrant = &entrants[running.entrant];
                    let course = self.course(lane, at, running, entrant, repetitions);
                    let records = Records { rows: &self.rows[running.row..at], lane };
                    finished(entrant, Some((&course, records)), repetitions);
                } else {
                    let Some(running) = &mut self.running[lane] else { continue };
                    let ply = (at - running.row + 1) as u32;
                    if let Some(record) =
                        running.play(self.proof, &mut self.eight, lane, San::from_bits(word), ply)
                    {
                        self.rows[at][lane] = record;
                        continue;
                    }
                    finished(&entrants[running.entrant], None, repetitions);
                }
                self.eight.end(lane);
                self.running[lane] = None;
                self.begin_next(lane, row, entrants, &mut queue);
            }
        }
        debug_assert!(self.running.iter().all(Option::is_none) && queue.is_empty());
        let running = self.running.iter_mut().filter_map(Option::take).map(|running| running.entrant);
        let queued = queue.map(|next| (self.order[next] % PLACES) as usize);
        running.chain(queued).for_each(|entrant| finished(&entrants[entrant], None, repetitions));
    }

    /// Puts the queue's next game into a lane, its first move in `row`.
    fn begin_next(&mut self, lane: usize, row: usize, entrants: &[Entrant<'_>], queue: &mut Range<usize>) {
        let Some(index) = queue.next().map(|next| (self.order[next] % PLACES) as usize) else { return };
        let Entrant { start, moves, .. } = entrants[index];
        let end = row + moves.len();
        if self.rows.len() <= end {
            self.rows.resize(end + 1, [0; 8]);
        }
        for (row, san) in self.rows[row..end].iter_mut().zip(moves) {
            row[lane] = san.bits();
        }
        self.rows[end][lane] = END;
        self.running[lane] = Some(Running {
            entrant: index,
            row,
            rights: self.eight.begin(lane, start),
            colors: [ColorFacts::default(); 2],
            findings: Findings::NONE,
            insufficient_material_ply: material::is_insufficient(start.board()).then_some(0),
        });
    }

    /// What a lane's game has come to, its end being in row `end`.
    fn course(
        &self,
        lane: usize,
        end: usize,
        running: &Running,
        entrant: &Entrant<'_>,
        repetitions: &mut Repetitions,
    ) -> Course {
        let counted = self.eight.counted(lane);
        let records = &self.rows[running.row..end];
        let turn = entrant.start.turn();
        let plies = records.len() as u32;
        let position = self.eight.last_position(self.proof, lane, &running.rights, entrant.start, records);
        repetitions.start(Key(0));
        // Where nobody has gone back every position is as the first: it has occurred once.
        if counted.has_returns {
            follow_repetitions(records, lane, turn, repetitions);
            repetitions.pass_over(plies as usize + 1);
        }
        let column = || records.iter().map(|row| row[lane]);
        let reached = |clock| {
            let reached = counted.highest_clock >= clock;
            reached.then(|| ply_of_clock(clock, entrant.start.halfmove_clock(), column())).flatten()
        };
        let mut colors = running.colors;
        for (color, facts) in Color::ALL.into_iter().zip(&mut colors) {
            facts.castling = facts.castling.or(self.eight.castled(lane, color, running.row));
        }
        let mut course = Course::counted(position, plies, &counted, colors, running.findings);
        course.fifty_move_ply = reached(FIFTY_MOVES);
        course.seventy_five_move_ply = reached(SEVENTY_FIVE_MOVES);
        course.insufficient_material_ply = running.insufficient_material_ply;
        course
    }
}

impl Running {
    /// Makes a move that is not plain; gives its record, or `None` if it can't be made.
    fn play(&mut self, proof: Abreast, eight: &mut Eight, lane: usize, san: San, ply: u32) -> Option<u32> {
        let (played, turn, record) = eight.play(proof, lane, &mut self.rights, san).ok()?;
        if played.is_rare() {
            note_rare(&mut self.colors[turn.index()], &mut self.findings, san, played, ply);
        }
        if self.insufficient_material_ply.is_none()
            && eight.has_minors_alone(lane)
            && material::is_insufficient(eight.position(proof, lane, &self.rights).board())
        {
            self.insufficient_material_ply = Some(ply);
        }
        Some(record)
    }
}

/// Counts how often each position of a game occurred. Only between two irreversible moves can a position come back, and not before each
/// player has gone back to a square that he had left: so most of a game is passed over.
fn follow_repetitions(records: &[[u32; 8]], lane: usize, turn: Color, repetitions: &mut Repetitions) {
    let has_returned = |row: &[u32; 8]| row[lane] & RETURNED != 0;
    let is_irreversible = |row: &[u32; 8]| row[lane] & Played::IRREVERSIBLE != 0;
    let mut at = 0;
    // From return to return, and not from run to run: where the next run ends can't be predicted, but most have no return.
    while let Some(ahead) = records[at..].iter().position(has_returned) {
        let returned = at + ahead;
        let first = records[..returned].iter().rposition(is_irreversible).map_or(0, |last| last + 1);
        let length = records[returned..].iter().position(is_irreversible);
        at = length.map_or(records.len(), |length| returned + length);
        follow_run(records[first..at].iter().map(|row| row[lane]), first, turn, repetitions);
    }
}

/// The first ply after which the halfmove clock shows `clock`, or more at the start.
fn ply_of_clock(clock: u32, start: u32, records: impl Iterator<Item = u32>) -> Option<u32> {
    const KIND: u32 = 7 << KIND_SHIFT;
    let clocks = records.scan(start, |now, record| {
        let is_progress = record & Played::CAPTURE != 0 || record & KIND == PieceType::Pawn as u32;
        *now = if is_progress { 0 } else { *now + 1 };
        Some(*now)
    });
    std::iter::once(start).chain(clocks).position(|now| now >= clock).map(|ply| ply as u32)
}

/// Counts the positions of a run of reversible moves after the first `ply` of a game. The keys are not those of the positions: they differ
/// from them by what doesn't change within the run.
fn follow_run(records: impl Iterator<Item = u32>, ply: usize, turn: Color, repetitions: &mut Repetitions) {
    let mut key = Key(0);
    repetitions.begin_run(ply, key);
    let mut color = turn.index() ^ (ply % 2);
    for record in records {
        let piece = Piece::from_index((record >> KIND_SHIFT & 7) as usize | color << 3);
        let (from, to) = (Square::new((record & 63) as u8), Square::new((record >> 6 & 63) as u8));
        key = key ^ Key::of_piece(piece, from) ^ Key::of_piece(piece, to);
        repetitions.push(key, false);
        color ^= 1;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::chess::fen::Fen;
    use crate::replay::course::Method;

    const STARTS: [&str; 9] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 98 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 3 17",
        "1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9",
        "7k/3PPP2/8/2N3N1/8/2N3N1/1K1ppp2/8 b - - 0 1",
        "4k3/8/8/8/2pPp3/8/1Q3Q2/Q2K3Q b - d3 0 1",
        "k7/8/8/4bn2/8/4B3/8/K7 w - - 0 1",
        "4k3/p7/8/1P6/8/8/7p/R3K3 b Q - 0 60",
    ];

    fn position(fen: &str) -> Position {
        Fen::parse(fen.as_bytes()).unwrap().setup().unwrap().position
    }

    /// A game of which each move is chosen by a number; one may be spoilt.
    fn game(start: &Position, choices: &[(prop::sample::Index, u32)], spoilt: Option<usize>) -> Vec<San> {
        let mut position = *start;
        let (mut moves, mut made) = (Vec::new(), Vec::new());
        for (ply, (choice, noise)) in choices.iter().enumerate() {
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            // Pieces that go back make positions come back.
            let back = made.len().checked_sub(2).map(|last: usize| made[last]);
            let back = back.and_then(|own: Move| {
                legal.iter().copied().find(|mv: &Move| (mv.from(), mv.to()) == (own.to(), own.from()))
            });
            let mv = back.filter(|_| noise % 3 != 0).unwrap_or(legal[choice.index(legal.len())]);
            made.push(mv);
            let mut bits = position.san(mv).bits();
            if noise % 16 == 0 {
                bits ^= [San::CHECK_BIT, San::CAPTURE_BIT, San::MATE_BIT, San::ODD_NOTATION_BIT]
                    [(noise / 16) as usize % 4];
            }
            if spoilt == Some(ply) {
                bits ^= 1 << (noise % 20);
            }
            moves.push(San::from_bits(bits));
            position.play_unchecked(mv);
        }
        moves
    }

    fn told(course: &Course, moves: &[San], stopped: bool, repetitions: &Repetitions) -> String {
        let last = &course.position;
        let written = (course.plies as usize).checked_sub(1).map(|index| moves[index]);
        format!(
            "{stopped} {} {} {:?} {} {} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {} {} {:?} {:?}",
            last.fen(),
            course.plies,
            course.colors(),
            course.max_halfmove_clock,
            course.moves_key,
            course.fifty_move_ply,
            course.seventy_five_move_ply,
            course.insufficient_material_ply,
            course.findings(written, false),
            course.findings(written, true),
            last.key(),
            last.key_from_nothing(),
            last.polyglot_key(),
            last.double_step(),
            repetitions.max(),
            repetitions.last_count(),
            repetitions.threefold_ply(),
            repetitions.fivefold_ply(),
        )
    }

    /// What the game comes to by itself, by either method.
    fn singly(entrant: &Entrant<'_>) -> String {
        let [portable, detected] = [Method::portable(), Method::detect()].map(|method| {
            let mut repetitions = Repetitions::default();
            let mut course = Course::new(entrant.start, &mut repetitions);
            let stopped = course.follow(method, entrant.moves, &mut repetitions);
            told(&course, entrant.moves, stopped.is_some(), &repetitions)
        });
        assert_eq!(portable, detected, "{:?}", entrant.moves);
        portable
    }

    fn made(entrant: &Entrant<'_>) -> Vec<Move> {
        let mut position = *entrant.start;
        let made = entrant.moves.iter().map(|san| {
            let mv = position.resolve(*san).unwrap();
            position.play_unchecked(mv);
            mv
        });
        made.collect()
    }

    #[test]
    fn games_abreast_come_to_the_same_as_one_by_one() {
        Abreast::detect_or_say("games abreast come to the same as one by one");
        let choices = prop::collection::vec((any::<prop::sample::Index>(), any::<u32>()), 0..150);
        let any_game = (0..STARTS.len(), choices, prop::option::weighted(0.2, 0usize..100));
        proptest!(|(written in prop::collection::vec(any_game, 1..40))| {
            let games: Vec<_> = written
                .iter()
                .map(|(start, choices, spoilt)| {
                    let start = position(STARTS[*start]);
                    (start, game(&start, choices, *spoilt))
                })
                .collect();
            let entrants: Vec<_> = games
                .iter()
                .enumerate()
                .map(|(index, (start, moves))| Entrant { index, start, moves })
                .collect();
            let alone: Vec<_> = entrants.iter().map(singly).collect();
            let Some(mut heats) = Heats::detect() else { return Ok(()) };
            let mut repetitions = Repetitions::default();
            let (mut seen, mut abreast) = (vec![false; games.len()], 0);
            heats.run(&entrants, &mut repetitions, |entrant, course, repetitions| {
                assert!(!std::mem::replace(&mut seen[entrant.index], true));
                let Some((course, records)) = course else { return };
                assert_eq!(records.moves().collect::<Vec<_>>(), made(entrant));
                abreast += 1;
                let found = told(course, entrant.moves, false, repetitions);
                assert_eq!(found, alone[entrant.index], "{:?}", entrant.moves);
            });
            prop_assert!(seen.iter().all(|seen| *seen));
            // Only a spoilt game is left to be replayed by itself.
            let plain = written.iter().filter(|(_, _, spoilt)| spoilt.is_none());
            prop_assert!(abreast >= plain.count());
        });
    }
}
