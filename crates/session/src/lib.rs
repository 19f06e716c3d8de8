//! A game that people play: who sits where, whose turn it is, and its text form.
//!
//! A [`Session`] is a table with players by their specs. The full-screen table, the plain dialogues and the web server
//! all drive one. It reads no input, no file and no clock: the caller supplies the actions of people and a function
//! that saves the text.

mod saved;
mod session;

pub use cardsharp_table::ToMove;
pub use saved::Saved;
pub use session::{Acted, Asker, FILE, PROGRAM, Session, Thinking};
