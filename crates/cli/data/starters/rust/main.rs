//! Reads what the referee says and answers. Nothing here needs to be changed: the plan is in plan.rs.
//!
//! It is the line protocol, a line of JSON each way; `cardsharp protocol` prints all of it. Without a library for JSON
//! a line is searched for what is needed.

mod plan;

use std::io::{BufRead, Write};

/// The texts of a list in a line of JSON, such as `"legal":["play 23","play 47"]`.
pub fn texts<'a>(line: &'a str, name: &str) -> Vec<&'a str> {
    let Some((_, list)) = line.split_once(&format!("\"{name}\":[")) else { return Vec::new() };
    let list = list.split(']').next().unwrap_or("");
    list.split('"').skip(1).step_by(2).collect()
}

/// A text in a line of JSON, such as `"top":"J♣"`; nothing where there is `null`.
pub fn text<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let (_, text) = line.split_once(&format!("\"{name}\":\""))?;
    text.split('"').next()
}

fn main() {
    let mut out = std::io::stdout();
    for line in std::io::stdin().lock().lines() {
        let line = line.expect("a line of text");
        let answer = match text(&line, "type") {
            Some("hello") => format!("{{\"type\":\"hello\",\"version\":1,\"name\":\"{}\"}}", plan::NAME),
            Some("turn") => format!("{{\"action\":\"{}\"}}", plan::choose(&line, &texts(&line, "legal"))),
            _ => continue, // "game", "fault" and "over" only tell us something
        };
        // Without the flush an answer would lie in a buffer, and the referee wait for it.
        writeln!(out, "{answer}").and_then(|()| out.flush()).expect("the referee listens");
    }
}

/// What the plan must do: run it with `rustc --test main.rs -o tests && ./tests`. Add a case before you add an idea.
#[cfg(test)]
mod tests {
    /// What the referee may say on your turn.
    const TURN: &str = r#"@TURN@"#;

    #[test]
    fn the_choice_is_legal() {
        let legal = super::texts(TURN, "legal");
        assert!(legal.len() > 1 && legal.contains(&super::plan::choose(TURN, &legal)));
    }

    #[test]
    fn the_only_choice_is_made() {
        let legal = super::texts(TURN, "legal");
        let only = &legal[legal.len() - 1..];
        assert_eq!(super::plan::choose(TURN, only), only[0]);
    }
}
