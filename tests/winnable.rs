//! Dead positions and flag falls: no wrong verdict at any effort, every flagged game of Lichess found, and the sites' own tests.
//!
//! The verdicts are those of other programs and of an exhaustive analysis, and the small lists stand beside this file; the
//! large ones are used where they are at hand.

#![allow(clippy::unwrap_used, reason = "a test that can't go on fails")]

mod vectors;

use std::io::Write;

use arbitro::chess::piece::Color;
use arbitro::chess::position::Position;
use arbitro::rules::timeout;
use arbitro::rules::winnable::effort::Effort;
use arbitro::rules::winnable::gate::{self, Scrutiny};
use arbitro::rules::winnable::shown::Shown;
use arbitro::rules::winnable::solver::Solver;

/// One question, and what is known of it.
struct Question {
    fen: String,
    side: Color,
    can_win: bool,
    remark: String,
}

impl Question {
    fn position(&self) -> Position {
        vectors::position(&self.fen)
    }

    fn is_of(&self, source: &str) -> bool {
        self.remark.starts_with(source)
    }

    /// Whether it comes from a game that was played.
    fn was_played(&self) -> bool {
        self.is_of("lichess-flagged") || self.is_of("chasolver-lichess")
    }
}

/// The questions of a list: FEN, side or `both`, verdict, remark.
fn questions(lines: impl IntoIterator<Item = impl AsRef<str>>) -> Vec<Question> {
    let mut questions = Vec::new();
    for line in lines.into_iter().filter(|line| !line.as_ref().starts_with('#')) {
        let fields: Vec<&str> = line.as_ref().split('\t').collect();
        let sides: &[Color] = match fields[1] {
            "white" => &[Color::White],
            "black" => &[Color::Black],
            _ => &Color::ALL,
        };
        questions.extend(sides.iter().map(|&side| Question {
            fen: fields[0].to_owned(),
            side,
            can_win: fields[2] == "winnable",
            remark: fields[3].to_owned(),
        }));
    }
    questions
}

fn hand_picked() -> Vec<Question> {
    questions(include_str!("vectors/unwinnable.tsv").lines())
}

fn four_men() -> Vec<Question> {
    questions(include_str!("vectors/four_men.tsv").lines())
}

/// Of games of Lichess and of composed positions; a list that is there is whole.
fn large() -> Vec<Question> {
    let questions = questions(vectors::lines("unwinnable_large.tsv"));
    let flagged = questions.iter().filter(|question| question.is_of("lichess-flagged")).count();
    let played = questions.iter().filter(|question| question.is_of("chasolver-lichess")).count();
    let counts = (questions.len(), flagged, played);
    assert!([(168_014, 64_294, 98_486), (0, 0, 0)].contains(&counts), "{counts:?}");
    questions
}

/// Asks them all; no verdict may be wrong. Returns the undecided ones, and says their share.
fn ask<'q>(name: &str, effort: Effort, questions: &'q [Question]) -> Vec<&'q Question> {
    let mut solver = Solver::new(effort);
    let undecided: Vec<&Question> = questions
        .iter()
        .filter(|question| {
            let verdict = solver.can_win(&question.position(), question.side);
            if let Some(can_win) = verdict {
                let Question { fen, side, remark, .. } = question;
                assert_eq!(can_win, question.can_win, "{fen} {side:?} {remark}");
            }
            verdict.is_none()
        })
        .collect();
    let share = |can_win: bool| {
        let of = questions.iter().filter(|question| question.can_win == can_win).count();
        let open = undecided.iter().filter(|question| question.can_win == can_win).count();
        format!("{open} of {of}")
    };
    assert_eq!(solver.statistics().queries, questions.len() as u64);
    assert_eq!(solver.statistics().undecided, undecided.len() as u64);
    // Past the harness, which shows what `eprintln` says of failed tests only.
    let _ = writeln!(
        std::io::stderr(),
        "{name}, {effort:?}: undecided {} that can be won, {} that can't",
        share(true),
        share(false)
    );
    undecided
}

/// How many of them can be won, and how many can't. README has these counts.
fn by_verdict(questions: &[&Question]) -> [usize; 2] {
    let winnable = questions.iter().filter(|question| question.can_win).count();
    [winnable, questions.len() - winnable]
}

