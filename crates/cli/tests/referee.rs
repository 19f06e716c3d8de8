//! `cardsharp referee` through the real binary.

mod referee_tools;

use std::os::unix::fs::PermissionsExt;

use cardsharp_rules::{AnyGame, AnyRecord};
use referee_tools::{Scratch, cardsharp, cardsharp_reading, cardsharp_unheard, odd, root};
use serde_json::Value;

/// What a game of seed 1 prints, unless another seed is among the words.
fn printed(args: &[&str]) -> String {
    let seed: &[&str] = if args.contains(&"-s") { &[] } else { &["-s", "1"] };
    let output = cardsharp(&[&["referee"], args, seed].concat());
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&printed(&[args, &["--json"]].concat())).unwrap()
}

fn refused(args: &[&str]) -> String {
    let output = cardsharp(&[&["referee"], args].concat());
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    assert!(output.stdout.is_empty(), "{args:?}");
    String::from_utf8(output.stderr).unwrap()
}

const EXAMPLE: &str = "examples/intensity.c";

#[test]
fn the_dialogue_is_that_of_the_original_referee() {
    let text = printed(&["intensity", EXAMPLE, "-s", "7"]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], concat!("Version: ", env!("CARGO_PKG_VERSION")));
    assert!(lines[1].contains("cc ") || lines[1].contains("clang "), "{text}");
    assert!(lines[1].ends_with(" -o intensity examples/intensity.c -lm"), "{text}");
    assert_eq!(lines[2..4], ["", "Deal:"]);
    assert_eq!(lines[4], "Table position 0: Humble Herder: [15, 18, 21, 28, 31, 35, 42, 46, 47, 48]");
    assert_eq!(lines[5], "Table position 1: Lulu         : [10, 11, 17, 19, 23, 24, 27, 29, 32, 33]");
    assert!(lines[6].starts_with("Table position 2: Morgan       : [") && lines[7].contains(": Amy          : ["));
    assert!(lines.contains(&"Round 0: Humble Herder plays the 20"), "{text}");
    assert_eq!(text.matches(" plays the ").count(), 40);
    assert_eq!(text.matches(" wins the round").count(), 10);
    let points: i32 = text
        .lines()
        .filter_map(|line| line.split_once("which contains ")?.1.split(' ').next()?.parse::<i32>().ok())
        .sum();
    assert_eq!(points, 17, "{text}");
    assert!(text.contains("\nPlace  Points  Name\n    1 "), "{text}");
    assert!(text.ends_with("\n\nSeed: 7\n"), "{text}");
}

/// The number that a report ends with.
fn seed_of(text: &str) -> &str {
    text.trim_end().rsplit_once("\nSeed: ").unwrap_or_else(|| panic!("no seed: {text}")).1
}

#[test]
fn without_a_seed_every_run_deals_other_cards_and_tells_the_seed_when_all_is_over() {
    for quiet in [&[][..], &["--quiet"], &["--games", "4"]] {
        let args = [&["referee", "intensity", EXAMPLE], quiet].concat();
        let run = || String::from_utf8(cardsharp(&args).stdout).unwrap();
        let (one, other) = (run(), run());
        assert_ne!(seed_of(&one), seed_of(&other));
        assert_eq!(one.matches("Seed").count(), 1, "{one}");
        let times = |text: &str| text.split("decisions, ms").next().unwrap().to_owned();
        let again = printed(&[&args[1..], &["-s", seed_of(&one)]].concat());
        assert_eq!(times(&again), times(&one), "the seed that is told deals the same again");
    }
    let deal = |text: String| text.lines().filter(|line| line.starts_with("Table position 0")).collect::<String>();
    let run = || deal(String::from_utf8(cardsharp(&["referee", "intensity"]).stdout).unwrap());
    assert_ne!(run(), run());
    // A person hears of it when the cards are no secret any more, and so does whoever looks for a fault.
    let left = cardsharp_reading(&["referee", "intensity", "-i"], "");
    assert!(!String::from_utf8_lossy(&left.stdout).contains("Seed"));
    assert!(String::from_utf8_lossy(&left.stderr).starts_with("Seed: "));
    let stopped = cardsharp(&["referee", "intensity", &odd("ninety_nine"), "--strict", "--json"]);
    assert!(stopped.stdout.is_empty() && String::from_utf8_lossy(&stopped.stderr).contains("Seed: "));
}

/// A script in Python, ready to be run.
fn script(scratch: &Scratch, name: &str, text: &str) -> String {
    let path = scratch.path(name);
    std::fs::write(&path, format!("#!/usr/bin/env python3\n{text}")).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    path
}

