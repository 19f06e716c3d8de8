//! The web table: a server for games between people, bots and programs, and the page they play on.
//!
//! ```text
//! http ─→ app ─→ tables::WebTable ─→ TableSnapshot ─→ game::session ─→ gate ─→ JSON
//!          │        └ change: drafted → stored → installed → sent
//!          ├ threads   a limited number of threads that think, in a fair order
//!          ├ programs  uploaded programs, asked in the sandbox
//!          └ tables::storage  one thread that writes the database
//! ```
//!
//! Each folder has its routes and their JSON. The server never sends a state: the gate takes in one observation, and
//! every view leaves the server through the gate.

mod app;
mod clock;
mod daily;
mod game;
mod http;
mod limits;
mod lobby;
mod page;
mod play;
mod programs;
mod puzzles;
mod replay;
mod server;
mod tables;
mod threads;
mod tournaments;

pub use clock::{Clock, Hand};
pub use limits::Limits;
pub use server::{Running, ServeError, ServeOptions, Server};

/// Prints a line on standard error. A failure to print, for example on a full disk, must not stop the server.
fn complain(words: std::fmt::Arguments<'_>) {
    use std::io::Write;
    let _nobody = writeln!(std::io::stderr().lock(), "{words}");
}
