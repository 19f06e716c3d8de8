#![doc = include_str!("rules.md")]
//! # Source
//! The programming-course project "Lucky Thirteen" (four seats, Java). In its short text a card counts its face value
//! (`sums=face`); in the project itself aces and court cards may count several values (`sums=flexible`). [`Setup`] and
//! [`log()`] read its property files and write its log exactly.

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