#[test]
fn no_program_is_told_the_seed() {
    let scratch = Scratch::new("told");
    // It answers with all that reaches it, which is no answer, and so it is shown to us.
    let text = "import os, sys\nheard = ''\nfor line in sys.stdin:\n    heard += line\n    \
                if 'hello' in line:\n        print('{\"type\":\"hello\",\"version\":1,\"name\":\"Ear\"}', flush=True)\n    \
                if 'turn' in line:\n        print('heard', repr((sys.argv, dict(os.environ), heard)), flush=True)\n\
                print('heard', repr((sys.argv, dict(os.environ), heard)), file=sys.stderr)\n";
    let program = script(&scratch, "ear", text);
    for protocol in ["original", "json", "once"] {
        let output = cardsharp(&["referee", "intensity", &program, "--protocol", protocol, "--strict"]);
        let errors = String::from_utf8(output.stderr).unwrap();
        let (seed, told) = errors.strip_prefix("Seed: ").unwrap().split_once('\n').unwrap();
        assert!(told.contains("heard (['"), "{protocol}: {told}");
        let seed: u64 = seed.parse().unwrap();
        for way in [seed.to_string(), format!("{seed:x}"), seed.cast_signed().to_string()] {
            assert!(!told.contains(&way), "{protocol}: {seed} in {told}");
        }
    }
}

#[test]
fn a_program_that_sleeps_is_asked_three_times_in_every_protocol() {
    let scratch = Scratch::new("sleeper");
    let (record, sleeper) = (scratch.path("record"), script(&scratch, "sleeper", "import time\ntime.sleep(10000)\n"));
    // One that had to be stopped is gone; where every decision is a new start, it may try three times.
    for (protocol, causes) in [("original", 3), ("json", 1), ("once", 3)] {
        let report = json(&["intensity", &sleeper, "--protocol", protocol, "--decision", "0.1", "--record", &record]);
        let player = &report["players"][0];
        assert_eq!(player["faults"], serde_json::json!({ "timeout": causes }), "{protocol}: {report}");
        assert_eq!(player["decisions_not_asked_for"], 11 - causes, "{protocol}: {report}");
        let text = std::fs::read_to_string(&record).unwrap();
        assert_eq!(text.matches("timeout \"not asked any more after 3 time-outs\"").count(), 8, "{protocol}: {text}");
        // It costs what every fault costs, and the record is a game like any other.
        let replayed = AnyRecord::parse_many(&text).unwrap();
        let AnyRecord::Intensity(replayed) = &replayed[0] else { panic!("a game of Intensity") };
        assert_eq!(replayed.faults().as_slice(), [11, 0, 0, 0]);
        assert!(replayed.result().unwrap().as_slice()[0] <= -55, "five points for each");
    }
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let game = |seed: &str| printed(&["intensity", EXAMPLE, "-s", seed]);
    assert_eq!(game("7"), game("7"));
    assert_ne!(game("7"), game("8"));
    let many = |threads: &str| json(&["intensity", EXAMPLE, "examples/bot.py", "--games", "8", "--threads", threads]);
    assert_eq!(many("1"), many("2"), "on any number of threads");
    // The first of many games is the single game.
    assert_eq!(many("1")["games"][0]["result"], json(&["intensity", EXAMPLE, "examples/bot.py"])["games"][0]["result"]);
}

#[test]
fn seats_rotate_over_many_games() {
    let report = json(&["intensity", EXAMPLE, "careful", "--games", "8"]);
    let games = report["games"].as_array().unwrap();
    for (number, game) in games.iter().enumerate() {
        assert_eq!(game["names"][number % 4], "Humble Herder", "{game}");
        assert_eq!(game["seed"], 1 + number as u64 / 4, "every deal is played in every rotation");
    }
    let names: Vec<&Value> = report["players"].as_array().unwrap().iter().map(|player| &player["name"]).collect();
    assert_eq!(names, ["Humble Herder", "careful", "Lulu", "Morgan"]);
}

#[test]
fn the_summary_has_places_points_faults_and_times() {
    let text = printed(&["intensity", &odd("ninety_nine"), EXAMPLE, "--games", "12", "--print-summary"]);
    assert!(text.starts_with("Intensity: 12 games\n"), "{text}");
    assert!(text.contains("penalties") && text.contains("decisions, ms: mean/p99/max"));
    assert!(text.contains("illegal 132"), "eleven faults a game: {text}");
    let report = json(&["intensity", EXAMPLE, "--games", "4", "--print-summary"]);
    let player = &report["players"][0];
    assert_eq!(player["places"].as_array().unwrap().iter().map(|count| count.as_u64().unwrap()).sum::<u64>(), 4);
    assert!(player["decision_ms"]["max"].as_f64().unwrap() > 0.0);
    let points: f64 =
        report["players"].as_array().unwrap().iter().map(|player| player["points"].as_f64().unwrap()).sum();
    assert_eq!(points, 24.0, "six tournament points a game");
}

