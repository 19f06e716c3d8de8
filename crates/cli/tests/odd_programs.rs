//! Programs as students write them: the game goes on, the verdict is right, and so are the points.

mod referee_tools;

use std::collections::BTreeMap;

use cardsharp_rules::intensity::{Action, Intensity};
use cardsharp_rules::{AnyRecord, Event, Game, State};
use referee_tools::{Scratch, cardsharp, odd, root};

/// Lets an odd program sit with three random players and checks its name and faults.
fn check_with(more: &[&str], program: &str, name: &str, faults: &[(&str, u64)]) {
    let scratch = Scratch::new(program);
    let record = scratch.path("record");
    let source = odd(program);
    let args = ["referee", "intensity", &source, "-s", "3", "--json", "--record", &record];
    let output = cardsharp(&[&args, more].concat());
    assert!(output.status.success(), "{program}: {}", String::from_utf8_lossy(&output.stderr));
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let player = &report["players"][0];
    assert_eq!(player["name"], name, "{program}");
    let found: BTreeMap<&str, u64> = player["faults"]
        .as_object()
        .unwrap()
        .iter()
        .map(|(verdict, count)| (verdict.as_str(), count.as_u64().unwrap()))
        .collect();
    assert_eq!(found, faults.iter().copied().collect(), "{program}");
    // The record is that of a whole game, for reading one checks every play and the result; all
    // seventeen points were taken, and only the odd program paid for faults.
    let text = std::fs::read_to_string(&record).unwrap();
    let AnyRecord::Intensity(read) = AnyRecord::parse(&text).unwrap() else { panic!("{text}") };
    let total: u64 = faults.iter().map(|(_, count)| count).sum();
    assert_eq!(read.faults().as_slice(), [total as u32, 0, 0, 0], "{program}");
    let points = read.result().unwrap().as_slice().iter().sum::<i32>();
    assert_eq!(-points, 17 + Intensity::FAULT_PENALTY * total as i32, "{program}");
    assert_eq!(read.actions().count(), 44, "{program}");
}

fn check(program: &str, name: &str, faults: &[(&str, u64)]) {
    check_with(&[], program, name, faults);
}

#[test]
fn loose_output_is_borne() {
    check("no_newline", "No Newline", &[]);
    check("several_lines", "Several Lines", &[]);
    check("chatty", "Chatty", &[]);
    check("status_three", "Well Behaved", &[]);
    check("line_reader", "Well Behaved", &[]);
}

#[test]
fn old_c_still_compiles_and_its_warnings_are_counted() {
    let scratch = Scratch::new("old-style");
    let source = scratch.path("old.c");
    // Content that was never compiled before, so that the compiler has something to say.
    let text = std::fs::read_to_string(root().join(odd("old_style"))).unwrap();
    std::fs::write(&source, format!("{text}/* {} */\nint unused_{};\n", std::process::id(), std::process::id()))
        .unwrap();
    let args = ["referee", "intensity", &source, "--quiet", "-s", "3"];
    let (first, second) = (cardsharp(&args), cardsharp(&args));
    let said = String::from_utf8_lossy(&first.stderr).into_owned();
    assert!(said.starts_with(&source) && said.ends_with(" warnings; --warnings shows them\n"), "{said}");
    assert_eq!(first.stderr, second.stderr);
    let shown = cardsharp(&[&args[..], &["--warnings"]].concat());
    assert!(String::from_utf8_lossy(&shown.stderr).contains("implicit"), "the warnings are shown");
    assert!(first.status.success() && first.stdout == second.stdout);
    check("old_style", "Old Style", &[]);
}

#[test]
fn names_are_cleaned() {
    check("odd_name", "31mO'Brien Sons_-42 rm -rf is a", &[]);
    check("silent", "The Unknown Player", &[("no-answer", 11)]);
}

#[test]
fn illegal_cards_cost_five_points_each() {
    check("same_card_twice", "Well Behaved", &[("illegal", 1)]);
    check("ninety_nine", "Ninety Nine", &[("illegal", 11)]);
    check("fifty_and_zero", "Well Behaved", &[("illegal", 10)]);
    check("babbler", "the highest one please", &[("protocol", 11)]);
}

/// A program that always plays its lowest card errs exactly where the lowest card is not legal.
#[test]
fn a_legal_answer_is_never_taken_for_an_illegal_one() {
    let scratch = Scratch::new("first-card");
    let record = scratch.path("record");
    let args = ["referee", "intensity", &odd("first_card"), "-s", "3", "--games", "8", "--record", &record];
    assert!(cardsharp(&args).status.success());
    let mut checked = 0;
    for game in AnyRecord::parse_many(&std::fs::read_to_string(&record).unwrap()).unwrap() {
        let AnyRecord::Intensity(game) = game else { panic!("another game") };
        let me = game.names().iter().position(|name| name == "Well Behaved").unwrap();
        let (mut state, mut erred) = (game.start(), false);
        for event in game.events() {
            let Event::Action(seat, action) = *event else {
                erred = true;
                continue;
            };
            if seat.index() == me && state.table().all_passed() {
                let lowest = Action::Play(state.hands()[seat].first().unwrap());
                assert_eq!(erred, !state.is_legal(lowest), "{lowest} in {state:?}");
                checked += 1;
            }
            erred = false;
            state.play_unchecked(action);
        }
    }
    assert_eq!(checked, 80);
}

#[test]
fn a_program_that_dies_has_only_lost_its_turn() {
    check("crash", "Well Behaved", &[("crash", 10)]);
    check("abort", "Well Behaved", &[("crash", 1)]);
}

#[test]
fn a_program_that_takes_too_much_is_stopped() {
    check_with(&["--decision", "1"], "hang", "Well Behaved", &[("timeout", 1)]);
    check_with(&["--decision", "0.5"], "sleeper", "Well Behaved", &[("timeout", 1)]);
    check("flood", "Well Behaved", &[("flood", 1)]);
    check("hungry", "Well Behaved", &[("memory", 1)]);
}

#[test]
fn four_odd_programs_finish_a_game() {
    let programs = ["crash", "ninety_nine", "silent", "chatty"].map(odd);
    let args: Vec<&str> = ["referee", "intensity"].into_iter().chain(programs.iter().map(String::as_str)).collect();
    let output = cardsharp(&args);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success());
    assert_eq!(text.matches(" plays the ").count(), 40);
    assert_eq!(text.matches("5 penalty points, and a random legal card is played").count(), 30);
    assert_eq!(text.matches("5 penalty points, and three random cards are passed").count(), 2);
}
