//! Solving puzzles at the terminal.

use std::io::{BufRead, IsTerminal, stdin};

use cardsharp_coach::puzzle::{Answer, Cell, Puzzle, PuzzleFile, Question};
use cardsharp_presentation::Present;
use cardsharp_presentation::analysis::{position, wrap};
use cardsharp_rules::ActionOf;
use cardsharp_search::Unit;
use serde_json::{Value, json};

use super::Puzzles;
use crate::shared::{Usage, json_list, print};

pub(super) fn list<G: Present>(file: &PuzzleFile<G>, args: &Puzzles) -> String {
    let kind = |puzzle: &Puzzle<G>| if matches!(puzzle.question, Question::Play(_)) { "play" } else { "cards" };
    if args.output.json {
        let rows = json_list(
            file.puzzles.iter().enumerate(),
            |(number, puzzle)| json!({ "number": number + 1, "id": puzzle.id(), "asked": kind(puzzle), "rating": puzzle.rating }),
        );
        return format!("{:#}\n", json!({ "game": G::NAME, "puzzles": rows }));
    }
    let about_cards = file.puzzles.iter().filter(|puzzle| kind(puzzle) == "cards").count();
    let mut text = format!("{}: {} puzzles, {about_cards} of them about cards\n", G::TITLE, file.puzzles.len());
    let mut ratings: Vec<f64> = file.puzzles.iter().map(|puzzle| puzzle.rating).collect();
    ratings.sort_by(f64::total_cmp);
    if let (Some(first), Some(last)) = (ratings.first(), ratings.last()) {
        let middle = ratings[ratings.len() / 2];
        append_line!(text, "rated {first:.0} to {last:.0}, half of them above {middle:.0}");
    }
    append_line!(text, "`cardsharp puzzles {} 1` shows the first", G::NAME);
    text
}

/// Shows a puzzle, and the verdict on an answer if there is one.
pub(super) fn solve<G: Present>(file: &PuzzleFile<G>, number: usize, args: &Puzzles) -> anyhow::Result<String> {
    let puzzle = number.checked_sub(1).and_then(|place| file.puzzles.get(place)).ok_or_else(|| {
        Usage(format!("there is no puzzle {number}: {} has {}, numbered from 1", G::TITLE, file.puzzles.len()))
    })?;
    let answer = match &args.answer {
        Some(answer) => Some(read(puzzle, answer)?),
        None if args.output.json || !stdin().is_terminal() => None,
        None => {
            print(describe(puzzle, number));
            Some(ask(puzzle)?)
        }
    };
    if args.output.json {
        return Ok(format!("{:#}\n", as_json(puzzle, number, answer.as_ref())));
    }
    Ok(match (answer, &args.answer) {
        (Some(answer), Some(_)) => format!("{}\n{}", describe(puzzle, number), verdict(puzzle, &answer)),
        (Some(answer), None) => verdict(puzzle, &answer),
        (None, _) => describe(puzzle, number),
    })
}

/// Asks until a line is an answer.
fn ask<G: Present>(puzzle: &Puzzle<G>) -> anyhow::Result<Answer<ActionOf<G>>> {
    loop {
        let mut line = String::new();
        if stdin().lock().read_line(&mut line)? == 0 {
            return Err(Usage("no answer was given".to_owned()).into());
        }
        match read(puzzle, line.trim()) {
            Ok(answer) => return Ok(answer),
            Err(wrong) => print(format!("{wrong}\n")),
        }
    }
}

/// Parses an answer: the number of a choice, an action, or a card.
fn read<G: Present>(puzzle: &Puzzle<G>, text: &str) -> Result<Answer<ActionOf<G>>, Usage> {
    let fits = |choice: &str| choice == text || choice.split(' ').next_back() == Some(text);
    let choices = choices(puzzle);
    let place = text.strip_prefix('#').and_then(|number| number.parse::<usize>().ok()?.checked_sub(1));
    let found = place.or_else(|| choices.iter().position(|choice| fits(choice))).filter(|&place| place < choices.len());
    let Some(place) = found else {
        return Err(Usage(format!(
            "{text:?} is no answer: expected one of {}, or #1 to #{}",
            choices.join(", "),
            choices.len()
        )));
    };
    Ok(match &puzzle.question {
        Question::Play(worths) => {
            let word = &choices[place];
            let worth = worths.iter().find(|worth| worth.action.to_string() == *word);
            Answer::Play(worth.expect("the choices are these").action)
        }
        Question::Hold(_) => Answer::Hold(place),
    })
}