#[test]
fn records_tell_the_games_again() {
    let scratch = Scratch::new("records");
    let path = scratch.path("games.record");
    printed(&["intensity", EXAMPLE, &odd("crash"), "--games", "3", "--record", &path]);
    let text = std::fs::read_to_string(&path).unwrap();
    assert_eq!(AnyRecord::parse_many(&text).unwrap().len(), 3);
    assert!(text.contains(" crash \"killed by signal 11"), "{text}");
}

#[test]
fn strict_stops_at_the_first_fault_and_shows_it() {
    let output = cardsharp(&["referee", "intensity", &odd("ninety_nine"), "--strict", "-s", "3"]);
    assert_eq!(output.status.code(), Some(1));
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(errors.contains("stopped at the first fault"), "{errors}");
    assert!(errors.contains("Ninety Nine (seat 0): illegal (99 99 99)"), "{errors}");
    assert!(errors.contains("--- input\n1\n") && errors.contains("--- output\n99 99 99\n"), "{errors}");
    assert!(printed(&["intensity", EXAMPLE, "--strict", "--games", "4"]).contains("faults"));
}

#[test]
fn a_programs_own_unit_tests_are_run() {
    assert_eq!(
        printed(&["intensity", EXAMPLE, "--unit-tests"]),
        "All unit tests passed\nexamples/intensity.c: the unit tests passed\n"
    );
    let scratch = Scratch::new("unit-tests");
    let failing = scratch.path("failing.c");
    std::fs::write(&failing, "#include <assert.h>\nint main(void) { assert(1 + 1 == 3); }\n").unwrap();
    let output = cardsharp(&["referee", "intensity", &failing, "--unit-tests"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stdout).contains("Assertion `1 + 1 == 3' failed"));
    assert!(String::from_utf8_lossy(&output.stderr).contains("the unit tests failed: killed by signal 6"));
    assert!(refused(&["intensity", "--unit-tests"]).contains("name the program"));
    assert!(refused(&["indigo", "examples/lines.c", "--unit-tests"]).contains("only Intensity's programs"));
}

#[test]
fn bad_input_is_refused_with_what_would_be_right() {
    let scratch = Scratch::new("refused");
    let file = |name: &str, text: &str, mode: u32| {
        let path = scratch.path(name);
        std::fs::write(&path, text).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
        path
    };
    assert!(refused(&["intensity", "missing.c"]).contains("missing.c: there is no such file"));
    assert!(refused(&["intensity", "nobody"]).contains("nobody: there is no such file, and no such player"));
    assert!(refused(&["intensity", "champion:speed=9"]).contains("no setting \"speed\""));
    assert!(refused(&["intensity", "examples"]).contains("examples is a folder"));
    let wrong = refused(&["intensity", &file("wrong.c", "int main(void) { retrun 0; }\n", 0o644)]);
    assert!(wrong.contains("wrong.c does not compile:") && wrong.contains("'retrun' undeclared"), "{wrong}");
    assert!(
        refused(&["intensity", &file("plain", "#!/bin/sh\n", 0o644)]).contains("has no execute permission: `chmod +x")
    );
    assert!(refused(&["intensity", &file("text", "hello\n", 0o755)]).contains("a script begins with #!"));
    assert!(refused(&["intensity", "a", "b", "c", "d", "e"]).contains("Intensity has 4 seats, but 5 programs want"));
    assert!(refused(&["intensity", "-i", "a", "b", "c", "d"]).contains("4 programs and you want to sit down"));
    assert!(refused(&["indigo", "random", "random", "random"]).contains("Indigo has 2 seats, but 3 programs"));
    assert!(refused(&["tarot", EXAMPLE]).contains("\"tarot\" is not a game"));
    assert!(refused(&["indigo", "-i"]).contains("only Intensity has a dialogue"));
    assert!(refused(&["indigo", "--protocol", "original"]).contains("Indigo has none"));
    assert!(refused(&["intensity", "--protocol", "smoke"]).contains("original, json or once"));
    assert!(refused(&["intensity", "--decision", "0"]).contains("from 0.001 to 86400"));
    assert!(refused(&["intensity", "--games", "0"]).contains("invalid value '0'"));
    assert!(refused(&["intensity", "-i", "--games", "2"]).contains("you play one game"));
}

