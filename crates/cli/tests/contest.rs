//! `cardsharp match`, run as a person runs it.

mod referee_tools;

use std::ffi::OsString;
use std::path::Path;

use cardsharp::{TakeUp, Workers, lease, report_on};
use cardsharp_rules::{AnyRecord, with_game};
use referee_tools::{Scratch, cardsharp, printed, refused};
use serde_json::Value;

const THINKERS: &str = "match indigo champion:nodes=50,worlds=10 classic --deals 6 --seed 1";

#[test]
fn the_same_seed_prints_the_same_bytes_on_any_number_of_threads() {
    let alone = printed(&format!("{THINKERS} --json --threads 1"));
    assert!(alone.contains("\"deals\": 6") && alone.contains("\"games\": 12"), "{alone}");
    assert_eq!(alone, printed(&format!("{THINKERS} --json --threads 2")));
    assert_ne!(alone, printed("match indigo champion:nodes=50,worlds=10 classic --deals 6 --seed 2 --json"));
}

#[test]
fn a_sequential_test_stops_as_soon_as_it_is_decided_on_any_number_of_threads() {
    let plain = "match indigo greedy random --deals 5000 --seed 1 --sprt 0,0.2";
    let text = printed(plain);
    assert!(text.contains("leads the others by 0.2 points a game rather than 0 (log-likelihood ratio"), "{text}");
    assert!(!text.contains("5000 deals"), "{text}");
    let alone = printed(&format!("{plain} --json --threads 1"));
    assert_eq!(alone, printed(&format!("{plain} --json --threads 3")));
    let none = printed("match indigo random random --deals 16 --seed 1 --sprt=-0.01,0.01");
    assert!(none.contains("Not decided after 16 deals whether"), "{none}");
    refused("match indigo random random --sprt 1,0", 2, "the smaller first");
    refused("match indigo random random --sprt 1", 2, "two numbers");
}

#[test]
fn the_report_says_who_is_stronger_or_that_it_cannot_be_told() {
    let report = printed("match indigo random greedy --deals 60 --seed 1");
    assert!(report.starts_with("Indigo: 60 deals, each in 2 seatings, 120 games\n"), "{report}");
    assert!(report.contains("greedy (player 1) is stronger than random (player 0) by "), "{report}");
    let report = printed("match indigo classic classic --deals 60 --seed 1");
    assert!(report.contains("Between classic (player 0) and classic (player 1) it cannot be told yet: "), "{report}");
}

#[test]
fn what_is_typed_wrong_is_named() {
    refused("match indigo classic", 2, "indigo has 2 seats, but 1 players are named");
    refused("match indigo classic classic classic", 2, "indigo has 2 seats, but 3 players are named");
    refused("match indigo champoin classic", 2, "did you mean \"champion\"?");
    refused("match indigo champion:node=50 classic", 2, "did you mean \"nodes\"?");
    // Settings that cannot be read are those of a player, and no file that is missing.
    for (typed, words) in [
        ("champion:safety", "\"safety\" in \"champion:safety\" is not a setting: expected key=value"),
        ("champion:safety=0,5", "\"5\" in \"champion:safety=0,5\" is not a setting"),
        ("champion:safety=0.5,safety=0.7", "is set twice"),
        ("champion:safety=1/2", "champion:safety=1/2: expected a number from 0 to 1 or one of trusting"),
        ("champoin:safety=0.5", "did you mean \"champion\"?"),
        ("champoin:safety", "did you mean \"champion\"?"),
        ("jsn:bot.py", "jsn:bot.py: there is no such file\n"),
        ("json:champion:ms=5", "champion:ms=5 is a player of ours, to whom nobody has to speak"),
    ] {
        refused(&format!("match hanamikoji {typed} greedy"), 2, words);
    }
    refused("match hanamikoji champion:safety=0 champion:safety=2", 2, "champion:safety=2: expected");
    refused("match indgo classic classic", 2, "expected one of ");
    refused("match indigo classic classic --deals 0", 2, "--deals");
}

