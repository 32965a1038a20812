//! `arbitro explain` and the prospects of `arbitro rule`: what is said of a game, where it stands, and that the lines shown lead to mate.

#![allow(clippy::unwrap_used, reason = "a test that can't go on fails")]

mod program;

use serde_json::{Value, json};

use arbitro::chess::fen::Fen;
use arbitro::chess::position::Position;
use arbitro::chess::san::San;

use program::{Folder, MATE};

/// A stalemate in ten moves (S. Loyd), which the file gives as won.
const STALEMATE: &str = "[Event \"stalemate\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e3 a5 2. Qh5 Ra6 3. Qxa5 h5 4. h4 Rah6 \
    5. Qxc7 f6 6. Qxd7+ Kf7 7. Qxb7 Qd3 8. Qxb8 Qh7 9. Qxc8 Kg6 10. Qe6 1-0\n\n";

/// White loses on time to a bare king.
const UNFAIR: &str = "[Event \"unfair\"]\n[Site \"https://lichess.org/unfair00\"]\n[UTCDate \"2020.05.05\"]\n[Result \"0-1\"]\n[SetUp \"1\"]\n\
    [FEN \"8/8/8/8/3k4/8/8/KQ5R w - - 0 1\"]\n[Termination \"Time forfeit\"]\n\n1. Rh8 { [%clk 0:00:00] } 1... Kd5 { [%clk 0:00:31] } 0-1\n\n";

/// White loses on time to an army.
const JUST: &str = "[Event \"just\"]\n[Site \"https://lichess.org/just0000\"]\n[UTCDate \"2020.05.05\"]\n[Result \"0-1\"]\n\
    [Termination \"Time forfeit\"]\n\n1. e4 { [%clk 0:00:03] } 1... e5 { [%clk 0:01:00.5] } 0-1\n\n";

const CHESSCOM: &str = "[Event \"Live Chess\"]\n[Site \"Chess.com\"]\n[White \"resigns\"]\n[Black \"won by\"]\n[Date \"2021.01.01\"]\n\
    [Result \"0-1\"]\n[Termination \"won by won by resignation\"]\n[Link \"https://www.chess.com/game/live/4711\"]\n\n1. e4 c5 0-1\n\n";

const CHESS960: &str = "[Event \"960\"]\n[Variant \"Chess960\"]\n[Date \"2024.01.01\"]\n[SetUp \"1\"]\n\
    [FEN \"bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1\"]\n[Result \"1-0\"]\n\n1. O-O O-O 1-0\n\n";

fn json_of(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// What is said of a file's game, which must be found.
fn explained(text: &str, arguments: &[&str]) -> Value {
    let folder = Folder::new();
    folder.write("a.pgn", text);
    let arguments: Vec<_> = ["explain", "a.pgn", "--json"].iter().chain(arguments).copied().collect();
    let ran = folder.run(&arguments);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    json_of(&ran.stdout)
}

/// The same in words.
fn told(text: &str, arguments: &[&str]) -> String {
    let folder = Folder::new();
    folder.write("a.pgn", text);
    let arguments: Vec<_> = ["explain", "a.pgn"].iter().chain(arguments).copied().collect();
    let ran = folder.run(&arguments);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    ran.stdout
}

fn codes(explained: &Value) -> Vec<&str> {
    let findings = explained["findings"].as_array().unwrap();
    findings.iter().map(|finding| finding["code"].as_str().unwrap()).collect()
}

/// The one piece of evidence of a kind.
fn evidence<'a>(explained: &'a Value, kind: &str) -> &'a Value {
    explained["evidence"].as_array().unwrap().iter().find(|item| item["kind"] == kind).unwrap()
}

/// The position that a line of moves in SAN leads to, each of them legal.
fn after_line(fen: &Value, line: &Value) -> Position {
    let mut position = Fen::parse(fen.as_str().unwrap().as_bytes()).unwrap().setup().unwrap().position;
    for san in line.as_array().unwrap() {
        let mv = position.resolve(San::parse(san.as_str().unwrap().as_bytes())).unwrap();
        position.play_unchecked(mv);
    }
    position
}

