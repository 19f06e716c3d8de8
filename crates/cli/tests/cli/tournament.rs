//! Tournaments that are killed, interrupted or run out of disk space, and their databases.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use cardsharp_archive::{Archive, SeatRow, Stored};
use cardsharp_rules::{AnyRecord, Rng, Seed, with_game};

use crate::common::{Run, Scratch, command, printed, refused, run};

fn as_text(stored: &Stored, record: &[u8], seats: &[SeatRow]) -> String {
    let names = seats.iter().map(|seat| stored.entrants[seat.entrant].name.clone()).collect();
    let game = stored.tournament.game.parse().unwrap();
    with_game!(AnyRecord, AnyRecord::unpack(&game, names, record).unwrap(), record => record.to_string())
}

/// Returns every game of a database without the times, which differ from run to run.
fn games(db: &str) -> Vec<(u64, String, Vec<SeatRow>)> {
    let archive = Archive::open(Path::new(db)).unwrap();
    let mut games = Vec::new();
    for stored in archive.tournaments().unwrap() {
        archive
            .each_game(&stored, &mut |game| {
                assert_eq!(game.times.len(), game.seats.iter().map(|seat| seat.decisions).sum::<usize>());
                assert!(game.seats.iter().all(|seat| seat.decisions > 0));
                let record = as_text(&stored, &game.record, &game.seats);
                games.push((game.number, record, game.seats));
            })
            .unwrap();
        assert_eq!(stored.kept, games.len() as u64);
    }
    games
}

/// Six entrants of Intensity at two tables, one of them with two house players.
const SIX: &str = "tournament intensity careful random careful random careful random --rounds 5 --seed 3 --json";

#[test]
fn a_tournament_killed_fifty_times_gives_the_same_table() {
    let scratch = Scratch::new("killed");
    let (whole, db) = (scratch.path("whole.db"), scratch.path("killed.db"));
    let words = format!("{SIX} --deals 40");
    let start = Instant::now();
    let table = printed(&format!("{words} --db {whole} --threads 2"));
    let duration = start.elapsed();
    let expected = games(&whole);
    assert_eq!(expected.len(), 5 * 2 * 40 * 4);
    let mut rng = Rng::new(Seed(50));
    let mut kills = 0;
    loop {
        // A tournament killed before it was announced left nothing to resume.
        let path = Path::new(&db);
        let is_there = path.exists() && !Archive::open(path).unwrap().tournaments().unwrap().is_empty();
        let words = if is_there { "tournament --json --resume" } else { &words };
        let after = (kills < 50).then(|| duration.mul_f64(rng.unit() * 0.6));
        if !survives(&format!("{words} --db {db} --threads 2"), after) {
            kills += 1;
            continue;
        }
        compare(&db, &table, &expected);
        if kills >= 50 {
            return;
        }
        std::fs::remove_file(&db).unwrap();
    }
}

/// Runs a command, and kills it after this time; returns whether it succeeded.
fn survives(words: &str, after: Option<Duration>) -> bool {
    let mut child = command(words).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    if let Some(after) = after {
        // A random moment is wanted, so there is no event to wait for.
        std::thread::sleep(after);
        child.kill().unwrap();
    }
    child.wait().unwrap().success()
}

fn compare(db: &str, table: &str, expected: &[(u64, String, Vec<SeatRow>)]) {
    assert_eq!(printed(&format!("tournament --resume --json --db {db}")), table);
    assert!(games(db) == expected, "the games are not those of an undisturbed run");
}

#[test]
fn the_order_of_play_does_not_matter() {
    let scratch = Scratch::new("order");
    let (one, three) = (scratch.path("one.db"), scratch.path("three.db"));
    let words = "tournament indigo greedy classic random champion:nodes=20,worlds=4 random --rounds 4 --json --seed";
    let table = printed(&format!("{words} 1 --db {one}"));
    assert_eq!(table, printed(&format!("{words} 1 --db {three} --threads 3")));
    assert_eq!(games(&one), games(&three));
    assert_ne!(table, printed(&format!("{words} 2 --db :memory:")));
    for (_, record, _) in games(&one) {
        AnyRecord::parse(&record).unwrap();
    }
}

#[test]
fn a_full_disk_loses_no_stored_game() {
    let scratch = Scratch::new("full");
    let (whole, db) = (scratch.path("whole.db"), scratch.path("full.db"));
    let words = format!("{SIX} --deals 5");
    let table = printed(&format!("{words} --db {whole}"));
    // Limits the size of files; writing more is an error, as the signal is ignored.
    let limited = format!("trap '' XFSZ; ulimit -f 200; exec \"$0\" {words} --db {db}");
    let shell = Command::new("sh").args(["-c", &limited, env!("CARGO_BIN_EXE_cardsharp")]).output();
    let Run { status, err, .. } = shell.unwrap().into();
    assert_eq!(status, Some(1), "{err}");
    assert!(err.contains("full.db") && err.contains("all games written before are safe"), "{err}");
    assert!(err.contains("--resume"), "{err}");
    let kept = games(&db).len();
    assert!(kept > 0 && kept < games(&whole).len(), "{kept}");
    compare(&db, &table, &games(&whole));
}

#[test]
fn an_interrupt_says_how_to_resume() {
    let scratch = Scratch::new("interrupt");
    let db = scratch.path("it's.db");
    let mut child = command(&format!("tournament indigo random random --rounds 1000000 --threads 2 --db {db}"))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // After its first output the program handles signals.
    let mut stdout = child.stdout.take().unwrap();
    std::io::Read::read_exact(&mut stdout, &mut [0]).unwrap();
    // Without a reader the program would block.
    let reader = std::thread::spawn(move || std::io::copy(&mut stdout, &mut std::io::sink()));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let Run { status, err, .. } = child.wait_with_output().unwrap().into();
    reader.join().unwrap().unwrap();
    assert_eq!(status, Some(130), "{err}");
    let resume = format!("cardsharp tournament --resume --db '{}' --threads 2", db.replace('\'', "'\\''"));
    assert!(err.contains(&resume), "{err}");
    Archive::open(Path::new(&db)).unwrap().tournaments().unwrap();
}

#[test]
fn another_version_cannot_resume() {
    let scratch = Scratch::new("engine");
    let db = scratch.path("db");
    printed(&format!("tournament indigo random random --rounds 1 --db {db}"));
    let mut archive = Archive::open(Path::new(&db)).unwrap();
    let stored = archive.tournaments().unwrap().remove(0);
    assert_eq!(stored.tournament.engine, env!("CARGO_PKG_VERSION"));
    let mut other = stored.tournament.clone();
    // Version 0.1.0 paired by rematches before points.
    for engine in ["0.0.1", "0.1.0"] {
        other.engine = engine.to_owned();
        archive.announce(&other, &stored.entrants).unwrap();
        let hint = format!("cardsharp {engine} began this tournament, and cardsharp {}", env!("CARGO_PKG_VERSION"));
        refused(&format!("tournament --resume --db {db}"), 2, &(hint + " may pair and decide otherwise"));
    }
    // A tournament without a stored version only gives a warning.
    other.engine.clear();
    archive.announce(&other, &stored.entrants).unwrap();
    let resumed = run(&format!("tournament --resume --db {db}"));
    assert!(resumed.status == Some(0) && resumed.err.contains("It is not noted which cardsharp"), "{resumed:?}");
}