#[test]
fn the_records_of_all_games_can_be_read_back() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("contest.games");
    let words = format!("{THINKERS} --records {}", path.display());
    printed(&words);
    let text = std::fs::read_to_string(&path).unwrap();
    let records = AnyRecord::parse_many(&text).unwrap();
    assert_eq!(records.len(), 12);
    let names = |record: &AnyRecord| with_game!(AnyRecord, record, record => record.names().to_vec());
    assert_eq!(names(&records[0]), ["champion:nodes=50,worlds=10", "classic"]);
    assert_eq!(names(&records[1]), ["classic", "champion:nodes=50,worlds=10"]);
}

#[test]
fn a_file_that_cannot_be_written_is_a_failure() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("no-such-folder/contest.games");
    let path = path.display();
    refused(&format!("match indigo random random --deals 1 --records {path}"), 1, "the records cannot be written to ");
}

#[test]
fn programs_play_matches_as_players_do_on_any_number_of_threads() {
    let words = "match indigo examples/lines.c json:examples/bot.py --deals 4 --seed 5 --json";
    let alone = printed(words);
    assert_eq!(alone, printed(&format!("{words} --threads 3")));
    let told: Value = serde_json::from_str(&alone).unwrap();
    let names: Vec<&str> = told["players"].as_array().unwrap().iter().map(|p| p["name"].as_str().unwrap()).collect();
    assert_eq!((names, &told["games"]), (vec!["Moderate C", "Patient Python"], &Value::from(8)));
    let decided = printed("match indigo examples/bot.py random --deals 400 --seed 5 --sprt 0,0.2");
    assert!(decided.contains("Patient Python (player 0) leads the others by 0.2 points a game"), "{decided}");
}

#[test]
fn programs_of_both_protocols_meet_at_one_table_and_their_records_can_be_read() {
    let scratch = Scratch::new("match-programs");
    let path = scratch.path("games.record");
    let table = "examples/intensity.c examples/bot.py careful once:examples/bot.py";
    let told = printed(&format!("match intensity {table} --deals 1 --seed 2 --records {path} --json"));
    let told: Value = serde_json::from_str(&told).unwrap();
    assert_eq!(told["players"][1]["name"], "Patient Python");
    let records = AnyRecord::parse_many(&std::fs::read_to_string(&path).unwrap()).unwrap();
    let faults = |record: &AnyRecord| with_game!(AnyRecord, record, record => record.faults().as_slice().to_vec());
    assert_eq!(records.iter().map(faults).collect::<Vec<_>>(), vec![vec![0; 4]; 4], "everybody was understood");
}

#[test]
fn a_program_that_cannot_play_is_named() {
    refused("match indigo no/such/bot.py classic", 2, "no/such/bot.py: there is no such file");
    refused("match indigo README.md classic", 2, "README.md has no execute permission");
    refused("match indigo original:examples/lines.c classic", 2, "Indigo has no original protocol");
    refused("match indigo json:classic classic", 2, "classic is a player of ours");
    refused("match indigo human classic", 2, "people sit down");
    refused("match indigo examples/lines.c classic --decision 0", 2, "--decision");
    let output = cardsharp(&["match", "indigo", "examples/lines.c", "classic", "--protocol", "original"]);
    assert_eq!(output.status.code(), Some(2));
}

const MATCHES: &str =
    "match lucky-thirteen champion:nodes=30,memory=match basic keep13 random --deals 6 --match-length 3 --seed 1";

#[test]
fn matches_that_are_remembered_are_the_same_on_any_number_of_threads() {
    let scratch = Scratch::new("match-memory");
    let play = |threads: usize| {
        let path = scratch.path(&format!("{threads}.record"));
        let told = printed(&format!("{MATCHES} --threads {threads} --records {path} --json"));
        (told, std::fs::read_to_string(&path).unwrap())
    };
    let (alone, records) = play(1);
    assert!(alone.contains("\"deals\": 6") && alone.contains("\"match_length\": 3"), "{alone}");
    assert_eq!(play(2), (alone, records.clone()));
    let read = AnyRecord::parse_many(&records).expect("every game is one by the rules");
    let text = |record: &AnyRecord| with_game!(AnyRecord, record, record => record.to_string());
    let written: Vec<String> = read.iter().map(text).collect();
    assert_eq!((written.len(), written.join("\n")), (24, records), "and is told again as it was");
}

