//! What is read back of tournaments, entrants and rounds: as it was written, or an error that names what
//! is damaged.
//!
//! Every row is held against its checksum, and rows are counted: one that a damaged page or index no
//! longer leads to would otherwise be missed by nobody.

use rusqlite::types::{FromSql, FromSqlResult, Type, ValueRef};
use rusqlite::{Connection, OptionalExtension, Row, params};

use crate::lists::{Points, unpack_points, unpack_seating};
use crate::{Archive, ArchiveError, EntrantRow, KeptRecord, TournamentRow, checksum};

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

impl Stored {
    /// The seed, once it no longer names hands to come.
    pub fn told_seed(&self) -> Option<u64> {
        (self.kept >= self.tournament.games).then_some(self.tournament.seed)
    }
}

/// A round that has begun, but for who sits where.
pub(crate) struct Begun {
    pub(crate) id: i64,
    pub(crate) number: u64,
    /// How many games of it are kept.
    pub(crate) kept: u64,
    points: Vec<Points>,
}

impl Archive {
    /// All tournaments, the oldest first.
    ///
    /// # Errors
    /// If the file cannot be read or is damaged.
    pub fn tournaments(&self) -> Result<Vec<Stored>, ArchiveError> {
        self.reading(|connection| tournaments(connection, None))
    }

    /// Who sits at which table of a round, if it has begun.
    ///
    /// # Errors
    /// If the file cannot be read or is damaged.
    pub fn round(&self, tournament: i64, round: u64) -> Result<Option<Vec<Vec<usize>>>, ArchiveError> {
        self.reading(|connection| {
            let mut row = connection.prepare_cached(
                "SELECT id, tournament, number, content, checksum, seating FROM round \
                 WHERE tournament = ?1 AND number = ?2",
            )?;
            let read = |row: &Row<'_>| {
                check_round(row, tournament)?;
                let seating = row.get_ref(5)?.as_blob()?;
                let is_whole = checksum::of_content(&[seating]) == row.get::<_, i64>(3)?;
                Ok(unpack_seating(seating).filter(|_| is_whole))
            };
            let found = row.query_row(params![tournament, round.cast_signed()], read).optional();
            let found = found.map_err(naming(|| round_in_words(tournament, round)))?;
            found.map(|seating| seating.ok_or_else(|| is_damaged(round_in_words(tournament, round)))).transpose()
        })
    }

    /// Every entrant's games and tournament points in halves, without a look at every game.
    ///
    /// # Errors
    /// If the file cannot be read or is damaged.
    pub fn points(&self, stored: &Stored) -> Result<Vec<(u64, u64)>, ArchiveError> {
        self.reading(|connection| {
            let mut total = vec![(0, 0); stored.entrants.len()];
            for round in rounds(connection, stored.id)? {
                if round.points.len() > total.len() {
                    return Err(is_damaged(round_in_words(stored.id, round.number)));
                }
                for (total, (games, halves)) in total.iter_mut().zip(round.points) {
                    *total = (u64::saturating_add(total.0, games), u64::saturating_add(total.1, halves));
                }
            }
            Ok(total)
        })
    }

    /// Reads the file as it is at one moment, whoever writes meanwhile.
    pub(crate) fn reading<T>(&self, read: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, ArchiveError> {
        let read = || {
            let moment = self.connection.unchecked_transaction()?;
            read(&moment)
        };
        read().map_err(|error| self.failed(error))
    }
}