#[test]
fn a_mate_is_explained_by_the_board() {
    let explained = explained(MATE, &["--game", "0"]);
    assert_eq!(explained["ruling"], "checkmate");
    assert_eq!(explained["article"], "5.1.1");
    assert_eq!(explained["ruling_basis"], "board");
    assert_eq!(explained["ruled_result"], "0-1");
    assert_eq!(explained["has_conflict"], false);
    assert_eq!(explained["decisive_ply"], 4);
    assert_eq!(explained["power_to_mate"], Value::Null);
    let board = evidence(&explained, "board");
    assert_eq!(board["says"], "after 2... Qh4#: White is checkmated");
    assert_eq!(board["offset"], MATE.find("Qh4#").unwrap());
    assert_eq!(board["line"], 4);
    assert_eq!(evidence(&explained, "result_tag")["offset"], MATE.find("[Result").unwrap());
    assert_eq!(evidence(&explained, "result_tag")["line"], 2);
    assert_eq!(evidence(&explained, "result_token")["offset"], MATE.rfind("0-1").unwrap());
}

#[test]
fn a_board_is_drawn_with_men_or_with_letters() {
    let text = told(MATE, &["--game", "0"]);
    assert!(text.contains("Ruling       checkmate, FIDE Laws 5.1.1 (the board proves it)"), "{text}");
    assert!(text.contains("  1  ♖ ♘ ♗ ♕ ♔ ♗ ♘ ♖"), "{text}");
    assert!(told(MATE, &["--game", "0", "--ascii"]).is_ascii());
}

#[test]
fn a_result_against_the_board_is_a_conflict() {
    let explained = explained(STALEMATE, &["--game", "0"]);
    assert_eq!(explained["ruling"], "stalemate");
    assert_eq!(
        (&explained["ruled_result"], &explained["declared_result"]),
        (&json!("1/2-1/2"), &json!("1-0"))
    );
    assert_eq!(explained["has_conflict"], true);
    assert!(codes(&explained).contains(&"result_contradicts_board"));
    let text = told(STALEMATE, &["--game", "0"]);
    assert!(text.contains("\nConflict\n  result_contradicts_board: "), "{text}");
    assert!(text.contains("Result       1/2-1/2 (declared: 1-0)"), "{text}");
}

#[test]
fn a_flag_that_fell_to_a_bare_king_is_a_draw_with_the_proof_named() {
    let explained = explained(UNFAIR, &["--game", "0"]);
    assert_eq!(explained["ruling"], "time_forfeit_drawn");
    assert_eq!(explained["article"], "6.9");
    assert_eq!(explained["ruled_result"], "1/2-1/2");
    assert!(codes(&explained).contains(&"timeout_should_be_draw"));
    let power = &explained["power_to_mate"];
    let black = &power["black"];
    assert_eq!((&black["can_win"], &black["cannot_win_by"]), (&json!(false), &json!("material")));
    assert_eq!((&black["line"], &black["line_is_shortest"]), (&Value::Null, &Value::Null));
    assert_eq!(power["white"], Value::Null);
    assert_eq!((&power["lichess_test"], &power["chesscom_test"]), (&json!(false), &json!(false)));
    assert_eq!(evidence(&explained, "tag")["written"], "[Termination \"Time forfeit\"]");
    let text = told(UNFAIR, &["--game", "0"]);
    let denial = "\nBlack mates? No: no series of legal moves ends in mate by Black: such material mates in no position.\n";
    assert!(text.contains(denial), "{text}");
    assert!(text.find(denial) < text.find("\nEvidence\n"), "{text}");
    assert!(text.contains("White's last reading: 0:00:00"), "{text}");
    assert!(text.contains("White's flag fell"), "{text}");
}

#[test]
fn a_flag_that_fell_justly_comes_with_a_line_to_mate() {
    let explained = explained(JUST, &["--game", "0"]);
    assert_eq!((&explained["ruling"], &explained["ruled_result"]), (&json!("time_forfeit"), &json!("0-1")));
    assert_eq!(explained["has_conflict"], false);
    let black = &explained["power_to_mate"]["black"];
    assert_eq!(black["can_win"], true);
    let end = after_line(&explained["decisive_fen"], &black["line"]);
    assert!(end.is_checkmate() && end.turn() == arbitro::chess::piece::Color::White);
    // The fool's mate, a move of each side later: 1. e4 e5 has been played.
    assert_eq!((&black["line_is_shortest"], &black["shortest_line_at_least"]), (&json!(true), &json!(4)));
    assert_eq!(black["line"].as_array().unwrap().len(), 4);
    let text = told(JUST, &["--game", "0"]);
    let says = "\nBlack mates? Yes: the shortest line to mate by Black takes 4 half-moves:\n             2. ";
    assert!(text.contains(says), "{text}");
    assert!(text.find(says) < text.find("\nEvidence\n"), "{text}");
}

