//! Intensity's original protocol: one process per decision, nothing kept between them.
//!
//! A program is handed numbers on standard input. The first says what is asked: `0` its name, `1`
//! three cards to pass, `2` a card to play, `3` its own unit tests. It was written for a course,
//! and so were the programs that speak it: the reader bears what they print (`answer.rs`).

mod answer;
mod ask;
mod names;
mod program;

pub use answer::{read_pass, read_play};
pub use ask::{Request, ask_name, ask_pass, ask_play, ask_unit_tests, read_request};
pub use names::{NAMELESS, clean_name, distinct_names};
pub use program::{OriginalProgram, ask_for_name, run_unit_tests};