/// All tournaments, or one of them.
pub(crate) fn tournaments(connection: &Connection, only: Option<i64>) -> rusqlite::Result<Vec<Stored>> {
    let mut all = connection.prepare(
        "SELECT id, begun, first_game, game, options, format, seed, rounds, deals, games, terms, engine, entrants, \
         checksum FROM tournament WHERE ?1 IS NULL OR id = ?1 ORDER BY id",
    )?;
    let mut rows = all.query([only])?;
    let (mut tournaments, mut seen) = (Vec::<Stored>::new(), [0, 0, 0]);
    while let Some(row) = rows.next()? {
        let id: i64 = row.get(0)?;
        let (mut stored, count) = stored(row).map_err(naming(|| format!("tournament {id}")))?;
        if tournaments.last().is_some_and(|last| last.id >= id) {
            return Err(damaged("the tournaments are out of order"));
        }
        stored.entrants = entrants(connection, id)?;
        if stored.entrants.len() as u64 != count {
            let found = stored.entrants.len();
            return Err(damaged(format!("tournament {id} has {count} entrants, but {found} are found")));
        }
        let rounds = rounds(connection, id)?;
        stored.kept = rounds.iter().fold(0, |kept, round| kept.saturating_add(round.kept));
        seen = [seen[0] + count, seen[1] + rounds.len() as u64, seen[2] + rounds.len() as u64];
        tournaments.push(stored);
    }
    if only.is_none() {
        for (table, seen) in ["entrant", "round", "tally"].into_iter().zip(seen) {
            // An index may have lost what the table has, or the other way round.
            let there: i64 =
                connection.query_row(&format!("SELECT count(*) FROM {table} NOT INDEXED"), [], |row| row.get(0))?;
            if there.cast_unsigned() != seen {
                return Err(damaged(format!("there are {there} rows of {table}, but {seen} belong to tournaments")));
            }
        }
    }
    Ok(tournaments)
}

/// What was announced, in the nine columns from this one on.
pub(crate) fn tournament_from(row: &Row<'_>, first: usize) -> rusqlite::Result<TournamentRow> {
    Ok(TournamentRow {
        game: row.get(first)?,
        options: row.get(first + 1)?,
        format: row.get(first + 2)?,
        seed: count(row, first + 3)?,
        rounds: count(row, first + 4)?,
        deals: count(row, first + 5)?,
        games: count(row, first + 6)?,
        terms: row.get(first + 7)?,
        engine: row.get(first + 8)?,
    })
}

/// A tournament without its entrants, and how many there are.
fn stored(row: &Row<'_>) -> rusqlite::Result<(Stored, u64)> {
    let tournament = tournament_from(row, 3)?;
    let (id, begun, first_game): (_, String, _) = (row.get(0)?, row.get(1)?, row.get(2)?);
    let entrants = count(row, 12)?;
    check(row, 13, checksum::of_tournament(id, &begun, first_game, &tournament, entrants))?;
    // Whoever can write checksums must not make us count beyond all numbers.
    let games = i64::try_from(tournament.games).ok();
    if games.and_then(|games| first_game.checked_add(games)).is_none() {
        return Err(is_damaged("a row"));
    }
    Ok((Stored { id, begun, first_game, tournament, entrants: Vec::new(), kept: 0 }, entrants))
}

fn entrants(connection: &Connection, tournament: i64) -> rusqlite::Result<Vec<EntrantRow>> {
    let mut rows = connection.prepare(
        "SELECT name, source, hash, is_house, number, checksum FROM entrant WHERE tournament = ?1 ORDER BY number",
    )?;
    let mut rows = rows.query([tournament])?;
    let mut entrants = Vec::new();
    while let Some(row) = rows.next()? {
        let number = entrants.len() as u64;
        let read = || {
            let [name, source, hash] = [row.get(0)?, row.get(1)?, row.get(2)?];
            let entrant = EntrantRow { name, source, hash, is_house: row.get(3)? };
            check(row, 4, number.cast_signed())?;
            check(row, 5, checksum::of_entrant(tournament, number, &entrant))?;
            Ok(entrant)
        };
        entrants.push(read().map_err(naming(|| format!("entrant {number} of tournament {tournament}")))?);
    }
    Ok(entrants)
}

