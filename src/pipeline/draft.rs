//! One file that appears whole or not at all.
//!
//! Owns the file beside the output's place in which everything is written, and the change of names at the end. What is no
//! regular file (a pipe, `/dev/null`) can't be replaced, and is written through.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::error::{Obstacle, RunError};
use crate::pipeline::obstacles::{list, parent};
use crate::pipeline::publish::{UNFINISHED, is_gone, is_nothing, prefix, resolve, sibling, sync_folder};

/// How much is written at a time.
const BLOCK: usize = 1 << 20;

/// What to do with a file that exists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Present {
    /// Refuse.
    Keep,
    /// Replace it.
    Replace,
}

/// A file in the making.
#[derive(Debug)]
pub struct Draft {
    target: PathBuf,
    present: Present,
    /// The file beside the target; `None` where it is written through.
    beside: Option<PathBuf>,
    file: BufWriter<File>,
}

impl Draft {
    /// Begins a file that is to stand at `target`.
    ///
    /// # Errors
    ///
    /// Where a file stands there that is not to be replaced, or nothing can be written.
    pub fn begin(target: &Path, present: Present) -> Result<Draft, RunError> {
        let target = resolve(target)?;
        match fs::metadata(&target) {
            Ok(metadata) if metadata.is_dir() => {
                return Err(RunError::output(&target)(io::ErrorKind::IsADirectory.into()));
            }
            Ok(metadata) if !metadata.is_file() => {
                let file = File::options().write(true).open(&target).map_err(RunError::output(&target))?;
                return Ok(Draft {
                    target,
                    present,
                    beside: None,
                    file: BufWriter::with_capacity(BLOCK, file),
                });
            }
            Ok(_) | Err(_) => {}
        }
        check(&target, present)?;
        remove_leftovers(&target);
        let beside = sibling(&target, UNFINISHED);
        let file = File::create(&beside).map_err(RunError::output(&beside))?;
        // Where there are no locks the number in the name has to do.
        let _ = file.try_lock();
        Ok(Draft { target, present, beside: Some(beside), file: BufWriter::with_capacity(BLOCK, file) })
    }

    /// Where the file will stand.
    pub fn target(&self) -> &Path {
        &self.target
    }

    /// Whether what is written is there at once, and stays.
    pub fn is_written_through(&self) -> bool {
        self.beside.is_none()
    }

    /// Puts the file in its place.
    ///
    /// # Errors
    ///
    /// Where that can't be done, or a file that is not to be replaced came into the place since.
    pub fn publish(mut self) -> Result<(), RunError> {
        let fault = || RunError::output(&self.target);
        self.file.flush().map_err(fault())?;
        let Some(beside) = &self.beside else { return Ok(()) };
        self.file.get_ref().sync_all().map_err(fault())?;
        check(&self.target, self.present)
            .map_err(|_| RunError::OutputChanged { path: self.target.clone() })?;
        fs::rename(beside, &self.target).map_err(fault())?;
        self.beside = None;
        // The file stands; a system that can't sync folders has no more to give.
        let _ = sync_folder(parent(&self.target));
        Ok(())
    }
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        // Nobody is left to hear of a failure.
        if let Some(beside) = &self.beside {
            let _ = fs::remove_file(beside);
        }
    }
}

fn check(target: &Path, present: Present) -> Result<(), RunError> {
    match present {
        Present::Keep if !is_nothing(target)? => {
            Err(RunError::OutputTaken { path: target.to_owned(), obstacle: Obstacle::NotForced })
        }
        Present::Keep | Present::Replace => Ok(()),
    }
}

/// Removes what killed processes left of the same file. What can't be removed stays: it is in nobody's way.
fn remove_leftovers(target: &Path) {
    let prefix = prefix(target, UNFINISHED);
    for (name, kind) in list(parent(target)).unwrap_or_default() {
        let number =
            name.to_str().and_then(|name| name.strip_prefix(&prefix)).and_then(|rest| rest.parse().ok());
        let file = parent(target).join(&name);
        let is_free = || File::open(&file).is_ok_and(|file| file.try_lock().is_ok());
        if kind.is_file() && number.is_some_and(is_gone) && is_free() {
            let _ = fs::remove_file(&file);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        list(folder).unwrap().iter().map(|(name, _)| name.to_string_lossy().into_owned()).collect()
    }

    fn draft(target: &Path, present: Present) -> Draft {
        let mut draft = Draft::begin(target, present).unwrap();
        draft.write_all(b"new").unwrap();
        draft
    }

    #[test]
    fn a_file_appears_when_it_is_complete_and_alone() {
        let root = tempfile::tempdir().unwrap();
        let target = root.path().join("a.pgn");
        let draft = draft(&target, Present::Keep);
        assert!(!target.exists());
        draft.publish().unwrap();
        assert_eq!(
            (fs::read(&target).unwrap(), names(root.path())),
            (b"new".to_vec(), vec!["a.pgn".to_owned()])
        );
    }

    #[test]
    fn a_draft_that_is_dropped_leaves_what_was_there() {
        let root = tempfile::tempdir().unwrap();
        let target = root.path().join("a.pgn");
        drop(draft(&target, Present::Keep));
        assert!(names(root.path()).is_empty());
        fs::write(&target, "old").unwrap();
        drop(draft(&target, Present::Replace));
        assert_eq!(
            (fs::read(&target).unwrap(), names(root.path())),
            (b"old".to_vec(), vec!["a.pgn".to_owned()])
        );
    }

    #[test]
    fn a_file_is_replaced_if_that_is_asked_for_alone() {
        let root = tempfile::tempdir().unwrap();
        let target = root.path().join("a.pgn");
        let early = draft(&target, Present::Keep);
        fs::write(&target, "old").unwrap();
        assert!(matches!(early.publish(), Err(RunError::OutputChanged { .. })));
        let refused = Draft::begin(&target, Present::Keep).unwrap_err();
        assert!(matches!(refused, RunError::OutputTaken { obstacle: Obstacle::NotForced, .. }), "{refused}");
        draft(&target, Present::Replace).publish().unwrap();
        assert_eq!(
            (fs::read(&target).unwrap(), names(root.path())),
            (b"new".to_vec(), vec!["a.pgn".to_owned()])
        );
        assert!(Draft::begin(root.path(), Present::Replace).is_err());
    }

    #[test]
    fn a_link_leads_to_the_file_and_a_device_stays_one() {
        let root = tempfile::tempdir().unwrap();
        let (target, link) = (root.path().join("a.pgn"), root.path().join("link"));
        fs::write(&target, "old").unwrap();
        std::os::unix::fs::symlink(&target, &link).unwrap();
        draft(&link, Present::Replace).publish().unwrap();
        assert!(link.is_symlink());
        assert_eq!(fs::read(&target).unwrap(), b"new");
        draft(Path::new("/dev/null"), Present::Keep).publish().unwrap();
        assert!(!Path::new("/dev/null").is_file());
    }

    #[test]
    fn what_killed_processes_left_is_removed() {
        let root = tempfile::tempdir().unwrap();
        let live = std::os::unix::process::parent_id();
        // Beyond the highest number that Linux gives.
        fs::write(root.path().join(format!(".a.pgn.unfinished-{}", u32::MAX)), "x").unwrap();
        fs::write(root.path().join(format!(".a.pgn.unfinished-{live}")), "x").unwrap();
        drop(draft(&root.path().join("a.pgn"), Present::Keep));
        // Without /proc nobody can tell who is gone.
        if Path::new("/proc/self").exists() {
            assert_eq!(names(root.path()), [format!(".a.pgn.unfinished-{live}")]);
        }
    }
}
