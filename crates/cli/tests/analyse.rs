//! `cardsharp analyse`, `annotate` and `bench beliefs` from the outside: the real binary.

use std::path::Path;
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::Value;

const GAMES: [&str; 4] = ["intensity", "hanamikoji", "indigo", "lucky-thirteen"];
const QUICK: [&str; 2] = ["--player", "champion:nodes=50,worlds=10"];

fn cardsharp(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_cardsharp")).args(args).output().unwrap()
}

static FILES: AtomicU32 = AtomicU32::new(0);

/// A golden record in a file of this test's own: golden files go on with every view after the result.
fn golden(game: &str) -> String {
    let source = format!("{}/../rules/data/{game}/golden/random-7.game", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(source).unwrap();
    let end = text.find("\nresult ").unwrap() + 1;
    let end = end + text[end..].find('\n').unwrap() + 1;
    let name = format!("{game}-{}-{}.game", std::process::id(), FILES.fetch_add(1, Ordering::Relaxed));
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, &text[..end]).unwrap();
    path.to_str().unwrap().to_owned()
}

fn printed(args: &[&str]) -> String {
    let output = cardsharp(args);
    assert!(output.status.success(), "{args:?}: {output:?}");
    assert!(output.stderr.is_empty(), "quiet where nobody watches: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Refused with status 2, nothing printed, and a reason that says so.
fn refused(args: &[&str], reason: &str) {
    let output = cardsharp(args);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{args:?}: {errors}");
    assert!(errors.contains(reason), "{args:?}: {errors}");
}

/// How many steps the golden record has.
fn steps(game: &str) -> usize {
    let record = std::fs::read_to_string(golden(game)).unwrap();
    record.lines().filter(|line| line.starts_with(|first: char| first.is_ascii_digit())).count()
}

#[test]
fn every_game_is_analysed_at_its_start_middle_and_end() {
    for game in GAMES {
        let (record, steps) = (golden(game), steps(game));
        for at in [0, steps / 2, steps - 1] {
            let at = at.to_string();
            let args = ["analyse", game, "--record", &record, "--at", &at, QUICK[0], QUICK[1]];
            let text = printed(&args);
            assert!(text.lines().all(|line| line.chars().count() <= 80), "{game} at {at}:\n{text}");
            assert!(text.contains(" to act, as seat "), "{text}");
            let told = [" is best", " is the only legal action"];
            assert!(told.iter().any(|told| text.contains(told)), "{text}");

            let json = printed(&[&args[..], &["--json"]].concat());
            assert_eq!(json, printed(&[&args[..], &["--json"]].concat()), "counted budgets repeat themselves");
            check_json(&serde_json::from_str(&json).unwrap());
        }
    }
}

fn check_json(report: &Value) {
    let actions = report["actions"].as_array().unwrap();
    assert!(!actions.is_empty());
    let values: Vec<f64> = actions.iter().map_while(|action| action["value"].as_f64()).collect();
    assert!(values.is_sorted_by(|a, b| a >= b), "{values:?}");
    for (place, action) in actions.iter().enumerate() {
        assert_eq!(action["rank"], place + 1);
        assert_eq!(action["value"].is_null(), place >= values.len(), "{action}");
        assert_eq!(action["value"].is_null(), action["standard_error"].is_null(), "{action}");
        assert!(action["value"].is_null() || (-0.01..=1.01).contains(&action["value"].as_f64().unwrap()), "{action}");
    }
    assert!(actions[0]["figures"].is_object());
    let belief = &report["belief"];
    let hidden: u64 = belief["places"].as_array().unwrap().iter().map(|place| place["size"].as_u64().unwrap()).sum();
    let cards = belief["cards"].as_array().unwrap();
    assert_eq!(hidden, cards.iter().map(|card| card["count"].as_u64().unwrap()).sum::<u64>());
    for card in cards {
        let chances: f64 = card["chances"].as_object().unwrap().values().map(|chance| chance.as_f64().unwrap()).sum();
        assert!((chances - 1.0).abs() < 1e-6, "{card}");
    }
}

/// Values of games at a glance once called the Gift best, with 69.5 of a hundred.
#[test]
fn the_gift_that_only_greedy_falls_for_is_not_best() {
    let deal = "removed E; hands ABCCDF / ABDEGG; pile GDEFFFGG";
    let args = ["analyse", "hanamikoji", "--deal", deal, "--player", "champion:nodes=1000", "--json"];
    let report: Value = serde_json::from_str(&printed(&args)).unwrap();
    check_json(&report);
    let value = |name: &str| {
        let actions = report["actions"].as_array().unwrap();
        actions.iter().find(|action| action["action"] == name).unwrap()["value"].as_f64().unwrap()
    };
    assert!(value("secret D") > value("gift ABC") && value("gift ABC") < 0.42, "{report:#}");
}

#[test]
fn values_are_measured_the_same_on_any_number_of_threads() {
    let args = ["bench", "values", "indigo", "--positions", "4", "--games", "1", "--player", "greedy"];
    let args = [&args[..], &["--asked", QUICK[1], "--json"]].concat();
    let json = printed(&args);
    assert_eq!(json, printed(&[&args[..], &["--threads", "2"]].concat()));
    let report: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(report["first"]["rows"], 4);
    let text = printed(&args[..args.len() - 1]);
    assert!(text.contains("first row") && text.lines().all(|line| line.chars().count() <= 80), "{text}");
    refused(&["bench", "values", "indigo", "--asked", "champoin"], "did you mean \"champion\"?");
}

#[test]
fn a_view_alone_gives_the_same_analysis_as_the_record() {
    for game in GAMES {
        let record = golden(game);
        let args = ["analyse", game, "--record", &record, "--at", "5", "--json", QUICK[0], QUICK[1]];
        let report: Value = serde_json::from_str(&printed(&args)).unwrap();
        let view = report["view"].as_str().unwrap();
        let again = printed(&["analyse", game, "--view", view, "--json", QUICK[0], QUICK[1]]);
        assert_eq!(serde_json::from_str::<Value>(&again).unwrap(), report);
    }
}

#[test]
fn a_seat_that_waits_is_told_where_the_cards_may_be() {
    let record = golden("indigo");
    let text = printed(&["analyse", "indigo", "--record", &record, "--at", "4", "--seat", "1", QUICK[0], QUICK[1]]);
    assert!(text.starts_with("Indigo: seat 0 to act, as seat 1 sees it\n"), "{text}");
    assert!(text.contains("Where seat 1 may think") && !text.contains(" is best"), "{text}");
}

#[test]
fn a_style_shows_its_weights() {
    let record = golden("indigo");
    let text = printed(&["analyse", "indigo", "--record", &record, "--at", "4", "--player", "greedy"]);
    let told = ["Greedy would do play ", "Greedy mixes: play "];
    assert!(told.iter().any(|told| text.contains(told)) && text.contains("weight"), "{text}");
}

#[test]
fn impossible_positions_are_refused_with_the_reason() {
    let record = golden("indigo");
    let of_record = |more: &[&'static str], reason: &str| {
        refused(&[&["analyse", "indigo", "--record", record.as_str()], more].concat(), reason);
    };
    of_record(&["--at", "49"], "--at 49: the record has steps 0 to 48");
    of_record(&["--at", "48"], "the game is over");
    of_record(&["--at", "3", "--seat", "2"], "--seat 2: Indigo has seats 0 to 1");
    of_record(&["--at", "3", "--number", "2"], "--number 2");
    of_record(&["--at", "3", "--player", "champoin"], "did you mean \"champion\"?");
    of_record(&[], "--at");
    refused(&["analyse", "intensity", "--record", &record, "--at", "3"], "the record is of indigo, not of intensity");
    refused(&["analyse", "indigo"], "--record");

    let deal = printed(&["deal", "indigo", "--seed", "7"]);
    let deal = deal.trim();
    refused(&["analyse", "indigo", "--deal", "table A♠"], "--deal");
    refused(&["analyse", "indigo", "--deal", &deal.replace(" / ", " ")], "--deal");
    refused(
        &["analyse", "indigo", "--deal", deal, "--actions", "fly"],
        "--actions, number 1: \"fly\" is not an action",
    );
    let table_card = deal.strip_prefix("table ").unwrap().split(' ').next().unwrap();
    let action = format!("play {table_card}");
    refused(&["analyse", "indigo", "--deal", deal, "--actions", &action], "is not allowed here");
    refused(&["analyse", "indigo", "--view", "seat 0; table A♠"], "--view");
}

#[test]
fn a_golden_game_is_annotated_and_a_damaged_one_refused() {
    for game in GAMES {
        let text = printed(&["annotate", &golden(game), QUICK[0], QUICK[1]]);
        assert!(text.starts_with("# ") && text.contains("| seat | player |"), "{text}");
        assert!(text.contains(&format!("{}. ", steps(game))), "every step is told: {text}");
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let damaged = folder.join(format!("damaged-{}.game", std::process::id()));
    let record = std::fs::read_to_string(golden("indigo")).unwrap();
    std::fs::write(&damaged, record.replacen("0 play", "1 play", 1)).unwrap();
    refused(&["annotate", damaged.to_str().unwrap()], "it is the turn of seat 0");
    let out = folder.join(format!("annotated-{}.md", std::process::id()));
    let args = ["annotate", &golden("hanamikoji"), QUICK[0], QUICK[1], "--out", out.to_str().unwrap()];
    assert_eq!(printed(&args), "");
    assert!(std::fs::read_to_string(&out).unwrap().starts_with("# Hanamikoji"));
    for file in [damaged, out] {
        std::fs::remove_file(file).unwrap();
    }
    refused(&["annotate", "no-such-file"], "no-such-file");
}

#[test]
fn one_of_several_records_is_picked_by_number() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("several-{}.game", std::process::id()));
    let one = std::fs::read_to_string(golden("hanamikoji")).unwrap();
    std::fs::write(&path, format!("{one}\n{one}")).unwrap();
    let file = path.to_str().unwrap();
    let text = printed(&["annotate", file, "--number", "2", QUICK[0], QUICK[1]]);
    assert_eq!(text, printed(&["annotate", &golden("hanamikoji"), QUICK[0], QUICK[1]]));
    refused(&["annotate", file, "--number", "3"], "holds 2 records");
    std::fs::remove_file(path).unwrap();
}

#[test]
fn beliefs_are_measured_the_same_on_any_number_of_threads() {
    for game in ["hanamikoji", "indigo"] {
        let args = ["bench", "beliefs", game, "--games", "4", "--worlds", "20", "--json"];
        let json = printed(&args);
        assert_eq!(json, printed(&[&args[..], &["--threads", "2"]].concat()));
        let report: Value = serde_json::from_str(&json).unwrap();
        for result in report["results"].as_array().unwrap() {
            assert_eq!(result["calibration"].as_array().unwrap().len(), 10);
            assert!(result["uniform"]["mean"].as_f64().unwrap() > 0.0);
        }
    }
    let named =
        ["bench", "beliefs", "intensity", "--games", "2", "--worlds", "10", "--others", "sparring-coin,learned"];
    let text = printed(&named);
    assert!(text.contains("sparring-coin") && text.contains("learned") && !text.contains("careful"), "{text}");
    let text = printed(&["bench", "beliefs", "indigo", "--games", "2", "--worlds", "10"]);
    assert!(text.contains("random") && text.lines().all(|line| line.chars().count() <= 80), "{text}");
}

/// The game that teaches Intensity is told by the program, so it cannot say what the rules do not.
#[test]
fn the_lesson_in_the_docs_is_what_the_rules_say_of_its_record() {
    let text = printed(&[
        "annotate",
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/records/intensity-lesson.record"),
        "--rules",
    ]);
    assert_eq!(text, include_str!("../../../docs/annotated/intensity-lesson.md"));
    // What it has to teach is in it.
    for words in [
        "leads, but no calf was played in an earlier round: no calf",
        "leads, and a calf was played in an earlier round: any card",
        "must follow the ",
        "so any card",
        "7 for the 47",
        "no points in it",
    ] {
        assert!(text.contains(words), "{words:?} is not in the lesson");
    }
    refused(&["annotate", &golden("indigo"), "--rules"], "only a game of Intensity is explained so");
    refused(&["annotate", &golden("intensity"), "--rules", "--player", "champion"], "cannot be used with");
}
