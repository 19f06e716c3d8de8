//! The puzzle file: a head that says how the puzzles were made, then one line of JSON per puzzle.
//!
//! Lines are appended. After an interruption the unfinished last line is dropped when the run continues.

use std::error::Error;
use std::fmt::{self, Write as _};
use std::str::FromStr;

use cardsharp_rules::{ActionOf, ObservationOf, Record, Seed, State as _};
use serde_json::{Value, json};

use super::hold::was_there;
use super::{Cell, Puzzle, Question, Worth, names};
use cardsharp_presentation::Present;

/// How the puzzles of a file were made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PuzzleHead {
    /// The seed of the run.
    pub seed: u64,
    /// Nodes of each long search.
    pub nodes: u64,
}

/// A parsed puzzle file.
#[derive(Clone, Debug, PartialEq)]
pub struct PuzzleFile<G: Present> {
    /// The head.
    pub head: PuzzleHead,
    /// The puzzles, numbered from 1.
    pub puzzles: Vec<Puzzle<G>>,
    /// The length of all complete lines in bytes.
    pub whole: usize,
}

/// A syntax error in a puzzle file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleError {
    /// The line, from 1.
    pub line: usize,
    /// The reason.
    pub reason: String,
}

impl fmt::Display for PuzzleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.reason)
    }
}

impl Error for PuzzleError {}

const FIRST: &str = "# cardsharp puzzles 1: ";
const SEED: &str = "# seed ";

impl PuzzleHead {
    /// Returns the first lines of a file.
    pub fn text<G: Present>(&self) -> String {
        format!(
            "{FIRST}{name}\n{SEED}{seed} nodes {nodes}\n\
             # made by: cardsharp puzzles {name} --make 200 --seed {seed} --nodes {nodes} --out FILE\n",
            name = G::NAME,
            seed = self.seed,
            nodes = self.nodes
        )
    }
}

impl<G: Present> PuzzleFile<G> {
    /// Parses a file. Replays every game and checks that all actions are legal and all answers are options.
    ///
    /// # Errors
    /// If the text is not a puzzle file of this game.
    pub fn parse(text: &str) -> Result<PuzzleFile<G>, PuzzleError> {
        let wrong = |line: usize, reason: String| PuzzleError { line: line + 1, reason };
        let mut lines = text.split_inclusive('\n').enumerate();
        let first = lines.next().map_or("", |(_, line)| line.trim_end());
        let game = first.strip_prefix(FIRST).ok_or_else(|| {
            wrong(0, format!("this is no file of puzzles: expected {:?}", format!("{FIRST}{}", G::NAME)))
        })?;
        if game != G::NAME {
            return Err(wrong(0, format!("these are puzzles of {game}, not of {}", G::NAME)));
        }
        let head = lines.next().and_then(|(_, line)| {
            let (seed, nodes) = line.trim_end().strip_prefix(SEED)?.split_once(" nodes ")?;
            Some(PuzzleHead { seed: seed.parse().ok()?, nodes: nodes.parse().ok()? })
        });
        let head = head.ok_or_else(|| wrong(1, format!("expected {:?}", format!("{SEED}N nodes M"))))?;
        let mut puzzles = Vec::new();
        let mut whole = 0;
        for (number, line) in text.split_inclusive('\n').enumerate() {
            if !line.ends_with('\n') {
                break;
            }
            whole += line.len();
            if number < 2 || line.starts_with('#') || line.trim().is_empty() {
                continue;
            }
            puzzles.push(Puzzle::parse(line.trim_end()).map_err(|reason| wrong(number, reason))?);
        }
        Ok(PuzzleFile { head, puzzles, whole })
    }
}

impl<G: Present> PuzzleFile<G> {
    /// Returns the number of questions about cards, and in how many of them the likeliest card was really there.
    pub fn believed(&self) -> (usize, usize) {
        let first = |puzzle: &Puzzle<G>| match &puzzle.question {
            Question::Hold(cells) => Some(was_there::<G>(&puzzle.view(), puzzle.record.state(), &cells[0])),
            Question::Play(_) => None,
        };
        let found: Vec<bool> = self.puzzles.iter().filter_map(first).collect();
        (found.len(), found.iter().filter(|&&was_so| was_so).count())
    }
}

/// Rounds to four decimals, so that files are short and equal on every machine.
fn rounded(number: f64) -> f64 {
    (number * 1e4).round() / 1e4
}

impl<G: Present> Puzzle<G> {
    /// Returns the puzzle as a line.
    pub fn line(&self) -> String {
        let after = self.record.actions().fold(String::new(), |mut text, action| {
            let comma = if text.is_empty() { "" } else { "; " };
            write!(text, "{comma}{action}").expect("writing to a string");
            text
        });
        let numbers = |numbers: &[f64]| numbers.iter().copied().map(rounded).collect::<Vec<_>>();
        let asked = match &self.question {
            Question::Play(worths) => json!(
                worths
                    .iter()
                    .map(|worth| {
                        let found = numbers(&[worth.value, worth.cost, worth.error]);
                        json!([worth.action.to_string(), found, numbers(&worth.figures), worth.telling])
                    })
                    .collect::<Vec<_>>()
            ),
            Question::Hold(cells) => json!(
                cells
                    .iter()
                    .map(|cell| json!([cell.kind, cell.place, numbers(&[cell.chance, cell.error, cell.uniform])]))
                    .collect::<Vec<_>>()
            ),
        };
        let kind = match self.question {
            Question::Play(_) => "play",
            Question::Hold(_) => "hold",
        };
        let seed = self.record.seed().map_or(0, |seed| seed.0);
        format!(
            "{}\n",
            json!({ "game": self.source, "seed": seed, "after": after, "rating": self.rating.round(), kind: asked })
        )
    }

