//! What stands where the output is to stand, and whether it may be replaced.
//!
//! Owns the look at the place: what a dataset consists of, what is another's, what can't be moved. Changes nothing.

use std::env;
use std::fs::{self, DirEntry, FileType};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use crate::error::{Obstacle, RunError};
use crate::input::files::{Entry, Place};
use crate::table::Partition;

/// The folder of the games' parts: nothing else stands in it.
pub const GAMES_FOLDER: &str = "games";
/// The folder of the plies' parts.
pub const PLIES_FOLDER: &str = "plies";
/// The file without which a dataset is unfinished.
pub const MANIFEST_NAME: &str = "manifest.json";

/// The file of the summary.
pub const SUMMARY_NAME: &str = "summary.parquet";

/// The page that shows the dataset.
pub const REPORT_NAME: &str = "report.html";

/// The dataset card.
pub const CARD_NAME: &str = "README.md";

/// The files that a dataset may hold, and the folders of its tables.
const FILES: [&str; 4] = [MANIFEST_NAME, CARD_NAME, REPORT_NAME, SUMMARY_NAME];
const TABLES: [&str; 2] = [GAMES_FOLDER, PLIES_FOLDER];

/// The keys of partitions, the outer folder's first.
const PARTITIONS: &[&str] = Partition::YearMonth.keys();

/// What to do with an output that exists.
#[derive(Clone, Copy)]
pub enum Existing {
    /// Refuse.
    Keep,
    /// Replace it if it is an empty folder, or a dataset of ours and nothing else.
    Replace {
        /// Tells a manifest of ours from another file of that name.
        is_ours: fn(&[u8]) -> bool,
    },
}

/// Whether an output may be written at `target`.
pub(super) fn check(target: &Path, existing: Existing) -> Result<(), RunError> {
    let taken = |obstacle| Err(RunError::OutputTaken { path: target.to_owned(), obstacle });
    let metadata = match fs::symlink_metadata(target) {
        Ok(metadata) => metadata,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(RunError::output(target)(error)),
    };
    if !metadata.is_dir() {
        return taken(Obstacle::NotAFolder);
    }
    if is_at_work_in(target) {
        return taken(Obstacle::WorkingFolder);
    }
    let is_ours = match existing {
        Existing::Keep => return taken(Obstacle::NotForced),
        Existing::Replace { is_ours } => is_ours,
    };
    let found = list(target)?;
    if let Some(name) = foreign(target, &found)? {
        return taken(Obstacle::Foreign { name });
    }
    if is_mount_point(target)? {
        return taken(Obstacle::MountPoint);
    }
    if found.is_empty() || fs::read(target.join(MANIFEST_NAME)).is_ok_and(|manifest| is_ours(&manifest)) {
        Ok(())
    } else {
        taken(Obstacle::NoManifest)
    }
}

/// The first thing in an output's folder that is not of a dataset.
pub(super) fn foreign(target: &Path, found: &[(PathBuf, FileType)]) -> Result<Option<PathBuf>, RunError> {
    for (name, kind) in found {
        if kind.is_dir() && TABLES.iter().any(|table| name == Path::new(table)) {
            if let Some(other) = foreign_in_table(&target.join(name), PARTITIONS)? {
                return Ok(Some(name.join(other)));
            }
        } else if !(kind.is_file() && FILES.iter().any(|file| name == Path::new(file))) {
            return Ok(Some(name.clone()));
        }
    }
    Ok(None)
}

/// The first thing in the folder of a table that is neither a part nor the folder of a partition, down to the last of `keys`.
fn foreign_in_table(folder: &Path, keys: &[&str]) -> Result<Option<PathBuf>, RunError> {
    for (name, kind) in list(folder)? {
        let is_part = kind.is_file() && name.extension().is_some_and(|extension| extension == "parquet");
        let is_partition = |key: &str| {
            kind.is_dir()
                && name
                    .to_str()
                    .is_some_and(|name| name.strip_prefix(key).is_some_and(|rest| rest.starts_with('=')))
        };
        match keys.split_first() {
            _ if is_part => {}
            Some((key, keys)) if is_partition(key) => {
                if let Some(other) = foreign_in_table(&folder.join(&name), keys)? {
                    return Ok(Some(name.join(other)));
                }
            }
            Some(_) | None => return Ok(Some(name)),
        }
    }
    Ok(None)
}

/// What a folder holds, by name. A link is a link, wherever it leads.
pub(super) fn list(folder: &Path) -> Result<Vec<(PathBuf, FileType)>, RunError> {
    let item = |item: io::Result<DirEntry>| {
        let item = item?;
        Ok((PathBuf::from(item.file_name()), item.file_type()?))
    };
    let items = fs::read_dir(folder).and_then(|items| items.map(item).collect::<io::Result<Vec<_>>>());
    let mut items = items.map_err(RunError::output(folder))?;
    items.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
    Ok(items)
}

/// The name of an input that lies in the output's folder, whatever way leads to it.
pub(super) fn lies_in(input: &Entry, target: &Path) -> Option<String> {
    let (name, path) = match input {
        Entry::File(file) => match &file.place {
            Place::Stdin => return None,
            Place::Path(path) => (&file.name, path.as_path()),
        },
        Entry::EmptyFolder { name } => (name, Path::new(name)),
        // What can't be opened has no place of its own.
        Entry::Fault(_) => return None,
    };
    fs::canonicalize(path).is_ok_and(|path| path.starts_with(target)).then(|| name.clone())
}

/// Whether the program runs in `folder` or below it: who replaces that loses the ground under the feet.
fn is_at_work_in(folder: &Path) -> bool {
    env::current_dir().and_then(fs::canonicalize).is_ok_and(|here| here.starts_with(folder))
}

/// Whether another file system begins at `folder`, which therefore can't be renamed.
fn is_mount_point(folder: &Path) -> Result<bool, RunError> {
    let device =
        |path: &Path| fs::metadata(path).map(|metadata| metadata.dev()).map_err(RunError::output(path));
    Ok(device(folder)? != device(parent(folder))?)
}

/// The folder that `target` stands in.
pub(super) fn parent(target: &Path) -> &Path {
    match target.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        Some(_) | None => Path::new("."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_on_another_file_system_than_its_parent_is_a_mount_point() {
        let root = tempfile::tempdir().unwrap();
        assert!(!is_mount_point(root.path()).unwrap());
        if Path::new("/proc/self").exists() {
            assert!(is_mount_point(Path::new("/proc")).unwrap());
        }
    }

    #[test]
    fn the_working_directory_and_all_above_it_are_not_replaced() {
        let here = fs::canonicalize(".").unwrap();
        assert!(here.ancestors().all(is_at_work_in));
        assert!(!is_at_work_in(&here.join("src")));
    }
}
