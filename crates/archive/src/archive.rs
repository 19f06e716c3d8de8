//! Opening the file: ours, whole and of a version we know, or left alone.

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};

use crate::ArchiveError;
use crate::schema::{APPLICATION, VERSION, migrate};

/// The records database.
#[derive(Debug)]
pub struct Archive {
    pub(crate) connection: Connection,
    path: PathBuf,
}

/// How long another program's lock is waited for.
const PATIENCE: Duration = Duration::from_secs(10);

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

    /// Opens a database that is there, and waits so long for another program's lock.
    ///
    /// # Errors
    /// As [`Archive::open`].
    pub fn open_within(path: &Path, patience: Duration) -> Result<Archive, ArchiveError> {
        match std::fs::metadata(path) {
            Err(error) => Err(ArchiveError::new(path, error.to_string())),
            Ok(found) if found.is_dir() => Err(ArchiveError::new(path, "this is a folder, not a records database")),
            Ok(_) => Archive::with_flags(path, OpenFlags::empty(), patience),
        }
    }

    fn with_flags(path: &Path, flags: OpenFlags, patience: Duration) -> Result<Archive, ArchiveError> {
        let flags = flags | OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let failed = |error| ArchiveError::database(path, error);
        let mut connection = Connection::open_with_flags(path, flags).map_err(failed)?;
        connection.busy_timeout(patience).map_err(failed)?;
        // Nothing may be written before it is known to be ours, not even the mode of the journal.
        let version = version(&connection, path)?;
        let is_readonly = connection.is_readonly("main").map_err(failed)?;
        if !is_readonly {
            connection.pragma_update(None, "journal_mode", "wal").map_err(failed)?;
        }
        // What a process wrote before it was killed is with the system; only a failure of power can
        // take back the last games, and even that never damages the file.
        connection.pragma_update(None, "synchronous", "normal").map_err(failed)?;
        connection.pragma_update(None, "foreign_keys", true).map_err(failed)?;
        if version < VERSION {
            migrate(&mut connection, version).map_err(failed)?;
        }
        Ok(Archive { connection, path: path.to_owned() })
    }

    pub(crate) fn failed(&self, error: rusqlite::Error) -> ArchiveError {
        ArchiveError::database(&self.path, error)
    }

    pub(crate) fn refused(&self, words: impl Into<String>) -> ArchiveError {
        ArchiveError::new(&self.path, words)
    }
}

/// The version of the tables; 0 for a file with nothing in it.
fn version(connection: &Connection, path: &Path) -> Result<i32, ArchiveError> {
    let failed = |error| ArchiveError::database(path, error);
    let number = |pragma: &str| connection.pragma_query_value(None, pragma, |row| row.get::<_, i32>(0));
    let (application, version) = (number("application_id").map_err(failed)?, number("user_version").map_err(failed)?);
    let tables: i64 =
        connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0)).map_err(failed)?;
    if tables == 0 && application == 0 && version == 0 {
        return Ok(0);
    }
    if application != APPLICATION || version < 1 {
        return Err(ArchiveError::new(path, "this is another program's database; nothing was changed"));
    }
    if version > VERSION {
        let words = format!(
            "the file has version {version}, written by a newer cardsharp; this one knows versions up to {VERSION}. Nothing was changed"
        );
        return Err(ArchiveError::new(path, words));
    }
    Ok(version)
}
