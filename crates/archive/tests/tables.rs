//! The web server's tables in their file.

use std::collections::HashMap;
use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::time::Duration;

use cardsharp_archive::{Archive, Begun, DailyGame, KeptTable, Noted, PuzzleAnswer, RatedPuzzle, Tables};

const LONG: Duration = Duration::from_hours(1);

fn fresh(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    for end in ["", "-wal", "-shm", ".lock"] {
        let _nevermind = std::fs::remove_file(format!("{}{end}", path.display()));
    }
    path
}

fn table(id: &str, version: u64) -> KeptTable {
    KeptTable {
        id: id.to_owned(),
        version,
        game: "indigo".to_owned(),
        terms: "{}".to_owned(),
        sitting: format!("after {version}"),
        is_over: version > 9,
        client: if id == "b" { "192.0.2.1".to_owned() } else { String::new() },
    }
}

#[test]
fn the_newest_state_is_read_after_reopening() {
    let path = fresh("tables-newest.db");
    let mut tables = Tables::open_or_create(&path).unwrap();
    tables.put(&[table("a", 1), table("b", 1)]).unwrap();
    tables.put(&[table("a", 2)]).unwrap();
    tables.put(&[table("c", 10)]).unwrap();
    drop(tables);
    let again = Tables::open_or_create(&path).unwrap();
    assert_eq!(again.get("a").unwrap(), Some(table("a", 2)));
    assert_eq!(again.get("z").unwrap(), None);
    assert_eq!(again.count().unwrap(), HashMap::from([(String::new(), 2), ("192.0.2.1".to_owned(), 1)]));
    let mut alive: Vec<String> = again.alive(LONG).unwrap().into_iter().map(|table| table.id).collect();
    alive.sort();
    assert_eq!(alive, ["a", "b"], "what is over is not alive");
}

#[test]
fn only_old_tables_are_forgotten() {
    let path = fresh("tables-old.db");
    let mut tables = Tables::open_or_create(&path).unwrap();
    tables.put(&[table("old", 1), table("new", 1)]).unwrap();
    let plain = rusqlite::Connection::open(&path).unwrap();
    plain.execute("UPDATE seated SET touched = touched - 7200 WHERE id = 'old'", []).unwrap();
    assert_eq!(tables.alive(LONG).unwrap(), [table("new", 1)]);
    assert_eq!(tables.forget(LONG).unwrap(), [("old".to_owned(), String::new())]);
    assert_eq!(tables.get("old").unwrap(), None);
    assert_eq!(tables.get("new").unwrap(), Some(table("new", 1)));
}

#[test]
fn nothing_is_forgotten_if_a_row_cannot_be_read() {
    let path = fresh("tables-untold.db");
    let mut tables = Tables::open_or_create(&path).unwrap();
    tables.put(&[table("old", 1), table("odd", 1)]).unwrap();
    let plain = rusqlite::Connection::open(&path).unwrap();
    plain.execute("UPDATE seated SET touched = touched - 7200", []).unwrap();
    plain.execute("UPDATE seated SET client = CAST(x'ff' AS TEXT) WHERE id = 'odd'", []).unwrap();
    let error = tables.forget(LONG).unwrap_err().to_string();
    assert!(error.contains("damaged") && error.contains("nothing was changed"), "{error}");
    assert_eq!(tables.get("old").unwrap(), Some(table("old", 1)));
}

#[test]
fn files_of_another_kind_are_left_alone() {
    let (records, seats) = (fresh("tables-records.db"), fresh("tables-seats.db"));
    drop(Archive::open_or_create(&records).unwrap());
    let error = Tables::open_or_create(&records).unwrap_err().to_string();
    assert!(error.contains("another program's database; nothing was changed"), "{error}");
    drop(Tables::open_or_create(&seats).unwrap());
    let error = Archive::open(&seats).unwrap_err().to_string();
    assert!(error.contains("another program's database"), "{error}");
    let error = Tables::open_or_create(&PathBuf::from(env!("CARGO_TARGET_TMPDIR"))).unwrap_err().to_string();
    assert!(error.contains("folder"), "{error}");
    let text = fresh("tables-text.db");
    std::fs::write(&text, "a text of somebody's, longer than a hundred bytes, ".repeat(9)).unwrap();
    let error = Tables::open_or_create(&text).unwrap_err().to_string();
    assert!(error.ends_with("this is not a file of tables; nothing was changed"), "{error}");
}

