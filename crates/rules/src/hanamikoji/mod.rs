#![doc = include_str!("rules.md")]
//!
//! # Source
//! The project `hanamikoyi_ai`, whose one round decides the game. It is silent on three points, and
//! there we follow the published game: 11 points come before four types, a tied type is nobody's,
//! and equal points without either are a draw.
//!
//! Beside the rooms of every game there are four more here: `cards.rs`, because a hand is a multiset
//! and not a set, `actions.rs`, because an offer has many shapes, `table.rs`, because what is
//! open here is a story and not only cards, and `sides.rs`, because all players count them alike.

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
