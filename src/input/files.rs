//! From arguments to files: what a user named, in the order in which it is audited.
//!
//! Owns the walk of folders and the names that the dataset gives to its sources. Opens no file.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use crate::error::InputError;
use crate::input::names;

/// One line of the manifest's inputs: a file to read, or what became of an argument that is none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Entry {
    /// A file to read.
    File(InputFile),
    /// A folder without a PGN file in it.
    EmptyFolder {
        /// The argument as given.
        name: String,
    },
    /// An argument, or something below it, that can't be read.
    Fault(InputError),
}

/// A file to read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InputFile {
    /// The dataset's `source_file`: the argument as given, or folder argument and relative path.
    pub name: String,
    /// Where it is.
    pub place: Place,
}

/// Where an input is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// Standard input.
    Stdin,
    /// A path.
    Path(PathBuf),
}

/// Expands arguments: a file stands for itself whatever its name, `-` for standard input, a folder for every `*.pgn`
/// and `*.pgn.zst` below it (any case), sorted by the bytes of their paths. Linked folders are not entered, for a link
/// can lead in circles.
pub fn expand(arguments: &[OsString]) -> Vec<Entry> {
    let mut entries = Vec::new();
    for argument in arguments {
        let name = names::name(argument);
        if argument == "-" {
            entries.push(Entry::File(InputFile { name, place: Place::Stdin }));
            continue;
        }
        let path = PathBuf::from(argument);
        match fs::metadata(&path) {
            Err(error) => entries.push(Entry::Fault(InputError::opening(&name, &error))),
            Ok(metadata) if metadata.is_dir() => entries.extend(folder(&path, name)),
            Ok(_) => entries.push(Entry::File(InputFile { name, place: Place::Path(path) })),
        }
    }
    entries
}

/// The files below a folder argument, and what could not be listed.
fn folder(path: &Path, name: String) -> Vec<Entry> {
    let mut found = Vec::new();
    let mut faults = Vec::new();
    walk(path, &mut found, &mut faults);
    found.sort_unstable_by(|a, b| a.as_os_str().as_bytes().cmp(b.as_os_str().as_bytes()));
    let none = found.is_empty() && faults.is_empty();
    let mut entries: Vec<_> = faults.into_iter().map(Entry::Fault).collect();
    entries.extend(found.into_iter().map(|path| {
        Entry::File(InputFile { name: names::name(path.as_os_str()), place: Place::Path(path) })
    }));
    if none {
        entries.push(Entry::EmptyFolder { name });
    }
    entries
}

fn walk(folder: &Path, found: &mut Vec<PathBuf>, faults: &mut Vec<InputError>) {
    let mut fault = |path: &Path, error: &io::Error| {
        faults.push(InputError::opening(&names::name(path.as_os_str()), error));
    };
    let list = match fs::read_dir(folder) {
        Ok(list) => list,
        Err(error) => return fault(folder, &error),
    };
    let mut folders = Vec::new();
    for item in list {
        let item = match item {
            Ok(item) => item,
            Err(error) => return fault(folder, &error),
        };
        let path = item.path();
        match item.file_type() {
            Ok(kind) if kind.is_dir() => folders.push(path),
            // A link or a pipe with the name of a game file is taken; what it is shows when it is opened.
            Ok(kind) if is_pgn(&path) && !(kind.is_symlink() && path.is_dir()) => found.push(path),
            Ok(_) => {}
            Err(error) => fault(&path, &error),
        }
    }
    folders.sort_unstable();
    for folder in folders {
        walk(&folder, found, faults);
    }
}

/// Whether a walk takes a file of this name.
fn is_pgn(path: &Path) -> bool {
    let name = path.file_name().map(|name| name.as_bytes().to_ascii_lowercase()).unwrap_or_default();
    name.ends_with(b".pgn") || name.ends_with(b".pgn.zst")
}

/// The bytes of all inputs as stored; 0 if that of any is not known.
pub fn stored_bytes(entries: &[Entry]) -> u64 {
    let size = |path: &Path| std::fs::metadata(path).ok().filter(std::fs::Metadata::is_file).map(|m| m.len());
    entries
        .iter()
        .map(|entry| match entry {
            Entry::File(file) => match &file.place {
                Place::Stdin => None,
                Place::Path(path) => size(path),
            },
            Entry::EmptyFolder { .. } | Entry::Fault(_) => Some(0),
        })
        .sum::<Option<u64>>()
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_walked_in_the_order_of_its_paths_bytes() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        fs::create_dir_all(root.join("b")).unwrap();
        for name in ["b/x.PGN", "b.pgn", "a.pgn.zst", "Z.pgn", "notes.txt", "a.zst", "c.Pgn.Zst"] {
            fs::write(root.join(name), "").unwrap();
        }
        let names: Vec<_> = expand(&[root.into()])
            .into_iter()
            .map(|entry| match entry {
                Entry::File(file) => file.name.strip_prefix(&*root.to_string_lossy()).unwrap().to_owned(),
                other => panic!("{other:?}"),
            })
            .collect();
        assert_eq!(names, ["/Z.pgn", "/a.pgn.zst", "/b.pgn", "/b/x.PGN", "/c.Pgn.Zst"]);
    }

    #[test]
    fn a_folder_without_games_and_a_missing_file_are_entries_of_their_own() {
        let folder = tempfile::tempdir().unwrap();
        let missing = folder.path().join("missing.pgn");
        let entries = expand(&[folder.path().into(), missing.into(), "-".into()]);
        assert!(matches!(entries[0], Entry::EmptyFolder { .. }));
        assert!(matches!(entries[1], Entry::Fault(_)));
        assert!(matches!(&entries[2], Entry::File(file) if file.place == Place::Stdin && file.name == "-"));
    }
}
