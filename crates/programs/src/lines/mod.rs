//! The line protocol: a line of JSON each way, the same for all games. A test runs the transcripts of `protocol.md`.

mod answer;
mod message;
mod once;
mod program;

pub use answer::{read_action, read_hello};
pub use message::{Heard, VERSION, fault_line, game_line, hear, hello_line, over_line, turn_line};
pub use once::ask_once_for_name;
pub(crate) use once::once_agent;
pub use program::{LineProgram, ask_for_name};

/// The protocol, for authors of programs.
pub const PROTOCOL: &str = include_str!("../../protocol.md");