/// The rounds of a tournament that have begun, the first first.
pub(crate) fn rounds(connection: &Connection, tournament: i64) -> rusqlite::Result<Vec<Begun>> {
    let mut rows = connection
        .prepare("SELECT id, tournament, number, content, checksum FROM round WHERE tournament = ?1 ORDER BY number")?;
    let mut rows = rows.query([tournament])?;
    let mut rounds: Vec<Begun> = Vec::new();
    while let Some(row) = rows.next()? {
        let after = rounds.last().map_or(0, |last| last.number.saturating_add(1));
        let (id, number) = check_round(row, tournament).map_err(naming(|| round_in_words(tournament, after)))?;
        if number < after {
            return Err(is_damaged(round_in_words(tournament, after)));
        }
        let (kept, points) = tally(connection, id).map_err(naming(|| round_in_words(tournament, number)))?;
        rounds.push(Begun { id, number, kept, points });
    }
    Ok(rounds)
}

/// The row and the number of a round, if it is whole but for its seating and of this tournament: columns
/// are the row, the tournament, the number, and the checksums of the seating and of these.
pub(crate) fn check_round(row: &Row<'_>, tournament: i64) -> rusqlite::Result<(i64, u64)> {
    let (id, number) = (row.get(0)?, count(row, 2)?);
    check(row, 1, tournament)?;
    check(row, 4, checksum::of_round(id, tournament, number, row.get(3)?))?;
    Ok((id, number))
}

/// How many games of a round are kept, and everybody's points in it.
pub(crate) fn tally(connection: &Connection, round: i64) -> rusqlite::Result<(u64, Vec<Points>)> {
    let mut row = connection.prepare_cached("SELECT kept, points, checksum FROM tally WHERE round = ?1")?;
    let found = row.query_row([round], |row| {
        let (kept, points) = (count(row, 0)?, row.get_ref(1)?.as_blob()?);
        check(row, 2, checksum::of_tally(round, kept, points))?;
        Ok((kept, unpack_points(points)))
    });
    match found.optional()? {
        Some((kept, Some(points))) => Ok((kept, points)),
        _ => Err(is_damaged("the count of a round's games")),
    }
}

pub(crate) fn round_in_words(tournament: i64, round: u64) -> String {
    format!("round {} of tournament {tournament}", round.saturating_add(1))
}

pub(crate) fn count(row: &Row<'_>, column: usize) -> rusqlite::Result<u64> {
    row.get::<_, i64>(column).map(i64::cast_unsigned)
}

/// Makes sure that a column has the number it must have.
pub(crate) fn check(row: &Row<'_>, column: usize, expected: i64) -> rusqlite::Result<()> {
    if row.get::<_, i64>(column)? == expected { Ok(()) } else { Err(is_damaged("a row")) }
}

/// Puts the name of a row to what is wrong inside it.
pub(crate) fn naming(what: impl FnOnce() -> String) -> impl FnOnce(rusqlite::Error) -> rusqlite::Error {
    |error| match error {
        rusqlite::Error::FromSqlConversionFailure(..)
        | rusqlite::Error::InvalidColumnType(..)
        | rusqlite::Error::IntegralValueOutOfRange(..)
        | rusqlite::Error::Utf8Error(..) => is_damaged(what()),
        error => error,
    }
}

impl FromSql for KeptRecord {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<KeptRecord> {
        match value {
            ValueRef::Blob(bytes) => Ok(KeptRecord::Packed(bytes.to_vec())),
            value => value.as_str().map(|text| KeptRecord::Text(text.to_owned())),
        }
    }
}

/// That this is not as it was written.
pub(crate) fn is_damaged(what: impl std::fmt::Display) -> rusqlite::Error {
    damaged(format!("{what} is damaged"))
}

/// Something that cannot be so in a file of ours.
pub(crate) fn damaged(words: impl Into<String>) -> rusqlite::Error {
    let words: String = words.into();
    rusqlite::Error::FromSqlConversionFailure(0, Type::Blob, words.into())
}
