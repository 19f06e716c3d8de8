//! The web server's tables in their file.

use std::path::PathBuf;
use std::time::Duration;

use cardsharp_archive::{Archive, KeptTable, Tables};

const LONG: Duration = Duration::from_hours(1);

fn fresh(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    for end in ["", "-wal", "-shm"] {
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
    }
}

#[test]
fn the_newest_state_is_what_is_found_by_the_next_who_opens_the_file() {
    let path = fresh("tables-newest.db");
    let mut tables = Tables::open_or_create(&path).unwrap();
    tables.put(&[table("a", 1), table("b", 1)]).unwrap();
    tables.put(&[table("a", 2)]).unwrap();
    tables.put(&[table("c", 10)]).unwrap();
    // The first is never closed: a process that was killed does not close its files either.
    let again = Tables::open_or_create(&path).unwrap();
    assert_eq!(again.get("a").unwrap(), Some(table("a", 2)));
    assert_eq!(again.get("z").unwrap(), None);
    assert_eq!(again.count().unwrap(), 3);
    let mut alive: Vec<String> = again.alive(LONG).unwrap().into_iter().map(|table| table.id).collect();
    alive.sort();
    assert_eq!(alive, ["a", "b"], "what is over is not alive");
}

#[test]
fn what_is_old_is_forgotten_and_nothing_else() {
    let path = fresh("tables-old.db");
    let mut tables = Tables::open_or_create(&path).unwrap();
    tables.put(&[table("old", 1), table("new", 1)]).unwrap();
    let plain = rusqlite::Connection::open(&path).unwrap();
    plain.execute("UPDATE seated SET touched = touched - 7200 WHERE id = 'old'", []).unwrap();
    assert_eq!(tables.alive(LONG).unwrap(), [table("new", 1)]);
    assert_eq!(tables.forget(LONG).unwrap(), ["old"]);
    assert_eq!(tables.get("old").unwrap(), None);
    assert_eq!(tables.get("new").unwrap(), Some(table("new", 1)));
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
