//! The deal of the day: its secret, and the results of those who played it.

use rusqlite::{Connection, OptionalExtension, Row, params};

use super::Tables;
use crate::ArchiveError;

/// A player's first game of a day's deal, which counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DailyGame {
    /// The day, as in `2026-11-16`.
    pub day: String,
    /// The name of the game.
    pub game: String,
    /// The player, by the hash of a browser's secret.
    pub solver: String,
    /// The name of the player.
    pub name: String,
    /// The client, as the server tells clients apart.
    pub client: String,
    /// The table it is played at.
    pub seated: String,
    /// The place and the returns; none until the game is over, and no returns if it was given up.
    pub result: Option<(u8, Option<i32>)>,
}

/// The answer to a player who begins a day's deal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Begun {
    /// The game counts.
    Counts,
    /// The player has begun before, and that game counts.
    Before(DailyGame),
    /// The client has begun too many games for one more to count.
    TooMany,
}

const COLUMNS: &str = "day, game, solver, name, client, seated, place, returns";
/// Results are deleted after ninety days.
const FORGOTTEN: i64 = 90 * 24 * 3600;

impl Tables {
    /// Returns the secret of a name. The first call stores `fresh`, later ones return that.
    ///
    /// # Errors
    /// If it cannot be written or read.
    pub fn secret(&mut self, name: &str, fresh: &[u8]) -> Result<Vec<u8>, ArchiveError> {
        self.writing(|connection| {
            let keep = "INSERT INTO secret (name, bytes) VALUES (?1, ?2) ON CONFLICT (name) DO NOTHING";
            connection.execute(keep, params![name, fresh])?;
            connection.query_row("SELECT bytes FROM secret WHERE name = ?1", [name], |row| row.get(0))
        })
    }

    /// Notes that a player begins a day's deal. At most `most` games of a client count.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn begin_daily(&mut self, begun: &DailyGame, most: u64) -> Result<Begun, ArchiveError> {
        let DailyGame { day, game, solver, name, client, seated, .. } = begun;
        self.writing(|connection| {
            if let Some(before) = find(connection, [day, game, solver])? {
                return Ok(Begun::Before(before));
            }
            let sql = "SELECT count(*) FROM daily WHERE day = ?1 AND game = ?2 AND client = ?3";
            let own: i64 = connection.query_row(sql, [day, game, client], |row| row.get(0))?;
            if own.cast_unsigned() >= most {
                return Ok(Begun::TooMany);
            }
            let sql = "INSERT INTO daily (day, game, solver, name, client, seated, begun) \
                       VALUES (?1, ?2, ?3, ?4, ?5, ?6, unixepoch())";
            connection.execute(sql, [day, game, solver, name, client, seated])?;
            Ok(Begun::Counts)
        })
    }

    /// Notes how the game of a table ended, if it is one that counts.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn end_daily(&mut self, seated: &str, (place, returns): (u8, Option<i32>)) -> Result<(), ArchiveError> {
        let sql = "UPDATE daily SET place = ?2, returns = ?3 WHERE seated = ?1 AND place IS NULL";
        self.writing(|connection| connection.execute(sql, params![seated, place, returns]).map(drop))
    }

    /// Returns a player's game of a day's deal, if there is one.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn daily_of(&self, day: &str, game: &str, solver: &str) -> Result<Option<DailyGame>, ArchiveError> {
        self.reading(|connection| find(connection, [day, game, solver]))
    }

    /// Returns the best games of a day's deal that are over, and the number of all that are over.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn daily(&self, day: &str, game: &str, most: usize) -> Result<(Vec<DailyGame>, u64), ArchiveError> {
        self.reading(|connection| {
            let over = "FROM daily WHERE day = ?1 AND game = ?2 AND place IS NOT NULL";
            let best = "ORDER BY place, returns DESC NULLS LAST, begun, name LIMIT ?3";
            let mut query = connection.prepare(&format!("SELECT {COLUMNS} {over} {best}"))?;
            let rows = query.query_map(params![day, game, most as i64], daily)?.collect::<rusqlite::Result<_>>()?;
            let count = format!("SELECT count(*) {over}");
            let all: i64 = connection.query_row(&count, [day, game], |row| row.get(0))?;
            Ok((rows, all.cast_unsigned()))
        })
    }
}

fn find(connection: &Connection, which: [&str; 3]) -> rusqlite::Result<Option<DailyGame>> {
    let sql = format!("SELECT {COLUMNS} FROM daily WHERE day = ?1 AND game = ?2 AND solver = ?3");
    connection.query_row(&sql, which, daily).optional()
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

pub(super) fn forget(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute("DELETE FROM daily WHERE begun < unixepoch() - ?1", [FORGOTTEN]).map(drop)
}
