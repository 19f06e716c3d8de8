//! What can go wrong with the file, in words that say what to do.

use std::error::Error;
use std::fmt;
use std::path::Path;

use rusqlite::ErrorCode;

/// Why the archive could not be opened, read or written. The file is as it was.
#[derive(Debug)]
pub struct ArchiveError {
    path: String,
    reason: Reason,
}

#[derive(Debug)]
enum Reason {
    Words(String),
    Database(rusqlite::Error),
}

impl ArchiveError {
    /// With a reason of ours.
    pub(crate) fn new(path: &Path, words: impl Into<String>) -> ArchiveError {
        ArchiveError { path: path.display().to_string(), reason: Reason::Words(words.into()) }
    }

    /// With what the database says.
    pub(crate) fn database(path: &Path, error: rusqlite::Error) -> ArchiveError {
        ArchiveError { path: path.display().to_string(), reason: Reason::Database(error) }
    }
}

impl fmt::Display for ArchiveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.path)?;
        let error = match &self.reason {
            Reason::Words(words) => return f.write_str(words),
            Reason::Database(error) => error,
        };
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
                f.write_str("the file is locked by another program; try again when that is done")
            }
            Some(ErrorCode::DatabaseCorrupt) => write!(
                f,
                "the file is damaged ({error}); nothing was changed. `sqlite3 FILE .recover` may save what is left"
            ),
            Some(ErrorCode::NotADatabase) => f.write_str("this is not a records database; nothing was changed"),
            Some(ErrorCode::DiskFull) => {
                f.write_str("the disk is full; all games written before are safe. Make room, then go on with --resume")
            }
            Some(ErrorCode::ReadOnly) => f.write_str("the file may not be written to"),
            Some(ErrorCode::CannotOpen) => {
                f.write_str("the file cannot be opened; is its folder there and may it be written to?")
            }
            Some(ErrorCode::SystemIoFailure) => write!(
                f,
                "the file cannot be read or written ({error}); all games written before are safe. \
                 If the disk or a quota is full, make room, then go on with --resume"
            ),
            _ => write!(f, "{error}"),
        }
    }
}

impl Error for ArchiveError {}
