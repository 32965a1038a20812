//! What the board shows along the way, held against the slow way on shakmaty's boards: over random games and over real ones.

#![allow(clippy::unwrap_used, reason = "a test that can't go on fails")]

use std::fs;
use std::path::Path;

use arbitro::chess::fen::Fen;
use arbitro::chess::moves::Move;
use arbitro::chess::piece::Color;
use arbitro::chess::position::Position;
use arbitro::chess::san::San;
use arbitro::pgn::game_text::GameText;
use arbitro::pgn::games::Games;
use arbitro::stats::board::{Events, Material, Mobility, Phases, events, mobility, phases};
use proptest::prelude::*;
use shakmaty::fen::Fen as PeerFen;
use shakmaty::uci::UciMove;
use shakmaty::{Board, CastlingMode, Chess, Position as _, Rank, Role, Square};

/// The published scores of four squares by the men on them, White's and Black's, from ranks 1 and 2 to ranks 7 and 8.
const SCORES: [((usize, usize), [u32; 7]); 15] = [
    ((0, 0), [0, 0, 0, 0, 0, 0, 0]),
    ((1, 0), [8, 7, 6, 5, 4, 3, 2]),
    ((2, 0), [0, 0, 3, 4, 5, 6, 7]),
    ((3, 0), [0, 4, 5, 6, 7, 8, 9]),
    ((4, 0), [0, 4, 5, 6, 7, 8, 9]),
    ((0, 1), [2, 3, 4, 5, 6, 7, 8]),
    ((1, 1), [8, 7, 6, 5, 6, 7, 8]),
    ((2, 1), [4, 5, 6, 7, 8, 9, 10]),
    ((3, 1), [5, 6, 7, 8, 9, 10, 11]),
    ((0, 2), [7, 6, 5, 4, 3, 0, 0]),
    ((1, 2), [10, 9, 8, 7, 6, 5, 4]),
    ((2, 2), [7, 7, 7, 7, 7, 7, 7]),
    ((0, 3), [9, 8, 7, 6, 5, 4, 0]),
    ((1, 3), [11, 10, 9, 8, 7, 6, 5]),
    ((0, 4), [9, 8, 7, 6, 5, 4, 0]),
];

fn mixedness(board: &Board) -> u32 {
    let mut sum = 0;
    for rank in 0..7u32 {
        for file in 0..7u32 {
            let mut men = (0, 0);
            for (up, right) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                match board.piece_at(Square::new(8 * (rank + up) + file + right)) {
                    Some(piece) if piece.color.is_white() => men.0 += 1,
                    Some(_) => men.1 += 1,
                    None => {}
                }
            }
            let (_, scores) = SCORES.iter().find(|(counts, _)| *counts == men).unwrap();
            sum += scores[rank as usize];
        }
    }
    sum
}

fn pieces(board: &Board) -> usize {
    board.iter().filter(|(_, piece)| !matches!(piece.role, Role::King | Role::Pawn)).count()
}

fn is_sparse(board: &Board, color: shakmaty::Color) -> bool {
    let first = if color.is_white() { Rank::First } else { Rank::Eighth };
    board.iter().filter(|(square, piece)| piece.color == color && square.rank() == first).count() < 4
}

fn phases_slowly(boards: &[Board]) -> Phases {
    let is_middlegame = |board: &Board| {
        pieces(board) <= 10
            || is_sparse(board, shakmaty::Color::White)
            || is_sparse(board, shakmaty::Color::Black)
            || mixedness(board) > 150
    };
    let first = |is_phase: &dyn Fn(&Board) -> bool| boards.iter().position(is_phase).map(|ply| ply as u32);
    let middlegame = first(&is_middlegame);
    let endgame_ply = middlegame.and_then(|_| first(&|board: &Board| pieces(board) <= 6));
    Phases { middlegame_ply: middlegame.filter(|ply| endgame_ply.is_none_or(|end| *ply < end)), endgame_ply }
}

/// White's, then Black's.
fn index(color: shakmaty::Color) -> usize {
    usize::from(color.is_black())
}

fn signature(board: &Board) -> String {
    let side = |color| {
        let mut letters: Vec<char> = board
            .iter()
            .filter(|(_, piece)| piece.color == color)
            .map(|(_, piece)| piece.role.upper_char())
            .collect();
        letters.sort_by_key(|letter| "KQRBNP".find(*letter));
        String::from_iter(letters)
    };
    format!("{}v{}", side(shakmaty::Color::White), side(shakmaty::Color::Black))
}