#[test]
fn where_both_flags_fell_nobody_is_asked_who_could_mate() {
    let text = "[Site \"FICS freechess.org\"]\n[Result \"1/2-1/2\"]\n\n1. e4 e5 \
        {Game drawn because both players ran out of time} 1/2-1/2\n";
    let explained = explained(text, &["--game", "0"]);
    assert_eq!(
        (&explained["ruling"], &explained["ruled_result"]),
        (&json!("time_forfeit_drawn"), &json!("1/2-1/2"))
    );
    assert_eq!(explained["power_to_mate"], Value::Null);
    assert_eq!(evidence(&explained, "comment")["offset"], text.find("Game drawn").unwrap());
}

#[test]
fn a_sentence_of_chess_com_is_read_from_its_end() {
    let explained = explained(CHESSCOM, &["--id", "4711"]);
    assert_eq!(explained["dialect"], "chesscom");
    assert_eq!((&explained["ruling"], &explained["ruling_basis"]), (&json!("resignation"), &json!("tag")));
    assert_eq!(explained["ruled_result"], "0-1");
    assert_eq!(evidence(&explained, "tag")["says"], "resigned; 0-1");
    // The Laws of 2021 don't ask whether the other side could mate; today's do.
    assert_eq!(explained["power_to_mate"], Value::Null);
    let today = self::explained(CHESSCOM, &["--id", "4711", "--laws", "fide"]);
    let black = &today["power_to_mate"]["black"];
    assert_eq!((&black["can_win"], &black["line_is_shortest"]), (&json!(true), &json!(true)));
    assert!(after_line(&today["decisive_fen"], &black["line"]).is_checkmate());
    let text = told(CHESSCOM, &["--id", "4711", "--laws", "fide"]);
    let shown = "Result       0-1 (as declared)\nBlack mates? Yes: the shortest line to mate by Black takes ";
    assert!(text.contains(shown), "{text}");
}

#[test]
fn a_game_of_chess960_is_explained_like_any_other() {
    let explained = explained(CHESS960, &["--game", "0"]);
    assert_eq!(
        (&explained["ruling"], &explained["ruling_basis"]),
        (&json!("resignation"), &json!("inferred"))
    );
    assert_eq!(
        evidence(&explained, "board")["says"],
        "after 1... O-O: neither mate nor stalemate, White to move"
    );
    let white = &explained["power_to_mate"]["white"];
    assert!(after_line(&explained["decisive_fen"], &white["line"]).is_checkmate());
}

#[test]
fn the_site_can_be_named() {
    assert_eq!(explained(JUST, &["--game", "0", "--site", "fics"])["dialect"], "fics");
}

#[test]
fn a_game_is_found_by_number_by_byte_and_by_id() {
    let text = [MATE, STALEMATE, UNFAIR, JUST].concat();
    let start = MATE.len() + STALEMATE.len();
    let by_number = explained(&text, &["--game", "2"]);
    assert_eq!((&by_number["game_index"], &by_number["game_id"]), (&json!(2), &json!("unfair00")));
    assert_eq!(by_number["byte_offset"], start);
    assert_eq!(by_number["first_line"], text[..start].matches('\n').count() + 1);
    assert_eq!(explained(&text, &["--id", "unfair00"]), by_number);
    for byte in [start, start + 100, start + UNFAIR.len() - 3] {
        let mut by_byte = explained(&text, &["--offset", &byte.to_string()]);
        assert_eq!(by_byte["game_index"], Value::Null);
        by_byte["game_index"] = json!(2);
        assert_eq!(by_byte, by_number);
    }
}

#[test]
fn untagged_games_are_found_by_number_and_by_byte() {
    let text = "1. e4 e5 1-0\n1. d4 d5 1/2-1/2\n\n1. f3 e5 2. g4 Qh4# 0-1\n";
    let explained = explained(text, &["--game", "2"]);
    assert_eq!((&explained["ruling"], &explained["first_line"]), (&json!("checkmate"), &json!(4)));
    let by_byte = self::explained(text, &["--offset", &text.find("g4").unwrap().to_string()]);
    assert_eq!(by_byte["byte_offset"], explained["byte_offset"]);
}

