//! Changes bytes of a records database: it reads the same as before, or the error names the damage.

mod scratch;

use std::os::unix::fs::FileExt;
use std::path::Path;

use cardsharp_archive::{
    Archive, ArchiveError, ArchivedGame, EntrantRow, FaultRow, GameRow, SeatRow, Stored, TournamentRow,
};
use rusqlite::Connection;
use scratch::Scratch;

#[derive(Debug, PartialEq)]
struct Contents {
    tournaments: Vec<Stored>,
    rounds: Vec<Option<Vec<Vec<usize>>>>,
    games: Vec<GameRow>,
    opened: Vec<Result<ArchivedGame, String>>,
}

/// The game numbers that are queried; the last does not exist.
const ASKED: [i64; 5] = [1, 2, 150, 301, 700];

fn read(path: &Path) -> Result<Contents, ArchiveError> {
    let archive = Archive::open_to_read(path)?;
    let tournaments = archive.tournaments()?;
    let (mut rounds, mut games) = (Vec::new(), Vec::new());
    for stored in &tournaments {
        for round in 0..3 {
            rounds.push(archive.round(stored.id, round)?);
        }
        archive.each_game(stored, &mut |game| games.push(game))?;
    }
    let opened = ASKED.map(|number| archive.game(number).map_err(|error| error.to_string())).into();
    Ok(Contents { tournaments, rounds, games, opened })
}

fn game(number: u64, round: u64) -> GameRow {
    let fault = FaultRow { verdict: "timeout".to_owned(), count: 2 };
    let faults = if number.is_multiple_of(7) { vec![fault] } else { Vec::new() };
    let seats = vec![
        SeatRow { entrant: 0, returns: 3, place: 1, halves: 2, faults, decisions: 2 },
        SeatRow { entrant: 1, place: 2, ..SeatRow::default() },
    ];
    let record = format!("game {number}").into_bytes();
    GameRow { number, round, table: 0, deal: number / 2, rotation: number % 2, record, seats, times: vec![7, 90] }
}

/// Writes two tournaments of two rounds, with games on several pages.
fn fill(path: &Path) {
    let mut archive = Archive::open_or_create(path).unwrap();
    let entrant = |name: &str| EntrantRow {
        name: name.to_owned(),
        source: "random".to_owned(),
        hash: "00ff".to_owned(),
        is_house: name == "Lulu",
    };
    let tournament = TournamentRow {
        game: "indigo".to_owned(),
        options: String::new(),
        format: "swiss".to_owned(),
        seed: 7,
        rounds: 2,
        deals: 0,
        games: 300,
        terms: "json".to_owned(),
        engine: "0.1.0".to_owned(),
    };
    for numbers in [0..200, 0..9] {
        let id = archive.announce(&tournament, &["one", "two", "Lulu"].map(entrant)).unwrap();
        for round in 0..2 {
            archive.begin_round(id, round, &[vec![0, 1], vec![1, 2]]).unwrap();
        }
        for (round, numbers) in [(0, numbers.clone()), (1, numbers.end + 2..numbers.end + 5)] {
            archive.keep(id, &numbers.map(|number| game(number, round)).collect::<Vec<_>>()).unwrap();
        }
    }
}

fn names_damage(error: &str) -> bool {
    let words = ["damaged", "missing", "are found", "out of order", "belong to", "is of no", "are of no"];
    let header = ["is not a records database", "another program's database", "the file has version"];
    words.iter().chain(&header).any(|words| error.contains(words))
}

const CHANGES: [fn(u8) -> u8; 4] = [|byte| byte ^ 1, |byte| byte ^ 0x80, |byte| !byte, |byte| byte.wrapping_sub(1)];

#[test]
fn a_changed_byte_is_never_read_as_if_it_were_right() {
    let scratch = Scratch::new("bytes");
    fill(&scratch.file());
    let (whole, bytes) = (read(&scratch.file()).unwrap(), std::fs::read(scratch.file()).unwrap());
    assert_eq!((whole.games.len(), whole.tournaments[0].kept), (215, 203));
    let damaged = scratch.0.join("damaged.db");
    std::fs::write(&damaged, &bytes).unwrap();
    let file = std::fs::File::options().write(true).open(&damaged).unwrap();
    let (mut same, mut named) = (0, 0);
    // Changes every byte of the header and one in thirty-one of the rest, which divides no page and no row.
    for place in (0..100).chain((100..bytes.len()).step_by(31)) {
        file.write_all_at(&[CHANGES[place % CHANGES.len()](bytes[place])], place as u64).unwrap();
        match read(&damaged) {
            Ok(mut found) => {
                // A game may only be reported missing where nothing is damaged.
                for (one, other) in found.opened.iter_mut().zip(&whole.opened) {
                    if let (Err(error), Ok(_)) = (&*one, other) {
                        assert!(names_damage(error), "byte {place}: {error}");
                        *one = other.clone();
                    }
                    if let (Err(error), Err(_)) = (&*one, other) {
                        assert!(error.contains("there is no game 700") || names_damage(error), "{error}");
                        *one = other.clone();
                    }
                }
                assert_eq!(found, whole, "byte {place}");
                same += 1;
            }
            Err(error) => {
                let error = error.to_string();
                assert!(error.contains("damaged.db: ") && names_damage(&error), "byte {place}: {error}");
                named += 1;
            }
        }
        file.write_all_at(&bytes[place..=place], place as u64).unwrap();
        for beside in ["damaged.db-wal", "damaged.db-shm"] {
            let _nothing_there = std::fs::remove_file(scratch.0.join(beside));
        }
    }
    // Pages are not full, and bytes between rows do not count.
    assert!(named > 300 && same > 50, "{named} named, {same} the same");
}

