//! What is read back.

use std::collections::HashMap;
use std::ops::Range;

use rusqlite::types::{FromSql, FromSqlResult, Type, ValueRef};
use rusqlite::{Row, params};

use crate::sheaf::{Packed, unpack};
use crate::{Archive, ArchiveError, EntrantRow, FaultRow, GameRow, KeptRecord, TournamentRow};

/// A tournament that is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    /// Its number.
    pub id: i64,
    /// When it began, in universal time.
    pub begun: String,
    /// The number of its first game.
    pub first_game: i64,
    /// As it was announced.
    pub tournament: TournamentRow,
    /// Who takes part.
    pub entrants: Vec<EntrantRow>,
    /// How many games are kept.
    pub kept: u64,
}

/// A game that is kept, with the names around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opened {
    /// The tournament it belongs to.
    pub tournament: i64,
    /// The round and the table, from 0.
    pub place: (u64, u64),
    /// The game of the tournament and its options, as announced.
    pub game: (String, String),
    /// What those at the table are called, seat by seat.
    pub names: Vec<String>,
    /// The record.
    pub record: KeptRecord,
}

impl Archive {
    /// All tournaments, the oldest first.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn tournaments(&self) -> Result<Vec<Stored>, ArchiveError> {
        self.read_tournaments().map_err(|error| self.failed(error))
    }

    fn read_tournaments(&self) -> rusqlite::Result<Vec<Stored>> {
        let mut all = self.connection.prepare(
            "SELECT id, begun, first_game, game, options, format, seed, rounds, deals, games, terms, engine, \
             (SELECT coalesce(sum(kept), 0) FROM round WHERE round.tournament = tournament.id) \
             FROM tournament ORDER BY id",
        )?;
        let mut entrants = self
            .connection
            .prepare("SELECT name, source, hash, is_house FROM entrant WHERE tournament = ?1 ORDER BY number")?;
        let stored = all.query_map([], stored)?.map(|stored| {
            let stored = stored?;
            let rows = entrants.query_map([stored.id], |row| {
                let [name, source, hash] = [row.get(0)?, row.get(1)?, row.get(2)?];
                Ok(EntrantRow { name, source, hash, is_house: row.get(3)? })
            })?;
            Ok(Stored { entrants: rows.collect::<rusqlite::Result<Vec<_>>>()?, ..stored })
        });
        stored.collect()
    }

    /// Who sits at which table of a round, if it has begun.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn round(&self, tournament: i64, round: u64) -> Result<Option<Vec<Vec<usize>>>, ArchiveError> {
        let read = || {
            let mut chairs = self.connection.prepare(
                "SELECT seating.number, entrant.number FROM round JOIN seating ON seating.round = round.id \
                 JOIN chair ON chair.seating = seating.id JOIN entrant ON entrant.id = chair.entrant \
                 WHERE round.tournament = ?1 AND round.number = ?2 ORDER BY seating.number, chair.seat",
            )?;
            let chairs = chairs.query_map(params![tournament, round.cast_signed()], |row| {
                Ok((row.get::<_, i64>(0)? as usize, row.get::<_, i64>(1)? as usize))
            })?;
            let mut tables: Vec<Vec<usize>> = Vec::new();
            for chair in chairs {
                let (table, entrant) = chair?;
                tables.resize(tables.len().max(table + 1), Vec::new());
                tables[table].push(entrant);
            }
            Ok((!tables.is_empty()).then_some(tables))
        };
        read().map_err(|error| self.failed(error))
    }

    /// The record of a game.
    ///
    /// # Errors
    /// If there is no such game, or the file cannot be read.
    pub fn game(&self, number: i64) -> Result<Opened, ArchiveError> {
        let found = self.find_game(number).map_err(|error| self.failed(error))?;
        if let Some(found) = found {
            return Ok(found);
        }
        let range = "SELECT min(first), max(first + count - 1), coalesce(sum(count), 0) FROM sheaf";
        let range = self.connection.query_row(range, [], |row| {
            Ok((row.get::<_, Option<i64>>(0)?, row.get::<_, Option<i64>>(1)?, count(row, 2)?))
        });
        Err(match range.map_err(|error| self.failed(error))? {
            (Some(first), Some(last), games) => {
                self.refused(format!("there is no game {number}; {games} games are kept, from {first} to {last}"))
            }
            _ => self.refused(format!("there is no game {number}: no game is kept yet")),
        })
    }

    fn find_game(&self, number: i64) -> rusqlite::Result<Option<Opened>> {
        let mut rows = self.connection.prepare(
            "SELECT first, count, tournament.id, round.number, tournament.game, tournament.options, sheaf.games \
             FROM sheaf JOIN round ON round.id = sheaf.round JOIN tournament ON tournament.id = round.tournament \
             WHERE first <= ?1 ORDER BY first DESC LIMIT 1",
        )?;
        let mut rows = rows.query([number])?;
        let Some(row) = rows.next()? else { return Ok(None) };
        let (before, games): (i64, i64) = (number.saturating_sub(row.get(0)?), row.get(1)?);
        if before >= games {
            return Ok(None);
        }
        let packed = Packed(row.get_ref(6)?.as_blob()?).nth(before as usize);
        let (tournament, round) = (row.get(2)?, count(row, 3)?);
        let game = packed.and_then(|bytes| unpack(bytes, round, 0, Records::Included));
        let game = game.ok_or_else(|| damaged(format!("game {number} is damaged")))?;
        let mut name = self.connection.prepare("SELECT name FROM entrant WHERE tournament = ?1 AND number = ?2")?;
        let names =
            game.seats.iter().map(|seat| name.query_row(params![tournament, seat.entrant as i64], |row| row.get(0)));
        Ok(Some(Opened {
            tournament,
            place: (round, game.table),
            game: (row.get(4)?, row.get(5)?),
            names: names.collect::<rusqlite::Result<_>>()?,
            record: game.record,
        }))
    }

    /// The numbers of the games that are kept, without a look at every game.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn numbers(&self, stored: &Stored) -> Result<Vec<Range<u64>>, ArchiveError> {
        let read = || {
            let mut rows = self
                .connection
                .prepare("SELECT first, count FROM sheaf WHERE first >= ?1 AND first < ?2 ORDER BY first")?;
            let mut rows = rows.query(range(stored))?;
            let mut numbers: Vec<Range<u64>> = Vec::new();
            while let Some(row) = rows.next()? {
                let first = (row.get::<_, i64>(0)? - stored.first_game).cast_unsigned();
                let after = first.saturating_add(count(row, 1)?);
                match numbers.last_mut() {
                    Some(last) if last.end == first => last.end = after,
                    _ => numbers.push(first..after),
                }
            }
            Ok(numbers)
        };
        read().map_err(|error| self.failed(error))
    }

    /// Hands over every game of a tournament in the order of their numbers; records only where asked for.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn each_game(
        &self,
        stored: &Stored,
        records: Records,
        visit: &mut dyn FnMut(GameRow),
    ) -> Result<(), ArchiveError> {
        self.read_games(stored, records, visit).map_err(|error| self.failed(error))
    }

    fn read_games(&self, stored: &Stored, records: Records, visit: &mut dyn FnMut(GameRow)) -> rusqlite::Result<()> {
        let mut rows = self.connection.prepare(
            "SELECT first, count, round.tournament, round.number, games FROM sheaf \
             JOIN round ON round.id = sheaf.round WHERE first >= ?1 AND first < ?2 ORDER BY first",
        )?;
        let mut faults = self.faults_of(stored)?;
        let mut rows = rows.query(range(stored))?;
        while let Some(row) = rows.next()? {
            let (first, games, tournament): (i64, i64, i64) = (row.get(0)?, row.get(1)?, row.get(2)?);
            if tournament != stored.id {
                return Err(damaged(format!("game {first} is of another tournament")));
            }
            let round = count(row, 3)?;
            let mut packed = Packed(row.get_ref(4)?.as_blob()?);
            for id in first..first.saturating_add(games) {
                let number = (id - stored.first_game).cast_unsigned();
                let game = packed.next().and_then(|bytes| unpack(bytes, round, number, records));
                let mut game = game.ok_or_else(|| damaged(format!("game {id} is damaged")))?;
                for (number, seat) in game.seats.iter_mut().enumerate() {
                    if seat.entrant >= stored.entrants.len() {
                        return Err(damaged(format!("game {id}: there is no entrant {}", seat.entrant)));
                    }
                    if !faults.is_empty() {
                        seat.faults = faults.remove(&(id, number as i64)).unwrap_or_default();
                    }
                }
                visit(game);
            }
        }
        Ok(())
    }

    fn faults_of(&self, stored: &Stored) -> rusqlite::Result<HashMap<(i64, i64), Vec<FaultRow>>> {
        let mut rows = self.connection.prepare(
            "SELECT game, seat, verdict, count FROM fault WHERE game >= ?1 AND game < ?2 ORDER BY game, seat, verdict",
        )?;
        let mut faults = HashMap::<(i64, i64), Vec<FaultRow>>::new();
        let mut rows = rows.query(range(stored))?;
        while let Some(row) = rows.next()? {
            let fault = FaultRow { verdict: row.get(2)?, count: row.get(3)? };
            faults.entry((row.get(0)?, row.get(1)?)).or_default().push(fault);
        }
        Ok(faults)
    }

    /// Every entrant's games and tournament points in halves, without a look at every game.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn points(&self, stored: &Stored) -> Result<Vec<(u64, u64)>, ArchiveError> {
        let read = || {
            let mut points = vec![(0, 0); stored.entrants.len()];
            let mut rows = self.connection.prepare(
                "SELECT entrant.number, sum(tally.games), sum(tally.halves) FROM round \
                 JOIN tally ON tally.round = round.id JOIN entrant ON entrant.id = tally.entrant \
                 WHERE round.tournament = ?1 GROUP BY entrant.number",
            )?;
            let mut rows = rows.query([stored.id])?;
            while let Some(row) = rows.next()? {
                points[row.get::<_, i64>(0)? as usize] = (count(row, 1)?, count(row, 2)?);
            }
            Ok(points)
        };
        read().map_err(|error| self.failed(error))
    }
}

