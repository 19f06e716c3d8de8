//! The web table: a server that seats people and players of ours, and the page they play on.
//!
//! ```text
//! connections ─→ routes ─→ house ─→ table ─→ moment ─→ session ─→ gate ─→ wire (JSON)
//!                            │        └ change: drafted → kept → made → told
//!                            ├ thinkers   threads that think, so many and no more, in a fair order
//!                            ├ programs   what people handed in, asked in the sandbox
//!                            └ keeper     one thread that writes the database
//! ```
//!
//! Nobody is sent a state. The gate takes in one observation, and what leaves it is all that leaves.

mod about;
mod beside;
mod chair;
mod client;
mod clock;
mod coached;
mod connections;
mod daily;
mod encoding;
mod gate;
mod guard;
mod house;
mod invitation;
mod json;
mod keeper;
mod kept;
mod language;
mod limits;
mod moment;
mod page;
mod proceedings;
mod programs;
mod puzzles;
mod quota;
mod refusal;
mod replay;
mod routes;
mod series;
mod serve;
mod session;
mod table;
mod thinkers;
mod thought;
mod token;
mod tournaments;
mod wire;

pub use clock::{Clock, Hand};
pub use limits::Limits;
pub use serve::{Running, ServeError, ServeOptions, Server};

/// Says a line on standard error. That it cannot be heard there, on a full disk, say, is no reason to end.
fn complain(words: std::fmt::Arguments<'_>) {
    use std::io::Write;
    let _nobody = writeln!(std::io::stderr().lock(), "{words}");
}
