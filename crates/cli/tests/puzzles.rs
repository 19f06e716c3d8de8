//! `cardsharp puzzles`: what there is, one solved and failed, some made, interrupted and checked, and what is refused.

mod referee_tools;

use referee_tools::{Scratch, cardsharp, printed, refused};
use serde_json::Value;

fn parsed(words: &str) -> Value {
    serde_json::from_str(&printed(words)).unwrap()
}

#[test]
fn a_puzzle_is_shown_and_answered() {
    for game in ["hanamikoji", "indigo", "intensity", "lucky-thirteen"] {
        assert!(printed(&format!("puzzles {game}")).contains(" puzzles"), "{game}");
        let listed = parsed(&format!("puzzles {game} --json"));
        assert!(listed["puzzles"].as_array().unwrap().len() >= 200, "{game}");
        for number in [1, 9] {
            let asked = parsed(&format!("puzzles {game} {number} --json"));
            assert!(asked["answers"].is_null() && asked["right"].is_null(), "the answer is not told before: {asked}");
            let choices = asked["choices"].as_array().unwrap();
            let told: Vec<Value> = (1..=choices.len())
                .map(|choice| parsed(&format!("puzzles {game} {number} --answer #{choice} --json")))
                .collect();
            let right = told.iter().filter(|told| told["right"] == true).count();
            assert!(right >= 1 && right < choices.len(), "{game} {number}: {right} of {}", choices.len());
            let shown = printed(&format!("puzzles {game} {number}"));
            assert!(shown.contains('?') && !shown.contains("Right"), "{shown}");
            let text = printed(&format!("puzzles {game} {number} --answer #1"));
            assert!(text.contains("Right.") || text.contains("Not the best."), "{text}");
        }
    }
}

#[test]
fn puzzles_are_made_taken_up_again_and_checked() {
    let scratch = Scratch::new("puzzles-made");
    let (whole, broken) = (scratch.path("whole.txt"), scratch.path("broken.txt"));
    let make = |count: u32, file: &str| format!("puzzles indigo --make {count} --seed 5 --nodes 200 --out {file}");
    assert!(printed(&format!("{} --threads 2", make(3, &whole))).contains("3 puzzles"));
    printed(&make(2, &broken));
    // Killed in the middle of a line.
    let text = std::fs::read_to_string(&broken).unwrap();
    std::fs::write(&broken, &text[..text.len() - 40]).unwrap();
    let told = printed(&make(3, &broken));
    assert!(told.contains("1 of them from before"), "{told}");
    assert_eq!(std::fs::read_to_string(&whole).unwrap(), std::fs::read_to_string(&broken).unwrap());
    let checked: Value =
        serde_json::from_slice(&cardsharp(&["puzzles", "indigo", "--check", &whole, "--json"]).stdout).unwrap();
    assert_eq!(checked["puzzles"].as_array().unwrap().len(), 3);
    let shown = printed(&format!("puzzles indigo 2 --from {whole}"));
    assert!(shown.contains("puzzle 2"), "{shown}");
    // Another run's file is not mixed up with this one's.
    refused(&format!("puzzles indigo --make 3 --seed 6 --nodes 200 --out {whole}"), 2, "--seed 5");
    refused(&format!("puzzles intensity --check {whole}"), 2, "not of intensity");
    std::fs::write(&broken, std::fs::read_to_string(&whole).unwrap().replace("play ", "play 1X")).unwrap();
    refused(&format!("puzzles indigo --check {broken}"), 2, "line 4");
}

#[test]
fn what_makes_no_sense_is_refused_in_clear_words() {
    for (words, part) in [
        ("puzzles chess", "chess"),
        ("puzzles indigo 0", "no puzzle 0"),
        ("puzzles indigo 99999", "no puzzle 99999"),
        ("puzzles indigo 1 --answer nonsense", "is no answer"),
        ("puzzles indigo 1 --answer #77", "is no answer"),
        ("puzzles indigo --answer #1", "NUMBER"),
        ("puzzles indigo --make 0 --out x", "expected a number from 1"),
        ("puzzles indigo --make 3", "--out"),
        ("puzzles indigo --check /nowhere/at/all", "cannot be read"),
        ("puzzles indigo --make 1 --out /nowhere/at/all", "cannot be written"),
    ] {
        refused(words, 2, part);
    }
}
