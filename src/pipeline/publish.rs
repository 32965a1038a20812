//! The output appears whole or not at all.
//!
//! Owns the folder beside the output's place in which everything is written, and the change of places at the end. An
//! output that exists stays untouched until the new one is complete; a run that ends early leaves nothing behind.

use std::fs::{self, DirEntry, File, FileType};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;

use crate::error::{Obstacle, RunError};
use crate::input::files::{Entry, Place};

/// The folder of the games' parts: nothing else stands in it.
pub const GAMES_FOLDER: &str = "games";
/// The file without which a dataset is unfinished.
pub const MANIFEST_NAME: &str = "manifest.json";

/// The files that a dataset may hold, and the folders of its tables.
const FILES: [&str; 4] = [MANIFEST_NAME, "README.md", "report.html", "summary.parquet"];
const TABLES: [&str; 2] = [GAMES_FOLDER, "plies"];

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

/// An output in the making.
pub struct Stage {
    target: PathBuf,
    existing: Existing,
    folder: PathBuf,
}

impl Stage {
    /// Makes the folder beside `target`, for what is made of `inputs`.
    ///
    /// # Errors
    ///
    /// Where the place is taken, holds an input, or nothing can be written there.
    pub fn begin(target: &Path, existing: Existing, inputs: &[Entry]) -> Result<Stage, RunError> {
        let target = resolve(target)?;
        if let Some(input) = inputs.iter().find_map(|input| lies_in(input, &target)) {
            return Err(RunError::OutputTaken { path: target, obstacle: Obstacle::HoldsInput { input } });
        }
        check(&target, existing)?;
        let folder = sibling(&target, "unfinished");
        let parent = parent(&target);
        fs::create_dir_all(parent).map_err(RunError::output(parent))?;
        // Left over from a killed process that had our number.
        if folder.exists() {
            fs::remove_dir_all(&folder).map_err(RunError::output(&folder))?;
        }
        fs::create_dir(&folder).map_err(RunError::output(&folder))?;
        let stage = Stage { target, existing, folder };
        let games = stage.games();
        fs::create_dir(&games).map_err(RunError::output(&games))?;
        Ok(stage)
    }

    /// Where the parts of the games are written.
    pub fn games(&self) -> PathBuf {
        self.folder.join(GAMES_FOLDER)
    }

    /// Where the dataset will stand.
    pub fn target(&self) -> &Path {
        &self.target
    }

    /// Writes the manifest, the last of the files, and puts the dataset in its place.
    ///
    /// # Errors
    ///
    /// Where that can't be done, or something came into the place since; what stood there before stands there still.
    pub fn publish(self, manifest: &[u8]) -> Result<(), RunError> {
        check(&self.target, self.existing)?;
        let path = self.folder.join(MANIFEST_NAME);
        write_synced(&path, manifest).map_err(RunError::output(&path))?;
        for folder in [self.games(), self.folder.clone()] {
            sync_folder(&folder).map_err(RunError::output(&folder))?;
        }
        self.change_places().map_err(RunError::output(&self.target))?;
        // The dataset stands; a system that can't sync folders has no more to give.
        let _ = sync_folder(parent(&self.target));
        Ok(())
    }

    fn change_places(&self) -> io::Result<()> {
        if !self.target.exists() {
            return fs::rename(&self.folder, &self.target);
        }
        let old = sibling(&self.target, "replaced");
        if old.exists() {
            fs::remove_dir_all(&old)?;
        }
        fs::rename(&self.target, &old)?;
        if let Err(error) = fs::rename(&self.folder, &self.target) {
            fs::rename(&old, &self.target)?;
            return Err(error);
        }
        fs::remove_dir_all(&old)
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        // After publishing there is nothing of that name any more. Nobody is left to hear of a failure.
        if self.folder.exists() {
            let _ = fs::remove_dir_all(&self.folder);
        }
    }
}

/// Whether an output may be written at `target`.
fn check(target: &Path, existing: Existing) -> Result<(), RunError> {
    let taken = |obstacle| Err(RunError::OutputTaken { path: target.to_owned(), obstacle });
    let metadata = match fs::symlink_metadata(target) {
        Ok(metadata) => metadata,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(RunError::output(target)(error)),
    };
    if !metadata.is_dir() {
        return taken(Obstacle::NotAFolder);
    }
    let is_ours = match existing {
        Existing::Keep => return taken(Obstacle::NotForced),
        Existing::Replace { is_ours } => is_ours,
    };
    let found = list(target)?;
    if let Some(name) = foreign(target, &found)? {
        return taken(Obstacle::Foreign { name });
    }
    if found.is_empty() || fs::read(target.join(MANIFEST_NAME)).is_ok_and(|manifest| is_ours(&manifest)) {
        Ok(())
    } else {
        taken(Obstacle::NoManifest)
    }
}

