//! What the Laws say of one position, in words and as JSON.
//!
//! Owns the verdict's order: a position that can't be played from, then the ends of the Laws in the order in which they
//! hold at the end of a move.

use std::fmt::Write;

use serde_json::{Map, Value, json};

use crate::chess::board::Board;
use crate::chess::fen::{Fen, FenError};
use crate::chess::moves::Move;
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::Position;
use crate::chess::setup::{Claim, Setup, Unplayable};
use crate::chess::uci::UciCastling;
use crate::report::drawing::{Signs, drawing};
use crate::report::prospect::{Prospect, word};
use crate::rules::laws::{FIFTY_MOVES, SEVENTY_FIVE_MOVES};
use crate::rules::material::is_insufficient;
use crate::rules::winnable::effort::Effort;
use crate::rules::winnable::shown::Ground;
use crate::rules::winnable::solver::Solver;

/// Moves on a line of the words.
const MOVES_A_LINE: usize = 10;

/// One position, judged.
pub struct Verdict {
    board: Board,
    turn: Color,
    effort: Effort,
    state: State,
}

enum State {
    Unplayable(Unplayable),
    /// The prospects are White's and Black's.
    Playable {
        setup: Box<Setup>,
        moves: Vec<Move>,
        end: End,
        prospects: [Prospect; 2],
    },
}

/// How a position stands, by the Laws.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    Checkmate,
    Stalemate,
    InsufficientMaterial,
    SeventyFiveMoves,
    None,
}

/// Judges the position of a FEN.
///
/// # Errors
///
/// If the FEN can't be read. A position that can't be played from is a verdict and no error.
pub fn judge(fen: &str, effort: Effort) -> Result<Verdict, FenError> {
    let fen = Fen::parse(fen.as_bytes())?;
    let state = match fen.setup() {
        Err(reason) => State::Unplayable(reason),
        Ok(setup) => {
            let moves = sorted_moves(&setup.position);
            let end = End::of(&setup.position, &moves);
            let mut solver = Solver::new(effort);
            let prospects = Color::ALL.map(|side| Prospect::ask(&mut solver, &setup.position, side));
            State::Playable { setup: Box::new(setup), moves, end, prospects }
        }
    };
    Ok(Verdict { board: fen.board, turn: fen.turn, effort, state })
}

/// The legal moves in the order of their SAN.
fn sorted_moves(position: &Position) -> Vec<Move> {
    let mut moves = position.legal_moves();
    moves.sort_by_cached_key(|mv| position.san(*mv).to_string());
    moves
}

impl End {
    /// In the order of the Laws (5.1.1, 5.2.1, 5.2.2, 9.6.2): mate on the 150th half-move is mate.
    fn of(position: &Position, moves: &[Move]) -> End {
        match (moves.is_empty(), position.is_check()) {
            (true, true) => End::Checkmate,
            (true, false) => End::Stalemate,
            (false, _) if is_insufficient(position.board()) => End::InsufficientMaterial,
            (false, _) if position.halfmove_clock() >= SEVENTY_FIVE_MOVES => End::SeventyFiveMoves,
            (false, _) => End::None,
        }
    }

    const fn as_str(self) -> Option<&'static str> {
        match self {
            End::Checkmate => Some("checkmate"),
            End::Stalemate => Some("stalemate"),
            End::InsufficientMaterial => Some("insufficient_material"),
            End::SeventyFiveMoves => Some("seventy_five_moves"),
            End::None => None,
        }
    }

    fn words(self, turn: Color) -> String {
        match self {
            End::Checkmate => format!("checkmate: {} wins (5.1.1)", !turn),
            End::Stalemate => {
                format!("stalemate: {turn} has no legal move and is not in check, a draw (5.2.1)")
            }
            End::InsufficientMaterial => "a draw: neither side has the material to mate (5.2.2)".to_owned(),
            End::SeventyFiveMoves => {
                "a draw: seventy-five moves without capture or pawn move (9.6.2)".to_owned()
            }
            End::None => format!("{turn} to move"),
        }
    }
}

/// Why no game reaches a position, as far as board and claims tell.
fn objection(setup: &Setup) -> Option<String> {
    if setup.castling == Claim::Dropped {
        return Some("castling rights without king and rook in place".to_owned());
    }
    if setup.en_passant == Claim::Dropped {
        return Some("an en passant square that fits no double step".to_owned());
    }
    setup.position.cannot_arise().map(|objection| objection.to_string())
}

fn uci_style(position: &Position) -> UciCastling {
    if position.castling().is_standard() { UciCastling::KingTarget } else { UciCastling::KingTakesRook }
}

impl Verdict {
    /// The verdict in words, under the board drawn with such signs.
    pub fn text(&self, signs: Signs) -> String {
        let mut text = drawing(&self.board, signs);
        // Writing to a String can't fail.
        let _ = self.write(&mut text);
        text
    }

