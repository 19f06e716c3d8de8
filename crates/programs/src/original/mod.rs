//! Intensity's original protocol: one process per decision, without state between them.
//!
//! A program reads numbers on standard input. The first is the request: `0` its name, `1` three cards to pass, `2` a
//! card to play, `3` its own unit tests. The protocol and its programs come from a course, so the parser is tolerant
//! (`answer.rs`).

mod answer;
mod ask;
mod names;
mod program;

pub use answer::{read_pass, read_play};
pub use ask::{Request, ask_name, ask_pass, ask_play, ask_unit_tests, read_request};
pub use names::{NAMELESS, clean_name, distinct_names};
pub(crate) use program::original_agent;
pub use program::{ask_for_name, run_unit_tests};

/// The protocol, for authors of programs.
pub const PROTOCOL: &str = include_str!("../../original.md");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_description_asks_as_the_referee_does() {
        let examples: Vec<&str> =
            PROTOCOL.split("```text\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect();
        assert_eq!(examples.len(), 4);
        let views: Vec<_> = examples[1..]
            .iter()
            .map(|text| match read_request(text) {
                Ok(Request::Turn(view)) => view,
                other => panic!("{text} is read as {other:?}"),
            })
            .collect();
        let asked = [ask_name(), ask_pass(&views[0]), ask_play(&views[1]), ask_play(&views[2])];
        for (example, asked) in examples.iter().zip(&asked) {
            assert_eq!(example, asked);
        }
        assert_eq!(read_pass(b"29 39 49", &views[0]).map(|_| ()), Ok(()), "the answer that is given");
        assert_eq!(read_play(b"23", &views[1]).map(|_| ()), Ok(()), "the answer that is given");
    }
}
