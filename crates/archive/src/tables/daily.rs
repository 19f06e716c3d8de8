//! The deal of the day: the secret it comes from, who played it and how they did.

use rusqlite::{Connection, OptionalExtension, Row, TransactionBehavior, params};

use super::{KIND, Tables};
use crate::ArchiveError;

/// Somebody's game of a day's deal, the one that counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DailyGame {
    /// The day, as in `2026-11-16`.
    pub day: String,
    /// Which game.
    pub game: String,
    /// Who, as far as can be told: what is kept of a browser's secret.
    pub solver: String,
    /// What they are called.
    pub name: String,
    /// From where, as the server tells its clients apart.
    pub client: String,
    /// The table it is played at.
    pub seated: String,
    /// Place and returns; none until the game is over, and no returns where it was given up.
    pub result: Option<(u8, Option<i32>)>,
}

/// What became of somebody's wish to begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Begun {
    /// It counts.
    Counts,
    /// They had begun before, and that one counts.
    Before(DailyGame),
    /// So many have begun from the same client that no more are counted.
    TooMany,
}

const COLUMNS: &str = "day, game, solver, name, client, seated, place, returns";
/// After so many seconds a day's results are forgotten: ninety days.
const FORGOTTEN: i64 = 90 * 24 * 3600;

impl Tables {
    /// The secret of a name: the same for as long as there is the file, and at first this one.
    ///
    /// # Errors
    /// If it cannot be written or read.
    pub fn secret(&mut self, name: &str, fresh: &[u8]) -> Result<Vec<u8>, ArchiveError> {
        let read = || {
            let keep = "INSERT INTO secret (name, bytes) VALUES (?1, ?2) ON CONFLICT (name) DO NOTHING";
            self.connection.execute(keep, params![name, fresh])?;
            self.connection.query_row("SELECT bytes FROM secret WHERE name = ?1", [name], |row| row.get(0))
        };
        read().map_err(|error| self.failed(error))
    }

    /// Notes that somebody begins a day's deal; at most so many from one client count.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn begin_daily(&mut self, begun: &DailyGame, most: u64) -> Result<Begun, ArchiveError> {
        begin(&mut self.connection, begun, most).map_err(|error| ArchiveError::database(&self.path, &KIND, error))
    }

    /// Notes how the game of a table ended, if it is one that counts.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn end_daily(&mut self, seated: &str, (place, returns): (u8, Option<i32>)) -> Result<(), ArchiveError> {
        let sql = "UPDATE daily SET place = ?2, returns = ?3 WHERE seated = ?1 AND place IS NULL";
        let ended = self.connection.execute(sql, params![seated, place, returns]);
        ended.map(drop).map_err(|error| self.failed(error))
    }

    /// Somebody's game of a day's deal, if they have begun it.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn daily_of(&self, day: &str, game: &str, solver: &str) -> Result<Option<DailyGame>, ArchiveError> {
        let sql = format!("SELECT {COLUMNS} FROM daily WHERE day = ?1 AND game = ?2 AND solver = ?3");
        self.connection.query_row(&sql, [day, game, solver], daily).optional().map_err(|error| self.failed(error))
    }

    /// The best games of a day's deal that are over, and how many are over in all.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn daily(&self, day: &str, game: &str, most: usize) -> Result<(Vec<DailyGame>, u64), ArchiveError> {
        let read = || {
            let sql = format!(
                "SELECT {COLUMNS} FROM daily WHERE day = ?1 AND game = ?2 AND place IS NOT NULL \
                 ORDER BY place, returns DESC NULLS LAST, begun, name LIMIT ?3"
            );
            let mut query = self.connection.prepare(&sql)?;
            let rows =
                query.query_map(params![day, game, most as i64], daily)?.collect::<rusqlite::Result<Vec<_>>>()?;
            let sql = "SELECT count(*) FROM daily WHERE day = ?1 AND game = ?2 AND place IS NOT NULL";
            let all: i64 = self.connection.query_row(sql, [day, game], |row| row.get(0))?;
            Ok((rows, all.cast_unsigned()))
        };
        read().map_err(|error| self.failed(error))
    }
}

fn begin(connection: &mut Connection, begun: &DailyGame, most: u64) -> rusqlite::Result<Begun> {
    let DailyGame { day, game, solver, name, client, seated, .. } = begun;
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let sql = format!("SELECT {COLUMNS} FROM daily WHERE day = ?1 AND game = ?2 AND solver = ?3");
    if let Some(before) = transaction.query_row(&sql, [day, game, solver], daily).optional()? {
        return Ok(Begun::Before(before));
    }
    let sql = "SELECT count(*) FROM daily WHERE day = ?1 AND game = ?2 AND client = ?3";
    let own: i64 = transaction.query_row(sql, [day, game, client], |row| row.get(0))?;
    if own.cast_unsigned() >= most {
        return Ok(Begun::TooMany);
    }
    transaction.execute(
        "INSERT INTO daily (day, game, solver, name, client, seated, begun) VALUES (?1, ?2, ?3, ?4, ?5, ?6, unixepoch())",
        params![day, game, solver, name, client, seated],
    )?;
    transaction.commit()?;
    Ok(Begun::Counts)
}

fn daily(row: &Row<'_>) -> rusqlite::Result<DailyGame> {
    let returns: Option<i32> = row.get(7)?;
    let result = row.get::<_, Option<u8>>(6)?.map(|place| (place, returns));
    Ok(DailyGame {
        day: row.get(0)?,
        game: row.get(1)?,
        solver: row.get(2)?,
        name: row.get(3)?,
        client: row.get(4)?,
        seated: row.get(5)?,
        result,
    })
}

/// Forgets days of long ago.
pub(super) fn forget(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute("DELETE FROM daily WHERE begun < unixepoch() - ?1", [FORGOTTEN]).map(drop)
}