#[test]
fn a_large_file_is_looked_through_whatever_its_wrapping() {
    let games = 70_000;
    let text = MATE.repeat(games) + JUST;
    let folder = Folder::new();
    folder.write("a.pgn", &text);
    folder.write("a.pgn.zst", zstd::bulk::compress(text.as_bytes(), 1).unwrap());
    let number = games.to_string();
    let offset = (MATE.len() * games).to_string();
    let plain = json_of(&folder.run(&["explain", "a.pgn", "--json", "--game", &number]).stdout);
    assert_eq!(plain["ruling"], "time_forfeit");
    assert_eq!(plain["byte_offset"], MATE.len() * games);
    assert_eq!(plain["first_line"], games * 5 + 1);
    for which in [["--game", &number], ["--offset", &offset], ["--id", "just0000"]] {
        let ran = folder.run(&["explain", "a.pgn.zst", "--json", which[0], which[1]]);
        let mut compressed = json_of(&ran.stdout);
        compressed["source_file"] = json!("a.pgn");
        assert_eq!(compressed, plain, "{which:?}");
        let ran = folder.run_with_input(&["explain", "-", "--json", which[0], which[1]], text.as_bytes());
        let mut piped = json_of(&ran.stdout);
        piped["source_file"] = json!("a.pgn");
        assert_eq!(piped, plain, "{which:?}");
    }
    let jumped = json_of(&folder.run(&["explain", "a.pgn", "--json", "--offset", &offset]).stdout);
    assert_eq!(
        (&jumped["byte_offset"], &jumped["first_line"]),
        (&plain["byte_offset"], &plain["first_line"])
    );
}

#[test]
fn what_is_not_there_is_a_fault_and_what_cannot_be_meant_is_usage() {
    let folder = Folder::new();
    folder.write("a.pgn", MATE);
    folder.write("empty.pgn", "");
    folder.write("broken.pgn.zst", &zstd::bulk::compress(MATE.repeat(99).as_bytes(), 1).unwrap()[..40]);
    for (arguments, said) in [
        (vec!["a.pgn", "--game", "1"], "a.pgn: no game 1; the file holds one, game 0"),
        (vec!["a.pgn", "--id", "x"], "a.pgn: no game with the id x"),
        (vec!["a.pgn", "--offset", "99999"], "a.pgn: no game at byte 99999"),
        (vec!["empty.pgn", "--game", "0"], "empty.pgn: no game 0; the file holds none"),
        (vec!["missing.pgn", "--game", "0"], "missing.pgn: no such file"),
        (vec!["broken.pgn.zst", "--game", "98"], "broken.pgn.zst: compressed data"),
    ] {
        let arguments: Vec<_> = ["explain"].into_iter().chain(arguments).collect();
        let ran = folder.run(&arguments);
        assert_eq!((ran.code, ran.stdout.as_str()), (1, ""), "{arguments:?}");
        assert!(ran.stderr.contains(said), "{}", ran.stderr);
    }
    for arguments in [
        vec!["explain", "a.pgn"],
        vec!["explain", "a.pgn", "--game", "0", "--offset", "0"],
        vec!["explain", "a.pgn", "--game", "-1"],
        vec!["explain", "a.pgn", "--game", "0", "--laws", "mine"],
        vec!["explain", "--game", "0"],
    ] {
        assert_eq!(folder.run(&arguments).code, 2, "{arguments:?}");
    }
}

#[test]
fn every_game_of_the_specimens_can_be_explained() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/specimens");
    let run = Folder::new();
    for item in std::fs::read_dir(folder).unwrap() {
        let path = item.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "pgn") {
            for game in 0.. {
                let path = path.to_str().unwrap();
                let ran = run.run(&["explain", path, "--game", &game.to_string(), "--ascii"]);
                if ran.code != 0 {
                    assert!(ran.stderr.contains("no game"), "{path}: {}", ran.stderr);
                    break;
                }
            }
        }
    }
}

/// The ruling in words of a game with these tags and moves.
fn sentence(tags: &str, moves: &str) -> String {
    let text = format!("[Event \"x\"]\n[White \"ann\"]\n[Black \"bob\"]\n{tags}\n{moves}\n");
    explained(&text, &["--game", "0"])["sentence"].as_str().unwrap().to_owned()
}

#[test]
fn a_resignation_is_a_draw_by_the_laws_only_where_they_make_it_one() {
    let of = |comment: &str, result: &str| sentence("", &format!("1. e4 e5 2. Nf3 Nc6 {comment} {result}"));
    assert_eq!(of("{White resigns}", "1/2-1/2"), "White resigned, and the file calls it a draw.");
    assert_eq!(of("{White resigns}", "1-0"), "The file says that White resigned, and yet that White won.");
    assert_eq!(of("{White resigns}", "0-1"), "White resigned: Black wins.");
    assert_eq!(of("{White resigns}", "*"), "White resigned: Black wins.");
    assert_eq!(of("", "0-1"), "White is taken to have resigned: Black wins.");
    let bare = "[FEN \"8/8/8/8/3k4/8/8/KQ5R w - - 0 1\"]\n";
    assert_eq!(
        sentence(bare, "1. Rh8 Kd5 {White resigns} 0-1"),
        "White resigned, but Black could not mate by any series of legal moves: a draw."
    );
}

