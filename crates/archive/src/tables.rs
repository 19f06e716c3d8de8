//! The tables of the web server: a row each, written again after every change.
//!
//! A file of its own, not part of the records database: this one is written many times a second and
//! forgets what is old, that one is handed around and forgets nothing.

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, OptionalExtension, Row, TransactionBehavior, params};

use crate::ArchiveError;
use crate::open::{Kind, PATIENCE, open};

/// Marks a file as tables of ours: "seat" in ASCII.
const APPLICATION: i32 = 0x7365_6174;

/// Step n brings a file from version n to version n + 1; a step is never changed once it was in use.
const STEPS: [&str; 1] = ["
CREATE TABLE seated (
    id TEXT PRIMARY KEY,
    version INTEGER NOT NULL,
    game TEXT NOT NULL,
    terms TEXT NOT NULL,
    sitting TEXT NOT NULL,
    is_over INTEGER NOT NULL CHECK (is_over IN (0, 1)),
    touched INTEGER NOT NULL
) STRICT;
CREATE INDEX seated_touched ON seated (touched);
"];

static KIND: Kind = Kind {
    name: "a file of tables",
    afterwards: "all tables written before are safe. Make room, then start the server again",
    application: APPLICATION,
    version: STEPS.len() as i32,
    migrate,
};

fn migrate(connection: &mut Connection, from: i32) -> rusqlite::Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // Another process may have been faster.
    let found: i32 = transaction.pragma_query_value(None, "user_version", |row| row.get(0))?;
    for step in &STEPS[found.max(from) as usize..] {
        transaction.execute_batch(step)?;
    }
    transaction.pragma_update(None, "application_id", APPLICATION)?;
    transaction.pragma_update(None, "user_version", KIND.version)?;
    transaction.commit()
}

/// A table as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptTable {
    /// Its name.
    pub id: String,
    /// Grows with every change.
    pub version: u64,
    /// Which game.
    pub game: String,
    /// What was agreed and who sits where, as the server writes it.
    pub terms: String,
    /// The game so far; empty until cards are dealt.
    pub sitting: String,
    /// Whether it has been played to its end.
    pub is_over: bool,
}

/// The file in which tables are kept.
#[derive(Debug)]
pub struct Tables {
    connection: Connection,
    path: PathBuf,
}

impl Tables {
    /// Opens a file, or makes a new one where there is none; `:memory:` is kept nowhere.
    ///
    /// # Errors
    /// If it cannot be made, or is locked, damaged, of a newer version or something else.
    pub fn open_or_create(path: &Path) -> Result<Tables, ArchiveError> {
        if path.is_dir() {
            return Err(ArchiveError::new(path, format!("this is a folder, not {}", KIND.name)));
        }
        let connection = open(path, OpenFlags::SQLITE_OPEN_CREATE, PATIENCE, &KIND)?;
        Ok(Tables { connection, path: path.to_owned() })
    }

    fn failed(&self, error: rusqlite::Error) -> ArchiveError {
        ArchiveError::database(&self.path, &KIND, error)
    }

    /// Keeps these tables as they are now, all or none of them.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn put(&mut self, tables: &[KeptTable]) -> Result<(), ArchiveError> {
        self.write(tables).map_err(|error| ArchiveError::database(&self.path, &KIND, error))
    }

    fn write(&mut self, tables: &[KeptTable]) -> rusqlite::Result<()> {
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        {
            let mut put = transaction.prepare_cached(
                "INSERT INTO seated (id, version, game, terms, sitting, is_over, touched) \
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, unixepoch()) \
                 ON CONFLICT (id) DO UPDATE SET version = ?2, terms = ?4, sitting = ?5, is_over = ?6, \
                 touched = unixepoch()",
            )?;
            for table in tables {
                let KeptTable { id, version, game, terms, sitting, is_over } = table;
                put.execute(params![id, version.cast_signed(), game, terms, sitting, is_over])?;
            }
        }
        transaction.commit()
    }

    /// A table, if it is kept.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn get(&self, id: &str) -> Result<Option<KeptTable>, ArchiveError> {
        let query = "SELECT id, version, game, terms, sitting, is_over FROM seated WHERE id = ?1";
        self.connection.query_row(query, [id], kept).optional().map_err(|error| self.failed(error))
    }

    /// The tables that are not over and were touched not longer than this ago.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn alive(&self, within: Duration) -> Result<Vec<KeptTable>, ArchiveError> {
        let read = || {
            let mut query = self.connection.prepare(
                "SELECT id, version, game, terms, sitting, is_over FROM seated \
                 WHERE is_over = 0 AND touched >= unixepoch() - ?1",
            )?;
            query.query_map([within.as_secs().cast_signed()], kept)?.collect::<rusqlite::Result<Vec<_>>>()
        };
        read().map_err(|error| self.failed(error))
    }

    /// How many tables are kept.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn count(&self) -> Result<usize, ArchiveError> {
        let count = self.connection.query_row("SELECT count(*) FROM seated", [], |row| row.get::<_, i64>(0));
        count.map(|count| count as usize).map_err(|error| self.failed(error))
    }

    /// Forgets the tables that nobody has touched for so long, and says which they were.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn forget(&mut self, after: Duration) -> Result<Vec<String>, ArchiveError> {
        let forget = || {
            let mut query =
                self.connection.prepare("DELETE FROM seated WHERE touched < unixepoch() - ?1 RETURNING id")?;
            query.query_map([after.as_secs().cast_signed()], |row| row.get(0))?.collect::<rusqlite::Result<Vec<_>>>()
        };
        forget().map_err(|error| self.failed(error))
    }
}

fn kept(row: &Row<'_>) -> rusqlite::Result<KeptTable> {
    Ok(KeptTable {
        id: row.get(0)?,
        version: row.get::<_, i64>(1)?.cast_unsigned(),
        game: row.get(2)?,
        terms: row.get(3)?,
        sitting: row.get(4)?,
        is_over: row.get(5)?,
    })
}
