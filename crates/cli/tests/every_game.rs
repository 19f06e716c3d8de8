//! Every door knows every game of the list: what is said of a game once is enough for all commands.

mod play_tools;

use std::process::Command;

use cardsharp_rules::AnyGame;
use play_tools::{Home, text};

/// What a command prints that must succeed.
fn printed(args: &[&str]) -> String {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let output = Command::new(env!("CARGO_BIN_EXE_cardsharp")).args(args).current_dir(root).output().unwrap();
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn json(args: &[&str]) -> serde_json::Value {
    serde_json::from_str(&printed(&[args, &["--json"]].concat())).unwrap()
}

/// Calls `check` with the name of every game, how many sit there, and a player for each seat, chance last.
fn for_every_game(check: impl Fn(&str, usize, &[&str])) {
    for game in AnyGame::all() {
        let seats = game.seats();
        let players: Vec<&str> = ["champion:nodes=20,worlds=10", "random"].into_iter().cycle().take(seats).collect();
        check(game.name(), seats, &players);
    }
}

#[test]
fn a_game_is_listed_with_its_rules_and_deals() {
    let listed = json(&["games"]);
    let names: Vec<&str> =
        listed["games"].as_array().unwrap().iter().map(|game| game["name"].as_str().unwrap()).collect();
    for_every_game(|game, _, _| {
        assert!(names.contains(&game), "{names:?}");
        assert!(printed(&["rules", game]).contains("## Play"), "{game}");
        assert!(printed(&["deal", game, "--seed", "7"]).contains("hands "), "{game}");
        let nodes: u64 = printed(&["perft", game, "--depth", "2"]).trim().parse().unwrap();
        assert!(nodes > 1, "{game}");
    });
}

#[test]
fn a_game_is_played_contested_and_refereed() {
    let home = Home::new("every-game");
    for_every_game(|game, seats, players| {
        let played = home.play(&[game, "--seats", &players.join(","), "--seed", "3", "--json"], b"");
        assert!(played.status.success(), "{game}: {}", text(&played.stderr));
        let played: serde_json::Value = serde_json::from_slice(&played.stdout).unwrap();
        assert_eq!(played["result"].as_array().unwrap().len(), seats, "{game}");
        let contest = json(&[&["match", game][..], players, &["--deals", "2"]].concat());
        assert_eq!(contest["game"], game);
        let record = home.path(&format!("{game}.record"));
        // A program of three dozen lines plays every game: it is told what is legal.
        let program = "examples/bot.py";
        let protocol = ["--protocol", "json"];
        printed(&[&["referee", game, program, "-s", "5", "--record", &record][..], &protocol].concat());
        assert!(!std::fs::read_to_string(&record).unwrap().contains("fault"), "{game}");
        let checked = json(&[&["check", game, program][..], &protocol].concat());
        assert_eq!(checked["fit"], true, "{game}: {checked}");
    });
}

#[test]
fn a_tournament_is_kept_reported_and_replayed() {
    let home = Home::new("every-tournament");
    for_every_game(|game, _, players| {
        let db = home.path(&format!("{game}.db"));
        json(&[&["tournament", game][..], players, &["--format", "round-robin", "--seed", "5", "--db", &db]].concat());
        let report = json(&["report", "--db", &db]);
        assert_eq!(report["game"], game);
        let told = json(&["replay", "--db", &db, "--game", "1"]);
        assert!(told["record"].as_str().unwrap().contains(&format!("game {game}\n")), "{game}");
    });
}

#[test]
fn a_game_is_thought_about_and_written_about() {
    let home = Home::new("every-thought");
    for_every_game(|game, seats, players| {
        let record = format!("examples/records/{game}.record");
        let player = "champion:nodes=40,worlds=20";
        let thought = json(&["analyse", game, "--record", &record, "--at", "1", "--player", player]);
        assert!(!thought["actions"].as_array().unwrap().is_empty(), "{game}: {thought}");
        assert!(printed(&["annotate", &record, "--player", player]).contains("# "), "{game}");
        let coached = json(&["coach", game, "random", "--games", "2", "--checks", "1", "--player", player]);
        assert!(coached["decisions"].as_u64().unwrap() > 0, "{game}: {coached}");
        let exploited = json(&["exploit", game, "random", "--deals", "2", "--nodes", "20"]);
        assert_eq!(exploited["game"], game, "{exploited}");
        let study = home.path(&format!("{game}.csv"));
        printed(&["study", game, "--player", players[0], "--deals", "2", "--out", &study]);
        assert_eq!(std::fs::read_to_string(&study).unwrap().matches("\n0,").count(), 1, "{game}, {seats} seats");
    });
}
