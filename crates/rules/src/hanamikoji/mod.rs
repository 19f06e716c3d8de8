#![doc = include_str!("rules.md")]
//! # Source
//! The project `hanamikoyi_ai`, where one round decides the game. It leaves three points open, on which we follow the
//! published game: 11 points come before four types, a tied type belongs to neither seat, and equal points without
//! either are a draw.
//!
//! Four more files than in other games: `cards.rs`, because a hand is a multiset and not a set; `actions.rs`, because
//! an offer has many shapes; `table.rs`, because the public state is a history and not only cards; `sides.rs`, because
//! all players count the sides alike.

mod actions;
mod cards;
mod encoding;
mod notation;
mod observation;
mod players;
mod rules;
mod sides;
mod table;
#[cfg(test)]
mod tests;
mod thumb;

pub use actions::{Action, Kind, Offer, Pairs};
pub use cards::{Cards, Colour, Each, Geisha, Types};
pub use observation::{HanamikojiSampler, Observation};
pub use players::Greedy;
pub use rules::{Deal, Hanamikoji, Own, State};
pub use sides::Sides;
pub use table::{Shown, Table};
pub use thumb::Thumb;