/// Whether the records come along.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Records {
    /// They do.
    Included,
    /// They are left empty.
    LeftOut,
}

fn count(row: &Row<'_>, column: usize) -> rusqlite::Result<u64> {
    row.get::<_, i64>(column).map(i64::cast_unsigned)
}

fn stored(row: &Row<'_>) -> rusqlite::Result<Stored> {
    let tournament = TournamentRow {
        game: row.get(3)?,
        options: row.get(4)?,
        format: row.get(5)?,
        seed: count(row, 6)?,
        rounds: count(row, 7)?,
        deals: count(row, 8)?,
        games: count(row, 9)?,
        terms: row.get(10)?,
        engine: row.get(11)?,
    };
    let (id, begun, first_game) = (row.get(0)?, row.get(1)?, row.get(2)?);
    Ok(Stored { id, begun, first_game, tournament, entrants: Vec::new(), kept: count(row, 12)? })
}

/// The numbers of a tournament's games in the file.
fn range(stored: &Stored) -> [i64; 2] {
    [stored.first_game, stored.first_game + stored.tournament.games.cast_signed()]
}

impl FromSql for KeptRecord {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<KeptRecord> {
        match value {
            ValueRef::Blob(bytes) => Ok(KeptRecord::Packed(bytes.to_vec())),
            value => value.as_str().map(|text| KeptRecord::Text(text.to_owned())),
        }
    }
}

pub(crate) fn damaged(words: impl Into<String>) -> rusqlite::Error {
    let words: String = words.into();
    rusqlite::Error::FromSqlConversionFailure(0, Type::Blob, words.into())
}
