//! The law of the gate for puzzles: neither hidden cards nor the solution change any byte sent before the answer.

use cardsharp_rules::Record;
use cardsharp_rules::hanamikoji::Hanamikoji;
use cardsharp_rules::indigo::Indigo;
use cardsharp_rules::intensity::Intensity;
use cardsharp_rules::lucky_thirteen::LuckyThirteen;

use super::*;

fn puzzle_json<G: Present>(puzzle: &Puzzle<G>) -> String {
    serde_json::to_string(&view(puzzle, 1, 1)).unwrap()
}

/// Swaps hidden cards in every ninth puzzle; returns how many swaps left the game legal.
fn check<G: Present>() -> usize {
    let (file, game, mut swaps) = (shipped::<G>(), G::default(), 0);
    for puzzle in file.puzzles.iter().step_by(9) {
        let told = puzzle_json(puzzle);
        let (deal, actions) = (puzzle.record.deal(), puzzle.record.actions().collect::<Vec<_>>());
        let hidden = game.hidden_slots(deal, &actions, puzzle.seat());
        for pair in hidden.windows(2) {
            let (swapped, renamed) = game.swap_slots(deal, &actions, (pair[0], pair[1]));
            let names = puzzle.record.names().to_vec();
            let Ok(mut record) = Record::from_deal(game.clone(), swapped, names) else { continue };
            if renamed.iter().any(|&action| record.play(action).is_err()) {
                continue;
            }
            let question = match &puzzle.question {
                Question::Play(worths) => Question::Play(worths.iter().rev().cloned().collect()),
                Question::Hold(cells) => Question::Hold(cells.iter().rev().cloned().collect()),
            };
            let other = Puzzle { source: 0, record, question, rating: 0.0 };
            assert_eq!(told, puzzle_json(&other), "{}", puzzle.id());
            swaps += 1;
        }
    }
    swaps
}

#[test]
fn neither_the_answer_nor_hidden_cards_are_sent_before_it_is_answered() {
    for (name, swaps) in [
        ("intensity", check::<Intensity>()),
        ("hanamikoji", check::<Hanamikoji>()),
        ("indigo", check::<Indigo>()),
        ("lucky-thirteen", check::<LuckyThirteen>()),
    ] {
        assert!(swaps > 30, "{name}: {swaps} swaps prove little");
    }
}