/// Those who work on the last piece first, and each by itself.
struct Backwards;

impl Workers for Backwards {
    fn work(&self, task: &[u8], stage: &[u8], pieces: u64, take_up: TakeUp<'_>) -> Result<(), String> {
        let work = |piece| lease(task, stage, piece..piece + 1);
        let mut done = (0..pieces).rev().map(work).collect::<Result<Vec<_>, String>>()?;
        assert_eq!(done.len(), 2, "a match is a piece");
        while let Some(bytes) = done.pop() {
            if take_up(&bytes).is_break() {
                break;
            }
        }
        Ok(())
    }

    fn nodes(&self) -> usize {
        1
    }
}

#[test]
fn matches_that_are_remembered_are_the_same_where_others_work_on_them() {
    let scratch = Scratch::new("match-elsewhere");
    let (here, there) = (scratch.path("here.record"), scratch.path("there.record"));
    let told = printed(&format!("{MATCHES} --json --records {here}"));
    let words = format!("cardsharp {MATCHES} --json --records {there}");
    let words: Vec<OsString> = words.split_whitespace().map(OsString::from).collect();
    assert_eq!(report_on(words, &Backwards).unwrap(), told);
    assert_eq!(std::fs::read_to_string(there).unwrap(), std::fs::read_to_string(here).unwrap());
}

#[test]
fn intervals_count_matches_where_several_deals_are_one() {
    let report = printed(MATCHES);
    let head =
        "Lucky Thirteen: 6 deals, each in 4 seatings, 24 games\n2 matches of 3 deals; intervals count matches\n\n";
    assert!(report.starts_with(head), "{report}");
    let words = "match indigo greedy random --deals 400 --seed 1 --sprt 0,0.2 --match-length 8 --json";
    let told: Value = serde_json::from_str(&printed(words)).unwrap();
    assert!(told["sprt"]["decision"] == "larger" && told["deals"].as_u64().unwrap().is_multiple_of(8), "{told}");
}

#[test]
fn memory_is_refused_where_nobody_has_said_what_a_match_is() {
    let what_to_type = "with --match-length N: so many deals make a match";
    for game in ["lucky-thirteen", "intensity"] {
        refused(&format!("match {game} champion:memory=match random random random"), 2, what_to_type);
    }
    for words in [
        "match indigo champion:memory=match classic --deals 4 --match-length 1",
        "tournament indigo champion:memory=match classic --rounds 1 --db :memory:",
        "referee indigo champion:memory=match classic",
        "play indigo --seats human,champion:memory=match",
        "exploit indigo champion:memory=match --deals 2",
    ] {
        refused(words, 2, what_to_type);
    }
    refused("match indigo random:memory=match classic --match-length 2", 2, "random has no settings");
    refused("match indigo pimc:memory=match classic --match-length 2", 2, "pimc has no setting \"memory\"");
    refused("match indigo champion:memory=match,objective=score classic --match-length 2", 2, "set win or place");
    refused("match hanamikoji champion:memory=match,safety=1 greedy --match-length 2", 2, "set safety below 1");
    refused("match indigo champion:memory=week classic --match-length 2", 2, "expected one of game, match");
    let part = "--deals 10 is no whole number of matches of --match-length 4: --deals 8 or 12 is";
    refused("match indigo champion:memory=match classic --deals 10 --match-length 4", 2, part);
    refused("match indigo classic classic --deals 3 --match-length 4", 2, "--deals 4 is");
    refused("match indigo classic classic --match-length 0", 2, "--match-length");
}
