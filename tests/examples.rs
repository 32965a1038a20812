//! The scripts of `examples/` run, and what they print is what is in the dataset.
//!
//! `make test` names the Python interpreter that has their readers in `ARBITRO_PYTHON`; without that name the test says so and passes.

#![allow(clippy::unwrap_used, reason = "a test that can't go on fails")]

mod program;

use program::{Folder, python};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

#[test]
fn the_examples_print_what_is_in_the_dataset() {
    let folder = Folder::new();
    let [games, golden] = ["data/games", "tests/golden"].map(|input| format!("{ROOT}/{input}"));
    let audits: [(&str, &[&str]); 3] = [
        ("out", &[&games, "--columns", "all"]),
        ("golden", &[&games, &golden, "--columns", "all", "--partition", "year"]),
        ("bare", &[&games, "--columns", "core"]),
    ];
    for (name, options) in audits {
        let ran = folder.run(&[&["audit", "-o", name], options].concat());
        assert_eq!(ran.code, 0, "{}", ran.stderr);
    }
    let examples = format!("{ROOT}/examples");
    // The sample has no flag fall that file and Laws see differently; the golden games have.
    for name in ["out", "golden"] {
        let dataset = folder.path(name);
        let bare = folder.path("bare");
        python("examples.py", &[&examples, dataset.to_str().unwrap(), bare.to_str().unwrap()]);
    }
}
