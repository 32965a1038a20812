//! The floors: a file imports only from lower floors, or from an earlier module on its own; one outside crate is named
//! in one folder; files are short and their names say something.

#![allow(clippy::unwrap_used, reason = "a test that can't go on fails")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The modules at the root, floor by floor, in the order of `src/lib.rs`.
const FLOORS: [&[&str]; 8] = [
    &["error", "finding"],
    &["chess"],
    &["input", "pgn", "rules", "openings"],
    &["stats", "replay", "ruling", "second_opinion"],
    &["table"],
    &["pipeline", "report"],
    &["cli"],
    &["main"],
];

/// The one place in which each outside crate is named.
const CRATES: [(&str, &str); 20] = [
    ("memmap2", "input"),
    ("zstd", "input"),
    ("chasolver", "rules"),
    ("chess_of_chasolver", "rules"),
    ("memchr", "pgn"),
    ("arrow_array", "table"),
    ("arrow_schema", "table"),
    ("arrow_select", "table"),
    ("bytes", "table"),
    ("parquet", "table"),
    ("strsim", "table"),
    ("winnow", "table"),
    ("rayon", "pipeline"),
    ("indicatif", "pipeline"),
    ("serde_json", "report"),
    ("maud", "report"),
    ("clap", "cli"),
    ("pgn_reader", "second_opinion"),
    ("shakmaty", "second_opinion"),
    ("signal_hook", "cli"),
];

/// Names that say nothing.
const BANNED: [&str; 8] = ["util", "utils", "helpers", "common", "misc", "types", "manager", "core"];

const LINES_LIMIT: usize = 400;

/// Files that may go a little beyond the limit, and why.
const LONGER: [(&str, usize, &str); 0] = [];

/// A source file: its path below `src`, and its text up to the tests.
struct Source {
    path: String,
    text: String,
    lines: usize,
}

impl Source {
    /// The module at the root that the file belongs to.
    fn root(&self) -> &str {
        let first = self.path.split('/').next().unwrap();
        first.strip_suffix(".rs").unwrap_or(first)
    }

    /// The lines of code, without comments and without what is compiled for tests only.
    fn code(&self) -> impl Iterator<Item = &str> {
        let end = self.text.find("\n#[cfg(test)]\nmod ").unwrap_or(self.text.len());
        self.text[..end].lines().map(|line| match line.find("//") {
            Some(at) if !line[..at].contains('"') => &line[..at],
            _ => line,
        })
    }
}

fn root_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

fn collect(folder: &Path, sources: &mut Vec<Source>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, sources);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            let relative = path.strip_prefix(root_folder()).unwrap().to_str().unwrap().replace('\\', "/");
            sources.push(Source { path: relative, lines: text.lines().count(), text });
        }
    }
}

fn sources() -> Vec<Source> {
    let mut sources = Vec::new();
    collect(&root_folder(), &mut sources);
    sources.sort_by(|one, other| one.path.cmp(&other.path));
    sources
}

/// The rank of every root module: what ranks higher may use what ranks lower.
fn ranks() -> BTreeMap<&'static str, usize> {
    FLOORS
        .iter()
        .flat_map(|floor| floor.iter().copied())
        .enumerate()
        .map(|(rank, name)| (name, rank))
        .collect()
}

/// The first words after each `prefix` in `code`, those in braces one by one.
fn named_after(code: &str, prefix: &str) -> Vec<String> {
    let mut names = Vec::new();
    for (at, _) in code.match_indices(prefix) {
        let before = code[..at].chars().next_back();
        if before.is_some_and(|character| character.is_alphanumeric() || character == '_') {
            continue;
        }
        let rest = &code[at + prefix.len()..];
        if let Some(inner) = rest.strip_prefix('{') {
            names.extend(branches(inner).iter().map(|branch| word(branch)));
        } else {
            names.push(word(rest));
        }
    }
    names
}

/// Whether a path in `line` begins with a crate; a module of the same name stands behind another's.
fn names_crate(line: &str, name: &str) -> bool {
    line.match_indices(&format!("{name}::")).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        !before.is_some_and(|character| character.is_alphanumeric() || "_:".contains(character))
    })
}