#[test]
fn a_person_is_asked_in_the_words_of_the_original_referee() {
    // Every card of the deck, again and again: most are nonsense, and one of them is right.
    let cards = (9..51).map(|card| card.to_string()).collect::<Vec<_>>().join("\n") + "\n";
    let input = format!("hello\n10 11\n10 10 11\n10 11 21\n{}", cards.repeat(40));
    let output = cardsharp_reading(&["referee", "intensity", "-i", "-s", "1"], &input);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let version = env!("CARGO_PKG_VERSION");
    let text = text.strip_prefix(&format!("Version: {version}\n\n")).expect("the version comes first").to_owned();
    assert!(text.starts_with("Discards:\n\nInteractive Player must choose discards.\nHand: [10, 11, 21, 24, 28, 29, 32, 40, 44, 45]\nEnter cards to discard: "), "{text}");
    assert!(text.contains("\"hello\" is not a card") && text.contains("three different cards"), "{text}");
    assert!(!text.contains("Deal:"), "a person does not see the others' cards");
    assert_eq!(text.matches("Interactive Player turn to play.\nHand: [").count(), 10);
    assert_eq!(text.matches("Enter card to play: ").count(), text.matches("Hand: [").count() - 4);
    assert!(text.contains("Round 0: Interactive Player plays the ") && text.contains("Round 9: "), "{text}");
    assert!(text.contains("Place  Points  Name\n"));
}

#[test]
fn a_person_may_leave() {
    let output = cardsharp_reading(&["referee", "intensity", "-i", "-s", "1"], "10 11 21\n");
    assert_eq!(output.status.code(), Some(1));
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(errors.ends_with("cardsharp: the input ended: Interactive Player has left the game in round 0\n"));
    let output = cardsharp_reading(&["referee", "intensity", "-i"], "");
    assert!(String::from_utf8_lossy(&output.stderr).contains("has left the game before passing"));
}

#[test]
fn a_reader_that_has_gone_away_is_no_failure() {
    for (args, status) in [(&["referee", "intensity"][..], 0), (&["referee", "intensity", "-i"], 1)] {
        let output = cardsharp_unheard(args);
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(status), "{args:?}: {errors}");
        assert!(!errors.contains("panicked"), "{errors}");
    }
}

#[test]
fn the_example_bots_play_every_game_in_both_forms() {
    for game in AnyGame::all() {
        for protocol in ["json", "once"] {
            let report = json(&[game.name(), "examples/bot.py", "examples/lines.c", "--protocol", protocol]);
            let players = report["players"].as_array().unwrap();
            assert_eq!((&players[0]["name"], &players[1]["name"]), (&"Patient Python".into(), &"Moderate C".into()));
            for player in players {
                assert!(player["faults"].as_object().unwrap().is_empty(), "{game} {protocol}: {player}");
            }
        }
    }
    // Against random players a plan is worth something.
    let report = json(&["intensity", "examples/bot.py", "--protocol", "json", "--games", "40"]);
    assert!(report["players"][0]["points"].as_f64().unwrap() > 70.0, "even would be 60: {report}");
}

#[test]
fn our_own_bot_sits_down_in_every_protocol() {
    let scratch = Scratch::new("own-bot");
    let script = scratch.path("bot");
    let text = format!("#!/bin/sh\nexec {} bot intensity careful\n", env!("CARGO_BIN_EXE_cardsharp"));
    std::fs::write(&script, text).unwrap();
    std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755)).unwrap();
    // The shell becomes our binary, which a sandbox does not know: unprotected, it is only a bot.
    for protocol in ["original", "json", "once"] {
        let report = json(&["intensity", &script, "--protocol", protocol, "--unsafe-no-sandbox", "--memory", "2048"]);
        let player = &report["players"][0];
        assert_eq!(player["name"], "cardsharp careful", "{report}");
        assert!(player["faults"].as_object().unwrap().is_empty(), "{protocol}: {player}");
    }
}

/// Programs that speak our protocol badly, in Python for brevity.
fn python(scratch: &Scratch, name: &str, on_turn: &str) -> String {
    let text = format!(
        "import json, os, sys, time\nturns = 0\nfor line in sys.stdin:\n    \
         message = json.loads(line)\n    if message['type'] == 'hello':\n        \
         print('{{\"type\":\"hello\",\"version\":1,\"name\":\"{name}\"}}', flush=True)\n    \
         if message['type'] != 'turn':\n        continue\n    turns += 1\n    \
         answer = json.dumps({{'action': message['legal'][0]}})\n    {on_turn}\n    print(answer, flush=True)\n"
    );
    script(scratch, name, &text)
}

