//! The tables of the web server, one row each, rewritten after every change.
//!
//! They have their own file. It is written many times a second and old tables are deleted, while a records database is
//! passed on and keeps everything. Only its owner may read the file, and only one process may open it: two servers
//! would each give the same seat away.
//!
//! Writes survive the death of the process at any moment. A power failure may lose the last moves but never damages the
//! file. Waiting for the disk at every move made the 99th percentile of move times four times as long
//! (`benchmarks/serve.md`).

mod daily;
mod puzzles;

use std::collections::HashMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, OptionalExtension, Row, TransactionBehavior, params};

use crate::ArchiveError;
use crate::open::{Kind, PATIENCE, open};
use crate::private::{make_private, private};

pub use daily::{Begun, DailyGame};
pub use puzzles::{Noted, PuzzleAnswer, RatedPuzzle};

const STEPS: [&str; 3] = [
    "
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
",
    "ALTER TABLE seated ADD COLUMN client TEXT NOT NULL DEFAULT '';",
    "
CREATE TABLE rated_puzzle (
    puzzle TEXT PRIMARY KEY,
    rating REAL NOT NULL,
    deviation REAL NOT NULL,
    tries INTEGER NOT NULL,
    solved INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE puzzle_answer (
    puzzle TEXT NOT NULL,
    solver TEXT NOT NULL,
    client TEXT NOT NULL,
    is_right INTEGER NOT NULL CHECK (is_right IN (0, 1)),
    answered INTEGER NOT NULL,
    PRIMARY KEY (solver, puzzle)
) STRICT, WITHOUT ROWID;
CREATE INDEX puzzle_answer_client ON puzzle_answer (client, answered);
CREATE TABLE secret (name TEXT PRIMARY KEY, bytes BLOB NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE daily (
    day TEXT NOT NULL,
    game TEXT NOT NULL,
    solver TEXT NOT NULL,
    name TEXT NOT NULL,
    client TEXT NOT NULL,
    seated TEXT NOT NULL,
    place INTEGER,
    returns INTEGER,
    begun INTEGER NOT NULL,
    PRIMARY KEY (day, game, solver)
) STRICT, WITHOUT ROWID;
CREATE INDEX daily_seated ON daily (seated);
",
];

static KIND: Kind = Kind {
    name: "a file of tables",
    afterwards: "all tables written before are safe. Make room, then start the server again",
    // "seat" in ASCII.
    application: 0x7365_6174,
    oldest: 1,
    steps: &STEPS,
    reads_older: "",
};

/// A table in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptTable {
    /// Its name.
    pub id: String,
    /// Grows with every change.
    pub version: u64,
    /// The name of the game.
    pub game: String,
    /// The settings and the players, as the server writes them.
    pub terms: String,
    /// The game so far; empty until cards are dealt.
    pub sitting: String,
    /// Whether it has been played to its end.
    pub is_over: bool,
    /// The client that made it, as the server tells clients apart; empty if that was never noted.
    pub client: String,
}

/// An open file of tables. No other process can open it until it is dropped.
#[derive(Debug)]
pub struct Tables {
    connection: Connection,
    path: PathBuf,
    #[expect(dead_code, reason = "held, not read")]
    lock: Option<File>,
}

const COLUMNS: &str = "id, version, game, terms, sitting, is_over, client";

impl Tables {
    /// Opens a file, or creates one; `:memory:` is kept nowhere.
    ///
    /// # Errors
    /// If it cannot be created, another process has it open, or it is damaged, of a newer version or something else.
    pub fn open_or_create(path: &Path) -> Result<Tables, ArchiveError> {
        if path.is_dir() {
            return Err(ArchiveError::new(path, format!("this is a folder, not {}", KIND.name)));
        }
        let is_file = path != Path::new(":memory:");
        if is_file {
            // SQLite gives its other files the mode of this one, and reports if this one cannot be created.
            let _nevermind = private(OpenOptions::new().write(true).create_new(true)).open(path);
        }
        let connection = open(path, OpenFlags::SQLITE_OPEN_CREATE, PATIENCE, &KIND)?;
        let lock = if is_file { Some(lock(path)?) } else { None };
        if is_file {
            make_all_private(path)?;
        }
        Ok(Tables { connection, path: path.to_owned(), lock })
    }

    fn reading<T>(&self, read: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, ArchiveError> {
        read(&self.connection).map_err(|error| ArchiveError::database(&self.path, &KIND, error))
    }

    /// Writes in one transaction, which is rolled back on an error.
    fn writing<T>(&mut self, write: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, ArchiveError> {
        let connection = &mut self.connection;
        let write = || {
            let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let value = write(&transaction)?;
            transaction.commit()?;
            Ok(value)
        };
        let result: rusqlite::Result<T> = write();
        result.map_err(|error| ArchiveError::database(&self.path, &KIND, error))
    }

    /// Writes these tables, all or none of them.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn put(&mut self, tables: &[KeptTable]) -> Result<(), ArchiveError> {
        self.writing(|connection| {
            let mut put = connection.prepare_cached(
                "INSERT INTO seated (id, version, game, terms, sitting, is_over, client, touched) \
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, unixepoch()) \
                 ON CONFLICT (id) DO UPDATE SET version = ?2, terms = ?4, sitting = ?5, is_over = ?6, \
                 touched = unixepoch()",
            )?;
            for table in tables {
                let KeptTable { id, version, game, terms, sitting, is_over, client } = table;
                put.execute(params![id, version.cast_signed(), game, terms, sitting, is_over, client])?;
            }
            Ok(())
        })
    }

    /// Returns a table, if it is in the file.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn get(&self, id: &str) -> Result<Option<KeptTable>, ArchiveError> {
        let query = format!("SELECT {COLUMNS} FROM seated WHERE id = ?1");
        self.reading(|connection| connection.query_row(&query, [id], read_table).optional())
    }

    /// Returns the tables that are not over and were touched within this time.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn alive(&self, within: Duration) -> Result<Vec<KeptTable>, ArchiveError> {
        let query = format!("SELECT {COLUMNS} FROM seated WHERE is_over = 0 AND touched >= unixepoch() - ?1");
        self.reading(|connection| {
            connection.prepare(&query)?.query_map([within.as_secs().cast_signed()], read_table)?.collect()
        })
    }

    /// Returns the number of tables of every client.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn count(&self) -> Result<HashMap<String, usize>, ArchiveError> {
        self.reading(|connection| {
            let mut query = connection.prepare("SELECT client, count(*) FROM seated GROUP BY client")?;
            query.query_map([], |row| Ok((row.get(0)?, row.get::<_, i64>(1)? as usize)))?.collect()
        })
    }

    /// Deletes the tables that were not touched for this time, and returns their names and clients.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn forget(&mut self, after: Duration) -> Result<Vec<(String, String)>, ArchiveError> {
        self.writing(|connection| {
            let sql = "DELETE FROM seated WHERE touched < unixepoch() - ?1 RETURNING id, client";
            let mut query = connection.prepare(sql)?;
            let rows = query.query_map([after.as_secs().cast_signed()], |row| Ok((row.get(0)?, row.get(1)?)))?;
            let forgotten = rows.collect::<rusqlite::Result<Vec<_>>>()?;
            puzzles::forget(connection)?;
            daily::forget(connection)?;
            Ok(forgotten)
        })
    }
}