#[test]
fn want_of_material_on_the_files_word_alone_is_told_as_its_word() {
    let text = "[Event \"x\"]\n[Termination \"Game drawn by insufficient material\"]\n[FEN \"7k/8/8/8/8/8/PP6/KQ6 w - - 0 1\"]\n\n\
        1. Qc2 Kg8 1/2-1/2\n";
    let explained = explained(text, &["--game", "0"]);
    assert_eq!(explained["ruling"], "insufficient_material");
    assert_eq!(
        explained["sentence"],
        "The file says that neither side had the material to mate: a draw. The board doesn't end the game: \
         White could still mate by legal moves."
    );
    let power = &explained["power_to_mate"];
    assert_eq!((&power["white"]["can_win"], &power["black"]["can_win"]), (&json!(true), &json!(false)));
    assert!(after_line(&explained["decisive_fen"], &power["white"]["line"]).is_checkmate());
}

#[test]
fn an_unknown_end_comes_with_its_reason() {
    let whole = "1. e4 e5 2. Nf3 Nc6 1-0";
    for (tags, moves, says) in [
        (
            "[Termination \"win by checkmate\"]\n",
            whole,
            "The file says that mate ended the game, and the last position disproves it. How it ended is not known.",
        ),
        (
            "[Termination \"Insufficient material\"]\n",
            whole,
            "The file says that neither side had the material to mate, and yet its result is 1-0. How it ended is not known.",
        ),
        (
            "[Variant \"King of the Hill\"]\n[Termination \"Normal\"]\n",
            whole,
            "Games of the variant King of the Hill are not replayed, and what the file says doesn't settle how the game ended.",
        ),
        (
            "",
            "1. e4 e5 2. Bv4 Nc6 1-0",
            "The replay stopped before the end, at 2. \"Bv4\", and nothing found in the file says how the game ended.",
        ),
        ("", "1. e4 e5", "Nothing found in the file says how the game ended, or with what result."),
    ] {
        assert_eq!(sentence(tags, moves), says);
    }
}

#[test]
fn what_stopped_a_replay_is_told_in_words() {
    let says = |tags: &str, moves: &str| told(&format!("[Event \"x\"]\n{tags}\n{moves}\n"), &["--game", "0"]);
    for (tags, moves, line) in [
        (
            "[Variant \"Atomic\"]\n",
            "1. e4 1-0",
            "[Variant \"Atomic\"]: games of this variant are not replayed (byte 12, line 2)",
        ),
        ("[FEN \"8/8\"]\n", "1. e4 1-0", "[FEN \"8/8\"]: the FEN can't be read (byte 12, line 2)"),
        ("", "1. e4 Ke6 1-0", "1... \"Ke6\" can't be played: no piece can make this move (byte 19, line 3)"),
        (
            "",
            "1. e4 -- 1-0",
            "1... \"--\" can't be played: this passes the turn, which no player may (byte 19, line 3)",
        ),
    ] {
        let text = says(tags, moves);
        assert!(text.contains(line), "{text}");
        assert!(!text.contains("unsupported_variant") && !text.contains("illegal_move"), "{text}");
    }
}

#[test]
fn a_claim_comes_with_the_players_who_could_make_it() {
    let there_and_back = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8";
    let text = told(&format!("[Event \"x\"]\n\n{there_and_back} 5. e4 1-0\n"), &["--game", "0"]);
    let line = "after 4... Ng8: a position stands for the third time; at ply 8 Black could claim a draw with this move, \
        White after it (9.2)";
    assert!(text.contains(line), "{text}");
    let online = told(&format!("{there_and_back} 5. e4 1-0\n"), &["--game", "0", "--laws", "online"]);
    assert!(!online.contains("could claim"), "{online}");
    assert!(online.contains("Played on    one half-move after the end\n"), "{online}");
    let fifty = "[FEN \"4k3/8/8/8/8/8/8/R3K3 w - - 100 90\"]\n\n1. Ra2 1-0\n";
    let text = told(fifty, &["--game", "0"]);
    assert!(
        text.contains(
            "at the start: fifty moves without capture or pawn move; White, to move, could claim a draw (9.3)"
        ),
        "{text}"
    );
}

