//! The program run as a user runs it, in a folder of its own.
//!
//! Owns the running and the reading of what came out; each test says what it expects.

#![allow(dead_code, reason = "each harness that shares this module uses its part of it")]
#![allow(clippy::unwrap_used, reason = "a test that can't go on fails")]

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// A game that is legal and ends in mate.
pub(crate) const MATE: &str = "[Event \"fool's mate\"]\n[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n";

/// A folder in which the program runs.
pub(crate) struct Folder {
    folder: tempfile::TempDir,
}

/// What a run gave.
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Folder {
    pub(crate) fn new() -> Folder {
        Folder { folder: tempfile::tempdir().unwrap() }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes a file, and the folders that it stands in.
    pub(crate) fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_arbitro"));
        command.args(arguments).current_dir(self.folder.path()).stdin(Stdio::null());
        command
    }

    /// Runs the program to its end. It must not have panicked.
    pub(crate) fn run(&self, arguments: &[&str]) -> Ran {
        ran(self.command(arguments).output().unwrap())
    }

    /// The same with something on standard input, which the program need not read.
    pub(crate) fn run_with_input(&self, arguments: &[&str], input: &[u8]) -> Ran {
        let mut child = self
            .command(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // The end of the statement closes the pipe: the program waits for that.
        let written = child.stdin.take().unwrap().write_all(input);
        match written {
            Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => panic!("{error}"),
            Ok(()) | Err(_) => ran(child.wait_with_output().unwrap()),
        }
    }

    /// Audits `inputs` into `out`, and gives the manifest with what was said.
    pub(crate) fn audit(&self, inputs: &[&str]) -> (Ran, Value) {
        let arguments: Vec<_> = ["audit", "-o", "out", "--force"].iter().chain(inputs).copied().collect();
        let ran = self.run(&arguments);
        let manifest = self.manifest("out");
        (ran, manifest)
    }

    pub(crate) fn manifest(&self, dataset: &str) -> Value {
        let text = fs::read(self.path(dataset).join("manifest.json")).expect("a manifest");
        serde_json::from_slice(&text).expect("JSON")
    }

    /// The names of everything in the folder itself.
    pub(crate) fn names(&self) -> Vec<String> {
        let item = |item: fs::DirEntry| item.file_name().to_string_lossy().into_owned();
        let mut names: Vec<_> =
            fs::read_dir(self.folder.path()).unwrap().map(|entry| item(entry.unwrap())).collect();
        names.sort();
        names
    }
}

pub(crate) fn ran(output: Output) -> Ran {
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    let ran = Ran {
        code: output.status.code().expect("an exit code"),
        stdout: text(output.stdout),
        stderr: text(output.stderr),
    };
    assert!(!ran.stderr.contains("panicked"), "{}", ran.stderr);
    ran
}

/// Rows in the Parquet files of a dataset, as their footers tell.
pub(crate) fn rows(dataset: &Path) -> u64 {
    arbitro::table::sizes(&dataset.join("games")).expect("Parquet")[0].rows
}

/// The ledger of a manifest, input by input and in all, holds its equations.
pub(crate) fn assert_balanced(manifest: &Value) {
    let number = |value: &Value, key: &str| value[key].as_u64().unwrap_or_else(|| panic!("{key} in {value}"));
    let inputs = manifest["inputs"].as_array().unwrap();
    for ledger in inputs.iter().chain([&manifest["ledger"]]) {
        assert_eq!(
            number(ledger, "game_bytes") + number(ledger, "between_bytes"),
            number(ledger, "bytes"),
            "{ledger}"
        );
        assert_eq!(number(ledger, "games"), number(ledger, "rows"), "{ledger}");
    }
    for key in ["bytes", "game_bytes", "between_bytes", "games", "rows"] {
        let sum: u64 = inputs.iter().map(|input| number(input, key)).sum();
        assert_eq!(sum, number(&manifest["ledger"], key), "{key}");
    }
}

/// Written past the harness, which shows what `eprintln` says of failed tests only.
pub(crate) fn say(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}

/// A command that runs a script of `tests/python` with the interpreter that `make test` names. Without the name that is said.
pub(crate) fn script(name: &str) -> Option<Command> {
    let Some(python) = std::env::var_os("ARBITRO_PYTHON") else {
        say("skipped: ARBITRO_PYTHON names no interpreter; `make test` makes one and names it");
        return None;
    };
    let mut command = Command::new(python);
    command.arg(format!("{}/tests/python/{name}", env!("CARGO_MANIFEST_DIR")));
    Some(command)
}

/// Runs it, and gives what it says; a script fails with what it found.
pub(crate) fn report_of(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?} can't be run: {error}"));
    let report = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{command:?}:\n{report}{}", String::from_utf8_lossy(&output.stderr));
    report.into_owned()
}

/// Runs a script, if there is an interpreter.
pub(crate) fn python(name: &str, arguments: &[&str]) {
    if let Some(mut command) = script(name) {
        report_of(command.args(arguments));
    }
}
