//! The records database: what is kept comes back, and a file in trouble is left as it is.

mod scratch;

use std::time::Duration;

use cardsharp_archive::{
    Archive, Batch, EntrantRow, FaultRow, GameRow, KeptRecord, Records, SeatRow, Stored, TournamentRow,
};
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
        times: vec![7, u32::MAX],
    };
    let seats = vec![seat(table as usize, 2), SeatRow { entrant: table as usize + 1, place: 2, ..SeatRow::default() }];
    GameRow { number, round: 0, table, deal: 0, rotation: 0, record: record(number), seats }
}

/// Every other record is packed.
fn record(number: u64) -> KeptRecord {
    let text = format!("game {number}\n");
    if number.is_multiple_of(2) { KeptRecord::Packed(text.into_bytes()) } else { KeptRecord::Text(text) }
}

fn games(archive: &Archive) -> Vec<GameRow> {
    let mut games = Vec::new();
    for stored in archive.tournaments().unwrap() {
        archive.each_game(&stored, Records::Included, &mut |game| games.push(game)).unwrap();
    }
    games
}

/// The numbers of the games that are kept, which come in ranges that do not touch.
fn numbers(archive: &Archive, stored: &Stored) -> Vec<u64> {
    let ranges = archive.numbers(stored).unwrap();
    assert!(ranges.windows(2).all(|pair| pair[0].end < pair[1].start), "{ranges:?}");
    ranges.into_iter().flatten().collect()
}

fn batches(games: &[GameRow]) -> Vec<Batch> {
    let mut batches = Vec::new();
    for game in games {
        Batch::gather(&mut batches, game);
    }
    batches
}

/// A database with a tournament of two games.
fn filled(scratch: &Scratch) -> Archive {
    let mut archive = Archive::open_or_create(&scratch.file()).unwrap();
    let id = archive.announce(&tournament(2), &entrants()).unwrap();
    archive.begin_round(id, 0, &[vec![0, 1], vec![1, 2]]).unwrap();
    // The second is over first.
    archive.keep(id, &batches(&[game(1, 1)])).unwrap();
    archive.keep(id, &batches(&[game(0, 0)])).unwrap();
    archive
}

#[test]
fn what_is_kept_comes_back() {
    let scratch = Scratch::new("back");
    drop(filled(&scratch));
    let archive = Archive::open(&scratch.file()).unwrap();
    let [stored] = &archive.tournaments().unwrap()[..] else { panic!("one tournament") };
    assert_eq!((&stored.tournament, &stored.entrants), (&tournament(2), &entrants()));
    assert_eq!((stored.kept, stored.first_game), (2, 1));
    assert_eq!(archive.round(stored.id, 0).unwrap(), Some(vec![vec![0, 1], vec![1, 2]]));
    assert_eq!(archive.round(stored.id, 1).unwrap(), None);
    assert_eq!(games(&archive), [game(0, 0), game(1, 1)]);
    let opened = archive.game(2).unwrap();
    assert_eq!((opened.record, opened.names), (record(1), vec!["two".to_owned(), "Lulu".to_owned()]));
    assert_eq!((opened.tournament, opened.place), (1, (0, 1)));
    assert_eq!(archive.points(stored).unwrap(), [(1, 2), (2, 2), (1, 0)]);
    let error = archive.game(3).unwrap_err().to_string();
    assert!(error.contains("there is no game 3; 2 games are kept, from 1 to 2"), "{error}");
}

#[test]
fn a_game_is_kept_once_and_tournaments_have_numbers_of_their_own() {
    let scratch = Scratch::new("once");
    let mut archive = filled(&scratch);
    let changed = GameRow { record: KeptRecord::Text("another".to_owned()), ..game(0, 0) };
    archive.keep(1, &batches(&[changed])).unwrap();
    assert_eq!(games(&archive), [game(0, 0), game(1, 1)]);
    let second = archive.announce(&tournament(5), &entrants()).unwrap();
    archive.begin_round(second, 0, &[vec![0, 1]]).unwrap();
    archive.keep(second, &batches(&[game(4, 0)])).unwrap();
    assert_eq!(archive.tournaments().unwrap()[1].first_game, 3);
    assert_eq!(archive.game(7).unwrap().tournament, second);
}

