//! A game that people sit at: whose turn it is, what lies where, what one might do and why.
//!
//! It shows nothing and asks nobody. The full-screen table, the plain dialogues and the web table
//! are faces of the same thing, and a game says once how it is laid out ([`Tabled`]), shown in words
//! ([`Show`]) and explained ([`Explained`]). All of them are given views, never a state.

pub mod analysis;
pub mod look_back;
pub mod picture;
pub mod show;
mod sitting;

pub use analysis::Explained;
pub use picture::Tabled;
pub use show::Show;
pub use sitting::{Acted, Saved, Sitter, Sitting, Thinking, Whose};
