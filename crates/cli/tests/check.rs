//! `cardsharp check` and `cardsharp doctor` through the real binary.

mod referee_tools;

use referee_tools::{cardsharp, odd};
use serde_json::Value;

fn check(args: &[&str]) -> (Option<i32>, String) {
    let output = cardsharp(&[&["check"], args].concat());
    (output.status.code(), String::from_utf8(output.stdout).unwrap())
}

fn json(args: &[&str]) -> Value {
    let (_, text) = check(&[args, &["--json"]].concat());
    serde_json::from_str(&text).unwrap()
}

#[test]
fn a_good_program_is_fit_in_every_kind_of_situation() {
    let (status, text) = check(&["intensity", "examples/intensity.c", "--situations", "120"]);
    assert_eq!(status, Some(0), "{text}");
    for expected in [
        "leading with only calves before any was played",
        "leading after calves are broken",
        "the last card",
        "first to play, nothing lies there",
        "the buffalo is led",
        "answers      all 12",
        "nothing illegal",
        "the same answer to the same situation",
        "the answers and nothing else",
        "nothing found by the address and undefined-behaviour sanitizers",
        "\nFit to play.\n",
    ] {
        assert!(text.contains(expected), "{expected} is not in\n{text}");
    }
}

#[test]
fn the_starter_is_fit_before_anything_is_added_and_says_where_to_begin() {
    let report = json(&["intensity", "examples/intensity-starter.c", "--situations", "120"]);
    assert_eq!(
        (&report["fit"], &report["faults"], &report["sanitizers"]),
        (&Value::Bool(true), &serde_json::json!({}), &serde_json::json!([])),
        "{report}"
    );
    let source = std::fs::read_to_string(referee_tools::root().join("examples/intensity-starter.c")).unwrap();
    for number in 1..=5 {
        assert_eq!(source.matches(&format!("/* TODO {number}: ")).count(), 1, "place {number} is marked");
    }
    let tests = cardsharp(&["referee", "intensity", "examples/intensity-starter.c", "--unit-tests"]);
    let said = String::from_utf8(tests.stdout).unwrap();
    assert!(tests.status.success() && said.contains("All unit tests passed"), "{said}");
}

#[test]
fn the_example_bots_are_fit_in_every_game() {
    for game in ["intensity", "hanamikoji", "indigo", "lucky-thirteen"] {
        for bot in ["examples/lines.c", "examples/bot.py"] {
            for protocol in ["json", "once"] {
                let report = json(&[game, bot, "--protocol", protocol, "--situations", "40"]);
                assert_eq!(report["fit"], true, "{game} {bot} {protocol}: {report}");
                assert!(report["asked"].as_u64().unwrap() >= 24, "{report}");
            }
        }
    }
}

#[test]
fn what_is_wrong_is_shown_with_an_example() {
    let report = json(&["intensity", &odd("first_card"), "--situations", "120"]);
    assert_eq!(report["fit"], false);
    assert!(report["faults"]["illegal"].as_u64().unwrap() >= 10, "{report}");
    // The lowest card is always right where there is only one, and where nothing but calves are held.
    for kind in report["kinds"].as_array().unwrap() {
        if kind["kind"] == "the last card" || kind["kind"] == "leading with only calves before any was played" {
            assert!(kind["asked"].as_u64().unwrap() > 0 && kind["faults"].as_object().unwrap().is_empty(), "{kind}");
        }
    }
    let (status, text) = check(&["intensity", &odd("crash"), "--situations", "24"]);
    assert_eq!(status, Some(1));
    assert!(text.contains("For example crash (killed by signal 11") && text.contains("Not fit to play yet."), "{text}");
}

#[test]
fn untidy_programs_are_fit_but_told_so() {
    let report = json(&["intensity", &odd("chatty"), "--situations", "24"]);
    assert_eq!(report["fit"], true, "{report}");
    assert_eq!((&report["stray_output"], &report["stray_errors"]), (&report["asked"], &report["asked"]));
}