    fn write(&self, out: &mut String) -> std::fmt::Result {
        let (setup, moves, end, prospects) = match &self.state {
            State::Unplayable(reason) => {
                writeln!(out, "Position     can't be played from: {reason}")?;
                writeln!(out, "Could arise  no: {reason}")?;
                return writeln!(out, "Material     {}", material_words(&self.board));
            }
            State::Playable { setup, moves, end, prospects } => (setup, moves, end, prospects),
        };
        let position = &setup.position;
        writeln!(out, "FEN          {}", position.fen())?;
        writeln!(out, "Position     {}", end.words(self.turn))?;
        let checkers = squares(position);
        match checkers.as_slice() {
            [] => writeln!(out, "Check        no")?,
            squares => writeln!(out, "Check        yes, from {}", squares.join(" and "))?,
        }
        writeln!(out, "Material     {}", material_words(&self.board))?;
        if position.halfmove_clock() >= FIFTY_MOVES && *end == End::None {
            writeln!(
                out,
                "Claim        a draw can be claimed: fifty moves without capture or pawn move (9.3)"
            )?;
        }
        write_prospects(out, prospects, self.effort)?;
        match objection(setup) {
            None => writeln!(out, "Could arise  nothing speaks against it")?,
            Some(reason) => writeln!(out, "Could arise  no: {reason}")?,
        }
        writeln!(out, "Legal moves  {}", moves.len())?;
        for line in moves.chunks(MOVES_A_LINE) {
            let sans: Vec<_> = line.iter().map(|mv| position.san(*mv).to_string()).collect();
            writeln!(out, "             {}", sans.join(" "))?;
        }
        Ok(())
    }

    /// The verdict for programs. The keys are the same for every position; what can't be said is null.
    pub fn json(&self) -> Value {
        let material = json!({
            "white": material(&self.board, Color::White),
            "black": material(&self.board, Color::Black),
        });
        let turn = word(self.turn);
        match &self.state {
            State::Unplayable(reason) => json!({
                "fen": null,
                "turn": turn,
                "is_playable": false,
                "could_arise": false,
                "objection": reason.to_string(),
                "ending": null,
                "is_check": null,
                "checkers": null,
                "is_checkmate": null,
                "is_stalemate": null,
                "insufficient_material": is_insufficient(&self.board),
                "is_dead": null,
                "white_can_win": null,
                "black_can_win": null,
                "white_line": null,
                "black_line": null,
                "white_line_is_shortest": null,
                "black_line_is_shortest": null,
                "white_cannot_win_by": null,
                "black_cannot_win_by": null,
                "material": material,
                "halfmove_clock": null,
                "fullmove_number": null,
                "polyglot_key": null,
                "legal_move_count": null,
                "legal_moves": null,
            }),
            State::Playable { setup, moves, end, prospects } => {
                let [white, black] = prospects;
                let position = &setup.position;
                let objection = objection(setup);
                let style = uci_style(position);
                let moves: Vec<_> = moves
                    .iter()
                    .map(
                        |mv| json!({ "san": position.san(*mv).to_string(), "uci": position.uci(*mv, style) }),
                    )
                    .collect();
                json!({
                    "fen": position.fen(),
                    "turn": turn,
                    "is_playable": true,
                    "could_arise": objection.is_none(),
                    "objection": objection,
                    "ending": end.as_str(),
                    "is_check": position.is_check(),
                    "checkers": squares(position),
                    "is_checkmate": *end == End::Checkmate,
                    "is_stalemate": *end == End::Stalemate,
                    "insufficient_material": is_insufficient(&self.board),
                    "is_dead": is_dead(prospects),
                    "white_can_win": white.can_win,
                    "black_can_win": black.can_win,
                    "white_line": white.moves(),
                    "black_line": black.moves(),
                    "white_line_is_shortest": white.is_shortest(),
                    "black_line_is_shortest": black.is_shortest(),
                    "white_cannot_win_by": white.ground.map(Ground::as_str),
                    "black_cannot_win_by": black.ground.map(Ground::as_str),
                    "material": material,
                    "halfmove_clock": position.halfmove_clock(),
                    "fullmove_number": position.fullmove_number(),
                    "polyglot_key": format!("{:016x}", position.polyglot_key().0),
                    "legal_move_count": moves.len(),
                    "legal_moves": moves,
                })
            }
        }
    }
}

/// What the full search leaves undecided.
const HOW_FAR: &str = "gives up after some 17 million moves, and can't castle as in Chess960";

