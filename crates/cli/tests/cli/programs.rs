//! Programs at the table: properties that only the rules can check.

use cardsharp_rules::intensity::Action;
use cardsharp_rules::{AnyRecord, Event, State};

use crate::common::{Scratch, command, printed, root, run_with};

/// A program that always plays its lowest card has faults exactly where that card is illegal.
#[test]
fn a_legal_answer_is_never_taken_for_an_illegal_one() {
    let scratch = Scratch::new("first-card");
    let record = scratch.path("record");
    printed(&format!("referee intensity crates/cli/tests/odd/first_card.c -s 3 --games 8 --record {record}"));
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

/// Each block of `protocol.md` that names a bot shows the answers of that bot.
#[test]
fn the_bot_answers_as_the_protocol_says() {
    let text = std::fs::read_to_string(root().join("crates/programs/protocol.md")).unwrap();
    let mut count = 0;
    for block in text.split("```transcript ").skip(1) {
        let (header, rest) = block.split_once('\n').unwrap();
        let Some(player) = header.split_whitespace().find_map(|word| word.strip_prefix("bot=")) else { continue };
        let lines: Vec<&str> = rest.split("```").next().unwrap().lines().collect();
        let marked = |mark: &str| -> String {
            lines.iter().filter_map(|line| line.strip_prefix(mark)).flat_map(|line| [line, "\n"]).collect()
        };
        let game = header.split_whitespace().next().unwrap();
        let words = format!("bot {game} {player} --name Example");
        assert_eq!(run_with(command(&words), &marked("< ")).out, marked("> "), "{header}");
        count += 1;
    }
    assert_eq!(count, 2);
}