#[test]
fn the_sanitizers_name_file_and_line() {
    let source = odd("out_of_bounds");
    let report = json(&["intensity", &source]);
    assert_eq!((&report["fit"], &report["faults"]), (&Value::Bool(false), &serde_json::json!({})), "{report}");
    let places: Vec<&str> =
        report["sanitizers"].as_array().unwrap().iter().map(|finding| finding["place"].as_str().unwrap()).collect();
    for place in ["out_of_bounds.c:6", "out_of_bounds.c:13"] {
        assert!(places.contains(&place), "{report}");
    }
}

#[test]
fn what_is_forbidden_is_told_with_the_situation() {
    let report = json(&["intensity", &odd("forbidden"), "--situations", "24"]);
    assert_eq!((&report["fit"], &report["faults"]), (&Value::Bool(false), &serde_json::json!({})), "{report}");
    let tried: Vec<&str> =
        report["forbidden"].as_array().unwrap().iter().map(|attempt| attempt["tried"].as_str().unwrap()).collect();
    assert_eq!(tried, ["to open or make a file", "to run another program or process"], "{report}");
    // It keeps to itself while it passes, and is found out where it plays.
    for attempt in report["forbidden"].as_array().unwrap() {
        assert!(attempt["input"].as_str().unwrap().starts_with("2\n"), "{attempt}");
        assert!(attempt["times"].as_u64() < attempt["asked"].as_u64(), "{attempt}");
    }
    assert_eq!(report["unit_tests"]["passed"], false, "{report}");
    let (status, text) = check(&["intensity", &odd("forbidden"), "--situations", "24"]);
    assert_eq!(status, Some(1));
    for expected in [
        "forbidden    it tried to open or make a file in ",
        "unit tests   failed: exited with status 1",
        "It first tried to run another program or process, ",
    ] {
        assert!(text.contains(expected), "{expected} is not in\n{text}");
    }
    let honest = json(&["intensity", "examples/intensity.c", "--situations", "24"]);
    assert_eq!((&honest["forbidden"], &honest["unit_tests"]["passed"]), (&serde_json::json!([]), &Value::Bool(true)));
}

#[test]
fn a_failing_c_file_is_looked_at_too() {
    let report = json(&["intensity", &odd("crash"), "--situations", "24"]);
    assert_eq!(report["fit"], false);
    assert!(report["sanitizers"].is_array(), "{report}");
    assert!(json(&["intensity", "examples/bot.py", "--protocol", "json", "--situations", "8"])["sanitizers"].is_null());
}

#[test]
fn valgrind_sees_what_the_sanitizers_do_not() {
    let report = json(&["intensity", &odd("uninitialised_heap"), "--situations", "24"]);
    assert_eq!(report["sanitizers"], serde_json::json!([]), "{report}");
    match report["valgrind"].as_array() {
        Some(findings) => {
            assert_eq!(findings[0]["place"], "uninitialised_heap.c:10", "{report}");
            assert!(findings[0]["what"].as_str().unwrap().contains("uninitialised"), "{report}");
            assert_eq!(report["fit"], false);
        }
        // Where it cannot be run, that is said, and why.
        None => assert!(!report["valgrind"]["missing"].as_str().unwrap().is_empty(), "{report}"),
    }
}

#[test]
fn only_programs_are_checked() {
    let refused = |args: &[&str]| {
        let output = cardsharp(&[&["check"], args].concat());
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(refused(&["intensity", "random"]).contains("random is a player of ours"));
    assert!(refused(&["intensity", "missing.c"]).contains("missing.c: there is no such file"));
    assert!(refused(&["tarot", "missing.c"]).contains("\"tarot\" is not a game"));
    assert!(refused(&["indigo", "examples/lines.c", "--protocol", "original"]).contains("Indigo has none"));
}

#[test]
fn the_doctor_says_what_this_machine_offers() {
    let output = cardsharp(&["doctor", "--json"]);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(report["layers"].as_array().unwrap().len() >= 5, "{report}");
    assert_eq!(report["protected"], report["refusal"].is_null());
    let text = String::from_utf8(cardsharp(&["doctor"]).stdout).unwrap();
    for layer in report["layers"].as_array().unwrap() {
        assert!(text.contains(layer["layer"].as_str().unwrap()), "{text}");
    }
    assert!(text.contains("C compiler: "));
}
