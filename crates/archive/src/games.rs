//! Reads games.

use rusqlite::{Connection, Row};

use crate::checksum::{damaged, verify};
use crate::codec::decode_seats;
use crate::error::Failure;
use crate::read::{name_round, rounds, tournaments, unsigned};
use crate::{Archive, ArchiveError, GameRow, SeatRow, Stored};

/// A game and the names that its record needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArchivedGame {
    /// The tournament it belongs to.
    pub tournament: i64,
    /// The round and the table, from 0.
    pub place: (u64, u64),
    /// The game of the tournament and its options, as announced.
    pub game: (String, String),
    /// The names of the players, seat by seat.
    pub names: Vec<String>,
    /// The packed record.
    pub record: Vec<u8>,
}

impl Archive {
    /// Returns a game by its number in the file.
    ///
    /// # Errors
    /// If there is no such game, or the file cannot be read or is damaged.
    pub fn game(&self, number: i64) -> Result<ArchivedGame, ArchiveError> {
        let found = self.reading(|connection| match find_game(connection, number)? {
            Some(found) => Ok(Ok(found)),
            None => kept_games(connection).map(Err),
        })?;
        found.map_err(|(count, range)| {
            self.refused(match range {
                Some((first, last)) => {
                    format!("there is no game {number}; {count} games are kept, from {first} to {last}")
                }
                None => format!("there is no game {number}: no game is kept yet"),
            })
        })
    }

    /// Visits every game of a tournament in the order of their numbers.
    ///
    /// # Errors
    /// If the file cannot be read or is damaged; games may have been visited before that is found out.
    pub fn each_game(&self, stored: &Stored, visit: &mut dyn FnMut(GameRow)) -> Result<(), ArchiveError> {
        self.reading(|connection| each_game(connection, stored, visit))
    }
}

fn each_game(connection: &Connection, stored: &Stored, visit: &mut dyn FnMut(GameRow)) -> Result<(), Failure> {
    let mut missing: Vec<u64> = rounds(connection, stored.id)?.iter().map(|round| round.kept).collect();
    let mut statement = connection.prepare("SELECT * FROM game WHERE id >= ?1 AND id < ?2 ORDER BY id")?;
    let end = stored.first_game + stored.tournament.games.cast_signed();
    let (mut rows, mut after) = (statement.query([stored.first_game, end])?, 0);
    while let Some(row) = rows.next()? {
        let game = read_game(row, stored)?;
        let name = || format!("game {}", stored.first_game + game.number.cast_signed());
        if game.number < after {
            return Err(damaged(name()));
        }
        let round = || name_round(stored.id, game.round);
        let left = missing.get_mut(game.round as usize);
        let left = left.ok_or_else(|| Failure::Damaged(format!("{} is missing: {} is of it", round(), name())))?;
        let too_many = || Failure::Damaged(format!("{} is damaged: too many games", round()));
        *left = left.checked_sub(1).ok_or_else(too_many)?;
        after = game.number + 1;
        visit(game);
    }
    match (0..).zip(missing).find(|(_, left)| *left > 0) {
        None => Ok(()),
        Some((round, left)) => {
            Err(Failure::Damaged(format!("{left} games of {} are missing", name_round(stored.id, round))))
        }
    }
}

fn read_game(row: &Row<'_>, stored: &Stored) -> Result<GameRow, Failure> {
    let id: i64 = row.get(0)?;
    let name = || format!("game {id}");
    verify(row, "game", name)?;
    let seats = decode_seats(row.get_ref(5)?.as_blob().map_err(rusqlite::Error::from)?);
    let is_whole = |(seats, _): &(Vec<SeatRow>, _)| seats.iter().all(|seat| seat.entrant < stored.entrants.len());
    let (seats, times) = seats.filter(is_whole).ok_or_else(|| damaged(name()))?;
    Ok(GameRow {
        number: (id - stored.first_game).cast_unsigned(),
        round: unsigned(row, 1)?,
        table: unsigned(row, 2)?,
        deal: unsigned(row, 3)?,
        rotation: unsigned(row, 4)?,
        seats,
        times,
        record: row.get(6)?,
    })
}

fn find_game(connection: &Connection, number: i64) -> Result<Option<ArchivedGame>, Failure> {
    let mut all = tournaments(connection)?.into_iter();
    let is_in = |stored: &Stored| {
        (stored.first_game..stored.first_game + stored.tournament.games.cast_signed()).contains(&number)
    };
    let Some(stored) = all.find(is_in) else { return Ok(None) };
    let mut statement = connection.prepare("SELECT * FROM game WHERE id = ?1")?;
    let mut rows = statement.query([number])?;
    let Some(row) = rows.next()? else { return Ok(None) };
    let game = read_game(row, &stored)?;
    Ok(Some(ArchivedGame {
        tournament: stored.id,
        place: (game.round, game.table),
        names: game.seats.iter().map(|seat| stored.entrants[seat.entrant].name.clone()).collect(),
        game: (stored.tournament.game, stored.tournament.options),
        record: game.record,
    }))
}

/// Counts all games and returns the first and the last number. Reading them all finds damage that hides a game.
fn kept_games(connection: &Connection) -> Result<(u64, Option<(i64, i64)>), Failure> {
    let (mut count, mut range) = (0, None);
    for stored in tournaments(connection)? {
        each_game(connection, &stored, &mut |game| {
            let number = stored.first_game + game.number.cast_signed();
            count += 1;
            range = Some((range.map_or(number, |(first, _)| first), number));
        })?;
    }
    Ok((count, range))
}
