//! Tests the records database: games are kept, and a file in trouble is not changed.

mod scratch;

use std::time::Duration;

use cardsharp_archive::{Archive, EntrantRow, FaultRow, GameRow, SeatRow, TournamentRow};
use rusqlite::Connection;
use scratch::Scratch;

fn tournament(games: u64) -> TournamentRow {
    TournamentRow {
        game: "indigo".to_owned(),
        options: String::new(),
        format: "swiss".to_owned(),
        seed: u64::MAX,
        rounds: 1,
        deals: 0,
        games,
        terms: "json".to_owned(),
        engine: "0.1.0".to_owned(),
    }
}

fn entrants() -> Vec<EntrantRow> {
    let entrant = |name: &str, is_house| EntrantRow {
        name: name.to_owned(),
        source: "random".to_owned(),
        hash: String::new(),
        is_house,
    };
    vec![entrant("one", false), entrant("two", false), entrant("Lulu", true)]
}

fn game(number: u64, table: u64) -> GameRow {
    let seat = |entrant, halves| SeatRow {
        entrant,
        returns: 3,
        place: 1,
        halves,
        faults: vec![FaultRow { verdict: "crash".to_owned(), count: 2 }],
        decisions: 2,
    };
    let seats = vec![seat(table as usize, 2), SeatRow { entrant: table as usize + 1, place: 2, ..SeatRow::default() }];
    let (record, times) = (format!("game {number}").into_bytes(), vec![7, u32::MAX]);
    GameRow { number, round: 0, table, deal: 0, rotation: 0, record, seats, times }
}

fn games(archive: &Archive) -> Vec<GameRow> {
    let mut games = Vec::new();
    for stored in archive.tournaments().unwrap() {
        archive.each_game(&stored, &mut |game| games.push(game)).unwrap();
    }
    games
}

/// Returns a database with a tournament of two games.
fn filled(scratch: &Scratch) -> Archive {
    let mut archive = Archive::open_or_create(&scratch.file()).unwrap();
    let id = archive.announce(&tournament(2), &entrants()).unwrap();
    archive.begin_round(id, 0, &[vec![0, 1], vec![1, 2]]).unwrap();
    // The second game is over first.
    archive.keep(id, &[game(1, 1)]).unwrap();
    archive.keep(id, &[game(0, 0)]).unwrap();
    archive
}

#[test]
fn kept_games_come_back() {
    let scratch = Scratch::new("back");
    drop(filled(&scratch));
    let archive = Archive::open(&scratch.file()).unwrap();
    let [stored] = &archive.tournaments().unwrap()[..] else { panic!("one tournament") };
    assert_eq!((&stored.tournament, &stored.entrants), (&tournament(2), &entrants()));
    assert_eq!((stored.kept, stored.first_game), (2, 1));
    assert_eq!(archive.round(stored.id, 0).unwrap(), Some(vec![vec![0, 1], vec![1, 2]]));
    assert_eq!(archive.round(stored.id, 1).unwrap(), None);
    assert_eq!(games(&archive), [game(0, 0), game(1, 1)]);
    let found = archive.game(2).unwrap();
    assert_eq!((found.record, found.names), (b"game 1".to_vec(), vec!["two".to_owned(), "Lulu".to_owned()]));
    assert_eq!((found.tournament, found.place), (1, (0, 1)));
    let error = archive.game(3).unwrap_err().to_string();
    assert!(error.contains("there is no game 3; 2 games are kept, from 1 to 2"), "{error}");
}

#[test]
fn a_game_is_kept_once_and_tournaments_have_numbers_of_their_own() {
    let scratch = Scratch::new("once");
    let mut archive = filled(&scratch);
    let another = |number| GameRow { record: b"another".to_vec(), ..game(number, 0) };
    archive.keep(1, &[another(0)]).unwrap();
    assert_eq!(games(&archive), [game(0, 0), game(1, 1)]);
    let second = archive.announce(&tournament(5), &entrants()).unwrap();
    archive.begin_round(second, 0, &[vec![0, 1]]).unwrap();
    archive.keep(second, &[game(4, 0)]).unwrap();
    assert_eq!(archive.tournaments().unwrap()[1].first_game, 3);
    assert_eq!(archive.game(7).unwrap().tournament, second);
    // Stores the missing games only, and each game once.
    archive.keep(second, &[another(4), game(3, 0), another(3), game(0, 0)]).unwrap();
    assert_eq!(games(&archive)[2..], [game(0, 0), game(3, 0), game(4, 0)]);
    assert_eq!(archive.tournaments().unwrap()[1].kept, 3);
}

#[test]
fn games_go_in_together_or_not_at_all() {
    let scratch = Scratch::new("together");
    let mut archive = filled(&scratch);
    let id = archive.announce(&tournament(9), &entrants()).unwrap();
    archive.begin_round(id, 0, &[vec![0, 1]]).unwrap();
    // The second game is of a round that has not begun.
    let games = [game(0, 0), GameRow { round: 1, ..game(1, 0) }];
    let error = archive.keep(id, &games).unwrap_err().to_string();

    assert!(error.contains("round 2 of tournament 2 has not begun"), "{error}");
    assert_eq!(archive.tournaments().unwrap()[1].kept, 0);
}