fn read_table(row: &Row<'_>) -> rusqlite::Result<KeptTable> {
    Ok(KeptTable {
        id: row.get(0)?,
        version: row.get::<_, i64>(1)?.cast_unsigned(),
        game: row.get(2)?,
        terms: row.get(3)?,
        sitting: row.get(4)?,
        is_over: row.get(5)?,
        client: row.get(6)?,
    })
}

/// Locks the file until the result is dropped. The lock is on a file beside it, which names the process: `SQLite` has
/// locks of its own on the file itself, and lets several processes in.
fn lock(path: &Path) -> Result<File, ArchiveError> {
    let unlockable = |error: io::Error| ArchiveError::new(path, format!("the file cannot be locked: {error}"));
    // Links to the file share its lock.
    let mut beside = path.canonicalize().map_err(unlockable)?.into_os_string();
    beside.push(".lock");
    let mut options = OpenOptions::new();
    private(options.read(true).write(true).create(true).truncate(false));
    let mut file = options.open(beside).map_err(unlockable)?;
    match file.try_lock() {
        Ok(()) => {
            file.set_len(0).and_then(|()| write!(file, "{}", std::process::id())).map_err(unlockable)?;
            Ok(file)
        }
        Err(TryLockError::Error(error)) => Err(unlockable(error)),
        Err(TryLockError::WouldBlock) => {
            let mut holder = String::new();
            let _nevermind = file.take(20).read_to_string(&mut holder);
            let words = match holder.trim().parse::<u32>() {
                Ok(process) => format!("process {process} serves the tables of this file"),
                Err(_) => "another process serves the tables of this file".to_owned(),
            };
            let words = format!("{words}; two would give the same seat away. Stop it, or take another file");
            Err(ArchiveError::new(path, words))
        }
    }
}

/// Makes the file and those beside it private, since they tell who sits where. Older files may not be.
fn make_all_private(path: &Path) -> Result<(), ArchiveError> {
    for end in ["", "-wal", "-shm"] {
        let mut name = path.as_os_str().to_owned();
        name.push(end);
        match make_private(Path::new(&name)) {
            Err(error) if end.is_empty() || error.kind() != io::ErrorKind::NotFound => {
                let words = format!("the file cannot be made private to its owner: {error}");
                return Err(ArchiveError::new(path, words));
            }
            _ => {}
        }
    }
    Ok(())
}
