//! A dataset that a command is given: its folder, with the manifest without which it is unfinished.

use std::fs;
use std::io;
use std::path::Path;

use crate::pipeline::extract::Dataset;
use crate::pipeline::obstacles::MANIFEST_NAME;
use crate::report::recorded;

/// What the manifest in a folder says, and its bytes; or why it is none of a dataset.
pub(super) fn read(folder: &Path) -> Result<(Dataset, Vec<u8>), String> {
    let manifest = fs::read(folder.join(MANIFEST_NAME)).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => {
            format!("is no dataset: there is no {MANIFEST_NAME} in it")
        }
        _ => format!("{MANIFEST_NAME} can't be read: {}", crate::error::reason(&error)),
    })?;
    match recorded::dataset(folder, &manifest) {
        Some(dataset) => Ok((dataset, manifest)),
        None => Err(format!("is no dataset: its {MANIFEST_NAME} is not of an audit")),
    }
}