fn refused(scratch: &Scratch, words: &str) {
    let before = std::fs::read(scratch.file()).unwrap();
    for open in [Archive::open, Archive::open_or_create, Archive::open_to_read] {
        let error = open(&scratch.file()).unwrap_err().to_string();
        assert!(error.contains(words) && error.contains("records.db"), "{error}");
    }
    assert!(std::fs::read(scratch.file()).unwrap() == before, "the file was changed");
}

#[test]
fn a_file_that_is_something_else_is_left_alone() {
    let scratch = Scratch::new("else");
    std::fs::write(scratch.file(), "a text of another program, longer than a hundred bytes, ".repeat(9)).unwrap();
    refused(&scratch, "this is not a records database");
    std::fs::remove_file(scratch.file()).unwrap();
    Connection::open(scratch.file()).unwrap().execute_batch("CREATE TABLE song (title TEXT)").unwrap();
    refused(&scratch, "another program's database");
    let error = Archive::open(&scratch.0).unwrap_err().to_string();
    assert!(error.contains("this is a folder"), "{error}");
    let error = Archive::open(&scratch.0.join("none.db")).unwrap_err().to_string();
    assert!(error.contains("No such file"), "{error}");
    let error = Archive::open_or_create(&scratch.0.join("none/none.db")).unwrap_err().to_string();
    assert!(error.contains("is its folder there"), "{error}");
}

#[test]
fn newer_and_older_versions_are_left_alone() {
    let scratch = Scratch::new("versions");
    drop(filled(&scratch));
    let connection = Connection::open(scratch.file()).unwrap();
    connection.pragma_update(None, "journal_mode", "delete").unwrap();
    let check = |version: i32, words: &str| {
        connection.pragma_update(None, "user_version", version).unwrap();
        refused(&scratch, words);
    };
    check(99, "the file has version 99, written by a newer cardsharp");
    for older in 1..5 {
        check(
            older,
            &format!("the file has version {older}, and this cardsharp reads version 5; cardsharp 0.3.0 reads it"),
        );
    }
}

#[test]
fn a_locked_file_is_waited_for_and_then_named() {
    let scratch = Scratch::new("locked");
    let mut archive = filled(&scratch);
    let other = Connection::open(scratch.file()).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    // Reading goes on beside a writer; writing does not.
    let mut hasty = Archive::open_within(&scratch.file(), Duration::ZERO).unwrap();
    assert_eq!(games(&hasty).len(), 2);
    let error = hasty.announce(&tournament(1), &entrants()).unwrap_err().to_string();
    assert!(error.contains("locked by another program"), "{error}");
    other.execute_batch("ROLLBACK").unwrap();
    hasty.announce(&tournament(1), &entrants()).unwrap();
    archive.announce(&tournament(1), &entrants()).unwrap();
}

#[test]
fn a_file_that_is_only_shown_is_not_changed() {
    let scratch = Scratch::new("shown");
    let mut writer = filled(&scratch);
    let mut shown = Archive::open_to_read(&scratch.file()).unwrap();
    assert_eq!(games(&shown).len(), 2);
    // A writer goes on, and is seen.
    writer.announce(&tournament(1), &entrants()).unwrap();
    assert_eq!(shown.tournaments().unwrap().len(), 2);
    assert!(shown.announce(&tournament(1), &entrants()).is_err());
    drop((writer, shown));
    let before = std::fs::read(scratch.file()).unwrap();
    drop(Archive::open_to_read(&scratch.file()).unwrap());
    assert!(std::fs::read(scratch.file()).unwrap() == before, "the file was changed");
}

#[test]
fn a_damaged_file_is_named_and_left_alone() {
    let scratch = Scratch::new("damaged");
    drop(filled(&scratch));
    let mut bytes = std::fs::read(scratch.file()).unwrap();
    // The header stays; the tables behind it are noise.
    for (place, byte) in bytes.iter_mut().enumerate().skip(100) {
        *byte = (place * 31 % 251) as u8;
    }
    std::fs::write(scratch.file(), &bytes).unwrap();
    refused(&scratch, "the file is damaged");
}

#[test]
fn an_empty_file_becomes_a_database_of_the_present_version() {
    let scratch = Scratch::new("empty");
    std::fs::write(scratch.file(), "").unwrap();
    let error = Archive::open_to_read(&scratch.file()).unwrap_err().to_string();
    assert!(error.contains("the file is empty"), "{error}");
    drop(Archive::open(&scratch.file()).unwrap());
    let connection = Connection::open(scratch.file()).unwrap();
    let version: i32 = connection.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap();
    let mode: String = connection.pragma_query_value(None, "journal_mode", |row| row.get(0)).unwrap();
    assert_eq!((version, mode.as_str()), (5, "wal"));
}
