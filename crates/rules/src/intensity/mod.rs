#![doc = include_str!("rules.md")]
//! # Source
//! The course assignment "Intensity" (COMP1511, University of New South Wales). Seats pass one after another, and the
//! passes stay hidden until all four have passed. The assignment leaves open whether a calf thrown into the current
//! round lets its leader lead a calf. It does not matter: a round's leader leads before any card lies in the round.

mod card;
mod encoding;
mod notation;
mod observation;
mod players;
mod playout;
mod rules;
mod sampler;
mod table;
#[cfg(test)]
mod tests;
mod thumb;

pub use card::{BUFFALO, CALVES, Card, Suit};
pub use observation::Observation;
pub use players::{Careful, TrickView};
pub use rules::{Action, Deal, Hand, Intensity, PASSES, ROUNDS, State, legal_plays, passes, random_pass};
pub use sampler::IntensitySampler;
pub use table::Table;
pub use thumb::{Thumb, digit, suit_length};
