//! The facts held against python-chess: mate, stalemate, material, repetition, move counters, the last position.
//!
//! `make test` names the Python interpreter that has it in `ARBITRO_PYTHON`; without that name the tests say so and pass.
//! python-chess replays some 780 games a second, so of the optional folder `../shared/corpus` a sample is taken that holds
//! every game with something to decide but mate, and of the others each fortieth; `make second-opinion` takes them all.

#![allow(clippy::unwrap_used, reason = "a test that can't go on fails")]

mod program;

use std::path::Path;

use program::{Folder, report_of, say, script};

const SAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data/games");
const SPECIMENS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/specimens");
const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/corpus");
const SCRIPT: &str = "second_opinion.py";

/// Audits what there is of the inputs and lets python-chess replay it. Returns its report.
fn python_chess_agrees(inputs: &[&str], more: &[&str]) -> String {
    let Some(mut command) = script(SCRIPT) else { return String::new() };
    let (inputs, missing): (Vec<&str>, Vec<&str>) =
        inputs.iter().copied().partition(|input| Path::new(input).is_dir());
    for input in missing {
        say(&format!("skipped: no folder {input}"));
    }
    if inputs.is_empty() {
        return String::new();
    }
    let folder = Folder::new();
    let (ran, _) = folder.audit(&inputs);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    report_of(command.arg(folder.path("out")).args(more))
}

#[test]
fn python_chess_agrees_on_the_samples_and_the_specimens() {
    eprint!("{}", python_chess_agrees(&[SAMPLES, SPECIMENS], &[]));
}

#[test]
fn python_chess_agrees_on_the_games_of_the_corpus_with_something_to_decide() {
    eprint!("{}", python_chess_agrees(&[CORPUS], &["--every", "40"]));
}

#[test]
#[ignore = "takes minutes: make second-opinion"]
fn python_chess_agrees_on_the_whole_corpus() {
    eprint!("{}", python_chess_agrees(&[CORPUS], &[]));
}
