//! From version 3 to version 4: rows carry checksums.
//!
//! A byte that had changed on the disk was read as if it had been written so. What belongs together comes
//! into one row with one checksum: who sits where in a round, everybody's points in it, the faults of a
//! batch. Long columns come last, behind checksums of their own, so that a row can be held against its
//! checksum without reading them.

use std::collections::HashMap;

use rusqlite::{Transaction, params};

use crate::lists::{Points, pack_faults, pack_points};
use crate::read::{count as number, damaged, tournament_from};
use crate::write::put_round;
use crate::{EntrantRow, FaultRow, checksum};

const FOURTH: &str = "
CREATE TABLE new_tournament (
    id INTEGER PRIMARY KEY,
    begun TEXT NOT NULL,
    game TEXT NOT NULL,
    options TEXT NOT NULL,
    format TEXT NOT NULL,
    seed INTEGER NOT NULL,
    rounds INTEGER NOT NULL,
    deals INTEGER NOT NULL,
    first_game INTEGER NOT NULL,
    games INTEGER NOT NULL,
    terms TEXT NOT NULL,
    engine TEXT NOT NULL,
    -- How many there are.
    entrants INTEGER NOT NULL,
    checksum INTEGER NOT NULL
) STRICT;
CREATE TABLE new_entrant (
    id INTEGER PRIMARY KEY,
    tournament INTEGER NOT NULL REFERENCES new_tournament,
    number INTEGER NOT NULL,
    name TEXT NOT NULL,
    source TEXT NOT NULL,
    hash TEXT NOT NULL,
    is_house INTEGER NOT NULL CHECK (is_house IN (0, 1)),
    checksum INTEGER NOT NULL,
    UNIQUE (tournament, number),
    UNIQUE (tournament, name)
) STRICT;
CREATE TABLE new_round (
    id INTEGER PRIMARY KEY,
    tournament INTEGER NOT NULL REFERENCES new_tournament,
    number INTEGER NOT NULL,
    -- The checksum of the seating.
    content INTEGER NOT NULL,
    checksum INTEGER NOT NULL,
    seating BLOB NOT NULL,
    UNIQUE (tournament, number)
) STRICT;
-- How many games of a round are kept and what everybody reached in them, so that standings need not look
-- at every game. It is written in the transaction that keeps the games, and so always agrees with them.
CREATE TABLE new_tally (
    round INTEGER PRIMARY KEY REFERENCES new_round,
    kept INTEGER NOT NULL,
    points BLOB NOT NULL,
    checksum INTEGER NOT NULL
) STRICT;
CREATE TABLE new_sheaf (
    first INTEGER PRIMARY KEY,
    count INTEGER NOT NULL CHECK (count > 0),
    round INTEGER NOT NULL REFERENCES new_round,
    -- The checksum of faults and games.
    content INTEGER NOT NULL,
    checksum INTEGER NOT NULL,
    faults BLOB NOT NULL,
    games BLOB NOT NULL
) STRICT;
";

const AFTER_FOURTH: &str = "
DROP TABLE fault;
DROP TABLE chair;
DROP TABLE seating;
DROP TABLE tally;
DROP TABLE sheaf;
DROP TABLE round;
DROP TABLE entrant;
DROP TABLE tournament;
ALTER TABLE new_tournament RENAME TO tournament;
ALTER TABLE new_entrant RENAME TO entrant;
ALTER TABLE new_round RENAME TO round;
ALTER TABLE new_tally RENAME TO tally;
ALTER TABLE new_sheaf RENAME TO sheaf;
";

pub(crate) fn rows_carry_checksums(transaction: &Transaction<'_>) -> rusqlite::Result<()> {
    transaction.execute_batch(FOURTH)?;
    let mut tournaments = transaction.prepare("SELECT id FROM tournament ORDER BY id")?;
    let ids = tournaments.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<Vec<i64>>>()?;
    for id in ids {
        let entrants = bring_entrants(transaction, id)?;
        bring_tournament(transaction, id, &entrants)?;
        bring_rounds(transaction, id, &entrants)?;
    }
    bring_batches(transaction)?;
    transaction.execute_batch(AFTER_FOURTH)
}