#[test]
fn one_process_at_a_time_has_the_file_and_the_other_is_named() {
    let path = fresh("tables-shared.db");
    let tables = Tables::open_or_create(&path).unwrap();
    let link = fresh("tables-link.db");
    symlink(&path, &link).unwrap();
    for name in [&path, &link] {
        let error = Tables::open_or_create(name).unwrap_err().to_string();
        assert!(error.contains(&format!("process {} serves", std::process::id())), "{error}");
    }
    drop(tables);
    Tables::open_or_create(&link).expect("a dropped file is not locked");
    // Nothing is written to disk, so several can be open.
    let _first = Tables::open_or_create(Path::new(":memory:")).unwrap();
    Tables::open_or_create(Path::new(":memory:")).unwrap();
}

#[test]
fn the_file_is_private_to_its_owner() {
    let mode =
        |path: &Path, end: &str| fs::metadata(format!("{}{end}", path.display())).unwrap().permissions().mode() & 0o777;
    let path = fresh("tables-private.db");
    let mut tables = Tables::open_or_create(&path).unwrap();
    tables.put(&[table("a", 1)]).unwrap();
    for end in ["", "-wal", "-shm", ".lock"] {
        assert_eq!(mode(&path, end), 0o600, "{end:?}");
    }
    drop(tables);
    fs::set_permissions(&path, Permissions::from_mode(0o644)).unwrap();
    let _tables = Tables::open_or_create(&path).unwrap();
    assert_eq!(mode(&path, ""), 0o600, "a file of an older version, too");
}

#[test]
fn a_file_of_the_first_version_is_brought_up() {
    let path = fresh("tables-first.db");
    let old = rusqlite::Connection::open(&path).unwrap();
    old.execute_batch(
        "CREATE TABLE seated (id TEXT PRIMARY KEY, version INTEGER NOT NULL, game TEXT NOT NULL, \
         terms TEXT NOT NULL, sitting TEXT NOT NULL, is_over INTEGER NOT NULL CHECK (is_over IN (0, 1)), \
         touched INTEGER NOT NULL) STRICT; CREATE INDEX seated_touched ON seated (touched); \
         INSERT INTO seated VALUES ('a', 3, 'indigo', '{}', 'after 3', 0, unixepoch()); \
         PRAGMA application_id = 0x73656174; PRAGMA user_version = 1;",
    )
    .unwrap();
    drop(old);
    assert_eq!(Tables::open_or_create(&path).unwrap().get("a").unwrap(), Some(table("a", 3)));
}

#[test]
fn a_file_of_the_second_version_is_brought_up_with_its_tables() {
    let path = fresh("tables-second.db");
    let old = rusqlite::Connection::open(&path).unwrap();
    old.execute_batch(
        "CREATE TABLE seated (id TEXT PRIMARY KEY, version INTEGER NOT NULL, game TEXT NOT NULL, \
         terms TEXT NOT NULL, sitting TEXT NOT NULL, is_over INTEGER NOT NULL CHECK (is_over IN (0, 1)), \
         touched INTEGER NOT NULL, client TEXT NOT NULL DEFAULT '') STRICT; \
         CREATE INDEX seated_touched ON seated (touched); \
         INSERT INTO seated VALUES ('a', 3, 'indigo', '{}', 'after 3', 0, unixepoch(), ''); \
         PRAGMA application_id = 0x73656174; PRAGMA user_version = 2;",
    )
    .unwrap();
    drop(old);
    let mut tables = Tables::open_or_create(&path).unwrap();
    assert_eq!(tables.get("a").unwrap(), Some(table("a", 3)));
    assert_eq!(tables.secret("daily", b"one").unwrap(), b"one");
    drop(tables);
    let mut tables = Tables::open_or_create(&path).unwrap();
    assert_eq!(tables.secret("daily", b"two").unwrap(), b"one", "a secret is made once");
    assert_eq!(tables.rated().unwrap(), []);
}

