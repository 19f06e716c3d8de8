//! Every command works for every registered game.

use cardsharp_rules::{AnyGame, AnyRecord, with_game};
use serde_json::Value;

use crate::common::{Scratch, json, printed, root};

/// Calls `check` with each game's name, its number of seats, and a player for each seat, `random` last.
fn for_every_game(check: impl Fn(&str, usize, &str)) {
    for game in AnyGame::all() {
        let players = ["champion:nodes=20,worlds=10", "random"].into_iter().cycle().take(game.seats());
        check(game.name(), game.seats(), &players.collect::<Vec<_>>().join(" "));
    }
}

fn length(list: &Value) -> usize {
    list.as_array().unwrap().len()
}

#[test]
fn a_game_is_listed_with_its_rules_and_deals() {
    let (games, listed) = (printed("games"), json("games"));
    let listed: Vec<&str> =
        listed["games"].as_array().unwrap().iter().map(|game| game["name"].as_str().unwrap()).collect();
    assert_eq!(listed, AnyGame::all().iter().map(AnyGame::name).collect::<Vec<_>>());
    assert_eq!(length(&json("bench playouts --seconds 0.01")["results"]), listed.len());
    for_every_game(|game, _, _| {
        assert!(games.contains(&format!("{game} — ")), "{games}");
        let rules = printed(&format!("rules {game}"));
        assert!(rules.starts_with("# ") && rules.contains("## Play"), "{game}: {rules}");
        let deal = printed(&format!("deal {game} --seed 42"));
        assert!(deal.contains("hands "), "{game}: {deal}");
        assert_eq!(json(&format!("deal {game} --seed 42"))["deal"], deal.trim_end());
        let nodes: u64 = printed(&format!("perft {game} --depth 2")).trim().parse().unwrap();
        assert!(nodes > 1, "{game}");
    });
}

#[test]
fn a_replay_tells_every_game_to_its_end() {
    for_every_game(|game, _, _| {
        let path = format!("examples/records/{game}.record");
        let text = printed(&format!("replay {path}"));
        assert!(text.contains("the game is over") && text.contains("\nResult\n"), "{game}");
        let record = AnyRecord::parse(&std::fs::read_to_string(root().join(&path)).unwrap()).unwrap();
        let actions = with_game!(AnyRecord, &record, record => record.actions().count());
        assert_eq!(length(&json(&format!("replay {path} --seat 0"))["steps"]), actions + 1, "{game}");
        let first = printed(&format!("replay {path} --at 1"));
        assert!(first.contains("\n  1  ") && !first.contains("\n  2  ") && !first.contains("Result"), "{first}");
    });
}

#[test]
fn a_game_is_played_contested_and_refereed() {
    let scratch = Scratch::new("every-game");
    for_every_game(|game, seats, players| {
        let played = json(&format!("play {game} --seats {} --seed 3", players.replace(' ', ",")));
        assert_eq!(length(&played["result"]), seats, "{game}");
        assert_eq!(json(&format!("match {game} {players} --deals 2"))["game"], game);
        // A program of three dozen lines plays every game, as it gets the legal actions.
        let record = scratch.path(&format!("{game}.record"));
        printed(&format!("referee {game} examples/bot.py -s 5 --record {record} --protocol json"));
        assert!(!std::fs::read_to_string(&record).unwrap().contains("fault"), "{game}");
        assert_eq!(json(&format!("check {game} examples/bot.py --protocol json"))["fit"], true, "{game}");
    });
}

#[test]
fn a_tournament_is_kept_reported_and_replayed() {
    let scratch = Scratch::new("every-tournament");
    for_every_game(|game, _, players| {
        let db = scratch.path(&format!("{game}.db"));
        json(&format!("tournament {game} {players} --format round-robin --seed 5 --db {db}"));
        assert_eq!(json(&format!("report --db {db}"))["game"], game);
        let replay = json(&format!("replay --db {db} --game 1"));
        assert!(replay["record"].as_str().unwrap().contains(&format!("game {game}\n")), "{game}");
    });
}

#[test]
fn a_game_is_analysed_annotated_coached_and_studied() {
    let scratch = Scratch::new("every-thought");
    for_every_game(|game, seats, players| {
        let record = format!("examples/records/{game}.record");
        let player = "--player champion:nodes=40,worlds=20";
        assert!(length(&json(&format!("analyse {game} --record {record} --at 1 {player}"))["actions"]) > 0, "{game}");
        assert!(printed(&format!("annotate {record} {player}")).contains("# "), "{game}");
        let coached = json(&format!("coach {game} random --games 2 --checks 1 {player}"));
        assert!(coached["decisions"].as_u64().unwrap() > 0, "{game}: {coached}");
        assert_eq!(json(&format!("exploit {game} random --deals 2 --nodes 20"))["game"], game);
        let (study, first) = (scratch.path(&format!("{game}.csv")), players.split(' ').next().unwrap());
        printed(&format!("study {game} --player {first} --deals 2 --out {study}"));
        assert_eq!(std::fs::read_to_string(&study).unwrap().matches("\n0,").count(), 1, "{game}, {seats} seats");
    });
}
