-- A records database as the third version wrote it.
PRAGMA foreign_keys = OFF;
CREATE TABLE chair (
    seating INTEGER NOT NULL REFERENCES seating,
    seat INTEGER NOT NULL,
    entrant INTEGER NOT NULL REFERENCES entrant,
    PRIMARY KEY (seating, seat)
) STRICT, WITHOUT ROWID;
INSERT INTO "chair" VALUES(1,0,1);
INSERT INTO "chair" VALUES(1,1,2);
INSERT INTO "chair" VALUES(2,0,2);
INSERT INTO "chair" VALUES(2,1,3);
INSERT INTO "chair" VALUES(3,0,4);
INSERT INTO "chair" VALUES(3,1,5);
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
INSERT INTO "entrant" VALUES(1,1,0,'one','random','',0);
INSERT INTO "entrant" VALUES(2,1,1,'two','random','',0);
INSERT INTO "entrant" VALUES(3,1,2,'Lulu','random','',1);
INSERT INTO "entrant" VALUES(4,2,0,'red','random','',0);
INSERT INTO "entrant" VALUES(5,2,1,'blue','random','',0);
CREATE TABLE "fault" (
    game INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    verdict TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (game, seat, verdict)
) STRICT, WITHOUT ROWID;
INSERT INTO "fault" VALUES(1,0,'crash',2);
INSERT INTO "fault" VALUES(2,0,'crash',2);
INSERT INTO "fault" VALUES(7,0,'crash',2);
CREATE TABLE round (
    id INTEGER PRIMARY KEY,
    tournament INTEGER NOT NULL REFERENCES tournament,
    number INTEGER NOT NULL, kept INTEGER NOT NULL DEFAULT 0,
    UNIQUE (tournament, number)
) STRICT;
INSERT INTO "round" VALUES(1,1,0,2);
INSERT INTO "round" VALUES(2,2,0,1);
CREATE TABLE seating (
    id INTEGER PRIMARY KEY,
    round INTEGER NOT NULL REFERENCES round,
    number INTEGER NOT NULL,
    UNIQUE (round, number)
) STRICT;
INSERT INTO "seating" VALUES(1,1,0);
INSERT INTO "seating" VALUES(2,1,1);
INSERT INTO "seating" VALUES(3,2,0);
CREATE TABLE sheaf (
    first INTEGER PRIMARY KEY,
    count INTEGER NOT NULL CHECK (count > 0),
    round INTEGER NOT NULL REFERENCES round,
    games BLOB NOT NULL
) STRICT;
INSERT INTO "sheaf" VALUES(1,2,1,X'1C00000000000002000601020207FFFFFFFF0F01000200000167616D6520300A1C00000001000002010601020207FFFFFFFF0F02000200000067616D6520310A');
INSERT INTO "sheaf" VALUES(7,1,2,X'1D00000000020102000601020207FFFFFFFF0F010002000000736576656E74680A');
CREATE TABLE tally (
    round INTEGER NOT NULL REFERENCES round,
    entrant INTEGER NOT NULL REFERENCES entrant,
    games INTEGER NOT NULL,
    halves INTEGER NOT NULL,
    PRIMARY KEY (round, entrant)
) STRICT, WITHOUT ROWID;
INSERT INTO "tally" VALUES(1,1,1,2);
INSERT INTO "tally" VALUES(1,2,2,2);
INSERT INTO "tally" VALUES(1,3,1,0);
INSERT INTO "tally" VALUES(2,4,1,2);
INSERT INTO "tally" VALUES(2,5,1,0);
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
INSERT INTO "tournament" VALUES(1,'2026-11-15T08:00:00Z','indigo','','swiss',-1,1,0,1,2,'json','0.1.0');
INSERT INTO "tournament" VALUES(2,'2026-11-15T09:00:00Z','indigo','','round-robin',5,1,3,3,6,'json','');
PRAGMA application_id = 1667330660;
PRAGMA user_version = 3;
PRAGMA journal_mode = wal;
