//! The files that a dataset was made of, found again.
//!
//! Owns the way from `source_file` to a file, and the distrust of it: a file of another size is another file.

use std::fs;
use std::path::{Component, Path, PathBuf};

use crate::error::InputFault;
use crate::input::files::{InputFile, Place};
use crate::input::names::unescaped;
use crate::input::stretches::Stretches;
use crate::pipeline::extract_error::SourceFault;

/// What the manifest says of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recorded {
    /// The dataset's `source_file`.
    pub name: String,
    /// Bytes of its text.
    pub bytes: u64,
    /// Bytes of the file as stored, where that was known.
    pub stored_bytes: Option<u64>,
}

/// The name of standard input, of which nothing is left to find.
const STDIN: &str = "-";

/// Opens the file that was recorded, in the folder that it has `moved_to` or where it was.
///
/// # Errors
///
/// Where it can't be found or opened, or has another size.
pub fn open(recorded: &Recorded, moved_to: Option<&Path>) -> Result<Stretches, SourceFault> {
    if recorded.name == STDIN {
        return Err(SourceFault::StandardInput);
    }
    let Some(path) = find(&recorded.name, moved_to) else {
        return Err(SourceFault::Input(InputFault::NotFound));
    };
    let file = InputFile { name: recorded.name.clone(), place: Place::Path(path) };
    let stretches = Stretches::open(file).map_err(|error| SourceFault::Input(error.fault))?;
    match (recorded.stored_bytes, stretches.stored_bytes()) {
        (Some(was), Some(is)) if was != is => Err(SourceFault::Resized { was, is }),
        _ => Ok(stretches),
    }
}

/// Where the file of this name is, if it is anywhere. In the folder that it has `moved_to` it may stand under its whole
/// name, or without folders that its name begins with.
pub fn find(name: &str, moved_to: Option<&Path>) -> Option<PathBuf> {
    let names = [Some(PathBuf::from(name)), unescaped(name).map(PathBuf::from)];
    let is_there = |path: &PathBuf| fs::metadata(path).is_ok_and(|metadata| !metadata.is_dir());
    match moved_to {
        None => names.into_iter().flatten().find(is_there),
        Some(folder) => names.into_iter().flatten().flat_map(|name| below(folder, &name)).find(is_there),
    }
}

/// The places in a folder in which a file can be looked for: the longest name first.
fn below(folder: &Path, name: &Path) -> Vec<PathBuf> {
    let mut parts = Vec::new();
    for part in name.components() {
        match part {
            Component::Normal(part) => parts.push(part),
            // What is above the folder is not in it.
            Component::ParentDir => parts.clear(),
            Component::CurDir | Component::RootDir | Component::Prefix(_) => {}
        }
    }
    (0..parts.len()).map(|first| folder.join(parts[first..].iter().collect::<PathBuf>())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moved_file_is_looked_for_under_ever_shorter_names() {
        let places = |name: &str| {
            below(Path::new("/new"), Path::new(name))
                .iter()
                .map(|path| path.to_string_lossy().into_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(places("/old/in/a.pgn"), ["/new/old/in/a.pgn", "/new/in/a.pgn", "/new/a.pgn"]);
        assert_eq!(places("./in/../../a.pgn"), ["/new/a.pgn"]);
        assert!(places("..").is_empty());
    }

    #[test]
    fn a_name_that_was_no_text_leads_to_its_file() {
        use std::ffi::OsStr;
        use std::os::unix::ffi::OsStrExt;

        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(OsStr::from_bytes(b"\xff.pgn"));
        fs::write(&path, "x").unwrap();
        let name = crate::input::names::name(path.as_os_str());
        assert_eq!(find(&name, None), Some(path.clone()));
        assert_eq!(find("in/\\xff.pgn", Some(folder.path())), Some(path));
        assert_eq!(find("in", Some(folder.path())), None);
    }
}
