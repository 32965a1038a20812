//! What can go wrong with the dataset: the disk, or a value that Parquet can't hold.

use std::fmt;
use std::io;

use arrow_schema::ArrowError;
use parquet::errors::ParquetError;

/// Why a table could not be written or read.
#[derive(Debug)]
pub enum TableError {
    /// The file system refused.
    Io(io::Error),
    /// Parquet refused.
    Parquet(ParquetError),
    /// Arrow refused.
    Arrow(ArrowError),
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableError::Io(error) => write!(f, "{error}"),
            TableError::Parquet(error) => write!(f, "{error}"),
            TableError::Arrow(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for TableError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            TableError::Io(error) => Some(error),
            TableError::Parquet(error) => Some(error),
            TableError::Arrow(error) => Some(error),
        }
    }
}

impl From<io::Error> for TableError {
    fn from(error: io::Error) -> TableError {
        TableError::Io(error)
    }
}

impl From<ParquetError> for TableError {
    fn from(error: ParquetError) -> TableError {
        TableError::Parquet(error)
    }
}

impl From<ArrowError> for TableError {
    fn from(error: ArrowError) -> TableError {
        TableError::Arrow(error)
    }
}