#[test]
fn a_dead_position_takes_one_line() {
    let text = told("[FEN \"4k3/8/8/8/8/8/3q4/4K3 w - - 0 1\"]\n\n1. Kxd2 Kd7 1/2-1/2\n", &["--game", "0"]);
    let dead = "after 1. Kxd2: neither side has the material to mate: the position is dead";
    assert_eq!(text.matches("the position is dead").count(), 1, "{text}");
    assert!(text.contains(dead) && !text.contains("Black can't mate"), "{text}");
    assert!(text.contains("at the start: White can't mate any more"), "{text}");
}

#[test]
fn a_tag_that_is_not_heard_comes_with_the_reason() {
    let says = |tags: &str| told(&format!("[Event \"x\"]\n{tags}\n1. e4 e5 1/2-1/2\n"), &["--game", "0"]);
    let text = says("[Termination \"adjudication\"]\n[TerminationDetails \"SyzygyTB\"]\n");
    assert!(
        text.contains("[Termination \"adjudication\"]: not heard: TerminationDetails is heard before it"),
        "{text}"
    );
    let text = says("[Termination \"adjudication\"]\n[TerminationDetails \"hm\"]\n");
    assert!(text.contains("[TerminationDetails \"hm\"]: not understood"), "{text}");
    assert!(says("[Termination \"?\"]\n").contains("[Termination \"?\"]: says nothing"), "{text}");
}

/// What is said of a position.
fn ruled(arguments: &[&str]) -> Value {
    let arguments: Vec<_> = ["rule", "--json"].iter().chain(arguments).copied().collect();
    json_of(&Folder::new().run(&arguments).stdout)
}

#[test]
fn a_position_is_dead_or_comes_with_a_line_to_mate() {
    let dead = ruled(&["--exact", "8/6k1/8/8/8/8/6K1/6B1 w - - 0 1"]);
    assert_eq!((&dead["is_dead"], &dead["white_can_win"]), (&json!(true), &json!(false)));
    let start = ruled(&["--exact", "startpos"]);
    assert_eq!((&start["is_dead"], &start["black_can_win"]), (&json!(false), &json!(true)));
    for (line, is_shortest, plies) in
        [("white_line", "white_line_is_shortest", 5), ("black_line", "black_line_is_shortest", 4)]
    {
        assert!(after_line(&start["fen"], &start[line]).is_checkmate());
        assert_eq!((&start[is_shortest], start[line].as_array().unwrap().len()), (&json!(true), plies));
    }
    assert_eq!(dead["white_cannot_win_by"], "material");
}

#[test]
fn both_sides_prospects_are_told_of_every_position() {
    for fen in ["startpos", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "8/8/8/8/8/8/8/4K3 w - - 0 1"] {
        let ruled = ruled(&[fen]);
        for key in ["white_can_win", "black_can_win"] {
            assert!(ruled.get(key).is_some_and(|value| value.is_null() || value.is_boolean()), "{fen} {key}");
        }
    }
    assert_eq!(ruled(&["8/8/8/8/8/8/8/4K3 w - - 0 1"])["white_can_win"], Value::Null);
    let mated = ruled(&["7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"]);
    assert_eq!((&mated["white_can_win"], &mated["white_line"]), (&json!(true), &json!([])));
    assert_eq!(mated["black_can_win"], false);
}

#[test]
fn the_words_for_a_position_show_the_line() {
    let text = Folder::new().run(&["rule", "--exact", "7k/8/5KQ1/8/8/8/8/8 w - - 0 1"]).stdout;
    assert!(text.contains("Dead         no\n"), "{text}");
    assert!(
        text.contains(
            "White mates? Yes: the shortest line to mate by White takes one half-move:\n             1. Q"
        ),
        "{text}"
    );
    assert!(text.contains("Black mates? No: "), "{text}");
}

#[test]
fn a_position_is_drawn_with_men_or_with_letters() {
    let rule = |arguments: &[&str]| Folder::new().run(&[&["rule", "startpos"], arguments].concat()).stdout;
    assert!(rule(&[]).contains("  1  ♖ ♘ ♗ ♕ ♔ ♗ ♘ ♖\n"), "{}", rule(&[]));
    let letters = rule(&["--ascii"]);
    assert!(letters.is_ascii() && letters.contains("  1  R N B Q K B N R\n"), "{letters}");
}
