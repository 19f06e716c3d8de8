#![doc = include_str!("rules.md")]
//! # Source
//! The programming-course project "Indigo" (Kotlin track). Its text leaves two points open, on which we follow its
//! checkers: the first seat leads every deal, and it gets the bonus at 26–26.

mod encoding;
mod notation;
mod observation;
mod players;
mod rules;
#[cfg(test)]
mod tests;
mod thumb;

pub use observation::{IndigoSampler, Observation};
pub use players::{Classic, Greedy};
pub use rules::{Card, Deal, Indigo, POINT_CARDS, Play, State, Table, matching};
pub use thumb::Thumb;