fn points(board: &Board, color: shakmaty::Color) -> u32 {
    let of = |role| match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 0,
    };
    board.iter().filter(|(_, piece)| piece.color == color).map(|(_, piece)| of(piece.role)).sum()
}

/// Holds all that is said of a game to the slow way.
fn agrees(start: &Position, moves: &[Move]) {
    let fen = start.fen();
    let mut theirs: Chess = fen.parse::<PeerFen>().unwrap().into_position(CastlingMode::Chess960).unwrap();
    let mut boards = vec![theirs.board().clone()];
    let (mut expected, mut choices, mut quiet_run) = (Events::default(), Mobility::default(), 0);
    let mut last = *start;
    for mv in moves {
        last.play_unchecked(*mv);
        let played = mv.to_string().parse::<UciMove>().unwrap().to_move(&theirs).unwrap();
        let color = index(theirs.turn());
        choices.legal_moves[color] += theirs.legal_moves().len() as u64;
        choices.positions[color] += 1;
        expected.king_moves[color] += u32::from(played.role() == Role::King && !played.is_castle());
        expected.underpromotions[color] +=
            u32::from(played.promotion().is_some_and(|role| role != Role::Queen));
        quiet_run = if played.is_zeroing() { 0 } else { quiet_run + 1 };
        expected.longest_quiet_run = expected.longest_quiet_run.max(quiet_run);
        theirs.play_unchecked(played);
        boards.push(theirs.board().clone());
    }
    let men = |board: &Board| board.occupied().count();
    let capture = boards.windows(2).position(|pair| men(&pair[1]) < men(&pair[0]));
    expected.first_capture_ply = capture.map(|at| at as u32 + 1);
    expected.queens_off_ply = boards.iter().position(|board| board.queens().is_empty()).map(|ply| ply as u32);

    let ours = || moves.iter().copied();
    assert_eq!(events(start, ours()), expected, "{fen} {moves:?}");
    assert_eq!(mobility(start, ours()), choices, "{fen} {moves:?}");
    assert_eq!(phases(start, ours()), phases_slowly(&boards), "{fen} {moves:?}");
    let (material, board) = (Material::of(last.board()), theirs.board());
    assert_eq!(material.to_string(), signature(board));
    assert_eq!(material.men() as usize, men(board));
    assert_eq!(material.points(Color::White), points(board, shakmaty::Color::White));
    assert_eq!(material.points(Color::Black), points(board, shakmaty::Color::Black));
}

fn position(fen: &str) -> Position {
    Fen::parse(fen.as_bytes()).unwrap().setup().unwrap().position
}

/// The moves of a text, numbered or not.
fn moves(start: &Position, text: &str) -> Vec<Move> {
    let mut position = *start;
    let tokens = text.split_whitespace().filter(|token| !token.ends_with('.'));
    let play = |token: &str| {
        let mv = position.resolve(San::parse(token.as_bytes())).unwrap();
        position.play_unchecked(mv);
        mv
    };
    tokens.map(play).collect()
}

const STARTS: [&str; 7] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 17 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "bqnrkbnr/pppppppp/8/8/8/8/PPPPPPPP/BQNRKBNR w KQkq - 0 1",
    "4k3/1P1q4/8/2pP4/8/8/3Q1p2/1K6 w - c6 0 9",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 3 1",
];

proptest! {
    #[test]
    fn random_games_are_counted_as_the_slow_way_counts_them(
        start in 0..STARTS.len(),
        choices in prop::collection::vec(any::<prop::sample::Index>(), 0..200),
    ) {
        let start = position(STARTS[start]);
        let (mut position, mut moves) = (start, Vec::new());
        for choice in choices {
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            let mv = legal[choice.index(legal.len())];
            position.play_unchecked(mv);
            moves.push(mv);
        }
        agrees(&start, &moves);
    }
}

#[test]
fn real_games_are_counted_as_the_slow_way_counts_them() {
    for name in ["over_the_board_hastings_1895.pgn", "lichess_bullet_2018.pgn"] {
        let bytes = fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("data/games").join(name)).unwrap();
        let mut reader = Games::new(&bytes);
        let mut game = GameText::default();
        let mut games = 0;
        while games < 100 && reader.read(&mut game) {
            let mut position = Position::start();
            let play = |san: &San| {
                let mv = position.resolve(*san).unwrap();
                position.play_unchecked(mv);
                mv
            };
            let moves: Vec<Move> = game.moves.iter().map(play).collect();
            agrees(&Position::start(), &moves);
            games += 1;
        }
        assert_eq!(games, 100);
    }
}

