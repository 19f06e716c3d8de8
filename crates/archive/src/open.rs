//! Opens a database file of a known kind and version. Any other file is refused and not changed.

use std::fmt::Write;
use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags, TransactionBehavior};

use crate::ArchiveError;

/// How long to wait for another program's lock.
pub(crate) const PATIENCE: Duration = Duration::from_secs(10);

#[derive(Debug)]
pub(crate) struct Kind {
    /// The name of such a file: "a records database".
    pub(crate) name: &'static str,
    /// The advice for after the disk has room again.
    pub(crate) afterwards: &'static str,
    pub(crate) application: i32,
    pub(crate) oldest: i32,
    /// The first step creates the oldest version, every other brings a file to the next one. A step never changes.
    pub(crate) steps: &'static [&'static str],
    /// The release that reads versions older than the oldest.
    pub(crate) reads_older: &'static str,
}

impl Kind {
    fn version(&self) -> i32 {
        self.oldest - 1 + self.steps.len() as i32
    }

    /// Brings an empty file or one of an older version to this version, entirely or not at all.
    fn migrate(&self, connection: &mut Connection) -> rusqlite::Result<()> {
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        // Another process may have done it meanwhile.
        let found: i32 = transaction.pragma_query_value(None, "user_version", |row| row.get(0))?;
        let done = if found == 0 { 0 } else { found + 1 - self.oldest };
        for step in &self.steps[done as usize..] {
            transaction.execute_batch(step)?;
        }
        transaction.pragma_update(None, "application_id", self.application)?;
        transaction.pragma_update(None, "user_version", self.version())?;
        transaction.commit()
    }
}

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
    // Nothing may be written to a file of another kind, not even the mode of the journal.
    let version = version(header(&connection).map_err(failed)?, path, kind)?;
    if version == 0 && is_shown {
        return Err(ArchiveError::new(path, "the file is empty"));
    }
    if !connection.is_readonly("main").map_err(failed)? {
        connection.pragma_update(None, "journal_mode", "wal").map_err(failed)?;
    }
    // The writes of a killed process survive. A power failure may lose the last ones but never damages the file.
    connection.pragma_update(None, "synchronous", "normal").map_err(failed)?;
    connection.pragma_update(None, "foreign_keys", true).map_err(failed)?;
    if version < kind.version() {
        kind.migrate(&mut connection).map_err(failed)?;
    }
    Ok(connection)
}

/// Returns the application, the version and the number of tables.
fn header(connection: &Connection) -> rusqlite::Result<(i32, i32, i64)> {
    let number = |pragma: &str| connection.pragma_query_value(None, pragma, |row| row.get::<_, i32>(0));
    let tables = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    Ok((number("application_id")?, number("user_version")?, tables))
}

/// Returns whether the file could not be read because no log can be put beside it.
fn is_blocked<T>(found: &rusqlite::Result<T>) -> bool {
    let blocked = [ErrorCode::CannotOpen, ErrorCode::ReadOnly, ErrorCode::FileLockingProtocolFailed];
    found.as_ref().is_err_and(|error| error.sqlite_error_code().is_some_and(|code| blocked.contains(&code)))
}

/// Opens a file in a folder without write permission. No other process can begin a log there meanwhile.
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

/// Returns the version of a file of this kind; 0 for an empty one.
fn version(
    (application, version, tables): (i32, i32, i64),
    path: &Path,
    kind: &'static Kind,
) -> Result<i32, ArchiveError> {
    if tables == 0 && application == 0 && version == 0 {
        return Ok(0);
    }
    let known = kind.version();
    let words = if application != kind.application || version < 1 {
        "this is another program's database; nothing was changed".to_owned()
    } else if version > known {
        format!(
            "the file has version {version}, written by a newer cardsharp; this one knows versions up to {known}. Nothing was changed"
        )
    } else if version < kind.oldest {
        format!(
            "the file has version {version}, and this cardsharp reads version {known}; {} reads it. Nothing was changed",
            kind.reads_older
        )
    } else {
        return Ok(version);
    };
    Err(ArchiveError::new(path, words))
}
