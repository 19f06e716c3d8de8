//! Parses the answers of programs.

use cardsharp_rules::{ActionOf, Game, Observation, ObservationOf, Verdict};
use serde_json::Value;

use super::VERSION;
use crate::Failure;
use crate::original::clean_name;

/// Parses the action in an answer: `{"action":"play 23"}`.
///
/// # Errors
/// If it is no answer, or the action is not legal.
pub fn read_action<G: Game>(line: &str, view: &ObservationOf<G>) -> Result<ActionOf<G>, Failure> {
    let answer = object(line)?;
    let Some(text) = answer.get("action").and_then(Value::as_str) else {
        return Err(Failure::new(Verdict::Protocol, start(line)));
    };
    let illegal = || Failure::new(Verdict::Illegal, start(text));
    let action = text.trim().parse().map_err(|_| illegal())?;
    let mut legal = Vec::new();
    view.legal_actions(&mut legal);
    if legal.contains(&action) { Ok(action) } else { Err(illegal()) }
}

/// Parses the name in a hello: `{"type":"hello","version":1,"name":"Lulu"}`.
///
/// # Errors
/// If it is no hello, or one in another version.
pub fn read_hello(line: &str) -> Result<String, Failure> {
    let hello = object(line)?;
    if hello["type"] != "hello" || hello["version"].as_u64() != Some(VERSION) {
        return Err(Failure::new(Verdict::Protocol, start(line)));
    }
    Ok(clean_name(hello["name"].as_str().unwrap_or("").as_bytes()))
}

fn object(line: &str) -> Result<Value, Failure> {
    if line.trim().is_empty() {
        return Err(Failure::new(Verdict::NoAnswer, ""));
    }
    let value = serde_json::from_str::<Value>(line).ok().filter(Value::is_object);
    value.ok_or_else(|| Failure::new(Verdict::Protocol, start(line)))
}

fn start(text: &str) -> String {
    text.chars().take(80).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardsharp_rules::indigo::Indigo;
    use cardsharp_rules::{Seat, Seed, State};

    fn check(line: &str, verdict: Verdict, answer: &str) {
        let view = Indigo.start(&Indigo.shuffle(Seed(7))).unwrap().observe(Seat::FIRST);
        assert_eq!(read_action::<Indigo>(line, &view), Err(Failure::new(verdict, answer)), "{line}");
    }

    #[test]
    fn what_is_no_answer_has_a_verdict() {
        check("", Verdict::NoAnswer, "");
        check("play A♠", Verdict::Protocol, "play A♠");
        check("[1]", Verdict::Protocol, "[1]");
        check("{\"action\":7}", Verdict::Protocol, "{\"action\":7}");
        check("{\"action\":\"dance\"}", Verdict::Illegal, "dance");
        check("{\"action\":\"play 1♠\"}", Verdict::Illegal, "play 1♠");
    }

    #[test]
    fn a_hello_says_a_name_and_the_version() {
        assert_eq!(read_hello("{\"type\":\"hello\",\"version\":1,\"name\":\"Lulu!\"}"), Ok("Lulu".to_owned()));
        assert_eq!(read_hello("{\"type\":\"hello\",\"version\":2}").unwrap_err().verdict, Verdict::Protocol);
        assert_eq!(read_hello("hello").unwrap_err().verdict, Verdict::Protocol);
    }
}