/// Games of Lichess that its own test of the divider has (scalachess, `DividerTest.scala`), with the plies between which it expects the
/// middlegame and the endgame to begin.
#[test]
fn the_phases_of_games_begin_where_lichess_expects_them() {
    let exchanges = "1. c4 e5 2. Nc3 f5 3. d3 Nf6 4. g3 Bb4 5. Bd2 O-O 6. Bg2 c6 7. Nf3 d5 8. cxd5 Bxc3 9. Bxc3 e4 10. dxe4 Nxe4 11. dxc6 Nxc6 12. Qb3+ Kh8 13. Rd1 Qc7 14. O-O Nxc3 15. Qxc3 Be6 16. a3 Rac8 17. Nd4 Nxd4 18. Qxd4 b6 19. e4 fxe4 20. Bxe4 Rcd8 21. Qe3 Qe5 22. b4 Bc4 23. Rfe1 Qh5 24. Rxd8 Rxd8 25. Bf3 Qf5 26. Rd1 Rf8 27. Bg2 h6 28. Qd4 Qf6 29. Qxc4 Qxf2+ 30. Kh1 Qb2 31. Qd3 h5 32. h4 Qf6 33. Rf1 Qe7 34. Rxf8+ Qxf8 35. Qf3 Qe7 36. Qxh5+ Kg8 37. Bd5+";
    let found = phases(&Position::start(), moves(&Position::start(), exchanges).into_iter());
    assert!((19..=26).contains(&found.middlegame_ply.unwrap()), "{found:?}");
    assert!((36..=48).contains(&found.endgame_ply.unwrap()), "{found:?}");
    let miniature = "1. e4 e5 2. f4 d6 3. Nf3 exf4 4. Bc4 h6 5. O-O Bg4 6. d4 Nc6 7. Bxf4 Nf6 8. Nc3 Be7 9. e5 dxe5 10. dxe5 Nh5 11. Be3 O-O 12. h3 Bxf3 13. Qxf3 Nxe5 14. Bxf7+ Rxf7 15. Qxh5 Qf8";
    let found = phases(&Position::start(), moves(&Position::start(), miniature).into_iter());
    assert!((19..=25).contains(&found.middlegame_ply.unwrap()), "{found:?}");
    assert_eq!(found.endgame_ply, None);
}

#[test]
fn what_happens_is_counted_where_it_happens() {
    // Black's king takes the last queen; White's goes to e2.
    let start = Position::start();
    let berlin =
        "1. e4 d6 2. d4 Nf6 3. Nc3 e5 4. dxe5 dxe5 5. Qxd8+ Kxd8 6. Bc4 Be6 7. Bxe6 fxe6 8. Nf3 Bd6 9. Ke2";
    let found = events(&start, moves(&start, berlin).into_iter());
    assert_eq!(
        found,
        Events {
            first_capture_ply: Some(7),
            queens_off_ply: Some(10),
            underpromotions: [0, 0],
            king_moves: [1, 1],
            longest_quiet_run: 3,
        }
    );
}

#[test]
fn castling_is_no_kings_move_and_a_new_queen_leaves_queens_off() {
    let start = position("4k2r/1P3p1p/8/8/8/8/p6P/4K2R w Kk - 44 60");
    let found = events(&start, moves(&start, "O-O O-O b8=N a1=Q Rxa1 Kg7").into_iter());
    assert_eq!(
        found,
        Events {
            first_capture_ply: Some(5),
            queens_off_ply: Some(0),
            underpromotions: [1, 0],
            king_moves: [0, 1],
            longest_quiet_run: 2,
        }
    );
}

#[test]
fn the_mean_is_over_the_positions_in_which_a_move_was_made() {
    let start = Position::start();
    // 20, 20, 19, and the mated player's none, which doesn't count.
    let mate = mobility(&start, moves(&start, "1. f3 e5 2. g4 Qh4#").into_iter());
    assert_eq!((mate.legal_moves, mate.positions), ([20 + 19, 20 + 30], [2, 2]));
    assert_eq!((mate.mean(), mate.means()), (Some(22.25), [Some(19.5), Some(25.0)]));
    assert_eq!(mobility(&start, std::iter::empty()).mean(), None);
}