/// Returns the choices in an order that does not reveal the best.
fn choices<G: Present>(puzzle: &Puzzle<G>) -> Vec<String> {
    match &puzzle.question {
        Question::Play(worths) => {
            let mut actions: Vec<ActionOf<G>> = worths.iter().map(|worth| worth.action).collect();
            actions.sort_unstable();
            actions.iter().map(ToString::to_string).collect()
        }
        Question::Hold(_) => {
            let options = puzzle.options();
            let is_card = options.iter().all(|cell| cell.place == options[0].place);
            options.iter().map(|cell| if is_card { cell.card.clone() } else { place(puzzle, cell) }).collect()
        }
    }
}

fn place<G: Present>(puzzle: &Puzzle<G>, cell: &Cell) -> String {
    G::hiding_places(&puzzle.view())[cell.place].in_words(|seat| puzzle.record.names()[seat.index()].clone())
}

fn question<G: Present>(puzzle: &Puzzle<G>) -> String {
    let options = puzzle.options();
    match options.first() {
        None => "What would you play?".to_owned(),
        Some(first) if options.iter().all(|cell| cell.place == first.place) => {
            format!("Which of these cards is most likely {}?", place(puzzle, first))
        }
        Some(first) => format!("Where is {} most likely?", first.card),
    }
}

/// Returns the position, its history and the question.
fn describe<G: Present>(puzzle: &Puzzle<G>, number: usize) -> String {
    let record = &puzzle.record;
    let mut text =
        format!("{}, puzzle {number}: seat {} is you\n\n{}\n", G::TITLE, puzzle.seat(), position::<G>(&puzzle.view()));
    let events = record
        .events()
        .iter()
        .map(|event| cardsharp_presentation::replay::in_words(record, event, Some(puzzle.seat())));
    for words in events {
        append_line!(text, "  {words}");
    }
    append_line!(text, "\n{}", question(puzzle));
    append_line!(text, "{}", wrap(&format!("  {}", choices(puzzle).join(", ")), 2));
    text
}

fn verdict<G: Present>(puzzle: &Puzzle<G>, answer: &Answer<ActionOf<G>>) -> String {
    let solution = puzzle.solution(answer);
    let mut text = if solution.is_right { "Right.\n".to_owned() } else { "Not the best.\n".to_owned() };
    let mut line = |words: String| append_line!(text, "{words}");
    match &puzzle.question {
        Question::Play(worths) => {
            for worth in worths.iter().take(8) {
                let mark = if worth.is_accepted() { "right" } else { "" };
                let (value, cost, error) = (100.0 * worth.value, 100.0 * worth.cost, 100.0 * worth.error);
                line(format!(
                    "  {:<16} {value:>5.1} of a hundred, costs {cost:>4.1} ± {error:.1}  {mark}",
                    worth.action.to_string()
                ));
            }
            for reason in &solution.reasons {
                let figure = |value: f64| match reason.figure.unit {
                    Unit::Chance => format!("{:.0} %", 100.0 * value),
                    Unit::Amount => format!("{value:.1}"),
                };
                let (best, other) = (figure(reason.best), figure(reason.other));
                let against = solution.against.map_or_else(String::new, |action| action.to_string());
                line(format!("{}: {best} with {}, {other} with {against}", reason.figure.words, worths[0].action));
            }
        }
        Question::Hold(cells) => {
            for cell in cells {
                let (chance, error, uniform) = (100.0 * cell.chance, 100.0 * cell.error, 100.0 * cell.uniform);
                let place = place(puzzle, cell);
                line(format!("  {} {place}: {chance:.0} ± {error:.0} %, {uniform:.0} % by the rules alone", cell.card));
            }
            let was_so = if solution.was_so == Some(true) { "was so" } else { "was not so" };
            line(format!("In this game the likeliest {was_so}; it is right however the cards lay."));
        }
    }
    text
}

fn as_json<G: Present>(puzzle: &Puzzle<G>, number: usize, answer: Option<&Answer<ActionOf<G>>>) -> Value {
    let mut value = json!({
        "game": G::NAME, "number": number, "id": puzzle.id(), "rating": puzzle.rating, "seat": puzzle.seat().index(),
        "view": puzzle.view().to_string(), "question": question(puzzle), "choices": choices(puzzle),
    });
    if let Some(answer) = answer {
        let solution = puzzle.solution(answer);
        value["right"] = json!(solution.is_right);
        value["was_so"] = json!(solution.was_so);
        value["answers"] = match &puzzle.question {
            Question::Play(worths) => json_list(worths, |worth| {
                let (action, right) = (worth.action.to_string(), worth.is_accepted());
                json!({ "action": action, "value": worth.value, "cost": worth.cost, "standard_error": worth.error, "right": right })
            }),
            Question::Hold(cells) => json_list(cells.iter().enumerate(), |(rank, cell)| {
                let place = place(puzzle, cell);
                json!({ "card": cell.card, "place": place, "chance": cell.chance, "standard_error": cell.error, "right": rank == 0 })
            }),
        };
    }
    value
}
