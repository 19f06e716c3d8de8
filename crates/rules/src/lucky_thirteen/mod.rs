#![doc = include_str!("rules.md")]
//!
//! # Source
//! The programming-course project "Lucky Thirteen" (four seats, Java). Its short text lets a card
//! count what it shows (`sums=face`); the project itself lets aces and court cards count several
//! values (`sums=flexible`). Its property files and its log are read and written to the letter:
//! [`Setup`] and [`log()`].

mod encoding;
mod hand;
mod log;
mod notation;
mod observation;
mod players;
mod properties;
mod rules;
mod score;
mod setup;
#[cfg(test)]
mod setup_tests;
#[cfg(test)]
mod tests;
mod thumb;

pub use hand::Hand;
pub use log::{log, winners};
pub use observation::{LuckyThirteenSampler, Observation};
pub use players::{Basic, Clever, Keep13};
pub use properties::{Property, PropertyError, parse_properties};
pub use rules::{Card, Deal, Discard, LuckyThirteen, ROUNDS, State, Table};
pub use score::{Sums, best_way, makes_thirteen, public_weight, scores, weight};
pub use setup::{ForcedTurn, Pace, Setup};
pub use thumb::Thumb;