#[test]
fn a_puzzle_is_rated_by_first_answers_and_once_by_a_client() {
    let path = fresh("tables-puzzles.db");
    let mut tables = Tables::open_or_create(&path).unwrap();
    let fresh = RatedPuzzle { rating: 1_500.0, deviation: 200.0, tries: 0, solved: 0 };
    let update = |rated: RatedPuzzle| RatedPuzzle { rating: rated.rating - 10.0, tries: rated.tries + 1, ..rated };
    let mut answer = |puzzle: &str, solver: &str| {
        let (puzzle, solver, client) = (puzzle.to_owned(), solver.to_owned(), "192.0.2.1".to_owned());
        tables.note_answer(&PuzzleAnswer { puzzle, solver, client, is_right: true }, fresh, &update, 2).unwrap()
    };
    let once = RatedPuzzle { rating: 1_490.0, tries: 1, ..fresh };
    assert_eq!(answer("p", "ann"), Noted::Counted(fresh, once));
    assert_eq!(answer("p", "ann"), Noted::Before(once), "only the first answer counts");
    assert_eq!(answer("p", "bob"), Noted::Counted(once, once), "a client moves a puzzle once, by whatever name");
    assert!(matches!(answer("q", "ann"), Noted::TooMany(_)), "two answers of an address a day, here");
    drop(tables);
    let tables = Tables::open_or_create(&path).unwrap();
    assert_eq!(tables.answered_by("ann").unwrap(), ["p"]);
    assert_eq!(tables.rated().unwrap(), [("p".to_owned(), once)]);
}

#[test]
fn a_days_deal_counts_once_and_its_results_stand_side_by_side() {
    let path = fresh("tables-daily.db");
    let mut tables = Tables::open_or_create(&path).unwrap();
    let game = |solver: &str, seated: &str| DailyGame {
        day: "2026-11-16".to_owned(),
        game: "indigo".to_owned(),
        solver: solver.to_owned(),
        name: solver.to_uppercase(),
        client: "192.0.2.1".to_owned(),
        seated: seated.to_owned(),
        result: None,
    };
    assert_eq!(tables.begin_daily(&game("ann", "t1"), 2).unwrap(), Begun::Counts);
    assert_eq!(tables.begin_daily(&game("ann", "t2"), 2).unwrap(), Begun::Before(game("ann", "t1")));
    assert_eq!(tables.begin_daily(&game("bob", "t3"), 2).unwrap(), Begun::Counts);
    assert_eq!(tables.begin_daily(&game("cleo", "t4"), 2).unwrap(), Begun::TooMany);
    tables.end_daily("t1", (2, Some(7))).unwrap();
    tables.end_daily("t1", (1, Some(23))).unwrap();
    tables.end_daily("t2", (1, Some(23))).unwrap();
    tables.end_daily("t3", (1, Some(16))).unwrap();
    drop(tables);
    let tables = Tables::open_or_create(&path).unwrap();
    let (rows, all) = tables.daily("2026-11-16", "indigo", 10).unwrap();
    let results: Vec<_> = rows.iter().map(|row| (row.name.as_str(), row.result)).collect();
    assert_eq!(
        results,
        [("BOB", Some((1, Some(16)))), ("ANN", Some((2, Some(7))))],
        "the first end stands, practice does not"
    );
    assert_eq!(all, 2);
    assert_eq!(tables.daily_of("2026-11-16", "indigo", "bob").unwrap().unwrap().result, Some((1, Some(16))));
    assert_eq!(tables.daily_of("2026-11-17", "indigo", "bob").unwrap(), None);
}
