//! The same seed, seating and budget in nodes give the same game in every command.
//!
//! `screen.rs` checks the full screen, the server's tests the web table.

use cardsharp_rules::AnyGame;

use crate::common::{Scratch, json, printed};

/// Different players on every seat, at least one of them searching.
const SEATINGS: [(&str, &str); 4] = [
    ("intensity", "champion:nodes=40,worlds=20 random careful pimc:worlds=4"),
    ("hanamikoji", "champion:nodes=60 random"),
    ("indigo", "random champion:nodes=80,worlds=40"),
    ("lucky-thirteen", "random champion:nodes=40 basic ismcts:nodes=60"),
];

/// Returns a seating for every registered game; games without an entry above get `champion` and `random`.
fn seatings() -> Vec<(&'static str, String)> {
    let seating = |game: &AnyGame| {
        let named = SEATINGS.into_iter().find(|(name, _)| *name == game.name());
        let usual = || vec!["champion:nodes=60 random"; game.seats() / 2].join(" ");
        (game.name(), named.map_or_else(usual, |(_, seats)| seats.to_owned()))
    };
    AnyGame::all().iter().map(seating).collect()
}

/// Returns a record without the names, which differ between commands.
pub fn without_names(record: &str) -> Vec<&str> {
    record.lines().filter(|line| !line.starts_with("seat ")).collect()
}

fn seed_of(record: &str) -> &str {
    record.lines().find_map(|line| line.strip_prefix("seed ")).expect("every record carries its seed")
}

fn first_record(path: &str) -> String {
    let text = std::fs::read_to_string(path).unwrap();
    let end = text[1..].find("cardsharp record 1").map_or(text.len(), |at| at + 1);
    text[..end].trim_end().to_owned() + "\n"
}

#[test]
fn one_seed_is_one_game_at_match_referee_and_play() {
    let scratch = Scratch::new("doors");
    for (game, seats) in seatings() {
        let [matched, refereed, played] =
            ["match", "referee", "play"].map(|door| scratch.path(&format!("{game}.{door}")));
        printed(&format!("match {game} {seats} --deals 1 --seed 12 --records {matched}"));
        let matched = first_record(&matched);
        let seed = seed_of(&matched);
        printed(&format!("referee {game} {seats} -s {seed} --record {refereed}"));
        assert_eq!(without_names(&first_record(&refereed)), without_names(&matched), "{game}: referee and match");
        json(&format!("play {game} --seats {} --seed {seed} --record {played}", seats.replace(' ', ",")));
        assert_eq!(without_names(&first_record(&played)), without_names(&matched), "{game}: play and match");
    }
}

#[test]
fn a_game_of_a_tournament_is_the_game_of_its_seed() {
    let scratch = Scratch::new("tournament-doors");
    for (game, seats) in seatings() {
        let (db, refereed) = (scratch.path(&format!("{game}.db")), scratch.path(&format!("{game}.referee")));
        json(&format!("tournament {game} {seats} --format round-robin --seed 5 --db {db}"));
        let replay = json(&format!("replay --db {db} --game 1"));
        let record = replay["record"].as_str().expect("a replay carries its record");
        let names = record.lines().filter_map(|line| Some(line.strip_prefix("seat ")?.split_once(' ')?.1));
        // At the table a random player has a name of its own.
        let seated = names.map(|name| if seats.split(' ').any(|seat| seat == name) { name } else { "random" });
        let seated = seated.collect::<Vec<_>>().join(" ");
        printed(&format!("referee {game} {seated} -s {} --record {refereed}", seed_of(record)));
        assert_eq!(without_names(&first_record(&refereed)), without_names(record), "{game}");
    }
}