    /// Parses a line.
    ///
    /// # Errors
    /// If the line is not a puzzle of this game.
    pub fn parse(line: &str) -> Result<Puzzle<G>, String> {
        let value: Value = serde_json::from_str(line).map_err(|wrong| format!("this is no JSON: {wrong}"))?;
        let number = |key: &str| value[key].as_u64().ok_or_else(|| format!("{key:?} is no whole number"));
        let (source, seed) = (number("game")?, Seed(number("seed")?));
        let rating = value["rating"].as_f64().filter(|rating| (0.0..5_000.0).contains(rating));
        let rating = rating.ok_or("\"rating\" is no rating")?;
        let after = value["after"].as_str().ok_or("\"after\" is no text")?;
        let record = replayed::<G>(seed, after)?;
        let view_seat = match record.state().turn() {
            cardsharp_rules::Turn::Of(seat) => seat,
            cardsharp_rules::Turn::Over => return Err("the game is over: nothing is left to be asked".to_owned()),
        };
        let question = match (&value["play"], &value["hold"]) {
            (Value::Array(rows), Value::Null) => {
                Question::Play(rows.iter().map(worth::<G>).collect::<Result<Vec<_>, String>>()?)
            }
            (Value::Null, Value::Array(rows)) => {
                let view = record.state().observe(view_seat);
                Question::Hold(rows.iter().map(|row| cell::<G>(row, &view)).collect::<Result<Vec<_>, String>>()?)
            }
            _ => return Err("expected either \"play\" or \"hold\"".to_owned()),
        };
        let record = replayed_as::<G>(seed, after, names::<G>(view_seat))?;
        let puzzle = Puzzle { source, record, question, rating };
        puzzle.check()?;
        Ok(puzzle)
    }

    fn check(&self) -> Result<(), String> {
        match &self.question {
            Question::Play(worths) => {
                let mut asked: Vec<ActionOf<G>> = worths.iter().map(|worth| worth.action).collect();
                asked.sort_unstable();
                let mut legal = super::legal(&self.view());
                legal.sort_unstable();
                if asked != legal {
                    return Err("the choices are not what is legal there".to_owned());
                }
                let right = worths.iter().filter(|worth| worth.is_accepted()).count();
                if right == 0 || right == worths.len() || !worths[0].is_accepted() {
                    return Err("there is nothing to be found: all is right, or nothing".to_owned());
                }
            }
            Question::Hold(cells) => {
                let places = G::hiding_places(&self.view());
                if cells.len() < 2 {
                    return Err("fewer than two choices".to_owned());
                }
                for cell in cells {
                    if places.get(cell.place).is_none_or(|place| place.size == 0) {
                        return Err(format!("there is no place {}", cell.place));
                    }
                }
                if cells[1..].iter().any(|cell| cell.chance >= cells[0].chance) {
                    return Err("the first card is not the likeliest".to_owned());
                }
            }
        }
        Ok(())
    }
}

fn replayed<G: Present>(seed: Seed, after: &str) -> Result<Record<G>, String> {
    replayed_as(seed, after, cardsharp_rules::seat_names::<G>())
}

fn replayed_as<G: Present>(seed: Seed, after: &str, names: Vec<String>) -> Result<Record<G>, String> {
    let mut record = Record::from_seed(G::default(), seed, names);
    for (number, word) in after.split("; ").filter(|word| !word.is_empty()).enumerate() {
        let action = ActionOf::<G>::from_str(word).map_err(|wrong| format!("action {}: {wrong}", number + 1))?;
        record.play(action).map_err(|wrong| format!("action {}: {wrong}", number + 1))?;
    }
    Ok(record)
}

fn numbers(value: &Value) -> Result<Vec<f64>, String> {
    let list = value.as_array().ok_or("expected a list of numbers")?;
    list.iter().map(|value| value.as_f64().ok_or_else(|| "expected a number".to_owned())).collect()
}

fn worth<G: Present>(row: &Value) -> Result<Worth<ActionOf<G>>, String> {
    let word = row[0].as_str().ok_or("a choice has no action")?;
    let action = ActionOf::<G>::from_str(word).map_err(|wrong| wrong.to_string())?;
    let [value, cost, error] = numbers(&row[1])?[..] else { return Err("expected value, cost and error".to_owned()) };
    let figures = numbers(&row[2])?;
    if figures.len() != G::FIGURES.len() {
        return Err(format!("expected {} figures", G::FIGURES.len()));
    }
    let telling: Vec<usize> = numbers(&row[3])?.into_iter().map(|number| number as usize).collect();
    if telling.iter().any(|&number| number >= figures.len()) {
        return Err("a figure that there is not".to_owned());
    }
    Ok(Worth { action, value, cost, error, figures, telling })
}

fn cell<G: Present>(row: &Value, view: &ObservationOf<G>) -> Result<Cell, String> {
    let kind = row[0].as_u64().ok_or("a choice has no card")? as usize;
    let card = G::unseen(view).into_iter().nth(kind).ok_or_else(|| format!("there is no card {kind}"))?.name;
    let place = row[1].as_u64().ok_or("a choice has no place")? as usize;
    let [chance, error, uniform] = numbers(&row[2])?[..] else { return Err("expected chance and error".to_owned()) };
    Ok(Cell { kind, card, place, chance, error, uniform })
}
