-- A records database as the first version wrote it.
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
INSERT INTO tournament VALUES
    (1, '2026-11-15T08:00:00Z', 'indigo', '', 'swiss', -1, 1, 0, 1, 2, 'json'),
    (2, '2026-11-15T09:00:00Z', 'indigo', '', 'round-robin', 5, 1, 3, 3, 6, 'json');
INSERT INTO entrant VALUES
    (1, 1, 0, 'one', 'random', '', 0),
    (2, 1, 1, 'two', 'random', '', 0),
    (3, 1, 2, 'Lulu', 'random', '', 1),
    (4, 2, 0, 'red', 'random', '', 0),
    (5, 2, 1, 'blue', 'random', '', 0);
INSERT INTO round VALUES (1, 1, 0), (2, 2, 0);
INSERT INTO seating VALUES (1, 1, 0), (2, 1, 1), (3, 2, 0);
INSERT INTO chair VALUES (1, 0, 1), (1, 1, 2), (2, 0, 2), (2, 1, 3), (3, 0, 4), (3, 1, 5);
INSERT INTO game VALUES
    (1, 1, 0, 0, 'game 0' || char(10)),
    (2, 2, 0, 0, 'game 1' || char(10)),
    (7, 3, 2, 1, 'seventh' || char(10));
INSERT INTO result VALUES
    (1, 0, 1, 3, 1, 2, X'07000000FFFFFFFF'), (1, 1, 2, 0, 2, 0, X''),
    (2, 0, 2, 3, 1, 2, X'07000000FFFFFFFF'), (2, 1, 3, 0, 2, 0, X''),
    (7, 0, 4, 3, 1, 2, X'07000000FFFFFFFF'), (7, 1, 5, 0, 2, 0, X'');
INSERT INTO tally VALUES (1, 1, 1, 2), (1, 2, 2, 2), (1, 3, 1, 0), (2, 4, 1, 2), (2, 5, 1, 0);
INSERT INTO fault VALUES (1, 0, 'crash', 2), (2, 0, 'crash', 2), (7, 0, 'crash', 2);
PRAGMA application_id = 1667330660;
PRAGMA user_version = 1;
PRAGMA journal_mode = wal;
