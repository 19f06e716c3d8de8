//! The referee's messages: written here, and read by `cardsharp bot`.

use std::fmt::Write;
use std::time::Duration;

use cardsharp_rules::{ActionOf, FaultKind, Game, Observation, ObservationOf, ParseError, Record, Seat, outcome};
use serde_json::{Value, json};

use crate::{Failure, Hosted, Start, Terms};

/// The version of the protocol.
pub const VERSION: u64 = 1;

/// A line of JSON that keeps the order of its fields, because people read transcripts.
struct Line(String);

impl Line {
    fn new(kind: &str) -> Line {
        Line(format!("{{\"type\":\"{kind}\""))
    }

    fn with(mut self, key: &str, value: impl Into<Value>) -> Line {
        write!(self.0, ",\"{key}\":{}", value.into()).expect("writing to a string");
        self
    }

    fn end(self) -> String {
        self.0 + "}"
    }
}

fn options<G: Game>(game: &G) -> Value {
    game.options()
        .iter()
        .map(|option| (option.key.to_owned(), json!(option.value)))
        .collect::<serde_json::Map<_, _>>()
        .into()
}

fn milliseconds(time: Option<Duration>) -> Value {
    time.map_or(Value::Null, |time| json!(time.as_millis() as u64))
}

/// Returns the hello with the version. A program answers with its own hello.
pub fn hello_line() -> String {
    Line::new("hello").with("version", VERSION).end()
}

/// Returns the message at the beginning of a game. It has no answer.
pub fn game_line<G: Hosted>(start: &Start<'_, G>, terms: &Terms) -> String {
    Line::new("game")
        .with("game", G::NAME)
        .with("options", options(start.game))
        .with("seat", start.seat.index())
        .with("seats", G::SEATS)
        .with("names", start.names)
        .with("decision_ms", milliseconds(Some(terms.decision)))
        .with("bank_ms", milliseconds(terms.bank))
        .end()
}

/// Returns the request for an action. The line contains everything that the program may know.
pub fn turn_line<G: Hosted>(game: &G, view: &ObservationOf<G>, bank: Option<Duration>) -> String {
    let mut legal: Vec<ActionOf<G>> = Vec::new();
    view.legal_actions(&mut legal);
    let legal: Vec<String> = legal.iter().map(ToString::to_string).collect();
    Line::new("turn")
        .with("version", VERSION)
        .with("game", G::NAME)
        .with("options", options(game))
        .with("seat", view.seat().index())
        .with("bank_ms", milliseconds(bank))
        .with("details", G::details(view))
        .with("view", view.to_string())
        .with("legal", legal)
        .end()
}

/// Returns the message that an answer was refused and which action the referee chose. It has no answer.
pub fn fault_line<G: Game>(failure: &Failure, kind: FaultKind, chosen: ActionOf<G>) -> String {
    let line = Line::new("fault")
        .with("verdict", failure.verdict.to_string())
        .with("answer", failure.answer.as_str())
        .with("played", chosen.to_string());
    if kind == FaultKind::Forfeit { line.with("lost", true).end() } else { line.end() }
}

/// Returns the message at the end of a game. It has no answer.
///
/// # Panics
/// If the game is not over.
pub fn over_line<G: Game>(record: &Record<G>, seat: Seat) -> String {
    let result = record.result().expect("the game is over");
    Line::new("over")
        .with("result", result.as_slice())
        .with("places", outcome::places(&result).as_slice())
        .with("faults", record.faults().as_slice())
        .with("seat", seat.index())
        .end()
}

/// A parsed message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard<O> {
    /// A hello in this version.
    Hello(u64),
    /// A turn with its view.
    Turn(O),
    /// A message without an answer.
    Nothing,
}

/// Parses a line. Unknown kinds of messages belong to later versions.
///
/// # Errors
/// If it is no message, or one for another game.
pub fn hear<G: Game>(line: &str) -> Result<Heard<ObservationOf<G>>, ParseError> {
    let wrong = |expected: String| ParseError::new("message", line, expected);
    let message: Value = serde_json::from_str(line).map_err(|error| wrong(format!("a line of JSON ({error})")))?;
    let kind = message["type"].as_str().ok_or_else(|| wrong("an object with a \"type\"".to_owned()))?;
    match kind {
        "hello" => Ok(Heard::Hello(message["version"].as_u64().unwrap_or(VERSION))),
        "game" | "turn" => {
            if message["game"].as_str().is_some_and(|game| game != G::NAME) {
                return Err(wrong(format!("a game of {}, as was asked for", G::NAME)));
            }
            if kind == "game" {
                return Ok(Heard::Nothing);
            }
            let view = message["view"].as_str().ok_or_else(|| wrong("a turn with a \"view\"".to_owned()))?;
            let view: ObservationOf<G> = view.parse()?;
            if view.turn() != cardsharp_rules::Turn::Of(view.seat()) {
                return Err(wrong(format!("it to be the turn of seat {}", view.seat())));
            }
            Ok(Heard::Turn(view))
        }
        _ => Ok(Heard::Nothing),
    }
}
