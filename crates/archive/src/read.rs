//! Reads tournaments, entrants and rounds. Reading verifies every checksum. It also counts the rows, which detects a row
//! that a damaged page no longer refers to.

use rusqlite::{Connection, Row, params};

use crate::checksum::{damaged, verify};
use crate::error::Failure;
use crate::{Archive, ArchiveError, EntrantRow, TournamentRow};

/// A tournament in the database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    /// Its number.
    pub id: i64,
    /// When it began, in universal time.
    pub begun: String,
    /// The number of its first game.
    pub first_game: i64,
    /// The announcement.
    pub tournament: TournamentRow,
    /// The participants.
    pub entrants: Vec<EntrantRow>,
    /// The number of games kept.
    pub kept: u64,
}

impl Stored {
    /// Returns the seed once all games are over; before, it would give away hands to come.
    pub fn told_seed(&self) -> Option<u64> {
        (self.kept >= self.tournament.games).then_some(self.tournament.seed)
    }
}

/// A round that has begun.
pub(crate) struct RoundRow {
    /// The entrants of every table, as text.
    pub(crate) seating: String,
    /// The number of its games that are kept.
    pub(crate) kept: u64,
}

impl Archive {
    /// Returns all tournaments, the oldest first.
    ///
    /// # Errors
    /// If the file cannot be read or is damaged.
    pub fn tournaments(&self) -> Result<Vec<Stored>, ArchiveError> {
        self.reading(tournaments)
    }

    /// Returns the entrants of every table of a round, if the round has begun.
    ///
    /// # Errors
    /// If the file cannot be read or is damaged.
    pub fn round(&self, tournament: i64, number: u64) -> Result<Option<Vec<Vec<usize>>>, ArchiveError> {
        self.reading(|connection| {
            let Some(found) = round(connection, tournament, number)? else { return Ok(None) };
            let tables = found.seating.split(';').filter(|table| !table.is_empty());
            let tables = tables.map(|table| table.split(',').map(|entrant| entrant.parse().ok()).collect());
            tables.collect::<Option<_>>().map(Some).ok_or_else(|| damaged(name_round(tournament, number)))
        })
    }

    /// Reads the file in one transaction: writes of others meanwhile are not seen.
    pub(crate) fn reading<T>(&self, read: impl FnOnce(&Connection) -> Result<T, Failure>) -> Result<T, ArchiveError> {
        let transaction = self.connection.unchecked_transaction().map_err(|error| self.failed(error))?;
        read(&transaction).map_err(|failure| self.failed(failure))
    }
}

pub(crate) fn tournaments(connection: &Connection) -> Result<Vec<Stored>, Failure> {
    let mut statement = connection.prepare("SELECT * FROM tournament ORDER BY id")?;
    let mut rows = statement.query([])?;
    let (mut all, mut seen) = (Vec::new(), [0, 0]);
    while let Some(row) = rows.next()? {
        let (mut stored, entrant_count) = read_tournament(row)?;
        let (id, expected) = (stored.id, all.len() as i64 + 1);
        if id != expected {
            return Err(Failure::Damaged(format!("tournament {expected} is missing")));
        }
        stored.entrants = entrants(connection, id)?;
        let found = stored.entrants.len() as u64;
        if found != entrant_count {
            let words = format!("tournament {id} has {entrant_count} entrants, but {found} are found");
            return Err(Failure::Damaged(words));
        }
        let rounds = rounds(connection, id)?;
        stored.kept = rounds.iter().fold(0, |kept, round| kept.saturating_add(round.kept));
        seen = [seen[0] + found, seen[1] + rounds.len() as u64];
        all.push(stored);
    }
    for (table, seen) in ["entrant", "round"].into_iter().zip(seen) {
        let found: i64 = connection.query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get(0))?;
        if found.cast_unsigned() != seen {
            let words = format!("there are {found} rows of {table}, but {seen} belong to tournaments");
            return Err(Failure::Damaged(words));
        }
    }
    Ok(all)
}

/// Reads a tournament without its entrants, and the number of these.
fn read_tournament(row: &Row<'_>) -> Result<(Stored, u64), Failure> {
    let (id, first_game): (i64, i64) = (row.get(0)?, row.get(2)?);
    let name = || format!("tournament {id}");
    verify(row, "tournament", name)?;
    let tournament = TournamentRow {
        game: row.get(3)?,
        options: row.get(4)?,
        format: row.get(5)?,
        seed: unsigned(row, 6)?,
        rounds: unsigned(row, 7)?,
        deals: unsigned(row, 8)?,
        games: unsigned(row, 9)?,
        terms: row.get(10)?,
        engine: row.get(11)?,
    };
    // A forged checksum must not make sums overflow.
    first_game.checked_add_unsigned(tournament.games).ok_or_else(|| damaged(name()))?;
    let stored = Stored { id, begun: row.get(1)?, first_game, tournament, entrants: Vec::new(), kept: 0 };
    Ok((stored, unsigned(row, 12)?))
}

fn entrants(connection: &Connection, tournament: i64) -> Result<Vec<EntrantRow>, Failure> {
    let mut statement = connection.prepare("SELECT * FROM entrant WHERE tournament = ?1 ORDER BY number")?;
    let mut rows = statement.query([tournament])?;
    let mut entrants = Vec::new();
    while let Some(row) = rows.next()? {
        let number = entrants.len();
        let name = || format!("entrant {number} of tournament {tournament}");
        verify(row, "entrant", name)?;
        if unsigned(row, 1)? != number as u64 {
            return Err(damaged(name()));
        }
        let [name, source, hash] = [row.get(2)?, row.get(3)?, row.get(4)?];
        entrants.push(EntrantRow { name, source, hash, is_house: row.get(5)? });
    }
    Ok(entrants)
}

pub(crate) fn rounds(connection: &Connection, tournament: i64) -> Result<Vec<RoundRow>, Failure> {
    let mut statement = connection.prepare("SELECT * FROM round WHERE tournament = ?1 ORDER BY number")?;
    let mut rows = statement.query([tournament])?;
    let mut rounds = Vec::new();
    while let Some(row) = rows.next()? {
        rounds.push(read_round(row, tournament, rounds.len() as u64)?);
    }
    Ok(rounds)
}

pub(crate) fn round(connection: &Connection, tournament: i64, number: u64) -> Result<Option<RoundRow>, Failure> {
    let mut statement = connection.prepare_cached("SELECT * FROM round WHERE tournament = ?1 AND number = ?2")?;
    let mut rows = statement.query(params![tournament, number.cast_signed()])?;
    rows.next()?.map(|row| read_round(row, tournament, number)).transpose()
}

fn read_round(row: &Row<'_>, tournament: i64, number: u64) -> Result<RoundRow, Failure> {
    verify(row, "round", || name_round(tournament, number))?;
    if unsigned(row, 1)? != number {
        return Err(Failure::Damaged(format!("{} is missing", name_round(tournament, number))));
    }
    Ok(RoundRow { seating: row.get(2)?, kept: unsigned(row, 3)? })
}

pub(crate) fn name_round(tournament: i64, number: u64) -> String {
    format!("round {} of tournament {tournament}", number.saturating_add(1))
}

pub(crate) fn unsigned(row: &Row<'_>, column: usize) -> rusqlite::Result<u64> {
    row.get(column).map(i64::cast_unsigned)
}
