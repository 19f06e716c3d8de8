//! The web table: a server that seats people and players of ours, and the page they play on.
//!
//! ```text
//! http ─→ app ─→ tables::WebTable ─→ TableSnapshot ─→ game::session ─→ gate ─→ JSON
//!          │        └ change: drafted → stored → installed → sent
//!          ├ threads   threads that think, a limited number, in a fair order
//!          ├ programs  programs that people hand in, asked in the sandbox
//!          └ tables::storage  one thread that writes the database
//! ```
//!
//! Each folder has its routes and their JSON. No state is ever sent: the gate takes in one observation, and only what
//! leaves the gate leaves the server.

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

/// Says a line on standard error. That it cannot be heard there, on a full disk, say, is no reason to end.
fn complain(words: std::fmt::Arguments<'_>) {
    use std::io::Write;
    let _nobody = writeln!(std::io::stderr().lock(), "{words}");
}
