//! `cardsharp tournament` and what it keeps, run as a person runs it.

mod referee_tools;

use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use cardsharp_archive::{Archive, SeatRow, Stored};
use cardsharp_rules::{AnyRecord, Rng, Seed, with_game};
use referee_tools::{Scratch, cardsharp, printed};

fn run(words: &str) -> Output {
    cardsharp(&words.split_whitespace().collect::<Vec<_>>())
}

/// Makes sure that a command fails with this status and says this.
fn refused(words: &str, status: i32, hint: &str) {
    let output = run(words);
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(status), "{words}: {message}");
    assert!(message.contains(hint), "{words}: {message}");
}

/// A record as text.
fn as_text(stored: &Stored, record: &[u8], seats: &[SeatRow]) -> String {
    let names = seats.iter().map(|seat| stored.entrants[seat.entrant].name.clone()).collect();
    let game = stored.tournament.game.parse().unwrap();
    with_game!(AnyRecord, AnyRecord::unpack(&game, names, record).unwrap(), record => record.to_string())
}

/// Every game of a database but for the times, which differ from run to run.
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

/// Six entrants of Intensity, two tables, one of them with two house players.
const SIX: &str = "tournament intensity careful random careful random careful random --rounds 5 --seed 3 --json";

#[test]
fn killed_at_fifty_random_moments_it_ends_in_the_table_of_an_undisturbed_run() {
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
        // Killed before it was announced, a tournament has never been.
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

/// Runs a command and kills it after a while, if told to; whether it came to its end.
fn survives(words: &str, after: Option<Duration>) -> bool {
    let mut child = Command::new(env!("CARGO_BIN_EXE_cardsharp"))
        .args(words.split_whitespace())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    if let Some(after) = after {
        // The moment is meant to be any, so nothing is waited for.
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
    let replayed = printed(&format!("replay --db {one} --game 5"));
    assert!(replayed.starts_with("Indigo, seed ") && replayed.contains("Result"), "{replayed}");
    refused(&format!("replay --db {one} --game 99"), 2, "there is no game 99; 12 games are kept, from 1 to 12");
    refused("replay --db README.md --game 1", 2, "README.md: this is not a records database");
    refused("replay", 2, "required");
}

#[test]
fn a_disk_that_fills_up_costs_nothing_that_was_kept() {
    let scratch = Scratch::new("full");
    let (whole, db) = (scratch.path("whole.db"), scratch.path("full.db"));
    let words = format!("{SIX} --deals 5");
    let table = printed(&format!("{words} --db {whole}"));
    // No file may grow beyond this, and who tries is told so rather than killed.
    let limited = format!("trap '' XFSZ; ulimit -f 400; exec \"$0\" {words} --db {db}");
    let output = Command::new("sh").args(["-c", &limited, env!("CARGO_BIN_EXE_cardsharp")]).output().unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{message}");
    assert!(message.contains("full.db") && message.contains("all games written before are safe"), "{message}");
    assert!(message.contains("--resume"), "{message}");
    let kept = games(&db).len();
    assert!(kept > 0 && kept < games(&whole).len(), "{kept}");
    compare(&db, &table, &games(&whole));
}

#[test]
fn an_interrupt_says_how_to_go_on() {
    let scratch = Scratch::new("interrupt");
    let db = scratch.path("it's.db");
    let mut child = Command::new(env!("CARGO_BIN_EXE_cardsharp"))
        .args(["tournament", "indigo", "random", "random", "--rounds", "1000000", "--threads", "2", "--db", &db])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Once it says something, it listens.
    let mut first = [0];
    std::io::Read::read_exact(child.stdout.as_mut().unwrap(), &mut first).unwrap();
    let pid = child.id().to_string();
    // Somebody must read on, or it would wait for the reader.
    let stdout = child.stdout.take().unwrap();
    let reader = std::thread::spawn(move || std::io::copy(&mut std::io::BufReader::new(stdout), &mut std::io::sink()));
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    reader.join().unwrap().unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{message}");
    let command = format!("cardsharp tournament --resume --db '{}' --threads 2", db.replace('\'', "'\\''"));
    assert!(message.contains(&command), "{message}");
    Archive::open(Path::new(&db)).unwrap().tournaments().unwrap();
}

#[test]
fn standings_are_told_after_every_round() {
    let text = printed("tournament indigo greedy random classic --rounds 2 --db :memory:");
    assert!(text.starts_with("Indigo: tournament 1, swiss, 3 entrants, 2 rounds, 4 games in all\n"), "{text}");
    assert!(
        text.contains("\nAfter round 1 of 2\nplace  entrant    points  a game   games     1.     2.  faults\n"),
        "{text}"
    );
    assert!(text.contains("\nFinal standings\nplace  entrant "), "{text}");
    assert!(!text.contains("Lulu") && !text.contains("After round 2"), "{text}");
    // The seed, which names all hands to come, is told when there are none.
    let (games, seed) = text.trim_end().rsplit_once("\n\nSeed: ").unwrap();
    assert!(!games.to_lowercase().contains("seed"), "{text}");
    let words = "tournament indigo greedy random classic --rounds 2 --db :memory:";
    assert_eq!(printed(&format!("{words} --seed {seed}")), text, "it plays the same again");
    assert_ne!(printed(words), text, "nobody knows it before");
}

#[test]
fn a_round_robin_and_a_gauntlet_meet_as_they_should() {
    let games = |words: &str| {
        let text = printed(&format!("tournament indigo greedy random classic --db :memory: --json {words}"));
        let count = |name: &str| {
            let entry = text.split('{').find(|part| part.contains(&format!("\"name\": \"{name}\""))).unwrap();
            entry.split("\"games\": ").nth(1).unwrap().split(',').next().unwrap().parse::<u32>().unwrap()
        };
        ["greedy", "random", "classic"].map(count)
    };
    assert_eq!(games("--format round-robin --deals 3"), [12, 12, 12]);
    assert_eq!(games("--format gauntlet --deals 1 --rounds 2"), [8, 4, 4]);
}

#[test]
fn a_file_says_it_all_and_what_is_typed_counts_more() {
    let scratch = Scratch::new("file");
    let file = scratch.path("friday.toml");
    std::fs::write(&file, "game = \"indigo\"\nentrants = [\"greedy\", \"random\"]\nrounds = 3\nseed = 9\ndeals = 1\n")
        .unwrap();
    let text = printed(&format!("tournament {file} --rounds 2 --db :memory:"));
    assert!(text.starts_with("Indigo: tournament 1, swiss, 2 entrants, 2 rounds, 4 games in all\n"), "{text}");
    assert!(text.ends_with("\nSeed: 9\n"), "{text}");
    let content = "game = \"indigo\"\nentrants = [\"random\"]\nrounds = 1\nseed = \"18446744073709551615\"\n";
    std::fs::write(&file, content).unwrap();
    assert!(printed(&format!("tournament {file} --db :memory:")).ends_with("\nSeed: 18446744073709551615\n"));
    let check = |content: &str, hint: &str| {
        std::fs::write(&file, content).unwrap();
        refused(&format!("tournament {file} --db :memory:"), 2, hint);
    };
    check("game = \"indigo\"\nrounds = 0\n", "rounds: expected a number from 1 to 1000000");
    check("game = \"indigo\"\nround = 2\n", "round: expected one of the keys");
    check("game = \"indigo\"\nentrants = \"greedy\"\n", "entrants: expected a list of texts");
    check("entrants = [\"greedy\"]\n", "`game` is missing");
    check(
        "game = \"indigo\"\nseed = \"one\"\n",
        "seed: expected a number from 0 to 9223372036854775807, or any in quotes",
    );
    check("game = \n", "friday.toml");
}

#[test]
fn what_is_typed_wrong_is_named() {
    let scratch = Scratch::new("wrong");
    let db = scratch.path("none.db");
    refused("tournament", 2, "required");
    refused(&format!("tournament indigo --db {db}"), 2, "nobody takes part");
    refused(&format!("tournament indgo random --db {db}"), 2, "expected one of ");
    refused(&format!("tournament indigo champoin random --db {db}"), 2, "no such player");
    refused(&format!("tournament indigo random --format knockout --db {db}"), 2, "swiss, round-robin or gauntlet");
    refused(&format!("tournament --resume --db {db}"), 1, "none.db: No such file");
    assert!(!Path::new(&db).exists());
    refused("tournament indigo random random --rounds 1 --db README.md", 1, "this is not a records database");
    let folder = scratch.path("empty");
    std::fs::create_dir(&folder).unwrap();
    refused(&format!("tournament indigo {folder} --db {db}"), 2, "no C file, no executable and no program folder");
    printed(&format!("tournament indigo random random --rounds 1 --seed 1 --db {db}"));
    refused(&format!("tournament indigo --resume --rounds 7 --db {db}"), 2, "there --rounds is 1");
    refused(&format!("tournament intensity --resume --db {db}"), 2, "there GAME is indigo");
    for (words, hint) in [
        ("indigo random greedy", "there ENTRANTS is random random"),
        ("indigo random", "there ENTRANTS is random random"),
        ("--seed 2", "there --seed is another"),
        ("--deals 3", "there --deals is 0"),
        ("--format gauntlet", "there --format is swiss"),
        ("--decision 2", "there --decision is 30"),
        ("--memory 100", "there --memory is 256"),
        ("--bank 9", "there --bank is without limit"),
        ("--processes 2", "there --processes is 1"),
        ("--protocol once", "there --protocol is json"),
        ("--unsafe-no-sandbox", "there --unsafe-no-sandbox is not given"),
    ] {
        refused(&format!("tournament {words} --resume --db {db}"), 2, hint);
    }
    let file = scratch.path("other.toml");
    std::fs::write(&file, "game = \"indigo\"\nseed = 4\n").unwrap();
    refused(&format!("tournament {file} --resume --db {db}"), 2, "there --seed is another");
    printed(&format!("tournament {file} --seed 1 --resume --db {db}"));
    let same = "indigo random random --rounds 1 --seed 1 --format swiss --decision 30 --memory 256 --protocol json";
    printed(&format!("tournament {same} --resume --db {db}"));
}

#[test]
fn a_changed_program_is_not_the_one_that_began() {
    let scratch = Scratch::new("changed");
    let (db, folder) = (scratch.path("db"), scratch.path("programs"));
    std::fs::create_dir(&folder).unwrap();
    let program = format!("{folder}/player.c");
    let source = std::fs::read_to_string(referee_tools::root().join("examples/intensity.c")).unwrap();
    std::fs::write(&program, &source).unwrap();
    printed(&format!("tournament intensity {folder} random --rounds 1 --db {db}"));
    printed(&format!("tournament --resume --db {db}"));
    // A comment makes no other program.
    std::fs::write(&program, source.clone() + "\n// better\n").unwrap();
    printed(&format!("tournament --resume --db {db}"));
    printed(&format!("tournament intensity {folder} random --resume --db {db}"));
    std::fs::write(&program, source + "\nint better;\n").unwrap();
    refused(&format!("tournament --resume --db {db}"), 2, "player.c");
    refused(&format!("tournament --resume --db {db}"), 2, "is not the program that began this tournament");
}

#[test]
fn another_version_does_not_go_on() {
    let scratch = Scratch::new("engine");
    let db = scratch.path("db");
    printed(&format!("tournament indigo random random --rounds 1 --db {db}"));
    let mut archive = Archive::open(Path::new(&db)).unwrap();
    let stored = archive.tournaments().unwrap().remove(0);
    assert_eq!(stored.tournament.engine, env!("CARGO_PKG_VERSION"));
    let mut other = stored.tournament.clone();
    // 0.1.0 paired by rematches before points.
    for engine in ["0.0.1", "0.1.0"] {
        other.engine = engine.to_owned();
        archive.announce(&other, &stored.entrants).unwrap();
        let hint = format!("cardsharp {engine} began this tournament, and cardsharp {}", env!("CARGO_PKG_VERSION"));
        refused(&format!("tournament --resume --db {db}"), 2, &(hint + " may pair and decide otherwise"));
    }
    // Before versions were noted there is only a warning.
    other.engine.clear();
    archive.announce(&other, &stored.entrants).unwrap();
    let output = run(&format!("tournament --resume --db {db}"));
    assert!(output.status.success());
    assert!(String::from_utf8(output.stderr).unwrap().contains("It is not noted which cardsharp"));
}

#[test]
fn hostile_and_crashing_programs_lose_by_rule_and_the_tournament_goes_on() {
    const HOSTILE: [(&str, &str); 3] = [("loop.c", "timeout"), ("flood_output.c", "flood"), ("segfault.c", "crash")];
    let scratch = Scratch::new("hostile");
    let db = scratch.path("db");
    let decent = "examples/intensity.c careful random careful random careful random";
    let hostile = HOSTILE.map(|(program, _)| format!("crates/sandbox/tests/hostile/{program}")).join(" ");
    let words = format!("tournament intensity {decent} {hostile}");
    let text = printed(&format!("{words} --rounds 2 --decision 0.1 --threads 2 --db {db}"));
    assert!(text.contains("10 entrants, 2 rounds, 6 games in all"), "{text}");
    let archive = Archive::open(Path::new(&db)).unwrap();
    let [stored] = &archive.tournaments().unwrap()[..] else { panic!("one tournament") };
    assert_eq!((stored.kept, stored.entrants.len()), (6, 12));
    let mut judged = 0;
    archive
        .each_game(stored, &mut |game| {
            let record = as_text(stored, &game.record, &game.seats);
            AnyRecord::parse(&record).unwrap();
            assert!(!record.contains("HARM"), "{record}");
            for seat in &game.seats {
                let source = &stored.entrants[seat.entrant].source;
                let verdict = HOSTILE.iter().find(|(program, _)| source.ends_with(program));
                let faults: Vec<_> = seat.faults.iter().map(|fault| (fault.verdict.as_str(), fault.count)).collect();
                // It passes once and plays ten times, each time by the referee's hand; after three time-outs nobody
                // asks it any more, and first causes are counted.
                let count = |verdict: &str| if verdict == "timeout" { 3 } else { 11 };
                let expected: Vec<_> = verdict.iter().map(|(_, verdict)| (*verdict, count(verdict))).collect();
                assert_eq!(faults, expected, "{source}");
                judged += faults.len();
            }
        })
        .unwrap();
    assert_eq!(judged, 6);
}

/// A folder with a program that is fit and three that are not.
fn folder_of_students(scratch: &Scratch) -> String {
    let folder = scratch.path("students");
    std::fs::create_dir(&folder).unwrap();
    let source = std::fs::read_to_string(referee_tools::root().join("examples/intensity.c")).unwrap();
    std::fs::write(format!("{folder}/fine.c"), source).unwrap();
    std::fs::write(format!("{folder}/broken.c"), "#warning \x1b[2J\nint main(void) { retrun 0; }\n").unwrap();
    executable(&format!("{folder}/lost"), b"#!/nowhere/python\n");
    // The head of a program for another kind of machine.
    let mut elf = b"\x7fELF\x02\x01\x01".to_vec();
    elf.resize(16, 0);
    elf.extend([2, 0, 183, 0, 1, 0, 0, 0]);
    elf.resize(64, 0);
    executable(&format!("{folder}/foreign"), &elf);
    folder
}

fn executable(path: &str, content: &[u8]) {
    use std::os::unix::fs::PermissionsExt;
    std::fs::write(path, content).unwrap();
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn who_does_not_compile_or_start_is_disqualified_and_the_others_play() {
    let scratch = Scratch::new("disqualified");
    let (db, page, folder) = (scratch.path("db"), scratch.path("page.html"), folder_of_students(&scratch));
    let words = format!("tournament intensity {folder} careful --rounds 1 --db {db}");
    let text = printed(&words);
    assert!(text.starts_with("Intensity: tournament 1, swiss, 2 entrants, 1 round, 1 game in all\n"), "{text}");
    for hint in ["broken.c does not compile:", "'retrun' undeclared", "lost: its interpreter /nowhere/python"] {
        assert_eq!(text.matches(hint).count(), 2, "before the first game and at the end: {text}");
    }
    assert!(!text.contains('\x1b'), "nothing that a terminal would obey: {text:?}");
    assert_eq!(text.matches("foreign cannot be started: Exec format error").count(), 2, "{text}");
    let report: serde_json::Value = serde_json::from_str(&printed(&format!("report --db {db} --json"))).unwrap();
    let again: serde_json::Value = serde_json::from_str(&printed(&format!("{words} --resume --json"))).unwrap();
    for report in [&report, &again] {
        let out: Vec<&str> =
            report["disqualified"].as_array().unwrap().iter().map(|one| one["source"].as_str().unwrap()).collect();
        assert_eq!(out, ["broken.c", "foreign", "lost"].map(|name| format!("{folder}/{name}")));
        assert!(report["disqualified"][0]["reason"].as_str().unwrap().contains("'retrun' undeclared"), "{report}");
        assert_eq!(report["standings"].as_array().unwrap().len(), 2, "{report}");
    }
    assert!(printed(&format!("report --db {db} --html {page}")).contains("\nDisqualified\n"));
    assert!(std::fs::read_to_string(&page).unwrap().contains("&#39;retrun&#39; undeclared"));
}

#[test]
fn the_disqualified_stay_out_and_one_that_is_mended_is_named() {
    let scratch = Scratch::new("mended");
    let (db, folder) = (scratch.path("db"), folder_of_students(&scratch));
    printed(&format!("tournament intensity {folder} careful --rounds 1 --db {db}"));
    // Broken in another way, or gone, it is no other tournament.
    std::fs::write(format!("{folder}/broken.c"), "int main(void) { return }\n").unwrap();
    std::fs::remove_file(format!("{folder}/lost")).unwrap();
    printed(&format!("tournament --resume --db {db}"));
    printed(&format!("tournament intensity {folder} careful --resume --db {db}"));
    refused(&format!("tournament intensity {folder} --resume --db {db}"), 2, "there ENTRANTS is");
    std::fs::write(format!("{folder}/broken.c"), "int main(void) { return 0; }\n").unwrap();
    let hint = "broken.c was disqualified when this tournament began, and is fit now";
    refused(&format!("tournament --resume --db {db}"), 2, hint);
    refused(&format!("tournament intensity {folder} careful --resume --db {db}"), 2, hint);
}

#[test]
fn where_nobody_is_fit_there_is_no_tournament() {
    let scratch = Scratch::new("unfit");
    let (db, folder) = (scratch.path("db"), folder_of_students(&scratch));
    std::fs::remove_file(format!("{folder}/fine.c")).unwrap();
    refused(&format!("tournament intensity {folder} --db {db}"), 2, "nobody is fit to take part");
    refused(&format!("tournament intensity {folder} --db {db}"), 2, "'retrun' undeclared");
    // A gauntlet is about its first entrant, and what is typed wrong is not unfit but missing.
    let words = format!("tournament intensity {folder}/broken.c careful --format gauntlet --db {db}");
    refused(&words, 2, "the first entrant of a gauntlet is not fit to take part");
    refused(&format!("tournament intensity {folder}/borken.c careful --db {db}"), 2, "there is no such file");
    assert!(!Path::new(&db).exists());
}
