//! The figures in the JSON of `cardsharp analyse` are consistent.

use serde_json::Value;

use crate::common::{Scratch, json, printed, root};

#[test]
fn every_game_is_analysed_at_its_start_middle_and_end() {
    let scratch = Scratch::new("analyse");
    for game in ["intensity", "hanamikoji", "indigo", "lucky-thirteen"] {
        // A golden file has further views after the result.
        let golden = root().join(format!("crates/rules/data/{game}/golden/random-7.game"));
        let text = std::fs::read_to_string(golden).unwrap();
        let result = text.find("\nresult ").unwrap() + 1;
        let end = result + text[result..].find('\n').unwrap() + 1;
        let record = scratch.file(&format!("{game}.record"), &text[..end]);
        let steps = text[..end].lines().filter(|line| line.starts_with(|first: char| first.is_ascii_digit())).count();
        for at in [0, steps / 2, steps - 1] {
            let words = format!("analyse {game} --record {record} --at {at} --player champion:nodes=50,worlds=10");
            let text = printed(&words);
            assert!(text.lines().all(|line| line.chars().count() <= 80), "{game} at {at}:\n{text}");
            assert!(text.contains(" to act, as seat "), "{text}");
            assert!([" is best", " is the only legal action"].iter().any(|told| text.contains(told)), "{text}");
            let report = json(&words);
            assert_eq!(report, json(&words), "counted budgets repeat themselves");
            check_json(&report);
        }
    }
}

#[test]
fn the_values_of_a_long_search_are_consistent() {
    let words = "analyse hanamikoji --player champion:nodes=1000 --deal";
    let mut command = crate::common::command(words);
    command.args(["removed E; hands ABCCDF / ABDEGG; pile GDEFFFGG", "--json"]);
    check_json(&serde_json::from_slice(&command.output().unwrap().stdout).unwrap());
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
