//! What the tables look like, version by version.
//!
//! A version is never changed once it was in use: a new one is a new step at the end.

use rusqlite::{Connection, Transaction, params};

use crate::forward::rows_carry_checksums;
use crate::{Batch, GameRow, KeptRecord, packed};

/// Marks a database as ours: "card" in ASCII.
pub(crate) const APPLICATION: i32 = 0x6361_7264;

/// Step n brings a database from version n to version n + 1.
const STEPS: [fn(&Transaction<'_>) -> rusqlite::Result<()>; 4] =
    [|empty| empty.execute_batch(FIRST), one_row_for_each_game, one_row_for_many_games, rows_carry_checksums];

const FIRST: &str = "
CREATE TABLE tournament (
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
    terms TEXT NOT NULL
) STRICT;
CREATE TABLE entrant (
    id INTEGER PRIMARY KEY,
    tournament INTEGER NOT NULL REFERENCES tournament,
    number INTEGER NOT NULL,
    name TEXT NOT NULL,
    source TEXT NOT NULL,
    hash TEXT NOT NULL,
    is_house INTEGER NOT NULL CHECK (is_house IN (0, 1)),
    UNIQUE (tournament, number),
    UNIQUE (tournament, name)
) STRICT;
CREATE TABLE round (
    id INTEGER PRIMARY KEY,
    tournament INTEGER NOT NULL REFERENCES tournament,
    number INTEGER NOT NULL,
    UNIQUE (tournament, number)
) STRICT;
CREATE TABLE seating (
    id INTEGER PRIMARY KEY,
    round INTEGER NOT NULL REFERENCES round,
    number INTEGER NOT NULL,
    UNIQUE (round, number)
) STRICT;
CREATE TABLE chair (
    seating INTEGER NOT NULL REFERENCES seating,
    seat INTEGER NOT NULL,
    entrant INTEGER NOT NULL REFERENCES entrant,
    PRIMARY KEY (seating, seat)
) STRICT, WITHOUT ROWID;
CREATE TABLE game (
    id INTEGER PRIMARY KEY,
    seating INTEGER NOT NULL REFERENCES seating,
    deal INTEGER NOT NULL,
    rotation INTEGER NOT NULL,
    record TEXT NOT NULL,
    UNIQUE (seating, deal, rotation)
) STRICT;
CREATE TABLE result (
    game INTEGER NOT NULL REFERENCES game,
    seat INTEGER NOT NULL,
    entrant INTEGER NOT NULL REFERENCES entrant,
    returns INTEGER NOT NULL,
    place INTEGER NOT NULL,
    halves INTEGER NOT NULL,
    times BLOB NOT NULL,
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;
-- What every entrant reached in each round, so that standings need not look at every game. It is
-- written in the transaction that keeps the games, and so always agrees with them.
CREATE TABLE tally (
    round INTEGER NOT NULL REFERENCES round,
    entrant INTEGER NOT NULL REFERENCES entrant,
    games INTEGER NOT NULL,
    halves INTEGER NOT NULL,
    PRIMARY KEY (round, entrant)
) STRICT, WITHOUT ROWID;
CREATE TABLE fault (
    game INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    verdict TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (game, seat, verdict),
    FOREIGN KEY (game, seat) REFERENCES result
) STRICT, WITHOUT ROWID;
";

/// Five rows and two indices for each game took longer to write than a random player's game takes to
/// play. Which deal and rotation it is follows from a game's number, so nothing needs to be unique but
/// that. The record is a text, or bytes that say the same in a tenth of the room.
const SECOND: &str = "
CREATE TABLE new_game (
    id INTEGER PRIMARY KEY,
    seating INTEGER NOT NULL REFERENCES seating,
    deal INTEGER NOT NULL,
    rotation INTEGER NOT NULL,
    record ANY NOT NULL,
    seats BLOB NOT NULL
) STRICT;
CREATE TABLE new_fault (
    game INTEGER NOT NULL REFERENCES new_game,
    seat INTEGER NOT NULL,
    verdict TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (game, seat, verdict)
) STRICT, WITHOUT ROWID;
-- How many games of the round are kept, written with them.
ALTER TABLE round ADD COLUMN kept INTEGER NOT NULL DEFAULT 0;
-- The cardsharp that announced it; nothing where that was not noted.
ALTER TABLE tournament ADD COLUMN engine TEXT NOT NULL DEFAULT '';
";

const AFTER_SECOND: &str = "
INSERT INTO new_fault SELECT game, seat, verdict, count FROM fault;
UPDATE round SET kept = (SELECT count(*) FROM seating JOIN new_game ON new_game.seating = seating.id
    WHERE seating.round = round.id);
DROP TABLE fault;
DROP TABLE result;
DROP TABLE game;
ALTER TABLE new_game RENAME TO game;
ALTER TABLE new_fault RENAME TO fault;
";

fn one_row_for_each_game(transaction: &Transaction<'_>) -> rusqlite::Result<()> {
    transaction.execute_batch(SECOND)?;
    let mut games = transaction.prepare("SELECT id, seating, deal, rotation, record FROM game ORDER BY id")?;
    let mut results = transaction.prepare(
        "SELECT entrant.number, returns, place, halves, times FROM result \
         JOIN entrant ON entrant.id = result.entrant WHERE game = ?1 ORDER BY seat",
    )?;
    let mut add = transaction
        .prepare("INSERT INTO new_game (id, seating, deal, rotation, record, seats) VALUES (?1, ?2, ?3, ?4, ?5, ?6)")?;
    let mut games = games.query([])?;
    while let Some(game) = games.next()? {
        let [id, seating, deal, rotation]: [i64; 4] = [game.get(0)?, game.get(1)?, game.get(2)?, game.get(3)?];
        let mut bytes = Vec::new();
        let mut results = results.query([id])?;
        while let Some(row) = results.next()? {
            let numbers = (row.get::<_, i64>(0)? as usize, row.get(1)?, row.get(2)?, row.get(3)?);
            packed::pack_plain_seat(&mut bytes, numbers, times(row.get_ref(4)?.as_blob()?));
        }
        add.execute(params![id, seating, deal, rotation, game.get::<_, String>(4)?, bytes])?;
    }
    transaction.execute_batch(AFTER_SECOND)
}

/// Times as version 1 wrote them: four bytes each.
fn times(bytes: &[u8]) -> impl ExactSizeIterator<Item = u32> {
    bytes.as_chunks().0.iter().map(|&bytes| u32::from_le_bytes(bytes))
}

/// A row for each game took a third of the time of a random player's game. A batch, in the tables a "sheaf", is as many games
/// as were over together; batches never overlap, so that the last one that begins at or before a
/// game's number holds the game, or nothing does.
const THIRD: &str = "
CREATE TABLE sheaf (
    first INTEGER PRIMARY KEY,
    count INTEGER NOT NULL CHECK (count > 0),
    round INTEGER NOT NULL REFERENCES round,
    games BLOB NOT NULL
) STRICT;
CREATE TABLE new_fault (
    game INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    verdict TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (game, seat, verdict)
) STRICT, WITHOUT ROWID;
";

const AFTER_THIRD: &str = "
INSERT INTO new_fault SELECT game, seat, verdict, count FROM fault;
DROP TABLE fault;
DROP TABLE game;
ALTER TABLE new_fault RENAME TO fault;
";

fn one_row_for_many_games(transaction: &Transaction<'_>) -> rusqlite::Result<()> {
    transaction.execute_batch(THIRD)?;
    let mut games = transaction.prepare(
        "SELECT game.id, round.id, seating.number, deal, rotation, record, seats FROM game \
         JOIN seating ON seating.id = game.seating JOIN round ON round.id = seating.round ORDER BY game.id",
    )?;
    let mut add = transaction.prepare("INSERT INTO sheaf (first, count, round, games) VALUES (?1, ?2, ?3, ?4)")?;
    let mut add = |batch: &Batch| {
        let [first, count, round] = [batch.first, batch.count, batch.round].map(u64::cast_signed);
        add.execute(params![first, count, round, batch.bytes])
    };
    let mut batches = Vec::new();
    let mut games = games.query([])?;
    while let Some(game) = games.next()? {
        let number = |column| game.get::<_, i64>(column).map(i64::cast_unsigned);
        let record: KeptRecord = game.get(5)?;
        let seats = packed::unpack_plain_seats(game.get_ref(6)?.as_blob()?);
        let seats = seats.ok_or_else(|| crate::read::damaged("the seats of a game are damaged"))?;
        // Numbers of the whole file and rows of rounds do here for those of the tournament.
        let (round, [table, deal, rotation]) = (number(1)?, [number(2)?, number(3)?, number(4)?]);
        Batch::gather(&mut batches, &GameRow { number: number(0)?, round, table, deal, rotation, record, seats });
        if let [full, _] = &batches[..] {
            add(full)?;
            batches.remove(0);
        }
    }
    if let Some(last) = batches.first() {
        add(last)?;
    }
    transaction.execute_batch(AFTER_THIRD)
}

/// The version we write.
pub(crate) const VERSION: i32 = STEPS.len() as i32;

/// Brings a database of an older version, or an empty one, to this one: entirely or not at all.
pub(crate) fn migrate(connection: &mut Connection, from: i32) -> rusqlite::Result<()> {
    let transaction = connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
    // Another process may have been faster.
    let found: i32 = transaction.pragma_query_value(None, "user_version", |row| row.get(0))?;
    for step in &STEPS[found.max(from) as usize..] {
        step(&transaction)?;
    }
    transaction.pragma_update(None, "application_id", APPLICATION)?;
    transaction.pragma_update(None, "user_version", VERSION)?;
    transaction.commit()
}
