//! Errors of a database file, in words that say what to do.

use std::error::Error;
use std::fmt;
use std::path::Path;

use rusqlite::ErrorCode;

use crate::open::Kind;

/// Why a database could not be opened, read or written. The file is unchanged.
#[derive(Debug)]
pub struct ArchiveError {
    path: String,
    reason: Reason,
}

#[derive(Debug)]
enum Reason {
    Words(String),
    Database(&'static Kind, Failure),
}

/// Why reading or writing inside a database failed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The content is not what was written.
    Damaged(String),
    Sqlite(rusqlite::Error),
}

impl From<rusqlite::Error> for Failure {
    fn from(error: rusqlite::Error) -> Failure {
        Failure::Sqlite(error)
    }
}

impl ArchiveError {
    pub(crate) fn new(path: &Path, words: impl Into<String>) -> ArchiveError {
        ArchiveError { path: path.display().to_string(), reason: Reason::Words(words.into()) }
    }

    pub(crate) fn database(path: &Path, kind: &'static Kind, failure: impl Into<Failure>) -> ArchiveError {
        ArchiveError { path: path.display().to_string(), reason: Reason::Database(kind, failure.into()) }
    }

    /// Returns the reason without the path of the file, for readers who may not know it.
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
            Reason::Database(_, Failure::Damaged(words)) => {
                return write!(f, "{words}; nothing was changed. {RECOVER}");
            }
            Reason::Database(kind, Failure::Sqlite(error)) => (kind, error),
        };
        let is_damaged = match error {
            rusqlite::Error::InvalidColumnType(..)
            | rusqlite::Error::InvalidColumnIndex(..)
            | rusqlite::Error::Utf8Error(..) => true,
            // The statements fit the tables, so tables that do not fit them are damaged.
            _ => matches!(
                error.sqlite_error_code(),
                Some(ErrorCode::DatabaseCorrupt | ErrorCode::Unknown | ErrorCode::TypeMismatch)
            ),
        };
        if is_damaged {
            return write!(f, "the file is damaged ({error}); nothing was changed. {RECOVER}");
        }
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
                f.write_str("the file is locked by another program; try again when that is done")
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
