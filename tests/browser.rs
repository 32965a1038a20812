//! The report in a browser: headless Chromium shows it as a phone and a desktop do, in light and in dark.
//!
//! `make test` names Python in `ARBITRO_PYTHON` and installs Chromium where it can; without either the test says so and passes.

#![allow(clippy::unwrap_used, reason = "a test that can't go on fails")]

mod program;

use std::env;
use std::ffi::OsString;
use std::io::Write;
use std::process::Command;

use program::Folder;

const SAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data/games");
const SPECIMENS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/specimens");
const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/python/browser.py");

/// A game that contradicts itself, with texts as long and as odd as they come.
const ODD: &str = "[Event \"x\"]
[Site \"https://example.org/a-very-long-address-without-any-place-at-which-it-could-be-broken-0123456789\"]
[White \"<script>alert(1)</script>\"]
[Black \"WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW\"]
[Result \"1-0\"]
[ECO \"A00\"]
[Opening \"Sicilian Defense: Najdorf Variation, English Attack, Anti-English, with a name that never ends\"]
[TimeControl \"40/7200:20/3600:900+30, and what else a human arbiter wrote down\"]
[Termination \"adjudication, after the lights had gone out in the hall and nobody came back\"]

1. f3 e5 2. g4 Qh4# 1-0
";

/// The browser that `ARBITRO_CHROMIUM` names, or one of those that Debian and others install.
fn chromium() -> Option<OsString> {
    let runs =
        |name: &OsString| Command::new(name).arg("--version").output().is_ok_and(|run| run.status.success());
    let names = ["chromium", "chromium-browser", "google-chrome"].map(OsString::from);
    env::var_os("ARBITRO_CHROMIUM").into_iter().chain(names).find(runs)
}

#[test]
fn a_browser_shows_the_report_and_has_nothing_to_complain_of() {
    let (Some(python), Some(chromium)) = (env::var_os("ARBITRO_PYTHON"), chromium()) else {
        // Written past the harness, which shows what `eprintln` says of failed tests only.
        let _ = writeln!(
            std::io::stderr(),
            "skipped: no Chromium, or ARBITRO_PYTHON names no interpreter; `make test` sees to both"
        );
        return;
    };
    let folder = Folder::new();
    folder.write("odd.pgn", ODD);
    folder.write("empty.pgn", "");
    for inputs in [&["odd.pgn", SAMPLES, SPECIMENS] as &[&str], &["odd.pgn"], &["empty.pgn"]] {
        assert_eq!(folder.audit(inputs).0.code, 0);
        let ran = folder.run(&["report", "out", "-o", "report.html", "--force", "-q"]);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        let output = Command::new(&python)
            .arg(SCRIPT)
            .arg(&chromium)
            .arg(folder.path("report.html"))
            .output()
            .unwrap();
        assert!(
            output.status.success(),
            "{inputs:?}: {}{}",
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        );
    }
}
