//! The law of the doors: a seed, a seating and budgets in nodes are the same game wherever it is played.
//!
//! The full screen is in `screen.rs`, the web table among the tests of its house.

mod play_tools;

use std::process::{Command, Output};

use cardsharp_rules::AnyGame;
use play_tools::{Home, text};

/// Somebody different on every seat, one of them searching.
const SEATINGS: [(&str, &[&str]); 4] = [
    ("intensity", &["champion:nodes=40,worlds=20", "random", "careful", "pimc:worlds=4"]),
    ("hanamikoji", &["champion:nodes=60", "random"]),
    ("indigo", &["random", "champion:nodes=80,worlds=40"]),
    ("lucky-thirteen", &["random", "champion:nodes=40", "basic", "ismcts:nodes=60"]),
];

/// Those, and for any other game of the list a champion and chance.
fn seatings() -> Vec<(&'static str, Vec<&'static str>)> {
    let seating = |game: &AnyGame| {
        let named = SEATINGS.into_iter().find(|(name, _)| *name == game.name());
        let usual = || ["champion:nodes=60", "random"].into_iter().cycle().take(game.seats()).collect();
        (game.name(), named.map_or_else(usual, |(_, seats)| seats.to_vec()))
    };
    AnyGame::all().iter().map(seating).collect()
}

fn cardsharp(args: &[&str]) -> Output {
    let output = Command::new(env!("CARGO_BIN_EXE_cardsharp")).args(args).output().unwrap();
    assert!(output.status.success(), "{args:?}: {output:?}");
    output
}

/// What is the same at every door: the seed, every action and the result; not what they are called.
fn story(record: &str) -> Vec<String> {
    record.lines().filter(|line| !line.starts_with("seat ")).map(str::to_owned).collect()
}

fn seed_of(record: &str) -> &str {
    record.lines().find_map(|line| line.strip_prefix("seed ")).expect("every record carries its seed")
}

/// The first record of a file.
fn first_record(path: &str) -> String {
    let text = std::fs::read_to_string(path).unwrap();
    let end = text[1..].find("cardsharp record 1").map_or(text.len(), |at| at + 1);
    text[..end].trim_end().to_owned() + "\n"
}

#[test]
fn one_seed_is_one_game_at_match_referee_and_play() {
    let home = Home::new("doors");
    for (game, seats) in seatings() {
        let seats = seats.as_slice();
        let path = |door: &str| home.path(&format!("{game}.{door}"));
        let (matched, refereed, played) = (path("match"), path("referee"), path("play"));
        let args = [&["match", game][..], seats, &["--deals", "1", "--seed", "12", "--records", &matched]].concat();
        cardsharp(&args);
        let game_of_the_match = first_record(&matched);
        let seed = seed_of(&game_of_the_match);
        cardsharp(&[&["referee", game][..], seats, &["-s", seed, "--record", &refereed]].concat());
        assert_eq!(story(&first_record(&refereed)), story(&game_of_the_match), "{game}: referee and match");
        let seated = seats.join(",");
        let output = home.play(&[game, "--seats", &seated, "--seed", seed, "--json", "--record", &played], b"");
        assert!(output.status.success(), "{}", text(&output.stderr));
        assert_eq!(story(&first_record(&played)), story(&game_of_the_match), "{game}: play and match");
    }
}

#[test]
fn a_game_of_a_tournament_is_the_game_of_its_seed() {
    let home = Home::new("tournament-doors");
    for (game, seats) in seatings() {
        let seats = seats.as_slice();
        let (db, refereed) = (home.path(&format!("{game}.db")), home.path(&format!("{game}.referee")));
        let plan = ["--format", "round-robin", "--seed", "5", "--db", &db, "--json"];
        cardsharp(&[&["tournament", game][..], seats, &plan].concat());
        let told = cardsharp(&["replay", "--db", &db, "--game", "1", "--json"]);
        let told: serde_json::Value = serde_json::from_slice(&told.stdout).unwrap();
        let record = told["record"].as_str().expect("a replay carries its record").to_owned();
        // Whom the table calls what: a random player has a name of its own.
        let named: Vec<&str> = record
            .lines()
            .filter_map(|line| line.strip_prefix("seat ")?.split_once(' '))
            .map(|(_, name)| name)
            .collect();
        let seated: Vec<&str> = named.iter().map(|name| if seats.contains(name) { name } else { "random" }).collect();
        cardsharp(&[&["referee", game][..], &seated, &["-s", seed_of(&record), "--record", &refereed]].concat());
        assert_eq!(story(&first_record(&refereed)), story(&record), "{game}");
    }
}
