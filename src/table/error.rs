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
    /// A column is asked about that the dataset was made without.
    NoColumn {
        /// Its name.
        name: String,
    },
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableError::Io(error) => write!(f, "{error}"),
            TableError::Parquet(error) => write!(f, "{error}"),
            TableError::Arrow(error) => write!(f, "{error}"),
            TableError::NoColumn { name } => {
                write!(f, "there is no column {name} in it; an audit with --columns default,{name} writes it")
            }
        }
    }
}

impl std::error::Error for TableError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            TableError::Io(error) => Some(error),
            TableError::Parquet(error) => Some(error),
            TableError::Arrow(error) => Some(error),
            TableError::NoColumn { .. } => None,
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