#[test]
fn hand_picked_positions_are_never_judged_wrong_by_default() {
    let questions = hand_picked();
    assert_eq!(by_verdict(&questions.iter().collect::<Vec<_>>()), [19, 48]);
    assert_eq!(by_verdict(&ask("hand-picked", Effort::Default, &questions)), [15, 4]);
}

#[test]
fn hand_picked_positions_are_all_decided_exactly_but_the_two_hard_ones() {
    let questions = hand_picked();
    let undecided = ask("hand-picked", Effort::Exact, &questions);
    let hard = undecided.iter().filter(|question| question.remark.starts_with("HARD")).count();
    assert_eq!((undecided.len() - hard, hard), (0, 2));
}

#[test]
fn four_men_are_decided_at_any_effort() {
    let few = four_men();
    let every = questions(vectors::lines("unwinnable_4man.tsv"));
    let counts = (few.len(), every.len());
    assert!([(281, 11_235), (281, 0)].contains(&counts), "{counts:?}");
    for effort in [Effort::Default, Effort::Exact] {
        assert!(ask("four men, a sample", effort, &few).is_empty());
        assert!(ask("four men", effort, &every).is_empty());
    }
}

#[test]
fn a_hundred_and_seventy_thousand_positions_are_never_judged_wrong_by_default() {
    let questions = large();
    let undecided = ask("large", Effort::Default, &questions);
    assert_eq!(by_verdict(&undecided), if questions.is_empty() { [0; 2] } else { [4_308, 408] });
    // Of games that were played, every position that can't be won is found.
    let missed = undecided.iter().filter(|question| !question.can_win && question.was_played());
    assert_eq!(missed.count(), 0);
}

#[test]
fn the_gate_holds_back_as_many_as_it_says_and_no_flagged_game_that_cannot_be_won() {
    let questions = large();
    // Those that can be won, and those that can't, at either scrutiny.
    let mut held_back = [[0; 2]; 2];
    for question in questions.iter().filter(|question| question.was_played()) {
        let Question { fen, side, remark, can_win } = question;
        for (scrutiny, held_back) in [Scrutiny::Close, Scrutiny::Cursory].into_iter().zip(&mut held_back) {
            let is_held_back = !gate::sides_in_doubt(&question.position(), scrutiny)[side.index()];
            assert!(!is_held_back || *can_win || scrutiny != Scrutiny::Close, "{fen} {side:?} {remark}");
            held_back[usize::from(!can_win)] += u32::from(is_held_back);
        }
    }
    let expected = if questions.is_empty() { [[0; 2]; 2] } else { [[94_822, 0], [94_876, 2_509]] };
    assert_eq!(held_back, expected);
}

/// Takes a minute or two: `cargo test --test winnable -- --ignored`.
#[test]
#[ignore = "takes minutes"]
fn a_hundred_and_seventy_thousand_positions_are_all_decided_exactly() {
    assert!(ask("large", Effort::Exact, &large()).is_empty());
}

#[test]
fn what_is_shown_is_a_line_of_legal_moves_to_mate_or_a_ground() {
    let mut solver = Solver::new(Effort::Exact);
    let (hand_picked, four_men) = (hand_picked(), four_men());
    for question in hand_picked.iter().chain(four_men.iter().step_by(10)) {
        let mut position = question.position();
        match solver.show(&position, question.side) {
            Shown::Line(helpmate) => {
                for &mv in helpmate.line() {
                    assert!(position.is_legal(mv), "{}", question.fen);
                    position.play_unchecked(mv);
                }
                assert!(position.is_checkmate() && position.turn() != question.side, "{}", question.fen);
                assert!(question.can_win && helpmate.at_least() as usize <= helpmate.line().len());
            }
            Shown::CannotWin(_) => assert!(!question.can_win, "{}", question.fen),
            Shown::CanWin | Shown::Undecided => {
                assert!(question.remark.starts_with("HARD"), "{}", question.fen);
            }
        }
    }
}

#[test]
fn lines_are_no_longer_than_those_that_others_found_and_proven_to_be_the_shortest() {
    let mut solver = Solver::new(Effort::Exact);
    for (fen, side, theirs) in [
        ("8/1p2p1p1/1P2P1P1/Bp2pBp1/1P2P1P1/7k/1P2P3/7K b - - 0 1", Color::White, 18),
        ("k7/1pK3p1/6Pb/1p4pB/bP4P1/Bp6/1P4P1/8 b - - 0 1", Color::White, 30),
        ("k7/1pK3p1/6Pb/1p4pB/bP4P1/Bp6/1P4P1/8 b - - 0 1", Color::Black, 13),
    ] {
        let Shown::Line(helpmate) = solver.show(&vectors::position(fen), side) else { panic!("{fen}") };
        assert!(helpmate.is_shortest() && helpmate.line().len() <= theirs, "{fen} {side}");
    }
}

