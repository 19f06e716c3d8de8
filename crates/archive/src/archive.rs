//! The records database: its tables, and how it is opened.

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};

use crate::ArchiveError;
use crate::error::Failure;
use crate::open::{Kind, PATIENCE, open};

/// A records database.
#[derive(Debug)]
pub struct Archive {
    pub(crate) connection: Connection,
    path: PathBuf,
}

static KIND: Kind = Kind {
    name: "a records database",
    afterwards: "all games written before are safe. Make room, then go on with --resume",
    // "card" in ASCII.
    application: 0x6361_7264,
    oldest: 5,
    steps: &[TABLES],
    reads_older: "cardsharp 0.3.0",
};

const TABLES: &str = "
CREATE TABLE tournament (
    id INTEGER PRIMARY KEY,
    begun TEXT NOT NULL,
    first_game INTEGER NOT NULL,
    game TEXT NOT NULL,
    options TEXT NOT NULL,
    format TEXT NOT NULL,
    seed INTEGER NOT NULL,
    rounds INTEGER NOT NULL,
    deals INTEGER NOT NULL,
    games INTEGER NOT NULL,
    terms TEXT NOT NULL,
    engine TEXT NOT NULL,
    entrants INTEGER NOT NULL,
    checksum INTEGER NOT NULL
) STRICT;
CREATE TABLE entrant (
    tournament INTEGER NOT NULL REFERENCES tournament,
    number INTEGER NOT NULL,
    name TEXT NOT NULL,
    source TEXT NOT NULL,
    hash TEXT NOT NULL,
    is_house INTEGER NOT NULL CHECK (is_house IN (0, 1)),
    checksum INTEGER NOT NULL,
    PRIMARY KEY (tournament, number),
    UNIQUE (tournament, name)
) STRICT, WITHOUT ROWID;
CREATE TABLE round (
    tournament INTEGER NOT NULL REFERENCES tournament,
    number INTEGER NOT NULL,
    -- The entrants of every table: 0,1;2,3
    seating TEXT NOT NULL,
    -- The number of its games that are kept.
    kept INTEGER NOT NULL,
    checksum INTEGER NOT NULL,
    PRIMARY KEY (tournament, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE game (
    -- The number in the tournament, after the tournament's first game.
    id INTEGER PRIMARY KEY,
    round INTEGER NOT NULL,
    table_number INTEGER NOT NULL,
    deal INTEGER NOT NULL,
    rotation INTEGER NOT NULL,
    seats BLOB NOT NULL,
    record BLOB NOT NULL,
    checksum INTEGER NOT NULL
) STRICT;
";

impl Archive {
    /// Opens an existing database.
    ///
    /// # Errors
    /// If it does not exist, or is locked, damaged, of another version or something else.
    pub fn open(path: &Path) -> Result<Archive, ArchiveError> {
        Archive::open_within(path, PATIENCE)
    }

    /// Opens a database, or creates one where there is no file.
    ///
    /// # Errors
    /// If it cannot be created, or is locked, damaged, of another version or something else.
    pub fn open_or_create(path: &Path) -> Result<Archive, ArchiveError> {
        Archive::with_flags(path, OpenFlags::SQLITE_OPEN_CREATE, PATIENCE)
    }

    /// Opens an existing database for reading; others may go on writing it.
    ///
    /// # Errors
    /// As [`Archive::open`].
    pub fn open_to_read(path: &Path) -> Result<Archive, ArchiveError> {
        Archive::with_file(path, OpenFlags::SQLITE_OPEN_READ_ONLY, PATIENCE)
    }

    /// Opens an existing database and waits this long for another program's lock.
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

    pub(crate) fn failed(&self, failure: impl Into<Failure>) -> ArchiveError {
        ArchiveError::database(&self.path, &KIND, failure)
    }

    pub(crate) fn refused(&self, words: impl Into<String>) -> ArchiveError {
        ArchiveError::new(&self.path, words)
    }
}
