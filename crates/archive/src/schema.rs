//! What the tables look like, version by version.
//!
//! A version is never changed once it was in use: a new one is a new step at the end.

use rusqlite::Connection;

/// Marks a database as ours: "card" in ASCII.
pub(crate) const APPLICATION: i32 = 0x6361_7264;

/// Step n brings a database from version n to version n + 1.
pub(crate) const STEPS: [&str; 1] = ["
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
"];

/// The version we write.
pub(crate) const VERSION: i32 = STEPS.len() as i32;

/// Brings a database of an older version, or an empty one, to this one: entirely or not at all.
pub(crate) fn migrate(connection: &mut Connection, from: i32) -> rusqlite::Result<()> {
    let transaction = connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
    // Another process may have been faster.
    let found: i32 = transaction.pragma_query_value(None, "user_version", |row| row.get(0))?;
    for step in &STEPS[found.max(from) as usize..] {
        transaction.execute_batch(step)?;
    }
    transaction.pragma_update(None, "application_id", APPLICATION)?;
    transaction.pragma_update(None, "user_version", VERSION)?;
    transaction.commit()
}