/// Runs SQL on a database and returns the error of reading it.
fn after(damage: &str) -> String {
    let scratch = Scratch::new("rows");
    fill(&scratch.file());
    let connection = Connection::open(scratch.file()).unwrap();
    connection.execute_batch(&format!("PRAGMA foreign_keys = OFF; {damage}")).unwrap();
    drop(connection);
    read(&scratch.file()).map_or_else(|error| error.to_string(), |_| "nothing is wrong".to_owned())
}

#[test]
fn the_row_that_is_damaged_is_named() {
    let cases = [
        ("UPDATE tournament SET seed = 8 WHERE id = 2", "tournament 2 is damaged"),
        ("UPDATE tournament SET games = 299 WHERE id = 1", "tournament 1 is damaged"),
        ("UPDATE entrant SET name = 'One' WHERE tournament = 2 AND number = 0", "entrant 0 of tournament 2 is damaged"),
        ("UPDATE round SET number = 2 WHERE tournament = 1 AND number = 1", "round 2 of tournament 1 is damaged"),
        ("UPDATE round SET seating = '0,1' WHERE tournament = 1 AND number = 1", "round 2 of tournament 1 is damaged"),
        ("UPDATE round SET kept = 201 WHERE tournament = 1 AND number = 0", "round 1 of tournament 1 is damaged"),
        ("UPDATE game SET deal = 7 WHERE id = 1", "game 1 is damaged"),
        ("UPDATE game SET round = 1 WHERE id = 1", "game 1 is damaged"),
        ("UPDATE game SET seats = x'' WHERE id = 1", "game 1 is damaged"),
        ("UPDATE game SET record = CAST(record || x'00' AS BLOB) WHERE id = 301", "game 301 is damaged"),
        ("UPDATE game SET id = 400 WHERE id = 301", "game 400 is damaged"),
    ];
    for (damage, words) in cases {
        let error = after(damage);
        assert!(error.contains(words) && error.contains("records.db"), "{damage}: {error}");
    }
}

#[test]
fn a_row_that_is_gone_is_missed() {
    let cases = [
        ("DELETE FROM tournament WHERE id = 1", "tournament 1 is missing"),
        ("DELETE FROM tournament WHERE id = 2", "there are 6 rows of entrant, but 3 belong to tournaments"),
        ("DELETE FROM entrant WHERE tournament = 1 AND number = 2", "tournament 1 has 3 entrants, but 2 are found"),
        ("DELETE FROM round WHERE tournament = 1 AND number = 0", "round 1 of tournament 1 is missing"),
        (
            "DELETE FROM round WHERE tournament = 1 AND number = 1",
            "round 2 of tournament 1 is missing: game 203 is of it",
        ),
        ("DELETE FROM game WHERE id >= 301 AND id < 310", "9 games of round 1 of tournament 2 are missing"),
    ];
    for (damage, words) in cases {
        let error = after(damage);
        assert!(error.contains(words) && error.contains("records.db"), "{damage}: {error}");
    }
}

#[test]
fn nothing_is_added_to_a_damaged_file() {
    let scratch = Scratch::new("added");
    fill(&scratch.file());
    let mut archive = Archive::open(&scratch.file()).unwrap();
    let stored = archive.tournaments().unwrap().remove(0);
    let connection = Connection::open(scratch.file()).unwrap();
    connection.execute_batch("UPDATE round SET kept = 201 WHERE number = 0; UPDATE tournament SET seed = 8").unwrap();
    let error = archive.announce(&stored.tournament, &stored.entrants).unwrap_err().to_string();
    assert!(error.contains("tournament 1 is damaged"), "{error}");
    let error = archive.keep(1, &[game(250, 0)]).unwrap_err().to_string();
    assert!(error.contains("is damaged"), "{error}");
    let kept = "SELECT count(*) FROM game WHERE id = 251";
    assert_eq!(connection.query_row(kept, [], |row| row.get::<_, i64>(0)).unwrap(), 0);
}