/// Who can still mate, with a line that shows it.
fn write_prospects(out: &mut String, prospects: &[Prospect; 2], effort: Effort) -> std::fmt::Result {
    match is_dead(prospects) {
        Some(true) => writeln!(out, "Dead         yes: no series of legal moves leads to mate (5.2.2)")?,
        Some(false) => writeln!(out, "Dead         no")?,
        None => match effort {
            Effort::Board | Effort::Default => {
                writeln!(out, "Dead         not decided; --exact tries harder")?
            }
            Effort::Exact => writeln!(out, "Dead         not decided")?,
        },
    }
    for prospect in prospects {
        writeln!(out, "{} mates? {}", prospect.side, prospect.sentence())?;
        out.push_str(&prospect.numbered_line("             "));
        if prospect.can_win.is_none() && effort == Effort::Exact {
            writeln!(out, "             The full search {HOW_FAR}.")?;
        }
    }
    Ok(())
}

/// Whether neither side can mate; one that can is enough to deny it.
fn is_dead([white, black]: &[Prospect; 2]) -> Option<bool> {
    match (white.can_win, black.can_win) {
        (Some(true), _) | (_, Some(true)) => Some(false),
        (Some(false), Some(false)) => Some(true),
        (None, _) | (_, None) => None,
    }
}

/// The squares that check is given from.
fn squares(position: &Position) -> Vec<String> {
    position.checkers().into_iter().map(|square| square.to_string()).collect()
}

/// Kinds from the king down.
const KINDS: [PieceType; 6] = [
    PieceType::King,
    PieceType::Queen,
    PieceType::Rook,
    PieceType::Bishop,
    PieceType::Knight,
    PieceType::Pawn,
];

fn material(board: &Board, color: Color) -> Map<String, Value> {
    KINDS.iter().map(|kind| (kind.as_str().to_owned(), board.of(color, *kind).len().into())).collect()
}

fn material_words(board: &Board) -> String {
    let side = |color| {
        let pieces: String = KINDS
            .iter()
            .flat_map(|kind| {
                std::iter::repeat_n(
                    char::from(kind.letter()).to_ascii_uppercase(),
                    board.of(color, *kind).len() as usize,
                )
            })
            .collect();
        format!("{color} {}", if pieces.is_empty() { "nothing" } else { &pieces })
    };
    format!("{}, {}", side(Color::White), side(Color::Black))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(fen: &str) -> Value {
        judge(fen, Effort::Default).unwrap().json()
    }

    #[test]
    fn mate_on_the_hundred_and_fiftieth_half_move_is_mate() {
        let mate = verdict("7k/6Q1/6K1/8/8/8/8/8 b - - 150 120");
        assert_eq!((&mate["ending"], &mate["legal_move_count"]), (&json!("checkmate"), &json!(0)));
        let draw = verdict("7k/8/6K1/8/8/8/8/Q7 b - - 150 120");
        assert_eq!(draw["ending"], "seventy_five_moves");
    }

    #[test]
    fn stalemate_comes_before_insufficient_material() {
        assert_eq!(verdict("8/8/8/8/8/4k3/4p3/4K3 w - - 0 1")["ending"], "stalemate");
        assert_eq!(verdict("8/8/8/8/8/4k3/8/4K3 w")["ending"], "insufficient_material");
    }

    #[test]
    fn where_the_full_search_finds_nothing_it_is_said_how_far_it_looked() {
        // Left open by the cheap proofs: what the full search leaves open takes seconds.
        let open = Fen::parse(b"2k5/8/8/p1p1p1p1/P1P1P1P1/8/8/1R2K1R1 w GB - 0 1").unwrap().setup().unwrap();
        let mut solver = Solver::new(Effort::Default);
        let prospects = Color::ALL.map(|side| Prospect::ask(&mut solver, &open.position, side));
        assert_eq!(prospects[0].can_win, None);
        for (effort, says) in [(Effort::Default, false), (Effort::Exact, true)] {
            let mut text = String::new();
            write_prospects(&mut text, &prospects, effort).unwrap();
            assert_eq!(text.contains(HOW_FAR), says);
        }
    }

    #[test]
    fn what_cannot_be_played_from_is_a_verdict() {
        let verdict = verdict("8/8/8/8/8/8/8/4K3 w - - 0 1");
        assert_eq!(verdict["is_playable"], false);
        assert_eq!(verdict["objection"], "Black has no king");
        assert!(judge("8/8 w", Effort::Default).is_err());
    }

    #[test]
    fn castling_is_written_as_the_start_position_asks_for() {
        let moves = |fen| verdict(fen)["legal_moves"].to_string();
        assert!(moves("4k3/8/8/8/8/8/8/4K2R w K - 0 1").contains(r#"{"san":"O-O","uci":"e1g1"}"#));
        assert!(moves("4k3/8/8/8/8/8/8/4KR2 w F - 0 1").contains(r#"{"san":"O-O","uci":"e1f1"}"#));
    }
}
