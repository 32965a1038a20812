//! The output appears whole or not at all.
//!
//! Owns the folder beside the output's place in which everything is written, and the change of places at the end. An
//! output that exists stays untouched until the new one is complete; a run that ends early leaves nothing behind.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;

use crate::error::{Obstacle, RunError};
use crate::input::files::Entry;
use crate::pipeline::obstacles::{
    Existing, GAMES_FOLDER, MANIFEST_NAME, PLIES_FOLDER, SUMMARY_NAME, check, foreign, lies_in, list, parent,
};

/// What the name of a folder in the making says of it.
pub(super) const UNFINISHED: &str = "unfinished";

/// What stood at the output's place when the run began.
#[derive(Clone, Copy)]
enum Found {
    Nothing,
    /// A folder that may be replaced.
    Replaceable,
}

/// An output in the making.
pub struct Stage {
    target: PathBuf,
    existing: Existing,
    found: Found,
    folder: PathBuf,
    /// Held as long as the folder is in use, and let go by the system however the process ends.
    _lock: File,
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
        let found = if is_nothing(&target)? { Found::Nothing } else { Found::Replaceable };
        let parent = parent(&target);
        fs::create_dir_all(parent).map_err(RunError::output(parent))?;
        remove_leftovers(&target);
        let folder = sibling(&target, UNFINISHED);
        fs::create_dir(&folder).map_err(RunError::output(&folder))?;
        let lock = File::open(&folder).map_err(RunError::output(&folder))?;
        // Where there are no locks the number in the name has to do.
        let _ = lock.try_lock();
        let stage = Stage { target, existing, found, folder, _lock: lock };
        let games = stage.games();
        fs::create_dir(&games).map_err(RunError::output(&games))?;
        Ok(stage)
    }

    /// Where the parts of the games are written.
    pub fn games(&self) -> PathBuf {
        self.folder.join(GAMES_FOLDER)
    }

    /// Where the parts of the plies are written.
    pub fn plies(&self) -> PathBuf {
        self.folder.join(PLIES_FOLDER)
    }

    /// Where the summary is written.
    pub fn summary(&self) -> PathBuf {
        self.folder.join(SUMMARY_NAME)
    }

    /// Where the dataset will stand.
    pub fn target(&self) -> &Path {
        &self.target
    }

    /// Writes a file beside the tables.
    ///
    /// # Errors
    ///
    /// Where that can't be done.
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<(), RunError> {
        let path = self.folder.join(name);
        write_synced(&path, bytes).map_err(RunError::output(&path))
    }

    /// Writes the manifest, the last of the files, and puts the dataset in its place.
    ///
    /// # Errors
    ///
    /// Where that can't be done, or something came into the place since; what stood there before stands there still.
    pub fn publish(self, manifest: &[u8]) -> Result<(), RunError> {
        self.check_again(&self.target)?;
        let path = self.folder.join(MANIFEST_NAME);
        write_synced(&path, manifest).map_err(RunError::output(&path))?;
        sync_folders(&self.folder)?;
        // Syncing takes its time.
        self.check_again(&self.target)?;
        self.change_places()?;
        // The dataset stands; a system that can't sync folders has no more to give.
        let _ = sync_folder(parent(&self.target));
        Ok(())
    }

    /// Whether the place, or what was moved from it to `path`, is as it was found.
    fn check_again(&self, path: &Path) -> Result<(), RunError> {
        let changed = || RunError::OutputChanged { path: self.target.clone() };
        match self.found {
            Found::Nothing if !is_nothing(path)? => Err(changed()),
            Found::Nothing => Ok(()),
            Found::Replaceable => check(path, self.existing).map_err(|error| match error {
                RunError::OutputTaken { .. } => changed(),
                other => other,
            }),
        }
    }

    fn change_places(&self) -> Result<(), RunError> {
        let fault = || RunError::output(&self.target);
        if is_nothing(&self.target)? {
            // Replaces nothing but an empty folder, whatever comes in between.
            return fs::rename(&self.folder, &self.target).map_err(fault());
        }
        let old = sibling(&self.target, "replaced");
        if old.exists() {
            fs::remove_dir_all(&old).map_err(fault())?;
        }
        fs::rename(&self.target, &old).map_err(fault())?;
        let moved = self.check_again(&old);
        if let Err(error) = moved.and_then(|()| fs::rename(&self.folder, &self.target).map_err(fault())) {
            fs::rename(&old, &self.target).map_err(fault())?;
            return Err(error);
        }
        fs::remove_dir_all(&old).map_err(fault())
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

/// The place itself where a link or `.` leads to one, so that it is what gets renamed.
pub(super) fn resolve(target: &Path) -> Result<PathBuf, RunError> {
    if target.exists() {
        return fs::canonicalize(target).map_err(RunError::output(target));
    }
    if target.file_name().is_none() {
        return Err(RunError::output(target)(io::ErrorKind::InvalidInput.into()));
    }
    // Without a slash at the end, which would be part of the name.
    Ok(target.components().collect())
}

pub(super) fn is_nothing(path: &Path) -> Result<bool, RunError> {
    match fs::symlink_metadata(path) {
        Ok(_) => Ok(false),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(true),
        Err(error) => Err(RunError::output(path)(error)),
    }
}

/// A hidden name beside `target` that no other process uses.
pub(super) fn sibling(target: &Path, what: &str) -> PathBuf {
    parent(target).join(format!("{}{}", prefix(target, what), process::id()))
}

/// Such a name up to the process's number.
pub(super) fn prefix(target: &Path, what: &str) -> String {
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    format!(".{name}.{what}-")
}

/// Removes what killed processes left of the same output. What can't be removed stays: it is in nobody's way.
fn remove_leftovers(target: &Path) {
    let prefix = prefix(target, UNFINISHED);
    for (name, kind) in list(parent(target)).unwrap_or_default() {
        let number =
            name.to_str().and_then(|name| name.strip_prefix(&prefix)).and_then(|rest| rest.parse().ok());
        let folder = parent(target).join(&name);
        if kind.is_dir() && number.is_some_and(is_gone) && is_abandoned(&folder) {
            let _ = fs::remove_dir_all(&folder);
        }
    }
}

/// Whether no other process that lives has this number, as far as this system tells.
pub(super) fn is_gone(number: u32) -> bool {
    // A folder with our own number is left from one that had it before.
    if number == process::id() {
        return true;
    }
    let processes = Path::new("/proc");
    match fs::read(processes.join(number.to_string()).join("stat")) {
        // The state follows the name, which may hold anything. A zombie (Z) writes no more.
        Ok(stat) => stat.rsplit(|byte| *byte == b')').next().is_some_and(|state| state.starts_with(b" Z")),
        Err(error) => error.kind() == io::ErrorKind::NotFound && processes.join("self").exists(),
    }
}

/// Whether an unfinished folder holds nothing of others, and nobody holds it: a number says nothing of a process that
/// counts in another namespace.
fn is_abandoned(folder: &Path) -> bool {
    let is_ours = list(folder).and_then(|found| foreign(folder, &found)).is_ok_and(|name| name.is_none());
    is_ours && File::open(folder).is_ok_and(|folder| folder.try_lock().is_ok())
}

fn write_synced(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// Syncs a folder, after those in it.
fn sync_folders(folder: &Path) -> Result<(), RunError> {
    for (name, kind) in list(folder)? {
        if kind.is_dir() {
            sync_folders(&folder.join(name))?;
        }
    }
    sync_folder(folder).map_err(RunError::output(folder))
}

pub(super) fn sync_folder(path: &Path) -> io::Result<()> {
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
        assert!(matches!(stage.publish(b"ours"), Err(RunError::OutputChanged { .. })));
        assert_eq!((names(root.path()), names(&target)), (vec!["out".into()], vec!["letter".into()]));
    }

    #[test]
    fn where_nothing_stood_not_even_a_dataset_or_a_file_is_replaced() {
        for existing in [Existing::Keep, REPLACE] {
            let root = tempfile::tempdir().unwrap();
            let target = root.path().join("out");
            let stage = Stage::begin(&target, existing, &[]).unwrap();
            fs::create_dir(&target).unwrap();
            fs::write(target.join(MANIFEST_NAME), "ours").unwrap();
            assert!(matches!(stage.publish(b"ours too"), Err(RunError::OutputChanged { .. })));
            assert_eq!(fs::read(target.join(MANIFEST_NAME)).unwrap(), b"ours");
            fs::remove_dir_all(&target).unwrap();
            let stage = Stage::begin(&target, existing, &[]).unwrap();
            fs::write(&target, "dear").unwrap();
            assert!(matches!(stage.publish(b"ours"), Err(RunError::OutputChanged { .. })));
            assert_eq!(
                (fs::read(&target).unwrap(), names(root.path())),
                (b"dear".to_vec(), vec!["out".into()])
            );
        }
    }

    #[test]
    fn what_killed_processes_left_is_removed_and_nothing_else() {
        let root = tempfile::tempdir().unwrap();
        let target = root.path().join("out");
        // Beyond the highest number that Linux gives.
        let (gone, live) = (u32::MAX, std::os::unix::process::parent_id());
        let own = process::id();
        let left = [format!(".out.unfinished-{gone}"), format!(".out.unfinished-{own}")];
        let kept = [
            format!(".other.unfinished-{gone}"),
            ".out.unfinished-4294967294".to_owned(),
            format!(".out.unfinished-{live}"),
            ".out.unfinished-x".to_owned(),
        ];
        for name in left.iter().chain(&kept) {
            fs::create_dir_all(root.path().join(name).join(GAMES_FOLDER)).unwrap();
        }
        fs::write(root.path().join(&kept[1]).join("letter"), "dear").unwrap();
        let held = root.path().join(".out.unfinished-4294967293");
        fs::create_dir(&held).unwrap();
        let lock = File::open(&held).unwrap();
        lock.lock().unwrap();
        drop(Stage::begin(&target, Existing::Keep, &[]).unwrap());
        let mut expected: Vec<_> =
            kept.iter().cloned().chain([".out.unfinished-4294967293".to_owned()]).collect();
        expected.sort();
        // Without /proc nobody can tell who is gone.
        if Path::new("/proc/self").exists() {
            assert_eq!(names(root.path()), expected);
        }
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
    fn a_process_that_is_dead_is_gone_even_if_nobody_took_note() {
        assert!(!is_gone(std::os::unix::process::parent_id()));
        if Path::new("/proc/self").exists() {
            let mut child = process::Command::new("true").spawn().unwrap();
            while !is_gone(child.id()) {
                std::thread::yield_now();
            }
            child.wait().unwrap();
        }
    }

    #[test]
    fn a_file_is_never_replaced() {
        let root = tempfile::tempdir().unwrap();
        let target = root.path().join("out");
        fs::write(&target, "precious").unwrap();
        assert_eq!(obstacle(Stage::begin(&target, REPLACE, &[])), Obstacle::NotAFolder);
    }
}
