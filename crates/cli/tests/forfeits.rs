//! What faults cost outside Intensity, at every door: the third one, or a program that died, loses the game.

mod referee_tools;

use cardsharp_rules::AnyRecord;
use referee_tools::{Scratch, cardsharp_reading, printed, refused};
use serde_json::Value;

/// A program that says hello, and then does this at every turn.
fn program(scratch: &Scratch, name: &str, turn: &str) -> String {
    let path = scratch.path(name);
    let text = format!(
        "#!/usr/bin/env python3\nimport json, sys\nfor line in sys.stdin:\n    m = json.loads(line)\n    \
         if m['type'] == 'hello': print('{{\"type\":\"hello\",\"version\":1,\"name\":\"Odd\"}}', flush=True)\n    \
         if m['type'] == 'turn': {turn}\n"
    );
    std::fs::write(&path, text).unwrap();
    std::fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    path
}

const ILLEGAL: &str = "print('{\"action\":\"dance\"}', flush=True)";
const DYING: &str = "sys.exit(3)";
const RULE: &str = "a third one, or a program that died, loses the game";

#[test]
fn no_match_is_won_by_a_program_that_cannot_play() {
    let scratch = Scratch::new("forfeit-match");
    let (bot, records) = (program(&scratch, "illegal.py", ILLEGAL), scratch.path("games.record"));
    let words = format!("match indigo {bot} random --deals 6 --seed 1 --json --records {records}");
    let told: Value = serde_json::from_str(&printed(&words)).unwrap();
    let odd = &told["players"][0];
    assert_eq!((&odd["points"]["mean"], &odd["faults"]["illegal"]), (&Value::from(0.0), &Value::from(36)));
    assert_eq!((&odd["games_lost_by_faults"], &odd["decisions_not_asked_for"]), (&Value::from(12), &Value::from(0)));
    assert!(told["fault_rule"].as_str().unwrap().contains(RULE), "{told}");
    assert_eq!(told, serde_json::from_str::<Value>(&printed(&format!("{words} --threads 3"))).unwrap());
    let text = printed(&format!("match indigo {bot} random --deals 2 --seed 1"));
    assert!(text.contains("Faults of Odd (player 0): illegal 12; 4 games lost by them."), "{text}");
    assert!(text.contains(RULE), "{text}");
    // What is written down can be read, and says who lost.
    let text = std::fs::read_to_string(&records).unwrap();
    let games = AnyRecord::parse_many(&text).unwrap();
    assert_eq!((games.len(), text.matches("\nforfeit ").count(), text.matches("\nfault ").count()), (12, 12, 24));
    let game = printed(&format!("replay {records} --number 2"));
    assert!(game.starts_with("Game 2 of 12 in this file; --number opens another.\nIndigo"), "{game}");
    refused(&format!("replay {records} --number 13"), 2, "--number 13: ");
    refused(&format!("replay {records} --number 0"), 2, "holds 12 records");
    assert!(printed(&format!("replay {records} --number 12 --json")).starts_with('{'));
    assert!(game.contains("3 faults, by which the game was lost") && game.contains(RULE), "{game}");
    assert!(game.contains("Odd (seat 1): fault (illegal), which loses the game: \"dance\""), "{game}");
}

#[test]
fn a_program_that_died_has_lost_and_the_game_goes_on() {
    let scratch = Scratch::new("forfeit-referee");
    let bot = program(&scratch, "dying.py", DYING);
    let told = printed(&format!("referee indigo {bot} random -s 3 --json --times"));
    let told: Value = serde_json::from_str(&told).unwrap();
    let game = &told["games"][0];
    assert_eq!((&game["faults"], &game["lost_by_faults"]), (&Value::from(vec![1, 0]), &Value::from(vec![true, false])));
    let fault = &game["each_fault"][0];
    assert_eq!(
        (&fault["verdict"], &fault["kind"], &fault["name"]),
        (&"crash".into(), &"forfeit".into(), &"Odd".into())
    );
    assert_eq!((game["times_ms"][0].as_array().unwrap().len(), game["times_ms"][1].as_array().unwrap().len()), (1, 24));
    assert_eq!(told["players"][0]["places"], Value::from(vec![0, 1]));
    let text = printed(&format!("referee indigo {bot} random -s 3"));
    assert!(text.contains("the game is lost by it, and the referee plays its turns from here on"), "{text}");
}

#[test]
fn a_series_has_intervals_and_states_the_rule() {
    let text = printed("referee indigo examples/bot.py random --games 12 -s 3");
    assert!(text.contains(" ± ") && text.contains("Patient Python (player 0)") && text.contains(RULE), "{text}");
    let told: Value =
        serde_json::from_str(&printed("referee indigo examples/bot.py random --games 12 -s 3 --json")).unwrap();
    let points = &told["players"][0]["points_a_game"];
    assert!(points["standard_error"].is_number() && points["interval"][0].is_number(), "{points}");
    assert!(told["players"][0].get("decision_ms").is_none(), "times differ from run to run");
}

#[test]
fn a_person_plays_on_against_a_program_that_fails() {
    let scratch = Scratch::new("forfeit-play");
    let (bot, save) = (program(&scratch, "illegal.py", ILLEGAL), scratch.path("game.sitting"));
    let words = format!("play lucky-thirteen --plain --seats human,{bot},random,random --seed 7 --save {save}");
    let output = cardsharp_reading(&words.split_whitespace().collect::<Vec<_>>(), "11c\n13c\n6d\n3d\n");
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("Odd") && text.contains("the game is lost by it"), "{text}");
    assert!(output.status.success() && text.contains("Odd lost the game by faults."), "{text}");
    let saved = std::fs::read_to_string(&save).unwrap();
    assert!(
        saved.contains("player 1 program:file=json:/") && saved.contains("\nforfeit 1 illegal \"dance\""),
        "{saved}"
    );
}

#[test]
fn who_wins_against_a_program_that_died_is_told_at_every_game() {
    let scratch = Scratch::new("forfeit-games");
    let bot = program(&scratch, "dying.py", DYING);
    for (game, winner) in [("hanamikoji", "Lulu wins."), ("indigo", "place 1"), ("lucky-thirteen", "Winners:")] {
        let text = printed(&format!("referee {game} {bot} -s 5"));
        assert!(text.contains(winner) && text.contains(RULE), "{game}: {text}");
        let told: Value = serde_json::from_str(&printed(&format!("referee {game} {bot} -s 5 --json"))).unwrap();
        assert_eq!(told["players"][0]["points"], 0.0, "{game}: {told}");
        assert_eq!(told["games"][0]["each_fault"].as_array().unwrap().len(), 1, "{game}: {told}");
    }
    // At the course's table of Indigo, too.
    let words = format!("play indigo --plain --seats {bot},random --seed 5");
    let text = printed(&words);
    assert!(text.contains("Odd: fault (crash), which loses the game") && text.contains("Odd lost the game"), "{text}");
}

#[test]
fn a_game_with_a_program_is_resumed_with_it() {
    let scratch = Scratch::new("resume-program");
    let save = scratch.path("game.sitting");
    let seats = format!("human,./examples/bot.py,random,random --seed 7 --save {save}");
    let words = format!("play lucky-thirteen --plain --seats {seats}");
    cardsharp_reading(&words.split_whitespace().collect::<Vec<_>>(), "11c\nexit\n");
    let words = format!("play lucky-thirteen --plain --resume {save}");
    let output = cardsharp_reading(&words.split_whitespace().collect::<Vec<_>>(), "13c\n6d\n3d\n");
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && text.contains("Patient Python"), "{text}");
    assert!(!text.contains("fault"), "{text}");
}