#[test]
fn games_go_in_together_or_not_at_all() {
    let scratch = Scratch::new("together");
    let mut archive = filled(&scratch);
    let id = archive.announce(&tournament(9), &entrants()).unwrap();
    archive.begin_round(id, 0, &[vec![0, 1]]).unwrap();
    // The second game is of a round that has not begun.
    let games = [game(0, 0), GameRow { round: 1, ..game(1, 0) }];
    let error = archive.keep(id, &batches(&games)).unwrap_err().to_string();

    assert!(error.contains("round 2 of tournament 2 has not begun"), "{error}");
    assert_eq!(archive.tournaments().unwrap()[1].kept, 0);
}

/// Makes sure that a file is refused with these words, and is not touched.
fn refused(scratch: &Scratch, words: &str) {
    let before = std::fs::read(scratch.file()).unwrap();
    for open in [Archive::open, Archive::open_or_create] {
        let error = open(&scratch.file()).unwrap_err().to_string();
        assert!(error.contains(words) && error.contains("records.db"), "{error}");
    }
    assert!(std::fs::read(scratch.file()).unwrap() == before, "the file was changed");
}

#[test]
fn a_file_that_is_something_else_is_left_alone() {
    let scratch = Scratch::new("else");
    std::fs::write(scratch.file(), "a text of somebody's, longer than a hundred bytes, ".repeat(9)).unwrap();
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
fn a_newer_version_is_left_alone() {
    let scratch = Scratch::new("newer");
    drop(filled(&scratch));
    Connection::open(scratch.file()).unwrap().pragma_update(None, "user_version", 99).unwrap();
    refused(&scratch, "the file has version 99, written by a newer cardsharp");
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
    // Whoever writes goes on, and is seen.
    writer.announce(&tournament(1), &entrants()).unwrap();
    assert_eq!(shown.tournaments().unwrap().len(), 2);
    assert!(shown.announce(&tournament(1), &entrants()).is_err());
    drop((writer, shown));
    let before = std::fs::read(scratch.file()).unwrap();
    drop(Archive::open_to_read(&scratch.file()).unwrap());
    assert!(std::fs::read(scratch.file()).unwrap() == before, "the file was changed");
}

#[test]
fn an_older_version_is_not_brought_up_only_to_be_shown() {
    let scratch = Scratch::new("older");
    Connection::open(scratch.file()).unwrap().execute_batch(include_str!("version_1.sql")).unwrap();
    let before = std::fs::read(scratch.file()).unwrap();
    let error = Archive::open_to_read(&scratch.file()).unwrap_err().to_string();
    assert!(error.contains("has version 1,") && error.contains("`cardsharp report --db "), "{error}");
    assert!(std::fs::read(scratch.file()).unwrap() == before, "the file was changed");
    drop(Archive::open(&scratch.file()).unwrap());
    Archive::open_to_read(&scratch.file()).unwrap();
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
fn a_new_file_is_of_the_present_version() {
    let scratch = Scratch::new("old");
    // An empty file is an empty database.
    std::fs::write(scratch.file(), "").unwrap();
    drop(Archive::open(&scratch.file()).unwrap());
    let connection = Connection::open(scratch.file()).unwrap();
    let version: i32 = connection.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap();
    let mode: String = connection.pragma_query_value(None, "journal_mode", |row| row.get(0)).unwrap();
    assert_eq!((version, mode.as_str()), (4, "wal"));
}

/// The same database as older versions wrote it.
const OLDER: [(i32, &str); 3] =
    [(1, include_str!("version_1.sql")), (2, include_str!("version_2.sql")), (3, include_str!("version_3.sql"))];

#[test]
fn a_file_of_an_older_version_is_brought_forward() {
    for (version, sql) in OLDER {
        let scratch = Scratch::new(&format!("version-{version}"));
        Connection::open(scratch.file()).unwrap().execute_batch(sql).unwrap();
        let archive = Archive::open(&scratch.file()).unwrap();
        let [first, second] = &archive.tournaments().unwrap()[..] else { panic!("two tournaments") };
        assert_eq!((first.id, first.begun.as_str(), first.first_game, first.kept), (1, "2026-11-15T08:00:00Z", 1, 2));
        let engine = if version == 1 { "" } else { "0.1.0" };
        assert_eq!(first.tournament, TournamentRow { engine: engine.to_owned(), ..tournament(2) });
        assert_eq!(first.entrants, entrants());
        assert_eq!((second.id, second.first_game, second.kept, second.entrants.len()), (2, 3, 1, 2));
        assert_eq!(archive.round(1, 0).unwrap(), Some(vec![vec![0, 1], vec![1, 2]]));
        // The first version knew no packed records; what is text stays text.
        let text = |number: u64| KeptRecord::Text(format!("game {number}\n"));
        let kept = |game: GameRow| if version == 1 { GameRow { record: text(game.number), ..game } } else { game };
        let third = GameRow { number: 4, deal: 2, rotation: 1, ..game(0, 0) };
        let third = GameRow { record: KeptRecord::Text("seventh\n".to_owned()), ..third };
        assert_eq!(games(&archive), [kept(game(0, 0)), kept(game(1, 1)), third]);
        assert_eq!(numbers(&archive, second), [4]);
        assert_eq!(archive.game(7).unwrap().names, ["red", "blue"]);
        assert_eq!(archive.points(first).unwrap(), [(1, 2), (2, 2), (1, 0)]);
        assert_eq!(archive.points(second).unwrap(), [(1, 2), (1, 0)]);
        drop(archive);
        is_whole(&scratch);
        // And takes more games.
        let mut archive = Archive::open(&scratch.file()).unwrap();
        archive.keep(2, &batches(&[GameRow { number: 3, deal: 1, rotation: 1, ..game(0, 0) }])).unwrap();
        let stored = &archive.tournaments().unwrap()[1];
        assert_eq!((stored.kept, numbers(&archive, stored)), (2, vec![3, 4]));
    }
}

/// Makes sure that a file has the tables of a new one and nothing hangs loose in it.
fn is_whole(scratch: &Scratch) {
    let connection = Connection::open(scratch.file()).unwrap();
    let version: i32 = connection.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap();
    let broken: i64 =
        connection.query_row("SELECT count(*) FROM pragma_foreign_key_check", [], |row| row.get(0)).unwrap();
    let whole: String = connection.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
    assert_eq!((version, broken, whole.as_str()), (4, 0, "ok"));
    let schema = |connection: &Connection| {
        let mut rows = connection.prepare("SELECT name, sql FROM sqlite_schema ORDER BY name").unwrap();
        let rows = rows.query_map([], |row| Ok((row.get::<_, String>(0)?, row.get::<_, Option<String>>(1)?)));
        rows.unwrap().map(Result::unwrap).collect::<Vec<_>>()
    };
    let new = Scratch::new("version-new");
    drop(Archive::open_or_create(&new.file()).unwrap());
    assert_eq!(schema(&connection), schema(&Connection::open(new.file()).unwrap()));
}

#[test]
fn of_games_that_overlap_only_the_missing_are_kept() {
    let scratch = Scratch::new("overlap");
    let mut archive = Archive::open_or_create(&scratch.file()).unwrap();
    let id = archive.announce(&tournament(20), &entrants()).unwrap();
    archive.begin_round(id, 0, &[vec![0, 1], vec![1, 2]]).unwrap();
    let run = |numbers: std::ops::Range<u64>| batches(&numbers.map(|number| game(number, 0)).collect::<Vec<_>>());
    let another = |number: u64| GameRow { record: KeptRecord::Text("another".to_owned()), ..game(number, 1) };
    archive.keep(id, &run(3..6)).unwrap();
    archive.keep(id, &run(8..10)).unwrap();
    // Into the middle, over an end, over a beginning, over all of it, and twice in one go.
    archive.keep(id, &batches(&[another(4)])).unwrap();
    archive.keep(id, &run(5..7)).unwrap();
    archive.keep(id, &run(1..4)).unwrap();
    archive.keep(id, &[run(0..12), run(2..14)].concat()).unwrap();
    let stored = &archive.tournaments().unwrap()[0];
    assert_eq!(games(&archive), (0..14).map(|number| game(number, 0)).collect::<Vec<_>>());
    assert_eq!((stored.kept, numbers(&archive, stored)), (14, (0..14).collect()));
    assert_eq!(archive.points(stored).unwrap(), [(14, 28), (14, 0), (0, 0)]);
    for number in 0_u64..14 {
        assert_eq!(archive.game(number.cast_signed() + 1).unwrap().record, record(number));
    }
    drop(archive);
    is_whole(&scratch);
}
