//! What an audit tells of a whole run: the rulings that contradict their file, and what the solver was asked.

#![allow(clippy::unwrap_used, reason = "a test that can't go on fails")]

mod program;

use serde_json::{Value, json};

use program::{Folder, MATE};

fn json_of(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// A game whose tag and token differ, under a site's id.
fn differing(id: &str) -> String {
    format!("[Site \"https://lichess.org/{id}\"]\n[Result \"1-0\"]\n\n1. e4 e5 0-1\n\n")
}

#[test]
fn the_first_ruling_that_contradicts_its_file_is_named_whatever_the_threads() {
    let folder = Folder::new();
    let wrong_mate = MATE.replace("0-1", "1-0");
    folder.write("in/a.pgn", MATE.repeat(300));
    folder.write("in/b c.pgn", format!("{}{wrong_mate}{}", MATE.repeat(200), differing("abcd1234")));
    folder.write("in/d.pgn", format!("{}{wrong_mate}", differing("efgh5678")).repeat(500));
    for (threads, chunk) in [("1", "1048576"), ("2", "1048576"), ("3", "200"), ("2", "1")] {
        let options = ["--no-output", "-j", threads, "--chunk-size", chunk, "in"];
        let told = json_of(&folder.run(&[&["audit", "--json"][..], &options].concat()).stdout);
        let first = |index: i64, offset: usize, id: Value| json!({ "source_file": "in/b c.pgn", "game_index": index, "byte_offset": offset, "game_id": id });
        let start = 200 * MATE.len();
        let expected = json!([
            { "code": "result_tag_differs", "games": 501, "first": first(201, start + wrong_mate.len(), json!("abcd1234")) },
            { "code": "result_contradicts_board", "games": 501, "first": first(200, start, Value::Null) },
        ]);
        assert_eq!(told["contradictions"], expected, "{threads} threads, chunks of {chunk}");
        let said = folder.run(&[&["audit", "--laws", "fide"][..], &options].concat()).stdout;
        let expected = "\
\nRulings that contradict the file, and the first game of each kind
  result_tag_differs: 501 games
    in/b c.pgn: game 201, id abcd1234
    arbitro explain 'in/b c.pgn' --game 201 --laws fide
  result_contradicts_board: 501 games
    in/b c.pgn: game 200
    arbitro explain 'in/b c.pgn' --game 200 --laws fide\n";
        assert!(said.contains(expected), "{said}");
    }
    let explained = json_of(&folder.run(&["explain", "in/b c.pgn", "--game", "201", "--json"]).stdout);
    assert_eq!(explained["game_id"], "abcd1234");
    let (_, manifest) = folder.audit(&["in/a.pgn"]);
    assert_eq!(manifest["contradictions"], json!([]));
}

#[test]
fn the_manifest_tells_what_was_asked_of_the_solver() {
    let folder = Folder::new();
    let start = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[SetUp \"1\"]\n";
    let flagged =
        format!("[Event \"x\"]\n{start}[Termination \"Time forfeit\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n\n");
    folder.write("games.pgn", flagged.repeat(40));
    let mut counts = Vec::new();
    for (threads, chunk) in [("1", "1048576"), ("3", "1")] {
        let ran =
            folder.run(&["audit", "games.pgn", "-o", "out", "-f", "-j", threads, "--chunk-size", chunk]);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        let mut solver = folder.manifest("out")["run"]["solver"].take();
        solver["slowest"].take();
        assert!(solver["queries"].as_u64().unwrap() >= 40, "{solver}");
        assert!(solver["undecided"].as_u64().unwrap() <= solver["queries"].as_u64().unwrap(), "{solver}");
        counts.push(solver);
    }
    assert_eq!(counts[0], counts[1], "the sums over all workers");
}
