//! Files that cardsharp wrote and that may have changed since: packed records, saved games, the server's tables.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::time::Duration;

use cardsharp_archive::{KeptTable, Tables};
use cardsharp_rules::{Game, Record, with_game};
use cardsharp_search::Searchable;
use cardsharp_session::Saved;

use crate::choose_game;

/// Bytes that can be unpacked give a record that packs and unpacks to an equal record.
pub fn packed(data: &[u8]) {
    fn check<G: Game>(game: &G, bytes: &[u8]) {
        let names = || (0..G::SEATS).map(|seat| format!("player {seat}")).collect::<Vec<_>>();
        let record = match Record::unpack(game.clone(), names(), bytes) {
            Ok(record) => record,
            Err(error) => return drop(error.to_string()),
        };
        let again = record.pack().expect("what was unpacked has a seed");
        assert_eq!(Record::unpack(game.clone(), names(), &again).as_ref(), Ok(&record), "{bytes:?}");
    }
    let Some((game, bytes)) = choose_game(data) else { return };
    with_game!(AnyGame, &game, game => check(game, bytes));
}

/// A readable saved game is refused with a line or becomes a session, whose text reads back to the same text.
pub fn saved(data: &[u8]) {
    fn check<G: Searchable>(saved: &Saved, record: &Record<G>) -> Option<String> {
        match saved.sit_down(record) {
            Ok(sitting) => Some(sitting.to_string()),
            Err(error) => {
                drop(error.to_string());
                None
            }
        }
    }
    fn rewrite(text: &str) -> Option<String> {
        match Saved::parse(text) {
            Ok(saved) => with_game!(AnyRecord, &saved.record, record => check(&saved, record)),
            Err(error) => {
                drop(error.to_string());
                None
            }
        }
    }
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Some(first) = rewrite(text) else { return };
    assert_eq!(rewrite(&first).as_ref(), Some(&first), "{text}");
}

/// A file of tables with changed bytes: each change takes three bytes of the input, two for the place and one for the
/// new value. The file is refused, and then unchanged if the error says so; or every query works or fails without
/// changing anything.
pub fn tables(data: &[u8]) {
    const LONG: Duration = Duration::from_hours(1);
    static WHOLE: LazyLock<Vec<u8>> = LazyLock::new(intact_file);
    let mut bytes = WHOLE.clone();
    for change in data.chunks_exact(3) {
        let place = usize::from(u16::from_le_bytes([change[0], change[1]])) % bytes.len();
        bytes[place] = change[2];
    }
    let path = fresh_path();
    std::fs::write(&path, &bytes).expect("a file can be written");
    let mut tables = match Tables::open_or_create(&path) {
        Ok(tables) => tables,
        Err(error) => {
            let words = error.to_string();
            assert!(words.contains(&path.display().to_string()), "{words}");
            let is_as_it_was = std::fs::read(&path).is_ok_and(|found| found == bytes);
            assert!(is_as_it_was || !words.to_lowercase().contains("nothing was changed"), "{words}");
            return;
        }
    };
    if let (Ok(alive), Ok(counts)) = (tables.alive(LONG), tables.count()) {
        assert!(alive.len() <= counts.values().sum(), "{} tables of {counts:?}", alive.len());
    }
    let new = table("new", "indigo");
    if tables.put(std::slice::from_ref(&new)).is_ok()
        && let Ok(found) = tables.get("new")
    {
        assert_eq!(found, Some(new));
    }
    let before = tables.count();
    if tables.forget(LONG).is_err()
        && let (Ok(before), Ok(after)) = (before, tables.count())
    {
        assert_eq!(before, after, "what cannot be told is not forgotten");
    }
}

/// Returns the bytes of a closed file of three tables.
fn intact_file() -> Vec<u8> {
    let path = fresh_path();
    let mut tables = Tables::open_or_create(&path).expect("a new file can be made");
    tables.put(&["intensity", "hanamikoji", "indigo"].map(|game| table(game, game))).expect("there is room");
    drop(tables);
    std::fs::read(&path).expect("it was written")
}

fn table(id: &str, game: &str) -> KeptTable {
    let sitting = format!("cardsharp sitting 1\nluck 7\nplayer 0 human\ncardsharp record 1\ngame {game}\n");
    let (id, game, terms, client) = (id.to_owned(), game.to_owned(), "{}".to_owned(), "192.0.2.1".to_owned());
    KeptTable { id, version: 3, game, terms, sitting, is_over: false, client }
}

/// Returns the path of this process's one file and deletes an old one; in memory if the system has such a folder.
fn fresh_path() -> PathBuf {
    let memory = Path::new("/dev/shm");
    let folder = if memory.is_dir() { memory.to_owned() } else { std::env::temp_dir() };
    let path = folder.join(format!("cardsharp-fuzz-{}.db", std::process::id()));
    for end in ["", "-wal", "-shm", "-journal", ".lock"] {
        let _nevermind = std::fs::remove_file(format!("{}{end}", path.display()));
    }
    path
}
