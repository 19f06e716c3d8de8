//! Opening a file: ours, of its kind, whole and of a version we know, or left alone.

use std::fmt::Write;
use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags};

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
    if std::fs::metadata(path).is_ok_and(|found| !found.is_file()) {
        return Err(ArchiveError::new(path, format!("this is not a file, and so not {}", kind.name)));
    }
    let is_shown = flags.contains(OpenFlags::SQLITE_OPEN_READ_ONLY);
    let writing = if is_shown { OpenFlags::empty() } else { OpenFlags::SQLITE_OPEN_READ_WRITE };
    let failed = |error| ArchiveError::database(path, kind, error);
    let mut connection =
        Connection::open_with_flags(path, flags | writing | OpenFlags::SQLITE_OPEN_NO_MUTEX).map_err(failed)?;
    connection.busy_timeout(patience).map_err(failed)?;
    let (found, is_created) = (header(&connection), flags.contains(OpenFlags::SQLITE_OPEN_CREATE));
    if is_blocked(&found) && !is_created && path.exists() {
        connection = open_immutable(path, kind)?;
    }
    // Nothing may be written before it is known to be ours, not even the mode of the journal.
    let version = version(header(&connection).map_err(failed)?, path, kind)?;
    let is_readonly = connection.is_readonly("main").map_err(failed)?;
    if version < kind.version && (is_shown || is_readonly) {
        let (known, why) = (kind.version, if is_shown { "only to be shown it is not" } else { "it may not be" });
        let which = if is_readonly && !is_shown { "COPY".to_owned() } else { path.display().to_string() };
        let words = format!(
            "the file has version {version}, and {why} changed; `cardsharp report --db {which}` brings it to version {known}"
        );
        return Err(ArchiveError::new(path, words));
    }
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

/// What says whose file it is: the application, the version, and how many tables there are.
fn header(connection: &Connection) -> rusqlite::Result<(i32, i32, i64)> {
    let number = |pragma: &str| connection.pragma_query_value(None, pragma, |row| row.get::<_, i32>(0));
    let tables = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    Ok((number("application_id")?, number("user_version")?, tables))
}

/// Whether the file is there, but no log could be put beside it.
fn is_blocked<T>(found: &rusqlite::Result<T>) -> bool {
    let blocked = [ErrorCode::CannotOpen, ErrorCode::ReadOnly, ErrorCode::FileLockingProtocolFailed];
    found.as_ref().is_err_and(|error| error.sqlite_error_code().is_some_and(|code| blocked.contains(&code)))
}

/// Opens a file in a folder that may not be written to. Without a log beside it the file is all there is,
/// and nobody can begin a log there while we read.
fn open_immutable(path: &Path, kind: &'static Kind) -> Result<Connection, ArchiveError> {
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    if std::fs::metadata(&log).is_ok_and(|log| log.len() > 0) {
        let words = "what was written last is still in the file beside it that ends in -wal, and that can be read \
                     only in a folder that may be written to; copy both files to one";
        return Err(ArchiveError::new(path, words));
    }
    let whole = std::fs::canonicalize(path).map_err(|error| ArchiveError::new(path, error.to_string()))?;
    let mut address = "file:".to_owned();
    for &byte in whole.as_os_str().as_encoded_bytes() {
        match byte {
            b'/' | b'.' | b'-' | b'_' => address.push(byte.into()),
            byte if byte.is_ascii_alphanumeric() => address.push(byte.into()),
            byte => write!(address, "%{byte:02x}").expect("writing to a string"),
        }
    }
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let opened = Connection::open_with_flags(address + "?immutable=1", flags);
    opened.map_err(|error| ArchiveError::database(path, kind, error))
}

/// The version of the tables; 0 for a file with nothing in it.
fn version(
    (application, version, tables): (i32, i32, i64),
    path: &Path,
    kind: &'static Kind,
) -> Result<i32, ArchiveError> {
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
