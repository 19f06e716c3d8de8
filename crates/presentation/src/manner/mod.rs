//! Kinds of situations and choices in each game's words. The coach counts mistakes by kind.
//!
//! A kind names what a choice does, not its cards, so that repeated mistakes show: "leads the buffalo" is the same
//! mistake with every hand. Kinds are verb phrases in the present tense that follow a player's name.

mod habits;
pub(crate) mod hanamikoji;
pub(crate) mod indigo;
pub(crate) mod intensity;
pub(crate) mod lucky_thirteen;

pub use habits::{Habit, habits};

#[cfg(test)]
mod tests;
