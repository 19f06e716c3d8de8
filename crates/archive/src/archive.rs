//! The records database, opened.

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};

use crate::ArchiveError;
use crate::open::{Kind, PATIENCE, open};
use crate::schema::{APPLICATION, VERSION, migrate};

/// The records database.
#[derive(Debug)]
pub struct Archive {
    pub(crate) connection: Connection,
    path: PathBuf,
}

static KIND: Kind = Kind {
    name: "a records database",
    afterwards: "all games written before are safe. Make room, then go on with --resume",
    application: APPLICATION,
    version: VERSION,
    migrate,
};

impl Archive {
    /// Opens a database that is there.
    ///
    /// # Errors
    /// If it is not, or it is locked, damaged, of a newer version or something else.
    pub fn open(path: &Path) -> Result<Archive, ArchiveError> {
        Archive::open_within(path, PATIENCE)
    }

    /// Opens a database, or makes a new one where there is no file.
    ///
    /// # Errors
    /// If it cannot be made, or is locked, damaged, of a newer version or something else.
    pub fn open_or_create(path: &Path) -> Result<Archive, ArchiveError> {
        Archive::with_flags(path, OpenFlags::SQLITE_OPEN_CREATE, PATIENCE)
    }

    /// Opens a database that is there to read it and nothing else; whoever writes it meanwhile goes on.
    ///
    /// # Errors
    /// As [`Archive::open`], and if it is of an older version, which cannot be read as it is.
    pub fn open_to_read(path: &Path) -> Result<Archive, ArchiveError> {
        Archive::with_file(path, OpenFlags::SQLITE_OPEN_READ_ONLY, PATIENCE)
    }

    /// Opens a database that is there, and waits so long for another program's lock.
    ///
    /// # Errors
    /// As [`Archive::open`].
    pub fn open_within(path: &Path, patience: Duration) -> Result<Archive, ArchiveError> {
        Archive::with_file(path, OpenFlags::empty(), patience)
    }

    fn with_file(path: &Path, flags: OpenFlags, patience: Duration) -> Result<Archive, ArchiveError> {
        match std::fs::metadata(path) {
            Err(error) => Err(ArchiveError::new(path, error.to_string())),
            Ok(found) if found.is_dir() => Err(ArchiveError::new(path, format!("this is a folder, not {}", KIND.name))),
            Ok(_) => Archive::with_flags(path, flags, patience),
        }
    }

    fn with_flags(path: &Path, flags: OpenFlags, patience: Duration) -> Result<Archive, ArchiveError> {
        let connection = open(path, flags, patience, &KIND)?;
        Ok(Archive { connection, path: path.to_owned() })
    }

    pub(crate) fn failed(&self, error: rusqlite::Error) -> ArchiveError {
        ArchiveError::database(&self.path, &KIND, error)
    }

    pub(crate) fn refused(&self, words: impl Into<String>) -> ArchiveError {
        ArchiveError::new(&self.path, words)
    }
}