/// The first thing in an output's folder that is not of a dataset.
fn foreign(target: &Path, found: &[(PathBuf, FileType)]) -> Result<Option<PathBuf>, RunError> {
    for (name, kind) in found {
        if kind.is_dir() && TABLES.iter().any(|table| name == Path::new(table)) {
            let part = |(part, kind): &(PathBuf, FileType)| {
                kind.is_file() && part.extension().is_some_and(|extension| extension == "parquet")
            };
            if let Some((other, _)) = list(&target.join(name))?.iter().find(|found| !part(found)) {
                return Ok(Some(name.join(other)));
            }
        } else if !(kind.is_file() && FILES.iter().any(|file| name == Path::new(file))) {
            return Ok(Some(name.clone()));
        }
    }
    Ok(None)
}

/// What a folder holds, by name. A link is a link, wherever it leads.
fn list(folder: &Path) -> Result<Vec<(PathBuf, FileType)>, RunError> {
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
fn lies_in(input: &Entry, target: &Path) -> Option<String> {
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

/// The place itself where a link or `.` leads to one, so that it is what gets renamed.
fn resolve(target: &Path) -> Result<PathBuf, RunError> {
    if target.exists() {
        return fs::canonicalize(target).map_err(RunError::output(target));
    }
    if target.file_name().is_none() {
        return Err(RunError::output(target)(io::ErrorKind::InvalidInput.into()));
    }
    // Without a slash at the end, which would be part of the name.
    Ok(target.components().collect())
}

fn parent(target: &Path) -> &Path {
    match target.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        Some(_) | None => Path::new("."),
    }
}

/// A hidden name beside `target` that no other process uses.
fn sibling(target: &Path, what: &str) -> PathBuf {
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    parent(target).join(format!(".{name}.{what}-{}", process::id()))
}

fn write_synced(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

fn sync_folder(path: &Path) -> io::Result<()> {
    File::open(path)?.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;

    const REPLACE: Existing = Existing::Replace { is_ours: |manifest| manifest == b"ours" };

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<_> = fs::read_dir(folder)
            .unwrap()
            .map(|item| item.unwrap().file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    fn obstacle<T>(result: Result<T, RunError>) -> Obstacle {
        match result {
            Err(RunError::OutputTaken { obstacle, .. }) => obstacle,
            Err(other) => panic!("{other}"),
            Ok(_) => panic!("not refused"),
        }
    }

    #[test]
    fn what_comes_into_the_place_during_a_run_is_not_replaced() {
        let root = tempfile::tempdir().unwrap();
        let target = root.path().join("out");
        let stage = Stage::begin(&target, REPLACE, &[]).unwrap();
        fs::create_dir(&target).unwrap();
        fs::write(target.join("letter"), "dear").unwrap();
        assert_eq!(obstacle(stage.publish(b"ours")), Obstacle::Foreign { name: "letter".into() });
        assert_eq!((names(root.path()), names(&target)), (vec!["out".into()], vec!["letter".into()]));
    }

    #[test]
    fn a_stage_that_is_dropped_leaves_nothing() {
        let root = tempfile::tempdir().unwrap();
        let target = root.path().join("out");
        let stage = Stage::begin(&target, Existing::Keep, &[]).unwrap();
        fs::write(stage.games().join("part-00000.parquet"), "x").unwrap();
        drop(stage);
        assert!(names(root.path()).is_empty());
    }

    #[test]
    fn a_published_stage_stands_alone_and_is_refused_without_force() {
        let root = tempfile::tempdir().unwrap();
        let target = root.path().join("deep/out/");
        Stage::begin(&target, Existing::Keep, &[]).unwrap().publish(b"ours").unwrap();
        assert_eq!(names(&root.path().join("deep")), ["out"]);
        assert_eq!(names(&target), [GAMES_FOLDER, MANIFEST_NAME]);
        assert_eq!(obstacle(Stage::begin(&target, Existing::Keep, &[])), Obstacle::NotForced);
    }

    #[test]
    fn only_an_empty_folder_or_a_dataset_is_replaced() {
        let root = tempfile::tempdir().unwrap();
        let target = root.path().join("out");
        fs::create_dir(&target).unwrap();
        Stage::begin(&target, REPLACE, &[]).unwrap().publish(b"ours").unwrap();
        fs::write(target.join(GAMES_FOLDER).join("old.parquet"), "").unwrap();
        let stage = Stage::begin(&target, REPLACE, &[]).unwrap();
        assert_eq!(
            names(&target.join(GAMES_FOLDER)),
            ["old.parquet"],
            "untouched until the new one is complete"
        );
        stage.publish(b"ours").unwrap();
        assert!(names(&target.join(GAMES_FOLDER)).is_empty());
        fs::write(target.join(MANIFEST_NAME), "another's").unwrap();
        assert_eq!(obstacle(Stage::begin(&target, REPLACE, &[])), Obstacle::NoManifest);
        assert_eq!(names(root.path()), ["out"]);
    }

    #[test]
    fn a_file_is_never_replaced() {
        let root = tempfile::tempdir().unwrap();
        let target = root.path().join("out");
        fs::write(&target, "precious").unwrap();
        assert_eq!(obstacle(Stage::begin(&target, REPLACE, &[])), Obstacle::NotAFolder);
    }
}