#[test]
fn faults_in_the_line_protocol_have_their_verdicts() {
    let scratch = Scratch::new("lines");
    // Indigo asks each seat 24 times.
    let cases = [
        ("good", "pass", None),
        ("illegal", "if turns == 3: answer = '{\"action\":\"play 1♠\"}'", Some(("illegal", 1))),
        ("babble", "if turns < 3: answer = 'I think that'", Some(("protocol", 2))),
        ("blank", "if turns == 1: answer = ''", Some(("no-answer", 1))),
        // A second line is thrown away and does not pass for the next answer.
        ("talker", "answer += '\\n{\"action\":\"play A♠\"}'", None),
        // Once dead, it has lost and is not asked again.
        ("quitter", "if turns == 6: sys.exit(0)", Some(("no-answer", 1))),
        ("crasher", "if turns == 6: os.abort()", Some(("crash", 1))),
        ("sleeper", "if turns == 20: time.sleep(10000)", Some(("timeout", 1))),
        ("stubborn", "if turns > 4: answer = '{\"action\":\"play 1♠\"}'", Some(("illegal", 3))),
    ];
    for (name, on_turn, faults) in cases {
        let program = python(&scratch, name, on_turn);
        let report = json(&["indigo", &program, "--decision", "1"]);
        let found = report["players"][0]["faults"].as_object().unwrap();
        let expected: serde_json::Map<String, Value> =
            faults.into_iter().map(|(verdict, count): (&str, u64)| (verdict.to_owned(), Value::from(count))).collect();
        assert_eq!(found, &expected, "{name}");
        let is_lost = ["quitter", "crasher", "sleeper", "stubborn"].contains(&name);
        assert_eq!(report["players"][0]["games_lost_by_faults"], u64::from(is_lost), "{name}");
        assert!(!is_lost || report["players"][0]["places"] == serde_json::json!([0, 1]), "{name}: {report}");
        assert_eq!(report["players"][1]["faults"], serde_json::json!({}), "{name}: the other seat is unharmed");
    }
}

#[test]
fn a_bank_is_for_the_whole_game() {
    let scratch = Scratch::new("bank");
    // Every decision burns a tenth of a second: allowed each time, but not two dozen times.
    let burn = "start = time.process_time()\n    while time.process_time() < start + 0.1: pass";
    let program = python(&scratch, "burner", burn);
    assert_eq!(json(&["indigo", &program, "--decision", "5"])["players"][0]["faults"], serde_json::json!({}));
    let report = json(&["indigo", &program, "--decision", "5", "--bank", "1"]);
    let fault = &report["games"][0]["each_fault"][0];
    assert_eq!((&fault["verdict"], &fault["kind"]), (&"timeout".into(), &"forfeit".into()), "{report}");
    assert!((10..40).contains(&fault["step"].as_u64().unwrap()), "{report}");
    let report = json(&["indigo", &program, "--decision", "5", "--bank", "1", "--protocol", "once"]);
    // The decision in which it ran dry may be one too.
    assert!((1..=2).contains(&report["players"][0]["faults"]["timeout"].as_u64().unwrap()), "{report}");
    assert_eq!(report["players"][0]["games_lost_by_faults"], 1, "{report}");
}

#[test]
fn random_players_are_called_lulu_morgan_amy_and_rat() {
    let report = json(&["intensity"]);
    let names: Vec<&Value> = report["players"].as_array().unwrap().iter().map(|player| &player["name"]).collect();
    assert_eq!(names, ["Lulu", "Morgan", "Amy", "Rat"]);
    let report = json(&["intensity", "careful", "random", "careful"]);
    let names: Vec<&Value> = report["players"].as_array().unwrap().iter().map(|player| &player["name"]).collect();
    assert_eq!(names, ["careful", "Lulu", "careful-2", "Morgan"]);
}

#[test]
fn every_command_has_an_example_in_its_help() {
    for command in ["referee", "bot", "check", "coach", "ladder", "doctor"] {
        let help = String::from_utf8(cardsharp(&[command, "--help"]).stdout).unwrap();
        assert!(help.contains("Example") && help.contains(&format!("cardsharp {command}")), "{help}");
    }
    assert!(root().join("crates/programs/protocol.md").exists());
}