#[test]
fn a_solver_that_remembers_searches_once_for_each_question() {
    let hand_picked = hand_picked();
    let open = ask("hand-picked", Effort::Default, &hand_picked);
    let of_kind = |can_win| open.iter().find(|question| question.can_win == can_win);
    for question in [of_kind(false).unwrap(), of_kind(true).unwrap()] {
        let Question { fen, side, .. } = question;
        let position = question.position();
        let mut remembering = Solver::remembering(Effort::Exact);
        let mut forgetful = Solver::new(Effort::Exact);
        for solver in [&mut remembering, &mut forgetful] {
            let decided = solver.decide(&position, *side);
            assert_eq!(decided, Some(!matches!(solver.show(&position, *side), Shown::CannotWin(_))));
        }
        assert_eq!(remembering.statistics().full_searches, 1, "{fen}");
        assert_eq!(forgetful.statistics().full_searches, 2, "{fen}");
    }
}

#[test]
fn a_position_is_dead_if_neither_side_can_win() {
    let mut solver = Solver::new(Effort::Exact);
    assert_eq!(solver.is_dead(&vectors::position("3k4/8/8/p2p2p1/P2P2P1/8/3K4/8 w - - 0 1")), Some(true));
    assert_eq!(
        solver.is_dead(&vectors::position("7b/1k5B/7b/8/1p1p1p1p/1PpP1P1P/2P3K1/N7 b - - 0 1")),
        Some(false)
    );
    assert_eq!(solver.is_dead(&Position::start()), Some(false));
}

#[test]
fn what_the_other_crate_cannot_hold_is_left_to_our_own_steps() {
    let mut solver = Solver::new(Effort::Exact);
    // Castling rights of Chess960 in a fortress: nobody's step decides it, and nobody chokes on it.
    let fortress = vectors::position("2k5/8/8/p1p1p1p1/P1P1P1P1/8/8/1R2K1R1 w GB - 0 1");
    assert_ne!(solver.can_win(&fortress, Color::White), Some(false));
    // More men than a game can have.
    let crowd = vectors::position("4k3/pppppppp/pppppppp/8/QQQQQQQ1/QQQQQQQQ/QQQQQQQQ/4K3 w - - 0 1");
    for side in Color::ALL {
        assert_ne!(solver.can_win(&crowd, side), Some(false));
    }
}

#[test]
fn lichess_and_the_material_rule_agree_with_the_lists() {
    let grid = vectors::lines("insufficient/signature-grid.tsv");
    let unit = vectors::lines("insufficient/unit.tsv");
    let chess = unit.iter().filter_map(|line| line.strip_prefix("Chess\t"));
    for line in grid.iter().map(String::as_str).chain(chess) {
        let fields: Vec<&str> = line.split('\t').collect();
        let position = vectors::position(fields[0]);
        for (side, insufficient) in Color::ALL.into_iter().zip(&fields[1..]) {
            let can_mate = timeout::lichess_can_mate(position.board(), side);
            assert_eq!(can_mate, *insufficient == "false", "{line} {side:?}");
        }
    }
}

#[test]
fn chesscom_is_never_stricter_with_a_side_that_has_a_pawn_or_a_heavy_piece() {
    for line in vectors::lines("insufficient/signature-grid.tsv") {
        let fen = line.split('\t').next().unwrap();
        let position = vectors::position(fen);
        for (side, letters) in [(Color::White, "PRQ"), (Color::Black, "prq")] {
            let placement = fen.split(' ').next().unwrap();
            let men = placement.chars().filter(|letter| letter.is_alphabetic());
            let own = men.filter(|letter| letter.is_uppercase() == (side == Color::White)).count();
            let strong = placement.contains(|letter| letters.contains(letter));
            let can_mate = timeout::chesscom_can_mate(position.board(), side);
            assert!(can_mate || !strong, "{fen}");
            assert!(!can_mate || strong || own > 2, "{fen}");
        }
    }
}
