-- A records database as the second version wrote it.
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
, engine TEXT NOT NULL DEFAULT '') STRICT;
INSERT INTO tournament VALUES(1,'2026-11-15T08:00:00Z','indigo','','swiss',-1,1,0,1,2,'json','0.1.0');
INSERT INTO tournament VALUES(2,'2026-11-15T09:00:00Z','indigo','','round-robin',5,1,3,3,6,'json','');
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
INSERT INTO entrant VALUES(1,1,0,'one','random','',0);
INSERT INTO entrant VALUES(2,1,1,'two','random','',0);
INSERT INTO entrant VALUES(3,1,2,'Lulu','random','',1);
INSERT INTO entrant VALUES(4,2,0,'red','random','',0);
INSERT INTO entrant VALUES(5,2,1,'blue','random','',0);
CREATE TABLE round (
    id INTEGER PRIMARY KEY,
    tournament INTEGER NOT NULL REFERENCES tournament,
    number INTEGER NOT NULL, kept INTEGER NOT NULL DEFAULT 0,
    UNIQUE (tournament, number)
) STRICT;
INSERT INTO round VALUES(1,1,0,2);
INSERT INTO round VALUES(2,2,0,1);
CREATE TABLE seating (
    id INTEGER PRIMARY KEY,
    round INTEGER NOT NULL REFERENCES round,
    number INTEGER NOT NULL,
    UNIQUE (round, number)
) STRICT;
INSERT INTO seating VALUES(1,1,0);
INSERT INTO seating VALUES(2,1,1);
INSERT INTO seating VALUES(3,2,0);
CREATE TABLE chair (
    seating INTEGER NOT NULL REFERENCES seating,
    seat INTEGER NOT NULL,
    entrant INTEGER NOT NULL REFERENCES entrant,
    PRIMARY KEY (seating, seat)
) STRICT, WITHOUT ROWID;
INSERT INTO chair VALUES(1,0,1);
INSERT INTO chair VALUES(1,1,2);
INSERT INTO chair VALUES(2,0,2);
INSERT INTO chair VALUES(2,1,3);
INSERT INTO chair VALUES(3,0,4);
INSERT INTO chair VALUES(3,1,5);
CREATE TABLE tally (
    round INTEGER NOT NULL REFERENCES round,
    entrant INTEGER NOT NULL REFERENCES entrant,
    games INTEGER NOT NULL,
    halves INTEGER NOT NULL,
    PRIMARY KEY (round, entrant)
) STRICT, WITHOUT ROWID;
INSERT INTO tally VALUES(1,1,1,2);
INSERT INTO tally VALUES(1,2,2,2);
INSERT INTO tally VALUES(1,3,1,0);
INSERT INTO tally VALUES(2,4,1,2);
INSERT INTO tally VALUES(2,5,1,0);
CREATE TABLE "game" (
    id INTEGER PRIMARY KEY,
    seating INTEGER NOT NULL REFERENCES seating,
    deal INTEGER NOT NULL,
    rotation INTEGER NOT NULL,
    record ANY NOT NULL,
    seats BLOB NOT NULL
) STRICT;
INSERT INTO game VALUES(1,1,0,0,X'67616d6520300a',X'000601020207ffffffff0f0100020000');
INSERT INTO game VALUES(2,2,0,0,'game 1' || char(10),X'010601020207ffffffff0f0200020000');
INSERT INTO game VALUES(7,3,2,1,'seventh' || char(10),X'000601020207ffffffff0f0100020000');
CREATE TABLE "fault" (
    game INTEGER NOT NULL REFERENCES "game",
    seat INTEGER NOT NULL,
    verdict TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (game, seat, verdict)
) STRICT, WITHOUT ROWID;
INSERT INTO fault VALUES(1,0,'crash',2);
INSERT INTO fault VALUES(2,0,'crash',2);
INSERT INTO fault VALUES(7,0,'crash',2);
PRAGMA application_id = 1667330660;
PRAGMA user_version = 2;
PRAGMA journal_mode = wal;
