//! Every derived column computed a second time, the slow and obvious way, by Python on python-chess, and compared value by value.
//!
//! The Python follows the sentences of the schema and the sources that they name, not this program. It fails as well where a column is
//! neither computed there nor named with the reason why not. `make test` names the interpreter in `ARBITRO_PYTHON`; without that name the
//! tests say so and pass. Of the optional folder `../shared/corpus` each fortieth game is taken; `make second-opinion` takes each fourth.

#![allow(clippy::unwrap_used, reason = "a test that can't go on fails")]

mod program;

use std::io::Write;
use std::path::Path;
use std::process::Command;

use program::Folder;

const SAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data/games");
const SPECIMENS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/specimens");
const EVALS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/evals");
const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/corpus");
const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/python/columns.py");

/// Written past the harness, which shows what `eprintln` says of failed tests only.
fn say(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}

/// Audits the inputs with all columns and lets Python compute them.
fn python_computes_the_same(inputs: &[&str], every: &str) {
    let Some(python) = std::env::var_os("ARBITRO_PYTHON") else {
        say("skipped: ARBITRO_PYTHON names no interpreter; `make test` makes one and names it");
        return;
    };
    if let Some(missing) = inputs.iter().find(|input| !Path::new(input).is_dir()) {
        say(&format!("skipped: no folder {missing}"));
        return;
    }
    let folder = Folder::new();
    let (ran, _) = folder.audit(&[&["--columns", "all"], inputs].concat());
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let schema = folder.run(&["schema", "--format", "json"]);
    assert_eq!(schema.code, 0, "{}", schema.stderr);
    folder.write("schema.json", schema.stdout);
    let output = Command::new(&python)
        .arg(SCRIPT)
        .args([folder.path("out"), folder.path("schema.json")])
        .args(["--every", every])
        .output()
        .unwrap_or_else(|error| panic!("{} can't be run: {error}", python.display()));
    let report = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{report}{}", String::from_utf8_lossy(&output.stderr));
    eprint!("{report}");
}

#[test]
fn python_computes_the_columns_of_the_samples_and_the_specimens() {
    python_computes_the_same(&[SAMPLES, SPECIMENS, EVALS], "1");
}

#[test]
fn python_computes_the_columns_of_some_games_of_the_corpus() {
    python_computes_the_same(&[CORPUS], "40");
}

#[test]
#[ignore = "takes minutes: make second-opinion"]
fn python_computes_the_columns_of_the_corpus() {
    python_computes_the_same(&[CORPUS], "4");
}
