//! What can go wrong with the file, in words that say what to do.

use std::error::Error;
use std::fmt;
use std::path::Path;

use rusqlite::ErrorCode;

use crate::open::Kind;

/// Why the archive could not be opened, read or written. The file is as it was.
#[derive(Debug)]
pub struct ArchiveError {
    path: String,
    reason: Reason,
}

#[derive(Debug)]
enum Reason {
    Words(String),
    Database(&'static Kind, rusqlite::Error),
}

impl ArchiveError {
    /// With a reason of ours.
    pub(crate) fn new(path: &Path, words: impl Into<String>) -> ArchiveError {
        ArchiveError { path: path.display().to_string(), reason: Reason::Words(words.into()) }
    }

    /// With what the database says about a file of this kind.
    pub(crate) fn database(path: &Path, kind: &'static Kind, error: rusqlite::Error) -> ArchiveError {
        ArchiveError { path: path.display().to_string(), reason: Reason::Database(kind, error) }
    }
}

impl ArchiveError {
    /// Why, without the path of the file: that is nothing for strangers.
    pub fn reason(&self) -> String {
        self.reason.to_string()
    }
}

const RECOVER: &str = "Take a copy from before, or see what `sqlite3 FILE .recover` can save";

impl fmt::Display for ArchiveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.reason)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (kind, error) = match self {
            Reason::Words(words) => return f.write_str(words),
            Reason::Database(kind, error) => (kind, error),
        };
        match error {
            rusqlite::Error::FromSqlConversionFailure(.., words) => {
                return write!(f, "{words}; nothing was changed. {RECOVER}");
            }
            rusqlite::Error::InvalidColumnType(..) | rusqlite::Error::Utf8Error(..) => {
                return write!(f, "the file is damaged ({error}); nothing was changed. {RECOVER}");
            }
            _ => {}
        }
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
                f.write_str("the file is locked by another program; try again when that is done")
            }
            // Our own statements fit our own tables, so tables that do not fit them are damaged.
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::Unknown | ErrorCode::TypeMismatch) => {
                write!(f, "the file is damaged ({error}); nothing was changed. {RECOVER}")
            }
            Some(ErrorCode::NotADatabase) => write!(f, "this is not {}; nothing was changed", kind.name),
            Some(ErrorCode::DiskFull) => write!(f, "the disk is full; {}", kind.afterwards),
            Some(ErrorCode::ReadOnly) => f.write_str("the file may not be written to"),
            Some(ErrorCode::CannotOpen) => {
                f.write_str("the file cannot be opened; is its folder there and may it be written to?")
            }
            Some(ErrorCode::SystemIoFailure) => write!(
                f,
                "the file cannot be read or written ({error}); if the disk or a quota is full: {}",
                kind.afterwards
            ),
            _ => write!(f, "{error}"),
        }
    }
}

impl Error for ArchiveError {}
