//! Opening a file: ours, of its kind, whole and of a version we know, or left alone.

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};

use crate::ArchiveError;

/// How long another program's lock is waited for.
pub(crate) const PATIENCE: Duration = Duration::from_secs(10);

/// What a file of ours may be.
#[derive(Debug)]
pub(crate) struct Kind {
    /// What such a file is called: "a records database".
    pub(crate) name: &'static str,
    /// What to do when there is room on the disk again.
    pub(crate) afterwards: &'static str,
    /// Marks the file as one of this kind.
    pub(crate) application: i32,
    /// The version we write.
    pub(crate) version: i32,
    /// Brings an older version, or an empty file, to this one: entirely or not at all.
    pub(crate) migrate: fn(&mut Connection, i32) -> rusqlite::Result<()>,
}

/// Opens a file of a kind.
///
/// # Errors
/// If it cannot be opened, or is locked, damaged, of a newer version or something else.
pub(crate) fn open(
    path: &Path,
    flags: OpenFlags,
    patience: Duration,
    kind: &'static Kind,
) -> Result<Connection, ArchiveError> {
    let is_shown = flags.contains(OpenFlags::SQLITE_OPEN_READ_ONLY);
    let writing = if is_shown { OpenFlags::empty() } else { OpenFlags::SQLITE_OPEN_READ_WRITE };
    let flags = flags | writing | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let failed = |error| ArchiveError::database(path, kind, error);
    let mut connection = Connection::open_with_flags(path, flags).map_err(failed)?;
    connection.busy_timeout(patience).map_err(failed)?;
    // Nothing may be written before it is known to be ours, not even the mode of the journal.
    let version = version(&connection, path, kind)?;
    if is_shown && version < kind.version {
        let known = kind.version;
        let words = format!(
            "the file has version {version}, and only to be shown it is not changed; `cardsharp report --db {}` brings it to version {known}",
            path.display()
        );
        return Err(ArchiveError::new(path, words));
    }
    let is_readonly = connection.is_readonly("main").map_err(failed)?;
    if !is_readonly {
        connection.pragma_update(None, "journal_mode", "wal").map_err(failed)?;
    }
    // What a process wrote before it was killed is with the system; only a failure of power can
    // take back the last games, and even that never damages the file.
    connection.pragma_update(None, "synchronous", "normal").map_err(failed)?;
    connection.pragma_update(None, "foreign_keys", true).map_err(failed)?;
    if version < kind.version {
        (kind.migrate)(&mut connection, version).map_err(failed)?;
    }
    Ok(connection)
}

/// The version of the tables; 0 for a file with nothing in it.
fn version(connection: &Connection, path: &Path, kind: &'static Kind) -> Result<i32, ArchiveError> {
    let failed = |error| ArchiveError::database(path, kind, error);
    let number = |pragma: &str| connection.pragma_query_value(None, pragma, |row| row.get::<_, i32>(0));
    let (application, version) = (number("application_id").map_err(failed)?, number("user_version").map_err(failed)?);
    let tables: i64 =
        connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0)).map_err(failed)?;
    if tables == 0 && application == 0 && version == 0 {
        return Ok(0);
    }
    if application != kind.application || version < 1 {
        return Err(ArchiveError::new(path, "this is another program's database; nothing was changed"));
    }
    if version > kind.version {
        let known = kind.version;
        let words = format!(
            "the file has version {version}, written by a newer cardsharp; this one knows versions up to {known}. Nothing was changed"
        );
        return Err(ArchiveError::new(path, words));
    }
    Ok(version)
}