fn bring_tournament(transaction: &Transaction<'_>, id: i64, entrants: &[(i64, EntrantRow)]) -> rusqlite::Result<()> {
    let sql = "SELECT begun, first_game, game, options, format, seed, rounds, deals, games, terms, engine \
               FROM tournament WHERE id = ?1";
    let (begun, first, row): (String, i64, _) =
        transaction.query_row(sql, [id], |row| Ok((row.get(0)?, row.get(1)?, tournament_from(row, 2)?)))?;
    let count = entrants.len() as u64;
    transaction.execute(
        "INSERT INTO new_tournament SELECT id, begun, game, options, format, seed, rounds, deals, first_game, games, \
         terms, engine, ?2, ?3 FROM tournament WHERE id = ?1",
        params![id, count.cast_signed(), checksum::of_tournament(id, &begun, first, &row, count)],
    )?;
    let mut add = transaction.prepare(
        "INSERT INTO new_entrant (id, tournament, number, name, source, hash, is_house, checksum) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    )?;
    for (number, (row, entrant)) in (0_u64..).zip(entrants) {
        let EntrantRow { name, source, hash, is_house } = entrant;
        let checksum = checksum::of_entrant(id, number, entrant);
        add.execute(params![row, id, number.cast_signed(), name, source, hash, is_house, checksum])?;
    }
    Ok(())
}

/// The entrants of a tournament with their rows.
fn bring_entrants(transaction: &Transaction<'_>, tournament: i64) -> rusqlite::Result<Vec<(i64, EntrantRow)>> {
    let mut rows = transaction.prepare(
        "SELECT id, number, name, source, hash, is_house FROM entrant WHERE tournament = ?1 ORDER BY number",
    )?;
    let mut rows = rows.query([tournament])?;
    let mut entrants = Vec::new();
    while let Some(row) = rows.next()? {
        if number(row, 1)? != entrants.len() as u64 {
            return Err(damaged(format!("entrant {} of tournament {tournament} is missing", entrants.len())));
        }
        let [name, source, hash] = [row.get(2)?, row.get(3)?, row.get(4)?];
        entrants.push((row.get(0)?, EntrantRow { name, source, hash, is_house: row.get(5)? }));
    }
    Ok(entrants)
}

fn bring_rounds(
    transaction: &Transaction<'_>,
    tournament: i64,
    entrants: &[(i64, EntrantRow)],
) -> rusqlite::Result<()> {
    let places: HashMap<i64, usize> = entrants.iter().enumerate().map(|(place, (row, _))| (*row, place)).collect();
    let place = |entrant: i64| {
        places
            .get(&entrant)
            .copied()
            .ok_or_else(|| damaged(format!("a round of tournament {tournament} has an entrant of another")))
    };
    let mut rounds = transaction.prepare("SELECT id, number, kept FROM round WHERE tournament = ?1 ORDER BY number")?;
    let mut chairs = transaction.prepare(
        "SELECT seating.number, chair.entrant FROM seating JOIN chair ON chair.seating = seating.id \
         WHERE seating.round = ?1 ORDER BY seating.number, chair.seat",
    )?;
    let mut tallies = transaction.prepare("SELECT entrant, games, halves FROM tally WHERE round = ?1")?;
    let mut rounds = rounds.query([tournament])?;
    while let Some(row) = rounds.next()? {
        let (id, round, kept): (i64, u64, i64) = (row.get(0)?, number(row, 1)?, row.get(2)?);
        let mut tables: Vec<Vec<usize>> = Vec::new();
        let mut chairs = chairs.query([id])?;
        while let Some(row) = chairs.next()? {
            // Tables come in their order, and none is empty.
            if number(row, 0)? == tables.len() as u64 {
                tables.push(Vec::new());
            }
            let table = tables.last_mut().ok_or_else(|| damaged("a round's first table is missing"))?;
            table.push(place(row.get(1)?)?);
        }
        put_round(transaction, "new_round", (id, tournament, round), &tables)?;
        let mut points: Vec<Points> = vec![(0, 0); entrants.len()];
        let mut tallies = tallies.query([id])?;
        while let Some(row) = tallies.next()? {
            points[place(row.get(0)?)?] = (number(row, 1)?, number(row, 2)?);
        }
        let points = pack_points(&points);
        transaction.execute(
            "INSERT INTO new_tally (round, kept, points, checksum) VALUES (?1, ?2, ?3, ?4)",
            params![id, kept, points, checksum::of_tally(id, kept.cast_unsigned(), &points)],
        )?;
    }
    Ok(())
}

fn bring_batches(transaction: &Transaction<'_>) -> rusqlite::Result<()> {
    let mut batches = transaction.prepare("SELECT first, count, round, games FROM sheaf ORDER BY first")?;
    let mut faults = transaction.prepare(
        "SELECT game, seat, verdict, count FROM fault WHERE game >= ?1 AND game < ?2 ORDER BY game, seat, verdict",
    )?;
    let mut add = transaction.prepare(
        "INSERT INTO new_sheaf (first, count, round, content, checksum, faults, games) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    )?;
    let mut batches = batches.query([])?;
    while let Some(row) = batches.next()? {
        let (first, count, round): (i64, i64, i64) = (row.get(0)?, row.get(1)?, row.get(2)?);
        let faults = faults.query_map([first, first.saturating_add(count)], |row| {
            Ok((number(row, 0)?, number(row, 1)? as usize, FaultRow { verdict: row.get(2)?, count: row.get(3)? }))
        })?;
        let faults = pack_faults(first.cast_unsigned(), &faults.collect::<rusqlite::Result<Vec<_>>>()?);
        let games = row.get_ref(3)?.as_blob()?;
        let content = checksum::of_content(&[&faults, games]);
        let checksum = checksum::of_batch(first, count, round, content);
        add.execute(params![first, count, round, content, checksum, faults, games])?;
    }
    Ok(())
}
