#![doc = include_str!("rules.md")]
//! A teaching game: the smallest with all parts of a game. Programs offer it only with the feature `teaching`.

mod encoding;
mod notation;
mod observation;
mod players;
mod rules;
#[cfg(test)]
mod tests;

pub use observation::{KuhnSampler, Observation};
pub use players::Equilibrium;
pub use rules::{Card, DECK, Deal, JACK, KING, Kuhn, Move, QUEEN, State, Table};