/// The parts of a `use` tree up to its closing brace, parted by the commas of its own depth.
fn branches(inner: &str) -> Vec<&str> {
    let (mut depth, mut start, mut parts) = (0usize, 0usize, Vec::new());
    for (at, character) in inner.char_indices() {
        match character {
            '{' => depth += 1,
            '}' if depth == 0 => {
                parts.push(&inner[start..at]);
                break;
            }
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&inner[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.into_iter().map(str::trim).filter(|part| !part.is_empty()).collect()
}

fn word(text: &str) -> String {
    text.trim_start()
        .chars()
        .take_while(|character| character.is_alphanumeric() || *character == '_')
        .collect()
}

#[test]
fn the_floors_are_those_of_lib_rs() {
    let lib = fs::read_to_string(root_folder().join("lib.rs")).unwrap();
    let mut modules: Vec<String> =
        lib.lines().filter_map(|line| line.strip_prefix("pub mod ")).map(word).collect();
    modules.push("main".to_owned());
    let mut listed: Vec<String> = ranks().keys().map(|name| (*name).to_owned()).collect();
    modules.sort();
    listed.sort();
    assert_eq!(modules, listed);
}

#[test]
fn no_file_imports_from_a_floor_above_it() {
    let ranks = ranks();
    let mut upward = Vec::new();
    for source in sources().iter().filter(|source| source.path != "lib.rs") {
        let code: String = source.code().flat_map(|line| [line, "\n"]).collect();
        let own = ranks[source.root()];
        let mut names = named_after(&code, "crate::");
        names.extend(named_after(&code, "arbitro::"));
        for name in names {
            match ranks.get(name.as_str()) {
                Some(rank) if *rank <= own => {}
                Some(_) => upward.push(format!("{} imports from {name}", source.path)),
                None => {
                    upward.push(format!("{} imports {name} from the root, which is no module", source.path))
                }
            }
        }
    }
    assert!(upward.is_empty(), "{upward:#?}");
}

#[test]
fn the_modules_of_a_folder_make_no_cycle() {
    let sources = sources();
    let mut cycles = Vec::new();
    for folder in FLOORS.iter().flat_map(|floor| floor.iter()) {
        // Which file of the folder names which other one.
        let mut edges: BTreeMap<String, Vec<String>> = BTreeMap::new();
        let within: Vec<&Source> =
            sources.iter().filter(|source| source.root() == *folder && source.path.contains('/')).collect();
        let stem = |source: &Source| {
            let path = source.path.split_once('/').unwrap().1;
            path.split('/').next().unwrap().trim_end_matches(".rs").to_owned()
        };
        let stems: Vec<String> = within.iter().map(|source| stem(source)).collect();
        for source in within.iter().filter(|source| stem(source) != "mod") {
            let code: String = source.code().flat_map(|line| [line, "\n"]).collect();
            let mut names = named_after(&code, &format!("crate::{folder}::"));
            names.extend(named_after(&code, "super::"));
            names.retain(|name| stems.contains(name) && *name != stem(source));
            edges.entry(stem(source)).or_default().extend(names);
        }
        let mut left: Vec<&String> = edges.keys().collect();
        // What depends on nothing that is left can go, and what nothing left depends on; what can't go is a cycle.
        loop {
            let before = left.len();
            let remaining = left.clone();
            left.retain(|name| edges[*name].iter().any(|other| remaining.contains(&other)));
            let used: Vec<&String> = left.iter().flat_map(|name| &edges[*name]).collect();
            left.retain(|name| used.contains(name));
            if left.len() == before {
                break;
            }
        }
        if !left.is_empty() {
            for name in &left {
                cycles.push(format!("{folder}: {name} imports {:?}", edges[*name]));
            }
        }
    }
    assert!(cycles.is_empty(), "{cycles:#?}");
}

#[test]
fn an_outside_crate_is_named_in_one_folder() {
    let mut strays = Vec::new();
    for source in sources() {
        for (name, home) in CRATES {
            let named = source.code().any(|line| {
                names_crate(line, name)
                    || line.trim_start().starts_with(&format!("use {name}"))
                        && word(line.trim_start().trim_start_matches("use ")) == name
            });
            if named && source.root() != home {
                strays.push(format!("{} names {name}, whose place is {home}", source.path));
            }
        }
    }
    assert!(strays.is_empty(), "{strays:#?}");
}

#[test]
fn every_dependency_has_its_place() {
    let manifest = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml")).unwrap();
    let section = manifest.split("[dependencies]").nth(1).unwrap().split("\n[").next().unwrap();
    for line in section.lines().filter(|line| !line.starts_with('#') && line.contains('=')) {
        let name = line.split('=').next().unwrap().trim().replace('-', "_");
        assert!(CRATES.iter().any(|(listed, _)| *listed == name), "no folder is named for {name}");
    }
}

#[test]
fn files_are_short() {
    for source in sources() {
        let limit = LONGER
            .iter()
            .find(|(path, _, _): &&(&str, usize, &str)| *path == source.path)
            .map_or(LINES_LIMIT, |(_, limit, _)| *limit);
        assert!(source.lines <= limit, "{} has {} lines, {limit} are allowed", source.path, source.lines);
    }
}

#[test]
fn file_names_say_something() {
    for source in sources() {
        for part in source.path.trim_end_matches(".rs").split('/') {
            assert!(!BANNED.contains(&part), "{}: {part} says nothing", source.path);
        }
    }
}

#[test]
fn mod_rs_is_a_table_of_contents() {
    for source in sources().iter().filter(|source| source.path.ends_with("/mod.rs")) {
        assert!(source.text.starts_with("//! "), "{}: no header", source.path);
        for line in source.code() {
            let item = ["fn ", "struct ", "enum ", "impl ", "trait ", "macro_rules!", "static "];
            let bare = line.trim_start().trim_start_matches("pub ").trim_start_matches("pub(crate) ");
            assert!(!item.iter().any(|word| bare.starts_with(word)), "{}: {line}", source.path);
        }
    }
}
